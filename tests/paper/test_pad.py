"""A pad on paper: empty to begin with, as far as it is written, and whole at the end."""

from __future__ import annotations

import re

from ragami.export.excerpt import Excerpt
from ragami.export.paper import paper
from ragami.game import game_named
from tests.games.scores.pad import Pad


def table(page: bytes) -> list[list[str]]:
    """The rows of the pad on a sheet."""
    (pad,) = re.findall(r'<table class="pad">(.*?)</table>', page.decode(), re.DOTALL)
    rows = re.findall(r"<tr>(.*?)</tr>", pad, re.DOTALL)
    return [re.findall(r"<t[hd]>(.*?)</t[hd]>", row) for row in rows]


def of(pad: Pad, name: str = "friday") -> bytes:
    return paper(Excerpt(name, pad.log, None, "en"), "a4", "en")


def test_an_empty_pad_has_columns_without_names() -> None:
    page = paper(game_named("scores"), "a4", "es")
    assert b"<h1>Puntos</h1>" in page
    heads, *rows = table(page)
    assert set(map(str.strip, heads)) == {""}
    assert [row[0] for row in rows] == [*map(str, range(1, 17)), "total", "puesto"]
    assert all(not cell for row in rows for cell in row[1:])


def test_a_pad_is_gone_on_with_by_hand() -> None:
    page = of(Pad("row 5 7 -3; round; row 1 2 3; round"))
    heads, *rows = table(page)
    assert heads == ["", "Ana", "Bea", "Caro"]
    assert rows[:3] == [["1", "5", "7", "-3"], ["2", "1", "2", "3"], ["3", "", "", ""]]
    assert rows[-2:] == [["total", "", "", ""], ["place", "", "", ""]]
    assert len(rows) == 18
    assert b"<svg" not in page


def test_a_file_is_headed_by_its_name_without_the_folders() -> None:
    assert b"<h1>evening.jsonl</h1>" in of(Pad("row 5 7 -3"), "../games/evening.jsonl")


def test_categories_have_a_row_each() -> None:
    heads = 'categories: gold "Gold", army "Army"'
    _heads, *rows = table(of(Pad("row gold 1 2 3", heads=heads, rounds=1, complete="all")))
    assert [row[0] for row in rows] == ["Gold", "Army", "total", "place"]


def test_at_the_end_it_says_who_won() -> None:
    page = of(Pad("row 5 7 -3; round; end"))
    assert table(page)[-2:] == [["total", "5", "7", "-3"], ["place", "2", "1", "3"]]
    assert table(page)[0] == ["", "Ana", "Bea (winner)", "Caro"]
    assert b"Bea wins" in page


def test_another_game_has_its_points_by_round() -> None:
    page = paper(game_named("ragami"), "a4", "en")
    assert b"Points after round" in page
    assert b'class="pad"' not in page
