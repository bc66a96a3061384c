"""Boards and moments of the game for the pictures: some made by hand, some drawn at random."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from ragami.draw.panels import Panel
from ragami.games.ragami.drawing import Drawing
from ragami.games.ragami.picture.layout import Plan
from ragami.games.ragami.shipped import read
from ragami.language import Language

Board = dict[str, Any]
State = dict[str, Any]

SEATS = ("yellow", "green", "blue", "purple")


def city() -> Board:
    board: Board = json.loads(read("city-1.json"))
    return board


def without_streets(board: Board, *streets: tuple[int, int]) -> Board:
    for a, b in streets:
        board["street"][str(a)].remove(b)
        board["street"][str(b)].remove(a)
    return board


def with_street(board: Board, a: int, b: int) -> Board:
    board["street"][str(a)].append(b)
    board["street"][str(b)].append(a)
    return board


def renumbered(board: Board, numbers: Iterable[int]) -> Board:
    """The same city with other numbers on its squares."""
    new = dict(zip(range(1, 31), numbers, strict=True))
    return {
        **board,
        "street": {
            str(new[int(square)]): [new[other] for other in near]
            for square, near in board["street"].items()
        },
        "block_squares": {
            block: [new[square] for square in squares]
            for block, squares in board["block_squares"].items()
        },
    }


def board_of(streets: Iterable[tuple[int, int]], blocks: dict[str, list[int]]) -> Board:
    """A board from its streets and what its blocks touch; the blocks do not touch one another."""
    board: Board = {
        "street": {str(square): [] for square in range(1, 31)},
        "block_squares": blocks,
        "block_blocks": {block: [] for block in blocks},
    }
    for a, b in streets:
        with_street(board, a, b)
    return board


def foreign() -> dict[str, Board]:
    """Boards that nobody has drawn."""
    blocks = {f"B{n}": [3 * n + 1, 3 * n + 2, 3 * n + 3] for n in range(10)}
    grid = [(n, n + 1) for n in range(1, 30) if n % 6] + [(n, n + 6) for n in range(1, 25)]
    return {
        "honeycomb with gaps": without_streets(city(), (12, 14), (3, 10)),
        "grid": board_of(grid, {f"B{n}": [n, n + 1, n + 6, n + 7] for n in range(1, 24) if n % 6}),
        "one ring": board_of([*((n, n + 1) for n in range(1, 30)), (1, 30)], blocks),
        "one line": board_of([(n, n + 1) for n in range(1, 30)], blocks),
        "star": board_of([(1, n) for n in range(2, 31)], blocks),
        "tree": board_of([(n // 2, n) for n in range(2, 31)], blocks),
    }


def plan(board: Board | None = None) -> Plan:
    return Plan.from_board(board or city())


def panels(
    state: State,
    board: Board | None = None,
    names: dict[str, str] | None = None,
    language: Language = "en",
) -> list[Panel]:
    """The panels of a moment on a board."""
    encoded = json.dumps(board or city()).encode()
    return [*Drawing(state, names or {}, language, encoded, [state["active"]]).panels()]


def moment(players: int = 4, **changes: Any) -> State:
    """A state in the shape of the contract: a quiet one, but for the changes."""
    state: State = {
        "seq": 57,
        "phase": "turns",
        "round": 2,
        "active": "green",
        "first": "yellow",
        "passed": [],
        "players": {
            colour: {
                "vp": n,
                "resolved": n,
                "cubes": 3,
                "hand": [],
                "ragami": f"Q{n + 1}",
                "saint": 25 + n,
                "virtue": None,
            }
            for n, colour in enumerate(SEATS[:players])
        },
        "neutral": None,
        "neutral_saints": {},
        "conflicts": {},
        "demons": {},
        "chips": {
            "pool": 20,
            "conflict": [],
            "resolved": [],
            "forbidden": [],
            "demon": [],
            "neutral_saint": [],
        },
        "dice": {"saint": 2, "draw": 0, "conflict": 3},
        "supply": {"cubes": 24, "demons": 1, "conflict_dice": 2},
        "deck": 15,
        "used": 10,
    }
    return state | changes


def crowded() -> State:
    """Everything that can be in one place is in one place."""
    state = moment(conflicts={"14": 6}, demons={"14": 6}, neutral="Q5")
    for n, player in enumerate(state["players"].values()):
        player |= {"saint": 14, "ragami": "Q5" if n < 3 else 14}
        player |= {"virtue": {"block": "Q5", "value": n + 3}, "hand": [1, None, 15]}
    return state


def at_the_start() -> State:
    """Nothing is on the board yet."""
    state = moment(3, phase="setup", round=0, active=None, first=None)
    state["dice"] = {"saint": None, "draw": None, "conflict": None}
    for player in state["players"].values():
        player |= {"saint": None, "ragami": None}
    return state


def squares_keyed(values: st.SearchStrategy[int], most: int) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(st.integers(1, 30).map(str), values, max_size=most)


@st.composite
def moments(draw: st.DrawFn) -> State:
    """Any moment of a game on `city-1`, whether or not the rules allow it."""
    squares = st.integers(1, 30)
    blocks = st.sampled_from([f"Q{n}" for n in range(1, 10)])
    state = moment(
        draw(st.integers(2, 4)),
        conflicts=draw(squares_keyed(st.integers(1, 6), 6)),
        demons=draw(squares_keyed(st.integers(1, 6), 6)),
        neutral=draw(st.none() | squares | blocks),
        phase=draw(st.sampled_from(["setup", "turns", "preparation", "over"])),
    )
    virtue = st.builds(
        lambda block, value: {"block": block, "value": value}, blocks, st.integers(1, 6)
    )
    for player in state["players"].values():
        player["saint"] = draw(st.none() | squares)
        player["ragami"] = draw(st.none() | squares | blocks)
        player["virtue"] = draw(st.none() | virtue)
        player["hand"] = draw(st.lists(st.none() | st.integers(1, 15), max_size=3))
    others = SEATS[len(state["players"]) :]
    state["neutral_saints"] = {colour: draw(squares) for colour in others}
    chips = draw(st.permutations(range(1, 31)))
    state["chips"]["resolved"] = sorted(chips[: draw(st.integers(0, 12))])
    state["chips"]["forbidden"] = sorted(chips[18 : draw(st.integers(18, 30))])
    state["passed"] = draw(st.lists(st.sampled_from(list(state["players"])), unique=True))
    state["active"] = draw(st.none() | st.sampled_from(list(state["players"])))
    return state


def pieces(state: State) -> Counter[tuple[str, str]]:
    """Every piece with its place, in English, told from the state and nothing else."""
    found: Counter[tuple[str, str]] = Counter()
    for square, value in state["conflicts"].items():
        found[f"Square {square}", f"Conflict {value}"] += 1
    for square, count in state["demons"].items():
        found[f"Square {square}", "1 Demon" if count == 1 else f"{count} Demons"] += 1
    saints = {c: p["saint"] for c, p in state["players"].items()} | state["neutral_saints"]
    ragamis = {c: p["ragami"] for c, p in state["players"].items()} | {"neutral": state["neutral"]}
    for kind, where in (("Saint", saints), ("Ragami", ragamis)):
        for colour, place in where.items():
            if place is not None:
                name = f"Square {place}" if isinstance(place, int) else f"Block {place}"
                found[name, f"{colour} {kind}"] += 1
    for colour, player in state["players"].items():
        if virtue := player["virtue"]:
            found[f"Block {virtue['block']}", f"{colour} Virtue die, {virtue['value']}"] += 1
    return found
