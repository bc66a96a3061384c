"""Several phones at one table, in a real browser: what each shows, and what comes of a tap."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from ragami.store import open_store
from tests.page.axe import violations
from tests.server.kit import Club, Made
from tests.server.screens.conftest import RACED
from tests.server.screens.phones import (
    LINES,
    START,
    STEPS,
    TABLE,
    Open,
    at,
    live,
    passes,
    replayed,
    seated,
    write,
    write_pass,
)
from tests.server.screens.test_pages import NORMAL

# What the exported page shows at each of some records.
REPLAY = """([seqs, ids]) => seqs.map((seq) => {
  const slider = document.getElementById('slider');
  slider.value = seq;
  slider.dispatchEvent(new Event('input'));
  return (%s)(ids); })"""


@pytest.mark.trial
def test_every_phone_shows_at_every_record_what_the_exported_page_shows(
    opened: Open, club: Club, tmp_path: Path
) -> None:
    """The live page's DOM is that of the exported page, for the public and for a seat."""
    phones = {"blue": seated(opened, club, "blue")}
    phones["public"] = opened(f"{club.base}/t/{TABLE}/board")
    ids = club.referee().get("moment").json()["spots"].keys()
    seen: dict[tuple[str, int], Any] = {}
    keeper = club.referee()
    undone = 0
    for seq in range(START + 1, START + STEPS + 1):
        write(keeper, seq)
        for who, phone in phones.items():
            at(phone, seq)
            seen[who, seq] = phone.evaluate(NORMAL, list(ids))
    assert keeper.write("undo", {"steps": 3}, START + STEPS, "undo").status_code == 201
    undone = START + STEPS + 1
    for who, phone in phones.items():
        at(phone, undone)
        seen[who, undone] = phone.evaluate(NORMAL, list(ids))
    log = "".join(f"{line}\n" for line in keeper.get("records").text.splitlines()).encode()
    for who in phones:
        page = replayed(opened, tmp_path, log, who)
        seqs = list(range(START + 1, undone + 1))
        replay = page.evaluate(REPLAY % NORMAL, [seqs, list(ids)])
        for seq, shown in zip(seqs, replay, strict=True):
            assert seen[who, seq] == shown, (who, seq)
    expect(phones["blue"].locator("#latest li.struck")).to_have_count(2)


def test_the_story_lives_and_is_that_of_the_exported_page(
    opened: Open, club: Club, tmp_path: Path
) -> None:
    page = opened(f"{club.base}/t/{TABLE}/story", "desktop")
    keeper = club.referee()
    for seq in range(START + 1, START + 10):
        write(keeper, seq)
    keeper.write("undo", {"steps": 2}, START + 9, "undo")
    at(page, START + 10)
    log = "".join(f"{line}\n" for line in keeper.get("records").text.splitlines()).encode()
    replay = replayed(opened, tmp_path, log, "public")
    told = """story => [...story.querySelectorAll('h3, li')].map(one => one.localName === 'li'
        ? one.id + one.className + one.textContent : one.textContent)"""
    assert page.locator("#story").evaluate(told) == replay.locator("#story").evaluate(told)
    page.locator("#record-25 a").click()
    expect(page.locator("#now")).to_be_visible()
    replay.evaluate("location.hash = '#25'")
    spots = keeper.get("moment").json()["spots"]
    ids = [name for name in spots if name.startswith(("square-", "block-"))]
    expect(page.locator("#said")).to_contain_text("Record 25")
    expect(replay.locator("#slider")).to_have_value("25")
    assert page.evaluate(NORMAL, ids) == replay.evaluate(NORMAL, ids)
    page.locator("#find").fill("purple")
    assert page.locator("#story li:visible").count() < page.locator("#story li").count()


