"""An evening at the table with the app, driven by commands: the game is one of bots.

The one thing that is not real is the seed that the app draws: it is that of the bots' game, so that
the roles and the chests are theirs.
"""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final

import segno
from PIL import Image, ImageEnhance

from ragami.games.deal_with_the_devil.bot import play
from tests.cli.conftest import Ragami
from tests.games.deal_with_the_devil.veil import veiled

Log = list[tuple[str, Any]]
MARKS: Final = {"K1": "mortal_1", "K2": "mortal_2", "K3": "cultist", "K4": "devil"}
OF_THE_APP: Final = ("distribution_sealed", "characters_dealt", "offers_sent", "seed_opened")


def game(seed: int) -> Log:
    """A game for the app, everything told. Ends with the opened seed."""
    return list(play(4, seed, {"hands": "walled"}))


def photo(text: str, *, angle: float = 0, noise: int = 0, light: float = 1) -> bytes:
    """A picture of a chest's code, taken askew, in the dark or against the light."""
    drawn = BytesIO()
    segno.make(text, micro=False).save(drawn, kind="png", scale=9, border=6)
    image = Image.open(drawn).convert("L").rotate(angle, expand=True, fillcolor=235)
    image = ImageEnhance.Brightness(image).enhance(light)
    if noise:
        pixels = image.tobytes()
        grains = Random(7).choices(range(-noise, noise + 1), k=len(pixels))
        grainy = bytes(min(255, max(0, n + by)) for n, by in zip(pixels, grains, strict=True))
        image = Image.frombytes("L", image.size, grainy)
    out = BytesIO()
    image.save(out, "JPEG", quality=70)
    return out.getvalue()


class Evening:
    """One private game called `evening`, and how far its log is written."""

    def __init__(self, ragami: Ragami, log: Log) -> None:
        self.ragami = ragami
        self.full = log
        self.public = veiled(log, "observer")
        self.at = 1
        opened = log[0][1]
        seats = [f"{one['colour']}:{one['name']}" for one in opened["players"]]
        players = [part for seat in seats for part in ("--player", seat)]
        self.ok("new", "evening", "--game", "deal-with-the-devil", "--private", *players)

    def ok(self, *command: str, stdin: str = "") -> str:
        """What a command says that works."""
        said = self.ragami(*command, stdin=stdin)
        assert said.code == 0, (command, said)
        return said.out

    def until(self, type_: str, times: int = 1) -> None:
        """Go on until just before the next record of a type."""
        while True:
            batch = []
            while self.at < len(self.full) and self.public[self.at][0] not in (*OF_THE_APP, type_):
                kind, data = self.public[self.at]
                batch.append(json.dumps({"type": kind, "data": data}))
                self.at += 1
            if batch:
                self.ok("record", "evening", "--atomic", stdin="\n".join(batch))
            if self.at == len(self.full):
                return
            times -= self.public[self.at][0] == type_
            if not times:
                return
            self.step()

    def step(self) -> None:
        """The next record, whoever writes it."""
        kind, data = self.public[self.at]
        if kind in OF_THE_APP:
            told = json.loads(self.ok("chests", "next", "evening", "--json"))
            assert told == {"game": "evening", "type": kind}
        else:
            self.ok("record", "evening", json.dumps({"type": kind, "data": data}))
        self.at += 1

    def where(self) -> dict[str, str]:
        """The colour to which each chest goes, by its mark."""
        said = {mark: self.ok("chests", "where", "evening", mark, "--json") for mark in MARKS}
        return {mark: json.loads(one)["to"] for mark, one in said.items()}

    def sent(self) -> dict[str, str]:
        """The same as the bots' game has it, for the pass that was sent last."""
        chests = self.full[self.at - 1][1]["chests"]
        marks = {role: mark for mark, role in MARKS.items()}
        return {marks[role]: colour for colour, role in chests.items()}


def files(folder: Path) -> list[Path]:
    """Everything on the disk below a folder."""
    return sorted(one for one in folder.rglob("*") if one.is_file())
