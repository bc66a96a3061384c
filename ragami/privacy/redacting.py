"""Writing in a private game: what is secret is kept apart, and commitments bind it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct

from ragami.findings import LOG_RULE, Finding
from ragami.game import GameDefinition
from ragami.log.places import get, put
from ragami.log.record import Committed, Corrected, Opened, Record, encode_record
from ragami.log.unredacted import UnredactedLine, join, parted, read_out
from ragami.privacy.commitment import commitment, secret
from ragami.privacy.names import Name
from ragami.privacy.secrets import hidden_in, left_out, secrets_in
from ragami.store import Secret


class Contradiction(Exception):
    """A contradiction between what is shown and what was committed, told by `finding`."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


def keep_apart(
    before: Sequence[bytes], fresh: Sequence[bytes], game: GameDefinition
) -> list[bytes]:
    """New lines after those of `before`, as the keeper has both; their commitments are added.

    Raises `Contradiction` where they show something else than what was committed.
    """
    first = len(before) + 1
    lines = [_without_secrets(seq, line, game) for seq, line in enumerate(fresh, first)]
    names = _names(parted(before[0] if before else lines[0]))
    lines = [_signed_by_seat(seq, line, names) for seq, line in enumerate(lines, first)]
    last = json.loads(read_out(lines[-1]))
    for type_, data in _added(before, lines, game):
        seq = first + len(lines)
        by = last["by"] if before else None  # record 2 is never withheld: it names nobody
        lines.append(encode_record(seq, type_, 1, last["at"], by, data))
    return lines


def _without_secrets(seq: int, line: bytes, game: GameDefinition) -> bytes:
    """A line parted into what is public in it and what is not."""
    record = json.loads(line)
    kept = []
    for hidden in hidden_in(game.codec.read_line(line, seq), game):
        value = get(record["data"], hidden.place)
        if value is not None:
            text = msgspec.json.encode(value).decode()
            kept.append(left_out(secret(seq, hidden.place, text)))
            put(record["data"], hidden.place, hidden.instead)
    return join(seq, msgspec.json.encode(record), kept) if kept else line


def _names(first: UnredactedLine | None) -> list[tuple[Name, str]]:
    """Each of the names that record 1 leaves out, with what stands there instead."""
    if first is None:
        return []
    record = json.loads(first.line)
    inside = record["data"]["data"] if record["type"] == "withheld" else record["data"]
    names = []
    for left in first.openings:
        with suppress(ValueError):  # a name without letters signs nothing
            names.append((Name(json.loads(bytes(left.value))), get(inside, left.place)))
    return names


def _signed_by_seat(seq: int, line: bytes, names: Iterable[tuple[Name, str]]) -> bytes:
    """Sign a record with the seat of the player who wrote it, instead of the name."""
    parts = parted(line)
    record = json.loads(parts.line if parts else line)
    seat = next((seat for name, seat in names if name.is_all_of(record["by"] or "")), None)
    if seat is None:
        return line
    signed = msgspec.json.encode(record | {"by": seat})
    return join(seq, signed, parts.openings) if parts else signed


def _added(
    before: Sequence[bytes], lines: Sequence[bytes], game: GameDefinition
) -> Iterator[tuple[str, Struct]]:
    """Yield the records to add after new lines: openings of what they show, new commitments."""
    first = len(before) + 1
    shown = [read for read in _records(lines, game, first) if game.is_reveal(read.data)]
    if shown:
        whole = [*before, *lines]
        yield from (("opened", one) for one in _opened(shown, whole, game))
    if fresh := list(secrets_in(lines, first)):
        # Record 2 says what the hashes of a log bind: an older log keeps to what it has.
        yield "committed", Committed(tuple(map(commitment, fresh)), UNSET if before else 2)


def _opened(
    shown: Iterable[Record], whole: Sequence[bytes], game: GameDefinition
) -> Iterator[Opened]:
    """An opening for each card that is shown; one that was opened already needs none."""
    told = list(_records(whole, game))
    done = {(one.data.seq, one.data.place) for one in told if isinstance(one.data, Opened)}
    for record in shown:
        place, value = _shown(record.data)
        bound = [
            one
            for one in _bound(record.data.seq, told, whole)
            if place is None or one.place == place
        ]
        fit = [one for one in bound if json.loads(one.value) == value]
        if bound and not fit:
            raise Contradiction(_not_committed(record))
        for one in [one for one in fit if (one.seq, one.place) not in done][:1]:
            done.add((one.seq, one.place))
            yield Opened(one.seq, one.place, one.salt, Raw(one.value.encode()))


def _bound(seq: int, told: Iterable[Record], whole: Sequence[bytes]) -> list[Secret]:
    """Return the secrets that the record `seq`, or a correction of it, leaves out."""
    of = {one.seq for one in told if isinstance(one.data, Corrected) and one.data.seq == seq}
    return [one for one in secrets_in(whole) if one.seq in of | {seq}]


def _shown(told: Any) -> tuple[str | None, Any]:
    """Return the place of a reveal, where it names one, and its value."""
    if hasattr(told, "value"):
        return told.place, told.value
    return None, told.card


def _not_committed(shown: Record) -> Finding:
    facts = {"problem": "other-card", "record": shown.data.seq, "shown": _shown(shown.data)[1]}
    return Finding("broken-commitment", LOG_RULE, None, shown.seq, shown.seq, facts)


def _records(lines: Iterable[bytes], game: GameDefinition, first: int = 1) -> Iterator[Record]:
    codec = game.codec
    reads = (codec.read_line(line, seq) for seq, line in enumerate(lines, first))
    return (read for read in reads if isinstance(read, Record))
