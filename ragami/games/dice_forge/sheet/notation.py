"""Dice Forge as a score sheet. See `ragami.notation.protocol.Notation`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from ragami.games.dice_forge.sheet import opening, reading
from ragami.games.dice_forge.sheet import words as w
from ragami.games.dice_forge.sheet.writing import Pen
from ragami.games.dice_forge.state import State
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language
from ragami.notation import protocol
from ragami.notation.line import Line, word_in
from ragami.notation.misread import Word, folded
from ragami.notation.protocol import Continuation

NOBODYS: Final = (w.REMOVE, w.ASSERT)

# An example of every line in both languages, and what it says.
REFERENCE: Final = tuple(
    (Word(*line), Word(*TABLES["meaning"][number])) for number, line in TABLES["line"].items()
)


class Notation:
    """The lines of Dice Forge."""

    heads: Mapping[Word, str] = w.HEADS
    seats: Mapping[Word, str] = w.SEATS
    verbs: Sequence[Word] = tuple(w.VERBS)

    def read(self, line: Line, state: State) -> tuple[str, Any]:
        who = word_in(line.peek(), w.SEATS, whole=True)
        if who:
            line.take()
        verbs = {verb: type_ for verb, type_ in w.VERBS.items() if not who or verb not in NOBODYS}
        type_ = line.one_of(verbs, *(() if who else w.COLOURS))
        data = reading.read(type_, who, line, state)
        line.end()
        return type_, data

    def write(self, type_: str, event: Any, _state: State, language: Language) -> str | None:
        return Pen(language).line(type_, event) if type_ in w.VERB_OF else None

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> Any:
        return opening.read_opening(rules, heads)

    def write_opening(self, event: Any, language: Language) -> list[str]:
        return opening.write_opening(event, language)

    def continuations(self, text: str, state: State, language: Language) -> Iterable[Continuation]:
        from ragami.games.dice_forge.sheet.continuing import continuations  # noqa: PLC0415 (law 10)

        return continuations(text, state, language)

    def example(self, text: str, language: Language) -> str:
        """The example whose verb is in the line, or nearly."""
        verbs = {folded(word): verb for verb in w.VERBS for word in verb}
        for token in text.split()[:2]:
            if near := get_close_matches(folded(token), verbs, 1, 0.6):
                said = verbs[near[0]].say(language)
                lines = [line for line, _ in self.reference(language) if said in line.split()]
                return get_close_matches(text, lines, 1, 0)[0] if lines else ""
        return ""

    def reference(self, language: Language) -> Iterator[tuple[str, str]]:
        for line, meaning in REFERENCE:
            yield line.say(language), meaning.say(language)

    def empty_heads(self, language: Language) -> Iterable[str]:
        return opening.empty_heads(language)


NOTATION: Final[protocol.Notation] = Notation()
