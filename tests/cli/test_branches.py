"""`ragami new --like` and `--from`: once more, and another way on, for every game there is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ragami as library
from ragami.log.origin import Origin, origin_in, origin_of
from ragami.proof.note import encoded
from ragami.proof.tree import root_of
from ragami.proof.withheld import leaves_of
from tests.cli.conftest import Ragami
from tests.cli.played import stored

GAMES = ("ragami", "deal-with-the-devil", "dice-forge", "scores")


def seated(ragami: Ragami, name: str) -> dict[str, str]:
    """Who sits where, in the order of the seats."""
    (line,) = (line for line in ragami("games", "--json").lines if line["name"] == name)
    return dict(line["players"])


def agreed(ragami: Ragami, name: str) -> dict[str, Any]:
    data = stored(ragami, name)[0]["data"]
    return {key: value for key, value in data.items() if key not in ("players", "title")}


@pytest.mark.parametrize("game", GAMES)
def test_the_same_people_sit_one_seat_further_on(ragami: Ragami, game: str) -> None:
    assert ragami("simulate", "--game", game, "--players", "4", "--seed", "3").code == 0
    before = list(seated(ragami, "bots-4-3").values())
    said = ragami("new", "sunday", "--like", "bots-4-3")
    assert (said.code, said.err) == (0, "")
    assert list(seated(ragami, "sunday").values()) == before[1:] + before[:1]
    now, was = agreed(ragami, "sunday"), agreed(ragami, "bots-4-3")
    assert now.pop("options", {}).items() >= was.pop("options", {}).items()
    assert now == was
    assert ragami("verify", "sunday").code == 0


def test_more_may_be_agreed_and_nobody_else_may_play(ragami: Ragami) -> None:
    ragami("simulate", "--game", "ragami", "--players", "2", "--seed", "3")
    option = "--option=pass_policy=final"
    said = ragami("new", "sunday", "--like", "bots-2-3", option, "--title", "Sunday")
    assert said.code == 0
    data = stored(ragami, "sunday")[0]["data"]
    assert (data["title"], data["options"]["pass_policy"]) == ("Sunday", "final")
    said = ragami("new", "x", "--like", "bots-2-3", "-p", "yellow:Ana")
    assert (said.code, "With --like" in said.err) == (2, True)
    assert ragami("new", "x", "--like", "nowhere").code == 3


def test_a_private_game_is_played_again_as_one(ragami: Ragami) -> None:
    people = ("-p", "yellow:Ana", "-p", "green:Bea", "-p", "blue:Carl")
    assert ragami("new", "friday", "--game", "ragami", "--private", *people).code == 0
    assert ragami("new", "sunday", "--like", "friday").code == 0
    assert list(seated(ragami, "sunday").values()) == ["Bea", "Carl", "Ana"]
    assert stored(ragami, "sunday")[1]["type"] == "committed"
    assert ragami("new", "rescue", "--from", "friday").code == 0
    assert list(seated(ragami, "rescue").values()) == ["Ana", "Bea", "Carl"]
    assert ragami("verify", "sunday", "rescue").code == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_branch_begins_as_its_origin_and_goes_its_own_way(ragami: Ragami, game: str) -> None:
    ragami("simulate", "--game", game, "--players", "4", "--seed", "3")
    before = stored(ragami, "bots-4-3")
    assert ragami("new", "rescue", "--from", "bots-4-3@7", "--by", "ana").code == 0
    first, *rest, remark = stored(ragami, "rescue")
    assert first["by"].startswith("copy ")
    assert [first | {"by": None}, *rest] == before[:7]
    assert (remark["seq"], remark["type"], remark["by"]) == (8, "noted", "ana")
    log = ragami("export", "bots-4-3").out.encode()
    root = encoded(root_of(leaves_of(log.splitlines()[:7])))
    assert remark["data"]["text"] == f"ragami/origin@v1 7 {root} bots-4-3"
    state = ragami("show", "rescue", "--json").lines[0]
    assert state | {"seq": 7} == ragami("show", "bots-4-3", "--at", "7", "--json").lines[0]
    assert ragami("verify", "rescue", "bots-4-3").code == 0
    assert "goes on from bots-4-3, after its record 7" in ragami("log", "rescue").out
    assert ragami("note", "rescue", "on").code == 0


def test_the_games_are_a_tree(ragami: Ragami) -> None:
    ragami("simulate", "--game", "dice-forge", "--players", "2", "--seed", "2")
    assert ragami("new", "b", "--from", "bots-2-2@20").code == 0
    assert ragami("new", "a", "--from", "b@15").code == 0
    said = ragami("new", "--from", "bots-2-2", "--json").lines[0]
    assert (said["game"], said["origin"]["game"]) == ("bots-2-2-2", "bots-2-2")
    names = [row.split("  ")[0] for row in ragami("games").out.splitlines()[1:]]
    records = said["records"] - 1
    assert names == ["bots-2-2", ".. b (@20)", ".. .. a (@15)", f".. bots-2-2-2 (@{records})"]
    listed = {line["name"]: line.get("origin") for line in ragami("games", "--json").lines}
    assert listed["bots-2-2"] is None
    assert (listed["a"]["game"], listed["a"]["seq"]) == ("b", 15)


def test_a_sealed_game_may_be_gone_on_from(ragami: Ragami) -> None:
    """A seal would be false in the branch, which is sealed by itself."""
    ragami("new", "friday", "--game", "dice-forge", "-p", "blue:Ana", "-p", "black:Bea")
    ragami("key", "new", "ana")
    assert ragami("seal", "friday").code == 0
    assert ragami("new", "rescue", "--from", "friday").code == 0
    assert [record["type"] for record in stored(ragami, "rescue")[1:]] == ["noted", "noted"]
    assert ragami("seal", "rescue").code == 0
    assert ragami("verify", "friday", "rescue").code == 0


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        (["--from", "friday@99"], 3, "has no record 99"),
        (["--from", "nowhere@2"], 3, "nowhere"),
        (["--from", "friday@1", "-p", "blue:Ana"], 2, "With --from"),
        (["--from", "friday@1", "--like", "friday"], 2, "With --from"),
        (["--from", "friday@1", "--title", "x"], 2, "With --from"),
    ],
)
def test_what_cannot_be_is_said(ragami: Ragami, given: list[str], code: int, told: str) -> None:
    ragami("new", "friday", "--game", "dice-forge", "-p", "blue:Ana", "-p", "black:Bea")
    said = ragami("new", "x", *given)
    assert (said.code, told in said.err) == (code, True)
    assert ragami("new", "friday", "--from", "friday").code == 4


def test_a_file_may_be_gone_on_from(ragami: Ragami, tmp_path: Path) -> None:
    path = tmp_path / "a@b.jsonl"
    path.write_bytes(bytes(library.simulate("dice-forge", 2)))
    assert ragami("new", "x", "--from", f"{path}@7").code == 0
    assert stored(ragami, "x")[-1]["data"]["text"].endswith(str(path))


def test_only_a_remark_at_its_place_names_an_origin() -> None:
    """Somebody may write the words of one anywhere: they are a remark there."""
    origin = Origin("a b", 3, "A" * 43 + "=")
    assert origin_in(origin.remark()) == origin
    for text in ("ragami/origin@v1 0 " + "A" * 43 + "= x", "ragami/origin@v1 3 AA= x", "a remark"):
        assert origin_in(text) is None
    log = library.simulate("dice-forge", 2)
    at = len(log) + 1
    lines = bytes(log)
    for seq in (3, at - 1):
        said = {"text": Origin("x", seq, origin.root).remark()}
        record = {"seq": at, "type": "noted", "v": 1, "at": None, "by": None, "data": said}
        there = origin_of(library.read(lines + json.dumps(record).encode() + b"\n").records)
        assert (there is None) == (seq == 3)
