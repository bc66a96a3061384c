"""How Saints and Demons move, and cards 1 and 2."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import Table, card_9

Moves = list[dict[str, Any]]


def saint_to(to: int, saint: str = "blue", **data: Any) -> dict[str, Any]:
    return {"saint": saint, "to": to, **data}


def demon(from_: int | None, to: int) -> dict[str, Any]:
    return {"demon": {"from": from_, "to": to}}


# --- Saints --------------------------------------------------------------------------------


@pytest.mark.parametrize("saint", ["yellow", "green", "blue", "purple"])
def test_R_SAINT_01_any_saint(saint: str) -> None:
    table = Table("YG", neutral="blue").saints(**{saint: 20})
    table.do("saint_and_demon_moved", **saint_to(21, saint))
    assert table.state.saints[saint] == 21  # type: ignore[index]


@pytest.mark.parametrize(("to", "distance"), [(20, 1), (21, 2), (28, 3), (29, 4)])
def test_R_SAINT_06_one_to_four_squares(to: int, distance: int) -> None:
    table = Table().saints(blue=19).do("saint_and_demon_moved", **saint_to(to))
    assert table.state.board.street_distance(19, to) == distance


@pytest.mark.parametrize(("to", "distance"), [(30, 5), (1, 6)])
def test_R_SAINT_06_not_farther(to: int, distance: int) -> None:
    table = Table().saints(blue=19)
    verdict = table.refuse("saint_and_demon_moved", **saint_to(to), rule="R-SAINT-06")
    assert (verdict.facts["distance"], verdict.facts["limit"]) == (distance, 4)
    assert 29 in verdict.facts["instead"]


def test_R_SAINT_02_not_over_blocks() -> None:
    table = Table().saints(blue=19)
    assert table.state.board.ragami_distance(19, 30) == 3
    table.refuse("saint_and_demon_moved", **saint_to(30), rule="R-SAINT-06")


def test_R_SAINT_07_not_back_to_where_it_was() -> None:
    table = Table().saints(blue=19)
    table.refuse("saint_and_demon_moved", **saint_to(19), rule="R-SAINT-07")


def test_R_SAINT_03_not_to_the_movers_ragami() -> None:
    table = Table().ragamis(yellow=20, green=21).saints(blue=19)
    table.refuse("saint_and_demon_moved", **saint_to(20), rule="R-SAINT-03")
    table.do("saint_and_demon_moved", **saint_to(21))


def test_R_SAINT_04_not_to_a_ragami_of_its_colour() -> None:
    table = Table().ragamis(blue=20).saints(blue=19, green=18)
    table.refuse("saint_and_demon_moved", **saint_to(20), rule="R-SAINT-04", ruling=None)
    table.do("saint_and_demon_moved", **saint_to(20, "green"))


def test_R_SAINT_04_nor_to_the_neutral_one_of_its_colour() -> None:
    table = Table("YG", neutral="purple").ragamis(neutral=20).saints(purple=19, blue=18)
    move = saint_to(20, "purple")
    table.refuse("saint_and_demon_moved", **move, rule="R-SAINT-04", ruling="A-SAINT-10")
    table.do("saint_and_demon_moved", **saint_to(20))


def test_A_SAINT_02_forbidden_squares_bar_no_saint() -> None:
    table = Table().forbidden(20, 18, 26).saints(blue=19)
    assert table.do("saint_and_demon_moved", **saint_to(20)).player("blue")["saint"] == 20


@pytest.mark.parametrize("via", ["saint", card_9("saint", "draw")])
def test_R_SAINT_05_a_cube_for_the_mover(via: Any) -> None:
    table = Table().conflicts({20: 1}).saints(blue=19).hand("yellow", 9).cubes(yellow=1)
    table.do("saint_and_demon_moved", via=via, **saint_to(20))
    assert table.player("yellow")["cubes"] == (2 if via == "saint" else 1)
    assert table.player("blue")["cubes"] == 0


def test_A_SUP_01_no_cube_where_none_is_left() -> None:
    table = Table().conflicts({20: 1}).saints(blue=19).cubes(purple=30)
    table.do("saint_and_demon_moved", **saint_to(20))
    assert table.of_all("cubes") == [0, 0, 0, 30]


def test_R_SAINT_08_a_demon_must_follow() -> None:
    table = Table().demons({19: 6})
    table.refuse("saint_and_demon_moved", **saint_to(12), demon=None, rule="R-SAINT-08")
    table.do("saint_and_demon_moved", **saint_to(12), **demon(19, 20))
    assert table.view()["demons"] == {"19": 5, "20": 1}


# --- Demons --------------------------------------------------------------------------------


@pytest.mark.parametrize(("to", "distance"), [(20, 1), (29, 4)])
def test_R_DEMON_02_one_to_four_squares(to: int, distance: int) -> None:
    table = Table().demons({19: 1})
    assert table.state.board.street_distance(19, to) == distance
    table.do("saint_and_demon_moved", **saint_to(12), **demon(19, to))
    assert table.view()["demons"] == {str(to): 1}


def test_R_DEMON_02_not_farther() -> None:
    table = Table().demons({19: 1})
    move = saint_to(12) | demon(19, 30)
    verdict = table.refuse("saint_and_demon_moved", **move, rule="R-DEMON-02")
    assert verdict.facts["distance"] == 5


def test_R_DEMON_03_not_back_to_where_it_was() -> None:
    table = Table().demons({19: 2})
    table.refuse("saint_and_demon_moved", **saint_to(12), **demon(19, 19), rule="R-DEMON-03")


@pytest.mark.parametrize("to", [30, 19, 26, 1])
def test_R_DEMON_04_one_from_the_supply_goes_anywhere(to: int) -> None:
    table = Table().demons({19: 5}).forbidden(26).ragamis(yellow=1)
    table.do("saint_and_demon_moved", **saint_to(12), **demon(None, to))
    assert table.view()["supply"]["demons"] == 0
    assert table.state.demons[to] == (6 if to == 19 else 1)


def test_R_DEMON_04_if_there_is_one() -> None:
    table = Table().demons({19: 4, 3: 2})
    move = saint_to(12) | demon(None, 1)
    verdict = table.refuse("saint_and_demon_moved", **move, rule="R-DEMON-04")
    assert (verdict.facts["supply"], verdict.facts["instead"]) == (0, [3, 19])


def test_R_INV_02_a_demon_that_is_there() -> None:
    table = Table().demons({19: 1})
    verdict = table.refuse(
        "saint_and_demon_moved", **saint_to(12), **demon(20, 21), rule="R-INV-02"
    )
    assert verdict.facts["instead"] == [19]


def test_A_SAINT_06_and_07_to_and_from_ones_own_ragami() -> None:
    table = Table().ragamis(yellow=19, green=20).demons({19: 1})
    table.do("saint_and_demon_moved", **saint_to(12), **demon(19, 20))
    assert table.view()["demons"] == {"20": 1}


def test_R_DEMON_05_no_limit_on_a_square() -> None:
    table = Table().demons({19: 3, 18: 1}).saints(yellow=19, green=19, blue=18)
    table.do("saint_and_demon_moved", **saint_to(19), **demon(18, 19))
    assert table.view()["demons"] == {"19": 4}


# --- card 1 --------------------------------------------------------------------------------


def with_card_1(**saints: int) -> Table:
    return Table().hand("yellow", 1).saints(**saints).conflicts({20: 2, 14: 2})


def test_R_C01_1_two_saints_up_to_4_squares_each() -> None:
    table = with_card_1(blue=19, green=22)
    table.do("saints_moved", saints=[saint_to(29), saint_to(16, "green")])
    assert (table.player("blue")["saint"], table.player("green")["saint"]) == (29, 16)
    assert table.player("yellow")["hand"] == []
    assert table.view()["dice"] == {"saint": 2, "draw": 2, "conflict": 2}


@pytest.mark.parametrize(
    "moves", [[saint_to(30)], [saint_to(20), saint_to(1, "green")]], ids=["first", "second"]
)
def test_R_C01_1_not_farther(moves: Moves) -> None:
    table = with_card_1(blue=19, green=22)
    table.refuse("saints_moved", saints=moves, rule="R-C01-1", ruling=None)


def test_R_C01_1_not_the_same_saint_twice() -> None:
    moves = [saint_to(20), saint_to(21)]
    table = with_card_1(blue=19)
    table.refuse("saints_moved", saints=moves, rule="R-C01-1", ruling="A-C01-01")
    table.do("saints_moved", saints=moves[:1])


def test_R_C01_2_not_to_ones_own_ragami() -> None:
    table = with_card_1(blue=19).ragamis(yellow=20, green=18)
    table.refuse("saints_moved", saints=[saint_to(20)], rule="R-C01-2")
    table.do("saints_moved", saints=[saint_to(18)])


def test_A_C01_02_the_other_bans_on_saints_count() -> None:
    table = with_card_1(blue=19).ragamis(blue=18)
    table.refuse("saints_moved", saints=[saint_to(18)], rule="R-SAINT-04")
    table.refuse("saints_moved", saints=[saint_to(19)], rule="R-SAINT-07")


@pytest.mark.parametrize(
    ("blue", "green", "cubes"), [(19, 15, 2), (20, 15, 1), (20, 14, 0), (19, 14, 1)]
)
def test_R_C01_3_a_cube_for_each_that_comes_from_no_conflict(
    blue: int, green: int, cubes: int
) -> None:
    table = with_card_1(blue=blue, green=green)
    to = {19: 20, 20: 14, 15: 14, 14: 20}
    table.do("saints_moved", saints=[saint_to(to[blue]), saint_to(to[green], "green")])
    assert table.player("yellow")["cubes"] == cubes


@pytest.mark.parametrize(
    "moves", [[], [saint_to(12), saint_to(12, "green"), saint_to(12, "purple")]]
)
def test_one_or_two_saints(moves: Moves) -> None:
    with_card_1().refuse("saints_moved", saints=moves, rule="R-LOG-01")


# --- card 2 --------------------------------------------------------------------------------


def with_card_2(counts: dict[int, int]) -> Table:
    return Table().hand("yellow", 2).demons(counts).conflicts({20: 2, 14: 2})


def demons(*pairs: tuple[int, int]) -> Moves:
    return [{"from": start, "to": to} for start, to in pairs]


def test_R_C02_1_two_demons_up_to_4_squares_each() -> None:
    table = with_card_2({19: 1, 3: 1}).do("demons_moved", demons=demons((19, 29), (3, 2)))
    assert table.view()["demons"] == {"2": 1, "29": 1}
    assert table.player("yellow")["hand"] == []


@pytest.mark.parametrize("pairs", [[(19, 30)], [(19, 29), (3, 20)]], ids=["first", "second"])
def test_R_C02_1_not_farther(pairs: list[tuple[int, int]]) -> None:
    table = with_card_2({19: 1, 3: 1})
    table.refuse("demons_moved", demons=demons(*pairs), rule="R-C02-1", ruling=None)


def test_R_C02_1_not_the_same_demon_twice() -> None:
    way = demons((19, 29), (29, 28))
    table = with_card_2({19: 2, 3: 1})
    table.refuse("demons_moved", demons=way, rule="R-C02-1", ruling="A-C02-01")
    with_card_2({19: 1, 29: 1}).do("demons_moved", demons=way)


def test_A_C02_both_from_a_square_with_two() -> None:
    with_card_2({19: 2}).do("demons_moved", demons=demons((19, 20), (19, 18)))


def test_A_C02_01_the_one_demon_of_a_square_does_not_leave_it_twice() -> None:
    """The verdict is R-C02-1; a ruling on it leaves what cannot be done at all."""
    table = with_card_2({19: 1})
    twice = demons((19, 20), (19, 18))
    table.refuse("demons_moved", demons=twice, rule="R-C02-1", ruling="A-C02-01")
    assert table.breaches("demons_moved", demons=twice) == ["R-C02-1", "R-INV-02"]
    table.refuse("demons_moved", demons=demons((18, 12), (18, 13)), rule="R-INV-02")


def test_R_INV_02_card_2_takes_only_demons_that_are_there() -> None:
    table = with_card_2({19: 1})
    table.refuse("demons_moved", demons=demons((18, 12)), rule="R-INV-02")
    table.refuse("demons_moved", demons=demons((19, 20), (3, 2)), rule="R-INV-02")


def test_R_DEMON_03_card_2_does_not_leave_a_demon_where_it_is() -> None:
    with_card_2({19: 1}).refuse("demons_moved", demons=demons((19, 19)), rule="R-DEMON-03")


def test_R_C02_2_not_from_ones_own_ragami_but_to_it() -> None:
    table = with_card_2({19: 1, 21: 1}).ragamis(yellow=19, green=21)
    table.refuse("demons_moved", demons=demons((19, 18)), rule="R-C02-2")
    table.refuse("demons_moved", demons=demons((21, 22), (19, 18)), rule="R-C02-2")
    table.do("demons_moved", demons=demons((21, 19)))
    assert table.view()["demons"] == {"19": 2}


@pytest.mark.parametrize(
    ("pairs", "cubes"),
    [
        ([(20, 19), (14, 12)], 2),
        ([(20, 14)], 0),
        ([(19, 18)], 0),
        ([(19, 20)], 0),
        ([(20, 14), (14, 12)], 1),
    ],
)
def test_R_C02_3_a_cube_for_each_that_leaves_the_conflicts(
    pairs: list[tuple[int, int]], cubes: int
) -> None:
    table = with_card_2({20: 1, 14: 1, 19: 1}).do("demons_moved", demons=demons(*pairs))
    assert table.player("yellow")["cubes"] == cubes


@pytest.mark.parametrize("pairs", [[], [(19, 20)] * 3])
def test_one_or_two_demons(pairs: list[tuple[int, int]]) -> None:
    with_card_2({19: 3}).refuse("demons_moved", demons=demons(*pairs), rule="R-LOG-01")


# --- the table has no map ------------------------------------------------------------------

WRONG = {
    "R-SAINT-03": saint_to(20, "green"),
    "R-SAINT-04": saint_to(21),
    "R-SAINT-06": saint_to(1),
    "R-SAINT-07": saint_to(19),
    "R-DEMON-02": saint_to(18) | demon(19, 1),
    "R-DEMON-03": saint_to(18) | demon(19, 19),
}
DISTANCES = {"R-SAINT-06", "R-DEMON-02"}


@pytest.mark.parametrize("rule", WRONG)
@pytest.mark.parametrize("checked", ["full", "endpoints_only", "off"])
def test_movement_check_says_what_is_judged(checked: str, rule: str) -> None:
    table = Table(movement_check=checked).ragamis(yellow=20, blue=21).demons({19: 1})
    table.saints(blue=19, green=19)
    judged = checked == "full" or (checked == "endpoints_only" and rule not in DISTANCES)
    if judged:
        table.refuse("saint_and_demon_moved", **WRONG[rule], rule=rule)
    else:
        table.do("saint_and_demon_moved", **WRONG[rule])


@pytest.mark.parametrize(
    ("checked", "rules"),
    [
        ("full", {"far": "R-C01-1", "mine": "R-C01-2", "its own": "R-SAINT-04"}),
        ("endpoints_only", {"mine": "R-C01-2", "its own": "R-SAINT-04"}),
        ("off", {}),
    ],
)
def test_movement_check_counts_for_card_1(checked: str, rules: dict[str, str]) -> None:
    for what, to in {"far": 1, "mine": 20, "its own": 21}.items():
        table = Table(movement_check=checked).ragamis(yellow=20, blue=21).saints(blue=19)
        table.hand("yellow", 1)
        if what in rules:
            table.refuse("saints_moved", saints=[saint_to(to)], rule=rules[what])
        else:
            table.do("saints_moved", saints=[saint_to(to)])


@pytest.mark.parametrize(("checked", "rule"), [("full", "R-C02-1"), ("off", None)])
def test_movement_check_counts_for_card_2(checked: str, rule: str | None) -> None:
    table = Table(movement_check=checked).hand("yellow", 2).demons({19: 1, 3: 1}).ragamis(yellow=3)
    if rule:
        table.refuse("demons_moved", demons=demons((19, 1)), rule=rule)
    # Where a Demon may come from is judged all the same.
    table.refuse("demons_moved", demons=demons((3, 2)), rule="R-C02-2")
    if not rule:
        table.do("demons_moved", demons=demons((19, 1)))
