"""Bodies of requests and answers, as JSON: the structs that OpenAPI is made of.

Without `from __future__ import annotations`: msgspec looks at the annotations of its structs.
"""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.game.choices.questions import OpenForm
from ragami.game.labels import Label
from ragami.log.record import Offence

Sent = TypeVar("Sent", bound=Struct)

Short = Annotated[str, Meta(max_length=80)]
Text = Annotated[str, Meta(max_length=1000)]
Seq = Annotated[int, Meta(ge=1, le=2**53)]
Role = Literal["public", "seat", "keeper", "referee"]
Enters = Literal["anybody", "own", "keeper"]
Watches = Literal["anybody", "code"]
Undoes = Literal["own", "anybody", "referee"]


def read_as(kind: type[Sent], text: bytes) -> Sent:
    """Read what was sent, strictly: nothing twice, no fractions, nothing that is not known.

    Raises `RagamiError` `wrong-request` with what is wrong and where.
    """
    from ragami.log.strict import Malformed, explain, strict_json  # noqa: PLC0415 (law 10)

    try:
        strict_json(text)
        return msgspec.json.decode(text, type=kind)
    except Malformed as wrong:
        facts = wrong.facts
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        facts = explain(wrong).facts
    if "where" in facts:
        facts["where"] = f"$.body{facts['where'][1:]}"
    raise RagamiError("wrong-request", **facts)


class Body(Struct, forbid_unknown_fields=True):
    """Base of the bodies that are sent: unknown fields are refused."""


# --- coming in -----------------------------------------------------------------------------


class Join(Body):
    """`code` is the table's, or the hall key (then one becomes its referee).

    A `seat` that is taken is asked for: the 409 has the `claim`; the same request with it is 201
    once somebody at the table has said yes. With a Bearer of the table the seat is added to it.
    """

    code: Short
    name: Short | None = None
    seat: Short | None = None
    role: Literal["public", "seat", "keeper"] = "public"
    claim: Short | None = None


class Joined(Struct):
    """The identity of a new member. `token` is shown once: send it as `Authorization: Bearer`."""

    token: str
    table: str | None
    device: str
    role: Role
    seats: list[str]
    name: str | None


class ClaimAnswer(Body):
    """The answer to send to a claim."""

    answer: Literal["yes", "no"]


class Answered(Struct):
    """The answer to a claim."""

    id: str
    answer: Literal["yes", "no"]


class NewToken(Body):
    """A token for a program: for one table, or for all where `table` is null."""

    name: Short
    role: Role
    table: str | None = None
    seats: list[str] = []


class Device(Struct):
    """A device that has a token of the table."""

    device: str
    name: str | None
    role: Role
    seats: list[str]
    online: bool


# --- tables --------------------------------------------------------------------------------


class Policy(Struct, forbid_unknown_fields=True):
    """The policy of a table: who may enter what, watch without a code, and take back."""

    enters: Enters = "anybody"
    watches: Watches = "anybody"
    undoes: Undoes = "own"


class SeatedPlayer(Body):
    """A seat and who sits there."""

    seat: Short
    name: Short


class NewTable(Body):
    """A table, and record 1 of its game. `options` are what the table agreed on.

    A table without a name gets one after its title.
    """

    game: Short
    players: list[SeatedPlayer]
    title: Short | None = None
    options: dict[str, bool | int | str] = {}
    private: bool = False
    table: Short | None = None


class Devices(Struct):
    """The devices that have a token of the table."""

    devices: list[Device]


class TableEntry(Struct):
    """A table as everybody may know it. `taken` are the seats that a device holds.

    `house` are those that the house plays; null where it cannot.
    """

    table: str
    game: str
    title: str | None
    seats: dict[str, str]
    taken: list[str]
    seq: int
    over: bool
    locked: bool
    policy: Policy
    code: str | None
    app: bool
    gathers: bool = False
    house: list[str] | None = None


class Tables(Struct):
    """The tables of this server."""

    tables: list[TableEntry]


class Lock(Body):
    """The lock of a table: true shuts joining."""

    locked: bool


class HouseSeats(Body):
    """The seats that the house plays from now on, of those that no device holds."""

    seats: list[str]


# --- what is shown -------------------------------------------------------------------------


class GuideReply(Struct):
    """The next step, in words; `seat` has to do it, null where several or nobody have to."""

    step: str
    due: str
    hints: list[str]
    seat: str | None


class Whole(Struct):
    """Everything that a screen shows at record `seq`.

    `spots` has by the id of an element its label and its markup; `shapes` by id what `<use>` refers
    to; `board` (SVG or HTML) and `beside` are what the spots lie in. `story`: for each record
    `["add", seq, markup of the <li>, heading of its round]`. `over` is the result in words. `own`
    are the spots that show this seat more than everybody, `covered` the records that tell it more:
    a phone covers them until asked.
    """

    seq: int
    audience: str
    lang: str
    log: str
    title: str
    players: dict[str, str]
    board: str
    beside: str
    shapes: dict[str, str]
    spots: dict[str, tuple[str, str]]
    own: list[str]
    guide: GuideReply
    scores: dict[str, int]
    due: list[str]
    round: int
    stopped: str | None
    over: str | None
    story: list[list[Any]]
    covered: list[int]


class Watched(Body, rename={"as_": "as"}):
    """A screen to be watched: of a table, or of the desk where `table` is null.

    `last` is the record up to which one has everything; `token` that of a device, where it has one.
    """

    table: Short | None = None
    as_: Short | None = None
    lang: Literal["en", "es"] | None = None
    last: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    token: Short | None = None


class Watch(Body):
    """The screens to be watched on one connection."""

    screens: Annotated[list[Watched], Meta(min_length=1, max_length=64)]


