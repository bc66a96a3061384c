"""An evening: everybody at a table with a phone of their own, who knows nothing but its screen.

A player taps what the phone offers, by chance; what is refused is cancelled, and something else is
tapped. There is no other way in than fingers, but a word that is typed where words are asked for.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final, Self

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from ragami.game import game_named
from ragami.game.capabilities import SETUP
from tests.server.kit import Club, Json, fill
from tests.server.screens.phones import TABLE, Open, seated

TOUCH: Final[dict[str, Any]] = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
PHONE: Final = {"width": 360, "height": 640}
PATIENCE: Final = 10_000
"""Milliseconds until what is tapped has to be there, or is there no more."""

IDLE: Final = 30
PAUSE: Final = 200
"""A table at which nobody could do anything so often, after so many milliseconds, is a dead end."""

SCREEN: Final = """least => new Promise(done => {
  const seen = (one) => Boolean(one?.checkVisibility({ visibilityProperty: true }));
  const asking = document.getElementById('asking'), choices = document.getElementById('choices');
  const count = (which) => [...asking.querySelectorAll(which)].filter(seen).length;
  const all = (which) => [...document.querySelectorAll(which)].filter(seen);
  const texts = (which) => all(which).map(one => one.textContent);
  const said = (id) => document.getElementById(id).textContent;
  const began = performance.now();
  const look = () => {
    const { seq } = document.body.dataset;
    const asked = asking.hidden || asking.dataset.asks || asking.querySelector('.finding.error');
    const over = seen(document.getElementById('final'));
    const stands = over || (choices.dataset.seq === seq && !choices.inert && asked);
    const late = performance.now() - began > 20000;
    if (!late && !(Number(seq) >= least && stands)) return setTimeout(look, 10);
    done({ late, over, seq: Number(seq), step: said('step'), due: said('due'), asks: seen(asking),
      asked: asking.dataset.asks ? JSON.parse(asking.dataset.asks) : null,
      wrong: texts('#asking .finding.error'), app: texts('[data-app]').length,
      buttons: texts('#choices > button[data-form]').length,
      write: count('[data-write]'), untold: count('[data-untold]'), next: count('[data-next]'),
      lines: count('.line'), values: asking.querySelectorAll('[data-value], [data-stop]').length });
  };
  look(); })"""


SEATS: Final = {
    "deal-with-the-devil": "red blue yellow green",
    "ragami": "yellow green blue red",
    "dice-forge": "orange blue green black",
}
NAMES: Final = ["Ana", "Bea", "Cy", "Dan", "Eva", "Fil", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo"]
ROLES: Final = {
    "mortal_1": ("first mortal", "primer mortal"),
    "mortal_2": ("second mortal", "segundo mortal"),
    "cultist": ("cultist", "sectario"),
    "devil": ("devil", "diablo"),
}
ANY: Final = "[data-value]"


def sits_down(database: Path, game: str, options: Json, players: int = 4) -> None:
    """Open a table for these players."""
    setup = game_named(game).need(SETUP)
    seats = SEATS[game].split() if game in SEATS else setup.seats
    data = setup.data(None, list(zip(seats, NAMES, strict=False))[:players], options, {})
    fill(database, [{"type": "game_opened", "data": data}])


def role_in(told: str) -> str:
    """Return the role that a text names; empty if it names none."""
    found = [role for role, words in ROLES.items() if any(word in told for word in words)]
    return found[0] if found else ""


class DeadEnd(AssertionError):
    """Nobody at the table can go on."""


class Player:
    """Somebody with a phone."""

    def __init__(self, page: Page, seat: str, chance: Random) -> None:
        self.page, self.seat, self.chance = page, seat, chance
        self.taps = self.missed = 0
        self.refused: list[str] = []

    def looks(self, least: int) -> Any:
        """Return what the phone shows, as soon as it stands at a record and is not busy."""
        screen = self.page.evaluate(SCREEN, least)
        if screen["late"]:
            raise DeadEnd(f"{self.seat} after record {least}: {screen}")
        return screen

    def tap(self, found: Locator) -> None:
        try:
            found.nth(self.chance.randrange(found.count() or 1)).tap(timeout=PATIENCE)
        except Late:  # somebody else was first, and there is something else to tap now
            self.missed += 1
        self.taps += 1

    def holds(self) -> str:
        """Read what is behind "hold"; nothing of it stands there before and afterwards."""
        button = self.page.locator("#hold")
        if not button.is_visible():
            return ""
        held = self.page.locator("#held")
        expect(held).to_have_text("")
        button.dispatch_event("pointerdown", {"isPrimary": True})
        told = held.inner_text()
        button.dispatch_event("pointerup", {"isPrimary": True})
        expect(held).to_have_text("")
        return told

    def acts(self, table: Evening, screen: Any) -> bool:
        """Do one thing that the phone offers; False where it offers nothing."""
        asking = self.page.locator("#asking")
        if screen["wrong"]:
            self.refused.append(f"{screen['step']}: {screen['wrong'][0]}")
            ways_out = asking.locator("> .buttons button")
            if ways_out.count():
                self.tap(ways_out.last)
            else:  # the answers are still there, each to be changed
                self.answers(screen, asking, table)
        elif screen["asks"] and screen["untold"] and self.chance.random() < table.silence:
            self.tap(asking.locator("[data-untold]"))
        elif screen["asks"] and screen["write"]:
            self.tap(asking.locator("[data-write]"))
        elif screen["asks"]:
            self.answers(screen, asking, table)
        elif screen["app"] and self is table.players[0]:  # whoever runs the server
            self.lets_the_app_go_on()
        elif screen["buttons"]:
            self.tap(self.page.locator("#choices > button[data-form]"))
        else:
            return self.fills_in_the_pad(table)
        return True

    def fills_in_the_pad(self, table: Evening) -> bool:
        """Write one's own number; whoever sits first ends the round."""
        inputs = self.page.locator("#pad input:visible")
        values: list[str] = inputs.evaluate_all("all => all.map(field => field.value)")
        missing = [number for number, value in enumerate(values) if not value]
        with suppress(Late):  # somebody was first, and there are others now
            for number in missing:
                inputs.nth(number).fill(str(self.chance.randrange(30)), timeout=PATIENCE)
        step = self.page.locator("#pad button.go[type=button]:visible")
        told = self.page.locator("#pad-told").text_content() or ""
        if missing or (values and told and "✓" not in told):  # somebody was first: again
            self.tap(self.page.locator("#pad button[type=submit]"))
        elif self is table.players[0] and step.count():
            self.tap(step)
        else:
            return False
        return True

    def lets_the_app_go_on(self) -> None:
        word = self.page.locator("#app-word")
        with suppress(Late):  # it was on its way already
            if word.count():
                word.fill(f"word {self.seat}", timeout=PATIENCE)
        self.tap(self.page.locator("[data-app]"))

    def answers(self, screen: Any, asking: Locator, table: Evening) -> None:
        folded = asking.locator("details:not([open]):not(.off, .piece) > summary")
        if screen["next"]:
            self.writes(asking)
        elif folded.count():  # as a list: the same values are on the board
            self.tap(folded)
        elif screen["lines"]:
            for line in asking.locator(".line").all():
                role = table.known(line) if screen["asked"]["type"] == "roles_shown" else ""
                self.tap(line.locator(f"[data-value='{json.dumps(role)}']" if role else ANY))
        elif screen["values"]:
            cards = self.cards(screen["asked"], table)
            self.tap(asking.locator(cards or "[data-value], [data-stop]"))

    def cards(self, asked: Any, table: Evening) -> str:
        """What this player has drawn nobody else has: the cards on the table are real ones."""
        if (asked or {}).get("type") != "cards_drawn" or asked["path"][0] == "kept":
            return ""
        if asked["path"] == ["drawn", 0]:
            table.drawn[self.seat, screen_round(self)] = set()
        mine = table.drawn.setdefault((self.seat, screen_round(self)), set())
        others = set().union(*(cards for whose, cards in table.drawn.items()))
        values = [one["value"] for one in asked["values"]]
        # What was discarded has been shuffled in again where nothing else is left.
        card = self.chance.choice([one for one in values if one not in others] or values)
        mine.add(card)
        return f"[data-value='{json.dumps(card)}']"

    def writes(self, asking: Locator) -> None:
        """Fill in what nobody can list: a word, some goods, one of each row."""
        for field in asking.locator("input:not([data-count])").all():
            field.fill(f"word {self.seat}" if field.get_attribute("type") == "text" else "1")
        for part in asking.locator("fieldset").all():
            # Goods have a price (A-D-DEAL-03): who offers some does not ask for nothing.
            values = part.locator("> .row > [data-value]:not([data-value='{}'], :disabled)")
            if values.count():
                self.tap(values)
        for more in asking.locator("[data-more]").all():
            if self.chance.random() < 0.15:
                self.tap(more)
        self.tap(asking.locator("[data-next]"))


