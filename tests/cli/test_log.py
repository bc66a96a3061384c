"""`ragami log` tells a game."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from tests.cli.conftest import Ragami
from tests.cli.played import FOUR_PLAYERS, HIDDEN_CARDS, event, lines, play

KEYS = {
    "seq", "type", "kind", "at", "by", "round", "turn", "player", "scores", "struck_by",
    "corrected_by", "en", "es", "before", "findings",
}  # fmt: skip
MOVE = event("ragami_moved", player="green", via="saint", ragami="green", to=9)


def told(out: str) -> dict[int, str]:
    numbered = (line.split(maxsplit=1) for line in out.splitlines() if line[:4].strip().isdigit())
    return {int(number): text for number, text in numbered}


def test_a_game_is_told_a_line_an_event_under_its_rounds(ragami: Ragami) -> None:
    play(ragami, len(lines()))
    said = ragami("log", "final")
    assert (said.code, said.err) == (0, "")
    assert list(told(said.out)) == list(range(1, len(lines()) + 1))
    heads = [line for line in said.out.splitlines() if line and not line.startswith(" ")]
    rounds = FOUR_PLAYERS.expected["final"]["rounds"]
    assert heads[0] == "Setup"
    assert [head.split(" · ")[0] for head in heads[1:]] == [
        f"Round {number}" for number in range(1, rounds + 1)
    ]
    assert "\x1b" not in said.out


def test_the_score_runs_along_where_it_changes(ragami: Ragami) -> None:
    play(ragami, len(lines()))
    objects = ragami("log", "final", "--json").lines
    before: dict[str, int] = {}
    for number, text in told(ragami("log", "final").out).items():
        scores = objects[number - 1]["scores"]
        changed = {seat: vp for seat, vp in scores.items() if vp != before.get(seat, 0)}
        for seat, vp in changed.items():
            assert f"{seat.capitalize()} {vp}" in text.rpartition(" [")[2]
        before = scores
    assert before == {
        colour: player["vp"] for colour, player in FOUR_PLAYERS.expected["final"]["players"].items()
    }


def test_what_was_undone_or_corrected_stays_and_is_marked(ragami: Ragami) -> None:
    play(ragami, 30)
    assert ragami("correct", "final", "22", MOVE, "--reason", "slip").code == 0
    assert ragami("undo", "final", "--steps", "2").code == 0
    lines = told(ragami("log", "final").out)
    assert "die on Saint" in lines[22]
    assert "corrected by 31; before: Green moves the Ragami to 9 (die on Draw" in lines[22]
    assert lines[29].startswith("✗ ")
    assert lines[29].endswith("(struck out by 32)")
    assert "slip" in lines[31]
    assert "29 and 30" in lines[32]
    objects = ragami("log", "final", "--json").lines
    assert [one["struck_by"] for one in objects[27:]] == [None, 32, 32, None, None]
    assert objects[21]["corrected_by"] == 31
    assert set(objects[21]["before"]) == {"en", "es"}


def test_json_has_every_record_in_both_languages(ragami: Ragami) -> None:
    play(ragami, 30)
    objects = ragami("log", "final", "--json").lines
    assert [one["seq"] for one in objects] == list(range(1, 31))
    assert all(set(one) == KEYS for one in objects)
    assert objects[21]["at"] == "2026-01-18T17:23:05Z"
    assert objects[21]["en"] == told(ragami("log", "final").out)[22]
    assert objects[21]["es"] == told(ragami("log", "final", "--lang", "es").out)[22]
    assert objects == ragami("log", "final", "--json", "--lang", "es").lines


# Whose eyes (law 7)


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_what_somebody_else_kept_stays_hidden(ragami: Ragami, more: list[str]) -> None:
    play(ragami, 30)
    everything, green, public = (
        ragami("log", "final", "--as", viewer, *more).out.splitlines()
        for viewer in ("referee", "green", "public")
    )
    assert everything == ragami("log", "final", *more).out.splitlines()
    first = next(n for n, line in enumerate(everything) if "Yellow keeps" in line)
    assert "card 8" in everything[first]
    assert "card 8" not in green[first]
    assert "card 8" not in public[first]
    assert "card 13" in green[first + 1]
    assert "card 13" not in public[first + 1]


def test_no_view_names_more_than_the_records_that_it_may_see(ragami: Ragami) -> None:
    play(ragami, len(lines()))
    for viewer in ("yellow", "public"):
        for record in ragami("log", "final", "--json", "--as", viewer).lines:
            if record["type"] == "cards_drawn" and record["player"] != viewer:
                assert "keeps a hidden card" in record["en"]
                assert "carta oculta" in record["es"]


def test_a_viewer_who_does_not_play_is_wrong_usage(ragami: Ragami) -> None:
    play(ragami, 3, sample=HIDDEN_CARDS)
    assert ragami("log", "final", "--as", "yellow").code == 2


# What is not whole


def test_what_is_wrong_is_told_under_its_record(ragami: Ragami) -> None:
    play(ragami, 30)
    assert ragami("assert", "final", "vp.green=7").code == 1
    assert ragami("correct", "final", "22", "--strike").code == 1
    said = ragami("log", "final")
    assert said.code == 0
    rows = said.out.splitlines()
    wrong = next(n for n, row in enumerate(rows) if "Record 23" in row)
    assert rows[wrong - 1].startswith("  23  ")
    finding = ragami("log", "final", "--json").lines[22]["findings"][0]
    assert finding["en"] in said.out
    assert finding["es"] in ragami("log", "final", "--lang", "es").out


def test_a_record_that_nobody_knows_is_told_too(ragami: Ragami) -> None:
    unknown = b'{"seq":31,"type":"sung","v":1,"at":null,"by":null,"data":{}}\n'
    said = ragami("log", "-", stdin=FOUR_PLAYERS.up_to(30) + unknown)
    assert said.code == 0
    assert "sung" in told(said.out)[31]


# On a terminal


def test_on_a_terminal_lines_are_struck_through_and_fit(ragami: Ragami) -> None:
    play(ragami, 30)
    assert ragami("undo", "final").code == 0
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "60", "TERM": "xterm"}
    with subprocess.Popen(
        [sys.executable, "-m", "ragami_cli", "log", "final"], stdout=theirs, env=environment
    ):
        os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        shown += part
    os.close(ours)
    rows = shown.decode().splitlines()
    (struck,) = (row for row in rows if "struck out by 31" in row)
    assert ";9m" in struck or "[9m" in struck
    plain = [row for row in rows if "\x1b" not in row]
    assert max(map(len, plain)) <= 60


def test_people_called_by_name_have_their_points_by_name(ragami: Ragami) -> None:
    ragami("new", "night", "--game", "scores", "-p", "Ana Sol", "-p", "Bea")
    ragami("record", "night", "row 12 7")
    ragami("record", "night", "round")
    said = ragami("log", "night").out
    assert "[Ana Sol 12, Bea 7]" in said
    assert "ana" not in said
