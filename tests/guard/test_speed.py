"""A change that makes the fold, a verify or the start much slower is noticed."""

from __future__ import annotations

import pytest

from tests.guard.counting import count
from tests.guard.guard import counted, recorded, too_slow


def test_nothing_has_become_much_slower() -> None:
    assert too_slow(counted(), recorded()) == []


def test_the_same_work_is_counted_the_same() -> None:
    def work() -> int:
        return sum(number for number in range(100))

    count(work)  # from Python 3.12 on, a function is traced whole from its second run on
    assert count(work) == count(work) > 300


@pytest.mark.parametrize("what", ["start", "fold", "verify", "tap"])
def test_the_guard_strikes_above_1_3_times(what: str) -> None:
    before = recorded()
    assert too_slow({**before, what: int(1.29 * before[what])}, before) == []
    said = too_slow({**before, what: int(1.31 * before[what])}, before)
    assert [text.split()[0] for text in said] == [what]
    assert "python -m tests.guard" in said[0]


def test_a_python_of_more_bytecodes_is_not_taken_for_a_slower_program() -> None:
    before = recorded()
    assert too_slow({what: 2 * number for what, number in before.items()}, before) == []
