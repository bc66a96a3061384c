"""`ragami show` shows a state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Ragami
from tests.cli.played import FOUR_PLAYERS, HIDDEN_CARDS, lines, play

STATE_KEYS = {
    "seq", "phase", "round", "active", "first", "passed", "players", "neutral", "neutral_saints",
    "conflicts", "demons", "chips", "dice", "supply", "deck", "used",
}  # fmt: skip
EVERYBODY_HAS_A_CARD = 26


def test_the_last_state_is_drawn_with_title_names_and_scores(ragami: Ragami) -> None:
    play(ragami, 30, sample=HIDDEN_CARDS)
    said = ragami("show", "final")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Martes\n")
    assert "Round 1, Green to act" in said.out
    assert all(name in said.out for name in ("iago", "lola", "eva"))
    assert "\x1b" not in said.out


@pytest.mark.parametrize(
    ("seq", "moment"),
    [
        *((1, "Setup"), (2, "Setup"), (15, "Setup")),
        *((25, "Round 1, Purple to act"), (30, "Round 1, Green to act")),
    ],
)
def test_any_earlier_state_is_shown(ragami: Ragami, seq: int, moment: str) -> None:
    play(ragami, 30)
    (state,) = ragami("show", "final", "--json", "--at", str(seq)).lines
    assert set(state) == STATE_KEYS
    assert state["seq"] == seq
    assert moment in ragami("show", "final", "--at", str(seq)).out


def test_a_record_that_there_is_not_is_not_found(ragami: Ragami) -> None:
    play(ragami, 30)
    assert ragami("show", "final", "--at", "31").code == 3
    assert ragami("show", "final", "--at", "0").code == 2
    assert ragami("show", "final", "--at", "-1").code == 2
    assert ragami("show", "final", "--at", "9" * 5000).code in {2, 3}


# Whose eyes (law 7)


def hands(ragami: Ragami, viewer: str) -> dict[str, list[int | None]]:
    (state,) = ragami("show", "final", "--json", "--as", viewer).lines
    return {colour: player["hand"] for colour, player in state["players"].items()}


def test_nobody_sees_the_others_hands(ragami: Ragami) -> None:
    play(ragami, EVERYBODY_HAS_A_CARD)
    everything = hands(ragami, "referee")
    assert all(cards and None not in cards for cards in everything.values())
    nothing = {colour: [None] * len(cards) for colour, cards in everything.items()}
    assert hands(ragami, "public") == nothing
    assert hands(ragami, "Green") == nothing | {"green": everything["green"]}


def test_the_picture_hides_what_the_json_hides(ragami: Ragami) -> None:
    play(ragami, EVERYBODY_HAS_A_CARD)
    rows = ragami("show", "final", "--as", "public").out.splitlines()
    names = [seat["name"] for seat in json.loads(lines()[0])["data"]["players"]]
    told = [row for row in rows if any(f" {name} " in row for name in names)]
    assert len([row for row in told if row.rstrip().endswith("?")]) == len(names)


def test_a_viewer_who_does_not_play_is_wrong_usage(ragami: Ragami) -> None:
    play(ragami, 30, sample=HIDDEN_CARDS)
    said = ragami("show", "final", "--as", "yellow")
    assert said.code == 2
    assert "blue, green, purple, public, referee" in said.err
    assert "Did you mean 'referee'?" in ragami("show", "final", "--as", "refree").err


# Where from


def test_a_log_in_a_file_is_shown_too(ragami: Ragami, tmp_path: Path) -> None:
    file = tmp_path / "final.jsonl"
    file.write_bytes(FOUR_PLAYERS.log)
    (state,) = ragami("show", str(file), "--json").lines
    assert state["phase"] == "over"
    assert ragami("show", "-", "--json", stdin=FOUR_PLAYERS.log).lines == [state]


def test_a_game_is_meant_rather_than_a_file_or_folder_of_its_name(
    ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play(ragami, 30)
    Path("final").mkdir()
    assert ragami("show", "final", "--json").lines[0]["seq"] == 30


def test_a_game_that_is_not_there_is_not_found(ragami: Ragami) -> None:
    assert ragami("show", "final").code == 3
    play(ragami, 3)
    said = ragami("show", "finla", "--json")
    assert said.code == 3
    assert "final" in said.lines[0]["error"]["facts"]["nearest"]


# What is not whole


def test_of_a_game_that_broke_off_the_last_good_state_is_shown(ragami: Ragami) -> None:
    play(ragami, 30)
    assert ragami("correct", "final", "22", "--strike").code == 1
    said = ragami("show", "final")
    assert said.code == 0
    assert "Record 23" in said.err
    assert "before that" in said.err


def test_what_a_hand_holds_is_not_told_by_the_error_either(ragami: Ragami, tmp_path: Path) -> None:
    play(ragami, 30)
    file = tmp_path / "illegal.jsonl"
    card = {"seq": 31, "type": "card_traded", "v": 1, "at": None, "by": None}
    hand = hands(ragami, "referee")["green"]
    missing = next(kind for kind in range(1, 16) if kind not in hand)
    play_it = {**card, "data": {"player": "green", "card": missing}}
    file.write_bytes(FOUR_PLAYERS.up_to(30) + json.dumps(play_it).encode() + b"\n")
    seen = ragami("show", str(file))
    assert "R-CARD-03" in seen.err
    assert str(hand[0]) in seen.err.split("R-CARD-03")[0].split("Record 31")[1]
    hidden = ragami("show", str(file), "--as", "yellow").err
    assert "R-CARD-03" in hidden
    assert hidden != seen.err


@pytest.mark.parametrize(
    "log", [b"", b"\n", b"{}\n", b"\xff\n", b'{"seq":1}', b"[" * 5_000, b"\x1f\x8b"]
)
def test_bytes_that_are_no_log_end_in_no_traceback(ragami: Ragami, log: bytes) -> None:
    for command in (["show", "-"], ["log", "-"], ["legal", "-"], ["show", "-", "--at", "1"]):
        for more in ([], ["--json"], ["--as", "public"] if "legal" not in command else []):
            said = ragami(*command, *more, stdin=log)
            assert said.code in {0, 1, 2, 3}, (command, said)
            assert "defect" not in said.err
