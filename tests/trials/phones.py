"""Whole evenings on phones in Chromium, by taps alone: touch, 360 px, every second one in Spanish.

Nobody at the table knows more than the own phone shows. Deal with the Devil in three ways (a seed
with everything told, a seed behind walls, another app), Ragami, Dice Forge, and the scores of
twelve, where whoever is due taps by chance. Deal with the Devil with another app twice more, where
each taps what the bots played: behind walls every secret is kept, with open hands everything is
told; a desk looks on. The claims: each game is played to its end, its log is legal, no page
complains, and half of the records of the bots take three taps at most.
`PHONES_WAYS=walled,ragami` plays some of them.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from playwright.sync_api import expect

from ragami.judge.report import report
from ragami.store import open_store
from tests.page.browser import chromium
from tests.server.kit import Club, Json, fill, simulated
from tests.server.screens.conftest import phones
from tests.server.screens.evening import DeadEnd, Evening, sits_down
from tests.server.screens.following import Followers, events_of
from tests.server.screens.phones import TABLE


class Way(NamedTuple):
    """A game, its options, who plays, and how often a secret is kept."""

    game: str
    options: Json
    players: int = 4
    silence: float = 1
    bots: int | None = None
    """The seed of the bots whose game is tapped; None where everybody taps by chance."""


MOST: Final = 3
"""So many taps a record of the bots takes in the median, at most."""

DEVIL: Final = "deal-with-the-devil"
WAYS: Final = {
    "seed": Way(DEVIL, {"distribution": "seed", "hands": "open_hands"}, silence=0),
    "walled": Way(DEVIL, {"distribution": "seed"}),
    "recorded": Way(DEVIL, {"distribution": "recorded"}),
    "app-walled": Way(DEVIL, {"distribution": "recorded", "hands": "walled"}, bots=7),
    "app-open": Way(DEVIL, {"distribution": "recorded", "hands": "open_hands"}, bots=7),
    "ragami": Way("ragami", {}, 3),
    "dice-forge": Way("dice-forge", {}, 3),
    "scores": Way("scores", {"rounds": 3}, 12),
}


def main() -> int:
    """Play them all; gives 1 where a table was stuck, or its log is not legal and over."""
    failed = 0
    for name in os.environ.get("PHONES_WAYS", ",".join(WAYS)).split(","):
        way = WAYS[name]
        failed |= _play(name, way) if way.bots is None else _follow(name, way, way.bots)
    return failed


def _follow(name: str, way: Way, seed: int) -> int:
    """Tap what the bots played."""
    hidden = way.options["hands"] == "walled"
    played = simulated(way.game, seed, way.players, hidden=hidden, **way.options)
    began, stuck = time.monotonic(), ""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, phones(browser) as opened:
        database = Path(folder) / "evening.db"
        fill(database, played[:1])
        with Club(database, beat=2, connections=(500, 500), posts=100_000) as club:
            desk = opened(f"{club.base}/desk", "desktop")  # it looks on
            desk.locator("#key").fill(club.hall_key)
            desk.locator("#enter [type=submit]").click()
            table = Followers(opened, club, ("en", "es"))
            try:
                table.play(played[1:], after=1)
                expect(desk.locator("#tables")).to_contain_text("The game is over")
            except (DeadEnd, AssertionError) as end:
                stuck = str(end)
            log = club.referee().get("records").content
    told = report(TABLE, log)
    half = median(table.taps or [0])
    print(
        f"{name}: {len(table.taps) + 1} of {len(played)} records, {sum(table.taps)} taps, median"
        f" {half:g}, {time.monotonic() - began:.0f} s; {'over' if told.final else 'not over'}"
    )
    if stuck:
        print(f"    {stuck[:400]}")
    same = [one["type"] for one in events_of(log)] == [one["type"] for one in played]
    return int(bool(stuck) or not told.ok or not told.final or not same or half > MOST)


def _play(name: str, way: Way) -> int:
    began, stuck = time.monotonic(), ""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, phones(browser) as opened:
        database = Path(folder) / "evening.db"
        sits_down(database, way.game, way.options, way.players)
        with Club(database, beat=2, connections=(500, 500), posts=100_000) as club:
            table = Evening(opened, club, ("en", "es"), seed=1, silence=way.silence)
            try:
                table.plays()
            except DeadEnd as end:
                stuck = str(end)
            with open_store(database) as store:
                log = b"".join(line + b"\n" for line in store.read(TABLE))
    told = report(TABLE, log)
    taps = sum(player.taps for player in table.players)
    refused = [text for player in table.players for text in player.refused]
    print(
        f"{name}: {len(log.splitlines())} records, {taps} taps, {len(refused)} refused,"
        f" {time.monotonic() - began:.0f} s; {'over' if told.final else 'not over'}"
    )
    for text in sorted(set(refused))[:5] + [stuck] * bool(stuck):
        print(f"    {text[:400]}")
    return int(bool(stuck) or not told.ok or not told.final)
