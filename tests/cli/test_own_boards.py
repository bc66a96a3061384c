"""`ragami board use` puts a component of a game right, in record 1, and first says what changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragami.games.ragami import shipped
from ragami.judge.report import replay_log
from tests.cli.conftest import Ragami
from tests.cli.played import play, stored

CITY: dict[str, Any] = json.loads(shipped.read("city-1.json"))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("RAGAMI_COMPONENTS", str(tmp_path / "own"))
    return tmp_path / "own"


def test_a_component_of_a_running_game_is_put_right_in_record_1(
    ragami: Ragami, kept: Path, tmp_path: Path
) -> None:
    (kept / "ragami" / "board").mkdir(parents=True)
    own = kept / "ragami" / "board" / "my-city.json"
    own.write_text(json.dumps(CITY | {"name": "my-city", "verified": True}))
    play(ragami, 60)
    before = ragami("show", "final", "--json").lines[0]
    said = ragami("whatif", "use", "final", "my-city")
    assert said.code == 0, said
    assert "Nothing was written" in said.err
    assert len(stored(ragami)) == 60
    assert ragami("board", "use", "final", "my-city", "--yes", "--reason", "entered").code == 0
    last = stored(ragami)[-1]
    assert (last["type"], last["data"]["seq"]) == ("corrected", 1)
    assert last["data"]["data"]["components"]["board"]["name"] == "my-city"
    after = ragami("show", "final", "--json").lines[0]
    assert before | {"seq": 61} == after  # the same map: the game stands
    assert ragami("undo", "final").code == 0
    log = b"".join(json.dumps(line).encode() + b"\n" for line in stored(ragami))
    assert replay_log(log).state.board.file.name == "city-1"


def test_a_map_that_breaks_the_game_is_told_before_and_judged(
    ragami: Ragami, tmp_path: Path
) -> None:
    play(ragami, 60)
    turned = {str(31 - int(n)): [31 - m for m in near] for n, near in CITY["street"].items()}
    blocks: dict[str, dict[str, list[int]]] = {
        "block_squares": {"Q1": list(range(1, 31))},
        "block_blocks": {"Q1": []},
    }
    for name in list(CITY["block_squares"])[1:]:
        blocks["block_squares"][name], blocks["block_blocks"][name] = [1], []
    other = tmp_path / "other.json"
    other.write_text(json.dumps(CITY | {"name": "other", "street": turned} | blocks))
    said = ragami("whatif", "use", "final", str(other))
    assert said.code == 1
    assert "illegal" in said.out
    assert len(stored(ragami)) == 60
    assert ragami("board", "use", "final", str(other), "--yes").code == 1
    assert ragami("board", "use", "final", str(tmp_path / "none.json"), "--yes").code == 3


def test_a_board_is_brought_by_its_name(ragami: Ragami, kept: Path) -> None:
    (kept / "ragami" / "board").mkdir(parents=True)
    own = kept / "ragami" / "board" / "my-city.json"
    own.write_text(json.dumps(CITY | {"name": "my-city", "verified": True}))
    players = ["-p", "yellow:Ana", "-p", "green:Bo", "-p", "blue:Cy"]
    made = ragami("new", "final", *players, "--board", "my-city", "--deck", "box")
    assert made.code == 0, made
    parts = stored(ragami)[0]["data"]["components"]
    assert (parts["board"]["name"], parts["deck"]["copies"]) == ("my-city", None)
