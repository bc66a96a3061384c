"""A host that lies is found out: by every phone that saw the head, in red, and for good."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from ragami.server.access import beside
from ragami.store import open_store
from tests.server.kit import Club, Made
from tests.server.proxy import Proxy
from tests.server.screens.phones import LINES, START, TABLE, Open, at, live, seated

KEPT = """table => new Promise((done, failed) => {
  const asked = indexedDB.open('ragami-witness', 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore('heads');
  asked.onerror = () => failed(asked.error);
  asked.onsuccess = () => {
    const got = asked.result.transaction('heads').objectStore('heads')
      .get(`${location.origin}/${table}`);
    got.onsuccess = () => { asked.result.close(); done(got.result?.size ?? 0); };
  }; })"""
NOTE = '{"seq":%d,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"another"}}'


def rewritten() -> list[bytes]:
    """One record reads otherwise; the log is as long as it was."""
    record = json.loads(LINES[4])
    changed = json.dumps(record | {"by": "somebody else"}, separators=(",", ":")).encode()
    return [*LINES[:4], changed, *LINES[5:START]]


def forked() -> list[bytes]:
    """From some record on it went on otherwise, and further."""
    there = START - 2
    return [*LINES[:there], *(NOTE.encode() % n for n in range(there + 1, START + 4))]


def truncated() -> list[bytes]:
    """The last records were never there."""
    return LINES[: START - 3]


def is_kept(page: Page, seq: int = START) -> None:
    """The phone has seen the head."""
    for _ in range(600):
        if page.evaluate(KEPT, TABLE) == seq:
            return
        page.wait_for_timeout(50)
    raise AssertionError("no head was kept")


@pytest.fixture
def phones(opened: Open, club: Club, line: Proxy) -> list[Page]:
    """One with a seat and one that watches; both have seen the head."""
    made = [seated(opened, club, "green", line.base)]
    made.append(opened(f"{line.base}/t/{TABLE}/board", "desktop"))
    live(made[1])
    for page in made:
        is_kept(page)
    return made


def liar(tmp_path: Path, database: Path, served: Made, lines: list[bytes]) -> Club:
    """The same table at the same address, with another log: the tokens are still good."""
    other = tmp_path / "other.db"
    with open_store(other) as store:
        store.append(TABLE, 0, lines)
    with (
        closing(sqlite3.connect(str(beside(database)))) as honest,
        closing(sqlite3.connect(str(beside(other)))) as copy,
    ):
        honest.backup(copy)
    club = Club(other, beat=0.5)
    club.__enter__()
    return club


def led(line: Proxy, club: Club) -> None:
    """From now on the line leads to this host."""
    line.down()
    line.redirect(club.base)
    line.mend()


@contextmanager
def lied_to(line: Proxy, other: Club) -> Iterator[None]:
    """As long as this, the line leads to a host who lies."""
    try:
        led(line, other)
        yield
    finally:
        other.__exit__()


@pytest.mark.parametrize(
    "lie", [rewritten, *(pytest.param(one, marks=pytest.mark.trial) for one in (forked, truncated))]
)
def test_every_phone_that_saw_the_head_says_so(
    phones: list[Page], line: Proxy, tmp_path: Path, database: Path, served: Made, lie: Any
) -> None:
    with lied_to(line, liar(tmp_path, database, served, lie())):
        for page in phones:
            state = page.locator("#state")
            expect(state).to_have_class("red")
            expect(state).to_contain_text(f"at record {START}")
        phones[0].wait_for_timeout(1_200)  # beats come, and the sentence stays
        for page in phones:
            expect(page.locator("#state")).to_have_class("red")
            page.reload()  # and is there again
            expect(page.locator("#state")).to_have_class("red")


NEXT: Final = {"type": "noted", "data": {"text": "rain"}}


@pytest.mark.parametrize("kept", ["kept", "forgotten"])
def test_a_record_that_was_shown_in_a_round_is_witnessed(
    phones: list[Page], line: Proxy, club: Club, tmp_path: Path, database: Path, served: Made,
    kept: str,
) -> None:  # fmt: skip
    """No round has ended since; the host goes back, and on otherwise. A stream that goes back is
    told also where a browser has kept nothing."""
    for after in (START, START + 1):
        assert club.referee().write("events", NEXT, after).status_code == 201
        for page in phones:
            at(page, after + 1)
    if kept == "forgotten":
        for page in phones:
            page.evaluate("indexedDB.deleteDatabase('ragami-witness')")
        other = LINES[:START]
    else:
        other = [*LINES[:START], *(NOTE.encode() % n for n in range(START + 1, START + 4))]
        for page in phones:
            is_kept(page, START + 2)
    with lied_to(line, liar(tmp_path, database, served, other)):
        for page in phones:
            state = page.locator("#state")
            expect(state).to_have_class("red")
            expect(state).to_contain_text(f"at record {START + 2}")
            page.reload()
            expect(page.locator("#state")).to_have_class("red")


def test_a_host_who_tells_the_truth_again_is_not_believed(
    phones: list[Page], line: Proxy, club: Club, tmp_path: Path, database: Path, served: Made
) -> None:
    """Who has shown two logs stays caught, whichever of them is shown now."""
    with lied_to(line, liar(tmp_path, database, served, forked())):
        expect(phones[0].locator("#state")).to_have_class("red")
    led(line, club)
    phones[0].reload()
    expect(phones[0].locator("#state")).to_have_class("red")


def test_a_host_who_answers_with_what_the_other_phone_saw_is_not_believed(
    opened: Open, club: Club, tmp_path: Path, database: Path, served: Made
) -> None:
    """Two phones compare; the host has shown them two logs, and tells one of them the other's."""
    page = opened(f"{club.base}/t/{TABLE}/trust", "desktop")
    live(page)
    expect(page.locator("#kept")).to_contain_text(str(START))
    other = liar(tmp_path, database, served, rewritten())
    try:
        head = other.phone().get("head").json()
    finally:
        other.__exit__()
    page.route("**/head?*", lambda route: route.fulfill(json=head))
    page.locator("#other").fill(head["text"])
    page.locator("#agree").click()
    expect(page.locator("#agreed")).to_contain_text("They differ")
    expect(page.locator("#state")).to_have_class("red")


def test_an_honest_host_that_comes_back_is_believed(
    phones: list[Page], line: Proxy, club: Club
) -> None:
    line.down()
    club.referee().write("events", {"type": "noted", "data": {"text": "rain"}}, START)
    line.mend()
    for page in phones:
        expect(page.locator("body")).to_have_attribute("data-seq", str(START + 1))
        expect(page.locator("#state")).to_be_hidden()
        seen = re.compile(r"1 of 1 devices have seen record \d+: Chloé \(Green\)")
        expect(page.locator("#witnessed")).to_have_text(seen)
