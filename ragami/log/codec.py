"""Bytes to records and back: decoding by type and version, unknown records kept.

A log that is written the usual way is read in one pass of msgspec. What that pass does not prove to
be in order is halved until a few lines are left, which are read strictly and told in detail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC
from operator import attrgetter
from typing import Annotated, Any, Final, Union, cast

import msgspec
from msgspec import Meta, Raw, Struct, structs

from ragami.decoded import Data
from ragami.findings import LOG_RULE, Breach
from ragami.log.record import (
    BEYOND_THE_CONTRACT,
    LOG_EVENTS,
    WITHHELD,
    Bad,
    Corrected,
    Envelope,
    Read,
    Record,
    Unknown,
    Withheld,
)
from ragami.log.strict import (
    NO_COLON,
    Malformed,
    claims_of,
    escaped_type,
    expect_colon,
    expect_plain_type,
    explain,
    keys_in,
    strict_json,
    without_leap,
)
from ragami.log.unredacted import JOINED, full_record, line_in, split_joined

FEW: Final = 4
"""Lines that are read strictly rather than looked through once more for the one that needs it."""


# --- types and versions --------------------------------------------------------------------

Upcaster = Callable[[Data], Data]


class Versioned(Struct, frozen=True):
    """A type of record: the struct of its current version, and the way up from older ones.

    `upcasters[n]` turns the data of version n into that of version n + 1.
    """

    struct: type[Struct]
    version: int = 1
    upcasters: Mapping[int, Upcaster] = {}


class Gap(Exception):
    """A registry in which some old version of a type leads nowhere: a defect of the program."""


def registry(types: Mapping[str, Versioned]) -> dict[str, Versioned]:
    """Join a game's types with those of any game. Raises `Gap` where an upcaster is missing."""
    registered = {name: Versioned(struct) for name, struct in LOG_EVENTS.items()} | dict(types)
    for name, entry in registered.items():
        if lacking := set(range(1, entry.version)) ^ set(entry.upcasters):
            raise Gap(f"{name}: upcasters of versions {sorted(lacking)} are missing or too many")
    return registered


def upgrade(entry: Versioned, version: int, data: bytes | Raw) -> Struct:
    """Return the data of an old or current version as the current struct.

    Raises `msgspec.ValidationError` where it does not fit. Stored bytes are never rewritten.
    """
    if version == entry.version:
        return msgspec.json.decode(data, type=entry.struct)
    plain = msgspec.json.decode(data)
    if not isinstance(plain, dict):
        raise msgspec.ValidationError("Expected `object`, got another type")
    for step in range(version, entry.version):
        plain = entry.upcasters[step](plain)
    return msgspec.convert(plain, type=entry.struct)


# --- reading -------------------------------------------------------------------------------