def test_a_turn_is_seen_on_two_phones(opened: Open, club: Club) -> None:
    """One table for all of it: what was written is taken back before the next."""
    green, blue = seated(opened, club, "green"), seated(opened, club, "blue")
    expect(green.locator("body.mine")).to_be_attached()
    expect(blue.locator("body.mine")).to_have_count(0)
    a_card_is_seen_by_who_holds_it_and_only_while_the_button_is_held(club, green, blue)
    a_refusal_is_told_and_nothing_is_written(club, green)
    a_move_is_tapped_on_the_board_and_everybody_sees_it(club, green, blue)
    taken_back(club, green)
    green.reload()  # nothing has the focus
    live(green)
    it_is_done_by_keyboard_alone(green)
    taken_back(club, green)
    somebody_else_was_first(club, green)


def taken_back(club: Club, page: Page) -> None:
    """The last record, by the referee."""
    referee = club.referee()
    seq = referee.seq()
    assert referee.write("undo", {"steps": 1}, seq).status_code == 201
    at(page, seq + 1)


def a_card_is_seen_by_who_holds_it_and_only_while_the_button_is_held(
    club: Club, green: Page, blue: Page
) -> None:
    expect(green.locator("#seat-green-hand .piece")).to_have_attribute("title", "card 5")
    expect(blue.locator("#seat-green-hand .piece")).to_have_attribute("title", "a hidden card")
    expect(green.locator("#seat-green-hand .piece")).to_have_css("visibility", "hidden")
    hold = green.locator("#hold")
    hold.dispatch_event("pointerdown")
    expect(green.locator("#held")).to_contain_text("5")
    hold.dispatch_event("pointerup")
    expect(green.locator("#held")).to_have_text("")
    hold.hover()
    green.mouse.down()  # what is shown moves the button away from under the mouse
    expect(green.locator("#held")).to_contain_text("5")
    green.mouse.move(10, 400)
    expect(green.locator("#held")).to_contain_text("5")
    green.mouse.up()
    expect(green.locator("#held")).to_have_text("")
    public = club.phone().get(f"/t/{TABLE}/projector").text
    assert 'id="board"' in public and 'id="hand"' not in public and '"own"' not in public


def a_refusal_is_told_and_nothing_is_written(club: Club, green: Page) -> None:
    seq = club.referee().seq()
    green.locator("#linebox summary").click()
    green.locator("#line").fill("nonsense")
    green.locator("#typing [type=submit]").click()
    expect(green.locator("#verdicts .error")).to_have_count(1)
    assert club.referee().seq() == seq


def somebody_else_was_first(club: Club, green: Page) -> None:
    """What was tapped on an older state is not sent again by itself."""
    seq = club.referee().seq()

    def late(route: Route) -> None:
        write_pass(club.referee(), "green", seq)
        route.continue_()

    green.route("**/events*", late)
    passes(green)
    expect(green.locator("#sent")).to_contain_text("somebody was first")
    assert club.referee().seq() == seq + 1
    green.unroute("**/events*")


def a_move_is_tapped_on_the_board_and_everybody_sees_it(
    club: Club, green: Page, blue: Page
) -> None:
    seq = club.referee().seq()
    green.get_by_role("button", name="Move the green Ragami").click()
    green.get_by_role("button", name="Die on Saint", exact=True).click()
    green.locator("#board .may[data-place='16']").click()
    expect(green.locator("#asking .says")).to_contain_text("16")
    green.get_by_role("button", name="Write it down", exact=True).first.click()
    at(blue, seq + 1)
    expect(green.locator("#sent")).to_contain_text(f"stored as record {seq + 1}")
    log = club.referee().get("records").text.splitlines()
    assert json.loads(log[-1])["data"] == {
        "player": "green", "ragami": "green", "via": "saint", "to": 16,
    }  # fmt: skip
    expect(green.locator("details:has(#board)")).to_have_count(1)


