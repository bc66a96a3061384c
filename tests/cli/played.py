"""A real game to record: the sample of four players, event by event."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

from tests.cli.conftest import Ragami
from tests.samples.samples import Sample, samples

FOUR_PLAYERS: Final = samples("legal")[4]
HIDDEN_CARDS: Final = samples("legal")[2]
# Of the game of four: record 21 rolls the Action dice, 22 is Green's first move, 23 ends that turn.
FIRST_MOVE: Final = 22

RECORDED: Final[dict[tuple[str, int, str], bytes]] = {}
"""Databases in which some records of a sample were recorded once."""


def lines(sample: Sample = FOUR_PLAYERS) -> list[str]:
    return sample.log.decode().splitlines()


def play(ragami: Ragami, upto: int, name: str = "final", sample: Sample = FOUR_PLAYERS) -> None:
    """Record the first records of a sample in a new game: once, and then copy the database.

    Whoever has a key seals the game, and it is recorded anew.
    """
    database, key = Path(os.environ["RAGAMI_DB"]), (sample.name, upto, name)
    new = not database.exists() and not Path(os.environ["RAGAMI_KEYS"]).exists()
    if new and key in RECORDED:
        database.write_bytes(RECORDED[key])
        return
    said = ragami("record", name, "--atomic", stdin=sample.up_to(upto))
    assert said.code == 0, said
    if new:
        RECORDED[key] = database.read_bytes()


def event(type_: str, **data: Any) -> str:
    return json.dumps({"type": type_, "data": data})


def records(ragami: Ragami, name: str = "final") -> int:
    """How many records a game has."""
    listed = {game["name"]: game["records"] for game in ragami("games", "--json").lines}
    return int(listed[name])


def stored(ragami: Ragami, name: str = "final") -> list[dict[str, Any]]:
    """The log as it is kept."""
    from ragami.store import open_store  # noqa: PLC0415 (the path is the test's)

    with open_store() as store:
        return [json.loads(line) for line in store.read(name)]
