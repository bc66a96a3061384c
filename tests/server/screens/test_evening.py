"""Deal with the Devil on four phones: the first round by taps alone, and what stays secret."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from ragami.server.showing import address_of
from tests.page.axe import violations
from tests.server.kit import Json, Made, fill, simulated
from tests.server.screens.evening import PHONE, ROLES, TOUCH, Player, role_in, sits_down
from tests.server.screens.phones import Open, at, seated
from tests.server.screens.test_seats import FAULTS, NOTHING

SEED: Final[Json] = {"distribution": "seed"}
WHO_IS_WHO: Final = re.compile("Who is who|Quién es quién")


def test_one_button_deals_and_nobody_is_thrown_out_of_a_form(
    opened: Open, database: Path, served: Made
) -> None:
    """In a step in which all act at once, by another's record."""
    sits_down(database, "deal-with-the-devil", SEED)
    club = served(beat=0.5)
    red, blue = (
        seated(opened, club, seat, lang=language, viewport=PHONE, **TOUCH)
        for seat, language in (("red", "en"), ("blue", "es"))
    )
    assert red.evaluate(FAULTS) == NOTHING
    assert violations(red) == []
    deals(red, blue)
    types = [json.loads(line)["type"] for line in club.phone().get("records").text.splitlines()]
    assert types == ["game_opened", "distribution_sealed", "word_given", "characters_dealt"]
    expect(red.locator("#step")).to_contain_text("Round 1")
    held = [Player(page, "", Random(1)).holds() for page in (red, blue)]
    told = [club.join(seat).get("moment").json() for seat in ("yellow", "green")]
    held += [str([one["spots"][place] for place in one["own"]]) for one in told]
    assert sorted(map(role_in, held)) == sorted(ROLES)
    for page in (red, blue):
        # What was dealt stands in the story, and is covered there until it is held down.
        for covered in ("#last-thing", "#record-4 span"):
            expect(page.locator(covered)).to_have_css("color", "rgba(0, 0, 0, 0)")
        asked = page.locator("#choices, #asking").filter(has_text=WHO_IS_WHO)
        expect(asked).to_have_count(0)
    assert violations(red) == []

    red.locator("#asking [data-value]").first.tap()
    expect(red.locator("#asking h4")).to_contain_text("2 of 4")
    blue.locator("[data-untold]").tap()
    expect(blue.locator("#sent")).to_contain_text("5")
    at(red, 5)
    expect(red.locator("#asking h4")).to_contain_text("2 of 4")


def deals(red: Page, blue: Page, *others: Page) -> None:
    """Whoever runs the server says a word; then one button deals, of whoever sits there."""
    red.locator("#app-word").fill("bread")
    red.locator("[data-app]").tap()
    at(red, 3)
    deal = blue.get_by_role("button", name=re.compile("Deal the characters|Repartir los papeles"))
    expect(deal).to_be_visible()
    # Nobody says who is who: that is the server's part.
    for page in (red, blue):
        expect(page.locator("#choices")).not_to_contain_text(WHO_IS_WHO)
    deal.tap()
    for page in (red, blue, *others):
        at(page, 4)


