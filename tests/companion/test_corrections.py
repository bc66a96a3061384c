"""Corrections at the table: what they strike out, bring back, and ask about first."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ragami.judge.report import replay_log
from ragami.store import open_store
from ragami_cli.companion.opening import DialogueContext
from ragami_cli.companion.session import TableTalk
from tests.companion.conftest import last_of
from tests.page.browser import EXAMPLES


def standing(desk: DialogueContext) -> list[tuple[int, Any]]:
    return list(replay_log(b"\n".join(desk.store.read("friday")) + b"\n").history.standing())


def test_undo_after_a_correction_writes_the_correction_back(
    desk: DialogueContext, begun: TableTalk
) -> None:
    begun.enter("mo 14 d:d")
    moved = desk.store.head("friday")
    before = standing(desk)
    begun.enter(f"correct {moved} = Y move 14 d:saint")
    corrected = standing(desk)
    assert corrected != before
    (said,) = begun.undo().lines
    assert said == (
        f"The correction of record {moved} is taken back;"
        " it reads again: Yellow moves the Ragami to 14 (die on Draw)"
    )
    assert standing(desk) == before
    assert last_of(desk)["type"] == "corrected"
    assert begun.redo().kind == "done"
    assert standing(desk) == corrected
    begun.undo()
    assert standing(desk) == before
    begun.undo()  # and now the event itself
    assert last_of(desk)["type"] == "undone"
    assert standing(desk) == before[:-1]
    assert begun.enter("redo").kind == "done"
    assert standing(desk) == before


def test_undo_of_a_strike_lets_the_event_count_again(
    desk: DialogueContext, begun: TableTalk
) -> None:
    begun.enter("mo 14 d:d")
    before = standing(desk)
    begun.enter(f"correct {desk.store.head('friday')} strike")
    assert standing(desk) == before[:-1]
    assert begun.enter("undo").kind == "done"
    assert standing(desk) == before


def test_an_undo_says_what_it_struck_out(begun: TableTalk) -> None:
    begun.enter("mo 14 d:d")
    there = begun.records
    assert begun.undo().lines == (
        f"Back to record {there - 1}: struck out {there} – Yellow moves the Ragami to 14"
        " (die on Draw)",
    )


def test_a_correction_that_breaks_the_game_is_asked_about_first(
    desk: DialogueContext, begun: TableTalk
) -> None:
    first = next(n for n, told in enumerate(begun.story()) if "first player" in told.text)
    seq = int(begun.story()[first].text.split()[0])
    begun.enter("mo 14 d:d")
    before = desk.store.head("friday")
    answer = begun.enter(f"correct {seq} = G first")
    assert answer.kind == "warned"
    assert "R-SETUP" in answer.lines[0] or "R-TURN" in answer.lines[0]
    assert "the game breaks off there" in answer.lines[1]
    assert desk.store.head("friday") == before
    assert begun.enter("note: tea").kind == "done"  # anything else: it is not written
    begun.enter(f"correct {seq} = G first")
    assert begun.enter("").kind == "done"
    assert "before that is undone or corrected" in begun.guide().hints[0]
    assert begun.undo().kind == "done"
    assert "one Action die" in begun.guide().due or "is used" in begun.guide().due


def test_an_undo_that_breaks_the_game_is_asked_about_first(
    desk: DialogueContext, begun: TableTalk
) -> None:
    begun.enter("mo 14 d:d")
    moved = desk.store.head("friday")
    begun.enter(f"correct {moved} = Y move 14 d:saint")
    begun.enter("e")
    begun.enter("G move 9 d:saint")
    begun.enter(f"correct {moved} strike", sure=True)
    assert begun.undo().kind == "done"  # puts it right: nothing to ask
    there = desk.store.head("friday")
    begun.enter(f"correct {moved} strike", sure=True)
    begun.enter("note: tea")
    assert begun.redo().kind == "refused"
    assert desk.store.head("friday") == there + 2


def test_a_correction_is_read_with_the_player_of_its_record(tmp_path: Path) -> None:
    """Who is left out is who did it then, not whose turn it is now."""
    lines = (EXAMPLES / "dice-forge/three-players.jsonl").read_bytes().splitlines()
    records = [json.loads(line) for line in lines[:30]]
    seq = next(one["seq"] for one in records if one["type"] == "faces_applied")
    player = next(one["data"]["player"] for one in records if one["seq"] == seq)
    with open_store(tmp_path / "games.db") as store:
        store.append("friday", 0, lines[:30])
        session = DialogueContext(store, "en", None).session("friday")
        session.enter(f"correct {seq} = apply 1 2", sure=True)
        last = json.loads(store.read("friday")[-1])
    assert last["type"] == "corrected"
    assert last["data"]["data"]["player"] == player


def test_a_correction_that_cannot_be_read_is_shown_with_the_line_behind_it(
    begun: TableTalk,
) -> None:
    answer = begun.enter("correct 20: Y pass")
    assert answer.kind == "refused"
    assert re.search(r"'correct 20 \"slip of the pen\" = \w.*'", answer.lines[0]), answer.lines


def test_a_correction_that_changes_nothing_is_not_written(
    desk: DialogueContext, begun: TableTalk
) -> None:
    begun.enter("mo 14 d:d")
    moved = desk.store.head("friday")
    answer = begun.enter(f"correct {moved} = Y move 14 d:d")
    assert (answer.kind, answer.code) == ("refused", 5)
    assert answer.lines[0].startswith(f"Record {moved} of 'friday' reads so already.")
    assert desk.store.head("friday") == moved
