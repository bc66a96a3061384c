"""Panels of every game: the same places at every moment, nothing too wide, nothing unsaid."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from html import unescape
from typing import Any

import pytest
from msgspec import Raw, json

from ragami.draw.html import Panelled
from ragami.draw.panels import Card, Grid, Map, Page, Panel, Row, Sign, Space, Text, Track
from ragami.draw.sketch import Sketch, SketchItem
from ragami.draw.svg import MARKED, svg, width_of
from ragami.draw.text import text
from ragami.game import game_named
from ragami.game.capabilities import BOT, DRAWING, PAGE, PANELS
from ragami.game.standing import standing_and_panels
from ragami.language import LANGUAGES, Language

# Whose panels are described; the others have a picture of their own or nothing but the defaults.
PANELLED = ("ragami", "dice-forge", "deal-with-the-devil")
STEP = 9


@cache
def moments(name: str) -> list[tuple[Any, dict[str, Any], dict[str, str]]]:
    """Some moments of a game of bots: state, view and names; a state is folded anew for each."""
    game = game_named(name)
    played = list(game.need(BOT).play(4, 11))
    found = []
    for last in range(1, len(played) + 1, len(played) // STEP):
        state = game.new_state()
        for seq, (type_, data) in enumerate(played[:last], 1):
            event = game.codec.read_event(type_, 1, Raw(json.encode(data)))
            game.judges[type(event)][1](state, event, seq)
        found.append((state, game.view(state, last), dict(game.seating(state).names)))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PANELLED)
def test_a_table_has_the_same_rows_at_every_moment(name: str, language: Language) -> None:
    offered = game_named(name).need(PANELS)
    places = {
        tuple((panel.name, row.name) for panel in shown for row in panel.rows)
        for shown in (offered.panels(*moment, language) for moment in moments(name))
    }
    assert len(places) == 1
    (one,) = places
    assert len(set(one)) == len(one) > 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PANELLED)
def test_the_page_has_a_place_for_every_spot(name: str, language: Language) -> None:
    game = game_named(name)
    last = moments(name)[-1]
    stage = game.need(PAGE).stage(last[0], last[2], language, str)
    assert stage is not None
    placed = re.findall(r'<(?!pattern)[^>]* id="([^"]+)"', stage.board + stage.beside)
    for state, view, _names in moments(name):
        spots = stage.spots(state, view)
        assert sorted(spots) == sorted(placed)
        for spot in spots.values():
            assert "".join(spot.parts) in ("", spot.markup)


@pytest.mark.parametrize("width", [40, 60, 80, 150])
@pytest.mark.parametrize("name", PANELLED)
def test_no_line_of_characters_is_too_wide(name: str, width: int) -> None:
    drawing = game_named(name).need(DRAWING)
    for state, view, names in moments(name):
        shown = drawing.picture(state, view, names, Page("es", width, unicode=False))
        assert max(map(len, shown.splitlines())) <= width


@pytest.mark.parametrize("name", PANELLED)
def test_nobody_needs_colours_or_more_than_ascii(name: str) -> None:
    drawing = game_named(name).need(DRAWING)
    for state, view, names in moments(name):
        assert drawing.picture(state, view, names, Page("en", unicode=False)).isascii()
        plain, coloured = (
            drawing.picture(state, view, names, Page("en", colour=colour))
            for colour in (False, True)
        )
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain != coloured


@pytest.mark.parametrize("name", PANELLED)
def test_before_the_table_is_laid_there_is_no_picture(name: str) -> None:
    game = game_named(name)
    state = game.new_state()
    view = game.view(state, 0)
    assert game.need(DRAWING).svg(view, state, {}, None, "en") is None
    assert game.need(PAGE).stage(state, {}, "en", str) is None
    assert game.need(DRAWING).picture(state, view, {}, Page("en"))


@pytest.mark.parametrize("name", PANELLED)
def test_a_name_can_neither_steer_the_terminal_nor_break_a_picture(name: str) -> None:
    drawing = game_named(name).need(DRAWING)
    state, view, names = moments(name)[4]
    names = dict.fromkeys(names, '\x1b[2J\x07Eve\n\u202e<evil>&"\ud800')
    told = drawing.picture(state, view, names, Page("en", 120))
    assert not {"\x1b", "\x07", "\u202e"} & {*told}
    told.encode()
    drawn = drawing.svg(view, state, names, "a\nb\x00</svg>", "en")
    assert drawn is not None
    ET.fromstring(drawn.encode())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PANELLED)
def test_everything_drawn_says_what_it_is(name: str, language: Language) -> None:
    drawing = game_named(name).need(DRAWING)
    for state, view, names in moments(name):
        drawn = drawing.svg(view, state, names, "Friday & more", language)
        assert drawn is not None
        tree = ET.fromstring(drawn)
        labels = [one.get("aria-label") for one in tree.iter() if one.get("role") == "img"]
        assert all(labels) and not [one for one in labels if "_" in (one or "")]
        texts = [one.text or "" for one in tree.iter() if one.tag.endswith("text")]
        assert "Friday & more" in texts and not [one for one in texts if re.search("[{}_]", one)]


def test_who_is_due_comes_first_in_characters() -> None:
    panels = [
        Panel("track", "Track", (Row("a", (Text("one"),)),)),
        Panel("red", "Red", (Row("a", (Text("two"),)),), owner="red"),
        Panel("blue", "Blue", (Row("a", (Text("three"),)),), owner="blue", due=True),
    ]
    shown = text(panels, Page("en"))
    assert re.findall(r"^(?:▶ )?(\w+)$", shown, re.MULTILINE) == ["Track", "Blue", "Red"]


def test_figures_stand_below_their_headings() -> None:
    grid = Grid(("", "points"), (("Ana", "7"), ("Bea", "12")), frozenset({1}), total=False)
    shown = text([Panel("p", "", (Row("a", (grid,)),))], Page("en"))
    lines = [line for line in shown.splitlines() if line]
    assert [len(line) for line in lines] == [len(lines[0])] * 3
    assert lines[2].startswith("▶ Bea")


def test_a_picture_has_no_box_for_nothing() -> None:
    """On a page an empty panel keeps its place for what comes; a picture shows one moment."""
    full = Panel("full", "", (Row("a", (Text("here"),)),))
    alone = svg([full], str, "", "", "")
    assert svg([full, Panel("chests", "", (Row("a", ()),))], str, "", "", "") == alone


def test_what_is_closed_shows_nothing_of_what_it_is() -> None:
    closed = (Sign("gold", "hidden thing", "3g", mark="closed"), Card("?", mark="closed"))
    panel = Panel("p", "Wall", (Row("a", closed),))
    assert "3g" not in text([panel], Page("en"))
    assert "SECRET" not in svg([panel], lambda _picture: "SECRET", "", "", "")
    html = Panelled(lambda _picture: "SECRET", str).spots([panel])["p-a"].markup
    assert "SECRET" not in html


def test_a_name_from_outside_is_escaped_everywhere() -> None:
    panel = Panel("p", "<b>", (Row("a", (Text("<script>"), Card("&"), Grid(("<",), (("'",),)))),))
    spots = Panelled(str, str).spots([panel])
    markup = "".join(spot.markup for spot in spots.values())
    assert "<script>" not in markup and "<script>" in unescape(markup)
    ET.fromstring(svg([panel], lambda _picture: "", "<", ">", "'"))


def test_a_long_text_is_reckoned_rather_too_wide() -> None:
    assert width_of("Mmm", 10) > width_of("ill", 10)
    assert width_of("Mmm", 10, bold=True) > width_of("Mmm", 10)


def test_a_track_is_not_called_as_its_panel_is() -> None:
    spaces = (Space("0", signs=(Sign("low", "Low", "Low"), Sign("red", "Red", "R"))), Space("1"))
    row = (
        Row("spaces", (Track("Honour", (*spaces, Space("2", signs=(Sign("up", "Up", "Up"),)))),)),
    )
    assert text([Panel("track", "Honour", row)], Page("en")) == "Honour\n  0: Low, R · 2: Up\n"
    assert "  Honour: 0: Low" in text([Panel("track", "Board", row)], Page("en"))


def test_a_map_is_drawn_by_its_game_spot_by_spot() -> None:
    """In a picture whole, on a page each spot in its place, and with characters by the game."""

    def shown(piece: str) -> Panel:
        spot = SketchItem(
            "port",
            (10, 20),
            f"Port: {piece}",
            piece,
            lambda keep: keep(f"<path id='{piece}'/>"),
            "7",
        )
        sketch = Sketch("Sea", "The sea", 100, 50, "#fff", "#000", "<rect/>", [spot], ("to", "of"))
        legend = Row("legend", (Sign("wave", "~", "", "water"),), "The signs")
        sea = Map(sketch, lambda page: [f"~~{piece} {page.width}"], legend)
        return Panel("sea", "", (Row("map", (sea,)),))

    picture = svg([shown("ship")], str, "", "", "")
    assert "<path id='ship'/>" in picture
    assert "Port: ship" in picture
    assert "water" in picture
    page = Panelled(str, "kept {}".format)
    frame = page.frame([shown("ship")])
    assert 'id="port"' in frame and 'data-place="7"' in frame and 'data-fields="to of"' in frame
    assert "<summary>The signs</summary>" in frame and "kept wave" in frame and "water" in frame
    assert page.spots([shown("ship")])["port"].markup == "kept <path id='ship'/>"
    assert page.spots([shown("raft")])["port"].label == "Port: raft"
    assert text([shown("ship")], Page("en", 60)) == "~~ship 60\n"


def lines(*names: str) -> list[Panel]:
    """Lines of a table: the second player is due, and has more than the first."""
    return [
        Panel(
            f"seat-{n}",
            name,
            (
                Row("cubes", (Text(str(9 + n)),), "Cubes"),
                Row("hand", (Sign("card", "card 14", "14"),) * n, "Hand"),
            ),
            owner=name,
            due=n == 1,
            size="line",
            sign=Sign(f"chip-{n}", "blue", "B"),
            marks=(Sign("first", "first player", "1"),) * n,
        )
        for n, name in enumerate(names)
    ]


def test_panels_of_a_line_each_are_one_table_in_characters() -> None:
    """What is below a heading stands there once, whoever is due stays in place."""
    shown = text([Panel("sea", "Sea", ()), *lines("Ana", "安娜")], Page("en"))
    assert shown.splitlines() == [
        "Sea",
        "",
        "            Cubes  Hand",
        "  B Ana         9  –",
        "▶ B 安娜 1     10  14",
    ]


def test_a_table_too_wide_for_the_terminal_is_told_in_paragraphs() -> None:
    shown = text(lines("Ana " * 9, "Bea"), Page("en", 50))
    assert shown.splitlines()[0] == "  B Ana Ana Ana Ana Ana Ana Ana Ana Ana   Cubes 9"
    assert "▶ B Bea 1  Cubes 10  Hand 14" in shown


def test_panels_of_a_line_each_are_one_table_on_a_page() -> None:
    """Each cell is a spot, the heading stands above them all, and a title has its signs."""
    page = Panelled("<{}>".format, "kept {}".format)
    frame = page.frame(lines("Ana", "Bea"))
    assert frame.count("<table") == 1 and frame.count("Cubes") == 1
    assert re.findall(r'data-owner="(\w+)"', frame) == ["Ana", "Bea"]
    spots = page.spots(lines("Ana", "Bea"))
    assert "Cubes" not in spots["seat-1-cubes"].markup and ">10<" in spots["seat-1-cubes"].markup
    title = spots["seat-1-title"].markup
    assert title.index("▶") < title.index("chip-1") < title.index("Bea") < title.index("first")
    assert "▶" not in spots["seat-0-title"].markup


def test_panels_of_a_line_each_are_one_table_in_a_picture() -> None:
    drawn = ET.fromstring(svg(lines("Ana", "Bea", "Cia"), str, "", "", ""))
    texts = [one.text for one in drawn.iter() if one.tag.endswith("text")]
    assert texts.count("Cubes") == texts.count("Hand") == 1
    assert [text for text in texts if text in ("Ana", "Bea", "Cia")] == ["Ana", "Bea", "Cia"]
    lit = [one for one in drawn.iter() if one.get("fill") == MARKED]
    assert len(lit) == 1


def test_points_stand_in_the_lines_of_players_and_nowhere_else() -> None:
    game = game_named("ragami")
    for state, view, names in moments("ragami")[1:]:
        head, drawn = standing_and_panels(game, state, view, names, "en")
        assert [row.name for row in head.rows] == ["result"]
        shown = {panel.owner: panel.rows[0].widgets for panel in drawn if panel.owner}
        scores = game.position(state).scores
        assert shown == {seat: (Text(str(scores[seat]), "strong"),) for seat in names}


def test_a_board_stands_alone_and_beside_it_all_else() -> None:
    """On a page as in the terminal: whoever is due is seen with and without room for a board."""
    game = game_named("ragami")
    state, view, names = moments("ragami")[4]
    stage = game.need(PAGE).stage(state, names, "en", str)
    assert stage is not None
    assert 'id="square-14"' in stage.board and "seat-" not in stage.board
    assert "square-" not in stage.beside and stage.beside.count("-hand") == len(names)
    drawing = game.need(DRAWING)
    board, beside, due, every = (
        drawing.picture(state, view, names, Page("en", part=part))
        for part in ("board", "beside", "due", "all")
    )
    assert "[14" in board and "▶" not in board
    assert "▶" in beside and "Action table" in beside and "[14" not in beside
    assert due == beside
    assert game.words.moment(state, "en").lower() in every.splitlines()[0].lower()
    drawn, letters = board.rstrip().rsplit("\n\n", 1)
    assert drawn in every and beside.rstrip() in every
    assert every.rstrip().endswith(letters), "whoever has few lines sees the rest first"
