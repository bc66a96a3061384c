"""Who sits where, what is taken back, the desk, and phones as witnesses."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.axe import violations
from tests.server.kit import Club, Made, fill, simulated
from tests.server.screens.evening import PHONE, TOUCH
from tests.server.screens.phones import (
    ALONE,
    START,
    TABLE,
    Open,
    at,
    live,
    seated,
    write,
    write_pass,
)
from tests.server.screens.test_seats import FAULTS, NOTHING


def test_a_taken_seat_is_claimed_with_a_yes_of_another_phone(opened: Open, club: Club) -> None:
    """The phone asks on for as long as nobody has answered."""
    blue = seated(opened, club, "blue")
    seated(opened, club, "green")
    again = opened(f"{club.base}/J/{club.code(TABLE)}")
    again.clock.install()
    again.locator("#ways [value=green]").click()
    expect(again.locator("#waiting")).to_contain_text("has to say yes")
    with again.expect_response("**/v1/join") as answer:
        again.clock.run_for(2_000)
    assert answer.value.json()["code"] == "claim-open"
    expect(again.locator("#waiting")).to_contain_text("has to say yes")
    expect(again.locator("#ways [value=green]")).to_be_disabled()
    expect(blue.locator(".claim")).to_have_count(1)
    blue.get_by_role("button", name="yes").click()
    again.clock.run_for(2_000)
    again.wait_for_url("**/t/friday*")
    live(again)
    expect(again.locator("#seat-green-hand .piece")).to_have_attribute("title", "card 5")


@pytest.mark.trial
def test_who_comes_by_the_code_again_is_in_with_one_tap(opened: Open, club: Club) -> None:
    green = seated(opened, club, "green")
    before = green.evaluate("localStorage.getItem('ragami/friday')")
    green.goto(f"{club.base}/J/{club.code(TABLE)}")
    green.locator("#ways button", has_text="you are in").click()
    green.wait_for_url("**/t/friday*")
    live(green)
    expect(green.locator("#me")).to_contain_text("Green")
    assert green.evaluate("localStorage.getItem('ragami/friday')") == before
    seats = [one["seats"] for one in club.referee().get("devices").json()["devices"]]
    assert seats.count(["green"]) == 1, seats


@pytest.mark.trial
def test_what_can_be_taken_back_is_offered_though_a_note_came_after_it(
    opened: Open, club: Club
) -> None:
    """After a seal, a note or an undo the last record was no event: nothing could be taken back."""
    referee = club.referee()
    write(referee, START + 1)
    write(referee, START + 2)
    assert referee.write("undo", {"steps": 1}, START + 2).status_code == 201
    page = seated(opened, club, "green")
    page.goto(f"{club.base}/t/{TABLE}/what-follows")
    live(page)
    expect(page.locator("#to")).to_have_value(str(START))
    expect(page.locator("#struck li")).to_have_count(1)
    expect(page.locator("#do")).to_be_enabled()


def test_a_phone_cosigns_what_it_saw_and_is_told_of_the_lock_and_of_its_seat(
    opened: Open, club: Club
) -> None:
    blue = seated(opened, club, "blue")
    blue.goto(f"{club.base}/t/{TABLE}/trust")
    expect(blue.locator("#witnesses li")).to_have_count(1)
    expect(blue.locator("#kept")).to_contain_text(f"record {START}")
    head = club.referee().get("head").json()
    assert [one["size"] for one in head["witnesses"]] == [START]
    blue.goto(f"{club.base}/t/{TABLE}")
    live(blue)
    assert club.referee().post("lock", {"locked": True}).status_code == 200
    expect(blue.locator("#state")).to_contain_text("locked")
    late = opened(f"{club.base}/J/{club.code(TABLE)}")
    expect(late.locator("#accepted")).to_contain_text("Nobody may join")
    devices = club.referee().get("devices").json()["devices"]
    device = next(one["device"] for one in devices if "blue" in one["seats"])
    assert club.referee().post(f"/v1/devices/{device}", method="DELETE").status_code == 200
    blue.reload()
    expect(blue.locator("#state")).to_contain_text("no longer holds its seat")
    expect(blue.locator("#watching")).to_be_visible()


@pytest.mark.trial
def test_what_is_asked_of_one_of_several_faces_says_of_which(
    opened: Open, database: Path, served: Made
) -> None:
    played = simulated("dice-forge", 3, 3)
    bought = next(
        at
        for at, one in enumerate(played)
        if one["type"] == "offering_made" and len(one["data"]["faces"]) > 1
    )
    fill(database, played[:bought])
    page = seated(opened, served(beat=0.5), played[bought]["data"]["player"])
    page.get_by_role("button", name="Offering").click()
    question = page.locator("#asking h4")
    expect(question).to_contain_text("Which face?")
    page.locator("#asking [data-value]").first.click()
    chosen = page.locator("#asking .answered b").inner_text()
    expect(question).to_have_text(f"{chosen} · On which die?")


def test_that_somebody_was_overtaken_is_told_until_the_next_tap(
    opened: Open, database: Path, served: Made
) -> None:
    options = {"distribution": "recorded", "hands": "walled"}
    played = simulated("deal-with-the-devil", 7, 4, hidden=True, **options)
    last = max(at for at, one in enumerate(played[:6]) if one["type"] == "cards_drawn")
    fill(database, played[:last])
    club = served(beat=0.5)
    page = seated(opened, club, played[last]["data"]["player"])
    page.locator("#asking [data-value]").first.click()
    expect(page.locator("#asking h3")).to_be_visible()
    club.referee().write("events", played[last], last)
    expect(page.locator("#sent")).to_have_text("The game has moved on: choose again.")
    page.locator("#asking [data-more=marble]").click()
    page.locator("#asking fieldset .row > [data-value]").last.click()
    page.locator("#asking [data-next]").click()
    expect(page.locator("#sent")).to_have_text("")


def test_what_is_taken_back_is_shown_before_it_is(opened: Open, club: Club) -> None:
    """Who was overtaken chooses again only where there is something."""
    green = seated(opened, club, "green")
    green.get_by_role("button", name="Pass", exact=True).click()
    expect(green.locator("#asking [data-write]")).to_be_visible()
    write_pass(club.referee(), "green", START)
    expect(green.locator("#sent")).to_have_text("The game has moved on.")
    at(green, START + 1)
    green.locator("#amends a").click()
    expect(green.locator("#to")).to_have_value(str(START))
    expect(green.locator("#struck li")).to_have_count(1)
    green.locator(f"#latest #record-{START - 1}").click()  # farther back
    expect(green.locator("#struck li")).to_have_count(3)
    assert violations(green) == []
    green.locator(f"#latest #record-{START + 1}").click()
    expect(green.locator("#struck li")).to_have_count(1)
    green.locator("#do").click()
    expect(green.locator("#asked")).to_contain_text("✓")
    assert club.referee().seq() == START + 2


@pytest.mark.trial
def test_a_note_is_not_taken_back_and_the_page_says_so(opened: Open, club: Club) -> None:
    green = seated(opened, club, "green")
    note = {"type": "noted", "data": {"text": "rain"}}
    assert club.referee().write("events", note, START).status_code == 201
    at(green, START + 1)
    green.locator("#amends a").click()
    expect(green.locator("#to")).to_have_value(str(START))
    expect(green.locator("#follows")).to_contain_text("Nothing is taken back")
    expect(green.locator("#struck li")).to_have_count(0)
    expect(green.locator("#do")).to_be_disabled()


def test_the_desk_has_every_table_and_a_ruling_is_signed(opened: Open, club: Club) -> None:
    """Tables are opened there, and a game that is broken off is marked."""
    desk = opened(f"{club.base}/desk", "desktop")
    desk.locator("#key").fill(club.hall_key)
    desk.locator("#enter [type=submit]").click()
    row = desk.locator("#tables tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(TABLE)
    assert club.join("blue").post("calls", {"text": "help"}).status_code == 201
    expect(row).to_contain_text("help")
    the_referee_opens_tables(club, desk)
    assert violations(desk) == []
    row.filter(has_text=TABLE).locator("a").click()
    live(desk)
    desk.locator("#rule").fill("R-MOVE-01")
    expect(desk.locator("#rule-says p")).to_have_count(2)
    said = desk.locator("#rule-says p").first.inner_text()
    expect(desk.locator("#rules [value=R-MOVE-01]")).to_have_attribute("label", said)
    desk.locator("#kind").select_option("corrections")
    desk.locator("#record").fill("2")
    expect(desk.locator("#record-says")).to_contain_text("The first conflicts")
    desk.locator("#kind").select_option("penalties")
    expect(desk.locator("#amount")).to_be_hidden()
    desk.locator("#level").select_option("points")
    expect(desk.locator("#amount")).to_be_visible()
    desk.locator("#kind").select_option("undo")
    expect(desk.locator("#amount")).to_be_hidden()
    desk.locator("#to").fill(str(START - 2))
    desk.locator("#reason").fill("set up wrongly")
    desk.locator("#ask").click()
    expect(desk.locator("#sides .side")).to_have_count(2)
    desk.locator("#rule-form [type=submit]").click()
    expect(desk.locator("#sent")).to_contain_text("stored as record 22")
    assert violations(desk) == []
    desk.reload()
    live(desk)
    a_game_that_is_broken_off_is_marked(club, desk)


def a_game_that_is_broken_off_is_marked(club: Club, desk: Page) -> None:
    desk.locator("#kind").select_option("events")
    expect(desk.locator("#rule")).to_be_hidden()
    desk.locator("#rule-form [type=submit]").click()
    assert club.referee().seq() == START + 1  # without a reason nothing is written
    desk.locator("#reason").fill("the last bus")
    desk.locator("#rule-form [type=submit]").click()
    expect(desk.locator("#sent")).to_contain_text("stored as record 23")
    assert '"broken-off: the last bus"' in club.referee().get("records").text.splitlines()[-1]


def the_referee_opens_tables(club: Club, desk: Page) -> None:
    """A game by its players, and a gathering by what was drawn in public."""
    expect(desk.locator("#opening")).not_to_have_attribute("open", "")  # there is a table already
    desk.locator("#opening > summary").click()
    desk.locator("#new-title").fill("Sunday’s final")
    for number, name in ((0, "Ana"), (1, "Bea")):
        desk.locator("#new-players input").nth(number).fill(name)
    open_it = desk.get_by_role("button", name="Open a table")
    open_it.click()
    expect(desk.locator("#new-told")).to_contain_text("neutral Ragami is not said (Blue, Purple)")
    desk.locator("#set-neutral_colour").select_option(label="Blue")
    open_it.click()
    expect(desk.locator("#new-told")).to_contain_text("✓ Table sundays-final")
    desk.locator("#opening > summary").click()
    desk.locator("#new-game").select_option("tournament")
    desk.locator("#new-title").fill("open")
    desk.locator("#set-seed").fill("2026-11-22")
    open_it.click()
    expect(desk.locator("#new-told")).to_contain_text("✓ Table open")
    expect(desk.locator("#tables")).to_contain_text("registration")
    seats = club.phone().get("/v1/tables/sundays-final").json()["seats"]
    assert seats == {"yellow": "Ana", "green": "Bea"}


def test_the_desk_writes_nothing_before_it_has_seen_a_record(opened: Open, club: Club) -> None:
    desk = opened("about:blank")
    desk.add_init_script(ALONE)
    desk.route("**/v1/stream", lambda route: route.abort())
    desk.goto(f"{club.base}/desk/{TABLE}")
    desk.locator("#key").fill(club.hall_key)
    desk.locator("#enter [type=submit]").click()
    expect(desk.locator("#link")).to_have_class("link lost")
    expect(desk.locator("#rule-form")).to_be_hidden()
    desk.unroute("**/v1/stream")
    expect(desk.locator("#rule-form")).to_be_visible()


@pytest.mark.trial
def test_the_points_of_any_game_are_kept_at_the_desk(opened: Open, club: Club) -> None:
    """Its name is asked for first, and players are names alone."""
    desk = opened(f"{club.base}/desk")
    desk.locator("#key").fill(club.hall_key)
    desk.get_by_role("button", name="I am the referee").click()
    desk.locator("#opening > summary").click()
    desk.locator("#new-game").select_option(label="Another game: its points are kept")
    desk.locator("#new-title").fill("cards")
    desk.locator("#new-said #set-plays").fill("Hearts")
    for number, name in ((0, "Ana"), (1, "Bea")):
        desk.locator("#new-players input").nth(number).fill(name)
        expect(desk.locator("#new-players select").nth(number)).to_be_hidden()
    desk.get_by_text("What was agreed").click()
    desk.locator("#set-best").select_option(label="The fewest points")
    desk.locator("#set-target").fill("77")
    desk.locator("#set-categories").fill("Tricks 0..13, points sum")
    desk.get_by_role("button", name="Open a table").click()
    expect(desk.locator("#new-told")).to_contain_text("found nothing more, expected a number")
    desk.locator("#set-categories").fill("Tricks 0..13, points")
    desk.get_by_role("button", name="Open a table").click()
    expect(desk.locator("#new-told")).to_contain_text("✓ Table cards")
    phone = club.phone().get("/v1/tables/cards").json()
    assert phone["seats"] == {"ana": "Ana", "bea": "Bea"}
    first = club.phone().get("/v1/tables/cards/records").text.splitlines()[0]
    opened_with = json.loads(first)["data"]
    assert opened_with["plays"] == "Hearts"
    assert [(each["id"], each["max"]) for each in opened_with["categories"]] == [
        ("tricks", 13),
        ("points", None),
    ]
    assert opened_with["options"] == {"best": "low", "target": 77}


def test_who_is_asked_for_an_undo_reads_what_goes(
    opened: Open, database: Path, served: Made
) -> None:
    """All the events, also those that the page has no more, and no number of a record."""
    events = simulated("dice-forge", 3, 3)[:20]
    fill(database, events)
    club = served(beat=0.5)
    first, second, *_others = (player["colour"] for player in events[0]["data"]["players"])
    page = seated(opened, club, second, lang="es", viewport=PHONE, **TOUCH)
    assert club.join(first).write("undo", {"to": 14}, 20).json()["claim"]
    box = page.locator(".claim")
    expect(box.locator("p").first).to_have_text(re.compile(r"^\D+ quiere deshacer esto"))
    expect(box.locator("li")).to_have_count(6)
    assert not any(re.match(r"\d", text) for text in box.locator("li").all_inner_texts())
    assert page.evaluate(FAULTS) == NOTHING
    assert violations(page) == []


def test_two_who_share_a_phone_see_each_their_own(opened: Open, club: Club) -> None:
    """What the one has in hand is handed over with the device, and not shown to the other."""
    joined = club.join("green", TABLE)
    both = joined.post("/v1/join", {"code": club.code(TABLE), "seat": "blue"})
    page = seated(opened, club, "yellow", viewport=PHONE, **TOUCH)
    page.evaluate("told => localStorage.setItem('ragami/friday', told)", both.text)
    page.reload()
    live(page)
    expect(page.locator("#seat-blue-hand")).to_have_class(re.compile(r"\bown\b"))
    expect(page.locator("#seat-green-hand")).not_to_have_class(re.compile(r"\bown\b"))
    page.get_by_role("button", name=re.compile("Show it to .*Green")).click()
    expect(page.locator("#seat-green-hand")).to_have_class(re.compile(r"\bown\b"))
    expect(page.locator("#seat-blue-hand")).not_to_have_class(re.compile(r"\bown\b"))
    expect(page.locator("#hand-over [aria-pressed=true]")).to_contain_text("Green")
    assert page.evaluate(FAULTS) == NOTHING
    assert violations(page) == []
