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

from ragami.draw.panels import Sign, Text, spoken
from ragami.draw.sketch import Sketch, SketchItem, as_it_is
from ragami.draw.svg import svg as house_svg
from ragami.games.ragami.picture import shapes
from ragami.games.ragami.picture.board import bare as board_alone
from ragami.games.ragami.picture.scene import labels
from ragami.games.ragami.picture.shapes import INK, PAPER
from ragami.games.ragami.rules.judge import EVENTS
from ragami.language import LANGUAGES, Language
from tests.picture.moments import (
    Board,
    at_the_start,
    city,
    crowded,
    foreign,
    moment,
    moments,
    panels,
    pieces,
    plan,
    with_street,
)
from tests.scale import often

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 60_000
HAND_MADE = {"quiet": moment(), "two": moment(2), "crowded": crowded(), "start": at_the_start()}


def svg(state: dict[str, Any], board: Board | None = None, **more: Any) -> str:
    return house_svg(panels(state, board, **more), shapes.symbol, "Friday", "", "Ragami")


def drawn(state: dict[str, Any], board: Board | None = None, **more: Any) -> ET.Element:
    return ET.fromstring(svg(state, board, **more))


def groups(root: ET.Element, kind: str) -> list[ET.Element]:
    """The pieces, or the places of a kind (`Square`), with what stands in them."""
    return [
        group
        for group in root.iter(f"{SVG}g")
        if group.get("class") == kind or re.match(rf"{kind} [^:]*: ", group.get("aria-label", ""))
    ]


def said(root: ET.Element) -> str:
    return " ".join(root.itertext())


