"""A tournament on the server of the tests: at its tables the race is run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from ragami.game.capabilities import GATHERING
from ragami.game.opening import id_for
from ragami.store import open_store
from ragami.table.recording import Draft, Recording
from tests.server.kit import Club, Json, Phone

NAME: Final = "open"
SEED: Final = "2026-11-22"
NAMES: Final = ("Ana", "Bea", "Caro", "Dani", "Eva", "Fran", "Gala", "Hugo")


def tournament(
    database: Path | str, entrants: Sequence[str] = (), *, paired: bool = False, **options: Any
) -> None:
    """A tournament with those who entered the evening before, perhaps with its first round."""
    options = {"rounds": 2, "time_limit": 60} | options
    opened = {"game": "tournament", "rules": 1, "title": "Open", "plays": "race", "seed": SEED}
    drafts: list[tuple[str, Json]] = [("game_opened", {**opened, "options": options})]
    for name in entrants:
        who = id_for(name, [data.get("entrant", "") for _type, data in drafts])
        drafts.append(("entered", {"entrant": who, "name": name, "club": None}))
    with open_store(database) as store:
        recording = Recording(store, NAME, new="tournament")
        recording.write([Draft(type_, msgspec.json.encode(data)) for type_, data in drafts])
        if paired:
            tables = recording.replay.game.need(GATHERING)
            (way,) = tables.ways(recording.replay.state, "pair", {}, "en")
            recording.write([Draft(type_, msgspec.json.encode(data)) for type_, data in way.events])


def round_of(club: Club) -> Json:
    """The round as the desk has it."""
    told: Json = club.desk(NAME).get("round").json()
    return told


def step(desk: Phone, name: str, **said: Any) -> Json:
    """Take a step as the desk does: what follows is asked for, and then just that is written."""
    offered = desk.get("steps").json()
    fits = [
        one
        for one in offered["choices"]
        if one["type"] == name and all(said.get(k, v) == v for k, v in one["data"].items())
    ]
    assert fits, (name, said, [one["type"] for one in offered["choices"]])
    told = desk.post("steps", {"step": name, "said": fits[0]["data"] | said})
    assert told.status_code == 200, told.text
    found: Json = told.json()
    done = desk.write("events", found["ways"][0]["events"], found["seq"])
    assert done.status_code == 201, done.text
    return found


def raced(club: Club, table: str, *, until: int | None = None) -> None:
    """The race at a table, by its referee: all bet, then all roll sixes; `until` so many rolls."""
    desk = club.referee(table)
    entry = desk.get(f"/v1/tables/{table}").json()
    seats = list(entry["seats"])
    after = entry["seq"]
    for seat in seats if after == 1 else ():
        bet = {"type": "bet_placed", "data": {"player": seat, "on": seats[0]}}
        assert desk.write("events", bet, after).status_code == 201
        after += 1
    rolls = 0
    while not desk.get("moment").json()["over"]:
        if until is not None and rolls >= until:
            return
        due = desk.get("moment").json()["due"][0]
        roll = {"type": "rolled", "data": {"player": due, "face": 6}}
        assert desk.write("events", roll, after).status_code == 201
        after, rolls = after + 1, rolls + 1