def test_a_number_of_few_is_tapped(opened: Open, database: Path, served: Made) -> None:
    """A soul shown or a coin borrowed is a button, and no keyboard comes up."""
    sits_down(database, "deal-with-the-devil", {"distribution": "recorded"})
    page = seated(opened, served(beat=0.5), "red", viewport=PHONE, **TOUCH)
    page.locator("[data-untold]").tap()  # the characters are dealt
    expect(page.locator("#asking h3")).to_contain_text("Draw cards")
    # Nothing is answered yet: there is nothing to go back to, and nothing to cancel.
    for name in ("Back", "Cancel"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    page.get_by_role("button", name="Something else").tap()
    page.get_by_text("Possible at any time").tap()
    page.get_by_role("button", name="Take a loan").first.tap()
    expect(page.locator("#asking [data-value]")).to_have_count(10)
    expect(page.locator("#asking input")).to_have_count(0)
    two_guesses_never_name_one_player(page)
    many_goods_are_typed(page)


@pytest.mark.trial
def test_a_card_of_the_box_is_entered_where_it_is_met(
    opened: Open, database: Path, served: Made
) -> None:
    """Its name is enough; then it is among the cards, and is drawn by a tap."""
    sits_down(database, "deal-with-the-devil", {"distribution": "recorded", "hands": "open_hands"})
    club = served(beat=0.5)
    roles = {"red": "cultist", "blue": "mortal_1", "green": "mortal_2", "yellow": "devil"}
    club.referee().write("events", {"type": "characters_dealt", "data": {"roles": roles}}, 1)
    page = seated(opened, club, "red", viewport=PHONE, **TOUCH)
    page.locator("#asking h4").get_by_text("Which building was drawn?").wait_for()
    page.get_by_text("It is not among these").tap()
    page.get_by_label("Its name").fill("Old Mill")
    page.get_by_label("Its cost").fill("1Q")
    page.get_by_role("button", name="Enter the card").tap()
    expect(page.locator("#wrong")).to_contain_text("no goods")
    page.get_by_label("Its cost").fill("2W")
    assert violations(page) == []
    page.get_by_role("button", name="Enter the card").tap()
    page.locator("#asking [data-value='\"old_mill\"']").tap()
    expect(page.locator("#asking h4")).to_contain_text("2 of 4")
    expect(page.locator("#asking .answered")).to_contain_text("Old Mill")


@pytest.mark.trial
def test_plans_are_told_whole_and_nothing_is_a_button(
    opened: Open, database: Path, served: Made
) -> None:
    """Many hints are folded, and none is cut; who plans nothing says so."""
    options: Json = {"distribution": "recorded", "hands": "open_hands"}
    events = simulated("deal-with-the-devil", 3, 4, **options)
    at_plan = next(n for n, one in enumerate(events) if one["type"] == "plan_shown")
    fill(database, events[:at_plan])
    club = served(beat=0.5)
    page = seated(opened, club, "red", lang="es", viewport=PHONE, **TOUCH)
    expect(page.locator("#asking h4")).to_contain_text("¿Jugar un evento?")
    expect(page.locator("#asking [data-stop]")).to_have_text("Nada de esto")
    referee = club.referee()
    for seq in range(at_plan, at_plan + 4):
        assert referee.write("events", events[seq], seq).status_code == 201
    at(page, at_plan + 4)
    hints = page.locator("#hints")
    expect(hints.locator("> li")).to_have_count(5)
    hints.locator("summary").get_by_text(re.compile(r"^\d más$")).tap()
    assert page.evaluate("""() => {
      const list = document.getElementById('hints');
      return list.scrollHeight <= list.clientHeight; }""")
    assert violations(page) == []


ASKED: Final = """async address => {
  const { written } = await import(address);
  const row = of => ({ path: [of], kind: "word", label: of,
    values: ["red", "blue", null].map(value => ({ value, label: `${of} ${value}` })) });
  const { inside, read } = written(
    { kind: "parts", path: [], distinct: true, parts: ["devil", "cultist"].map(row) }, one => one);
  document.body.prepend(...inside);
  window.read = read;
}"""


def two_guesses_never_name_one_player(page: Page) -> None:
    """R-D-GUESS-01: who is named in one row cannot be taken in the other, until nobody is."""
    page.evaluate(ASKED, address_of("written.js"))
    page.get_by_text("devil red", exact=True).click()
    expect(page.get_by_text("cultist red", exact=True)).to_be_disabled()
    expect(page.get_by_text("devil red", exact=True)).to_be_enabled()
    page.get_by_text("cultist null", exact=True).click()
    expect(page.get_by_text("devil null", exact=True)).to_be_enabled()
    page.get_by_text("devil null", exact=True).click()
    page.get_by_text("cultist red", exact=True).click()
    expect(page.get_by_text("devil red", exact=True)).to_be_disabled()
    assert page.evaluate("read()") == {"cultist": "red"}


COUNTED: Final = """async address => {
  const { written } = await import(address);
  const { inside, read } = written({ kind: "tally", of: [
    { key: "pepper", label: "pepper", most: 12 }, { key: "coin", label: "coin" }] }, one => one);
  document.body.prepend(...inside);
  window.read = read;
}"""


def many_goods_are_typed(page: Page) -> None:
    """A chest of a dozen peppers takes no dozen taps; there are no more than there are."""
    page.evaluate(COUNTED, address_of("written.js"))
    pepper, coin = page.get_by_label("pepper", exact=True), page.get_by_label("coin", exact=True)
    pepper.tap()
    page.keyboard.type("11")  # instead of the 0
    page.get_by_label("pepper: one more").tap()
    assert page.evaluate("read()") == {"pepper": 12}
    page.get_by_label("pepper: one more").tap()
    coin.fill("20")
    assert page.evaluate("read()") == {"pepper": 12, "coin": 20}
    pepper.fill("99")
    coin.fill("-3")
    page.get_by_label("coin: one fewer").tap()
    assert page.evaluate("read()") == {"pepper": 12}
    expect(pepper).to_have_value("12")
