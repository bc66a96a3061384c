"""A robot taps what the bots played: every event can be entered, and in few taps."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.scale import often
from tests.server.kit import Club, Made, fill, simulated
from tests.server.screens.phones import (
    TABLE,
    Open,
    at,
    live,
    seated,
)
from tests.server.tapping import STOP, answer


def tapped(page: Page, wanted: Any) -> int:
    """Enters an event by what the phone asks; gives how many taps that took."""
    taps = 0
    for _ in range(200):
        asked = page.evaluate(ASKED)
        if asked is None:
            return taps
        if "forms" in asked:
            page.locator("#choices [data-form]").nth(fitting(asked["forms"], wanted)).evaluate(
                CLICK
            )
        elif not fits(asked, wanted):  # another form has opened by itself
            page.locator("#asking > .buttons button").last.evaluate(CLICK)
        elif asked.get("whole"):
            page.locator("#asking [data-write]").evaluate(CLICK)
            return taps + 1
        elif "all" in asked:
            for question in asked["all"]:
                tap(page, question, wanted["data"])
            taps += len(asked["all"]) - 1
        else:
            tap(page, asked, wanted["data"])
        taps += 1
    raise AssertionError(wanted)


def tap(page: Page, question: Any, data: Any) -> None:
    value = answer(question, data)
    if value is STOP:
        page.locator("#asking [data-stop]").evaluate(CLICK)
    else:
        number = [like(one["value"], value) for one in question["values"]].index(True)
        group = (question.get("group") or {}).get("label")
        page.evaluate(TAP, [capital(question["label"]["en"]), group, number])


CLICK: Final = "one => one.click()"
# A button by its place in the line of its question, where there is more than one.
TAP: Final = """([label, group, number]) => {
  const form = document.getElementById('asking');
  const lines = [...form.querySelectorAll('.line')];
  const line = lines.find(one => one.getAttribute('aria-label') === label && (!group
    || one.closest('.group')?.querySelector('h4').textContent === group.en)) ?? form;
  line.querySelectorAll('[data-value]')[number].click(); }"""
# What is asked, once it is clear whether something is: the form is gone when the event is sent.
ASKED: Final = """() => new Promise(done => { const look = () => {
  const form = document.getElementById('asking');
  const place = document.getElementById('choices');
  if (!form.hidden && form.dataset.asks) return done(JSON.parse(form.dataset.asks));
  const forms = [...place.querySelectorAll('[data-form]')].map(one => JSON.parse(one.dataset.form));
  if (form.hidden && !place.inert && forms.length) return done({ forms });
  setTimeout(look, 5); }; look(); })"""


def fitting(forms: list[Any], wanted: Any) -> int:
    [number, *_others] = [n for n, one in enumerate(forms) if fits(one, wanted)]
    return number


def fits(form: Any, wanted: Any) -> bool:
    """Is an event one of this form? Its fixed fields say so."""
    data = wanted["data"]
    same_type = form["type"] == wanted["type"]
    return same_type and all(data.get(key) == value for key, value in form["data"].items())


def like(one: Any, other: Any) -> bool:
    """The same, in whatever order: what lies in a pool has none."""
    return in_order(one) == in_order(other)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def in_order(value: Any) -> str:
    if isinstance(value, list):
        return json.dumps(sorted(map(in_order, value)))
    if isinstance(value, dict):
        return json.dumps({key: in_order(value[key]) for key in sorted(value)})
    return json.dumps(value)


TAPS: Final = 3
SEED: Final = 3
# In Deal with the Devil the server deals, so that no game is that of the bots.
GAMES: Final = {"race": (2, often(6, 12)), "ragami": (2, 20), "dice-forge": (3, 36)}
"""The players, and the records that are tapped."""


REMEMBER: Final = "own => localStorage.setItem('ragami/friday', JSON.stringify(own))"


def shared(club: Club, opening: Any) -> Any:
    """A tablet that holds all seats: hidden cards are only taken from who holds the seat."""
    first, *others = (player["colour"] for player in opening["data"]["players"])
    tablet = club.join(first)
    code = club.code(TABLE)
    joined: Any = None
    for seat in [first, *others]:
        joined = tablet.post("/v1/join", {"code": code, "seat": seat}).json()
    return joined


@pytest.mark.parametrize(
    "game",
    [one if one == "race" else pytest.param(one, marks=pytest.mark.trial) for one in GAMES],
)
def test_a_simulated_game_is_tapped_through_its_choices(
    opened: Open, database: Path, served: Made, game: str
) -> None:
    """A robot taps what the bots played: every event can be entered, and in few taps."""
    players, records = GAMES[game]
    events = simulated(game, SEED, players)[:records]
    fill(database, events[:1])
    club = served(beat=0.5)
    page = opened(f"{club.base}/help")
    page.evaluate(REMEMBER, shared(club, events[0]))
    page.goto(f"{club.base}/t/{TABLE}")
    live(page)
    taps = []
    for seq, wanted in enumerate(events[1:], 2):
        expect(page.locator("#choices")).to_have_attribute("data-seq", str(seq - 1))
        taps.append(tapped(page, wanted))
        at(page, seq)
    log = [json.loads(line) for line in club.referee().get("records").text.splitlines()]
    found = [{"type": one["type"], "data": one["data"]} for one in log]
    assert len(found) == len(events)
    assert all(map(like, found, events))
    assert median(taps) <= TAPS, list(zip([e["type"] for e in events[1:]], taps, strict=True))


def test_a_form_that_opened_by_itself_makes_way_unless_it_is_touched(
    opened: Open, database: Path, served: Made
) -> None:
    """While others draw, only a debt may be repaid; then everybody passes two buildings on."""
    open_hands = {"distribution": "recorded", "hands": "open_hands"}
    played = simulated("deal-with-the-devil", 7, 4, hidden=False, **open_hands)
    before, due = 55, "Pass two buildings on"
    fill(database, played[:before])
    club = served(beat=0.5)
    untouched, touched = (seated(opened, club, seat) for seat in ("yellow", "blue"))
    for page in (untouched, touched):
        expect(page.locator("#asking h3")).to_have_text("Repay debt")
    touched.locator("#asking [data-value]").first.click()
    sent = club.referee().write("events", played[before], before)
    assert sent.status_code == 201, sent.text
    at(untouched, before + 1)
    expect(untouched.locator("#choices")).to_contain_text(due)
    expect(untouched.locator("#asking")).to_be_hidden()
    at(touched, before + 1)
    expect(touched.locator("#asking h3")).to_have_text("Repay debt")
