"""Statistics over many games: tables with a row for each thing, and questions on them.

The tables that every game has are in `ragami.analytics.tables`; a game adds its own, and asks its
own questions (`Statistics`). A question is SQL: all tables can be joined by `game` and `seq`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, Literal, NamedTuple, Protocol

from msgspec import Struct, convert

from ragami.catalogue import Both, shipped, texts
from ragami.decoded import AnyEvent, State
from ragami.language import Language, translator

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


Heading = str | Both
"""What people read: in both languages, or a sentence of the house in English."""


def _in(language: Language, heading: Heading) -> str:
    return translator(language)(heading) if isinstance(heading, str) else heading.text(language)


class AnswerColumn(NamedTuple):
    """A column of the answer: its name in JSON, and its heading for people."""

    name: str
    heading: Heading

    def title(self, language: Language) -> str:
        return _in(language, self.heading)


class TableQuestion(NamedTuple):
    """A question to the tables.

    The first `keys` columns of the answer say what a row is about, `drawn` is the one that a chart
    shows.
    """

    name: str
    heading: Heading
    sql: str
    answers: tuple[AnswerColumn, ...]
    keys: int
    drawn: str

    def title(self, language: Language) -> str:
        return _in(language, self.heading)


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
        """The tables of the game."""

    @property
    def questions(self) -> Sequence[TableQuestion]:
        """The questions on the tables."""

    def rows(self, moments: Iterable[CountedMoment]) -> Iterable[tuple[str, Row]]:
        """Return the rows of one game: the name of the table, and what follows the column `game`.

        `moments` are those of the events that count, from the one before the first event on.
        """

    def word(self, code: str, language: Language) -> str | None:
        """Return the word for a text in an answer; None for one that is no code of this game."""


# --- a game's own, as data -----------------------------------------------------------------------


USUAL: Final = {column.name: column for column in (GAME, SEQ, ROUND, PLAYER)}


class _ShippedTable(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    row: str
    columns: list[Literal["game", "seq", "round", "player"] | Column]


class _ShippedQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    keys: int
    drawn: str
    answers: list[str]
    sql: str


class _StatisticsFile(Struct, frozen=True, forbid_unknown_fields=True):
    tables: list[_ShippedTable]
    questions: list[_ShippedQuestion]


class ShippedStatistics:
    """Tables and questions from `data/statistics.toml` of a game's package.

    A column is one of `USUAL` by its name, or told in full. The headings stand in `words.jsonl`, in
    the table `question`: that of a question by its name, that of a column as `QUESTION.NAME`, or
    `*.NAME` where it is the same in every question.
    """

    package: ClassVar[str]

    @cached_property
    def _file(self) -> _StatisticsFile:
        import tomllib  # noqa: PLC0415 (law 10)

        text = shipped(self.package, "statistics.toml").decode()
        return convert(tomllib.loads(text), _StatisticsFile)

    @cached_property
    def tables(self) -> Sequence[Table]:
        return [
            Table(
                table.name,
                table.row,
                tuple(USUAL[col] if isinstance(col, str) else col for col in table.columns),
            )
            for table in self._file.tables
        ]

    @cached_property
    def questions(self) -> Sequence[TableQuestion]:
        headings = texts(self.package)["question"]
        return [
            TableQuestion(
                question.name,
                headings[question.name],
                question.sql,
                tuple(
                    AnswerColumn(name, self._heading(question.name, name))
                    for name in question.answers
                ),
                question.keys,
                question.drawn,
            )
            for question in self._file.questions
        ]

    def _heading(self, question: str, column: str) -> Both:
        headings = texts(self.package)["question"]
        for code in (f"{question}.{column}", f"*.{column}"):
            if code in headings:
                return headings[code]
        raise LookupError(f"`words.jsonl` has no heading (`question`) {question}.{column}")
