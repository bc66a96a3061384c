"""Logs to fill archives with: games of bots, each with a few words of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ragami.game import game_named
from ragami_cli.commands.simulate import Plan


@cache
def logs(number: int) -> tuple[bytes, ...]:
    """The logs of so many games, the same every time."""
    game = game_named("ragami")
    return tuple(Plan(seed, 2 + seed % 3, None, False).log(game) for seed in range(number))


def folder_of(place: Path, number: int) -> Path:
    """The same as files of a folder, some of them a folder deeper."""
    for n, log in enumerate(logs(number)):
        path = place / ("deep" if n % 3 else ".") / f"game-{n:03}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(log)
    return place


def illegal(log: bytes) -> bytes:
    """A log that goes wrong in the middle: two lines have changed places."""
    lines = log.splitlines(keepends=True)
    lines[40], lines[41] = lines[41], lines[40]
    return b"".join(lines)
