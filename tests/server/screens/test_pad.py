"""A pad on phones: one's own number, or the row of everybody, by one thumb."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ragami.store import open_store
from tests.games.scores.pad import Pad
from tests.page.axe import violations
from tests.server.kit import Made
from tests.server.screens.phones import TABLE, Open, at, seated

TWELVE = ", ".join(f'p{n} "A rather long name {n}"' for n in range(1, 13))


def kept(database: Path) -> list[tuple[str, object]]:
    with open_store(database) as store:
        lines = [json.loads(line) for line in store.read(TABLE)]
    return [(line["type"], line["data"].get("points", line["data"].get("round"))) for line in lines]


def sits(opened: Open, database: Path, served: Made, pad: Pad, seat: str) -> Page:
    with open_store(database) as store:
        store.append(TABLE, 0, pad.log.splitlines())
    page = seated(opened, served(beat=0.5), seat)
    expect(page.locator("#pad input").first).to_be_visible()
    return page


def test_ones_own_number_and_then_a_correction(opened: Open, database: Path, served: Made) -> None:
    """What is typed stays while others write."""
    page = sits(opened, database, served, Pad(), "ana")
    expect(page.locator("#pad input")).to_have_count(1)
    expect(page.locator("#amends a")).to_be_hidden()  # nothing was done yet
    page.get_by_label("Ana", exact=True).fill("12")
    with open_store(database) as store:
        store.append(TABLE, 1, [Pad("bea 9").log.splitlines()[1]])
    at(page, 2)
    expect(page.locator("#amends a")).to_be_visible()
    expect(page.locator("#latest")).to_contain_text("9")
    expect(page.get_by_label("Ana", exact=True)).to_have_value("12")
    page.get_by_role("button", name="Minus or plus for Ana").click()
    page.keyboard.press("Enter")
    expect(page.locator("#pad-told")).to_contain_text("stored as record 3")
    at(page, 3)
    assert kept(database)[-1] == ("scored", {"ana": -12})
    expect(page.get_by_label("Ana", exact=True)).to_have_value("-12")
    page.get_by_label("Ana", exact=True).fill("12")
    page.get_by_role("button", name="Write it down").first.click()
    expect(page.locator("#pad-told")).to_contain_text("stored as record 4")
    assert kept(database)[-1] == ("score_corrected", {"ana": 12})
    assert violations(page) == []


def test_numbers_that_are_typed_outlast_a_reload(
    opened: Open, database: Path, served: Made
) -> None:
    page = sits(opened, database, served, Pad(), "ana")
    page.get_by_role("button", name="Everybody").click()
    ana, bea = (page.get_by_label(name, exact=True) for name in ("Ana", "Bea"))
    ana.fill("12")
    page.get_by_role("button", name="Minus or plus for Ana").click()
    page.reload()
    expect(ana).to_have_value("-12")
    expect(bea).to_have_value("")
    bea.fill("7")
    page.get_by_role("button", name="Write it down").first.click()
    expect(page.locator("#pad-told")).to_contain_text("stored as record")
    page.reload()
    expect(ana).to_have_value("-12")  # it stands in the log: nothing else is kept
    assert page.evaluate("Object.keys(sessionStorage).filter((key) => /-pad/.test(key))") == []


@pytest.mark.trial
def test_who_comes_late_is_written_down_by_taps_and_takes_a_seat(
    opened: Open, database: Path, served: Made
) -> None:
    with open_store(database) as store:
        store.append(TABLE, 0, Pad("row 5 7 3; round", dealer="deals").log.splitlines())
    club = served(beat=0.5)
    page = seated(opened, club, "bea")
    page.get_by_role("button", name="Somebody joins").click()
    page.locator("#asking input").fill("Dani López")
    page.locator("#asking [data-next]").click()
    page.get_by_role("button", name="Ana", exact=True).click()  # to whose left
    page.locator("#asking [data-write]").click()
    expect(page.locator("#due")).to_contain_text("Dani López")
    late = seated(opened, club, "p4")
    expect(late.get_by_label("Dani López", exact=True)).to_be_visible()
    seats = club.phone().get(f"/v1/tables/{TABLE}").json()["seats"]
    assert list(seats.values()) == ["Ana", "Dani López", "Bea", "Caro"]


def test_a_game_without_points_asks_for_the_places_of_all_and_shows_none(
    opened: Open, database: Path, served: Made
) -> None:
    page = sits(opened, database, served, Pad(result="declared"), "ana")
    expect(page.locator("#pad h3")).to_have_text("place")
    expect(page.locator("#due")).to_contain_text("write down the place of each")
    for name, place in (("Ana", "2"), ("Bea", "1"), ("Caro", "2")):
        page.get_by_label(name, exact=True).fill(place)
    page.keyboard.press("Enter")
    expect(page.locator("#pad-told")).to_contain_text("stored as record 2")
    expect(page.locator("#due")).to_contain_text("Bea wins")
    expect(page.locator("#scores b")).to_have_text(["", "", ""])
    assert violations(page) == []


@pytest.mark.trial
def test_a_row_for_everybody_the_end_of_the_round_and_a_row_before(
    opened: Open, database: Path, served: Made
) -> None:
    page = sits(opened, database, served, Pad(), "bea")
    page.get_by_role("button", name="For everybody").click()
    for name, points in (("Ana", "5"), ("Bea", "7"), ("Caro", "-3")):
        page.get_by_label(name, exact=True).fill(points)
        page.keyboard.press("Enter")
    expect(page.locator("#pad-told")).to_contain_text("stored as record 2")
    at(page, 2)
    assert kept(database)[-1] == ("scored", {"ana": 5, "bea": 7, "caro": -3})
    page.get_by_role("button", name="End of the round").click()
    expect(page.locator("#pad h3")).to_have_text("round 2")
    page.get_by_role("button", name="The row before").click()
    page.get_by_label("Caro", exact=True).fill("3")
    page.get_by_role("button", name="Write it down").first.click()
    expect(page.locator("#pad-told")).to_contain_text("stored as record 4")
    assert kept(database)[-1] == ("score_corrected", {"caro": 3})


def test_twelve_fit_a_small_phone(opened: Open, database: Path, served: Made) -> None:
    """Six are seen at once, and of more the rows keep their names."""
    pad = Pad("row 1 2 3 4 5 6 7 8 9 10 11 12; round", players=TWELVE)
    with open_store(database) as store:
        store.append(TABLE, 0, pad.log.splitlines())
        six = ", ".join(
            f"p{n} {name}" for n, name in enumerate(["Ana", "Bea", "Cy", "Dan", "Eva", "Fil"])
        )
        store.append("six", 0, Pad("row 11 12 13 24 25 26", players=six).log.splitlines())
    club = served(beat=0.5)
    page = seated(opened, club, "p3", viewport={"width": 360, "height": 640})
    # A dozen bonuses are no list to scroll by before what happened.
    expect(page.locator("#choices button:visible")).to_have_count(4)
    page.get_by_role("button", name="For everybody").click()
    expect(page.locator("#pad input")).to_have_count(12)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # In one call: the row is drawn again whenever the stream tells of a record.
    boxes = page.locator("#pad :is(input, li button)").evaluate_all(
        "found => found.map((each) => each.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == 24
    assert min(box["width"] for box in boxes) >= 44
    assert min(box["height"] for box in boxes) >= 44
    assert max(box["right"] for box in boxes) <= 360
    page.goto(f"{club.base}/t/six/board")
    scrolls = page.locator(".scrolls:has(.pad)")
    assert scrolls.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    page.goto(f"{club.base}/t/{TABLE}/board")
    first = page.locator(".pad tbody th").first
    before = first.bounding_box()
    assert scrolls.evaluate("box => { box.scrollLeft = 200; return box.scrollLeft; }") > 100
    assert first.bounding_box() == before
