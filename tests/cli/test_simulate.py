"""`ragami simulate`: as many games as asked, where they are wanted, the same for the same seed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragami.store import open_store
from tests.cli.conftest import Process, Ragami


def test_games_go_into_the_database(ragami: Ragami, tmp_path: Path) -> None:
    said = ragami("simulate", "--games", "3", "--seed", "5", "--json")
    assert said.code == 0
    assert [(line["seed"], line["players"]) for line in said.lines] == [(5, 4), (6, 2), (7, 3)]
    with open_store(tmp_path / "games.db") as store:
        records = {entry.name: entry.records for entry in store.games()}
        results = {entry.name: entry.result for entry in store.games()}
    assert records == {line["game"]: line["records"] for line in said.lines}
    assert {name: json.loads(result or b"") for name, result in results.items()} == {
        line["game"]: line["final"] for line in said.lines
    }


def test_every_game_is_legal_and_over(ragami: Ragami, tmp_path: Path) -> None:
    assert ragami("simulate", "--games", "12", "-o", str(tmp_path / "games")).code == 0
    said = ragami("verify", "--json", str(tmp_path / "games"))
    assert said.code == 0
    assert len(said.lines) == 12
    assert all(line["final"]["ended"] for line in said.lines)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_play_as_asked(ragami: Ragami, players: int) -> None:
    said = ragami("simulate", "--players", str(players), "--games", "2", "--json")
    assert [len(line["final"]["players"]) for line in said.lines] == [players] * 2


def test_as_many_play_as_the_game_is_for(ragami: Ragami) -> None:
    devil = ("simulate", "--game", "deal-with-the-devil", "-o", "-")
    for seed in ("2", "3"):
        assert ragami(*devil, "--seed", seed).code == 0
    said = ragami(*devil, "--players", "3")
    assert said.code == 2
    assert said.err == "3 cannot play deal-with-the-devil: at its table sit 4 to 4.\n"


def test_the_same_seed_gives_the_same_bytes_in_another_process(
    ragami: Ragami, process: Process
) -> None:
    asked = ["simulate", "--seed", "11", "--players", "4", "-o", "-"]
    here = ragami(*asked).out
    assert process(*asked, PYTHONHASHSEED="1").out == here
    assert ragami(*asked[:2], "12", *asked[3:]).out != here


def test_a_file_and_stdout_have_the_same_game(ragami: Ragami, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    assert ragami("simulate", "-o", str(path)).code == 0
    assert path.read_text() == ragami("simulate", "-o", "-").out


def kept(log: str) -> dict[str, set[int | None]]:
    """The cards that each player kept, as the log tells it."""
    cards: dict[str, set[int | None]] = {}
    for line in log.splitlines():
        data = json.loads(line)["data"]
        if "kept" in data:
            told = data["kept"] if isinstance(data["kept"], list) else [data["kept"]]
            cards.setdefault(data["player"], set()).update(told)
    return cards


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_hidden_leaves_the_cards_of_all_but_one_unknown(ragami: Ragami, seed: str) -> None:
    seen = kept(ragami("simulate", "--hidden", "--seed", seed, "-o", "-").out)
    assert sum(cards != {None} for cards in seen.values()) <= 1
    open_game = kept(ragami("simulate", "--seed", seed, "-o", "-").out)
    assert not any(None in cards for cards in open_game.values())


def test_options_are_played_by(ragami: Ragami) -> None:
    asked = ["--option", "power_die=false", "--option", "pass_policy=reenter"]
    said = ragami("simulate", *asked, "-o", "-", "--players", "2")
    options = json.loads(said.out.splitlines()[0])["data"]["options"]
    assert (options["power_die"], options["pass_policy"]) == (False, "reenter")
    assert options["movement_check"] == "full"


def test_again_is_no_harm(ragami: Ragami, tmp_path: Path) -> None:
    for place in ([], ["-o", str(tmp_path / "games")], ["-o", str(tmp_path / "x.jsonl")]):
        first = ragami("simulate", *place)
        assert first.code == 0
        assert ragami("simulate", *place) == first


def test_what_is_there_already_is_not_written_over(ragami: Ragami, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("mine")
    said = ragami("simulate", "-o", str(path), "--json")
    assert (said.code, said.lines[-1]["error"]["code"]) == (4, "other-file-of-this-name")
    assert path.read_text() == "mine"
    assert ragami("simulate").code == 0
    said = ragami("simulate", "--option", "power_die=false", "--json")
    assert (said.code, said.lines[-1]["error"]["code"]) == (4, "other-game-of-this-name")


@pytest.mark.parametrize(
    "asked",
    [
        ["--games", "0"],
        ["--players", "5"],
        ["--seed", "-1"],
        ["--option", "nonsense=1"],
        ["--option", "power_die=maybe"],
        ["--option", "neutral_colour=blue"],
        ["--games", "2", "-o", "-"],
        ["--games", "2", "-o", "x.jsonl"],
    ],
)
def test_what_cannot_be_is_wrong_usage(ragami: Ragami, asked: list[str]) -> None:
    assert ragami("simulate", *asked).code == 2
