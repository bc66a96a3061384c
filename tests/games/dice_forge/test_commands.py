"""What commands say of a game of Dice Forge that goes on, and of games of bots."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Ragami, Said
from tests.games.test_every_command import begun, friday, words

__all__ = ["begun", "friday"]

pytestmark = pytest.mark.parametrize("game", ["dice-forge"])


def well(done: Said) -> Said:
    assert done.code == 0, done
    return done


def test_two_accounts_of_a_roll_are_one_and_the_slots_are_kept(friday: Ragami, game: str) -> None:
    merged = friday("merge", "g.jsonl", "f.jsonl")
    assert merged.code == 0
    assert '"blue.1":2' in merged.out


def test_the_dice_test_is_about_sides_and_says_when_none_was_told(
    friday: Ragami, game: str
) -> None:
    said = friday("dice", "friday", "--json")
    assert [json.loads(line)["kind"] for line in said.out.splitlines()] == [
        f"{colour}.{die}" for colour in ("blue", "green", "orange") for die in (1, 2)
    ]
    well(friday(*words(game, "new faces --game GAME PLAYERS")))
    well(friday("record", "faces", "roll O 1.1g 2.1g G 1.1g 2.1g B 1.1g 2.1g"))
    done = well(friday("dice", "faces"))
    assert "Of 6 rolls only the face was told" in done.out + done.err


def test_statistics_count_feats_faces_glory_and_throws(friday: Ragami, game: str) -> None:
    well(friday("simulate", "--game", game, "--games", "4", "-o", "forges"))
    asked = well(friday("stats", "forges", "--json"))
    for name in ("feats", "forged", "glory", "throws"):
        assert f'"{name}"' in asked.out, name


def test_statistics_tell_who_won_by_seat_and_by_colour(friday: Ragami, game: str) -> None:
    well(friday("simulate", "--game", game, "--games", "4", "-o", "forges"))
    asked = well(friday("stats", "forges", "--json"))
    answers = {answer["question"]: answer["rows"] for answer in asked.lines}
    by_place, by_colour = answers["dice-forge"], answers["dice-forge-seats"]
    for rows in (by_place, by_colour):
        assert sum(row["wins"] for row in rows) == 4
    assert sum(row["games"] for row in by_place) == sum(row["games"] for row in by_colour)
    assert all(row["points"] > 0 for row in by_colour)
    assert sum(row["games"] for row in answers["dice-forge-length"]) == 4
    told = well(friday("stats", "forges", "--question", "dice-forge-seats"))
    assert told.out.startswith("Dice Forge: by seat\n")
