"""A card of the box is entered from a phone, where a question about cards has it not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.kit import Club, Json, Made, Phone
from tests.server.screens.evening import sits_down

NAME = "deal-with-the-devil"


@pytest.fixture
def club(database: Path, served: Made) -> Club:
    sits_down(database, NAME, {"distribution": "recorded", "hands": "open_hands"})
    made = served()
    roles = {"red": "cultist", "blue": "mortal_1", "green": "mortal_2", "yellow": "devil"}
    dealt = made.referee().write(
        "events", {"type": "characters_dealt", "data": {"roles": roles}}, 1
    )
    assert dealt.status_code == 201
    return made


def drawing(red: Phone) -> Json:
    """What Red is asked who draws a building."""
    forms = red.get("choices").json()["forms"]
    (found,) = (one["first"] for one in forms if one["type"] == "cards_drawn" and one["due"]
                and one["who"] == "red")  # fmt: skip
    assert isinstance(found, dict)
    return found


def test_a_question_names_the_cards_that_may_be_met(club: Club) -> None:
    asked = drawing(club.join("red"))
    assert asked["pieces"] == "buildings"
    form = club.join("blue").get("pieces", params={"kind": "buildings"}).json()
    assert form["called"] == {"en": "buildings", "es": "edificios"}
    assert [one["name"] for one in form["columns"]][:2] == ["round", "pile"]
    assert club.join("green").get("pieces", params={"kind": "dice"}).status_code == 400


def test_a_card_that_was_entered_is_among_the_values(club: Club) -> None:
    red = club.join("red")
    first = drawing(red)["values"][0]["value"]
    new = {"kind": "buildings", "like": first, "cells": {"name": "Old Mill", "cost": "2W"}}
    told = red.write("pieces", new, 2, "key")
    assert (told.status_code, told.json()["last"]) == (201, 3)
    assert red.write("pieces", new, 2, "key").json()["repeated"]
    values = drawing(red)["values"]
    (mill,) = (one for one in values if one["value"] == "old_mill")
    assert mill["label"]["en"] == "Old Mill" and "2 wood" in mill["tells"]["en"]


def test_a_card_that_cannot_be_taken_says_why(club: Club) -> None:
    red = club.join("red")
    red.language = "es"
    for cells, why in (
        ({"name": " "}, "Una carta necesita un nombre"),
        ({}, "Una carta necesita un nombre"),
        ({"name": "Molino", "cost": "1Q"}, "no son bienes"),
    ):
        told = red.write("pieces", {"kind": "buildings", "cells": cells}, 2)
        assert told.status_code in (400, 422) and why in told.json()["detail"]
    assert red.seq() == 2


def test_nobody_enters_one_who_may_not_write(club: Club) -> None:
    new = {"kind": "buildings", "cells": {"name": "Old Mill"}}
    assert club.phone().write("pieces", new, 2).status_code == 401
    agreed = club.referee().post("policy", {"enters": "keeper"}, method="PUT")
    assert agreed.status_code == 200
    assert club.join("red").write("pieces", new, 2).status_code == 403
