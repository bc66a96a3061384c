"""The score sheet of a game that has forms: its lines by these, its heads by its own module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from ragami.decoded import AnyEvent, State
from ragami.language import Language
from ragami.notation.forms import Forms
from ragami.notation.kinds import Kind
from ragami.notation.line import Line
from ragami.notation.misread import Word
from ragami.notation.protocol import Vocabulary


class Heads(Protocol):
    """The heads of a sheet that make record 1: see `ragami.notation.protocol.Notation`."""

    HEADS: Mapping[Word, str]

    @property
    def kinds(self) -> Mapping[str, Kind]: ...
    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> AnyEvent: ...
    def write_opening(self, event: AnyEvent, language: Language) -> list[str]: ...
    def empty_heads(self, language: Language) -> Iterable[str]: ...


class ScoreSheet:
    """See `ragami.notation.protocol.Notation`."""

    def __init__(self, forms: Forms, heads: Any, seats: Mapping[Word, str]) -> None:
        self.forms = forms
        self.seats = seats
        self._heads: Heads = heads
        self.heads: Mapping[Word, str] = heads.HEADS
        self.verbs: Sequence[Word] = forms.verbs

    def read(self, line: Line, state: State) -> tuple[str, AnyEvent]:
        return self.forms.read(line, state)

    def write(self, type_: str, event: AnyEvent, state: State, language: Language) -> str | None:
        return self.forms.write(type_, event, state, language)

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> object:
        return self._heads.read_opening(rules, heads)

    def write_opening(self, event: AnyEvent, language: Language) -> list[str]:
        return list(self._heads.write_opening(event, language))

    def empty_heads(self, language: Language) -> Iterable[str]:
        return self._heads.empty_heads(language)

    def head(self, key: str) -> Kind:
        """Return the kind of what a head says, or an option of one."""
        return self._heads.kinds[key]

    def vocabulary(self, state: State) -> Vocabulary:
        return self.forms.vocabulary(state)

    def examples(self, language: Language) -> Iterable[tuple[str, str]]:
        return self.forms.examples(language)

    def reference(self, language: Language) -> Iterator[tuple[str, str]]:
        yield from self.forms.reference(language)
