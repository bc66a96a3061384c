"""Whole evenings on phones in Chromium, by taps alone: touch, 360 px, every second one in Spanish.

Nobody at the table knows more than the own phone shows. Deal with the Devil in three ways (a seed
with everything told, a seed behind walls, another app), Ragami, Dice Forge, and the scores of
twelve. The claims: each game is played to its end, its log is legal, and no page complains.
`PHONES_WAYS=walled,ragami` plays some of them.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from ragami.judge.report import report
from ragami.store import open_store
from tests.page.browser import chromium
from tests.server.kit import Club, Json
from tests.server.screens.conftest import phones
from tests.server.screens.evening import DeadEnd, Evening, sits_down
from tests.server.screens.phones import TABLE


class Way(NamedTuple):
    """A game, its options, who plays, and how often a secret is kept."""

    game: str
    options: Json
    players: int = 4
    silence: float = 1


DEVIL: Final = "deal-with-the-devil"
WAYS: Final = {
    "seed": Way(DEVIL, {"distribution": "seed", "hands": "open_hands"}, silence=0),
    "walled": Way(DEVIL, {"distribution": "seed"}),
    "recorded": Way(DEVIL, {"distribution": "recorded"}),
    "ragami": Way("ragami", {}, 3),
    "dice-forge": Way("dice-forge", {}, 3),
    "scores": Way("scores", {"rounds": 3}, 12),
}


def main() -> int:
    """Play them all; gives 1 where a table was stuck, or its log is not legal and over."""
    failed = 0
    for name in os.environ.get("PHONES_WAYS", ",".join(WAYS)).split(","):
        failed |= _play(name, WAYS[name])
    return failed


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
