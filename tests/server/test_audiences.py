"""A game of secrets goes on for every audience, until its end, and looks as its export does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ragami.export.excerpt import Excerpt
from ragami.judge.report import game_of
from ragami.privacy.seeing import seen_line
from ragami.server.screens import GameSource, Screen
from ragami.store import open_store
from tests.scale import often
from tests.server.kit import Made, fill, simulated
from tests.server.test_stream import exported

GAME = "deal-with-the-devil"


@pytest.mark.parametrize("hands", ["walled", pytest.param("open_hands", marks=pytest.mark.trial)])
def test_every_audience_sees_what_is_exported_for_it(database: Path, hands: str) -> None:
    played = simulated(GAME, 2, 4, hands=hands)
    seats = [one["colour"] for one in played[0]["data"]["players"]]
    fill(database, played)
    with open_store(database) as store:
        source = GameSource(store, "friday")
        for audience, seqs in (
            ("public", [len(played)]),
            (seats[0], [60, len(played)][: often(1, 2)]),
        ):
            screen = Screen(source, audience, "en")
            for seq in seqs:
                screen.read_to(seq)
                shown = {name: [one.label, one.markup] for name, one in screen.spots.items()}
                assert shown == exported(source.kept[:seq], audience), (audience, seq)
                own = screen.whole(audience).own
                assert (f"seat-{audience}-hand" in own) == (audience != "public") == bool(own)
            told = screen.whole(audience)
            assert told.stopped is None
            assert (told.over is not None and "wins" in told.over) == (seqs[-1] == len(played))


@pytest.mark.trial
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


def test_the_records_of_a_seat_are_those_that_log_shows_it(database: Path, served: Made) -> None:
    """Rules 5.8: who plays has what was passed to him, and what was corrected in that."""
    played = simulated(GAME, 2, 4, hands="walled")
    passed = next(n for n, one in enumerate(played, 1) if one["type"] == "buildings_passed")
    again = played[passed - 1]
    played = played[: passed + 8]
    mended = {"seq": passed, "type": again["type"], "v": 1, "data": again["data"]}
    mended |= {"reason": "written anew", "authority": "the table"}
    fill(database, [*played, {"type": "corrected", "data": mended}])
    club = served()
    seats = [one["colour"] for one in played[0]["data"]["players"]]
    with open_store(database) as store:
        kept = b"".join(line + b"\n" for line in GameSource(store, "friday").kept)
    received = 0
    for seat in seats:
        phone = club.join(seat)
        records = phone.get("records").content.splitlines()
        assert records == Excerpt("friday", kept, seat, "en").lines
        assert phone.get("export/jsonl").content.splitlines() == records
        game = game_of(kept)
        lines = enumerate(kept.splitlines(), 1)
        alone = [seen_line(game.codec.read_line(line, n), line, seat, game) for n, line in lines]
        more = [n for n in (passed, len(alone)) if records[n - 1] != alone[n - 1]]
        received += more == [passed, len(alone)]
        assert more in ([], [passed, len(alone)])
    assert received == 1


@pytest.mark.parametrize("hands", ["walled", pytest.param("open_hands", marks=pytest.mark.trial)])
def test_the_points_of_the_result_are_those_that_decided_it(
    database: Path, served: Made, hands: str
) -> None:
    """The end of Deal with the Devil shows what nobody might see before."""
    played = simulated(GAME, 7, 4, hands=hands, distribution="recorded")
    fill(database, played)
    club = served()
    page = club.phone().get("/t/friday/result?lang=en").text
    table = page[page.index('<table class="sources">') :].partition("</table>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", table.partition("<tbody>")[2], re.DOTALL)
    totals = [int(re.findall(r"<b>(-?\d+)</b>", row)[0]) for row in rows]
    scores = club.phone().get("/v1/tables/friday/moment").json()["scores"]
    assert totals == list(scores.values())
    assert max(totals) > 0
