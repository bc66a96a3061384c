"""The line between a phone and the service: cut, slow, silent; and a disk that is full."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from ragami.store import open_store
from tests.patience import patience
from tests.server.kit import Club, Made, fill
from tests.server.proxy import Proxy
from tests.server.screens.phones import (
    ALONE,
    EVENTS,
    LINES,
    START,
    TABLE,
    Open,
    at,
    live,
    passes,
    seated,
    soon,
    until_shown,
    write,
)
from tests.server.screens.test_seats import events_of


@pytest.mark.trial
def test_a_cut_line_is_told_and_made_good(opened: Open, club: Club, line: Proxy) -> None:
    page = opened(f"{line.base}/t/{TABLE}/board")
    live(page)
    referee = club.referee()

    def made_good() -> float:
        line.down()
        expect(page.locator("#state")).to_contain_text("Reconnecting since")
        last = referee.seq() + 5
        for seq in range(last - 4, last + 1):
            write(referee, seq)
        page.wait_for_timeout(4_200)  # long enough for the next try to be far away
        line.mend()
        took = until_shown(page, last)
        expect(page.locator("#state")).to_be_hidden()
        expect(page.locator("#latest li").last).to_have_id(f"record-{last}")
        return took

    soon(made_good, 1)


def test_what_is_tapped_is_stored_once_whatever_becomes_of_the_answer(
    opened: Open, club: Club, line: Proxy
) -> None:
    """One phone for all of it; what was stored is taken back before the next."""
    green = seated(opened, club, "green", line.base)
    referee = club.referee()
    tapped = (without_a_line, and_the_answer_is_lost, and_the_disk_is_full)
    for seq, tap in enumerate(tapped):
        after = START + 2 * seq
        at(green, after)
        tap(green, line)
        at(green, after + 1)
        expect(green.locator("#outbox")).to_be_hidden()
        assert referee.seq() == after + 1
        assert referee.write("undo", {"steps": 1}, after + 1).status_code == 201


@pytest.fixture
def chest(database: Path, served: Made) -> Club:
    """Deal with the Devil when yellow may make an offer."""
    fill(database, events_of("deal-with-the-devil")[:6], TABLE)
    return served(beat=0.5)


def test_what_is_answered_by_half_outlasts_a_reload(opened: Open, club: Club) -> None:
    green = seated(opened, club, "green")
    asking = green.locator("#asking")
    green.get_by_role("button", name="Move the green Saint and a Demon").click()
    asking.locator("summary").first.click()
    square = asking.locator("[data-value]").first
    told = square.inner_text()
    square.click()
    expect(asking.locator("h4")).to_have_text("Which Demon?")
    again(green)
    expect(asking.locator("h4")).to_have_text("Which Demon?")
    expect(asking.locator(".answered")).to_have_text(f"To where? {told}")
    asking.get_by_role("button", name="Cancel").click()
    again(green)
    expect(asking).to_be_hidden()
    passes(green)
    expect(green.locator("#sent")).to_contain_text("stored as record 22")
    again(green)
    expect(asking).to_be_hidden()


@pytest.mark.trial
def test_what_is_pressed_by_half_outlasts_a_reload(
    opened: Open, database: Path, served: Made
) -> None:
    with open_store(database) as store:
        store.append(TABLE, 0, LINES[:8])
    green = seated(opened, served(beat=0.5), "green")
    green.locator("#asking summary").click()
    green.locator("#asking [data-value='7']").click()
    expect(green.locator("#asking [data-write]")).to_be_visible()
    again(green)
    expect(green.locator("#asking [aria-pressed=true]")).to_have_text("7")
    expect(green.locator("#asking [data-write]")).to_be_visible()


def test_what_is_typed_by_half_outlasts_a_reload(opened: Open, chest: Club) -> None:
    yellow = seated(opened, chest, "yellow")
    more = yellow.locator("#asking [data-more=stone]")
    more.click()
    more.click()
    yellow.locator("#asking [data-value]").first.click()
    again(yellow)
    expect(yellow.locator("#asking [data-count=stone]")).to_have_value("2")
    expect(yellow.locator("#asking [aria-pressed=true]")).to_have_count(1)


@pytest.mark.trial
def test_a_card_of_the_box_typed_by_half_outlasts_a_reload(
    opened: Open, database: Path, served: Made
) -> None:
    fill(database, events_of("deal-with-the-devil")[:2], TABLE)
    yellow = seated(opened, served(beat=0.5), "yellow")
    card = yellow.locator("#asking details.piece")
    card.locator("summary").click()
    card.locator("[data-cell=name]").fill("Old Mill")
    card.locator("[data-cell=cost]").fill("2W")
    again(yellow)
    expect(card.locator("[data-cell=cost]")).to_have_value("2W")
    expect(card.locator("[data-cell=name]")).to_have_value("Old Mill")
    card.locator("[data-piece]").click()
    expect(yellow.locator("#asking [data-value]", has_text="Old Mill")).to_be_visible()
    again(yellow)
    expect(card).not_to_have_attribute("open", "")


def again(page: Page) -> None:
    page.reload()
    live(page)


def without_a_line(green: Page, line: Proxy) -> None:
    pass_ = green.get_by_role("button", name="Pass", exact=True)
    expect(pass_).to_be_visible()
    line.down()
    expect(green.locator("#state")).to_contain_text("Reconnecting")
    pass_.click()
    green.locator("#asking [data-write]").click()
    expect(green.locator("#outbox")).to_be_visible()
    line.mend()
    expect(green.locator("#sent")).to_contain_text("stored as record 22")


def and_the_answer_is_lost(green: Page, _line: Proxy) -> None:
    """The record is on the disk, and the answer never comes: the same key is sent again."""
    asked = 0

    def lose(route: Route) -> None:
        nonlocal asked
        asked += 1
        if asked == 1:
            route.fetch()
            route.abort("connectionreset")
        else:
            route.continue_()

    green.route("**/events*", lose)
    passes(green)
    expect(green.locator("#sent")).to_contain_text("stored as record 24")
    assert asked == 2
    green.unroute("**/events*")


def and_the_disk_is_full(green: Page, _line: Proxy) -> None:
    full = {"status": 507, "code": "storage-full", "title": "full", "detail": "full"}
    green.route("**/events*", lambda route: route.fulfill(status=507, json=full))
    passes(green)
    expect(green.locator("#state")).to_contain_text("disk of the server is full")
    expect(green.locator("#outbox li")).to_have_count(1)
    green.unroute("**/events*")
    green.reload()  # it is kept, whatever becomes of the page


@pytest.mark.parametrize(
    ("protocol", "word"), [(2, "newer"), pytest.param(0, "older", marks=pytest.mark.trial)]
)
def test_a_server_of_another_time_and_one_that_is_full_is_told(
    opened: Open, club: Club, protocol: int, word: str
) -> None:
    page = opened("about:blank")
    page.add_init_script(ALONE)
    hello = f'on: 0\nevent: hello\ndata: {{"protocol":{protocol}}}\n\n'
    page.route("**/v1/stream", lambda route: route.fulfill(content_type=EVENTS, body=hello))
    page.goto(f"{club.base}/t/{TABLE}/board")
    expect(page.locator("#state")).to_contain_text(f"The server is {word} than this page")
    page.unroute("**/v1/stream")
    problem = {"detail": "The server has as many connections as it may have (1)."}
    page.route("**/v1/stream", lambda route: route.fulfill(status=503, json=problem))
    page.reload()
    expect(page.locator("#state")).to_contain_text("as many connections as it may have")
    page.unroute("**/v1/stream")
    live(page)
    expect(page.locator("#state")).to_be_hidden()


@pytest.mark.trial
def test_a_page_asks_again_for_what_its_line_needs(opened: Open, club: Club) -> None:
    """A script that does not come at once is no reason to stay without a line."""
    page = opened("about:blank")
    lost: list[str] = []

    def lose_twice(route: Route) -> None:
        if len(lost) == 2:
            return route.continue_()
        lost.append(route.request.url)
        return route.abort()

    page.add_init_script(ALONE)
    page.route("**/static/pages-*.js", lose_twice)
    page.goto(f"{club.base}/t/{TABLE}/board")
    live(page)
    assert len(lost) == 2


SLOW_LINE: Final = {"offline": False, "latency": 400, "downloadThroughput": 50_000,
                    "uploadThroughput": 50_000}  # fmt: skip


FIRST_BOARD: Final = 60_000
SOON: Final = 1_500
AT_ONCE: Final = 100


@pytest.mark.trial
def test_the_first_board_is_small_and_soon_there(opened: Open, club: Club) -> None:
    """On a slow line (400 kbit/s, 400 ms) and a processor slowed six times; best of three."""
    page = opened("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_LINE)
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    painted = []
    for _ in range(3):
        limit = SOON * patience()
        page.goto(f"{club.base}/t/{TABLE}/board")
        live(page)
        told = page.evaluate("""() => ({
          first: performance.getEntriesByName('first-contentful-paint')[0].startTime,
          bytes: [...performance.getEntriesByType('navigation'),
            ...performance.getEntriesByType('resource').filter(one => /static/.test(one.name))]
            .reduce((sum, one) => sum + one.transferSize, 0) })""")
        assert 0 < told["bytes"] < FIRST_BOARD
        painted.append(told["first"])
        if told["first"] < limit:
            return
    raise AssertionError(painted)


@pytest.mark.trial
def test_from_a_tap_to_the_disk_and_back(opened: Open, club: Club) -> None:
    """What a tap changes is drawn on another phone within 100 ms, on this machine; best of some."""
    green, blue = seated(opened, club, "green"), opened(f"{club.base}/t/{TABLE}/board")
    live(blue)
    took = []
    for seq in range(START + 1, START + 11, 2):
        took.append(from_tap_to_drawing(green, blue, seq))
        if took[-1] < AT_ONCE * patience():
            return
        assert club.referee().write("undo", {"steps": 1}, seq).status_code == 201
        at(green, seq + 1)
        at(blue, seq + 1)
    raise AssertionError(took)


def from_tap_to_drawing(green: Page, blue: Page, seq: int) -> float:
    """Milliseconds from a tap of green's, which becomes this record, to its drawing on blue's."""
    drawn = (
        "window.drawn = new Promise(done => new MutationObserver(() => done(Date.now()))"
        ".observe(document.getElementById('square-16'), { childList: true }))"
    )
    blue.evaluate(f"() => {{ {drawn}; }}")
    green.get_by_role("button", name="Move the green Ragami").click()
    green.get_by_role("button", name="Die on Saint", exact=True).click()
    place = green.locator("#board .may[data-place='16']")
    place.click()
    place = green.locator("#asking [data-write]")
    place.evaluate("one => one.addEventListener('click', () => { window.tapped = Date.now(); })")
    place.click()
    at(blue, seq)
    took: float = blue.evaluate("window.drawn") - green.evaluate("window.tapped")
    return took


@pytest.mark.trial
def test_what_may_be_done_is_asked_again_where_nobody_answered(opened: Open, club: Club) -> None:
    """The stream lives, and one answer got lost: the buttons come all the same."""
    page = seated(opened, club, "green")
    lost: list[str] = []

    def loses_one(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.request.url)
        return route.abort("timedout")

    page.route("**/choices?*", loses_one)
    write(club.referee(), START + 1)
    at(page, START + 1)
    expect(page.locator("#choices")).to_have_attribute("data-seq", str(START + 1))
    assert len(lost) == 1


def test_a_second_tap_on_a_slow_line_does_not_answer_the_first_question_again(
    opened: Open, database: Path, served: Made
) -> None:
    """What was tapped first stands, and nothing can be tapped until the next question is there."""
    with open_store(database) as store:
        store.append(TABLE, 0, LINES[: START - 1])
    purple = seated(opened, served(beat=0.5), "purple")
    asked: list[Route] = []

    def slow(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    purple.route("**/choices/next*", slow)
    four, five = (purple.locator(f"#asking [data-value='{value}']") for value in (4, 5))
    four.click()
    expect(five).to_be_disabled()
    five.dispatch_event("click")
    while not asked:  # the button is off before the question is on its way
        purple.wait_for_timeout(20)
    assert len(asked) == 1
    asked[0].continue_()
    expect(purple.locator("#asking h4")).to_contain_text("2 of 3")
    expect(purple.locator("#asking .answered")).to_contain_text("4")
    expect(five).to_be_enabled()
    purple.unroute("**/choices/next*")
    a_list_that_can_only_end_is_ended(purple)


def a_list_that_can_only_end_is_ended(purple: Page) -> None:
    """Nothing else fits: such a question has no values."""
    label = {"en": "Which die?", "es": "¿Qué dado?"}
    question = {"path": ["rolls", 1], "kind": "die", "label": label, "stop": True}
    ends = {"whole": False, "question": question, "filled": {"rolls": [4]}, "ended": []}
    purple.route("**/choices/next*", lambda route: route.fulfill(json=ends))
    purple.locator("#asking [data-value='5']").click()
    expect(purple.locator("#asking [data-stop]")).to_be_enabled()
    expect(purple.locator("#wrong")).to_be_empty()
