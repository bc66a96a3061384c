"""Games for the tests of this room, in a database of the test's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from tests.cli.conftest import Ragami
from tests.samples.samples import samples

NAME: Final = "Zenobia Quuxenby"
WAYS: Final = ("zenobia", "quuxenby")
GAME: Final = samples("legal")[4]  # four players, every card known


def base(folder: Path) -> Path:
    return folder / "games.db"


def bytes_of(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(folder.glob("games.db*")))


def holds(raw: bytes, words: tuple[str, ...] = WAYS) -> bool:
    return any(word in raw.decode("utf-8", "replace").lower() for word in words)


def log_with_name(upto: int | None = None, by: str = NAME) -> str:
    """A sample in which the first player has the name, and every third record is written by it."""
    records = [json.loads(line) for line in GAME.log.splitlines()[:upto]]
    records[0]["data"]["players"][0]["name"] = NAME
    records[0]["data"]["title"] = f"The revenge of {NAME.upper()}"
    for record in records[::3]:
        record["by"] = by
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def ok(ragami: Ragami, *arguments: str, **more: Any) -> str:
    said = ragami(*arguments, **more)
    assert said.code == 0, said
    return said.out
