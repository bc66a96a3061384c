"""A phone that slept, or was elsewhere, is right within a second of being shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.browser import QUIET, program
from tests.server.kit import Club
from tests.server.proxy import Proxy
from tests.server.screens.phones import (
    ALONE,
    START,
    TABLE,
    TURNED,
    Open,
    live,
    seated,
    soon,
    until_shown,
    write,
)

SOON = 1.0


def slept(page: Page, club: Club, line: Proxy) -> float:
    """The screen goes dark; three records come; it is looked at again."""
    referee = club.referee()
    seq = referee.seq()
    page.evaluate(TURNED, "hidden")
    for number in range(seq + 1, seq + 4):
        write(referee, number)
    page.wait_for_timeout(100)
    assert page.evaluate("document.body.dataset.seq") == str(seq)
    line.mend()
    page.evaluate(TURNED, "visible")
    return until_shown(page, seq + 3)


@pytest.mark.trial
def test_the_socket_is_closed_below_the_page(opened: Open, club: Club, line: Proxy) -> None:
    page = seated(opened, club, "green", line.base)

    def closed() -> float:
        line.down()
        return slept(page, club, line)

    def stalled() -> float:
        """Nothing breaks, and nothing comes: what iOS does to a page in the background."""
        line.stalled = True
        return slept(page, club, line)

    soon(closed, SOON)
    soon(stalled, SOON)
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


@pytest.mark.trial
def test_a_page_that_comes_back_from_the_cache_is_right(remembering: Browser, club: Club) -> None:
    with remembering.new_context(viewport={"width": 360, "height": 640}) as context:
        page = context.new_page()
        referee = club.referee()

        def come_back() -> float:
            page.goto(f"{club.base}/t/{TABLE}/board")
            live(page)
            page.goto(f"{club.base}/help")
            last = referee.seq() + 2
            for number in (last - 1, last):
                write(referee, number)
            page.go_back(wait_until="commit")
            return until_shown(page, last)

        soon(come_back, SOON)


# Chromium keeps no page that says no-store; others do, and then this is all that they hear.
KEPT: Final = "what => dispatchEvent(new PageTransitionEvent(what, { persisted: true }))"


def test_a_page_that_is_hidden_or_kept_has_no_line_and_is_right_when_it_is_back(
    opened: Open, club: Club
) -> None:
    page = opened(f"{club.base}/t/{TABLE}/board")
    live(page)
    referee = club.referee()

    def back(script: str, away: str, again: str) -> float:
        page.evaluate(script, away)
        page.wait_for_timeout(200)
        seq = referee.seq()
        write(referee, seq + 1)
        page.wait_for_timeout(300)
        assert page.evaluate("document.body.dataset.seq") == str(seq)
        page.evaluate(script, again)
        return until_shown(page, seq + 1)

    soon(lambda: back(TURNED, "hidden", "visible"), SOON)
    soon(lambda: back(KEPT, "pagehide", "pageshow"), SOON)
