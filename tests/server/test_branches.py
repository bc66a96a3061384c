"""The page of a game links where it goes on from, and lists what goes on from it."""

from __future__ import annotations

from pathlib import Path

from ragami.store import open_store
from ragami.table.drafts import Stamp
from ragami.table.importing import branched, origin_at
from tests.server.kit import Made
from tests.server.screens.phones import LINES, TABLE

STAMP = Stamp("2026-11-20T19:00:00Z", None)
LOG = b"".join(line + b"\n" for line in LINES[:40])


def branch(database: Path) -> None:
    """A game, and another way on from its record 30."""
    rescue = branched(LOG, origin_at(LOG, TABLE, 30), STAMP)
    with open_store(database) as store:
        store.append(TABLE, 0, LOG.splitlines())
        store.append("rescue", 0, rescue.splitlines())


def test_a_branch_and_its_origin_link_each_other(database: Path, served: Made) -> None:
    branch(database)
    anybody = served().phone()
    page = anybody.get("/t/rescue/story?lang=en").text
    assert f'<a href="/t/{TABLE}/story?lang=en#30">This game goes on from {TABLE}' in page
    assert 'aria-label="Ways on"' in page
    page = anybody.get(f"/t/{TABLE}/board?lang=es").text
    assert '<a href="/t/rescue/story?lang=es">rescue, tras la anotación 30</a>' in page
    assert "Otras continuaciones" in page


def test_who_may_not_see_a_table_is_not_led_there(database: Path, served: Made) -> None:
    branch(database)
    club = served()
    policy = {"enters": "anybody", "watches": "code", "undoes": "own"}
    assert club.referee(TABLE).post("policy", policy, method="PUT").status_code == 200
    assert 'class="branches"' not in club.phone().get("/t/rescue/story?lang=en").text


def test_a_game_of_its_own_says_nothing_of_ways_on(database: Path, served: Made) -> None:
    with open_store(database) as store:
        store.append(TABLE, 0, LOG.splitlines())
    assert 'class="branches"' not in served().phone().get(f"/t/{TABLE}/story").text
