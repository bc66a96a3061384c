"""From what somebody gives to a draft: one event as JSON, not yet judged."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ragami.decoded import Fields, type_name
from ragami.errors import RagamiError, expect_one_of
from ragami.findings import LOG_RULE, Breach, finding_of
from ragami.game.capabilities import REVEALS, Setup
from ragami.judge.replay import Replay
from ragami.judge.undoing import before_record, counting
from ragami.log.codec import Codec
from ragami.log.record import PROGRAMS_ONLY, Corrected
from ragami.log.strict import Malformed, explain, strict_json
from ragami.table.recording import Draft, Recording, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ragami.game.opening import Setting, Value


class Stamp(NamedTuple):
    """The time of an event, and its recorder."""

    at: str
    by: str | None

    def drafts(self, events: Iterable[tuple[str, object]]) -> list[Draft]:
        """Return events, each its type and data, as drafts of records."""
        return [draft_of(type_, data, self) for type_, data in events]


def now() -> str:
    """Return the time as records have it."""
    return in_utc(datetime.now(UTC))


def in_utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


class GivenEvent(msgspec.Struct, forbid_unknown_fields=True):
    """An event as somebody gives it: its type and data, and what else a record has if known."""

    type: str
    data: Raw
    seq: int | UnsetType = UNSET
    v: int | UnsetType = UNSET
    at: str | UnsetType | None = UNSET
    by: str | UnsetType | None = UNSET


class InputPlace(NamedTuple):
    """The place of a given event: the record's number, and the line of the input."""

    seq: int
    line: int | None = None

    def refuse(self, malformed: Malformed) -> NoReturn:
        """Say what is wrong with the form of what was given."""
        at = (self.seq, self.seq) if self.line is None else (None, self.line)
        raise Refused(finding_of("malformed-record", Breach(LOG_RULE, None, malformed.facts), *at))


def read_given(text: bytes, place: InputPlace) -> GivenEvent:
    """Return an event from JSON: `{"type", "data"}`, or a whole record. Raises `Refused`."""
    try:
        strict_json(text)
        return msgspec.json.decode(text, type=GivenEvent)
    except Malformed as wrong:
        place.refuse(wrong)
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        place.refuse(explain(wrong))


def drafted(event: GivenEvent, codec: Codec, stamp: Stamp, place: InputPlace) -> Draft:
    """Return the draft of an event; the stamp counts where it does not say itself when and by whom.

    Data of an older version is brought up to the current one. Raises `Refused`.
    """
    if event.type in PROGRAMS_ONLY:
        place.refuse(Malformed("programs-only", found=event.type))
    data = bytes(event.data)
    entry = codec.types.get(event.type)
    if entry and event.v is not UNSET and event.v != entry.version:
        data = msgspec.json.encode(check_form(event.type, event.v, event.data, codec, place))
    return Draft(
        event.type,
        data,
        stamp.at if event.at is UNSET else event.at,
        stamp.by if event.by is UNSET else event.by,
    )


def check_form(type_: str, version: int, data: Raw, codec: Codec, place: InputPlace) -> object:
    """Return the event that some data is. Raises `Refused` where it is none."""
    versioned = codec.types.get(type_)
    if versioned is None:
        place.refuse(Malformed("unknown-type", found=type_))
    if not 1 <= version <= versioned.version:
        place.refuse(Malformed("unknown-type", found=f"{type_}, v {version}"))
    event = codec.read_event(type_, version, data)
    if isinstance(event, Breach):
        place.refuse(Malformed(**event.facts))
    return event


def draft_of(type_: str, data: object, stamp: Stamp) -> Draft:
    return Draft(type_, msgspec.json.encode(data), stamp.at, stamp.by)


def with_the_only_values(
    setup: Setup, seats: Sequence[str], chosen: Mapping[str, Value]
) -> tuple[dict[str, Value], list[Setting]]:
    """Return the choices, settings with a single value included, and the settings left."""
    unsettled = setup.still_to_say(seats, chosen)
    only = {setting.name: setting.values[0] for setting in unsettled if len(setting.values) == 1}
    return {**chosen, **only}, [setting for setting in unsettled if len(setting.values) != 1]