def screen_round(player: Player) -> str:
    """Return the round that the phone says."""
    return player.page.locator("#step").inner_text().partition("·")[0]


class Evening:
    """A table with a phone for each seat; `silence` is how often a secret is kept."""

    def __init__(
        self, opened: Open, club: Club, languages: Sequence[str], *, seed: int, silence: float = 1
    ) -> None:
        self.club, self.silence, self.seq = club, silence, 0
        self.players = []
        self.roles: list[str] = []
        self.drawn: dict[tuple[str, str], set[str]] = {}
        self.watcher = club.referee(TABLE)
        for number, seat in enumerate(club.phone().get(f"/v1/tables/{TABLE}").json()["seats"]):
            language = languages[number % len(languages)]
            page = seated(opened, club, seat, lang=language, viewport=PHONE, **TOUCH)
            self.players.append(Player(page, seat, Random(f"{seed} {seat}")))

    def known(self, line: Locator) -> str:
        """Return the role of a player whose chest is open: everybody at the table sees it.

        A phone that was never told of it says nothing: then it is one that is left.
        """
        if not self.roles:
            said = [role_in(player.holds()) for player in self.players]
            left = [role for role in ROLES if role not in said]
            self.roles = [role or left.pop() for role in said]
        heading = line.locator("xpath=ancestor::section[1]/h4").inner_text()
        names = [name in heading for name in NAMES]
        return self.roles[names.index(True)]

    def plays(self, until: str = "") -> Self:
        """Play on to the end, or until a step. Raises `DeadEnd`."""
        idle = 0
        while True:
            acted, over = False, True
            for player in self.players:
                self.seq = self.watcher.seq()  # nobody acts on what is past
                screen = player.looks(self.seq)
                over = over and screen["over"]
                acted = player.acts(self, screen) or acted
            if over or (until and until in self.players[0].looks(self.seq)["step"]):
                return self
            idle = 0 if acted else idle + 1
            if idle > IDLE:
                raise DeadEnd(f"record {self.seq}: {screen}")
            if idle:  # the server may have something to do
                self.players[0].page.wait_for_timeout(PAUSE)
