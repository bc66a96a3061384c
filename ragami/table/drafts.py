"""From what somebody gives to a draft: one event as JSON, not yet judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ragami.errors import RagamiError
from ragami.findings import LOG_RULE, Breach, found
from ragami.judge.replay import Replay
from ragami.judge.undoing import counting
from ragami.log.record import PROGRAMS_ONLY
from ragami.log.strict import Malformed, explain, strict_json
from ragami.table.recording import Draft, Recording, Refused

if TYPE_CHECKING:
    from ragami.log.record import Codec


class Stamp(NamedTuple):
    """When something happened, and who records it."""

    at: str
    by: str | None


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """An event as somebody gives it: its type and data, and what else a record has if known."""

    type: str
    data: Raw
    seq: int | UnsetType = UNSET
    v: int | UnsetType = UNSET
    at: str | UnsetType | None = UNSET
    by: str | UnsetType | None = UNSET


class Place(NamedTuple):
    """Where what is given would stand: as which record, and from which line of the input."""

    seq: int
    line: int | None = None

    def refuse(self, wrong: Malformed) -> NoReturn:
        """Say what is wrong with the form of what was given."""
        at = (self.seq, self.seq) if self.line is None else (None, self.line)
        raise Refused(found("malformed-record", Breach(LOG_RULE, None, wrong.facts), *at))


def read_given(text: bytes, place: Place) -> Given:
    """An event from JSON: `{"type", "data"}`, or a whole record. Raises `Refused`."""
    try:
        strict_json(text)
        return msgspec.json.decode(text, type=Given)
    except Malformed as wrong:
        place.refuse(wrong)
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        place.refuse(explain(wrong))


def drafted(given: Given, codec: Codec, stamp: Stamp, place: Place) -> Draft:
    """The draft of an event; the stamp counts where it does not say itself when and by whom.

    Data of an older version is brought up to the current one. Raises `Refused`.
    """
    if given.type in PROGRAMS_ONLY:
        place.refuse(Malformed("programs-only", found=given.type))
    data = bytes(given.data)
    entry = codec.types.get(given.type)
    if entry and given.v is not UNSET and given.v != entry.version:
        data = msgspec.json.encode(check_form(given.type, given.v, given.data, codec, place))
    return Draft(
        given.type,
        data,
        stamp.at if given.at is UNSET else given.at,
        stamp.by if given.by is UNSET else given.by,
    )


def check_form(type_: str, version: int, data: Raw, codec: Codec, place: Place) -> Any:
    """The event that some data is. Raises `Refused` where it is none."""
    known = codec.types.get(type_)
    if known is None:
        place.refuse(Malformed("unknown-type", found=type_))
    if not 1 <= version <= known.version:
        place.refuse(Malformed("unknown-type", found=f"{type_}, v {version}"))
    event = codec.read_event(type_, version, data)
    if isinstance(event, Breach):
        place.refuse(Malformed(**event.facts))
    return event


def draft_of(type_: str, data: Any, stamp: Stamp) -> Draft:
    """The draft of a record that a command makes itself."""
    return Draft(type_, msgspec.json.encode(data), stamp.at, stamp.by)


def steps_back(recording: Recording, steps: int) -> int:
    """The record before the last `steps` events that count.

    Raises `RagamiError` `nothing-to-undo`.
    """
    events = counting(recording.replay)
    if steps > len(events):
        facts = {"game": recording.name, "found": len(events), "wanted": steps}
        raise RagamiError("nothing-to-undo", **facts)
    return events[-steps] - 1


def before_event(recording: Recording, seq: int) -> Replay:
    """The game as it stood before an event, as it reads now."""
    now, codec = recording.replay, recording.codec
    log = b"".join(line + b"\n" for line in recording.lines[: seq - 1])
    before = Replay(now.game, codec)
    if log:
        before.take_all(codec.read_log(log))
    reads = now.afresh()
    for earlier, data in now.as_it_reads():
        if earlier >= seq or not reads.play(earlier, data):
            break
    before.state, before.error = reads.state, reads.error
    return before
