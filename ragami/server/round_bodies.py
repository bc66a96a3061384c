"""Bodies of requests and answers about a gathering, a game of rounds and tables, as `bodies`.

Without `from __future__ import annotations`: msgspec looks at the annotations of its structs.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from ragami.decoded import Data
from ragami.server.bodies import Body, CallEntry, EventDraft, Short


class Agreement(Struct, forbid_unknown_fields=True):
    """The agreement of a gathering: who admits players by phone, and how results are taken.

    `entries`: `anybody` who has the code comes in at once, or the `referee` says yes. `results`: a
    log that has ended is linked, and its result, or what two of a table say, recorded at once, or
    the `referee` says so.
    """

    entries: Literal["anybody", "referee"] = "referee"
    results: Literal["log", "referee"] = "log"


class Clock(Struct):
    """The clock of a round: the seconds left (less than 0: over), null where it was never set."""

    left_s: int | None
    running: bool


class SetClock(Body):
    """Start it (with `minutes`, or those that were agreed), stop it, or add `minutes` to it."""

    do: Literal["start", "stop", "add"]
    minutes: Annotated[int, Meta(ge=-600, le=1440)] | None = None


class Entry(Body):
    """A request to enter: a name is enough."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    club: Annotated[str, Meta(min_length=1, max_length=40)] | None = None


class EntrantReply(Struct):
    """The identity of a player: the id in the log, the number in the order of entry.

    Both are null while the referee has not said yes (`waiting`), or nobody has entered here.
    `open`: true while one may come in.
    """

    seat: str | None
    number: int | None
    name: str | None
    waiting: bool
    open: bool


class Admission(Body):
    """Let somebody in who asks, or do not."""

    id: Short
    answer: Literal["yes", "no"]


class Presence(Body):
    """Go home, or come back."""

    here: bool


class PlayerResult(Struct, forbid_unknown_fields=True):
    """The result of a player at a table; without a place the higher score is the better."""

    player: Short
    score: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None = None
    place: Annotated[int, Meta(ge=1, le=100)] | None = None


Agreed = Literal["nobody", "one", "agreed", "differ"]


class ResultReport(Body):
    """The results of a table of the round, by one who sits there: all players, in seat order."""

    place: Annotated[str, Meta(pattern=r"^[0-9]{1,3}\.[0-9]{1,4}$")]
    results: Annotated[list[PlayerResult], Meta(min_length=1, max_length=100)]


class Reported(Struct):
    """The result that a player reports of a table: as it would be written, and in words."""

    seat: str
    name: str
    results: list[PlayerResult]
    says: str


class ReportsOf(Struct):
    """The results that a table reports: `agreed` where two devices say the same."""

    place: str
    agrees: Agreed
    reports: list[Reported]


class PlayerCall(Struct):
    """A call of a player of the gathering, with the table where they sit."""

    name: str
    place: str | None
    text: str | None
    at: str


class OpenTables(Body):
    """Open the tables of the round: the names and the seats as the round has them.

    `game` where the gathering says none; `options` are what every table agrees on.
    """

    game: Short | None = None
    options: dict[str, bool | int | str] = field(default_factory=dict)
    private: bool = False


class RoundSitting(Struct):
    """A table of the round, as people call it. `table` is its game here, null where there is none.

    `state`: `waiting` (no game yet), `playing`, `broken` (its log is not legal), `ended` (with a
    result that is not recorded yet), `done` (`result` has it in words). `says` is what is wrong
    with it; `code` only for the referee; `reports` for the referee and for those who sit there.
    """

    place: str
    called: str
    players: dict[str, str]
    table: str | None
    state: Literal["waiting", "playing", "broken", "ended", "done"]
    seq: int
    idle_s: int | None
    says: list[str]
    linked: bool
    code: str | None = None
    result: str = ""
    calls: list[CallEntry] = []
    agrees: Agreed = "nobody"
    reports: list[Reported] = []


class AskedEntry(Struct):
    """A request to come in; `there` are those of that name who have entered already."""

    id: str
    name: str
    club: str | None
    there: list[str] = []


class Round(Struct):
    """The present round: its tables, its clock; who asks and who calls only for the referee."""

    seq: int
    clock: Clock
    minutes: int | None
    plays: str | None
    tables: list[RoundSitting]
    agreed: Agreement
    asking: list[AskedEntry]
    calls: list[PlayerCall] = []


class RoundTable(Body):
    """A table of the round, as `2.3`; its result is that of its log, or what `reported` says."""

    place: Annotated[str, Meta(pattern=r"^[0-9]{1,3}\.[0-9]{1,4}$")]
    reported: Short | None = None


class DeskStep(Body):
    """A step of the desk with what was answered to its open fields, and its fixed ones."""

    step: Short
    said: Data = field(default_factory=dict)


class StepWay(Struct):
    """A way to take a step: its consequences in words, and the events to send, all together."""

    says: list[str]
    events: list[EventDraft]


class Ways(Struct):
    """The ways to take a step."""

    seq: int
    ways: list[StepWay]


class OpenedTables(Struct):
    """The tables that were opened."""

    tables: list[str]


class Taken(Struct):
    """The table of the round whose result was taken."""

    taken: str
