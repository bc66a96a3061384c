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
from ragami.log.codec import encode_record
from ragami.log.places import get, put
from ragami.log.record import Committed, Corrected, Opened, Record
from ragami.log.unredacted import UnredactedLine, join, read_out, split_joined
from ragami.privacy.names import Name
from ragami.privacy.secrets import commitment, hidden_in, left_out, secret, secrets_in
from ragami.store import Secret


class Contradiction(Exception):
    """A contradiction between what is shown and what was committed, told by `finding`."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding


def keep_apart(
    before: Sequence[bytes], fresh: Sequence[bytes], game: GameDefinition
) -> list[bytes]:
    """Return new lines after those of `before` as the keeper has both, with their commitments.

    Raises `Contradiction` where they show something else than what was committed.
    """
    first = len(before) + 1
    lines = [_without_secrets(seq, line, game) for seq, line in enumerate(fresh, first)]
    names = _names(split_joined(before[0] if before else lines[0]))
    lines = [_signed_by_seat(seq, line, names) for seq, line in enumerate(lines, first)]
    last = json.loads(read_out(lines[-1]))
    for type_, data in _added(before, lines, game):
        seq = first + len(lines)
        by = last["by"] if before else None  # record 2 is never withheld: it names nobody
        lines.append(encode_record(seq, type_, 1, last["at"], by, data))
    return lines


def _without_secrets(seq: int, line: bytes, game: GameDefinition) -> bytes:
    """Return a line parted into what is public in it and what is not."""
    record = json.loads(line)
    openings = []
    for hidden in hidden_in(game.codec.read_line(line, seq), game):
        value = get(record["data"], hidden.place)
        if value is not None:
            text = msgspec.json.encode(value).decode()
            openings.append(left_out(secret(seq, hidden.place, text)))
            put(record["data"], hidden.place, hidden.instead)
    return join(seq, msgspec.json.encode(record), openings) if openings else line


def _names(first: UnredactedLine | None) -> list[tuple[Name, str]]:
    """Return each of the names that record 1 leaves out, with what stands there instead."""
    if first is None:
        return []
    record = json.loads(first.line)
    inside = record["data"]["data"] if record["type"] == "withheld" else record["data"]
    names = []
    for opening in first.openings:
        with suppress(ValueError):  # a name without letters signs nothing
            names.append((Name(json.loads(bytes(opening.value))), get(inside, opening.place)))
    return names


def _signed_by_seat(seq: int, line: bytes, names: Iterable[tuple[Name, str]]) -> bytes:
    """Sign a record with the seat of the player who wrote it, instead of the name."""
    parts = split_joined(line)
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
    reveals = [read for read in _records(lines, game, first) if game.is_reveal(read.data)]
    if reveals:
        all_lines = [*before, *lines]
        yield from (("opened", opened) for opened in _opened(reveals, all_lines, game))
    if fresh := list(secrets_in(lines, first)):
        # Record 2 says what the hashes of a log bind: an older log keeps to what it has.
        yield "committed", Committed(tuple(map(commitment, fresh)), UNSET if before else 2)


def _opened(
    reveals: Iterable[Record], lines: Sequence[bytes], game: GameDefinition
) -> Iterator[Opened]:
    """Yield an opening for each card that is shown; one that was opened already needs none."""
    records = list(_records(lines, game))
    already = {
        (read.data.seq, read.data.place) for read in records if isinstance(read.data, Opened)
    }
    for record in reveals:
        place, value = _shown(record.data)
        bound = [
            secret
            for secret in _bound(record.data.seq, records, lines)
            if place is None or secret.place == place
        ]
        fit = [secret for secret in bound if json.loads(secret.value) == value]
        if bound and not fit:
            raise Contradiction(_not_committed(record))
        fresh = (secret for secret in fit if (secret.seq, secret.place) not in already)
        if first := next(fresh, None):
            already.add((first.seq, first.place))
            yield Opened(first.seq, first.place, first.salt, Raw(first.value.encode()))


def _bound(seq: int, records: Iterable[Record], lines: Sequence[bytes]) -> list[Secret]:
    """Return the secrets that the record `seq`, or a correction of it, leaves out."""
    corrections = {
        read.seq for read in records if isinstance(read.data, Corrected) and read.data.seq == seq
    }
    return [secret for secret in secrets_in(lines) if secret.seq in corrections | {seq}]


def _shown(data: Any) -> tuple[str | None, Any]:
    """Return the place of a reveal, where it names one, and its value."""
    if hasattr(data, "value"):
        return data.place, data.value
    return None, data.card


def _not_committed(reveal: Record) -> Finding:
    facts = {"problem": "other-card", "record": reveal.data.seq, "shown": _shown(reveal.data)[1]}
    return Finding("broken-commitment", rule=LOG_RULE, seq=reveal.seq, line=reveal.seq, facts=facts)


def _records(lines: Iterable[bytes], game: GameDefinition, first: int = 1) -> Iterator[Record]:
    codec = game.codec
    reads = (codec.read_line(line, seq) for seq, line in enumerate(lines, first))
    return (read for read in reads if isinstance(read, Record))
