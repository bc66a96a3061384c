"""A tournament in a real browser: phones that enter by the code, the wall, the desk by taps."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.axe import violations
from tests.server.gathered import NAME, NAMES, raced, tournament
from tests.server.kit import Club, Made
from tests.server.screens.phones import Open, live


def clean(page: Page) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def entering(opened: Open, club: Club, name: str) -> Page:
    """A phone that scans the code and gives a name."""
    phone = opened(f"{club.base}/J/{club.code(NAME)}")
    phone.get_by_role("button", name="Enter by your name").click()
    phone.wait_for_url(f"**/t/{NAME}?*")
    phone.locator("#name").fill(name)
    phone.locator("#enter [type=submit]").click()
    return phone


def desk_of(opened: Open, club: Club) -> Page:
    """The desk, from that of the hall."""
    desk = opened(f"{club.base}/desk", "desktop")
    desk.locator("#key").fill(club.hall_key)
    desk.locator("#enter [type=submit]").click()
    desk.locator("#tables a", has_text=NAME).first.click()
    live(desk)
    return desk


def steps(desk: Page, name: str) -> None:
    """Begin a step by its button."""
    button = desk.locator("#choices button", has_text=name).first
    expect(button).to_be_visible()
    expect(desk.locator("#choices")).not_to_have_attribute("inert", "")
    button.click()


def does(desk: Page, number: int = 0) -> None:
    """Take one of the ways that are shown."""
    desk.locator("#asking [data-write]").nth(number).click()
    expect(desk.locator("#sent")).to_contain_text("stored as record")


def state(desk: Page, place: str, wanted: str) -> None:
    row = desk.locator(f'#round [data-place="{place}"]')
    expect(row).to_have_attribute("data-state", wanted)


def test_a_round_by_phones_wall_and_desk(opened: Open, database: Path, served: Made) -> None:
    tournament(database, NAMES[:7])
    club = served(beat=0.5)
    wall = opened(f"{club.base}/t/{NAME}/projector", "desktop")
    live(wall)
    desk = desk_of(opened, club)
    expect(desk.locator("#code-said")).to_contain_text(club.code(NAME))

    # Hugo asks to come in; the referee says yes.
    hugo = entering(opened, club, "Hugo")
    expect(hugo.locator("#waits")).to_be_visible()
    desk.locator("#asking-in li", has_text="Hugo").get_by_role("button", name="yes").click()
    expect(hugo.locator("#who")).to_contain_text("number 8: Hugo")
    expect(hugo.locator("#mine")).to_contain_text("wait for the first pairing")
    clean(hugo)

    # The pairing is shown before it is written; then it is on every screen.
    steps(desk, "Pair the round")
    expect(desk.locator("#asking .way li").first).to_contain_text("Cost 0")
    expect(desk.locator("#asking .way li")).to_have_count(3)
    does(desk)
    expect(hugo.locator("#mine")).to_contain_text("Round 1: table")
    expect(wall.locator("#by-name [data-who=hugo] td").first).to_have_text("2")
    expect(hugo.locator("tr.is-mine th")).to_have_text("Hugo")

    clock_runs(desk, wall, hugo)
    at_the_tables(club, desk, hugo)

    # One table ends by itself, the other one breaks off: its places are typed.
    raced(club, "open-r1-t1")
    state(desk, "1.1", "done")
    expect(wall.locator("#tables li").first).to_contain_text("1. ")
    types_places(desk)
    state(desk, "1.2", "done")
    clean(wall)

    # Home again: the phone knows who it is, and leaves.
    hugo.goto(f"{club.base}/t/{NAME}")
    hugo.on("dialog", lambda dialog: dialog.accept())
    hugo.locator("#drop").click()
    expect(hugo.locator("#back")).to_be_visible()
    steps(desk, "Close the round")
    expect(desk.locator("#asking .way")).to_contain_text("7 are in")
    does(desk)
    expect(hugo.locator("#mine")).to_contain_text("Not in any more")


def clock_runs(desk: Page, *screens: Page) -> None:
    """Started at the desk, it runs everywhere, and stops."""
    desk.locator("#start").click()
    for screen in (desk, *screens):
        expect(screen.locator("#clock")).to_contain_text("59:")
    desk.locator("#stop").click()
    for screen in screens:
        expect(screen.locator("#clock")).not_to_have_class("clock running")


def at_the_tables(club: Club, desk: Page, hugo: Page) -> None:
    """The tables are opened, Hugo goes to his, and calls the referee."""
    desk.locator("#open").click()
    state(desk, "1.1", "playing")
    state(desk, "1.2", "playing")
    hugo.locator("#sit").click()
    hugo.wait_for_url("**/t/open-r1-t2*")
    live(hugo)
    assert "Hugo" in (hugo.locator("#page").text_content() or "")
    hugo.locator("#call").click()
    expect(desk.locator('#round [data-place="1.2"]')).to_have_class("calls")
    clean(desk)


def types_places(desk: Page) -> None:
    """The first of the results that are due, by hand."""
    steps(desk, "Result")
    for number in range(4):
        desk.locator("[data-each=place]").nth(number).fill(str(number + 1))
    desk.locator("#asking .go").click()
    expect(desk.locator("#asking .way li").first).to_contain_text("1. ")
    does(desk)


def test_without_a_script_pairings_and_standings_show(
    opened: Open, database: Path, served: Made
) -> None:
    tournament(database, NAMES, paired=True)
    club = served(beat=0.5)
    for path in (f"/t/{NAME}", f"/t/{NAME}/projector", f"/t/{NAME}/board"):
        page = opened(f"{club.base}{path}?lang=es", java_script_enabled=False)
        expect(page.locator("#by-name tr")).to_have_count(8)
        expect(page.locator("#standings tr")).to_have_count(8)
        expect(page.locator("#tables li")).to_have_count(2)
    place = opened(f"{club.base}/t/{NAME}/1.2?lang=es")
    expect(place.locator("h1").last).to_have_text("Mesa 1.2")
    clean(place)
