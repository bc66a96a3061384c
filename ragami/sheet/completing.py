"""How a line that is being typed may go on: only to what may be written down now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ragami.errors import N_
from ragami.game.capabilities import NOTATION
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language, translator
from ragami.notation.line import tokens_of
from ragami.notation.misread import Unread, Word, folded
from ragami.sheet import words as w


class Completion(NamedTuple):
    """A token that may stand from column `start` (from 0) on, and what it says."""

    text: str
    start: int
    meaning: str


def complete(replay: Replay, text: str, language: Language) -> Sequence[Completion]:
    """What the last word of a line may be, or the next one after a blank.

    In the language asked for; in the other one, if the word was begun in that. Never raises.
    """
    from ragami.sheet.short import in_full  # noqa: PLC0415 (they need each other)

    try:
        tokens = tokens_of(text)
    except Unread:
        return ()
    begun = tokens[-1] if tokens and not text[-1:].isspace() else None
    start = begun.column - 1 if begun else len(text)
    word = folded(begun.text) if begun else ""
    before = in_full(replay, text[:start], language)
    for each in (language, *LANGUAGES):
        found = [
            Completion(token, start, meaning)
            for token, meaning in ways_on(replay, before, each)
            if folded(token).startswith(word)
        ]
        if found:
            return found
    return ()


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
