"""A seat of each game on a small phone: nothing is cut or tiny, and axe finds nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from ragami.game import game_named
from ragami.game.capabilities import BOT, SETUP
from tests.games import packages
from tests.page.axe import violations
from tests.server.kit import Club, Json, Made, fill
from tests.server.screens.phones import TABLE, Open, at, live, seated

GAMES: dict[str, tuple[int, Json]] = {
    "ragami": (3, {}),
    "dice-forge": (3, {}),
    "deal-with-the-devil": (4, {"distribution": "recorded"}),
}
# Text that is seen and smaller than 12 px, in pictures as it is scaled; whatever is too wide.
FAULTS = """() => {
  const scale = (one) => one.ownerSVGElement ? one.getScreenCTM().a : 1;
  const size = (one) => parseFloat(getComputedStyle(one).fontSize) * scale(one);
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const all = (which) => [...document.querySelectorAll(which)].filter(seen);
  const texts = (found) => found.map(one => one.textContent);
  const written = (one) => one.localName !== 'title'
    && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  const box = (one) => one.getBoundingClientRect();
  const small = all('main *, header *, footer *')
    .filter(one => written(one) && size(one) < 11.95);
  const low = all('main button, main .button').filter(one => box(one).height < 43.5);
  const wide = [document.documentElement.scrollWidth].filter(one => one > innerWidth);
  const cut = all('nav a, button, h1, h2, h3, h4, #asking span, #due, #me')
    .filter(one => box(one).right > innerWidth + 1);
  return { small: texts(small), low: texts(low), wide, cut: texts(cut) }; }"""
# The shapes are kept apart from the board, which is drawn smaller than they are.
BADGES = """() => {
  const scale = document.querySelector('.board svg g').getScreenCTM().a;
  return [...document.querySelectorAll('circle[fill="#1c1a17"] + text')].map(one =>
    parseFloat(getComputedStyle(one).fontSize) * scale); }"""
NOTHING: Json = {"small": [], "low": [], "wide": [], "cut": []}


def events_of(name: str) -> list[Json]:
    """A whole game of the bots."""
    players, chosen = GAMES[name]
    played = game_named(name).need(BOT).play(players, 3, chosen or None)
    return [{"type": type_, "data": msgspec.to_builtins(data)} for type_, data in played]


def sits(opened: Open, club: Club, seat: str, language: str) -> Page:
    return seated(opened, club, seat, lang=language, reduced_motion="reduce")


def who_is_due(events: list[Json], upto: int) -> str:
    players: list[Any] = events[0]["data"]["players"]
    who = events[upto]["data"].get("player") if upto < len(events) else None
    return str(who or players[0]["colour"])


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one, marks=pytest.mark.trial) if one != "deal-with-the-devil" else one
        for one in GAMES
    ],
)
def test_a_seat_is_whole_on_a_small_phone(
    opened: Open, database: Path, served: Made, name: str
) -> None:
    """From a moment of the game to what its first button asks, in the longer language."""
    events = events_of(name)
    upto = len(events) // 3
    fill(database, events[:upto])
    page = sits(opened, served(beat=0.5), who_is_due(events, upto), "es")
    expect(page.locator("#me")).to_contain_text("Eres")
    expect(page.locator("#last-thing")).not_to_be_empty()
    assert page.evaluate(FAULTS) == NOTHING
    if page.locator("#asking").is_hidden():
        page.locator("#choices [data-form]").first.click()
        expect(page.locator("#asking[data-asks]")).to_be_visible()
        assert page.evaluate(FAULTS) == NOTHING
    assert violations(page) == []


@pytest.mark.parametrize(
    "name",
    [one if one == "ragami" else pytest.param(one, marks=pytest.mark.trial) for one in GAMES],
)
@pytest.mark.trial
def test_at_the_end_a_seat_has_the_winner_and_the_points(
    opened: Open, database: Path, served: Made, name: str
) -> None:
    events = events_of(name)
    fill(database, events)
    page = sits(opened, served(beat=0.5), who_is_due(events, len(events)), "es")
    expect(page.locator("#due")).to_contain_text("gana")
    expect(page.locator("#final #scores li")).to_have_count(GAMES[name][0])
    points = page.locator("#final b").all_text_contents()
    assert points and all(one.lstrip("-").isdigit() for one in points)
    assert page.evaluate(FAULTS) == NOTHING
    assert violations(page) == []
    page.locator("#final a").click()
    page.wait_for_url("**/result*")
    expect(page.locator("#over")).to_contain_text("gana")
    expect(page.locator("table.sources").first).to_be_attached()
    for screen in ("result", "board", "story", "sheet", "trust", "what-follows", "projector"):
        page.goto(page.url.partition("/t/")[0] + f"/t/{TABLE}/{screen}?lang=es")
        assert page.evaluate(FAULTS)["small"] == [], screen


@pytest.mark.trial
def test_what_is_small_is_drawn_large_enough(opened: Open, database: Path, served: Made) -> None:
    """The games are tables of one server, each a third of the way on."""
    for name in GAMES:
        events = events_of(name)
        fill(database, events[: len(events) // 3], name)
    tables = f"{served(beat=0.5).base}/t"
    wall = {"width": 1920, "height": 1080}
    # The panels of Dice Forge and what is beside them end above the end of the wall.
    page = opened(f"{tables}/dice-forge/projector?lang=es", viewport=wall)
    live(page)
    for place in (".panels > :last-child", ".corner", "#latest"):
        box = page.locator(place).bounding_box()
        assert box
        assert box["y"] + box["height"] <= wall["height"], place
    # Much is set close, so that its letters are large.
    page.goto(f"{tables}/deal-with-the-devil/projector?lang=es")
    live(page)
    zoom = page.locator(".panels").evaluate("one => parseFloat(one.style.zoom)")
    assert zoom * 16 >= 14, "pixels of a letter"
    # On a phone the number of a space that is taken can be read.
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{tables}/ragami/board")
    live(page)
    sizes = page.evaluate(BADGES)
    assert sizes and min(sizes) >= 11.9


# What can be moved sideways, but a pad, which keeps its names; rows of open cards, one a line.
SIDEWAYS = """() => [...document.querySelectorAll('.scrolls:not(:has(.pad))')]
  .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""
