"""The result of a game for others: a line for a club's page, a link for the app BG Stats."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest

import ragami as library
from ragami.errors import RagamiError
from ragami.export.result import LINK
from tests.cli.conftest import Ragami
from tests.page.browser import EXAMPLES

FOUR = EXAMPLES / "four-players.jsonl"
SCORES = sorted((EXAMPLES / "scores").glob("*.jsonl"))


def test_a_line_has_the_places_in_their_order(ragami: Ragami) -> None:
    done = ragami("export", str(FOUR), "--to", "result")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(
        " · Ragami · Spring cup, final · 1. Dinis 36, 2. Bruno 30, 3. Ana 29, 4. Chloé 19\n"
    )


def test_a_link_is_a_play_of_the_app() -> None:
    link = library.export(FOUR.read_bytes(), "bgstats").decode().removesuffix("\n")
    assert link.startswith(LINK)
    play = msgspec.json.decode(unquote(link.removeprefix(LINK)))
    assert play["sourceName"] == "ragami"
    assert play["game"] == {
        "name": "Ragami",
        "sourceGameId": "ragami:ragami",
        "highestWins": True,
        "noPoints": False,
    }
    assert [one["name"] for one in play["players"]] == ["Ana", "Bruno", "Chloé", "Dinis"]
    winner = play["players"][3]
    assert (winner["winner"], winner["rank"], winner["score"]) == (True, 1, 36)
    assert [one["startPlayer"] for one in play["players"]] == [True, False, False, False]
    assert len(play["playDate"]) == len("2026-11-20 19:30:00")


@pytest.mark.parametrize("log", SCORES, ids=lambda log: log.stem)
def test_of_the_score_keeper_it_names_the_game_that_was_played(log: Path) -> None:
    opened = msgspec.json.decode(log.read_bytes().split(b"\n", 1)[0])["data"]
    line = library.export(log.read_bytes(), "result").decode()
    assert line.count(f"{opened['plays']} · ") == 1


def test_a_game_that_is_not_over_has_none(tmp_path: Path, ragami: Ragami) -> None:
    log = tmp_path / "begun.jsonl"
    log.write_bytes(b"".join(FOUR.read_bytes().splitlines(keepends=True)[:50]))
    for form in ("result", "bgstats"):
        done = ragami("export", str(log), "--to", form)
        assert (done.code, done.out) == (3, "")
        assert "There is no result in" in done.err
        with pytest.raises(RagamiError) as refused:
            library.export(log.read_bytes(), form)
        assert refused.value.code == "no-result"


def test_fewer_points_win_where_the_winner_has_the_fewest() -> None:
    for log in SCORES:
        link = library.export(log.read_bytes(), "bgstats").decode()
        play = msgspec.json.decode(unquote(link.removeprefix(LINK)))
        first = [one["score"] for one in play["players"] if one["winner"]]
        others = [one["score"] for one in play["players"] if not one["winner"]]
        if first and others and max(first) != min(others):
            assert play["game"]["highestWins"] == (max(first) > min(others))
