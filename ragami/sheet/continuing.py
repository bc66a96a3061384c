"""What may stand next on a line: the words of the game, and those of any game at its beginning."""

from __future__ import annotations

from collections.abc import Iterator

from ragami.errors import N_
from ragami.game.capabilities import NOTATION
from ragami.judge.replay import Replay
from ragami.language import Language, translator
from ragami.notation.misread import Word, folded
from ragami.sheet import words as w


def ways_on(replay: Replay, before: str, language: Language) -> Iterator[tuple[str, str]]:
    """The tokens that may follow, each with its meaning."""
    _ = translator(language)
    first = not before.strip()
    if first and replay.seq == 0:
        yield w.GAME.say(language), _("the sheet of a game begins with its heads")
        return
    if not replay.error:
        yield from replay.game.need(NOTATION).continuations(before, replay.state, language)
    if first:
        for word, meaning in _of_any_game(replay):
            yield word.say(language), _(meaning)
    elif folded(before.strip()) in map(folded, w.UNDO):
        yield w.TO.say(language), _("back to a record")


def _of_any_game(replay: Replay) -> Iterator[tuple[Word, str]]:
    if any(seq > 1 for seq, _ in replay.history.standing()):
        yield w.UNDO, N_("strike out the last event, or so many")
    if replay.history.undos:
        yield w.REDO, N_("take back the last undo")
    yield w.CORRECT, N_("let a record read otherwise")
    yield w.RULE, N_("let the next event break a rule")
    yield w.NOTE, N_("a remark")