SINGLE = """() => [...document.querySelectorAll('.widgets')].map(row =>
  [...row.querySelectorAll('.card:not(.closed)')].map(one => one.offsetLeft).slice(1))
  .filter(lefts => lefts.length > 2 && new Set(lefts).size === 1)"""


def test_on_a_small_phone_cards_stand_in_pairs_and_a_sign_says_what_it_is(
    opened: Open, database: Path, served: Made
) -> None:
    fill(database, events_of("deal-with-the-devil"))
    base = served(beat=0.5).base
    phone = {"width": 360, "height": 640}
    page = opened(f"{base}/t/{TABLE}/board?lang=es", viewport=phone, has_touch=True, is_mobile=True)
    live(page)
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(SINGLE) == []
    sign = page.locator(".widgets > .piece[title]").first
    title = sign.get_attribute("title") or ""
    before = sign.bounding_box()
    sign.tap()
    after = sign.bounding_box()
    assert title and before and after and after["width"] > before["width"] + 4 * len(title)
    page.goto(f"{base}/t/{TABLE}/projector?lang=es")
    live(page)
    tops = [page.locator(place).bounding_box() for place in ("#scores", ".panels")]
    assert tops[0] and tops[1] and tops[0]["y"] < tops[1]["y"]


def test_a_wall_is_whole_although_its_code_comes_late(opened: Open, club: Club) -> None:
    wall = {"width": 1920, "height": 900}
    page = opened("about:blank", viewport=wall)
    late: list[Route] = []
    page.route("**/qr?**", lambda route: late.append(route))  # noqa: PLW0108 (a builtin cannot be wrapped)
    page.goto(f"{club.base}/t/{TABLE}/projector", wait_until="commit")
    live(page)
    long = "element => { element.querySelector('span').textContent = 'a long story '.repeat(60); }"
    page.locator("#latest li").last.evaluate(long)
    for route in late:
        route.continue_()
    page.wait_for_load_state("load")
    box = page.locator(".corner").bounding_box()
    assert box
    assert box["y"] + box["height"] <= wall["height"]


def test_enter_in_a_field_takes_no_seat(opened: Open, club: Club) -> None:
    page = opened(f"{club.base}/?lang=es")
    page.locator("#code").fill(club.code(TABLE))
    expect(page.locator("[name=seat]").first).to_be_visible()
    for field in ("#code", "#name"):
        page.locator(field).press("Enter")
        expect(page.locator(field)).not_to_be_focused()
    expect(page.locator("#how")).to_be_enabled()
    assert club.phone().get(f"/v1/tables/{TABLE}").json()["taken"] == []


@pytest.mark.trial
def test_a_phone_gives_a_free_seat_to_the_house(
    opened: Open, database: Path, served: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger's game with hidden dice, and one person at the table."""
    with packages.installed(monkeypatch, "liars-dice"):
        setup = game_named("liars-dice").need(SETUP)
        data = setup.data(None, [("red", "Ana"), ("blue", "Bea")], {}, {})
        fill(database, [{"type": "game_opened", "data": data}])
        club = served(beat=0.5)
        page = sits(opened, club, "red", "es")
        page.locator("#housebox summary").click()
        button = page.locator("#house [data-seat=blue]")
        expect(button).to_contain_text("libre")
        assert page.evaluate(FAULTS) == NOTHING
        button.click()
        expect(button).to_contain_text("juega la casa")
        assert violations(page) == []
        at(page, 2)
        expect(page.locator("#last-thing")).to_have_text("Azul saca ?, ?, ?, ? y ?")
        button.click()
        expect(button).to_contain_text("libre")