def it_is_done_by_keyboard_alone(green: Page) -> None:
    seq = int(green.locator("body").get_attribute("data-seq") or 0)
    button = green.get_by_role("button", name="Move the green Ragami")
    for _ in range(20):
        green.keyboard.press("Tab")
        if button.evaluate("one => one === document.activeElement"):
            break
    green.keyboard.press("Enter")
    expect(green.locator("#asking h3")).to_be_focused()
    green.keyboard.press("Tab")
    green.keyboard.press("Space")
    expect(green.locator("#board .may").first).to_be_attached()
    for _ in range(20):
        green.keyboard.press("Tab")
        if green.evaluate("document.activeElement.matches('#board [data-place]')"):
            break
    green.keyboard.press("Enter")
    expect(green.locator("#asking [data-write]")).to_be_focused()
    green.keyboard.press("Enter")
    at(green, seq + 1)
    expect(green.locator("#sent")).to_contain_text(f"stored as record {seq + 1}")


@pytest.mark.trial
def test_what_is_not_possible_says_why(opened: Open, database: Path, served: Made) -> None:
    """Not every combination of dice and spaces is legal: the form says the rule, so does a line."""
    with open_store(database) as store:
        store.append(TABLE, 0, LINES[: START - 1])
    club = served(beat=0.5)
    purple = seated(opened, club, "purple")
    for value in (4, 5, 3):
        purple.locator(f"#asking [data-value='{value}']").click()
    expect(purple.locator("#asking h4")).to_have_text("Die on Saint")
    expect(purple.locator("#asking [data-value]")).to_have_count(3)
    expect(purple.locator("#asking .answered")).to_contain_text("What was rolled?")
    purple.locator("#asking .off summary").click()
    expect(purple.locator("#asking .off li")).to_contain_text("Action dice")
    assert violations(purple) == []
    for value in (4, 5):
        purple.locator(f"#asking [data-value='{value}']").click()
    expect(purple.locator("#asking .says")).to_contain_text("Conflict 3")
    assert violations(purple) == []
    purple.get_by_role("button", name="Cancel").click()
    purple.locator("#linebox summary").click()
    purple.locator("#line").fill("P dice 4 5 3 = saint:4 draw:4 conflict:4")
    purple.get_by_role("button", name="Check", exact=True).click()
    expect(purple.locator("#verdicts .error")).to_contain_text("R-SETUP-20")
    assert violations(purple) == []
    assert club.referee().seq() == START - 1


@pytest.mark.trial
def test_what_was_overtaken_is_not_told_by_the_rules(opened: Open, club: Club) -> None:
    """The table has gone on before the answer comes: the rule that it breaks now says nothing."""
    green = seated(opened, club, "green")

    def late(route: Route) -> None:
        write_pass(club.referee(), "green", START)
        time.sleep(1)  # the stream tells of it meanwhile
        route.fulfill(status=422, json={"detail": "Nothing is owed."})

    green.route("**/events*", late)
    passes(green)
    expect(green.locator("#sent")).to_contain_text("somebody was first")
    expect(green.locator("main")).not_to_contain_text("Nothing is owed")


@pytest.mark.trial
def test_axe_finds_nothing_while_something_is_asked(opened: Open, club: Club) -> None:
    green = seated(opened, club, "green", reduced_motion="reduce")
    green.get_by_role("button", name="Move the green Ragami").click()
    assert violations(green) == []
    green.emulate_media(color_scheme="dark")
    green.get_by_role("button", name="Die on Saint", exact=True).click()
    expect(green.locator("#board .may").first).to_be_visible()
    assert violations(green) == []


def test_a_race_is_played_by_taps_in_spanish(opened: Open, database: Path, served: Made) -> None:
    with open_store(database) as store:
        store.append(TABLE, 0, RACED.splitlines())
    club = served(beat=0.5)
    blue = opened(f"{club.base}/J/{club.code(TABLE)}?lang=es")
    blue.locator("#ways [value=blue]").click()
    blue.wait_for_url("**/t/friday*")
    live(blue)
    expect(blue.locator("#padbox")).to_be_hidden()  # there are no points to write down
    blue.locator("#asking [data-value='5']").click()
    blue.locator("#asking [data-write]").click()
    expect(blue.locator("#sent")).to_contain_text("5")
    at(blue, 5)
