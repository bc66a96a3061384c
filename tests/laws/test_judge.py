"""The one judge: what is illegal, what a ruling lets stand, and that judging changes nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import Struct

from ragami.findings import Breaches, breach
from ragami.game import EventType
from ragami.game.registry import not_installed
from ragami.judge.judge import Judge


class Rolled(Struct, frozen=True):
    """A roll that may break two rules at once."""

    face: int


def check(_state: list[int], event: Rolled) -> Breaches:
    return [] if event.face < 7 else [breach("R-1", face=event.face), breach("R-2")]


def apply(state: list[int], event: Rolled, seq: int) -> None:
    state.append(event.face + seq)


def judge(**changed: Any) -> Judge:
    events = {"rolled": EventType(Rolled, check, apply)}
    return Judge(replace(not_installed("dice"), events=events, **changed))


def rules(breaches: Breaches) -> list[str]:
    return [one.rule for one in breaches]


def test_a_ruling_lets_one_rule_stand_and_the_other_refuses() -> None:
    illegal, ruled = judge().judged([], Rolled(9), ["R-2"])
    assert (rules(illegal), rules(ruled)) == (["R-1"], ["R-2"])
    wrong = judge().wrong([], Rolled(9), 5, {"R-1"})
    assert wrong and (wrong.code, wrong.rule, wrong.seq) == ("illegal-event", "R-2", 5)
    assert judge().wrong([], Rolled(9), 5, {"R-1", "R-2"}) is None


def test_a_ruling_does_nothing_for_a_breach_that_no_ruling_lets_stand() -> None:
    firm = judge(lets_stand=lambda one: one.rule != "R-1")
    illegal, ruled = firm.judged([], Rolled(9), ["R-1", "R-2"])
    assert (rules(illegal), rules(ruled)) == (["R-1"], ["R-2"])


def test_judging_changes_nothing_and_applying_judges_nothing() -> None:
    state: list[int] = []
    assert judge().judged(state, Rolled(3)) == ([], [])
    assert judge().wrong(state, Rolled(9), 1) is not None
    assert state == []
    judge().apply(state, Rolled(9), 2)
    assert state == [11]
