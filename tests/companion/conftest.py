"""A desk with a store of the test's own, and games to sit down at."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from ragami.game import game_named
from ragami.game.capabilities import BOT
from ragami.store import open_store
from ragami.table.recording import Draft, Recording
from ragami_cli.companion.opening import DialogueContext, OpeningDialogue
from ragami_cli.companion.session import TableTalk
from tests.companion.settling import settling

__all__ = ["settling"]

HEADS = "game: ragami\ntitle: Friday\nplayers: Y Ana, G Bo, B Cy, P Di\n"
SETUP = """\
seed conflicts 4:3 9:1 12:6 17:2 23:5 30:4
seed demons 1 5 11 28
Y first
Y start -4 -10 +?
G start -4 -10 +3
B start -2 -7 +?
P start -1 -9 +?
Y set saint 21
G set saint 4
B set saint 9
P set saint 30
G set virtue Q5
B set virtue Q5
P set virtue Q1
Y set virtue Q9
B set ragami Q3
P set ragami Q1
Y set ragami Q2
G set ragami Q4
P dice 2 5 4 = saint:4 draw:5 conflict:2
"""


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "C")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The database of the desk."""
    return tmp_path / "games.db"


@pytest.fixture
def desk(path: Path) -> Iterator[DialogueContext]:
    with open_store(path) as store:
        yield DialogueContext(store, "en", "ana", game_named("ragami"))


@cache
def set_up() -> list[bytes]:
    """The records of a game of four up to the first turn, which is Yellow's."""
    with open_store(":memory:") as store:
        desk = DialogueContext(store, "en", "ana", game_named("ragami"))
        opening = OpeningDialogue(desk, "friday")
        for line in HEADS.splitlines():
            opening.enter(line)
        assert opening.finish().kind == "done"
        session = desk.session("friday")
        for line in SETUP.splitlines():
            answer = session.enter(line)
            assert answer.kind == "done", (line, answer)
        return store.read("friday")


@pytest.fixture
def begun(desk: DialogueContext) -> TableTalk:
    """A game of four after the setup: it is Yellow's turn."""
    desk.store.append("friday", 0, set_up())
    return desk.session("friday")


@pytest.fixture
def played(desk: DialogueContext) -> Callable[[int, int], TableTalk]:
    """A game of bots up to some record."""

    def play(seed: int, records: int) -> TableTalk:
        name = f"bots-{seed}"
        recording = Recording(desk.store, name, new="ragami")
        game = game_named("ragami")
        drafts = [
            Draft(type_, msgspec.json.encode(data))
            for type_, data in game.need(BOT).play(4, seed, {})
        ]
        recording.write(drafts[:records])
        return desk.session(name)

    return play


def last_of(desk: DialogueContext, name: str = "friday") -> dict[str, object]:
    found: dict[str, object] = json.loads(desk.store.read(name)[-1])
    return found
