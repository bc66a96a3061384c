"""The picture as SVG: everything is there once, said in words, and needs no colour."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings

from ragami.games.ragami.picture import shapes
from ragami.games.ragami.picture.drawing import draw as svg
from ragami.games.ragami.picture.scene import labels
from ragami.games.ragami.picture.shapes import INK, PAPER
from ragami.language import LANGUAGES, Language
from tests.picture.moments import (
    at_the_start,
    city,
    crowded,
    foreign,
    moment,
    moments,
    pieces,
    plan,
    with_street,
)
from tests.scale import often

SVG = "{http://www.w3.org/2000/svg}"
PLAN = plan()
MOST_BYTES = 60_000
HAND_MADE = {"quiet": moment(), "two": moment(2), "crowded": crowded(), "start": at_the_start()}


def drawn(state: dict[str, Any], **more: Any) -> ET.Element:
    return ET.fromstring(svg(state, PLAN, **more))


def groups(root: ET.Element, kind: str) -> list[ET.Element]:
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == kind]


def said(root: ET.Element) -> str:
    return " ".join(root.itertext())


def shown(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


@settings(max_examples=often(15, 500))
@given(moments())
def test_every_piece_is_there_once_where_it_stands(state: dict[str, Any]) -> None:
    root = drawn(state)
    found: Counter[tuple[str, str]] = Counter()
    for place in groups(root, "square") + groups(root, "block"):
        name = place.attrib["aria-label"].partition(":")[0]
        found.update((name, piece.attrib["aria-label"]) for piece in groups(place, "piece"))
    assert found == pieces(state)
    assert len(groups(root, "piece")) == pieces(state).total()


@settings(max_examples=often(10, 300))
@given(moments())
def test_every_place_says_what_is_there(state: dict[str, Any]) -> None:
    root = drawn(state)
    told = {}
    for place in groups(root, "square") + groups(root, "block"):
        assert place.findtext(f"{SVG}title") == place.attrib["aria-label"]
        where, _, what = place.attrib["aria-label"].partition(": ")
        told[where] = what
    assert told.keys() == {f"Square {n}" for n in range(1, 31)} | {
        f"Block Q{n}" for n in range(1, 10)
    }
    for where, what in pieces(state):
        assert what in told[where]
    for square in state["chips"]["forbidden"]:
        assert "forbidden to Ragamis" in told[f"Square {square}"]
    for square in state["chips"]["resolved"]:
        assert "resolved conflict" in told[f"Square {square}"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HAND_MADE)
def test_it_is_one_accessible_picture_on_its_own(name: str, language: Language) -> None:
    source = svg(HAND_MADE[name], PLAN, language=language, title="Friday")
    root = ET.fromstring(source)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("lang") == language
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert set(root.attrib["aria-labelledby"].split()) <= set(ids)
    assert (root.findtext(f"{SVG}title") or "").startswith("Friday")
    assert not {e.tag for e in root.iter()} & {f"{SVG}script", f"{SVG}image", f"{SVG}style"}
    assert re.findall(r"https?:[^\"]*", source) == ["http://www.w3.org/2000/svg"]
    assert len(source.encode()) < MOST_BYTES


def test_the_description_tells_the_whole_moment() -> None:
    state = crowded()
    told = drawn(state, names={"green": "Ana"}).findtext(f"{SVG}desc") or ""
    assert "Ana (green): 1 VP, 1 resolved, 3 white cubes" in told
    assert "hand: 1 ? 15" in told
    assert "Draw: spent" in told
    for where, what in pieces(state):
        assert re.search(rf"{where}: [^.]*{what}", told), (where, what)


@pytest.mark.parametrize("name", HAND_MADE)
def test_every_number_beside_the_board_is_shown(name: str) -> None:
    state = HAND_MADE[name]
    root = drawn(state)
    for colour, player in state["players"].items():
        row = next(g for g in groups(root, "player") if f"({colour})" in g.attrib["aria-label"])
        assert {str(player[key]) for key in ("vp", "resolved", "cubes")} <= set(shown(row))
        cards = ["?" if kind is None else str(kind) for kind in player["hand"]]
        assert shown(row)[-len(cards) :] == cards or not cards
    supply = {g.attrib["aria-label"]: shown(g)[0] for g in groups(root, "supply")}
    assert supply == {
        f"{word}: {count}": str(count)
        for word, count in {
            "white cubes": 24,
            "Demons": 1,
            "Conflict dice": 2,
            "chips left": 20,
            "deck": 15,
            "used cards": 10,
        }.items()
    }
    dice = [g.attrib["aria-label"] for g in groups(root, "die")]
    spent = ["Saint: 2", "Draw: spent", "Conflict: 3"]
    assert dice == (
        spent if name != "start" else ["Saint: no die", "Draw: no die", "Conflict: no die"]
    )


def test_first_active_and_passed_players_are_marked_without_colour() -> None:
    root = drawn(moment(passed=["blue"]))
    rows = {g.attrib["aria-label"]: g for g in groups(root, "player")}
    first = next(g for said, g in rows.items() if "first player" in said)
    active = next(g for said, g in rows.items() if "to act" in said)
    passed = next(g for said, g in rows.items() if "passed" in said)
    assert "Yellow" in shown(first) and "1" in shown(first)
    assert "Green" in shown(active) and active.find(f"{SVG}polygon") is not None
    assert "Blue" in shown(passed) and "passed" in shown(passed)
    assert sum(g.find(f"{SVG}polygon") is not None for g in rows.values()) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_coloured_piece_carries_the_letter_of_its_colour(language: Language) -> None:
    letters = labels(language).letters
    root = drawn(crowded(), language=language)
    coloured = {fill: letters[colour] for colour, fill in shapes.FILLS.items()}
    seen = set()
    for group in groups(root, "piece") + groups(root, "player"):
        for fill in {element.get("fill") for element in group.iter()} & coloured.keys():
            assert fill is not None
            assert any(text.startswith(coloured[fill]) for text in shown(group))
            seen.add(fill)
    assert seen == coloured.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_colours_share_a_letter(language: Language) -> None:
    letters = labels(language).letters
    assert len(set(letters.values())) == len(letters) == 5


def bare(markup: str) -> str:
    return re.sub(r' (fill|stroke)="[^"]*"', "", markup)


def test_every_kind_of_piece_has_an_outline_of_its_own() -> None:
    kinds = [
        *(shapes.piece(kind, "blue", "B") for kind in ("saint", "ragami", "chip")),
        *(shapes.die(3), shapes.demon(1), shapes.virtue("blue", "B", 3)),
        *map(shapes.shape, ("cube", "forbidden", "resolved", "location", "first-player", "no-die")),
    ]  # fmt: skip
    assert len(set(map(bare, kinds))) == len(kinds)


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    lighter, darker = sorted((luminance(a), luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colour", ["yellow", "green", "blue", "purple"])
def test_outlines_and_letters_stand_out_from_every_fill(colour: str) -> None:
    fill = shapes.FILLS[colour]
    assert contrast(INK, fill) >= 3
    assert contrast(shapes.LETTER_INK.get(colour, INK), fill) >= 4.5


def test_pieces_and_tiles_stand_out_from_the_paper() -> None:
    assert contrast(INK, PAPER) >= 7
    assert contrast(re.findall(r'fill="([^"]+)"', shapes.SHAPES["demon"])[0], PAPER) >= 7


def tile_of(square: ET.Element) -> tuple[float, float, float]:
    """The left and upper edge of a square's tile, and its side."""
    holder = square.find(f"{SVG}g")
    tile = square.find(f"{SVG}g/{SVG}rect")
    assert holder is not None and tile is not None
    across, down = map(float, re.findall(r"-?[\d.]+", holder.attrib["transform"]))
    x, y, side = (float(tile.attrib[key]) for key in ("x", "y", "width"))
    return across + x, down + y, side


