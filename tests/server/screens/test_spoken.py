"""Questions at the table, answered in a sentence on the phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.axe import violations
from tests.server.kit import Club
from tests.server.screens.phones import TABLE, Open, seated


def test_a_phone_says_what_happened_whose_turn_it_is_and_what_lies_there(
    opened: Open, club: Club
) -> None:
    """What one has is covered unless it is held."""
    green = seated(opened, club, "green")
    green.locator("#spoken summary").click()
    says = green.locator("#spoken-says")
    green.get_by_role("button", name="What do I have?").click()
    expect(says).to_contain_text("points")
    expect(says).to_have_css("color", "rgba(0, 0, 0, 0)")
    green.get_by_role("button", name="Whose turn is it?").click()
    expect(says).to_contain_text("Green")
    expect(says).not_to_have_css("color", "rgba(0, 0, 0, 0)")
    green.get_by_role("button", name="What happened last?").click()
    expect(says).to_contain_text("Record 21: ")
    green.get_by_label("A place or a record").fill("14")
    green.get_by_role("button", name="What is there?").click()
    expect(says).to_contain_text("Record 14: ")
    green.get_by_label("A place or a record").fill("nowhere")
    green.get_by_role("button", name="What is there?").click()
    expect(says).to_have_text("Nothing is known of that.")
    assert violations(green) == []


def test_another_is_told_nothing_of_a_hand(club: Club) -> None:
    own = club.join("green").get("spoken", params={"question": "mine"}).json()["says"]
    public = club.phone().get(f"/v1/tables/{TABLE}/spoken", params={"question": "mine"}).json()
    assert own and public["says"] and own != public["says"]
    asked = club.join("blue").get("spoken", params={"question": "mine green"}).json()["says"]
    assert asked == public["says"]