class MomentChange(Struct, rename={"from_": "from"}):
    """The changes from record `from` to record `seq`.

    Of `story`, `add` puts an entry at its record or replaces it, `strike` replaces it and says that
    it counts no more. `shapes` are new ones.
    """

    from_: int
    seq: int
    spots: dict[str, tuple[str, str]]
    own: list[str]
    shapes: dict[str, str]
    guide: GuideReply
    scores: dict[str, int]
    due: list[str]
    round: int
    stopped: str | None
    over: str | None
    story: list[list[Any]]
    covered: list[int]


class ChoicesReply(Struct):
    """The legal choices after record `seq`, from what the audience knows.

    `forms` are they as questions, with labels in both languages; `pictures` is the address of the
    sheet of symbols that they name, null where the game has none. `choices` are the same as data
    (it goes in the next release), and `words` says every code that stands in it. Asked for a
    `line`, they are `ways`: how it may go on. `app` is there while the app is asked to go on
    (`POST …/app`): to `seal` its seed, or to do whatever is `next`, as `app_does` says.
    """

    seq: int
    audience: str
    choices: list[Any]
    words: dict[str, str]
    ways: list[str] = []
    forms: list[OpenForm] = []
    pictures: str | None = None
    app: Literal["seal", "next"] | None = None
    app_does: Label | None = None


# --- what is written -----------------------------------------------------------------------


class EventDraft(Struct, forbid_unknown_fields=True):
    """An event. `seq`, where it is said, has to be its place; when and by whom the server says."""

    type: str
    data: Data
    v: int | UnsetType = UNSET
    seq: int | UnsetType = UNSET


class SheetLine(Body):
    """A line of the score sheet."""

    line: Text


class FindingEntry(Struct):
    """A finding on a record, in one language: the rule and what was compared.

    `severity` is error, warning or notice; `sources` are where the rule stands.
    """

    code: str
    severity: str
    rule: str | None
    ruling: str | None
    seq: int | None
    line: int | None
    facts: Data
    sources: list[str]
    text: str


class Receipt(Struct):
    """Records `first` to `last` are on the disk; `repeated`: they were there before."""

    first: int
    last: int
    repeated: bool
    findings: list[FindingEntry]


class Checked(Struct):
    """All verdicts on what would be written; `warning`: what could not be taken back."""

    ok: bool
    seq: int
    findings: list[FindingEntry]
    warning: str | None
    says: list[str]


class Undo(Body):
    """Strike out the last `steps` events, or all after record `to`."""

    to: Seq | None = None
    steps: Annotated[int, Meta(ge=1, le=1000)] = 1
    reason: Text | None = None


class Redo(Body):
    """Take back the last undo."""


class Correction(Body):
    """Record `seq` reads as `event` from now on (a draft or a line); null strikes it out."""

    seq: Seq
    event: Raw | UnsetType = UNSET
    reason: Text | None = None
    authority: Short | None = None


class RulingBody(Body):
    """The next event may break `rule`."""

    rule: Short
    reason: Text | None = None
    authority: Short | None = None


class Penalty(Body):
    """A penalty: its cost by the catalogue, or `level` and the amount."""

    player: Short
    offence: Offence
    level: Literal["warning", "time", "points"] | None = None
    points: Annotated[int, Meta(ge=0, le=1000)] | None = None
    minutes: Annotated[int, Meta(ge=1, le=1000)] | None = None
    rule: Short | None = None
    reason: Text | None = None
    authority: Short | None = None


class WhatIf(Body):
    """The record to consider: its kind, and the body with which it would be sent."""

    kind: Literal["events", "undo", "redo", "corrections", "rulings", "penalties"]
    body: Raw


class Consequences(Struct):
    """The effect of a record: in figures, and in sentences."""

    blast: Data
    text: list[str]


class Scan(Body):
    """A mark, typed or scanned. `mine`: from now on it is that of one's own thing."""

    mark: Short
    mine: bool = False


class Scanned(Struct):
    """The owner of a mark now, in words and as the seat; `seat` is null while it goes nowhere."""

    mark: str
    seat: str | None
    says: str


class AppWord(Body):
    """The word by which a player adds to the seed of the app."""

    player: Short
    word: Short


class AppAsked(Body):
    """The word of the player who runs the server, which the app needs before it seals.

    A seat gives its own; the keeper of the score and the referee anybody's, or null where nobody
    who plays runs the server. Later it is left out.
    """

    keeper: AppWord | UnsetType | None = UNSET


class AppTurn(Struct):
    """The number of records that the app has written."""

    written: int


class Call(Body):
    """Ask for the referee."""

    text: Annotated[str, Meta(max_length=200)] = ""


# --- the hall ------------------------------------------------------------------------------


class CallEntry(Struct):
    """A call for the referee that is open."""

    seat: str | None
    text: str | None
    at: str


class HallEntry(Struct):
    """A table as the desk sees it. `trouble` sorts: the larger, the sooner to be looked at."""

    table: str
    game: str
    seq: int
    step: str
    due: list[str]
    over: bool
    findings: list[str]
    idle_s: int | None
    devices: int
    calls: list[CallEntry]
    trouble: int
    gathers: bool = False


class Hall(Struct):
    """All tables, those in trouble first."""

    tables: list[HallEntry]


# --- what it is worth ----------------------------------------------------------------------


class ProblemDetails(Struct):
    """RFC 9457. `title` and `detail` are in the language of `Accept-Language`."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    exit_code: int
    rule: str | None
    facts: Data
    remedy: str
    finding: FindingEntry | None = None
    expected: int | None = None
    found: int | None = None
    claim: str | None = None
