"""Logs of tables for a tournament run by commands: games of bots, played by whom one likes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ragami.game import game_named
from ragami.game.capabilities import BOT
from ragami.log.codec import encode_record
from tests.cli.conftest import Ragami, Said
from tests.games.versions import version_of

GAME = "dice-forge"


def well(done: Said) -> Said:
    """What a command said that had to succeed."""
    assert done.code == 0, done
    assert "Traceback" not in done.err
    return done


@cache
def _played(players: int, seed: int) -> tuple[tuple[str, bytes], ...]:
    events = game_named(GAME).need(BOT).play(players, seed)
    return tuple(
        (type_, data if isinstance(data, bytes) else msgspec.json.encode(data))
        for type_, data in events
    )


def played(names: Sequence[str], seed: int = 1, at: str | None = None, title: str = "") -> bytes:
    """A whole game of these people in seat order, every record written at one time."""
    lines = []
    for seq, (type_, data) in enumerate(_played(len(names), seed), 1):
        plain: Any = json.loads(data)
        if seq == 1:
            plain["title"] = title or f"game {seed}"
            for player, name in zip(plain["players"], names, strict=True):
                player["name"] = name
        lines.append(
            encode_record(seq, type_, version_of(game_named(GAME).codec, type_), at, "bot", plain)
        )
    return b"".join(line + b"\n" for line in lines)


def sealed(ragami: Ragami, name: str, log: bytes, folder: Path) -> Path:
    """A log of the database sealed by the only key there is, and then a file of that name."""
    file = folder / f"{name}.jsonl"
    file.write_bytes(log)
    well(ragami("import", str(file), "--name", name))
    well(ragami("seal", name))
    file.unlink()
    well(ragami("export", name, "--to", "jsonl", "-o", str(file)))
    return file


def changed(log: bytes, change: Callable[[list[bytes]], list[bytes]]) -> bytes:
    """A log whose lines were changed."""
    return b"".join(line + b"\n" for line in change(log.splitlines()))