@pytest.mark.parametrize("board", ["city-1", *foreign()])
def test_no_tile_covers_another_and_all_are_on_the_page(board: str) -> None:
    root = ET.fromstring(svg(at_the_start(), plan(foreign().get(board, city()))))
    height = float(root.attrib["height"])
    tiles = []
    for group in groups(root, "square"):
        x, y, side = tile_of(group)
        assert x >= 0 and x + side <= 1000 and y >= 0 and y + side <= height
        tiles.append((x, y, side))
    assert len(tiles) == 30
    for (x, y, side), (other_x, other_y, _) in combinations(tiles, 2):
        assert max(abs(x - other_x), abs(y - other_y)) >= side * 0.99


def test_the_pieces_of_the_fullest_square_stay_on_it() -> None:
    root = drawn(crowded())
    square = next(g for g in groups(root, "square") if "Square 14:" in g.attrib["aria-label"])
    left, top, side = tile_of(square)
    middle_x, middle_y = left + side / 2, top + side / 2
    spots = []
    for holder in square.findall(f"{SVG}g/{SVG}g"):
        if holder.find(f"{SVG}g") is not None:
            x, y, scale = map(float, re.findall(r"-?[\d.]+", holder.attrib["transform"]))
            x, y = x + middle_x, y + middle_y
            assert left <= x - 20 * scale and x + 20 * scale <= left + side
            assert top <= y - 20 * scale and y + 20 * scale <= top + side
            spots.append((x, y, 40 * scale))
    assert len(spots) == 7
    for (x, y, size), (other_x, other_y, _) in combinations(spots, 2):
        assert max(abs(x - other_x), abs(y - other_y)) >= size * 0.99