def shown(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


@settings(max_examples=often(15, 500))
@given(moments())
def test_every_piece_is_there_once_where_it_stands(state: dict[str, Any]) -> None:
    root = drawn(state)
    found: Counter[tuple[str, str]] = Counter()
    for place in groups(root, "Square") + groups(root, "Block"):
        name = place.attrib["aria-label"].partition(":")[0]
        found.update((name, piece.attrib["aria-label"]) for piece in groups(place, "piece"))
    assert found == pieces(state)
    assert len(groups(root, "piece")) == pieces(state).total()


@settings(max_examples=often(10, 300))
@given(moments())
def test_every_place_says_what_is_there(state: dict[str, Any]) -> None:
    root = drawn(state)
    told = {}
    for place in groups(root, "Square") + groups(root, "Block"):
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
def test_it_is_a_picture_on_its_own(name: str, language: Language) -> None:
    source = svg(HAND_MADE[name], language=language)
    root = ET.fromstring(source)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert not {e.tag for e in root.iter()} & {f"{SVG}script", f"{SVG}image", f"{SVG}style"}
    assert re.findall(r"https?:[^\"]*", source) == ["http://www.w3.org/2000/svg"]
    assert len(source.encode()) < MOST_BYTES


def test_a_board_alone_says_its_name() -> None:
    root = ET.fromstring(board_alone(plan(), "Lisbon <East> " + "x" * 90, language="es"))
    assert root.get("lang") == "es"
    assert (root.findtext(f"{SVG}title") or "").startswith("Lisbon <East>")
    assert len(groups(root, "Espacio")) == 30


@pytest.mark.parametrize("name", HAND_MADE)
def test_every_number_beside_the_board_is_told(name: str) -> None:
    state = HAND_MADE[name]
    described = panels(state)
    rows = {(panel.owner, row.name): row.widgets for panel in described for row in panel.rows}
    for colour, player in state["players"].items():
        assert rows[colour, "resolved"] == (Text(str(player["resolved"])),)
        assert rows[colour, "cubes"] == (Text(str(player["cubes"])),)
        hand = [sign.short for sign in rows[colour, "hand"] if isinstance(sign, Sign)]
        assert hand == ["?" if kind is None else str(kind) for kind in player["hand"]]
        virtue = [spoken(sign) for sign in rows[colour, "virtue"]]
        assert virtue == (
            [f"Virtue die {die['value']} on {die['block']}"] if (die := player["virtue"]) else []
        )
    supply = [sign.amount for sign in rows[None, "supply"] if isinstance(sign, Sign)]
    assert supply == [
        *("white cubes: 24", "Demons: 1", "Conflict dice: 2"),
        *("chips left: 20", "deck: 15", "used cards: 10"),
    ]
    told = "Action table: Saint 2, Draw spent, Conflict 3"
    before = "Action table: Saint no die, Draw no die, Conflict no die"
    assert [*map(spoken, rows[None, "dice"])] == [before if name == "start" else told]


def test_first_active_and_passed_players_are_marked_without_colour() -> None:
    lines = {panel.owner: panel for panel in panels(moment(passed=["blue"])) if panel.owner}
    assert [colour for colour, panel in lines.items() if panel.due] == ["green"]
    marks = {colour: [*map(spoken, panel.marks)] for colour, panel in lines.items()}
    assert marks == {"yellow": ["first player"], "green": [], "blue": ["passed"], "purple": []}
    signs = {colour: panel.sign.short for colour, panel in lines.items() if panel.sign}
    assert signs == {"yellow": "Y", "green": "G", "blue": "B", "purple": "P"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_coloured_piece_carries_the_letter_of_its_colour(language: Language) -> None:
    letters = labels(language).letters
    root = drawn(crowded(), language=language)
    coloured = {fill: letters[colour] for colour, fill in shapes.FILLS.items()}
    seen = set()
    for group in groups(root, "piece"):
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


def tile_of(square: SketchItem) -> tuple[float, float, float]:
    """The left and upper edge of a square's tile, and its side."""
    tile = ET.fromstring(f"<g>{square.shape(as_it_is)}</g>").find("rect")
    assert tile is not None
    x, y, side = (float(tile.attrib[key]) for key in ("x", "y", "width"))
    return square.at[0] + x, square.at[1] + y, side


def sketch(state: dict[str, Any], board: Board | None = None) -> Sketch:
    [board_map] = panels(state, board)[0].rows[0].maps()
    return board_map.sketch


def squares(of: Sketch) -> list[SketchItem]:
    return [spot for spot in of.spots if spot.name.startswith("square-")]


@pytest.mark.parametrize("board", ["city-1", *foreign()])
def test_no_tile_covers_another_and_all_are_on_the_page(board: str) -> None:
    made = sketch(at_the_start(), foreign().get(board, city()))
    tiles = []
    for square in squares(made):
        x, y, side = tile_of(square)
        assert x >= 0 and x + side <= made.width and y >= 0 and y + side <= made.height
        tiles.append((x, y, side))
    assert len(tiles) == 30
    for (x, y, side), (other_x, other_y, _) in combinations(tiles, 2):
        assert max(abs(x - other_x), abs(y - other_y)) >= side * 0.99


def test_the_pieces_of_the_fullest_square_stay_on_it() -> None:
    [square] = [spot for spot in squares(sketch(crowded())) if spot.place == "14"]
    left, top, side = tile_of(square)
    middle_x, middle_y = square.at
    spots = []
    for holder in ET.fromstring(f"<g>{square.shape(as_it_is)}</g>").findall("g"):
        if holder.find("g") is not None:
            x, y, scale = map(float, re.findall(r"-?[\d.]+", holder.attrib["transform"]))
            x, y = x + middle_x, y + middle_y
            assert left <= x - 20 * scale and x + 20 * scale <= left + side
            assert top <= y - 20 * scale and y + 20 * scale <= top + side
            spots.append((x, y, 40 * scale))
    assert len(spots) == 7
    for (x, y, size), (other_x, other_y, _) in combinations(spots, 2):
        assert max(abs(x - other_x), abs(y - other_y)) >= size * 0.99


def test_every_place_can_be_tapped_as_the_value_that_it_is() -> None:
    made = sketch(moment())
    assert [spot.place for spot in made.spots] == [
        *(f"Q{n}" for n in range(1, 10)),
        *map(str, range(1, 31)),
    ]
    named = {name for event in EVENTS.values() for name in event.__struct_fields__}
    assert set(made.fields) & named >= {"to", "square", "squares", "block", "demons"}


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
    root = drawn(state, board)
    assert len(groups(root, "Block")) == 9
    assert len(groups(root, "piece")) == 4


def test_what_is_hidden_stays_hidden() -> None:
    state = moment()
    state["players"]["yellow"]["hand"] = [None, None]
    [line] = [panel for panel in panels(state) if panel.owner == "yellow"]
    [hand] = [row for row in line.rows if row.name == "hand"]
    assert [(sign.short, sign.mark) for sign in hand.widgets if isinstance(sign, Sign)] == [
        ("?", "closed")
    ] * 2


def test_a_street_across_the_blocks_is_drawn() -> None:
    plain, across = svg(moment()), svg(moment(), with_street(city(), 1, 23))
    ways = re.findall(r'd="(M[\d,]+Q[^"]*)"', across)
    assert len(ways) == 2
    for way in ways:
        begins, *_aims, ends = re.findall(r"(\d+),(\d+)", way)
        assert begins != ends
        assert all(across_ != down for across_, down in (begins, ends))
    assert not re.findall(r'd="M[\d,]+Q', plain)


def test_numbers_are_short() -> None:
    source = svg(crowded())
    drawing = re.sub(r">[^<]*<", "><", source)
    assert not re.findall(r"\d\.\d{4,}", drawing)


def test_the_same_moment_gives_the_same_bytes_in_every_process() -> None:
    code = (
        "from tests.picture.moments import crowded, foreign\n"
        "from tests.picture.test_svg import svg\n"
        "import sys\n"
        "sys.stdout.write(svg(crowded()))\n"
        "sys.stdout.write(svg(crowded(), foreign()['honeycomb with gaps']))\n"
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
    assert {"Cuadro de Acciones", "Suministro", "Cubos", "Resueltos", "Ana"} <= set(shown(root))
    told = {piece.attrib["aria-label"] for piece in groups(root, "piece")}
    assert {"Santo amarillo", "Ragami púrpura", "6 Demonios", "Conflicto 6"} <= told
    assert "dado de Virtud azul, 5" in told
