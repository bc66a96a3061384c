"""Phones at a table: how they come in, and what they write."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, expect

from ragami.export import page as exported
from ragami.export.excerpt import Excerpt
from tests.patience import patience
from tests.server.kit import Club, Phone
from tests.server.screens.serving import EXAMPLES

Open = Callable[..., Page]

LINES: Final = (EXAMPLES / "four-players.jsonl").read_bytes().splitlines()


START: Final = 21


TABLE: Final = "friday"


# A move, an end of a turn, a draw of cards, an undo and a redo are among them.
STEPS: Final = 15


EVENTS: Final = "text/event-stream"


# A browser in which no page shares its line with others.
ALONE: Final = "delete globalThis.SharedWorker; delete globalThis.BroadcastChannel;"
NO_WORKER: Final = "delete globalThis.SharedWorker;"


def seated(
    opened: Open, club: Club, seat: str, base: str = "", lang: str = "en", **how: Any
) -> Page:
    """A phone that has come in by the code and keeps its token."""
    base = base or club.base
    joined = club.phone().post("/v1/join", {"code": club.code(TABLE), "seat": seat})
    own = [{"name": f"ragami/{TABLE}", "value": joined.text}]
    kept = {"cookies": [], "origins": [{"origin": base, "localStorage": own}]}
    page = opened(f"{base}/t/{TABLE}?lang={lang}", storage_state=kept, **how)
    live(page)
    return page


# What may be done is asked after each record; until the answer is there, nothing can be tapped.
ASKING_STILL: Final = "#doing:not([hidden]) #choices:is([inert], :not([data-seq]))"


def live(page: Page) -> None:
    """Wait until a page has its line, the record that came first, and what may be done there."""
    expect(page.locator("#link")).to_have_class("link live")
    at(page)


def at(page: Page, seq: int | None = None) -> None:
    """Wait until a page shows a record, or any, and what may be done there."""
    shown = "[data-seq]" if seq is None else f"[data-seq='{seq}']"
    expect(page.locator(f"body{shown}")).to_be_attached()
    expect(page.locator(ASKING_STILL)).to_have_count(0)


# Whoever asks from outside asks now and then; the page itself knows when it was.
SHOWN: Final = """seq => new Promise(done => {
  const began = performance.now();
  const look = () => document.body?.dataset.seq === `${seq}`;
  const end = () => { seen.disconnect(); done((performance.now() - began) / 1000); };
  const seen = new MutationObserver(() => { if (look()) end(); });
  if (look()) return end();
  // A page that is still on its way has no body yet.
  seen.observe(document, { attributes: true, childList: true, subtree: true });
  setTimeout(end, 20000); })"""


def until_shown(page: Page, seq: int) -> float:
    """Seconds from now on until a page stands at a record."""
    took: float = page.evaluate(SHOWN, seq)
    at(page, seq)
    return took


# A screen that is dark, or looked at again.
TURNED: Final = """state => { Object.defineProperty(document, 'visibilityState',
  { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange')); }"""


def soon(attempt: Callable[[], float], seconds: float) -> None:
    """Try up to three times how many seconds something takes: others use this machine, too."""
    took: list[float] = []
    while not took or took[-1] >= seconds * patience():
        assert len(took) < 3, took
        took.append(attempt())


def event(seq: int) -> Any:
    record = json.loads(LINES[seq - 1])
    return {"type": record["type"], "data": record["data"]}


def write(phone: Phone, seq: int) -> None:
    """The next record of the example."""
    answer = phone.write("events", event(seq), seq - 1, f"key-{seq}")
    assert answer.status_code == 201, answer.text


def replayed(opened: Open, folder: Path, log: bytes, viewer: str) -> Page:
    path = folder / f"{viewer}.html"
    path.write_bytes(exported.export(Excerpt(TABLE, log, viewer, "en")))
    return opened(path.as_uri(), "desktop")


def passes(page: Page) -> None:
    """Two taps: that a pass is final is said between them."""
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator("#asking .warning")).to_contain_text("final")
    page.get_by_role("button", name="Write it down", exact=True).first.click()


def write_pass(phone: Phone, seat: str, after: int) -> None:
    answer = phone.write("events", {"type": "passed", "data": {"player": seat}}, after, "pass")
    assert answer.status_code == 201, answer.text
