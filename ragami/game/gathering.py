"""A game that is played at other tables, each with a log of its own: GATHERING and LINKS.

A tournament is one, a league would be another: its players come in one by one, its rounds say who
sits together, its results come from the logs of the tables, which its own log links. What is given
here are events that might be written next, not yet judged; a clock, a network or a name of a log it
does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ragami.decoded import AnyEvent, Fields, State
from ragami.findings import Finding

if TYPE_CHECKING:
    from datetime import datetime

    from ragami.game.choices.choice import Choice
    from ragami.game.opening import Setting, Value
    from ragami.game.state import Ranking
    from ragami.language import Language


class LogHead(NamedTuple):
    """A log by its origin (without `ragami/`), and the root of its first records in base 64."""

    origin: str
    size: int
    root: str


class LinkedLog(NamedTuple):
    """A log that another one links, or may link.

    `root` is that of as many records as the link names, None if the log has fewer; `sealed` the
    most records under a seal that fits the log and that a known key has signed; `grown` says that
    records come after the linked ones that are more than seals and notes. `head` is what the log
    would be linked by now: its newest good seal, or all of it where that does not cover all play.
    `names` are those of its seats, `opened` is the first time that a record says.
    `wrong` is the code of its first error, and `broken` says that it does not fit its own seals.
    `ranking` is how its game ranks the players of `final`, where it says so.
    """

    game: str
    records: int
    root: str | None
    sealed: int
    seats: tuple[str, ...]
    final: Fields | None
    grown: bool
    plays: str | None = None
    withheld: int = 0
    head: LogHead = LogHead("", 0, "")
    names: Mapping[str, str] = {}
    opened: datetime | None = None
    wrong: str | None = None
    broken: bool = False
    ranking: Ranking | None = None


class Links(Protocol):
    """A game whose log names others, whose results it takes."""

    def heads(self, state: State) -> Iterable[LogHead]:
        """Return the logs that are linked now."""

    def findings(
        self,
        state: State,
        standing: Iterable[tuple[int, AnyEvent]],
        logs: Mapping[str, LinkedLog],
        elsewhere: Mapping[str, str],
    ) -> list[Finding]:
        """Return the findings on the events that count and on the linked logs, by origin.

        `elsewhere` names, for an origin, another log at hand that links it as well.
        """

    def page_findings(
        self, state: State, log: bytes, logs: Mapping[str, Sequence[bytes]], page: str
    ) -> Iterable[Finding]:
        """Return the findings on a page made from this log and from those by origin."""


Event = tuple[str, Fields]
"""Type and data."""


class Sitting(NamedTuple):
    """A table of the present round: who plays there, in seat order, by id with the name.

    `origin` is that of the log which is linked to it, `ended` says whether it has its result, which
    `result` has in words: places, names and scores. `final` says that it is the last one of all.
    """

    round: int
    table: int
    players: Mapping[str, str]
    origin: str | None
    ended: bool
    result: str = ""
    final: bool = False

    @property
    def place(self) -> str:
        """`2.3`: the third table of the second round."""
        return f"{self.round}.{self.table}"


class Way(NamedTuple):
    """One way to take a step: what follows from it, a sentence each, and what is to be written.

    `data` says for programs what follows, where there is more to it than the events.
    """

    says: tuple[str, ...]
    events: tuple[Event, ...]
    data: Any = None


class TableLog(NamedTuple):
    """The log of a table: its name, what was read of it, and who sits on which seat."""

    name: str
    log: LinkedLog
    players: Mapping[str, str]


class Unclear(Exception):
    """A request that is ambiguous or impossible; `say` explains why."""

    def say(self, language: Language) -> str:
        """Return a sentence for who asked."""
        return str(self)


class Gathering(Protocol):
    """A game of rounds and tables, as its organizer's desk needs it."""

    @property
    def papers(self) -> tuple[str, ...]:
        """Return what can be printed of the present round."""

    def settings(self) -> Sequence[Setting]:
        """Return the settings of an opening."""

    def opening(self, title: str | None, chosen: Mapping[str, Value]) -> Fields:
        """Return the data of record 1, unjudged."""

    def plays(self, state: State) -> str | None:
        """Return the game at the tables; None: any."""

    def minutes(self, state: State) -> int | None:
        """Return the length of a round in minutes; None if none was agreed."""

    def sittings(self, state: State) -> Sequence[Sitting]:
        """Return the tables of the present round at which two or more play."""

    def newcomer(self, state: State, name: str, club: str | None) -> tuple[str, Event] | None:
        """Return the id that somebody new gets, and the entry; None while nobody may come in."""

    def same_name(self, state: State, name: str) -> Sequence[str]:
        """Return those who have entered with this name already, under their labels."""

    def leaves(self, state: State, player: str) -> Event | None:
        """Return the event of a player who leaves; None if that is not possible."""

    def returns(self, state: State, player: str) -> Event | None:
        """Return the event of a player who comes back; None if that is not possible."""

    def taken(self, state: State, sitting: Sitting, of: TableLog) -> Sequence[Event]:
        """Return the link to the log of a table, if it is new, and its result, if there is one."""

    def reported(
        self,
        state: State,
        sitting: Sitting,
        rows: Sequence[Fields],
        language: Language,
    ) -> Way:
        """Return the result as its players report it: `player`, and `score`, `place` or null.

        `data` has the same rows with every place, in seat order. Raises `Unclear`.
        """

    def steps(self, state: State) -> Sequence[Choice]:
        """Return the desk's next steps: the type names the step, the open fields its questions."""

    def ways(self, state: State, step: str, fields: Fields, language: Language) -> Sequence[Way]:
        """Return the ways to take a step with these answers to its fields. Raise `Unclear`."""

    def paper(
        self,
        state: State,
        kind: str,
        language: Language,
        address: str | None,
        picture: Callable[[str], str],
    ) -> str | None:
        """Return one of `papers` as a page to be printed, None before there is a round.

        `picture` draws the QR code of a text; `address` is where the tables are found by their
        `place`.
        """
