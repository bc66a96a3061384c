"""The desk of a tournament in a real browser: each step by taps, whatever the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.gathered import NAME, NAMES, step, tournament
from tests.server.kit import Made
from tests.server.screens.conftest import PHONE
from tests.server.screens.phones import Open, live
from tests.server.screens.test_gathering import (
    clean,
    desk_of,
    does,
    ended,
    hall_of,
    steps,
    writes,
)


@pytest.mark.trial
def test_every_step_of_the_desk_is_taken_by_taps(
    opened: Open, database: Path, served: Made
) -> None:
    """People are tapped by their names, and no id stands on the screen."""
    tournament(database, NAMES, paired=True)
    desk = desk_of(opened, served())
    steps(desk, "Swap two people")
    for name in ("Ana", "Bea"):
        desk.locator("#asking [data-value]", has_text=name).click()
    for text in ("sisters", "Eva"):
        writes(desk, text)
    expect(desk.locator("#asking .way li").first).to_be_visible()
    said = desk.locator("#asking").inner_text()
    assert not {"ana", "bea", "authority"} & {*said.split()}, said
    does(desk)
    steps(desk, "Warning")
    for name in ("Caro", "Warning"):
        desk.locator("#asking [data-value]", has_text=name).click()
    for text in ("late", "Eva"):
        writes(desk, text)
    does(desk)
    steps(desk, "Somebody does not appear")
    desk.locator("#asking [data-value]", has_text="Dani").click()
    does(desk)
    steps(desk, "Result of table")
    desk.locator("#asking .go").click()  # no places: what is wrong is said
    expect(desk.locator("#asking .finding")).to_contain_text("laces")
    clean(desk)
    desk.locator("#asking").get_by_role("button", name="Back").click()
    expect(desk.locator("#asking [data-each=place]").first).to_be_visible()
    desk.locator("#asking").get_by_role("button", name="Something else").click()
    expect(desk.locator("#asking")).to_be_hidden()


HEADS = """() => [...document.querySelectorAll('#papers a, .hall th, #link')]
  .filter(one => one.checkVisibility()).map(one => one.innerText.trim())"""
# Lines of links that a thumb would not hit.
LOW = """() => [...document.querySelectorAll('#papers li a, #tables th a')]
  .filter(one => one.getBoundingClientRect().height < 32).map(one => one.textContent)"""
BROKEN = """() => { const lines = one => { const range = document.createRange();
    range.selectNodeContents(one); return range.getClientRects().length; };
  return [...document.querySelectorAll('.written th, .wide')].filter(one =>
    one.scrollWidth > one.clientWidth + 1 || (one.matches('th') && lines(one) > 1))
    .map(one => one.textContent); }"""


@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.trial), "es"])
def test_the_desk_is_whole_on_a_narrow_screen(
    opened: Open, database: Path, served: Made, lang: str
) -> None:
    """No name is broken, no column hidden, and what stands alone begins with a capital."""
    tournament(database, ["Maximiliano", *NAMES[1:]], paired=True)
    club = served()
    desk = opened(f"{club.base}/desk?lang={lang}")
    desk.locator("#key").fill(club.hall_key)
    desk.locator("#enter [type=submit]").click()
    desk.locator("#tables a", has_text=NAME).click()
    live(desk)
    expect(desk.locator("#choices button").first).to_be_visible()
    desk.locator("#choices button").first.click()
    expect(desk.locator("#asking .written th").first).to_be_visible()
    expect(desk.locator("#round tr")).to_have_count(2)
    assert desk.evaluate(BROKEN) == []
    small = [text for text in desk.evaluate(HEADS) if text[:1].islower()]
    assert small == []
    assert desk.evaluate(LOW) == []
    clean(desk)
    back = desk.locator("main a[href^='/desk?']")
    box = back.bounding_box()
    assert box
    assert box["y"] + desk.evaluate("scrollY") < PHONE[1], "the way back is looked for in vain"
    back.click()
    expect(desk.locator("#tables a", has_text=NAME)).to_be_visible()
    assert desk.evaluate(LOW) == []


def test_the_result_of_a_gathering_is_told_in_points(
    opened: Open, database: Path, served: Made
) -> None:
    """Its scores are twelfths, which are for programs."""
    tournament(database, NAMES[:4], paired=True, rounds=1, cut=0)
    club = served()
    desk = club.desk(NAME)
    ended(club, desk, 1)
    step(desk, "close")
    step(desk, "end", reason=None)
    page = opened(f"{club.base}/t/{NAME}/result")
    expect(page.locator("#standings tr").first).to_contain_text("5")
    assert "60" not in page.locator("main").inner_text()
    clean(page)


@pytest.mark.trial
def test_a_large_round_is_in_sight(opened: Open, database: Path, served: Made) -> None:
    """However many people and tables there are; what is read aloud stays whole."""
    tournament(database, hall_of(40), paired=True)
    club = served()
    desk = desk_of(opened, club)
    # The pairing was told at full length above everything else, and `Table 10` on two lines.
    assert desk.locator("#last-thing").bounding_box()["height"] < 120  # type: ignore[index]
    expect(desk.locator("#choices button").first).to_be_in_viewport()
    assert desk.locator('#round [data-place="1.10"] th').text_content() == "Table\u00a010"
    # 33 buttons said `Result of table` one under the other.
    ended(club, club.desk(NAME), 2)
    grid = desk.locator("#choices .numbered")
    expect(grid.get_by_role("heading")).to_have_text(["Result of table"])
    left = [str(table) for table in range(1, 11) if table != 2]
    expect(grid.locator("button")).to_have_text(left)
    expect(desk.locator("#choices .big", has_text="Correct the result of table 2")).to_be_visible()
    clean(desk)
    grid.get_by_role("button", name="Result of table 8", exact=True).click()
    expect(desk.locator("#asking h3")).to_have_text("Result of table 8")
    desk.locator("#asking").get_by_role("button", name="Something else").click()
    # What follows from a name that is tapped stands beside the names.
    steps(desk, "Somebody does not appear")
    desk.locator("#asking [data-value]").first.click()
    expect(desk.locator("#asking .way [data-write]")).to_be_in_viewport()
    tops = desk.locator("#asking [data-value]").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len({*tops}) < len(tops), "side by side where there is room"
    clean(desk)


def test_a_correction_begins_with_the_result_that_stands(
    opened: Open, database: Path, served: Made
) -> None:
    tournament(database, NAMES[:4], paired=True)
    club = served()
    ended(club, club.desk(NAME), 1)
    desk = desk_of(opened, club)
    steps(desk, "Correct the result of table 1")
    scores = desk.locator("#asking [data-each=score]")
    for number, score in enumerate("9876"):
        expect(scores.nth(number)).to_have_value(score)
    scores.nth(1).fill("12")
    desk.locator("#asking .go").click()
    expect(scores).to_have_count(0)  # the next question is there
    for text in ("misread", "Eva"):
        writes(desk, text)
    expect(desk.locator("#asking .answered")).to_contain_text("12")
    expect(desk.locator("#asking .answered")).to_contain_text("misread")
    does(desk)
    expect(desk.locator('#round [data-place="1.1"]')).to_contain_text(" 12, 2. ")
