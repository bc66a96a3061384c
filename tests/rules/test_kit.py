"""The kit notices what it is there to notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ragami.games.ragami.rules.board import Board
from ragami.games.ragami.state import Due, Slot, State
from tests.rules.kit import Table
from tests.rules.logs import set_up
from tests.rules.oracle import CACHES, check_invariants, parts_of, snapshot


def rich() -> Table:
    table = Table("YG", neutral="blue").conflicts({20: 3}).demons({19: 1}).forbidden(26)
    table.resolved_at(25).cubes(yellow=2).hand("yellow", 4, None).used(5)
    return table.virtue(yellow=("Q5", 3))


# --- what is compared before and after a check ---------------------------------------------


def changed(value: Any) -> Any:
    """The same sort of value, and another one."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case dict() | set():
            return type(value)()
        case list() | tuple():
            return type(value)([*value, Due("passed")])
        case str() | None:
            return f"another {value}"
        case _:
            return Board(value.file) if isinstance(value, Board) else object()


@pytest.mark.parametrize("slot", sorted(set(parts_of(State)) - CACHES))
def test_a_snapshot_shows_every_part_of_the_state(slot: str) -> None:
    state = rich().state
    before = snapshot(state)
    value = getattr(state, slot)
    setattr(state, slot, changed(value) if value or not isinstance(value, dict | set) else {0: 0})
    assert snapshot(state) != before


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s.conflicts.update({20: 4}),
        lambda s: s.chips_seen.add(1),
        lambda s: s.players["yellow"].hand.pop(),
        lambda s: setattr(s.players["yellow"].hand[1], "card", 5),
        lambda s: setattr(s.players["green"], "vp", 1),
        lambda s: s.ragamis.update({"yellow": "Q2"}),
    ],
)
def test_a_snapshot_goes_deep(change: Callable[[State], Any]) -> None:
    state = rich().state
    before = snapshot(state)
    change(state)
    assert snapshot(state) != before


def test_two_positions_that_are_alike_have_one_snapshot() -> None:
    assert snapshot(rich().state) == snapshot(rich().state)


# --- what holds of every position ----------------------------------------------------------


def owe_a_cube(s: State) -> None:
    s.players["yellow"].cubes, s.cubes = -1, 31


def deal_four(s: State) -> None:
    s.players["green"].hand = [Slot(None, 1, 0) for _ in range(4)]
    s.deck_left -= 4


FAULTS: dict[str, Callable[[State], Any]] = {
    "a cube too many": lambda s: setattr(s, "cubes", s.cubes + 1),
    "cubes below 0": owe_a_cube,
    "a Demon lost": lambda s: s.demons.clear(),
    "a Conflict die lost": lambda s: setattr(s, "supply_dice", 4),
    "a die of 7": lambda s: s.conflicts.update({20: 7}),
    "a chip lost": lambda s: setattr(s, "pool", s.pool - 1),
    "a chip twice": lambda s: s.chips_resolved.__setitem__(0, 20),
    "a card lost": lambda s: s.players["yellow"].hand.pop(),
    "a card too many": lambda s: s.players["yellow"].hand.append(Slot(None, 1, 0)),
    "a hand of 4": deal_four,
    "a known card not counted": lambda s: setattr(s.players["yellow"].hand[1], "card", 5),
    "Virtue points without a die": lambda s: setattr(s.players["green"], "virtue", 1),
    "a Virtue die of 7": lambda s: setattr(s.players["yellow"], "virtue", 7),
    "an Action die of 6": lambda s: s.space_dice.update({"saint": 6}),
    "a Ragami on a forbidden square": lambda s: s.ragamis.update({"yellow": 26}),
    "three Ragamis on a square": lambda s: s.ragamis.update(
        {"yellow": 3, "green": 3, "neutral": 3}
    ),
    "a Saint with his Ragami": lambda s: s.ragamis.update({"yellow": 8}),
    "the neutral Ragami with a Saint of its colour": lambda s: s.ragamis.update({"neutral": 10}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_position_that_cannot_be_is_noticed(fault: str) -> None:
    state = rich().state
    check_invariants(state)
    FAULTS[fault](state)
    with pytest.raises(AssertionError):
        check_invariants(state)


def test_the_positions_of_the_kit_can_be() -> None:
    for seats, neutral in (("YGBP", None), ("YGB", None), ("YG", "blue")):
        check_invariants(Table(seats, neutral=neutral).state)  # type: ignore[arg-type]
        check_invariants(set_up(seats).state)


# --- what is refused -----------------------------------------------------------------------


def test_refuse_wants_the_verdict_and_its_ruling() -> None:
    table = Table().do("ragami_moved", to="Q2")
    with pytest.raises(AssertionError, match="is accepted"):
        table.refuse("turn_ended", rule="R-TURN-08")
    with pytest.raises(AssertionError):
        table.refuse("passed", rule="R-TURN-02")
    with pytest.raises(AssertionError):
        table.refuse("passed", rule="R-TURN-08", ruling="A-TURN-01")


def test_do_wants_a_legal_event() -> None:
    with pytest.raises(AssertionError, match="is refused"):
        Table().do("turn_ended")
    with pytest.raises(AssertionError, match="is malformed"):
        Table().do("passed", player="red")
