"""Statistics over many games: tables with a row for each thing, and questions on them.

The tables that every game has are in `ragami.analytics.tables`; a game adds its own, and asks its
own questions (`Statistics`). A question is SQL: all tables can be joined by `game` and `seq`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Protocol

from ragami.decoded import AnyEvent, State

if TYPE_CHECKING:
    from ragami.language import Language

Kind = Literal["text", "integer", "truth", "json", "bytes"]
Row = tuple[Any, ...]


class Column(NamedTuple):
    """A column of a table; `meaning` is a sentence for the documentation."""

    name: str
    kind: Kind
    meaning: str


GAME: Final = Column("game", "text", "The game.")
SEQ: Final = Column("seq", "integer", "The record.")
ROUND: Final = Column("round", "integer", "The round.")
PLAYER: Final = Column("player", "text", "The player's colour.")


class Table(NamedTuple):
    """A table: what a row of it stands for, and its columns. The first one is always `game`."""

    name: str
    row: str
    columns: tuple[Column, ...]


class Answer(NamedTuple):
    """A column of the answer: its name in JSON, and its heading for people."""

    name: str
    heading: str


class TableQuestion(NamedTuple):
    """A question to the tables.

    The first `keys` columns of the answer say what a row is about, `drawn` is the one that a chart
    shows.
    """

    name: str
    heading: str
    sql: str
    answers: tuple[Answer, ...]
    keys: int
    drawn: str


class CountedMoment(Protocol):
    """The position after an event, and the next event: see `ragami.judge.moments`.

    An event is None where it is not known. The state is of the present.
    """

    @property
    def seq(self) -> int: ...
    @property
    def event(self) -> AnyEvent: ...
    @property
    def coming_event(self) -> AnyEvent: ...
    @property
    def state(self) -> State: ...


class Statistics(Protocol):
    """The statistics of a game's own."""

    @property
    def tables(self) -> Sequence[Table]:
        """Its own tables."""

    @property
    def questions(self) -> Sequence[TableQuestion]:
        """The questions on the tables."""

    def rows(self, moments: Iterable[CountedMoment]) -> Iterable[tuple[str, Row]]:
        """The rows of one game: the name of the table, and what follows the column `game`.

        `moments` are those of the events that count, from the one before the first event on.
        """

    def word(self, code: str, language: Language) -> str | None:
        """Return the word for a text in an answer; None for one that is no code of this game."""
