"""A tournament in a real browser: phones that enter by the code, the wall, the desk by taps."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.page.axe import violations
from tests.server.gathered import NAME, NAMES, round_of, step, tournament
from tests.server.kit import Club, Made, Phone
from tests.server.screens.phones import Open, live

# Of the height of the screen: on one that is 1.35 m high 36 mm, from 10 m 12 minutes of arc.
SMALLEST = 1 / 27
LONG = "Maximiliano Santamaría-Etxebarria"
FIRST = ("Álvaro", "Ana", "Bea", "Caro", "Dani", "Elsa", "Fran", "Gala", "Hugo", "Inés", "Juan")
LAST = ("Ruiz", "Soto", "Gil", "Pi", "Lund", "Mora", "Rey", "Sanz", "Paz", "Vega", "Roca", "Díaz")
# The heading, the page, and every row that lies whole in what is shown: its name, and its letters.
ROWS = """() => { const open = document.querySelector('.is-open');
  const list = open.querySelector('tbody, ol'), edge = list.getBoundingClientRect();
  return [open.querySelector('h2').textContent, document.getElementById('page-of').textContent,
    [...list.children].filter(row => { const b = row.getBoundingClientRect();
    return b.left >= edge.left - 1 && b.right <= edge.right + 1 && b.top >= edge.top - 1
      && b.bottom <= edge.bottom + 1 && [...row.children].every(
        cell => cell.scrollWidth <= cell.clientWidth + 1); })
    .map(row => [row.querySelector('th').textContent,
      Number.parseFloat(getComputedStyle(row.querySelector('th')).fontSize)])]; }"""
TOPS = "ids => ids.map(id => document.getElementById(id).getBoundingClientRect().top)"
NARROW = """rows => rows.filter(row => [row, ...row.children].some(one =>
  one.scrollWidth > one.clientWidth + 1 || Number.parseFloat(getComputedStyle(one).fontSize) < 12
  || one.getBoundingClientRect().right > innerWidth)).map(row => row.textContent)"""


def clean(page: Page) -> None:
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def desk_of(opened: Open, club: Club) -> Page:
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


def writes(desk: Page, text: str) -> None:
    """Answer a question by a text; it stands above the next one."""
    desk.locator("#asking input").fill(text)
    desk.locator("#asking .go").click()
    expect(desk.locator("#asking .answered")).to_contain_text(text, ignore_case=True)


def does(desk: Page, number: int = 0) -> None:
    """Take one of the ways that are shown."""
    desk.locator("#asking [data-write]").nth(number).click()
    expect(desk.locator("#sent")).to_contain_text("stored as record")


def state(desk: Page, place: str, wanted: str) -> None:
    row = desk.locator(f'#round [data-place="{place}"]')
    expect(row).to_have_attribute("data-state", wanted)


def test_a_tap_is_not_lost_when_somebody_else_asks_meanwhile(
    opened: Open, database: Path, served: Made
) -> None:
    """The list is drawn again between finger down and finger up."""
    tournament(database)
    club = served(beat=0.5)
    desk = desk_of(opened, club)
    expect(desk.locator("#join-code img")).to_be_visible()
    expect(desk.locator("#choices button").first).to_be_visible()  # nothing moves from now on
    club.join(table=NAME).post("entries", {"name": "Ana"})
    asking = desk.locator("#asking-in li")
    other = club.join(table=NAME)
    asking.filter(has_text="Ana").get_by_role("button", name="yes").hover()
    desk.mouse.down()
    other.post("entries", {"name": "Bea"})
    expect(asking).to_have_count(2)
    desk.mouse.up()
    expect(asking).to_have_count(1)
    expect(asking).to_contain_text("Bea")
    expect(desk.locator("#by-name")).to_contain_text("Ana")


@pytest.mark.trial
def test_an_answer_that_comes_late_is_not_drawn_over_a_newer_one(
    opened: Open, database: Path, served: Made
) -> None:
    tournament(database)
    club = served(beat=0.5)
    desk = desk_of(opened, club)
    expect(desk.locator("#join-code img")).to_be_visible()
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    club.join(table=NAME).post("entries", {"name": "Ana"})
    asking = desk.locator("#asking-in li")
    expect(asking).to_have_count(1)
    desk.route("**/round?*", hold)
    club.join(table=NAME).post("entries", {"name": "Bea"})
    while not late:
        desk.wait_for_timeout(50)
    club.join(table=NAME).post("entries", {"name": "Caro"})
    desk.wait_for_timeout(1_500)  # there is time to ask again
    for route, answer in late:
        route.fulfill(response=answer)
    desk.wait_for_timeout(500)
    expect(asking).to_have_count(3)


def test_without_a_script_pairings_and_standings_show(
    opened: Open, database: Path, served: Made
) -> None:
    tournament(database, NAMES, paired=True)
    club = served(beat=0.5)
    page = opened("about:blank", java_script_enabled=False)
    for path in (f"/t/{NAME}", f"/t/{NAME}/projector", f"/t/{NAME}/board"):
        page.goto(f"{club.base}{path}?lang=es")
        expect(page.locator("#by-name tr")).to_have_count(8)
        expect(page.locator("#standings tr")).to_have_count(8)
        expect(page.locator("#tables li")).to_have_count(2)
    place = opened(f"{club.base}/t/{NAME}/1.2?lang=es")
    expect(place.locator("h1").last).to_have_text("Mesa 2")
    clean(place)


ROOM_BESIDE = """cell => {
  const right = box => box.getBoundingClientRect().right;
  return right(cell.closest("section")) - right(cell);
}"""


def test_a_name_that_cannot_be_broken_cuts_no_points(
    opened: Open, database: Path, served: Made
) -> None:
    tournament(database, [*NAMES, f"Luis {'X' * 26}"], paired=True)
    club = served()
    ended(club, club.desk(NAME), 1)
    phone = opened(f"{club.base}/t/{NAME}?lang=es")
    phone.set_viewport_size({"width": 360, "height": 740})
    live(phone)
    points = phone.locator("#standings td:last-child")
    expect(points).to_have_count(9)
    expect(points.first).to_be_visible()
    room = points.first.evaluate(ROOM_BESIDE)
    assert room >= 0, room


def hall_of(number: int) -> list[str]:
    return [LONG, *(f"{FIRST[n % 11]} {LAST[n % 12]}" for n in range(number - 1))]


def ended(club: Club, desk: Phone, table: int) -> None:
    """The referee enters the result of a table."""
    players = round_of(club)["tables"][table - 1]["players"]
    results = [{"entrant": who, "score": 9 - n} for n, who in enumerate(players)]
    step(desk, "result", table=table, results=results)


def turned(wall: Page, heading: str) -> dict[str, float]:
    """What can be read under a heading, on all its pages: the names, and how tall they are."""
    seen: dict[str, float] = {}
    pages: set[str] = set()
    end = time.monotonic() + 60
    while time.monotonic() < end:
        above, page, rows = wall.evaluate(ROWS)
        if heading in above:
            seen |= dict(rows)
            pages.add(page)
            if not page or len(pages) == int(page.rpartition(" ")[2]):
                return seen
        wall.wait_for_timeout(30)
    raise AssertionError(f"{heading}: of its pages were seen {sorted(pages)}")


@pytest.mark.parametrize(
    ("number", "size"),
    [
        (22, (1920, 1080)),
        (129, (1920, 1080)),
        (129, (1280, 720)),
        (30, (1280, 720)),
    ],
)
@pytest.mark.trial  # the final below has a wall that turns its pages, too
def test_the_wall_is_read_from_the_back_of_the_hall(
    opened: Open, database: Path, served: Made, number: int, size: tuple[int, int]
) -> None:
    tournament(database, hall_of(number), paired=True)
    club = served(beat=0.5)
    club.referee(NAME).post("clock", {"do": "start"})
    wall = opened(
        f"{club.base}/t/{NAME}/projector?seconds=0.1",
        "desktop",
        viewport={"width": size[0], "height": size[1]},
    )
    live(wall)
    read = turned(wall, "who sits where")
    assert {*hall_of(number)} == {*read}, "everybody has been on the wall, whole"
    assert min(read.values()) >= size[1] * SMALLEST
    expect(wall.locator("#clock")).to_be_visible()
    desk = club.referee(NAME)
    ended(club, desk, 1)
    expect(wall.locator(".is-open > h2")).to_contain_text("Standings so far")
    assert len(turned(wall, "Standings so far")) == number
    expect(wall.locator("#clock")).to_be_visible()
    clean(wall)
    # What is new is shown at once, and alone.
    late = next(iter(round_of(club)["tables"][1]["players"]))
    step(desk, "noshow", entrant=late)
    expect(wall.locator(".is-open > h2")).to_contain_text("who sits where")
    wall.close()  # which turns its pages all the time
    a_narrow_phone_shows_who_sits_where(opened(f"{club.base}/t/{NAME}?lang=es"), number)


def test_a_result_sent_after_the_end_of_the_round_is_refused_in_sight(
    opened: Open, database: Path, served: Made
) -> None:
    """The phone has not heard of it yet, and its form goes with the round."""
    tournament(database, NAMES[:4], paired=True)
    club = served(beat=0.5)
    desk, (table,) = club.desk(NAME), round_of(club)["tables"]
    phone = opened(f"{club.base}/t/{NAME}/1.1?lang=es#{club.code(NAME)}")
    live(phone)
    phone.locator("#people button").first.click()
    phone.locator("#reported .go").click()
    phone.route("**/round*", lambda route: route.abort())
    results = [{"entrant": who, "score": 9 - n} for n, who in enumerate(table["players"])]
    step(desk, "result", results=results)
    step(desk, "close")
    for number in range(4):
        phone.locator("[data-score]").nth(number).fill("1")
    phone.unroute("**/round*")
    phone.locator("#reported .go").click()
    expect(phone.locator("#report-wrong")).to_contain_text("no es de la ronda abierta")
    expect(phone.locator("#report")).to_be_hidden()
    expect(phone.locator("#report-wrong")).to_be_visible()
    clean(phone)


def test_in_the_final_the_wall_has_the_final_table_and_the_clock(
    opened: Open, database: Path, served: Made
) -> None:
    tournament(database, NAMES, rounds=1, cut=4, tie_breaks=["points", "lot"])
    club = served(beat=0.5)
    desk = club.desk(NAME)
    step(desk, "pair")
    for table in (1, 2):
        ended(club, desk, table)
    step(desk, "close")
    step(desk, "final")
    desk.post("clock", {"do": "start"})
    finalists = list(round_of(club)["tables"][0]["players"].values())
    wide = {"width": 1920, "height": 1080}
    wall = opened(f"{club.base}/t/{NAME}/projector?seconds=0.1", "desktop", viewport=wide)
    live(wall)
    expect(wall.locator("#step")).to_have_text("final")
    told = wall.locator("#by-name tr").first.get_attribute("data-says")
    assert told == f"The final: seat 1, against {', '.join(finalists[1:])}"
    read = turned(wall, "The final")
    assert list(read) == finalists, "those who play it, seat by seat, and nobody else"
    assert min(read.values()) > 2 * SMALLEST * wide["height"]
    expect(wall.locator("#clock")).to_be_visible()
    assert {*turned(wall, "Standings after round 1")} == {*NAMES}
    expect(wall.locator("#clock")).to_be_visible()
    clean(wall)


def a_narrow_phone_shows_who_sits_where(phone: Page, number: int) -> None:
    live(phone)
    clean(phone)
    rows = phone.locator("#by-name tr")
    expect(rows).to_have_count(number)
    heights = rows.evaluate_all("rows => rows.map(row => row.offsetHeight)")
    assert sorted(heights)[-2] < 50, "a line each, but for the longest name"
    assert phone.locator("#tables li").evaluate_all(NARROW) == []
    assert rows.evaluate_all(NARROW) == []
    by_name, standings = phone.evaluate(TOPS, ["by-name", "standings"])
    assert by_name < standings


def says(phone: Page, *scores: int) -> None:
    """Enter the scores in the order of the seats."""
    for number, score in enumerate(scores):
        phone.locator("[data-score]").nth(number).fill(str(score))
    phone.locator("#reported .go").click()


def test_the_slip_leads_to_the_result(opened: Open, database: Path, served: Made) -> None:
    tournament(database, hall_of(7), paired=True)
    club = served(beat=0.5)
    slip = f"{club.base}/t/{NAME}/1.1?lang=es#{club.code(NAME)}"
    one, other, third = (opened(slip) for _ in range(3))
    for number, phone in enumerate((one, other, third)):
        expect(phone.locator("#people button")).to_have_count(4)
        phone.locator("#people button").nth(number).click()
        expect(phone.locator("#report")).to_be_visible()
    one.locator("#reported .go").click()
    says(one, 36, 31, 31, 20)
    expect(one.locator("#reported .told")).to_contain_text("36")
    # Another one does not agree: both are shown, to the referee as well.
    other.locator("#reported .buttons button").nth(1).click()
    says(other, 36, 31, 30, 20)
    for phone in (other, third):
        expect(phone.locator("#reported .told")).to_have_count(2)
    expect(third.locator("#reported .finding.warning")).to_be_visible()
    right = third.locator("#reported .go")
    expect(right).to_have_count(2)
    sitting = [*round_of(club)["tables"][0]["players"].values()][:2]
    assert {*right.all_inner_texts()} == {f"Tiene razón {name}" for name in sitting}
    clean(third)
    other.locator("#reported .buttons button").last.click()
    desk = desk_of(opened, club)
    expect(desk.locator('#round [data-place="1.1"]')).to_have_class("calls")
    expect(desk.locator("#calls li")).to_have_count(1)
    desk.locator("#answered").click()
    expect(desk.locator("#calls li")).to_have_count(0)
    # They look at the table again, and agree: then it is the result.
    other.locator("#reported .buttons button").first.click()
    says(other, 36, 31, 31, 20)
    state(desk, "1.1", "done")
    row = desk.locator('#round [data-place="1.1"]')
    expect(row).to_contain_text("36, 2. ")  # the result, and nothing of what was said of it
    expect(row.locator(".told")).to_have_count(0)
    expect(row).not_to_have_class("calls")
    expect(one.locator("#reported .told")).to_contain_text("36, 2. ")
    expect(one.locator("#reported")).to_contain_text("✓")
    # On one's own phone the own table stands first.
    one.goto(f"{club.base}/t/{NAME}?lang=es")
    live(one)
    expect(one.locator("#mine")).to_contain_text("1")
    expect(one.locator("#report")).to_be_visible()
    expect(one.locator("#sit")).to_be_hidden()  # there is no game to go to
    tops = one.evaluate(TOPS, ["mine", "report", "by-name"])
    assert tops == sorted({*tops})