class Codec:
    """Reads records of one game: bytes in, records out, nothing judged.

    `types` are the game's own types; those of any game are added. `names` are theirs by struct.
    """

    def __init__(self, types: Mapping[str, Versioned], log_rule: str = LOG_RULE) -> None:
        self.log_rule = log_rule
        self.types = registry(types)
        self.names = {entry.struct: name for name, entry in self.types.items()}
        self._records = {name: _record_class(name, entry) for name, entry in self.types.items()}
        # A record that is withheld reads as another one: that is for the strict way.
        quick = tuple(struct for name, struct in self._records.items() if name != WITHHELD)
        union = Union[quick]  # type: ignore[valid-type]  # noqa: UP007
        self._log: msgspec.json.Decoder[Any] = msgspec.json.Decoder(union)
        self._envelope = msgspec.json.Decoder(Envelope)

    def record_class(self, type_: str) -> type[Record]:
        """Return the struct of the records of a type."""
        return self._records[type_]

    def read_log(self, log: bytes) -> list[Read]:
        """Return every line of a log. Never raises: what is no record comes back as `Bad`."""
        return [read for stretch in self.reading(log) for read in stretch]

    def reading(self, log: bytes) -> Iterator[list[Read]]:
        """Yield the records in stretches, so that a reader can stop early at a broken line."""
        first, _, remainder = log.partition(b"\n")
        read = self.read_line(first, 1)
        if (quick := self._read_quickly(remainder, 2)) is not None:
            yield [read, *quick]
        else:
            yield [read]
            yield from self._by_halves(remainder.removesuffix(b"\n").split(b"\n"), 2)

    def _by_halves(self, lines: list[bytes], number: int) -> Iterator[list[Read]]:
        """Read lines of which some need the strict way; those, and few others, take it."""
        if len(lines) <= FEW:
            yield [self.read_line(line, seq) for seq, line in enumerate(lines, number)]
            return
        half = len(lines) // 2
        for some, start in ((lines[:half], number), (lines[half:], number + half)):
            quick = self._read_quickly(b"\n".join((*some, b"")), start)
            if quick is not None:
                yield quick
            else:
                yield from self._by_halves(some, start)

    def _read_quickly(self, log: bytes, number: int) -> list[Read] | None:
        """Read lines in one pass. Return None if any of them needs the strict way."""
        if not _is_usual(log):
            return None
        try:
            records: list[Any] = self._log.decode_lines(log)
            proved = _is_plain(log, records) and _in_order(records, number)
        except (Malformed, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        return records if proved else None

    def read_line(self, line: bytes, number: int) -> Read:
        """Read a line strictly. `number` is the line's, and has to be the record's `seq`."""
        try:
            expect_colon(strict_json(line).get("at"))
            envelope = self._decode_envelope(line, number)
            expect_plain_type(line)
        except Malformed as wrong:
            seq, type_ = claims_of(line)
            breach = Breach(self.log_rule, None, wrong.facts)
            return Bad(seq, breach, type_ if seq == number else None)
        return self.read_data(envelope, line)

    def read_own(self, line: bytes, number: int) -> Read:
        """Return a line that `encode_record` has made: no key can stand in it twice."""
        try:
            record: Record = self._log.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return self.read_line(line, number)
        plain = record.seq == number and (record.at is None or record.at.tzinfo is UTC)
        return record if plain else self.read_line(line, number)

    def _decode_envelope(self, line: bytes, number: int) -> Envelope:
        try:
            envelope = self._envelope.decode(without_leap(line))
        except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
            raise explain(wrong) from None
        if envelope.at is not None and envelope.at.utcoffset():
            raise Malformed("not-utc", where="$.at", found=envelope.at.isoformat())
        if envelope.seq != number:
            raise Malformed("seq-out-of-order", found=envelope.seq, expected=number)
        return envelope

    def read_data(self, envelope: Envelope, line: bytes) -> Read:
        """Return the record in an envelope: known, unknown, or malformed for its type."""
        if envelope.type == JOINED and split_joined(line):
            return self._read_joined(envelope)
        entry = self.types.get(envelope.type)
        if entry is None or envelope.v > entry.version:
            return self._unknown(envelope, line)
        data = self._fit(envelope.type, envelope.v, envelope.data)
        if isinstance(data, Corrected) and data.type and (facts := escaped_type(envelope.data)):
            data = Breach(self.log_rule, None, facts)
        if isinstance(data, Breach):
            if envelope.type in BEYOND_THE_CONTRACT:
                return self._unknown(envelope, line, data.facts.get("where"))
            return Bad(envelope.seq, data, envelope.type)
        if isinstance(data, Withheld):
            return self._read_withheld(envelope, data, line)
        return self._records[envelope.type](
            envelope.seq, envelope.v, envelope.at, envelope.by, data
        )

    def _read_withheld(self, envelope: Envelope, withheld: Withheld, line: bytes) -> Read:
        """Return a withheld record as it reads; nothing is withheld or joined twice."""
        if withheld.type in (WITHHELD, JOINED):
            facts = {"problem": "wrong-value", "where": "$.data.type", "found": withheld.type}
            return Bad(envelope.seq, Breach(self.log_rule, None, facts))
        try:
            expect_plain_type(envelope.data, "$.data.type")
        except Malformed as wrong:
            return Bad(envelope.seq, Breach(self.log_rule, None, wrong.facts))
        reads = structs.replace(envelope, type=withheld.type, v=withheld.v, data=withheld.data)
        return self.read_data(reads, line)

    def _read_joined(self, envelope: Envelope) -> Read:
        """Return a record as its keeper knows it: the stored line with all that it leaves out."""
        try:
            stored_read = self.read_line(line_in(envelope.data), envelope.seq)
            told_read = self.read_line(full_record(envelope.data), envelope.seq)
            return stored_read if isinstance(stored_read, Bad) else told_read
        except ValueError:
            facts = {"problem": "unfit-opening", "where": "$.data"}
            return Bad(envelope.seq, Breach(self.log_rule, None, facts))

    def read_event(self, type_: str, version: int, data: Raw) -> Any:
        """Return the data of a known type as its struct, or a `Breach` where it does not fit."""
        try:
            strict_json(bytes(data))
        except Malformed as wrong:
            return Breach(self.log_rule, None, wrong.facts)
        return self._fit(type_, version, data)

    def _fit(self, type_: str, version: int, data: Raw) -> Any:
        """Return the data of a type as its struct, or the breach of its form."""
        if not bytes(data).startswith(b"{"):
            return Breach(self.log_rule, None, {"problem": "not-an-object"})
        try:
            return upgrade(self.types[type_], version, data)
        except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError) as wrong:
            return Breach(self.log_rule, None, explain(wrong, below="$.data").facts)

    def _unknown(self, head: Envelope, line: bytes, unfit: str | None = None) -> Unknown | Bad:
        """Return a record to be kept; of its data nothing is known but that it is an object."""
        if not bytes(head.data).startswith(b"{"):
            facts = {"problem": "not-an-object", "where": "$.data"}
            return Bad(head.seq, Breach(self.log_rule, None, facts), head.type)
        return Unknown(head.seq, head.type, head.v, head.at, head.by, line, unfit)


