"""What the game says of chance and decision, event by event, to whoever plays it again."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from ragami.findings import Breach
from ragami.games.ragami import events as ev
from ragami.games.ragami.chance import LUCK
from tests.rules.kit import Table
from tests.rules.logs import setting_up


def read(type_: str, **data: Any) -> Any:
    event = Table().read(type_, {"player": "yellow", **data})
    assert not isinstance(event, Breach), event
    return event


def test_what_somebody_may_do_instead() -> None:
    """After other luck: a pass for the end of a turn, a success, no discard, no Demon too many."""
    state = Table().demons({7: 5}).state
    failed = read("conflict_tried", power_rolls=[0], withdraw_to="Q5")
    drawn = read("cards_drawn", discarded=4)
    rolled = read("action_dice_set", rolls=[1, 1, 2], demons=[7, 8, 9])
    instead = {
        ev.TurnEnded("yellow"): [ev.Passed("yellow")],
        ev.Passed("yellow"): [],
        failed: [read("conflict_tried", power_rolls=[0])],
        read("conflict_tried", power_rolls=[0]): [],
        drawn: [read("cards_drawn")],
        read("cards_drawn"): [],
        rolled: [read("action_dice_set", rolls=[1, 1, 2], demons=[7])],  # one is in the supply
        read("action_dice_set", rolls=[1, 3, 2], demons=[8, 9]): [
            read("action_dice_set", rolls=[1, 3, 2], demons=[8]),
        ],
    }
    for event, expected in instead.items():
        assert list(LUCK.otherwise(state, event)) == expected


def test_in_a_turn_only_those_leave_something_out_who_could_have_acted() -> None:
    state = Table().do("passed").state
    assert state.active == "green"
    moved = {who: read("ragami_moved", player=who, to=1) for who in ("yellow", "green", "blue")}
    assert LUCK.may_be_left_out(state, moved["yellow"])  # has passed
    assert LUCK.may_be_left_out(state, moved["green"])  # is to act
    assert not LUCK.may_be_left_out(state, moved["blue"])
    assert not LUCK.may_be_left_out(state, read("virtue_step", player="green", vp=1))
    assert not LUCK.may_be_left_out(state, read("action_dice_set", player="green"))


def test_in_a_preparation_a_turn_is_left_out_and_no_step_that_is_due() -> None:
    state = Table().step_5().state
    assert state.due[0].type == "virtue_step"
    assert LUCK.may_be_left_out(state, read("ragami_moved", player="blue", to=1))
    assert LUCK.may_be_left_out(state, read("virtue_step", vp=1))
    displaced = ev.RagamiDisplaced("blue", "Q5")
    assert LUCK.may_be_left_out(state, displaced)
    state = Table().everybody_passes().state
    assert state.due[0].type == "conflicts_drawn"
    assert not LUCK.may_be_left_out(state, ev.ConflictsDrawn(()))
    assert LUCK.may_be_left_out(state, displaced)
    assert not LUCK.may_be_left_out(setting_up("saint_set").state, displaced)


@pytest.mark.parametrize(("supply", "pool", "drawn"), [(6, 30, 6), (4, 2, 2)])
def test_new_conflicts_are_as_many_as_there_can_be_now(supply: int, pool: int, drawn: int) -> None:
    """And not as many as there were, when the preparation was another one."""
    state = Table().everybody_passes().state
    state.supply_dice, state.pool = supply, pool
    numbers = count(1)

    def deal(_source: str, many: int) -> list[int]:
        return [next(numbers) for _ in range(many)]

    recorded = ev.ConflictsDrawn((ev.Conflict(9, 9),) * 3)
    dealt = LUCK.dealt(state, recorded, deal)
    assert [one.square for one in dealt.conflicts] == list(range(1, drawn + 1))
    assert [one.die for one in dealt.conflicts] == list(range(drawn + 1, 2 * drawn + 1))
    assert len(LUCK.forced(state, deal).conflicts) == drawn
    assert len(LUCK.dealt(Table().state, recorded, deal).conflicts) == 3
