"""A robot taps what the bots played: every event can be entered, and in few taps."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.server.kit import Club, Made, fill, simulated
from tests.server.screens.phones import (
    TABLE,
    Open,
    at,
    live,
)


def tapped(page: Page, wanted: Any) -> int:
    """Enters an event by its choices; gives how many taps that took."""
    place = page.locator("#choices")
    place.locator("button").first.wait_for()
    offered = place.locator("button").evaluate_all("all => all.map(one => one.dataset.choice)")
    fitting = [n for n, one in enumerate(offered) if fits(json.loads(one), wanted)]
    assert fitting, (wanted, offered)
    [number, *_others] = fitting
    place.locator("button").nth(number).evaluate("one => one.click()")
    taken: dict[str, list[Any]] = {}
    for count in range(2, 100):
        state = page.evaluate(QUESTION)
        if state is None:
            return count - 1
        values = [json.loads(one) for one in state["values"]]
        part, field = state["part"], state["field"]
        target = wanted["data"][field]
        if state["several"] and part is None:
            rest = without(target, taken.get(field, []))
            if not rest:
                page.locator("#asking .go").click()
                continue
            target = rest[0]
            taken.setdefault(field, []).append(target)
        elif state["several"]:
            target = taken[field][-1]
        if part is not None:
            target = target[part]
        index = next((n for n, one in enumerate(values) if holds(one, target)), None)
        assert index is not None, (wanted, field, part, values)
        page.locator("#asking [data-value]").nth(index).evaluate("one => one.click()")
    raise AssertionError(wanted)


# What is asked, once it is clear whether something is: the form is gone when the event is sent.
QUESTION: Final = """() => new Promise(done => { const look = () => {
  const form = document.getElementById('asking');
  const go = [...form.querySelectorAll('button.go')].find(one => one.dataset.write !== undefined);
  if (go) go.click();
  else if (form.hidden) return done(null);
  else if (form.dataset.field) return done({ field: form.dataset.field,
    part: form.dataset.part ?? null, several: form.dataset.several !== undefined,
    values: [...form.querySelectorAll('[data-value]')].map(one => one.dataset.value) });
  setTimeout(look, 5); }; look(); })"""


def fits(choice: Any, wanted: Any) -> bool:
    """Is an event one of this choice? Fixed fields say so, and what is open has the values."""
    if choice["type"] != wanted["type"]:
        return False
    data = wanted["data"]
    if any(data.get(key) != value for key, value in choice["data"].items()):
        return False
    return all(
        any(holds(one, data[name]) for one in values)
        for name, values in choice["open"].items()
        if isinstance(values, list)
    )


def holds(offered: Any, target: Any) -> bool:
    """Is this what was wanted, or an object whose lists have it in them?"""
    if isinstance(offered, dict) and isinstance(target, dict):
        return offered.keys() == target.keys() and all(
            any(like(each, target[key]) for each in one)
            if isinstance(one, list)
            else like(one, target[key])
            for key, one in offered.items()
        )
    return like(offered, target)


def like(one: Any, other: Any) -> bool:
    """The same, in whatever order: what lies in a pool has none."""
    return in_order(one) == in_order(other)


def in_order(value: Any) -> str:
    if isinstance(value, list):
        return json.dumps(sorted(map(in_order, value)))
    if isinstance(value, dict):
        return json.dumps({key: in_order(value[key]) for key in sorted(value)})
    return json.dumps(value)


def without(all_: list[Any], some: list[Any]) -> list[Any]:
    left = list(all_)
    for one in some:
        left.remove(one)
    return left


TAPS: Final = 3
EVENTS: Final = 36
SEED: Final = 3
# In Deal with the Devil the server deals, so that no game is that of the bots.
SEATS: Final = {"race": 2, "ragami": 2, "dice-forge": 3}


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


@pytest.mark.parametrize(("game", "players"), SEATS.items())
def test_a_simulated_game_is_tapped_through_its_choices(
    opened: Open, database: Path, served: Made, game: str, players: int
) -> None:
    """A robot taps what the bots played: every event can be entered, and in few taps."""
    events = simulated(game, SEED, players)[:EVENTS]
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
    assert median(taps) <= TAPS, taps
