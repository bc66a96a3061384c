"""Tabs of one browser share one line to the server: it has six, and the desk needs some."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ragami.store import open_store
from tests.patience import patience
from tests.server.faults import until
from tests.server.kit import Club, Made
from tests.server.screens.phones import (
    LINES,
    NO_WORKER,
    START,
    TABLE,
    TURNED,
    at,
    live,
    until_shown,
    write,
)
from tests.server.test_door import held

TABS = ("board", "projector", "story", "trust", "result", "")
NOTE = {"type": "noted", "data": {"text": "rain"}}


def streams(club: Club) -> int:
    """The connections that wait for what comes."""
    cycles = [getattr(line, "cycle", None) for line in club.serving.connections._in]
    return sum(not cycle.response_complete for cycle in cycles if cycle is not None)


def tab(context: BrowserContext, club: Club, path: str) -> Page:
    page = context.new_page()
    page.goto(f"{club.base}{path}")
    return page


@pytest.mark.trial
def test_seven_tabs_have_one_line_and_the_desk_works(browser: Browser, club: Club) -> None:
    with browser.new_context() as context:
        tabs = [tab(context, club, f"/t/{TABLE}/{path}") for path in TABS]
        desk = tab(context, club, "/desk")
        desk.locator("#key").fill(club.hall_key)
        desk.get_by_role("button", name="I am the referee").click()
        expect(desk.locator("#tables")).to_contain_text(TABLE)
        for page in tabs:
            live(page)
        until(lambda: streams(club) == 1)
        write(club.referee(), START + 1)
        for page in tabs:
            assert until_shown(page, START + 1) < 2 * patience()
        expect(desk.locator("#tables")).to_contain_text(f"record {START + 1}")
        assert streams(club) == 1


@pytest.mark.parametrize(
    "how", ["", pytest.param(NO_WORKER, marks=pytest.mark.trial)], ids=["worker", "leading page"]
)
def test_a_tab_that_is_closed_or_hidden_takes_nothing_from_the_others(
    browser: Browser, club: Club, how: str
) -> None:
    """Also where it was the one that had the line for all."""
    with browser.new_context() as context:
        context.add_init_script(how)
        first, second, third = (tab(context, club, f"/t/{TABLE}/board") for _ in range(3))
        for page in (first, second, third):
            live(page)
        first.close()
        write(club.referee(), START + 1)
        assert until_shown(second, START + 1) < 10 * patience()
        second.evaluate(TURNED, "hidden")
        write(club.referee(), START + 2)
        at(third, START + 2)
        expect(second.locator("body")).to_have_attribute("data-seq", str(START + 1))
        second.evaluate(TURNED, "visible")
        at(second, START + 2)
        until(lambda: streams(club) == 1)


def test_a_tab_that_may_not_watch_leaves_the_others_alone(
    browser: Browser, club: Club, database: Path
) -> None:
    """A seat that was given up elsewhere is told in its tab; the board beside it goes on."""
    with browser.new_context() as context:
        seat, board = (tab(context, club, f"/J/{club.code(TABLE)}") for _ in range(2))
        seat.locator("[value=green]").click()
        seat.wait_for_url(f"**/t/{TABLE}*")
        live(seat)
        board.goto(f"{club.base}/t/{TABLE}/board")
        live(board)
        (device,) = [one for one in club.referee().get("devices").json()["devices"]
                     if one["seats"] == ["green"]]  # fmt: skip
        club.referee().post(f"/v1/devices/{device['device']}", method="DELETE")
        seat.reload()
        expect(seat.locator("#state")).to_contain_text("no longer holds its seat")
        write(club.referee(), START + 1)
        at(board, START + 1)


def test_the_desk_is_live_on_a_server_that_is_full(
    browser: Browser, database: Path, served: Made
) -> None:
    with open_store(database) as store:
        store.append(TABLE, 0, LINES[:START])
    club = served(beat=0.5, connections=(8, 100))
    with ExitStack() as stack:
        held(club, stack, 8)
        context = stack.enter_context(browser.new_context())
        desk = tab(context, club, "/desk")
        desk.locator("#key").fill(club.hall_key)
        desk.get_by_role("button", name="I am the referee").click()
        expect(desk.locator("#tables")).to_contain_text(TABLE)
        expect(desk.locator("#link")).to_have_class("link live")