def test_names_from_a_log_cannot_break_the_picture() -> None:
    names = {"yellow": '<script>&"\x00\x1b[2J\ud800', "green": " ", "blue": "x" * 500}
    root = drawn(moment(), names=names, title="a\nb\uffff</svg>")
    assert "<script>" in said(root)
    assert "\x1b" not in said(root)
    assert "Green" in shown(root)
    assert max(map(len, shown(root))) < 100
    assert root.findtext(f"{SVG}title") == "a b�</svg> · Round 2 · turns · record 57"
    svg(moment(), PLAN, names=names).encode()


def test_a_block_may_have_any_name() -> None:
    board = city()
    for part in ("block_squares", "block_blocks"):
        board[part] = {
            {"Q1": " ", "Q2": "<" * 40}.get(b, b): near for b, near in board[part].items()
        }
    board["block_blocks"] = {block: [] for block in board["block_blocks"]}
    state = moment(players=2)
    for player in state["players"].values():
        player["ragami"] = " "
    root = ET.fromstring(svg(state, plan(board)))
    assert len(groups(root, "block")) == 9
    assert len(groups(root, "piece")) == 4


def test_what_is_hidden_stays_hidden() -> None:
    state = moment()
    state["players"]["yellow"]["hand"] = [None, None]
    row = next(g for g in groups(drawn(state), "player") if "(yellow)" in g.attrib["aria-label"])
    assert shown(row)[-2:] == ["?", "?"]


def test_a_street_across_the_blocks_is_drawn() -> None:
    plain, across = svg(moment(), PLAN), svg(moment(), plan(with_street(city(), 1, 23)))
    ways = re.findall(r'd="(M[\d,]+Q[^"]*)"', across)
    assert len(ways) == 2
    for way in ways:
        begins, *_aims, ends = re.findall(r"(\d+),(\d+)", way)
        assert begins != ends
        assert all(across_ != down for across_, down in (begins, ends))
    assert not re.findall(r'd="M[\d,]+Q', plain)


def test_numbers_are_short() -> None:
    source = svg(crowded(), PLAN)
    drawing = re.sub(r">[^<]*<", "><", source)
    assert not re.findall(r"\d\.\d{4,}", drawing)


def test_the_same_moment_gives_the_same_bytes_in_every_process() -> None:
    code = (
        "from tests.picture.moments import crowded, foreign, plan\n"
        "from ragami.games.ragami.picture.drawing import draw as svg\n"
        "import sys\n"
        "sys.stdout.write(svg(crowded(), plan()))\n"
        "sys.stdout.write(svg(crowded(), plan(foreign()['honeycomb with gaps'])))\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    assert runs.pop().startswith(b"<svg")


def test_spanish_says_it_in_spanish() -> None:
    root = drawn(crowded(), language="es", names={"green": "Ana"})
    assert {"Cuadro de Acciones", "Suministro", "PV", "Resueltos", "Le toca a Ana"} <= set(
        shown(root)
    )
    told = {piece.attrib["aria-label"] for piece in groups(root, "piece")}
    assert {"Santo amarillo", "Ragami púrpura", "6 Demonios", "Conflicto 6"} <= told
    assert "dado de Virtud azul, 5" in told
