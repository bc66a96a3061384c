"""How a tournament is shown: in characters, on the page that replays it, in tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ragami.draw.panels import Page
from ragami.export import page
from ragami.export.excerpt import Excerpt
from ragami.export.page import chart
from ragami.game.capabilities import DRAWING, PAGE, STATISTICS
from ragami.games.tournament.drawing import svg
from ragami.games.tournament.game import GAME
from ragami.judge.moments import legal_moments
from ragami.language import LANGUAGES, Language
from tests.cli.conftest import Ragami
from tests.games.tournament.hall import Hall
from tests.games.tournament.harness import log_of, read_log

EXAMPLE = Path(__file__).parents[3] / "examples" / "tournament.jsonl"


def test_it_is_shown_in_characters(ragami: Ragami) -> None:
    shown = ragami("show", "--at", "18", str(EXAMPLE)).out
    assert "1. Bea Sanz 40, 2. Gala Rey 35" in shown
    assert re.search(r"2 +Bea Sanz +7 1/2\n", shown)
    assert "Fran Mora   2 1/2 (out)" in shown
    assert "Ronda" in ragami("show", "--at", "18", str(EXAMPLE), "--lang", "es").out


@pytest.mark.parametrize(("name", "language"), [("legal-2", "en"), ("linked-1", "es")])
def test_the_page_that_replays_it(name: str, language: Language) -> None:
    log = log_of(name)
    text = page.export(Excerpt(name, log, None, language)).decode()
    assert 'id="standings"' in text and 'id="tables"' in text
    fold = read_log(log)
    names = GAME.seating(fold.state).names
    stage = GAME.need(PAGE).stage(fold.state, names, language, str)
    assert stage is not None
    spots = stage.spots(fold.state, fold.view())
    assert spots["standings"].markup.count("<tr>") == len(names)


def spots(hall: Hall, language: Language = "en") -> dict[str, str]:
    """What stands in each part of the page."""
    stage = GAME.need(PAGE).stage(hall.state, GAME.seating(hall.state).names, language, str)
    assert stage is not None
    regions = stage.spots(hall.state, hall.fold.view())
    return {name: region.markup for name, region in regions.items()}


def test_there_are_no_standings_before_there_is_a_result() -> None:
    hall = Hall(8)
    hall.pair("ABCD EFGH")
    assert spots(hall)["standings-head"] == ""
    hall.result(1, "1 2 3 4")
    assert spots(hall)["standings-head"] == "Standings so far"
    alone = Hall(1)
    assert spots(alone)["standings-head"] == ""


def test_before_round_1_the_page_says_who_is_here_and_nothing_of_tables() -> None:
    hall = Hall(4)
    assert spots(hall)["by-name-columns"].count("<th") == 1 and "<td" not in spots(hall)["by-name"]
    for letter in "ABCD":
        hall.drop(letter)
    hall.back("B")
    shown = spots(hall, "es")
    assert re.findall("<th[^>]*>([^<]*)", shown["by-name-columns"]) == ["Nombre", "Presente"]
    assert re.findall("<td>([^<]*)", shown["by-name"]) == ["–", "✓", "–", "–"]
    assert shown["by-name"].count("Di que estás aquí") == 3


def test_who_is_out_is_said_in_words_and_the_final_by_its_name() -> None:
    hall = Hall(4, rounds=1, cut=2).play("ABCD")
    hall.drop("D")
    hall.disqualify("C")
    shown = spots(hall, "es")["standings"]
    assert "Dani (fuera)" in shown and "Caro (descalificación)" in shown
    hall.cut("AB")
    assert "<b>" not in spots(hall)["tables"] and "Ana, Bea" in spots(hall)["tables"]
    before = GAME.words.narrator("es").look(hall.state, hall.seq)
    hall.result(1, "2 1", [30, 40])
    assert "1. Bea 40, 2. Ana 30" in spots(hall)["tables"], "not as they sit"
    narrator = GAME.words.narrator("es")
    (*_, (_seq, event)) = hall.fold.standing()
    assert narrator.tell(event, before, narrator.look(hall.state, hall.seq)).startswith(
        "Resultado de la final (árbitro): 1. Bea 40, 2. Ana 30"
    )


def test_after_a_final_the_ranking_counts_in_characters_and_on_the_poster() -> None:
    hall = Hall(4, rounds=1, cut=2).play("ABCD")
    hall.cut("AB")
    shown = GAME.need(DRAWING).picture(hall.state, GAME.view(hall.state, 1), {}, Page("en"))
    assert shown.startswith("Final\n")
    hall.no_show("A")
    *_, (_seq, event) = hall.fold.standing()
    narrator = GAME.words.narrator("es")
    moment = narrator.look(hall.state, hall.seq)
    assert narrator.tell(event, moment, moment).startswith("Final: Ana no se presenta")
    hall.end()
    view = GAME.view(hall.state, 1)
    shown = GAME.need(DRAWING).picture(hall.state, view, {}, Page("en"))
    assert re.findall(r"^ +(\d  \w+)", shown, re.MULTILINE)[-4:-2] == ["1  Bea", "2  Ana"]
    poster = svg(view, hall.state, {}, None, "en") or ""
    assert poster.index("Bea") < poster.index("Ana")


def test_who_gains_most_is_named_first() -> None:
    hall = Hall(4, rounds=1)
    hall.pair("ABCD")
    narrator = GAME.words.narrator("en")
    before = narrator.look(hall.state, hall.seq)
    hall.result(1, "4 3 2 1")
    *_, (_seq, event) = hall.fold.standing()
    told = narrator.tell(event, before, narrator.look(hall.state, hall.seq))
    assert told.endswith(": Dani +5, Caro +3, Bea +2, Ana +1")


def test_of_very_many_the_chart_has_the_best_and_in_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = Hall(4, rounds=1)
    hall.pair("ABCD")
    hall.result(1, "4 3 2 1")
    monkeypatch.setattr(chart, "MOST", 2)
    drawn = chart.public_chart(hall.bytes.splitlines(), "en")
    assert drawn is not None and list(drawn.players.values()) == ["Dani", "Caro"]


def says(hall: Hall) -> dict[str, str]:
    """What the phone of each entrant says."""
    return dict(re.findall('data-who="([^"]*)" data-says="([^"]*)"', spots(hall)["by-name"]))


def test_a_phone_says_the_place_in_the_ranking_and_waits_for_nothing_that_never_comes() -> None:
    hall = Hall(4, rounds=1, cut=2).play("ABCD")
    assert says(hall)["ana"] == "Place 1 with 5 points."
    hall.cut("AB")
    assert says(hall)["caro"] == "Place 3 with 2 points."
    hall.result(1, "2 1")
    hall.end()
    assert says(hall)["bea"] == "Place 1 with 3 points."
    assert says(hall)["ana"] == "Place 2 with 5 points."
    assert says(Hall(4, rounds=2).play("ABCD"))["ana"].endswith("wait for the next pairing.")


def test_the_tables_of_statistics() -> None:
    statistics = GAME.need(STATISTICS)
    fold = read_log(log_of("legal-2"))
    rows = list(statistics.rows(legal_moments(fold)))
    columns = {table.name: table.columns for table in statistics.tables}
    assert all(len(row) == len(columns[name]) - 1 for name, row in rows)
    final = fold.final
    assert final is not None
    listed = {row[0]: (row[4], row[5]) for name, row in rows if name == "standings"}
    assert listed == {n: (one["place"], one["points12"]) for n, one in final["players"].items()}
    results = [one for _, one in fold.state.tables() if one.result]
    assert sum(name == "seats" for name, _ in rows) == sum(len(one.players) for one in results)


def test_statistics_on_the_command_line(ragami: Ragami) -> None:
    done = ragami("stats", str(EXAMPLE))
    assert done.code == 0, done
    assert "Mean place" in done.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_has_names_and_two_of_one_name_are_told_apart(language: Language) -> None:
    fold = read_log(EXAMPLE.read_bytes())
    assert fold.final
    result = GAME.result(fold.final, fold.state, language)
    assert "1. Gala Rey 8, 2. Bea Sanz 7 1/2" in result
    assert "gala" not in result
    fold.state.entrants["bea"].name = "Gala Rey"
    result = GAME.result(fold.final, fold.state, language)
    assert "1. Gala Rey (7) 8, 2. Gala Rey (Norte) 7 1/2" in result


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_story_names_nobody_by_an_id(ragami: Ragami, language: Language) -> None:
    # The last record is compared and tells nothing that happened.
    story = ragami("log", str(EXAMPLE), "--lang", language).out.partition("  24  ")[0]
    assert "Ana Ruiz" in story
    assert not re.search(r"\b(ana|bea|caro|dani|elsa|fran|gala|hugo)\b", story)
