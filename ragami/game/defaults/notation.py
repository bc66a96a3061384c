"""The score sheet of a game by its forms, and by what follows from its structs where it has none.

`type field=value …`, which sheets had before, is still read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ragami.game.defaults.forms import Derived
from ragami.game.defaults.heads import DerivedHeads
from ragami.game.defaults.plain import plain_fields, plainly
from ragami.game.definition import GameDefinition
from ragami.language import Language
from ragami.notation.line import Line, word_in
from ragami.notation.misread import Word
from ragami.notation.score_sheet import ScoreSheet


class DerivedSheet(ScoreSheet):
    """See `ragami.notation.protocol.Notation`."""

    def __init__(self, game: GameDefinition) -> None:
        derived = Derived(game)
        super().__init__(derived.forms, DerivedHeads(game, derived), derived.seats)
        self._game, self._examples = game, derived.examples
        self._types = {Word(name, name): name for name in game.events}

    def read(self, line: Line, state: object) -> tuple[str, Any]:
        struct = self._plain_type(line)
        if struct:
            return struct, plain_fields(line, self._game.events[struct].struct)
        return super().read(line, state)

    def write(self, type_: str, event: Any, state: Any, language: Language) -> str | None:
        line = super().write(type_, event, state, language)
        return line or " ".join((type_, *plainly(event)))

    def examples(self, language: Language) -> Iterator[tuple[str, str]]:
        """A line of every type."""
        for type_, event in self._examples.items():
            line = self.forms.write(type_, event, None, language)
            if line is not None:
                yield type_, line

    def reference(self, language: Language) -> Iterator[tuple[str, str]]:
        for type_, line in self.examples(language):
            yield line, self._game.words.word(type_, language)

    def _plain_type(self, line: Line) -> str | None:
        """Return the type of a line such as `rolled face=3`; None for another line."""
        type_ = word_in(line.peek(), self._types)
        if type_ is None or line.at + 1 >= len(line.tokens):
            return None
        name, equals, _value = line.tokens[line.at + 1].text.partition("=")
        if not equals or name not in self._game.events[type_].struct.__struct_encode_fields__:
            return None
        line.take()
        return type_
