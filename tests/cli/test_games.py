"""`ragami games` lists what is in the database."""

from __future__ import annotations

from pathlib import Path

from ragami.store import open_store
from tests.cli.conftest import Ragami
from tests.cli.played import FOUR_PLAYERS, HIDDEN_CARDS, lines, play

KEYS = {
    "name", "title", "players", "records", "phase", "round", "active", "broken_at", "final",
    "last_at",
}  # fmt: skip


def test_each_game_has_a_line_with_how_it_stands(ragami: Ragami) -> None:
    play(ragami, len(lines()), "over")
    play(ragami, 30, "going on")
    play(ragami, 3, "begun", HIDDEN_CARDS)
    said = ragami("games")
    assert (said.code, said.err) == (0, "")
    head, *rows = said.out.splitlines()
    assert head.split()[:4] == ["Game", "Title", "Players", "Records"]
    assert [row.split("  ")[0].strip() for row in rows] == ["begun", "going on", "over"]
    begun, going_on, over = rows
    assert "Martes" in begun
    assert "iago, lola, eva" in begun
    assert "setup" in begun
    assert "round 1, Green to act" in going_on
    assert "Blue · clara wins (clara 38, iago 30, eva 21, rosa 18)" in over
    # Without a terminal: plain columns, no frame and nothing cut off.
    assert said.out.replace(" · ", "").isascii()


def test_json_says_the_same(ragami: Ragami) -> None:
    play(ragami, len(lines()), "over")
    play(ragami, 30, "going on")
    going_on, over = ragami("games", "--json").lines
    assert set(going_on) == set(over) == KEYS
    assert over["final"] == FOUR_PLAYERS.expected["final"]
    assert (over["phase"], over["active"]) == ("over", None)
    assert going_on == {
        "name": "going on",
        "title": None,
        "players": {"purple": "iago", "blue": "clara", "green": "rosa", "yellow": "eva"},
        "records": 30,
        "phase": "turns",
        "round": 1,
        "active": "green",
        "broken_at": None,
        "final": None,
        "last_at": "2026-01-18T17:27:11Z",
    }
    assert list(going_on["players"]) == ["purple", "blue", "green", "yellow"]


def test_a_game_that_broke_off_says_where(ragami: Ragami) -> None:
    play(ragami, 30)
    assert ragami("correct", "final", "22", "--strike").code == 1
    assert "broke off at record 23" in ragami("games").out
    assert ragami("games", "--json").lines[0]["broken_at"] == 23


def test_names_are_sorted_as_people_count(ragami: Ragami) -> None:
    with open_store() as store:
        for name in ("bots-4-10", "bots-4-7", "bots-10-1", "a", "bots-4-7b", "2", "10"):
            store.append(name, 0, HIDDEN_CARDS.log.splitlines()[:1])
    names = [game["name"] for game in ragami("games", "--json").lines]
    assert names == ["2", "10", "a", "bots-4-7", "bots-4-7b", "bots-4-10", "bots-10-1"]


def test_without_a_game_the_way_to_one_is_told(ragami: Ragami, tmp_path: Path) -> None:
    said = ragami("games")
    assert (said.code, said.out) == (0, "")
    assert "ragami new" in said.err
    assert ragami("games", "--json").lines == []
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_was_named_and_is_not_there_is_not_found(
    ragami: Ragami, tmp_path: Path
) -> None:
    assert ragami("games", "--db", str(tmp_path / "other.db")).code == 3
    assert list(tmp_path.iterdir()) == []
