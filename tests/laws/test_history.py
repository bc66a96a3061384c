"""Which records count, by the bookkeeping alone: no game has a part in it."""

from __future__ import annotations

from typing import Any

import pytest

from ragami.findings import LOG_RULE, Breach
from ragami.log.history import STRUCK, History, data_of, seq_of
from ragami.log.record import Bad, Noted, Record

BAD = Bad(5, Breach(LOG_RULE, None, {"problem": "x"}), "passed")


def event(seq: int) -> Record:
    return Record(seq, 1, None, None, Noted(f"event {seq}"))


def every(_event: Record | Bad) -> bool:
    return True


@pytest.fixture
def history() -> History:
    """Events 2, 3, 5 and 6; the fifth is malformed. Record 4 was no event."""
    made = History()
    for one in (event(2), event(3), BAD, event(6)):
        made.add(one)
    return made


def standing(history: History, after: int = 0) -> list[int]:
    return [seq for seq, _data in history.standing(after)]


def test_all_counts_at_first(history: History) -> None:
    assert list(history.standing()) == [
        (2, Noted("event 2")),
        (3, Noted("event 3")),
        (5, BAD),
        (6, Noted("event 6")),
    ]
    assert standing(history, 3) == [5, 6]
    assert standing(history, 6) == []
    assert (seq_of(BAD), data_of(BAD)) == (5, BAD)
    assert (history.struck, history.replaced, history.corrected_by) == ({}, {}, {})
    assert (history.waived, history.undos, history.waiving) == ({}, [], [])


def test_the_first_record_counts_as_any_other() -> None:
    history = History()
    history.add(event(1))
    assert standing(history) == [1]
    assert list(history.standing()) == [(1, Noted("event 1"))]


def test_events_are_found_by_their_numbers(history: History) -> None:
    assert [history.at(seq) for seq in (2, 5)] == [event(2), BAD]
    assert [history.at(seq) for seq in (0, 1, 4, 7, 99)] == [None] * 5
    assert [list(map(seq_of, history.after(seq))) for seq in (0, 2, 4, 5, 6)] == [
        [2, 3, 5, 6],
        [3, 5, 6],
        [5, 6],
        [6],
        [],
    ]


@pytest.mark.parametrize("to", [7, 8, 99])
def test_nothing_is_undone_that_has_not_come(history: History, to: int) -> None:
    breach = history.undo(7, to, every)
    assert breach is not None
    assert (breach.rule, breach.ruling) == (LOG_RULE, None)
    assert breach.facts == {"problem": "undo-to-later", "to": to, "last": 6}
    assert standing(history) == [2, 3, 5, 6]
    assert history.undos == []


def test_an_undo_strikes_out_what_counts_and_a_redo_takes_it_back(history: History) -> None:
    assert history.undo(7, 6, every) is None
    assert standing(history) == [2, 3, 5, 6]
    assert history.undo(8, 3, every) is None
    assert standing(history) == [2, 3]
    assert history.struck == {5: 8, 6: 8}
    assert history.undo(9, 2, every) is None
    assert history.struck == {3: 9, 5: 8, 6: 8}
    assert history.undos == [(7, []), (8, [5, 6]), (9, [3])]
    assert history.redo(10) is None
    assert standing(history) == [2, 3]
    assert history.redo(10) is None
    assert standing(history) == [2, 3, 5, 6]
    assert history.redo(10) is None
    breach = history.redo(10)
    assert breach is not None
    assert (breach.rule, breach.ruling, breach.facts) == (
        LOG_RULE,
        None,
        {"problem": "nothing-to-redo"},
    )


def test_what_is_no_event_is_not_struck_out(history: History) -> None:
    assert history.undo(7, 1, lambda one: seq_of(one) != 3) is None
    assert standing(history) == [3]
    assert history.undos == [(7, [2, 5, 6])]


def test_a_new_event_ends_what_can_be_redone(history: History) -> None:
    history.undo(7, 5, every)
    history.add(event(8))
    assert history.undos == []
    assert history.redo(10) is not None
    assert standing(history) == [2, 3, 5, 8]


def test_a_correction_counts_in_the_place_of_its_event(history: History) -> None:
    history.correct(7, 3, Noted("better"))
    history.correct(8, 5, STRUCK)
    assert list(history.standing(2)) == [(3, Noted("better")), (6, Noted("event 6"))]
    assert history.corrected_by == {3: 7, 5: 8}
    history.correct(9, 3, Noted("best"))
    assert history.corrected_by == {3: 9, 5: 8}
    assert dict(history.standing())[3] == Noted("best")
    history.undo(10, 2, every)
    assert standing(history) == [2]


def test_a_ruling_waits_for_the_next_event_and_for_that_one_only(history: History) -> None:
    history.rule("R-1")
    history.rule("R-2")
    assert history.waived == {}
    history.add(event(9))
    history.add(event(10))
    waived: dict[int, Any] = {9: frozenset({"R-1", "R-2"})}
    assert history.waived == waived
    assert history.waiving == []


def test_what_counts_is_known_anew_whenever_it_changes(history: History) -> None:
    """It is asked for after every record, and kept in between."""
    assert standing(history) == [2, 3, 5, 6]
    before = history.standing()
    history.undo(7, 3, every)
    assert standing(history) == [2, 3]
    history.redo(8)
    assert standing(history) == [2, 3, 5, 6]
    history.correct(9, 3, Noted("better"))
    assert dict(history.standing())[3] == Noted("better")
    history.events.append(event(10))
    assert standing(history, 5) == [6, 10]
    assert [seq for seq, _data in before] == [2, 3, 5, 6]
