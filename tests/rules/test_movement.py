"""How far a Ragami goes, where it may end, and what it purifies."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import pytest

from ragami.games.ragami.components import BoardFile
from tests.rules.kit import CARD_5, Table, card_9


def ring() -> BoardFile:
    """30 squares in a ring, each with a block of its own; only D1 and D2 touch each other.

    What lies between is a square here: no way leads round it over blocks.
    """
    return BoardFile(
        name="ring",
        verified=True,
        street={n: (n % 30 + 1, (n - 2) % 30 + 1) for n in range(1, 31)},
        block_squares={f"D{n}": (n,) for n in range(1, 31)},
        block_blocks={f"D{n}": () for n in range(3, 31)} | {"D1": ("D2",), "D2": ("D1",)},
    )


def on_the_ring(**ragamis: Any) -> Table:
    table = Table(board=ring()).ragamis(**dict.fromkeys(("green", "blue", "purple"), "D30"))
    return table.ragamis(**ragamis).saints(yellow=20, green=21, blue=22, purple=23)


# --- how far -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "near", "far"),
    [
        (1, 5, 6),
        (1, 27, 26),
        (1, "D4", "D5"),
        ("D1", 4, 5),
        ("D1", 28, 27),
        ("D1", "D3", "D4"),
        ("D4", 7, 8),
    ],
)
def test_R_MOVE_01_up_to_4_movements(start: int | str, near: int | str, far: int | str) -> None:
    on_the_ring(yellow=start).do("ragami_moved", to=near)
    verdict = on_the_ring(yellow=start).refuse("ragami_moved", to=far, rule="R-MOVE-01")
    assert (verdict.facts["distance"], verdict.facts["limit"]) == (5, 4)
    assert near in verdict.facts["instead"]
    assert far not in verdict.facts["instead"]


def test_R_MOVE_02_a_block_is_left_to_the_next_block_directly() -> None:
    on_the_ring(yellow="D1").forbidden(1, 2).do("ragami_moved", to="D2")


def test_R_MOVE_03_and_08_a_block_is_left_only_to_what_touches_it() -> None:
    table = on_the_ring(yellow="D3").forbidden(3)
    for to in (2, 4, "D2", "D4"):
        table.refuse("ragami_moved", to=to, rule="R-MOVE-05")
    table = Table().ragamis(yellow="Q1")
    assert table.state.board.ragami_distance("Q1", "Q5") == 2


def test_A_MOVE_04_out_and_back_is_a_movement() -> None:
    for place in (7, "D7", "D1"):
        table = on_the_ring(yellow=place).do("ragami_moved", to=place)
        assert table.player("yellow")["ragami"] == place
        assert table.view()["dice"]["draw"] == 1


def test_A_MOVE_04_not_where_there_is_no_way_out() -> None:
    on_the_ring(yellow="D7").forbidden(7).refuse("ragami_moved", to="D7", rule="R-MOVE-05")


# --- forbidden squares ---------------------------------------------------------------------


def test_R_MOVE_05_not_through_a_forbidden_square() -> None:
    table = on_the_ring(yellow=10).forbidden(12)
    verdict = table.refuse("ragami_moved", to=13, rule="R-MOVE-05")
    assert verdict.facts["forbidden"] == [12]
    table.do("ragami_moved", to=11)


def test_R_MOVE_05_not_to_a_forbidden_square() -> None:
    on_the_ring(yellow=10).forbidden(12).refuse("ragami_moved", to=12, rule="R-MOVE-05")


def test_R_MOVE_05_round_it_where_a_way_of_4_leads() -> None:
    table = on_the_ring(yellow=30).forbidden(1).ragamis(green="D20")
    table.refuse("ragami_moved", to=2, rule="R-MOVE-05")
    around = on_the_ring(yellow="D1").forbidden(1)
    around.do("ragami_moved", to=3)


def test_R_MOVE_01_where_it_is_too_far_anyway() -> None:
    table = on_the_ring(yellow=10).forbidden(12)
    table.refuse("ragami_moved", to=15, rule="R-MOVE-01")


def test_R_PREP_06_a_square_forbidden_between_two_moves() -> None:
    """What was in reach in the last round is worked out again."""
    table = on_the_ring(yellow=10).forbidden(20).saints(yellow=25).conflicts({12: 6})
    table.do("ragami_moved", to=11).do("turn_ended").next_round()
    table.turn_of("yellow").refuse("ragami_moved", to=13, rule="R-MOVE-05")


# --- where it may end ----------------------------------------------------------------------


@pytest.mark.parametrize("via", ["draw", CARD_5, card_9("draw", "saint")])
def test_R_MOVE_04_not_with_the_saint_of_its_colour(via: Any) -> None:
    def table() -> Table:
        return Table().saints(yellow=3, green=10).hand("yellow", 5, 9).cubes(yellow=1)

    verdict = table().refuse("ragami_moved", via=via, to=3, rule="R-MOVE-04", ruling=None)
    assert verdict.facts["saint"] == "yellow"
    table().do("ragami_moved", via=via, to=10)


def test_R_MOVE_04_but_past_it() -> None:
    on_the_ring(yellow=10).saints(yellow=12).do("ragami_moved", to=13)


def test_R_MOVE_06_two_ragamis_on_a_square_at_most() -> None:
    table = Table().ragamis(green=3, blue=3, purple=10)
    verdict = table.refuse("ragami_moved", to=3, rule="R-MOVE-06")
    assert sorted(verdict.facts["there"]) == ["blue", "green"]
    table.do("ragami_moved", to=10)


def test_R_MOVE_06_who_comes_back_does_not_count_twice() -> None:
    Table().ragamis(yellow=3, green=3).do("ragami_moved", to=3)


def test_A_MOVE_05_past_two_ragamis() -> None:
    on_the_ring(yellow=10, green=12, blue=12).do("ragami_moved", to=13)


def test_A_MOVE_07_past_conflicts_demons_and_saints() -> None:
    table = on_the_ring(yellow=10).conflicts({11: 3}).demons({12: 1}).saints(green=12)
    table.do("ragami_moved", to=13)
    assert table.view()["demons"] == {"12": 1}
    assert table.player("yellow")["vp"] == 0


def test_R_MOVE_07_no_limit_on_a_block() -> None:
    Table().ragamis(yellow=3).do("ragami_moved", to="Q1")


# --- whose Ragami --------------------------------------------------------------------------


@pytest.mark.parametrize("via", ["draw", CARD_5])
@pytest.mark.parametrize("ragami", ["green", "neutral"])
def test_R_MOVE_11_only_ones_own(via: Any, ragami: str) -> None:
    table = Table().hand("yellow", 5)
    table.refuse("ragami_moved", via=via, ragami=ragami, to="Q2", rule="R-MOVE-11", ruling=None)
    table.do("ragami_moved", via=via, to="Q2")


def two_players(**options: Any) -> Table:
    table = Table("YG", neutral="purple", **options).ragamis(neutral=3).hand("yellow", 5, 9)
    return table.saints(purple=20).cubes(yellow=1)


@pytest.mark.parametrize("via", ["draw", card_9("draw", "draw")])
def test_R_MOVE_11_the_neutral_one_only_with_card_5(via: Any) -> None:
    two_players().refuse(
        "ragami_moved", via=via, ragami="neutral", to=5, rule="R-MOVE-11", ruling="A-NEU-01"
    )
    table = two_players().do("ragami_moved", via=CARD_5, ragami="neutral", to=5)
    assert table.view()["neutral"] == 5
    assert table.player("yellow")["hand"] == [9]


@pytest.mark.parametrize("via", ["draw", CARD_5])
@pytest.mark.parametrize("mover", ["card5_only", "any_ragami_move"])
def test_R_MOVE_11_the_opponents_stays_where_the_neutral_one_is_moved(via: Any, mover: str) -> None:
    table = two_players(neutral_mover=mover)
    table.refuse("ragami_moved", via=via, ragami="green", to="Q2", rule="R-MOVE-11", ruling=None)
    table.do("ragami_moved", via=via, to="Q2")


def test_A_SAINT_10_the_neutral_one_keeps_from_the_saint_of_its_colour() -> None:
    table = two_players().saints(purple=10, blue=5)
    move: dict[str, Any] = {"via": CARD_5, "ragami": "neutral"}
    table.refuse("ragami_moved", **move, to=10, rule="R-MOVE-04")
    table.do("ragami_moved", **move, to=5)


# --- purifying -----------------------------------------------------------------------------


def demons_on_3() -> Table:
    return Table().demons({3: 2, 10: 1})


@pytest.mark.parametrize("via", ["draw", CARD_5, card_9("draw", "saint")])
def test_R_MOVE_09_1_vp_for_each_demon(via: Any) -> None:
    table = demons_on_3().hand("yellow", 5, 9).cubes(yellow=1).do("ragami_moved", via=via, to=3)
    assert table.player("yellow")["vp"] == 2
    assert table.view()["demons"] == {"10": 1}
    assert table.view()["supply"]["demons"] == 5


@pytest.mark.parametrize("company", ["conflict", "saint", "ownerless saint", "ragami", "neutral"])
def test_R_MOVE_10_only_where_demons_are_alone(company: str) -> None:
    table = Table("YG", neutral="blue").demons({3: 2})
    match company:
        case "conflict":
            table.conflicts({3: 1})
        case "saint":
            table.saints(green=3)
        case "ownerless saint":
            table.saints(purple=3)
        case "ragami":
            table.ragamis(green=3)
        case _:
            table.ragamis(neutral=3)
    table.do("ragami_moved", to=3)
    assert table.player("yellow")["vp"] == 0
    assert table.view()["demons"] == {"3": 2}


def test_A_MOVE_10_a_chip_is_no_company() -> None:
    table = demons_on_3().resolved_at(3)
    assert table.do("ragami_moved", to=3).player("yellow")["vp"] == 2


def test_A_MOVE_13_and_14_nothing_but_a_movement_purifies() -> None:
    table = Table().ragamis(yellow=3).demons({3: 1}).conflicts({3: 1}).saints(blue=3)
    table.cubes(yellow=1).do("conflict_tried", cubes=1)
    assert table.player("yellow")["vp"] == 1
    table.do("turn_ended").do("saint_and_demon_moved", saint="blue", to=5)
    assert table.view()["demons"]["3"] == 1
    assert table.player("yellow")["vp"] == 1


# --- the table has no map ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("checked", "refused"),
    [
        (
            "full",
            {
                "far": "R-MOVE-01",
                "forbidden": "R-MOVE-05",
                "saint": "R-MOVE-04",
                "crowd": "R-MOVE-06",
            },
        ),
        ("endpoints_only", {"forbidden": "R-MOVE-05", "saint": "R-MOVE-04", "crowd": "R-MOVE-06"}),
        ("off", {}),
    ],
)
def test_movement_check_says_what_is_judged(checked: str, refused: dict[str, str]) -> None:
    targets = {"far": 30, "forbidden": 2, "saint": 3, "crowd": 12}
    for what, to in targets.items():
        table = Table(movement_check=checked).ragamis(yellow=1, green=12, blue=12)
        table.forbidden(2).saints(yellow=3)
        if what in refused:
            table.refuse("ragami_moved", to=to, rule=refused[what])
        else:
            table.do("ragami_moved", to=to)


def test_R_MOVE_09_purified_demons_are_added_to_the_points() -> None:
    table = Table().ragamis(yellow=20).demons({28: 2}).vp(yellow=5)
    table.do("ragami_moved", to=28)
    assert table.player("yellow")["vp"] == 7
