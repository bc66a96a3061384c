"""Logs of every kind, and what a code makes of a log."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

import ragami
from ragami.log.record import PROGRAMS_ONLY, Record
from tests.golden import golden, simulated

TESTS: Final = Path(__file__).parents[1]
LEFT_OUT: Final = [f'"type":"{name}"'.encode() for name in PROGRAMS_ONLY]


def logs() -> Iterator[tuple[str, bytes]]:
    """Logs of other programs, golden ones, and one of the bots for each game."""
    for path in sorted(TESTS.glob("**/samples/**/*.jsonl")):
        yield str(path.relative_to(TESTS)), path.read_bytes()
    for path in golden.games():
        yield path.name, gzip.decompress(path.read_bytes())
    for path in sorted(simulated.FOLDER.glob("*.jsonl.xz")):
        game = path.name.partition(".")[0]
        yield f"{game}-simulated", simulated.logs(game)[7]


def canonical(log: bytes) -> bytes:
    """The log as a code has it: no times, no authors, notes for seals."""
    lines = []
    for line in log.splitlines():
        told = json.loads(line)
        if told["type"] == "sealed":
            told |= {"type": "noted", "v": 1, "data": {"text": "sealed"}}
        keys = ("seq", "type", "v", "at", "by", "data")
        record = {key: (told | {"at": None, "by": None})[key] for key in keys}
        lines.append(msgspec.json.encode(record) + b"\n")
    return b"".join(lines)


def unfit(log: bytes) -> set[int]:
    """The records because of which a log has no code."""
    strange = {seq for seq, one in enumerate(ragami.Log(log), 1) if not isinstance(one, Record)}
    lines = enumerate(log.removesuffix(b"\n").split(b"\n"), 1)
    return strange | {seq for seq, line in lines if any(map(line.__contains__, LEFT_OUT))}
