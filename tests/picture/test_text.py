"""The picture in characters: it fits, it says everything, and letters carry it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragami.draw.panels import Page
from ragami.draw.text import cells, in_ascii
from ragami.draw.text import text as house_text
from ragami.games.ragami.picture.chart import fitted
from ragami.games.ragami.picture.scene import labels
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
    plan,
    with_street,
)
from tests.scale import often

PLAN = plan()
LETTERS = {"yellow": "Y", "green": "G", "blue": "B", "purple": "P", "neutral": "N"}
SGR = re.compile(r"\x1b\[[\d;]*m")
FOREIGN = foreign()
CHART, TABLE = 100, 60


def text(
    state: dict[str, Any],
    board: Board | None = None,
    names: dict[str, str] | None = None,
    language: Language = "en",
    **page: Any,
) -> str:
    return house_text(panels(state, board, names, language), Page(language, **page))


def cell(state: dict[str, Any], square: int) -> tuple[str, str]:
    """What the two lines of a square say, told from the state and nothing else."""
    mark = "✗" if square in state["chips"]["forbidden"] else ""
    mark = mark or ("✓" if square in state["chips"]["resolved"] else "")
    head = f"[{square}{mark}]"
    if str(square) in state["conflicts"]:
        head += f" C{state['conflicts'][str(square)]}"
    if str(square) in state["demons"]:
        head += f" D{state['demons'][str(square)]}"
    saints = {c: p["saint"] for c, p in state["players"].items()} | state["neutral_saints"]
    return head, standing(state, square, saints)


def standing(state: dict[str, Any], place: int | str, saints: dict[str, Any]) -> str:
    ragamis = {c: p["ragami"] for c, p in state["players"].items()} | {"neutral": state["neutral"]}
    told = []
    for sign, where in (("S", saints), ("R", ragamis)):
        letters = "".join(LETTERS[colour] for colour in LETTERS if where.get(colour) == place)
        told += [f"{sign}:{letters}"] if letters else []
    return " ".join(told)


def dice(state: dict[str, Any], block: str) -> str:
    virtue = {c: p["virtue"] for c, p in state["players"].items() if p["virtue"]}
    told = [f"{LETTERS[c]}{v['value']}" for c, v in virtue.items() if v["block"] == block]
    return "V:" + " ".join(told) if told else ""


def board_part(picture: str) -> str:
    return picture.split("\n\n", maxsplit=1)[0]


@settings(max_examples=often(15, 500))
@given(moments())
def test_the_drawn_board_shows_every_square_and_piece_once(state: dict[str, Any]) -> None:
    drawn = board_part(text(state, width=CHART))
    heads, people = zip(*(cell(state, square) for square in range(1, 31)), strict=True)
    found = re.findall(r"\[\d+[✓✗]?\](?: [CD]\d)*", drawn)
    assert sorted(found) == sorted(heads)
    blocks = [f"Q{n}" for n in range(1, 10)]
    wanted = Counter(filter(None, [*people, *(standing(state, block, {}) for block in blocks)]))
    assert Counter(re.findall(r"[SR]:[YGBPN]+(?: R:[YGBPN]+)?", drawn)) == wanted
    on_blocks = Counter(filter(None, (dice(state, block) for block in blocks)))
    assert Counter(re.findall(r"V:[YGBP]\d(?: [YGBP]\d)*", drawn)) == on_blocks
    assert sorted(re.findall(r"Q\d", drawn)) == blocks


@settings(max_examples=often(10, 300))
@given(moments())
def test_the_table_tells_the_same_of_every_place(state: dict[str, Any]) -> None:
    lines = board_part(text(state, width=TABLE)).splitlines()
    for square in range(1, 31):
        head, people = cell(state, square)
        number, _, loose = head[1:].partition("]")
        line = next(line for line in lines if re.match(rf" ?{number}[ ]", line))
        near, _, there = line.partition("|")
        assert near.replace(number, "", 1).split() == [str(n) for n in sorted(PLAN.streets[square])]
        assert there.split() == [*loose.split(), *people.split()]
    for block, squares in PLAN.block_squares.items():
        entry = " ".join(lines).partition(f"{block}: ")[2]
        near, _, there = re.split(r"Q\d:", entry)[0].partition("|")
        touched, _, beside = near.partition(";")
        assert touched.split() == [str(n) for n in sorted(squares)]
        assert beside.split() == sorted(PLAN.block_blocks[block])
        assert there.split() == f"{standing(state, block, {})} {dice(state, block)}".split()


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=often(8, 200))
@given(moments(), st.integers(40, 130), st.booleans(), st.sampled_from(["city-1", *FOREIGN]))
def test_no_line_is_wider_than_the_terminal(
    language: Language, state: dict[str, Any], width: int, unicode: bool, board: str
) -> None:
    if board != "city-1":
        state = moment()
        for player in state["players"].values():
            player["ragami"] = 3
    names = {"green": "Ana " * 9, "blue": "安娜安娜安娜安娜安娜安娜安娜", "yellow": "é́́́ñ"}
    picture = text(
        state,
        FOREIGN.get(board),
        language=language,
        names=names,
        unicode=unicode,
        width=width,
    )
    assert max(map(cells, picture.splitlines())) <= width


@pytest.mark.parametrize("width", [40, TABLE, 80, CHART])
@pytest.mark.parametrize("language", LANGUAGES)
def test_colour_only_adds_to_what_is_said(width: int, language: Language) -> None:
    plain = text(crowded(), language=language, width=width)
    coloured = text(crowded(), language=language, width=width, colour=True)
    assert "\x1b" not in plain
    assert SGR.search(coloured)
    stripped = [line.rstrip() for line in SGR.sub("", coloured).splitlines()]
    assert stripped == plain.splitlines()


@pytest.mark.parametrize("width", [40, TABLE, 80, CHART])
@pytest.mark.parametrize("language", LANGUAGES)
def test_ascii_keeps_every_column_where_it_was(width: int, language: Language) -> None:
    names = {"green": "Íñigo", "blue": "安娜 Ａ"}
    plain = text(crowded(), language=language, names=names, unicode=False, width=width)
    rich = text(crowded(), language=language, names=names, width=width)
    assert plain.isascii()
    assert [*map(cells, plain.splitlines())] == [*map(cells, rich.splitlines())]
    assert "Inigo" in plain


@pytest.mark.parametrize("unicode", [True, False])
def test_streets_are_drawn_between_the_squares(unicode: bool) -> None:
    state = at_the_start()
    drawn = board_part(text(state, width=CHART, unicode=unicode))
    down, left, right = "│╱╲" if unicode else "|/\\"
    at = PLAN.places.squares
    straight = sum(at[a][0] == at[b][0] for a, b in PLAN.streets_between)
    aside = len(PLAN.streets_between) - straight
    assert drawn.count(left) + drawn.count(right) == 2 * aside
    assert drawn.count(down) == 4 * straight


def test_the_board_is_drawn_from_76_columns_on() -> None:
    assert "│" in text(moment(), width=76)
    assert "│" not in text(moment(), width=75)
    assert "│" not in text(moment(), width=-5)


@pytest.mark.parametrize("name", FOREIGN)
def test_a_board_off_the_grid_is_told_as_a_table(name: str) -> None:
    state = at_the_start() | {"conflicts": {"17": 5}}
    told = text(state, FOREIGN[name], width=TABLE)
    assert "Square: where its streets go" in told
    line = next(line for line in told.splitlines() if line.startswith("17 "))
    near = [str(n) for n in sorted(plan(FOREIGN[name]).streets[17])]
    assert line.split() == ["17", *near, "|", "C5"]


def test_a_wide_terminal_has_the_table_in_two_columns() -> None:
    told = text(at_the_start(), FOREIGN["one line"], width=CHART)
    row = next(line for line in told.splitlines() if line.startswith(" 1 "))
    assert row.split() == ["1", "2", "16", "15", "17"]


def test_what_the_drawn_board_cannot_show_is_said_below_it() -> None:
    board = with_street(city(), 1, 23)
    board["block_squares"]["Q1"] += [30]
    board["block_blocks"]["Q3"].append("Q9")
    board["block_blocks"]["Q9"].append("Q3")
    told = text(moment(), board, width=CHART)
    assert "│" in told
    assert "Streets not drawn: 1–23" in told
    assert "\nQ1: 1 2 3 8 9 10 30; Q2 Q4 | R:Y\n" in told
    assert "\nQ3: 5 6 7 14 15 16; Q2 Q5 Q6 Q9 | R:B\n" in told
    assert "\nQ9: 21 22 23 28 29 30; Q3 Q6 Q8\n" in told
    assert not re.search(r"^Q[2456780]:", told, re.MULTILINE)


def test_the_score_table_says_who_is_first_who_acts_and_who_has_passed() -> None:
    state = moment(passed=["blue"])
    state["players"]["purple"] |= {"hand": [8, None], "virtue": {"block": "Q2", "value": 4}}
    lines = text(state, names={"purple": "Eva"}).splitlines()
    assert "  Y Yellow 1            0      3  –       –" in lines
    assert "▶ G Green               1      3  –       –" in lines
    assert "  B Blue passed         2      3  –       –" in lines
    assert "  P Eva                 3      3  4 Q2    8 ?" in lines


def test_dice_and_supply_are_told() -> None:
    told = text(moment(), width=130)
    assert "  Action table: Saint: 2 · Draw: spent · Conflict: 3\n" in told
    assert (
        "  Supply: white cubes: 24 · Demons: 1 · Conflict dice: 2 · chips left: 20 · deck: 15"
        " · used cards: 10\n" in told
    )
    assert "Saint: no die" in text(at_the_start())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_explains_every_letter_in_use(language: Language) -> None:
    says = labels(language)
    told = text(crowded(), language=language, width=130).split("\n\n")[-1]
    for sign, word in [*says.letters.items()]:
        assert f"{word} {says.words[sign]}" in told
    for kind, letter in says.kinds.items():
        assert f"{letter} {says.legend[kind]}" in told
    assert len(set(says.kinds.values())) == len(says.kinds)


def test_the_legend_leaves_out_colours_that_nobody_plays() -> None:
    legend = text(moment(2, neutral_saints={"purple": 9}), width=130).split("\n\n")[-1]
    assert "P purple" in legend
    assert "B blue" not in legend
    assert "N neutral" not in legend


def test_the_same_moment_gives_the_same_text() -> None:
    assert text(crowded()) == text(crowded())


def test_spanish_says_it_in_spanish() -> None:
    told = text(crowded(), language="es", names={"green": "Ana"}, width=CHART)
    assert "▶ V Ana" in told
    assert "S:AVZP R:P" in told
    assert "V:A3 V4 Z5 P6" in told
    assert "Cuadro de Acciones: Santo: 2 · Robar: agotado" in told


@pytest.mark.parametrize(
    ("name", "columns", "shown"),
    [
        ("Ana", 5, "Ana  "),
        ("Anabel", 4, "Ana…"),
        ("安娜娜", 5, "安娜…"),
        ("安娜娜", 4, "安… "),
        ("", 0, ""),
    ],
)
def test_a_text_is_cut_or_filled_to_its_columns(name: str, columns: int, shown: str) -> None:
    assert fitted(name, columns) == shown
    assert cells(shown) == columns


@given(st.text())
def test_ascii_is_ascii_in_as_many_columns(anything: str) -> None:
    assert in_ascii(anything).isascii()
    assert cells(in_ascii(anything)) == cells(anything)
