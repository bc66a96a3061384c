"""Completion of a line of a sheet: words of the game, at its beginning of any game."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from ragami.errors import N_
from ragami.game.capabilities import NOTATION
from ragami.game.continuing import Continuing
from ragami.judge.replay import Replay
from ragami.language import Language, translator
from ragami.notation.forms import Forms
from ragami.notation.misread import Word, folded
from ragami.sheet import words as w


def ways_on(replay: Replay, before: str, language: Language) -> Iterator[tuple[str, str]]:
    """The tokens that may follow, each with its meaning."""
    _ = translator(language)
    first = not before.strip()
    if first and replay.seq == 0:
        yield w.GAME.say(language), _("the sheet of a game begins with its heads")
        return
    forms = getattr(replay.game.need(NOTATION), "forms", None)
    if forms and not replay.error:
        yield from _continuing(replay, forms).continuations(before, language)
    if first:
        for word, meaning in _of_any_game(replay):
            yield word.say(language), _(meaning)
    elif folded(before.strip()) in map(folded, w.UNDO):
        yield w.TO.say(language), _("back to a record")


_LATEST: WeakKeyDictionary[Replay, tuple[int, Continuing]] = WeakKeyDictionary()


def _continuing(replay: Replay, forms: Forms) -> Continuing:
    """Return the completions where a game stands; kept until it goes on."""
    seq, continuing = _LATEST.get(replay, (0, None))
    if continuing is None or seq != replay.seq or continuing.state is not replay.state:
        continuing = Continuing(replay.game, forms, replay.state)
        _LATEST[replay] = replay.seq, continuing
    return continuing


def _of_any_game(replay: Replay) -> Iterator[tuple[Word, str]]:
    if any(seq > 1 for seq, _ in replay.history.standing()):
        yield w.UNDO, N_("strike out the last event, or so many")
    if replay.history.undos:
        yield w.REDO, N_("take back the last undo")
    yield w.CORRECT, N_("let a record read otherwise")
    yield w.RULE, N_("let the next event break a rule")
    yield w.NOTE, N_("a remark")
