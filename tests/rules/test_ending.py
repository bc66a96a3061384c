"""When the game ends, what counts then, and who wins."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import Table, conflicts_on

SCORES = tuple[int, ...]


def ended(vp: SCORES, resolved: SCORES, **options: Any) -> Table:
    """All have passed when the chips had run out."""
    seats, colours = "YGBP"[: len(vp)], ("yellow", "green", "blue", "purple")[: len(vp)]
    table = Table(seats, neutral="blue" if len(vp) == 2 else None, **options).pool(0)
    table.vp(**dict(zip(colours, vp, strict=True)))
    return table.resolved(**dict(zip(colours, resolved, strict=True))).everybody_passes()


# --- when ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vp", "pool", "reason"),
    [(30, 5, "vp"), (31, 5, "vp"), (29, 0, "chips"), (30, 0, "vp+chips")],
)
def test_R_END_02_and_03_the_round_in_which_it_happens_is_the_last(
    vp: int, pool: int, reason: str
) -> None:
    table = Table().vp(purple=vp).pool(pool).do("ragami_moved", to="Q2").do("turn_ended")
    assert table.view()["phase"] == "turns"
    table.everybody_passes()
    assert table.view()["phase"] == "over"
    assert (table.final["reason"], table.final["rounds"]) == (reason, 1)
    assert table.view()["active"] is None


@pytest.mark.parametrize(("vp", "pool"), [(29, 5), (0, 1)])
def test_otherwise_the_next_round_is_prepared(vp: int, pool: int) -> None:
    table = Table().vp(purple=vp).pool(pool).everybody_passes()
    assert table.view()["phase"] == "preparation"


LATE: list[tuple[str, dict[str, Any]]] = [
    ("passed", {"player": "yellow"}),
    ("ragami_moved", {"player": "yellow", "to": "Q2"}),
    ("cubes_converted", {"player": "yellow", "vp": 1}),
    ("conflicts_drawn", {"conflicts": []}),
    ("virtue_step", {"player": "yellow", "block": "Q1"}),
    ("action_dice_set", {"player": "yellow"}),
    ("ragami_displaced", {"ragami": "yellow", "block": "Q1"}),
    ("first_player_drawn", {"player": "yellow"}),
]


@pytest.mark.parametrize(("event", "data"), LATE)
def test_R_END_02_nothing_comes_after_30_vp(event: str, data: dict[str, Any]) -> None:
    for pool in (5, 0):
        table = Table().vp(green=30).pool(pool).everybody_passes()
        table.refuse(event, **data, rule="R-END-02", ruling=None)


@pytest.mark.parametrize(("event", "data"), LATE)
def test_R_END_03_nothing_comes_after_the_last_chip(event: str, data: dict[str, Any]) -> None:
    Table().pool(0).everybody_passes().refuse(event, **data, rule="R-END-03", ruling=None)


def test_A_PREP_15_30_vp_in_step_5_belong_to_the_round_that_starts() -> None:
    table = Table().vp(green=29).virtue(green=("Q9", 5)).step_5()
    table.do("virtue_step", player="green", vp=1).do("action_dice_set")
    assert table.view()["phase"] == "turns"
    table.everybody_passes()
    assert (table.final["reason"], table.final["rounds"]) == ("vp", 2)


# --- last points ---------------------------------------------------------------------------


def test_R_END_08_cubes_are_exchanged_and_the_odd_one_is_left() -> None:
    table = Table().pool(0).cubes(yellow=5, green=2, blue=1).everybody_passes()
    assert table.of_all("cubes") == [1, 0, 1, 0]
    assert table.of_all("vp") == [2 + 7, 1 + 7, 7, 7]
    assert table.view()["supply"]["cubes"] == 28


def test_A_END_02_and_11_cards_and_virtue_dice_are_worth_nothing() -> None:
    table = Table().pool(0).virtue(yellow=("Q9", 6)).hand("yellow", 13, 14)
    table.everybody_passes()
    assert table.final["players"]["yellow"] == {"vp": 7, "resolved": 0, "cubes": 0, "bonus": 7}


def test_A_END_01_no_growth_no_blow_up_and_no_new_conflicts() -> None:
    table = Table().vp(yellow=30).conflicts({20: 6, 21: 1}).virtue(yellow=("Q9", 1))
    table.everybody_passes()
    assert table.view()["conflicts"] == {"20": 6, "21": 1}
    assert table.player("yellow")["virtue"] == {"block": "Q9", "value": 1}
    assert table.view()["first"] == "yellow"


# --- who wins ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vp", "resolved", "winners"),
    [
        ((20, 21, 19, 18), (3, 3, 3, 3), ["green"]),
        ((20, 18, 10, 10), (2, 5, 0, 0), ["green"]),
        ((20, 17, 10, 10), (2, 5, 0, 0), ["green"]),
        ((21, 17, 10, 10), (2, 5, 0, 0), ["yellow"]),
        ((20, 20, 20, 10), (2, 2, 2, 0), ["yellow", "green", "blue"]),
        ((20, 20), (2, 2), ["yellow", "green"]),
    ],
)
def test_R_END_01_and_09_and_10_most_vp_then_most_conflicts_then_shared(
    vp: SCORES, resolved: SCORES, winners: list[str]
) -> None:
    assert ended(vp, resolved).final["winners"] == winners


def test_the_result_is_what_the_report_prints() -> None:
    table = ended((20, 10, 5), (2, 1, 0))
    assert table.final == {
        "ended": True,
        "reason": "chips",
        "rounds": 1,
        "players": {
            "yellow": {"vp": 27, "resolved": 2, "cubes": 0, "bonus": 7},
            "green": {"vp": 14, "resolved": 1, "cubes": 0, "bonus": 4},
            "blue": {"vp": 5, "resolved": 0, "cubes": 0, "bonus": 0},
        },
        "winners": ["yellow"],
    }
    assert table.of_all("vp") == [27, 14, 5]


def test_the_number_of_a_round_goes_up_when_the_last_has_passed_unless_the_game_ends() -> None:
    table = Table()
    assert table.view()["round"] == 1
    assert table.everybody_passes().view()["round"] == 2
    table.do("conflicts_drawn", conflicts=conflicts_on(1, 2, 3, 4, 5, 6)).do("action_dice_set")
    table.vp(yellow=30).everybody_passes()
    assert (table.view()["round"], table.final["rounds"]) == (2, 2)
