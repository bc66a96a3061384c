"""The race, brought in as a stranger's game is: a package with an entry point."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Ragami
from tests.games import packages

PLAYERS = ("--player", "red:Ana", "--player", "blue:Bea")
LINES = "bet_placed player=red on=red\nbet_placed player=blue on=null\nrolled player=red face=4\n"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The race is on the path, with what an installer would have written beside it."""
    with packages.installed(monkeypatch, "race"):
        yield


@pytest.fixture
def friday(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ragami:
    """A race that goes on in the database, and two accounts of it in files."""
    monkeypatch.chdir(tmp_path)
    assert ragami("new", "friday", "--game", "race", *PLAYERS).code == 0
    done = ragami("record", "friday", stdin=LINES)
    assert done.code == 0, done.err
    log = ragami("export", "friday", "--to", "jsonl").out
    Path("f.jsonl").write_text(log, "utf-8")
    Path("g.jsonl").write_text(log.replace('"on":null', '"on":"blue"'), "utf-8")
    return ragami
