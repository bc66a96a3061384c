"""Where the squares and blocks of a board are drawn."""

from __future__ import annotations

import time
from itertools import pairwise
from math import dist
from statistics import median
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragami.games.ragami.picture.layout import Plan, honeycomb, nearest
from tests.picture.moments import (
    board_of,
    city,
    foreign,
    plan,
    renumbered,
    with_street,
    without_streets,
)
from tests.scale import often

SIDE = 1000
FOREIGN = foreign()


def everything(of: Plan) -> list[tuple[float, float]]:
    return [*of.places.squares.values(), *of.places.blocks.values()]


def lengths(of: Plan) -> list[float]:
    at = of.places.squares
    return [dist(at[a], at[b]) for a, b in of.streets_between]


def test_the_shipped_layout_has_a_place_for_everything() -> None:
    board = city()
    assert honeycomb().keys() == board["street"].keys() | board["block_squares"].keys()


def test_every_block_of_the_shipped_layout_is_a_regular_hexagon_of_streets() -> None:
    at = honeycomb()
    for block, squares in city()["block_squares"].items():
        assert [dist(at[block], at[str(n)]) for n in squares] == pytest.approx([SIDE] * 6, rel=1e-3)
    assert lengths(plan()) == pytest.approx([SIDE] * 38, rel=1e-3)
    assert nearest(everything(plan())) == pytest.approx(SIDE, rel=1e-3)


def test_the_shipped_board_lies_in_the_shipped_layout() -> None:
    places = plan().places
    told = {str(n): at for n, at in places.squares.items()} | places.blocks
    assert told == {name: pytest.approx(at) for name, at in honeycomb().items()}


def test_the_squares_are_numbered_from_the_upper_left() -> None:
    at = plan().places.squares
    assert all(at[n][0] < at[n + 1][0] for n in range(1, 7))
    assert at[1][1] < at[8][1] < at[11][1] < at[24][1]


@settings(max_examples=often(6, 100))
@given(st.permutations(range(1, 31)))
def test_other_numbers_on_the_same_streets_lie_in_the_same_honeycomb(numbers: list[int]) -> None:
    mine = plan(renumbered(city(), numbers))
    assert sorted(everything(mine)) == sorted(everything(plan()))
    assert lengths(mine) == pytest.approx([SIDE] * 38, rel=1e-3)
    assert mine.faces.keys() == city()["block_squares"].keys()


def test_one_street_more_is_drawn_across_the_honeycomb() -> None:
    mine = plan(with_street(city(), 1, 23))
    assert mine.places.squares == plan().places.squares
    assert (1, 23) in mine.streets_between


def test_a_layout_of_its_own_is_used() -> None:
    board = city()
    told = {name: [int(y) + 7, int(x) - 3] for name, (x, y) in honeycomb().items()}
    places = plan({**board, "layout": told}).places
    assert places.squares[1] == (507.0, -3.0)
    assert places.blocks["Q9"] == (4007.0, 6059.0)


def spoilt(name: str, value: Any) -> dict[str, Any]:
    return {key: [*map(int, at)] for key, at in honeycomb().items()} | {name: value}


@pytest.mark.parametrize(
    "layout",
    [
        None,
        17,
        "honeycomb",
        [[0, 0]] * 39,
        {},
        {str(n): [n, n] for n in range(1, 31)},
        spoilt("Q5", None),
        spoilt("7", [1]),
        spoilt("7", ["1", "2"]),
        spoilt("7", [0.5, 1.5]),
        spoilt("7", [10**400, 0]),
        spoilt("7", honeycomb()["6"]),
        {name: [1, 1] for name in honeycomb()},
    ],
    ids=lambda value: str(value)[:24],
)
def test_a_layout_that_is_not_fit_is_left_aside(layout: Any) -> None:
    assert plan({**city(), "layout": layout}).places == plan().places


def test_a_block_named_like_a_square_makes_a_layout_ambiguous() -> None:
    board = city()
    for part in ("block_squares", "block_blocks"):
        board[part]["7"] = board[part].pop("Q7")
    for near in board["block_blocks"].values():
        near[:] = ["7" if block == "Q7" else block for block in near]
    layout = {name: [int(x), int(y)] for name, (x, y) in honeycomb().items() if name != "Q7"}
    places = plan({**board, "layout": layout}).places
    assert places.blocks["7"] == pytest.approx(honeycomb()["Q7"])
    assert places.squares[7] == pytest.approx(honeycomb()["7"])


@pytest.mark.parametrize("name", FOREIGN)
def test_a_board_that_nobody_has_drawn_gets_room_for_every_square(name: str) -> None:
    mine = plan(FOREIGN[name])
    usual = median(lengths(mine))
    assert len(set(everything(mine))) == len(everything(mine))
    assert nearest(mine.places.squares.values()) > usual * 0.4
    for at in mine.places.blocks.values():
        assert min(dist(at, square) for square in mine.places.squares.values()) > 0.3


@pytest.mark.parametrize("name", FOREIGN)
def test_the_same_board_is_drawn_the_same_and_quickly(name: str) -> None:
    first = plan(FOREIGN[name]).places
    started = time.process_time()
    second = plan(FOREIGN[name]).places
    assert time.process_time() - started < 0.2
    assert first == second
    assert [*first.blocks] == [*second.blocks]


def test_a_layout_worked_out_is_near_the_honeycomb_it_came_from() -> None:
    mine = plan(without_streets(city(), (12, 14)))
    assert not mine.faces.keys() & {"Q2", "Q5"}
    assert mine.faces.keys() >= {"Q1", "Q3", "Q6", "Q7", "Q8", "Q9"}
    assert max(lengths(mine)) < 1.5 * min(lengths(mine))


@settings(max_examples=often(8, 200))
@given(st.data())
def test_any_connected_streets_get_places_apart(data: st.DataObject) -> None:
    tree = [(data.draw(st.integers(1, n - 1)), n) for n in range(2, 31)]
    more = data.draw(st.sets(st.tuples(st.integers(1, 30), st.integers(1, 30)), max_size=15))
    streets = {(min(way), max(way)) for way in [*tree, *more] if way[0] != way[1]}
    mine = plan(board_of(sorted(streets), {"A": [*range(1, 16)], "B": [*range(10, 31)]}))
    assert nearest(mine.places.squares.values()) > 0.4


def test_a_ring_is_told_in_the_order_of_its_street() -> None:
    mine = plan()
    assert set(mine.rings) == set(mine.block_squares)
    for ring in mine.rings.values():
        assert all(b in mine.streets[a] for a, b in pairwise([*ring, ring[0]]))


def test_squares_that_make_no_ring_are_no_ring() -> None:
    board = city()
    board["block_squares"]["Q1"] = [1, 2, 3, 8, 9]
    board["block_squares"]["Q2"] = [3, 4, 5, 10, 12, 14, 30]
    board["block_squares"]["Q3"] = [5]
    assert set(plan(board).rings) == {"Q4", "Q5", "Q6", "Q7", "Q8", "Q9"}


def test_neighbouring_blocks_with_no_street_between_them_are_told() -> None:
    board = city()
    assert plan(board).passages == []
    board["block_blocks"]["Q1"].append("Q9")
    board["block_blocks"]["Q9"].append("Q1")
    assert plan(board).passages == [("Q1", "Q9")]
