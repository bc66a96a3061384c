"""The pad as a widget: any game's panel may hold one, and the house draws it everywhere."""

from __future__ import annotations

from ragami.draw import text
from ragami.draw.html import Panelled
from ragami.draw.pad import Pad, PadCell, PadRow, PadStep, event_of
from ragami.draw.panels import Page, Panel, Row, pad_of, spoken
from ragami.draw.sketch import as_it_is
from ragami.draw.svg import svg

EVENT = '{"type":"wrote","data":{"row":2,"cells":{}}}'


def pad(rows: int = 2) -> Pad:
    cells = (PadCell(1, EVENT, ("cells", "a")), PadCell(None, EVENT, ("cells", "b")))
    names = (("a", "Ana"), ("b", "<b>"))
    return Pad(
        names,
        tuple(PadRow(str(n), f"round {n}", cells) for n in range(1, rows + 1)),
        (("total", ("7", "9")), ("place", ("2", "1"))),
        ((0, 1),),
        PadStep('{"type":"over","data":{}}', "end"),
    )


def panel(rows: int = 2) -> Panel:
    return Panel("pad", "Pad", (Row("cells", (pad(rows),)),))


def test_a_number_goes_where_the_cell_says() -> None:
    assert event_of(pad().rows[0].cells[1:2], [-4]) == ("wrote", {"row": 2, "cells": {"b": -4}})


def test_the_cell_that_is_due_is_marked_unless_another_is() -> None:
    assert pad().near(None) == (0, 1)
    assert pad().near((1, 0)) == (1, 0)
    assert pad().near((5, 0)) == (0, 1)


def test_rows_far_from_the_marked_one_are_left_out_and_totals_stay() -> None:
    drawn = text.text([panel(40)], Page("en", cell=(30, 1)))
    lines = [line.split()[0] for line in drawn.splitlines() if line.split()]
    assert "31" in lines
    assert "1" not in lines[2:]
    assert lines[-2:] == ["total", "place"]
    assert "[" in drawn
    assert len(lines) < 20
    assert len(text.text([panel(40)], Page("en")).splitlines()) > 40


def test_the_column_of_who_has_won_is_marked_on_a_page() -> None:
    won = pad()._replace(won=frozenset({1}))
    html = Panelled(str, as_it_is).spots([Panel("pad", "Pad", (Row("cells", (won,)),))])
    markup = html["pad-cells"].markup
    assert '<th scope="col" data-column="b" class="marked">' in markup
    assert markup.count('class="marked"') == 3  # the name, the total and the place


def test_it_is_drawn_read_aloud_and_put_on_a_page() -> None:
    assert pad_of([panel()]) == pad()
    assert spoken(pad()).startswith("Ana, <b>; 1, 1; 2, 1; total, 7, 9")
    assert "&lt;b&gt;" in svg([panel()], str, "Friday", "", "")
    html = Panelled(str, as_it_is).spots([panel()])["pad-cells"].markup
    assert 'data-path="cells.b"' in html
    assert "<b>" not in html
    assert html.count('class="due-now"') == 1
    assert 'data-label="end"' in html
