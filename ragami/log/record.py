"""One record: its envelope, the events that the log of any game may have, what cannot be read."""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from ragami.findings import Breach
from ragami.log.unredacted import JOINED

LIMIT: Final = 2**53
Seq = Annotated[int, Meta(ge=1, le=LIMIT)]
Timestamp = Annotated[datetime, Meta(tz=True)]
Hash = Annotated[str, Meta(pattern="^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$")]
"""The 32 bytes of a hash in base 64, the one way to write them."""

Offence = Literal["late", "slow-play", "procedure", "hidden-information", "outside-help", "conduct"]
PenaltyLevel = Literal["warning", "time", "points"]


class Record(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A record whose type and version are known; `data` is the event in its current version."""

    seq: Seq
    v: Seq
    at: Timestamp | None
    by: str | None
    data: Any
    type: ClassVar[str] = ""


class Envelope(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A record as it stands, its data not looked into."""

    seq: Seq
    type: str
    v: Seq
    at: Timestamp | None
    by: str | None
    data: Raw


class WrittenRecord(Struct):
    """A record as it is written, of whichever form: its time is a text, its data any JSON."""

    seq: int
    type: str
    v: int
    at: str | None
    by: str | None
    data: Raw


class Unknown(Struct, frozen=True):
    """A record of a type or version that this program does not know: kept, and counts nothing."""

    seq: int
    type: str
    v: int
    at: datetime | None
    by: str | None
    line: bytes
    unfit: str | None = None  # where a type beyond the contract is not as we have it


class Bad(Struct, frozen=True):
    """Bytes that are no record of the contract. `type` is set where a correction may mend it."""

    seq: int | None
    breach: Breach
    type: str | None = None


Read = Record | Unknown | Bad


# --- the records of any game ---------------------------------------------------------------


class LogEvent(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The data of a record that any game may have."""


class Undone(LogEvent, frozen=True, gc=False):
    """Every game event after record `to` is struck out: it stays, and counts for nothing."""

    to: Seq
    reason: str | None


class Redone(LogEvent, frozen=True, gc=False):
    """The latest undo is taken back."""


class Corrected(LogEvent, frozen=True, gc=False):
    """The event at `seq` reads so from now on; with null for all three it is struck out."""

    seq: Seq
    type: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_]+$(?!\n)")] | None
    v: Seq | None
    data: Raw
    reason: str | None
    authority: str | None


class Ruled(LogEvent, frozen=True, gc=False):
    """The next game event may break this rule, and stands."""

    rule: str
    reason: str | None
    authority: str | None


class Noted(LogEvent, frozen=True, gc=False):
    """A remark."""

    text: str


class DiceNamed(LogEvent, frozen=True, gc=False):
    """From now on the dice of a kind are these ones, in the order in which rolls are written."""

    kind: str
    names: tuple[str, ...]


class Penalized(LogEvent, frozen=True, gc=False):
    """A referee penalizes a player. An overlay over the play: the play and its result stay.

    Of the `points` and the `minutes` (of time to think) those count that the level is for.
    """

    player: str
    offence: Offence
    level: PenaltyLevel
    points: Annotated[int, Meta(ge=0, le=LIMIT)]
    minutes: Seq | None
    rule: str | None
    reason: str | None
    authority: str | None


class Sealed(LogEvent, frozen=True, gc=False):
    """A checkpoint of the first `size` records; without a note nobody has signed it."""

    size: Seq
    root: str
    note: str | None


class Withheld(LogEvent, frozen=True, gc=False):
    """A record from which words were taken out on request: how it reads now.

    `leaf` is the hash, in base 64, that stands in the proof for the record as it was.
    """

    leaf: Hash
    type: str
    v: Seq
    data: Raw


class Commitment(LogEvent, frozen=True, gc=False):
    """A commitment to a value left out of record `seq` at `place`: its salted hash, in base 64."""

    seq: Seq
    place: str
    digest: str


class Committed(LogEvent, frozen=True, gc=False):
    """Values that records leave out are bound to what they are: none can be changed later.

    In record 2, `leaves` says that the hash of a record binds its head (`ragami.proof.withheld`).
    """

    values: tuple[Commitment, ...]
    leaves: Literal[2] | UnsetType = UNSET


class Opened(LogEvent, frozen=True, gc=False):
    """A value that was left out is told, with the salt that proves it to be the committed one."""

    seq: Seq
    place: str
    salt: str
    value: Raw


LOG_EVENTS: Final[dict[str, type[Struct]]] = {
    "undone": Undone,
    "redone": Redone,
    "corrected": Corrected,
    "ruled": Ruled,
    "noted": Noted,
    "dice_named": DiceNamed,
    "penalized": Penalized,
    "sealed": Sealed,
    "withheld": Withheld,
    "committed": Committed,
    "opened": Opened,
}

OPENING: Final = "game_opened"
"""The type of record 1, of every game."""

WITHHELD: Final = "withheld"

PROGRAMS_ONLY: Final = frozenset({WITHHELD, "committed", "opened", JOINED})
"""What a program writes when it takes something out or leaves it out; nobody else may."""

# They are not in the contract: what has such a name and another shape is a record of somebody
# else's, kept as any other that is not known.
BEYOND_THE_CONTRACT: Final = frozenset({"dice_named", "penalized", WITHHELD, "committed", "opened"})


class Draft(Struct, frozen=True):
    """A draft of a record: its type, and its data as JSON, not yet judged.

    `stood` says that the log has it already: it is written once more, be it legal or not.
    """

    type: str
    data: bytes
    at: str | None = None
    by: str | None = None
    stood: bool = False