def _record_class(name: str, entry: Versioned) -> type[Record]:
    """Return a record struct for one type, so that msgspec reads envelope and data in one go."""
    current = Annotated[int, Meta(ge=entry.version, le=entry.version)]
    struct = msgspec.defstruct(
        f"{name}_record",
        [("v", current), ("data", entry.struct)],
        bases=(Record,),
        namespace={"type": name},
        frozen=True,
        gc=False,
        tag_field="type",
        tag=name,
    )
    return cast("type[Record]", struct)


_ESCAPED_LETTER: Final = re.compile(rb"\\u00[2-7]")


def _is_usual(log: bytes) -> bool:
    """Return True if blanks stand only behind colons, commas and in texts, and ASCII is plain."""
    if any(map(log.__contains__, (b"\r", b"\t", *NO_COLON))) or _ESCAPED_LETTER.search(log):
        return False
    return not (b" " in log and b" :" in log)


def _is_plain(log: bytes, records: Sequence[Record]) -> bool:
    """Return True if each line is one record, with no key twice. Raises as `keys_in`.

    Where one record ends and the next begins there is a line feed between `}` and `{`, and nowhere
    else in valid JSON. That no key stands twice is proved by counting: in a log without blanks
    before its colons every key adds one `":`, and so may a text; so the count can only be too high.
    """
    feeds = len(records)
    if log.count(b"\n") != feeds or log[-1:] not in (b"", b"\n"):
        return False
    if log.count(b"}\n{") != max(feeds - 1, 0):
        return False
    return log.count(b'":') == keys_in(records)


def _in_order(records: Sequence[Record], number: int) -> bool:
    """Return True if records are numbered from `number` on without gaps, and their times in UTC."""
    if list(map(_seq, records)) != list(range(number, number + len(records))):
        return False
    return {at.tzinfo for at in map(_at, records) if at is not None} <= {UTC}


_seq, _at = attrgetter("seq"), attrgetter("at")


def lines_in(log: bytes) -> int:
    """Return the number of lines; the last one may lack its line feed."""
    return log.count(b"\n") + (not log.endswith(b"\n") and log != b"")


def encode_record(
    seq: int, type_: str, version: int, at: str | None, by: str | None, data: Struct
) -> bytes:
    """Encode a new record as a line without line feed, in the field order of the contract."""
    record = {"seq": seq, "type": type_, "v": version, "at": at, "by": by, "data": data}
    return msgspec.json.encode(record)
