"""The interface of a game's own lines on a score sheet.

A game has it under `ragami.game.capabilities.NOTATION`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ragami.decoded import AnyEvent, State
from ragami.language import Language
from ragami.notation.line import Line
from ragami.notation.misread import Word


class Continuation(NamedTuple):
    """A token that may come next, and what it says."""

    token: str
    meaning: str


class Vocabulary(NamedTuple):
    """The vocabulary of a line, besides numbers and signs.

    `words` are the keywords, `ids` those of components and people at this table, `names` are the
    ids by what people call them, in both languages.
    """

    words: Collection[Word]
    ids: Collection[str] = ()
    names: Mapping[str, str] = {}


class Notation(Protocol):
    """The lines of one game: how its events are written and read.

    One that has `forms` is completed by them (`ragami.game.choices.completion`).
    """

    # The heads of a sheet that make record 1, with the keys of the game's choosing.
    heads: Mapping[Word, str]
    # How the seats of a table are called; what comes first of a seat is how it is written.
    seats: Mapping[Word, str]
    # What the lines of its events begin with, behind whose they are.
    verbs: Sequence[Word]

    def read(self, line: Line, state: State) -> tuple[str, AnyEvent]:
        """Return the type and data of the event on a line. Raises `Unread`."""

    def write(self, type_: str, event: AnyEvent, state: State, language: Language) -> str | None:
        """Return an event as a line, to be read in this state; None for one that has no line."""

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> AnyEvent:
        """Return the data of record 1; `rules` is what is left of the line that names the game.

        `heads` are the others by their keys, each at the first token of its value.
        """

    def write_opening(self, event: AnyEvent, language: Language) -> list[str]:
        """Record 1 in lines; the first one is what follows the name of the game."""

    def head(self, key: str) -> Any:
        """Return the kind (`ragami.notation.kinds.Kind`) of a list that a head says."""

    def vocabulary(self, state: State) -> Vocabulary:
        """Return the vocabulary of a line."""

    def examples(self, language: Language) -> Iterable[tuple[str, str]]:
        """Return the type of event and an example of every line."""

    def reference(self, language: Language) -> Iterable[tuple[str, str]]:
        """Return an example of every line of the game, and what it says."""

    def empty_heads(self, language: Language) -> Iterable[str]:
        """Return the heads of a sheet that nobody has filled in yet, but for the game's."""
