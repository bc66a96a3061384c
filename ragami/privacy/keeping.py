"""A private game: its log leaves out what is secret, and its keeper joins it again.

Record 1 of such a game is followed by the commitments to the players' names; that is how one knows
it. What is stored is what may be published, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from ragami.game import Game, Hidden, codec_of
from ragami.privacy.commitment import commitment, secret
from ragami.privacy.places import get, put
from ragami.privacy.withheld import is_withheld
from ragami.record import Committed, Corrected, Opened, Read, Record, encode_record
from ragami.store import Secret

FIRST: Sequence[str] = ("committed",)


class KeptLog(bytes):
    """A log as it is stored; `secrets` are what its keeper knows besides."""

    secrets: tuple[Secret, ...] = ()

    @classmethod
    def of(cls, lines: Iterable[bytes], secrets: Iterable[Secret]) -> KeptLog:
        """The log with these lines."""
        log = cls(b"".join(line + b"\n" for line in lines))
        log.secrets = tuple(secrets)
        return log

    def __bytes__(self) -> bytes:
        return self


def is_private(lines: Sequence[bytes]) -> bool:
    """Does this log leave out what is secret?"""
    return len(lines) > 1 and b'"type":"committed"' in lines[1]


# --- left out ------------------------------------------------------------------------------


class Kept(NamedTuple):
    """Records as a private game stores them, the last ones added for the others."""

    lines: list[bytes]
    secrets: list[Secret]


def keep_apart(lines: Sequence[bytes], game: Game, known: Sequence[Secret]) -> Kept:
    """Leave out of new records what is secret, and add commitments and openings.

    `known` are the secrets of the game so far.
    """
    stored: list[bytes] = []
    fresh: list[Secret] = []
    for line in lines:
        stored.append(_without(line, game, fresh))
    names = _names([*known, *fresh], stored[:1])
    stored = [_signed_by_seat(line, names) for line in stored]
    for data in _added(stored, game, [*known, *fresh], fresh):
        last = json.loads(stored[-1])
        type_ = "committed" if isinstance(data, Committed) else "opened"
        made = encode_record(last["seq"] + 1, type_, 1, last["at"], last["by"], data)
        stored.append(made)
    return Kept(stored, fresh)


def hidden_in(read: Read, game: Game) -> Iterable[Hidden]:
    """What is secret in a record, also in the event that a correction brings."""
    if not isinstance(read, Record):
        return ()
    given = read.data
    if not isinstance(given, Corrected):
        return game.secrets(given)
    if given.type is None or given.v is None or given.type not in game.events:
        return ()
    event = codec_of(game.name).read_event(given.type, given.v, given.data)
    return [one._replace(place=f"data.{one.place}") for one in game.secrets(event)]


def _without(line: bytes, game: Game, secrets: list[Secret]) -> bytes:
    """A line without what is secret in it, which is added to `secrets`."""
    record = json.loads(line)
    found = []
    for hidden in hidden_in(codec_of(game.name).read_line(line, record["seq"]), game):
        value = get(record["data"], hidden.place)
        if value is not None:
            text = msgspec.json.encode(value).decode()
            found.append(secret(record["seq"], hidden.place, text))
            put(record["data"], hidden.place, hidden.instead)
    secrets += found
    return msgspec.json.encode(record) if found else line


def _names(secrets: Iterable[Secret], first: Sequence[bytes]) -> dict[str, str]:
    """What the players are called, by what stands in the log instead."""
    return {}


def _signed_by_seat(line: bytes, names: dict[str, str]) -> bytes:
    return line
