"""A game of secrets goes on for every audience, until its end, and looks as its export does."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.server.screens import GameSource, Screen
from ragami.store import open_store
from tests.server.kit import Made, fill, simulated
from tests.server.test_stream import exported

GAME = "deal-with-the-devil"


@pytest.mark.parametrize("hands", ["walled", "open_hands"])
def test_every_audience_sees_what_is_exported_for_it(database: Path, hands: str) -> None:
    played = simulated(GAME, 2, 4, hands=hands)
    seats = [one["colour"] for one in played[0]["data"]["players"]]
    fill(database, played)
    with open_store(database) as store:
        source = GameSource(store, "friday")
        for audience in ("public", seats[0]):
            screen = Screen(source, audience, "en")
            for seq in (60, len(played)):
                screen.read_to(seq)
                shown = {name: [one.label, one.markup] for name, one in screen.spots.items()}
                assert shown == exported(source.kept[:seq], audience), (audience, seq)
                own = screen.whole(audience).own
                assert (f"seat-{audience}-hand" in own) == (audience != "public") == bool(own)
            told = screen.whole(audience)
            assert told.stopped is None
            assert told.over is not None and "wins" in told.over


def test_open_hands_are_played_to_their_end_at_every_phone(database: Path, served: Made) -> None:
    """R-D-KNOW-01 is of the record; what somebody may see of it has walls."""
    played = simulated(GAME, 3, 4, hands="open_hands")
    seats = [one["colour"] for one in played[0]["data"]["players"]]
    fill(database, played[:-3])
    club = served()
    phones = [club.phone(), club.join(seats[0]), club.referee()]
    for phone in phones:
        assert phone.get("moment").json()["stopped"] is None
        assert phone.get("choices").json()["choices"]
    for after, event in enumerate(played[-3:], len(played) - 3):
        assert phones[-1].write("events", event, after).status_code == 201
    for phone in phones:
        shown = phone.get("moment").json()
        assert (shown["stopped"], shown["seq"]) == (None, len(played)) and shown["over"]
        assert phone.get("choices").json()["choices"] == []
    assert club.phone().get("/v1/tables/friday").json()["over"]
