"""A phone that slept, or was elsewhere, is right within a second of being shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browser import QUIET, program
from tests.patience import patience
from tests.server.kit import Club
from tests.server.proxy import Proxy
from tests.server.screens.phones import (
    ALONE,
    START,
    TABLE,
    Open,
    live,
    seated,
    until_shown,
    write,
)

SOON = 1.0
TURNED = """state => { Object.defineProperty(document, 'visibilityState',
  { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange')); }"""


def slept(page: Page, club: Club, line: Proxy, seq: int) -> None:
    """The screen goes dark; three records come; it is looked at again."""
    page.evaluate(TURNED, "hidden")
    for number in range(seq + 1, seq + 4):
        write(club.referee(), number)
    page.wait_for_timeout(100)
    assert page.evaluate("document.body.dataset.seq") == str(seq)
    line.mend()
    page.evaluate(TURNED, "visible")
    assert until_shown(page, seq + 3) < SOON * patience()


def test_the_socket_is_closed_below_the_page(opened: Open, club: Club, line: Proxy) -> None:
    page = seated(opened, club, "green", line.base)
    line.down()
    slept(page, club, line, START)
    # Nothing breaks, and nothing comes: what iOS does to a page in the background.
    line.stalled = True
    slept(page, club, line, START + 3)
    expect(page.locator("#state")).to_be_hidden()


def test_a_clock_that_is_put_back_does_not_keep_a_page_waiting(
    opened: Open, club: Club, line: Proxy
) -> None:
    """The line goes silent and the clock of the phone back an hour: it still finds out."""
    page = opened("about:blank")
    page.add_init_script(ALONE)  # its clock is that of the page, which is put back here
    page.clock.install()
    page.goto(f"{line.base}/t/{TABLE}/board")
    live(page)
    line.stalled = True
    write(club.referee(), START + 1)
    page.wait_for_timeout(50)
    page.evaluate("{ const was = Date.now; Date.now = () => was() - 3600000; }")
    page.clock.run_for(40_000)
    expect(page.locator("#state")).to_contain_text("Reconnecting")
    line.mend()
    page.clock.run_for(6_000)
    page.clock.resume()
    expect(page.locator("body")).to_have_attribute("data-seq", str(START + 1))


@pytest.fixture
def remembering(browser: Browser) -> Iterator[Browser]:
    """A browser that keeps a page that was left, as those of people do."""
    made = browser.browser_type.launch(
        executable_path=program(),
        args=QUIET,
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield made
    made.close()


def test_a_page_that_comes_back_from_the_cache_is_right(remembering: Browser, club: Club) -> None:
    context = remembering.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    page.goto(f"{club.base}/t/{TABLE}/board")
    live(page)
    page.goto(f"{club.base}/help")
    for number in (START + 1, START + 2):
        write(club.referee(), number)
    page.go_back(wait_until="commit")
    assert until_shown(page, START + 2) < SOON * patience()
    live(page)
    # Chromium keeps no page that says no-store; others do, and then this is all that they hear.
    turn = "what => dispatchEvent(new PageTransitionEvent(what, { persisted: true }))"
    page.evaluate(turn, "pagehide")
    write(club.referee(), START + 3)
    page.wait_for_timeout(100)
    assert page.evaluate("document.body.dataset.seq") == str(START + 2)
    page.evaluate(turn, "pageshow")
    assert until_shown(page, START + 3) < SOON * patience()
    context.close()
