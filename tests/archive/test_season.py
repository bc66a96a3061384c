"""`ragami season` and `stats --question time`: many evenings, from the logs alone."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import ragami as library
from ragami.analytics import season as seasons
from ragami.analytics.season import Game, PointsRule, interval, read_people, season
from ragami.errors import RagamiError
from ragami.judge.placing import Played
from ragami.language import LANGUAGES
from ragami.log.record import Record
from tests.cli.conftest import Ragami

GAMES = ("ragami", "deal-with-the-devil", "dice-forge", "scores")


def game(name: str, *people: tuple[str, int]) -> Game:
    """A game of these people, each with a place."""
    played = (
        Played(who, f"s{n}", n, place, 10 - place) for n, (who, place) in enumerate(people, 1)
    )
    return Game(name, "race", f"2026-01-{name}", tuple(played), name)


def points(made: Any) -> dict[str, float]:
    return {one.name: one.points for one in made.people}


def test_places_have_their_points_and_ties_share_them() -> None:
    rule = PointsRule((5, 3, 2, 1))
    made = season([game("01", ("Ana", 1), ("Bea", 2), ("Carl", 2), ("Dora", 4))], rule)
    assert points(made) == {"Ana": 5, "Bea": 2.5, "Carl": 2.5, "Dora": 1}
    assert [one.rank for one in made.people] == [1, 2, 2, 4]
    made = season([game("01", ("Ana", 1), ("Bea", 1), ("Carl", 3))], PointsRule((5,)))
    assert points(made) == {"Ana": 2.5, "Bea": 2.5, "Carl": 0}
    made = season([game("01", ("Ana", 1), ("Bea", 7))], PointsRule())
    assert points(made) == {"Ana": 75, "Bea": 25}


def test_the_best_results_count() -> None:
    games = [game(f"0{n}", ("Ana", place), ("Bea", 3)) for n, place in enumerate((2, 1, 4, 1), 1)]
    made = season(games, PointsRule((5, 3, 2, 1), best=2))
    ana, bea = made.people
    assert (ana.points, ana.counted, ana.played, ana.wins) == (10, 2, 4, 2)
    assert [one.counts for one in ana.results] == [False, True, False, True]
    assert (bea.points, bea.counted) == (4, 2)
    assert [one.counts for one in bea.results] == [True, True, False, False]


def test_spellings_are_joined_by_a_file_and_by_nothing_else() -> None:
    games = [game("01", ("Ana", 1), ("Ana M.", 2)), game("02", ("anna", 1), (" ANA ", 2))]
    assert points(season(games, PointsRule((5, 3)))) == {"Ana": 8, "anna": 5, "Ana M.": 3}
    people = read_people("# us\nAna Ruiz = Ana, Anna\n\nAna Mora=ana m.\n")
    assert points(season(games, PointsRule((5, 3)), people)) == {"Ana Ruiz": 13, "Ana Mora": 3}


@pytest.mark.parametrize("text", ["Ana", "= Ana", "Ana = ,", "Ana = Bo\nEva = bo"])
def test_people_who_are_nobody_or_two_are_refused(text: str) -> None:
    with pytest.raises(RagamiError) as wrong:
        read_people(text)
    assert wrong.value.code == "people-misread"


def test_the_interval_of_a_seat_is_wilsons() -> None:
    """The figures of Newcombe (1998): 81 of 263, 15 of 148, 0 of 20."""
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)):
        assert interval(wins, games) == pytest.approx((low, high), abs=5e-5)
    assert interval(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)
    seats = season(
        [game("01", ("Ana", 1), ("Bea", 1)), game("02", ("Ana", 2), ("Bea", 1))], PointsRule()
    )
    assert [(one.games, one.wins, one.even) for one in seats.seats] == [
        (2, 0.5, 0.5),
        (2, 1.5, 0.5),
    ]


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evenings")
    for name in GAMES:
        for seed in (3, 4):
            log = library.simulate(name, 4, seed=seed)
            (folder / f"{name}-{seed}.jsonl").write_bytes(bytes(log))
    (folder / "twice.jsonl").write_bytes((folder / "scores-4.jsonl").read_bytes())
    lines = (folder / "ragami-3.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "cut.jsonl").write_bytes(b"".join(lines[:30]))
    (folder / "bad.jsonl").write_bytes(b"".join([*lines[:9], b"{}\n"]))
    cup = library.simulate("tournament", 4)
    (folder / "cup.jsonl").write_bytes(bytes(cup))
    return folder


def test_every_game_counts_and_what_does_not_is_named(ragami: Ragami, evenings: Path) -> None:
    said = ragami("season", str(evenings), "--json")
    assert said.code == 0
    (made,) = said.lines
    assert (made["games"], made["points"], made["best"]) == (8, [5, 3, 2, 1], None)
    why = {Path(one["log"]).stem: one["why"] for one in made["left_out"]}
    assert why == {"twice": "twice", "cut": "not-over", "bad": "error", "cup": "no-players"}
    assert sum(one["points"] for one in made["people"]) == 8 * 11
    assert sum(one["wins"] for one in made["seats"]) == pytest.approx(8)
    assert "cut.jsonl does not count: it is not over." in said.err


def test_places_are_those_that_the_game_says(tmp_path: Path, ragami: Ragami) -> None:
    """Also where the fewest points win, as in this game of bots."""
    log = library.simulate("scores", 3, seed=2)
    *_moments, last = library.replay(log)
    (tmp_path / "s.jsonl").write_bytes(bytes(log))
    (made,) = ragami("season", str(tmp_path / "s.jsonl"), "--json").lines
    assert last.final is not None
    told = {seat: one["place"] for seat, one in last.final["players"].items()}
    assert sorted(one["results"][0]["place"] for one in made["people"]) == sorted(told.values())


def test_it_is_a_table_a_page_and_words(ragami: Ragami, evenings: Path, tmp_path: Path) -> None:
    table = ragami("season", str(evenings), "--to", "csv").out
    rows = list(csv.DictReader(table.splitlines()))
    assert len(rows) == 8 * 4
    assert rows[0]["rank"] == "1"
    page = tmp_path / "season.html"
    assert ragami("season", str(evenings), "--best", "1", "-o", str(page)).code == 0
    html = page.read_text("utf-8")
    assert html.startswith("<!DOCTYPE html>")
    assert 'class="off"' in html
    spanish = ragami("season", str(evenings), "--lang", "es", "--points", "share").out
    assert "por ciento" in spanish
    words = ragami("season", str(evenings), "--best", "2").out
    assert "The best 2 results of everybody count." in " ".join(words.split())
    assert "Interval (95 per cent)" in words


def test_names_are_harmless_everywhere(ragami: Ragami, tmp_path: Path) -> None:
    log = bytes(library.simulate("dice-forge", 2, seed=2))
    first = json.loads(log.splitlines()[0])
    first["data"]["players"][0]["name"] = "=<b>x"
    lines = [json.dumps(first).encode(), *log.splitlines()[1:]]
    (tmp_path / "x.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    table = ragami("season", str(tmp_path / "x.jsonl"), "--to", "csv").out
    assert "'=<b>x" in table
    assert "<b>" not in ragami("season", str(tmp_path / "x.jsonl"), "--to", "html").out


def test_who_has_withdrawn_a_name_is_nobody_elses_namesake(ragami: Ragami, tmp_path: Path) -> None:
    """Two who are called by the same seat, or by a dash, are not one person in the table."""
    for number, kind in enumerate(("dice-forge", "dice-forge", "scores")):
        log = tmp_path / f"{number}.jsonl"
        log.write_bytes(bytes(library.simulate(kind, 2, seed=number)))
        assert ragami("import", str(log), "--name", f"evening-{number}").code == 0
    before = {one["name"] for one in ragami("season", "--all-games", "--json").lines[0]["people"]}
    gone = sorted(before)[:2]
    for name in gone:
        assert ragami("withdraw", name, "--yes").code in (0, 1)
    (made,) = ragami("season", "--all-games", "--json").lines
    assert {one["name"] for one in made["people"]} == before - set(gone)
    assert made["games"] == 3 and sum(one["wins"] for one in made["seats"]) == pytest.approx(3)
    people = tmp_path / "people.txt"
    people.write_text("Ana = orange, green, blue, black\n", "utf-8")
    (made,) = ragami("season", "--all-games", "--json", "--people", str(people)).lines
    assert "Ana" in {one["name"] for one in made["people"]}


@pytest.mark.parametrize(
    "given", [["--points", "x"], ["--points", ""], ["--points", "-1"], ["-o", "x.pdf"]]
)
def test_wrong_usage_is_said(ragami: Ragami, evenings: Path, given: list[str]) -> None:
    assert ragami("season", str(evenings / "scores-3.jsonl"), *given).code == 2


# --- thinking time -------------------------------------------------------------------------


def timed(name: str, gaps: list[int]) -> bytes:
    """A game of bots whose records lie so many seconds apart."""
    lines, at = [], datetime(2026, 1, 1, tzinfo=UTC)
    for n, line in enumerate(bytes(library.simulate(name, 3, seed=3)).splitlines()):
        at += timedelta(seconds=gaps[n % len(gaps)])
        record = json.loads(line) | {"at": at.isoformat().replace("+00:00", "Z")}
        lines.append(json.dumps(record))
    return ("\n".join(lines) + "\n").encode()


@pytest.mark.parametrize("name", GAMES[:1] + GAMES[2:])
def test_time_is_told_of_every_game_by_seat_and_round(
    ragami: Ragami, tmp_path: Path, name: str
) -> None:
    (tmp_path / "f.jsonl").write_bytes(timed(name, [30]))
    said = ragami("stats", str(tmp_path / "f.jsonl"), "--question", "time", "--json")
    (answer,) = said.lines
    whole = [row for row in answer["rows"] if row["round"] is None]
    assert whole
    if name == "scores":  # a row on a pad is nobody's turn
        assert "several players" in {row["player"] for row in whole}
        in_words = ragami(
            "stats", str(tmp_path / "f.jsonl"), "--question", "time", "--lang", "es"
        ).out
        assert "varios jugadores" in in_words
    for row in whole:
        rounds = [one for one in answer["rows"] if one["player"] == row["player"]][1:]
        assert row["records"] == sum(one["records"] for one in rounds)
        assert (row["minutes"], row["pauses"]) == (row["records"] / 2, 0)
        assert (row["median_seconds"], row["longest_seconds"]) == (30, 30)


def test_pauses_are_left_out_and_counted(ragami: Ragami, tmp_path: Path) -> None:
    (tmp_path / "f.jsonl").write_bytes(timed("dice-forge", [30, 3600]))
    (answer,) = ragami("stats", str(tmp_path / "f.jsonl"), "--question", "time", "--json").lines
    whole = [row for row in answer["rows"] if row["round"] is None]
    assert sum(row["pauses"] for row in whole) > 10
    assert {row["longest_seconds"] for row in whole} == {30}
    words = ragami("stats", str(tmp_path / "f.jsonl"), "--question", "time").out
    assert "thinking, talking and writing down" in words


def test_without_times_it_is_said(ragami: Ragami, tmp_path: Path) -> None:
    log = library.simulate("dice-forge", 2)
    assert all(record.at is None for record in log if isinstance(record, Record))
    (tmp_path / "f.jsonl").write_bytes(bytes(log))
    said = ragami("stats", str(tmp_path / "f.jsonl"), "--question", "time")
    assert (said.code, said.out) == (0, "")
    assert "do not say when" in said.err
    said = ragami("stats", str(tmp_path / "f.jsonl"), "--question", "time", "--question", "seats")
    assert said.code == 2


def test_a_page_calls_a_game_by_its_title_and_each_column_has_a_capital() -> None:
    titled = structs.replace(game("night-1.jsonl", ("Ana", 1), ("Bea", 2)), title="First night")
    pad = structs.replace(titled, game="scores", plays="Rummy", digest="of another log")
    another = game("night-2.jsonl", ("Ana", 1), ("Bea", 2))
    made = season([titled, pad, another], PointsRule((5, 3)))
    assert [(seat.plays, seat.games) for seat in made.seats][::2] == [(None, 2), ("Rummy", 1)]
    assert seasons.table(made).count(b",Rummy,") == 2
    for language in LANGUAGES:
        written = seasons.page(made, language).decode()
        assert "First night" in written and "night-1.jsonl" not in written
        assert "night-2.jsonl" in written  # it has no title
        heads = (*seasons.heads(language), *seasons.seat_heads(language))
        assert all(head[:1].isupper() for head in heads)