def expect_options(setup: Setup, chosen: Fields, data: Fields) -> None:
    """Raise `RagamiError` `no-such-name` for a choice that is no setting and not in record 1."""
    names = [setting.name for setting in setup.settings()]
    used = {*names, *data, *(data.get("options") or {})}
    for name in chosen:
        if name not in used:
            expect_one_of("options", name, names)


def steps_back(recording: Recording, steps: int) -> int:
    """Return the record before the last `steps` events that count.

    Raises `RagamiError` `nothing-to-undo`.
    """
    events = counting(recording.replay)
    if not 0 < steps <= len(events):
        facts = {"game": recording.name, "found": len(events), "wanted": steps}
        raise RagamiError("nothing-to-undo", **facts)
    return events[-steps] - 1


def revealing(
    recording: Recording,
    value: object,
    *,
    player: str | None = None,
    seq: int | None = None,
    place: str | None = None,
) -> dict[str, object]:
    """Return the data of the record that reveals `value`, which record `seq` had left open.

    Without `seq` it is the oldest that is hidden in the hand of `player`. A game in which what is
    told fills its place wants the `place` in the record. Raises `RagamiError` `nothing-hidden` and
    `reveal-of-what`, and `MissingCapability` where nothing is hidden.
    """
    replay = recording.replay
    reveals = replay.game.need(REVEALS)
    if reveals.fills:
        if seq is None or place is None:
            raise RagamiError("reveal-of-what", missing="seq" if seq is None else "place")
        return {"player": player, "seq": seq, "place": place, "value": value}
    if player is None:
        raise RagamiError("reveal-of-what", missing="player")
    if seq is None:
        hidden = reveals.hidden(replay.state, player)
        if not hidden:
            raise RagamiError("nothing-hidden", game=recording.name, player=player)
        seq = hidden[0]
    fields = {"player": player, "seq": seq}
    [value_field] = (name for name in reveals.struct.__struct_fields__ if name not in fields)
    return {**fields, value_field: value}


def ahead_of(recording: Recording) -> Replay:
    """Return the game as it stands, to be read on without anything being written."""
    return recording.replay.branch()


def read_on(ahead: Replay, draft: Draft) -> None:
    """Read on a draft: what it leaves out, the line after it may say shorter too."""
    entry = ahead.codec.types.get(draft.type)
    data = entry and ahead.codec.read_event(draft.type, entry.version, Raw(draft.data))
    if entry and not isinstance(data, Breach):
        record = ahead.codec.record_class(draft.type)
        ahead.take(record(ahead.seq + 1, entry.version, None, draft.by, data))


def corrected(
    recording: Recording, seq: int, reads: Draft | None, signed: Fields, stamp: Stamp
) -> Draft:
    """Return the correction by which record `seq` reads as a draft; None strikes it out.

    `signed` has the reason and the authority. Raises `Refused` for a draft that is malformed, and
    `RagamiError` `nothing-to-correct`.
    """
    event: Fields = {"type": None, "v": None, "data": None}
    if reads:
        codec, data = recording.codec, Raw(reads.data)
        version = codec.types[reads.type].version if reads.type in codec.types else 1
        check_form(reads.type, version, data, codec, InputPlace(seq))
        event = {"type": reads.type, "v": version, "data": data}
    correction = draft_of("corrected", {"seq": seq, **event, **signed}, stamp)
    expect_another_reading(recording, correction)
    return correction


def expect_another_reading(recording: Recording, draft: Draft) -> None:
    """Raise `RagamiError` `nothing-to-correct` for a correction after which all reads as before."""
    if draft.type != type_name(Corrected):
        return
    change = msgspec.json.decode(draft.data, type=Corrected)
    if change.type is None or change.v is None:
        return
    now = recording.replay.history.reads(change.seq)
    reads = recording.codec.read_event(change.type, change.v, change.data)
    if type(reads) is type(now) and reads == now:
        raise RagamiError("nothing-to-correct", game=recording.name, seq=change.seq)


def before_event(recording: Recording, seq: int) -> Replay:
    """Return the game as it stood before an event, as it reads now."""
    now, before = recording.replay, recording.replay_to(seq - 1)
    reads = before_record(now, seq)
    before.state, before.error = reads.state, reads.error
    return before
