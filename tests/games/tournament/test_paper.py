"""What is printed: sorted as the language sorts, slips four to a page of A4."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ragami.games.tournament.page import page
from ragami.games.tournament.paper import paper
from ragami.games.tournament.state import State
from ragami.proof.slip import qr_svg
from tests.games.tournament.hall import Hall
from tests.games.tournament.harness import Log, seed_of
from tests.games.tournament.test_page import LABELS, of_sample


def printed(s: State, what: str, address: str | None = None) -> str:
    text = paper(s, what, "es", address, qr_svg)
    assert text is not None
    return text


def tables(number: int) -> State:
    """So many tables of four, their people with names as long as they come."""
    log = Log()
    opened = {"game": "tournament", "rules": 1, "title": "Abierto de otoño", "plays": None}
    log.write("game_opened", {**opened, "seed": "2026-11-22", "options": {"time_limit": 90}})
    for at in range(4 * number):
        name = f"María del Carmen Fernández-Villaverde {at}"
        log.write("entered", {"entrant": f"e{at}", "name": name, "club": None})
    seats = [[f"e{4 * at + seat}" for seat in range(4)] for at in range(number)]
    data = {"round": 1, "seed": seed_of(1), "pairer": None, "byes": [], "cost": 0}
    listed = [{"table": at, "seats": one} for at, one in enumerate(seats, 1)]
    assert log.write("round_paired", {**data, "tables": listed}) is None
    return log.state


@pytest.mark.parametrize(("number", "pages"), [(1, 1), (4, 1), (5, 2)])
def test_slips_stand_four_to_a_page(
    browser: Browser, tmp_path: Path, number: int, pages: int
) -> None:
    opened = browser.new_page()
    opened.set_content(printed(tables(number), "slips", "https://example.org/t/open"))
    opened.emulate_media(media="print")
    pdf = opened.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == pages
    cut = "one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1"
    assert not opened.locator("section").evaluate_all(f"all => all.some({cut})")
    opened.close()


def test_names_stand_as_the_language_sorts_and_without_ids() -> None:
    log = Log()
    opened = {"game": "tournament", "rules": 1, "title": None, "plays": None, "seed": "2026-11-22"}
    log.write("game_opened", {**opened, "options": {}})
    people = ("Zoe", "Óscar", "Ñoño", "Álvaro")
    for at, name in enumerate(people):
        log.write("entered", {"entrant": f"e{at}", "name": name, "club": None})
    data = {"round": 1, "seed": seed_of(1), "pairer": None, "byes": [], "cost": 0}
    seats = [{"table": 1, "seats": ["e0", "e1", "e2", "e3"]}]
    assert log.write("round_paired", {**data, "tables": seats}) is None
    text = printed(log.state, "by-name")
    names = re.findall(r"<tr class=\"first\"><td>([^<]*)</td>", text)
    assert names == ["Álvaro", "Ñoño", "Óscar", "Zoe"]
    assert not re.search(r"\be\d\b", text)


def test_a_slip_says_its_table_as_the_wall_does() -> None:
    assert "<h1>Mesa 2</h1>" in printed(tables(2), "slips")
    hall = Hall(4, rounds=1, cut=2).play("ABCD")
    hall.cut("AB")
    assert "<h1>Final</h1>" in printed(hall.state, "slips")
    hall.result(1, "2 1")
    hall.end()
    assert "Clasificación final</h1>" in printed(hall.state, "standings")


def test_before_a_round_there_are_standings_alone() -> None:
    assert paper(Hall(3).state, "slips", "en", None, qr_svg) is None
    standings = printed(Hall(3).state, "standings")
    assert "Ana" in standings and "Inscritos: 3</h1>" in standings


def test_after_a_final_the_ranking_stands_first_and_who_left_is_said(
    browser: Browser, tmp_path: Path
) -> None:
    hall = Hall(4, rounds=1, cut=2).play("ABCD")
    hall.cut("AB")
    hall.result(1, "2 1", [30, 40])
    hall.disqualify("D")
    hall.end()
    (tmp_path / "standings.html").write_text(page(hall.state, hall.bytes, {}, "es"), "utf-8")
    opened = browser.new_page()
    opened.goto((tmp_path / "standings.html").as_uri())
    assert opened.locator("#verdict.right").count() == 1
    heads = opened.locator("h2").all_inner_texts()
    assert heads[:3] == ["Orden final", "Clasificación", "Puntos por ronda"]
    assert "Dani (descalificación)" in opened.locator("#standings").inner_text()
    opened.locator("#pairings summary", has_text="la final").click()
    assert opened.locator("#pairings li").all_inner_texts()[-2:] == ["1 Bea 40", "2 Ana 30"]


def test_the_chart_of_a_page_of_standings_fits_a_phone(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(of_sample("legal-1"), "utf-8")
    phone = browser.new_page(viewport={"width": 360, "height": 640})
    phone.goto(path.as_uri())
    assert phone.evaluate(LABELS)[1:] == [True, True]
    fits = "one => [one.clientWidth <= 360, 12 * one.getScreenCTM().a >= 11.9]"
    assert phone.locator("#chart svg").evaluate(fits) == [True, True]
    phone.close()
