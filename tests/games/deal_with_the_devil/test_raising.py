"""Whoever has to sell or borrow for a step of the plan is offered that, one tap after the other."""

from __future__ import annotations

import pytest

from ragami.game.choices.questions import OpenForm, Questions
from ragami.games.deal_with_the_devil.game import GAME
from tests.games.deal_with_the_devil.table import SEATS, Table

FORT = "build:fort"  # 2 stone and 1 wood


def due(table: Table) -> list[OpenForm]:
    return [one for one in Questions(GAME, table.s).forms() if one.due and one.who == "red"]


def acting(step: str, debt: int, **goods: int) -> Table:
    """Red has this step to do and these goods; the others are through."""
    table = Table().planned("red", step).has("red", **goods)
    table["red"].debt = debt
    table.s.done.update(colour for colour in SEATS if colour != "red")
    return table


@pytest.mark.parametrize(
    ("debt", "goods", "taps"),
    [
        (0, {"wood": 1, "coins": 6}, ["bank_traded"]),
        (0, {"wood": 1, "coins": 5}, ["loan_taken", "bank_traded"]),
        (10, {"wood": 3, "stone": 1, "coins": 1}, ["bank_traded"]),
        (8, {"wood": 3, "stone": 0, "coins": 2}, ["bank_traded", "loan_taken", "bank_traded"]),
    ],
)
def test_what_a_step_lacks_is_raised_tap_by_tap(
    debt: int, goods: dict[str, int], taps: list[str]
) -> None:
    table = acting(FORT, debt, **goods)
    for type_ in taps:
        offered = due(table)
        assert type_ in {one.type for one in offered}
        assert all(one.all == [] for one in offered)  # nothing is left to be asked
        chosen = next(one for one in offered if one.type == type_)
        table.do(chosen.type, **chosen.data)
    assert [(one.type, one.data.get("done")) for one in due(table)] == [("step_resolved", True)]


def test_it_says_what_is_bought_and_what_is_borrowed() -> None:
    offered = due(acting(FORT, 0, wood=1, coins=5))
    assert [(one.label.en, one.label.es) for one in offered] == [
        ("Take a loan: 1", "Pedir un préstamo: 1")
    ]
    enough = due(acting(FORT, 0, wood=1, coins=6))
    assert [(one.label.en, one.label.es) for one in enough] == [
        ("Trade with the bank: 2 stone", "Comerciar con el banco: 2 piedra")
    ]


def test_what_can_be_paid_or_never_will_be_is_not_raised() -> None:
    assert {one.type for one in due(acting(FORT, 0, wood=1, stone=2))} == {"step_resolved"}
    (skipped,) = due(acting(FORT, 10, wood=1))
    assert (skipped.type, skipped.data["done"]) == ("step_resolved", False)


def test_wheat_for_a_plan_is_raised_too() -> None:
    table = acting("wheat", 0, coins=3)
    table["red"].plan.tokens = 3  # type: ignore[union-attr]
    assert [one.type for one in due(table)] == ["bank_traded"]
