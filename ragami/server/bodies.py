"""Bodies of requests and answers, as JSON: the structs that OpenAPI is made of.

Without `from __future__ import annotations`: msgspec looks at the annotations of its structs.
"""

from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ragami.decoded import Data
from ragami.errors import RagamiError

Sent = TypeVar("Sent", bound=Struct)

Short = Annotated[str, Meta(max_length=80)]
Text = Annotated[str, Meta(max_length=1000)]
Seq = Annotated[int, Meta(ge=1, le=2**53)]
Role = Literal["public", "seat", "keeper", "referee"]
LONGEST_TITLE: Final = 120
PUBLIC: Final = "public"
KEEPER: Final = "keeper"
REFEREE: Final = "referee"
"""Who sees everything, and who sees what is public, are called as the viewers of a game are; they
stand here, too, so that a server is there before any game is imported (law 10)."""
Enters = Literal["anybody", "own", "keeper"]
Watches = Literal["anybody", "code"]
Undoes = Literal["own", "anybody", "referee"]


def read_as(kind: type[Sent], text: bytes) -> Sent:
    """Read what was sent, strictly: nothing twice, no fractions, nothing that is not known.

    Raises `RagamiError` `wrong-request` with what is wrong and where.
    """
    from ragami.log.strict import Malformed, strict_json  # noqa: PLC0415 (law 10)

    try:
        strict_json(text)
        return msgspec.json.decode(text, type=kind)
    except Malformed as wrong:
        raise RagamiError("wrong-request", **wrong.facts) from wrong
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise not_understood(text, wrong) from wrong


def not_understood(text: bytes, wrong: Exception) -> RagamiError:
    """Return what is wrong with a body, and where, as `RagamiError` `wrong-request`."""
    from ragami.log.strict import Malformed, explain, strict_value  # noqa: PLC0415 (law 10)

    try:
        strict_value(text)
    except Malformed as malformed:
        return RagamiError("wrong-request", **malformed.facts)
    return RagamiError("wrong-request", **explain(wrong, "$.body").facts)


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


class EventDraft(Struct, forbid_unknown_fields=True):
    """An event. `seq`, where it is said, has to be its place; when and by whom the server says."""

    type: str
    data: Data
    v: int | UnsetType = UNSET
    seq: int | UnsetType = UNSET


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


# --- the service, its games, and what their logs are worth -------------------------------------


class SpokenAnswer(Struct):
    """The sentences that answer a question; none where it is no question or nothing is known."""

    says: list[str]


class Witness(Struct, frozen=True, order=True):
    """A witness of a head, by the key that has signed it.

    A `known` one is of a device at the table: `name` has its seats, with `+` between them, or
    `keeper` or `referee`. Else `name` is what the key calls itself.
    """

    name: str
    known: bool
    size: int
    key: str


class Seen(Witness, frozen=True):
    """The newest head that a key has signed, and when (seconds since 1970)."""

    time: int


class Head(Struct):
    """The tree over the records as everybody may have them; `note` is the newest seal in it."""

    origin: str
    size: int
    root: str
    note: str | None
    text: str
    witnesses: list[Seen]


class ConsistencyReply(Struct):
    """The proof of RFC 9162 that the tree of `old` records grew into that of `size`."""

    old: int
    size: int
    root: str
    path: list[str]


class Cosignature(Body):
    """A cosignature (C2SP, kind 4) of a device on the checkpoint of `size` records.

    `key` are the 32 bytes of the public key, `signature` the 64 bytes over
    `cosignature/v1\\ntime TIME\\n` and the text of the head, both in base 64. The `name` counts
    only for who has no place at the table: of the others the server knows who they are.
    """

    size: Seq
    root: Short
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    key: Short
    time: Annotated[int, Meta(ge=0, le=2**53)]
    signature: Annotated[str, Meta(max_length=100)]


class Health(Struct):
    """`live`: the process answers; `ready`: the database does."""

    live: bool
    ready: bool
    version: str


class SettingEntry(Struct):
    """A setting: one of `values`, or without them a written text.

    `label` and `labels` say it and its values in words, in the language that was asked for.
    `usual` counts where nothing is said, null where something has to be said. `free`: another
    number or text than those may be written.
    """

    name: str
    values: list[bool | int | str]
    usual: bool | int | str | None
    meaning: list[str]
    label: str
    labels: list[str]
    free: Literal["number", "text"] | None = None


class GameDescription(Struct):
    """A game, what it is like, and what is said to open it.

    One that `gathers` opens without players. `hidden`: players do not see everything; `chance`:
    dice or cards decide something; `simultaneous`: several decide at once. `named`: seats are
    called by who sits there; `keeps`: the points of any game are kept, and its setting `plays`
    says of which.
    """

    name: str
    title: str
    seats: dict[str, str]
    least: int
    most: int
    hidden: bool
    chance: bool
    simultaneous: bool
    settings: list[SettingEntry]
    gathers: bool
    named: bool = False
    keeps: bool = False


class Games(Struct):
    """The games that can be opened here: seats, the least of them, and what is agreed on."""

    games: list[GameDescription]


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
