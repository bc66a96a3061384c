"""A day of a tournament by the desk and 22 phones, each with a memory of its own, by taps alone.

22 people: a late entry, a no-show, one who leaves and comes back, two who change places, a result
that two of a table say otherwise, a wrong slip corrected a round later, a penalty, a tie at the cut
that the lot decides, the final. Every result comes from the phones. In the end the log is legal and
over, the wall has the ranking, and no page has complained. It prints how long it took.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect

from ragami.judge.report import report
from ragami.store import open_store
from tests.page.browser import chromium
from tests.server.gathered import NAME, round_of, tournament
from tests.server.kit import Club
from tests.server.screens.conftest import phones
from tests.server.screens.phones import Open, live
from tests.server.screens.test_gathering import writes

FIRST: Final = (
    *("Álvaro", "Ana", "Bea", "Caro", "Dani", "Elsa", "Fran", "Gala", "Hugo", "Inés", "Juan"),
    *("Kika", "Luis", "Mara", "Nora", "Óscar", "Pau", "Quim", "Rosa", "Saúl", "Tere"),
)
PEOPLE: Final = tuple(f"{name} {'Ruiz' if name == 'Ana' else 'Soto'}" for name in FIRST)
LATE: Final = "Zoe Vidal"
EQUAL: Final = (30, 30, 30, 30)
SCORES: Final = (40, 37, 34, 31)


class Day:
    """The desk, the wall, and a phone for each who plays, by name."""

    def __init__(self, club: Club, opened: Open) -> None:
        self.club, self.opened = club, opened
        self.desk = opened(f"{club.base}/desk", "desktop")
        self.desk.locator("#key").fill(club.hall_key)
        self.desk.locator("#enter [type=submit]").click()
        self.desk.locator("#tables a", has_text=NAME).first.click()
        live(self.desk)
        self.wall = opened(f"{club.base}/t/{NAME}/projector?seconds=2", "desktop")
        self.phones = {name: self.comes(name, n % 2 == 1) for n, name in enumerate(PEOPLE)}

    def comes(self, name: str, spanish: bool) -> Page:
        """Somebody of the list, who scans the code and chooses the own name."""
        lang = "es" if spanish else "en"
        phone = self.opened(f"{self.club.base}/J/{self.club.code(NAME)}?lang={lang}")
        phone.locator("#ways [name=seat]", has_text=name).click()
        phone.wait_for_url(f"**/t/{NAME}*")
        live(phone)
        return phone

    def step(self, what: str, *answers: str, **typed: str) -> str:
        """Take a step of the desk by what is tapped, then what is typed; return what followed."""
        button = self.desk.locator("#choices button", has_text=what).first
        expect(self.desk.locator("#choices")).not_to_have_attribute("inert", "")
        button.click()
        for answer in answers:
            self.desk.locator("#asking [data-value]", has_text=answer).first.click()
        for text in typed.values():
            writes(self.desk, text)
        expect(self.desk.locator("#asking .way").first).to_be_visible()
        follows = self.desk.locator("#asking .way").first.text_content() or ""
        self.desk.locator("#asking [data-write]").first.click()
        expect(self.desk.locator("#sent")).to_contain_text("stored as record")
        return follows

    def results(self, scores: tuple[int, ...] = SCORES, disputed: str | None = None) -> None:
        """Each table: its first player enters, its second one confirms; one of them disagrees."""
        for table in round_of(self.club)["tables"]:
            if table["state"] == "done":
                continue
            first, second, *_others = (self.phones[name] for name in table["players"].values())
            says(first, scores[: len(table["players"])])
            expect(second.locator("#reported .told")).to_have_count(1)
            if table["place"] == disputed:
                second.locator("#reported .buttons button").nth(1).click()
                says(second, (1, *scores[1 : len(table["players"])]), opens=False)
                row = self.desk.locator(f'#round [data-place="{disputed}"]')
                expect(row).to_have_class("calls")
                row.locator("[data-says]").first.click()
            else:
                second.locator("#reported .go").click()
            done = self.desk.locator(f'#round [data-place="{table["place"]}"]')
            expect(done).to_have_attribute("data-state", "done")


def says(phone: Page, scores: tuple[int, ...], *, opens: bool = True) -> None:
    """Enter scores in the order of the seats."""
    if opens:
        phone.locator("#reported .go").click()
    for number, score in enumerate(scores):
        phone.locator("[data-score]").nth(number).fill(str(score))
    phone.locator("#reported .go").click()


def plays(day: Day) -> None:
    """Three rounds and the final."""
    signed = {"reason": "agreed at the table", "authority": "Eva"}
    day.step("Pair round")
    expect(day.wall.locator(".is-open > h2")).to_contain_text("Round 1")
    day.step("Somebody enters", name=LATE, club="Sur")
    day.phones[LATE] = day.comes(LATE, spanish=True)
    day.step("Somebody does not appear", "Dani")
    day.step("Warning", "Hugo", "warning", **signed)
    day.results(EQUAL, "1.2")
    day.step("Close round")
    day.phones["Fran Soto"].on("dialog", lambda dialog: dialog.accept())
    day.phones["Fran Soto"].locator("#drop").click()
    day.step("Somebody is back", "Dani")
    day.step("Pair round")
    tables = round_of(day.club)["tables"][:2]
    two = [next(iter(one["players"].values())) for one in tables]
    assert "Price" in day.step("Swap two people", *two, **signed)
    wrong_slip(day, signed)
    day.results(EQUAL)
    day.step("Close round")
    day.phones["Fran Soto"].locator("#back").click()
    expect(day.phones["Fran Soto"].locator("#drop")).to_be_visible()
    day.step("Pair round")
    day.results(EQUAL)
    assert "The lot alone decides" in day.step("Close round")
    day.step("Final", "", "", "")
    day.results()
    day.step("Close the tournament", reason="")
    expect(day.wall.locator(".is-open > h2")).to_contain_text("Final ranking")


def wrong_slip(day: Day, signed: dict[str, str]) -> None:
    """A result of round 1 was wrong, and round 2 is paired on it: what follows is shown."""
    place = day.desk.locator("#choices button", has_text="Correct").last
    place.click()
    expect(day.desk.locator("[data-each=score]").first).to_be_visible()
    for number, score in enumerate((31, 34, 37, 40)):
        field = day.desk.locator("[data-each=score]").nth(number)
        if field.count():
            field.fill(str(score))
    day.desk.locator("#asking .go").click()
    expect(day.desk.locator("#asking h4")).to_contain_text("Reason")
    for text in signed.values():
        writes(day.desk, text)
    expect(day.desk.locator("#asking .way")).to_contain_text("Round 2 was paired on it")
    day.desk.locator("#asking [data-write]").first.click()
    expect(day.desk.locator("#sent")).to_contain_text("stored as record")


def main() -> int:
    """Play the day, and look at what came of it."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name, chromium() as browser, phones(browser) as opened:
        database = Path(name) / "day.db"
        tournament(database, PEOPLE, rounds=3, cut=4, tie_breaks=["points", "lot"])
        with Club(database, beat=2, connections=(500, 500), posts=10_000) as club:
            day = Day(club, opened)
            plays(day)
            with open_store(database) as store:
                log = b"".join(line + b"\n" for line in store.read(NAME))
    told = report(NAME, log)
    print(f"{len(log.splitlines())} records, {len(day.phones)} phones")
    print(f"{time.monotonic() - began:.0f} s")
    return 0 if told.ok and told.final else 1
