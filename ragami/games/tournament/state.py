"""The state of a tournament: who has entered, and the rounds with their tables.

Points, meetings, costs and places are never kept: they are worked out from here (`tally`).
"""

# Without `from __future__ import annotations`: see `options.py`.

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct, field

from ragami.decoded import Data
from ragami.game.state import StructSnapshots
from ragami.games.tournament.events import GameOpened, Options, Pairer, Score, Source, TableLinked

Phase = Literal["registration", "round", "between", "final", "over"]
Status = Literal["in", "out", "disqualified"]


class Entrant(Struct):
    """An entrant, entered with record `seq` when round `since` was next."""

    name: str
    club: str | None
    since: int
    seq: int
    status: Status = "in"
    warnings: int = 0
    # The record of each, by its round.
    game_losses: dict[int, int] = field(default_factory=dict)


class Result(Struct, frozen=True):
    """The result of a table as record `seq` has it, in seat order."""

    source: Source
    results: tuple[Score, ...]
    seq: int


class Link(Struct, frozen=True):
    """The head of the table's log that record `seq` named last."""

    named: TableLinked
    seq: int


class Table(Struct):
    """A table; of those who are `absent`, the record that says so."""

    number: int
    seats: tuple[str, ...]
    absent: dict[str, int] = field(default_factory=dict)
    link: Link | None = None
    result: Result | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """Return the entrants who play, in seat order; their number is the size of the table."""
        if not self.absent:
            return self.seats
        return tuple(seat for seat in self.seats if seat not in self.absent)

    @property
    def is_kept(self) -> bool:
        """Return whether overrides must leave the table as it is (R-T-OVER-01)."""
        return self.link is not None or self.result is not None


class Override(Struct, frozen=True):
    """A change of the pairing by hand, with the costs before and after at that moment."""

    seq: int
    before: int
    after: int
    reason: str
    authority: str


class Round(Struct):
    """A round as record `seq` made it; the final is one too, without seed, pairer and cost."""

    number: int
    seed: str | None
    pairer: Pairer | None
    seq: int
    cost: int
    tables: list[Table]
    byes: tuple[str, ...] = ()
    overrides: list[Override] = field(default_factory=list)

    def table(self, number: int) -> Table | None:
        """Return the table with this number; tables are numbered in order (R-T-PAIR-01)."""
        return self.tables[number - 1] if 1 <= number <= len(self.tables) else None

    @property
    def everybody(self) -> list[str]:
        """Return all who are paired, absent or not: table by table, then the byes."""
        return [*(name for table in self.tables for name in table.seats), *self.byes]

    def table_of(self, entrant: str) -> Table | None:
        """Return the table of an entrant, absent or not."""
        return next((table for table in self.tables if entrant in table.seats), None)


class State(Struct):
    """A tournament between two events. `entrants` are in order of entry, `rounds` the Swiss ones.

    `planned` is None as long as nobody can say how many rounds there will be.
    """

    opened: GameOpened | None = None
    phase: Phase = "registration"
    planned: int | None = None
    entrants: dict[str, Entrant] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    cut: tuple[str, ...] | None = None
    final: Round | None = None
    ended: Literal["final", "rounds", "early"] | None = None

    @property
    def options(self) -> Options:
        assert self.opened is not None
        return self.opened.options

    @property
    def seed(self) -> str:
        """Return the seed drawn in public."""
        assert self.opened is not None
        return self.opened.seed

    @property
    def present(self) -> Round | None:
        """Return the last round paired, or the final; None before the first."""
        return self.final or (self.rounds[-1] if self.rounds else None)

    def round(self, number: int) -> Round | None:
        """Return a round by its number; the final counts as the one after the last."""
        if 1 <= number <= len(self.rounds):
            return self.rounds[number - 1]
        return self.final if self.final and number == self.final.number else None

    def tables(self) -> Iterator[tuple[Round, Table]]:
        """Yield every table with its round, the final table last."""
        for played in (*self.rounds, *((self.final,) if self.final else ())):
            for table in played.tables:
                yield played, table

    @property
    def all_played(self) -> bool:
        """Return whether all planned rounds have been paired."""
        return self.planned is not None and len(self.rounds) >= self.planned

    def with_status(self, status: Status) -> list[str]:
        """Return the entrants with a status, in order of entry."""
        return [name for name, entrant in self.entrants.items() if entrant.status == status]

    def who_is_in(self) -> list[str]:
        """Return the entrants who are `in`, in order of entry."""
        return self.with_status("in")


SNAPSHOTS: Final = StructSnapshots(State)


def place_of(played: Round, table: Table) -> Data:
    """Return the fields by which an event names a table."""
    return {"round": played.number, "table": table.number}


def copy_of(s: State) -> State:
    """Return a state on which something may be tried."""
    copy: State = SNAPSHOTS.unpack(SNAPSHOTS.pack(s), s)
    return copy
