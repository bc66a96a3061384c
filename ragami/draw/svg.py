"""Panels as one picture: boxes that flow into rows, rows into panels, panels into columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import Final, NamedTuple

from ragami.draw.pad import Pad
from ragami.draw.panels import (
    Bar,
    Card,
    Die,
    Grid,
    Map,
    Panel,
    Row,
    Sign,
    Space,
    Symbols,
    Text,
    Track,
    Widget,
    in_tables,
    spoken,
)
from ragami.markup import FONT, Point, Value, element, labelled, middle, moved, words

WIDTH: Final = 1240.0
# With a board, which takes all of it: so wide that letters on paper are six points high.
BOARD: Final = 940.0
# Across a page of paper, so that the smallest text is 7 points high.
NARROW: Final = 1000.0
MARGIN: Final = 20.0
GAP: Final = 14.0
HEAD: Final = 56.0
PAD: Final = 14.0
# How much of the width a subtitle may take.
SUBTITLE: Final = 0.65
SIGN: Final = 44.0
SMALL: Final = 28.0
CARD: Final = 178.0
SIZE: Final = 15.0
LINE: Final = 20.0
INK: Final = "#221d16"
FAINT: Final = "#675d4d"
PAPER: Final = "#fffdf8"
CLOTH: Final = "#efe9dd"
BACK: Final = "#5b4a63"
MARKED: Final = "#ffedb3"
COLUMNS: Final = {"third": 3, "half": 2, "whole": 1, "line": 1}
# A line of a table, and how much larger it may be for the room that it has.
LINE_HIGH: Final = 46.0
LARGER: Final = 1.25
TONES: Final = {"": PAPER, "good": "#e3ecf6", "bad": "#f1d8d3"}
# Boxes on a line are centred, unless one of them is larger than a sign.
LARGE: Final = 48.0
# Room for the title of a line.
LONGEST: Final = 300.0
# The width of a character in parts of its size, in the widest of the usual typefaces.
_NARROW: Final = "ijlI|!.,:;'()[]ftr "
_WIDE: Final = "mwMW@%—"


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Estimate how wide a text is; rather too much than too little.

    In whole numbers: what `sum` makes of floats is another thing since Python 3.12.
    """
    hundredths = sum(
        42 if char in _NARROW else 100 if char in _WIDE else 74 if char.isupper() else 65
        for char in text
    )
    return hundredths / 100 * size * (1.08 if bold else 1)


class Placed(NamedTuple):
    """A box of markup, drawn from its upper left corner."""

    width: float
    height: float
    markup: str


def svg(panels: Sequence[Panel], symbols: Symbols, title: str, subtitle: str, label: str) -> str:
    """Draw panels side by side under a title, `subtitle` to its right; a board needs less width."""
    if any(panel.is_board() for panel in panels):
        picture = Picture(symbols, BOARD, sign=SMALL, least=SIZE)
    else:
        picture = Picture(symbols)
    return picture.whole(panels, title, subtitle, label)


def sheets(
    panels: Sequence[Panel], symbols: Symbols, title: str, subtitle: str, label: str, tall: float
) -> Iterator[str]:
    """Yield panels on narrow pictures, for paper, each at most so many times as high as wide.

    A panel that is higher has a picture of its own.
    """
    picture, together = Picture(symbols, NARROW), list[Panel]()
    for panel in panels:
        _body, height = picture.columns([*together, panel])
        if together and height > tall * NARROW:
            yield picture.whole(together, title, subtitle, label)
            together.clear()
        together.append(panel)
    yield picture.whole(together, title, subtitle, label)


class Picture:
    """Lays panels out; each symbol is drawn where it stands.

    `sign` is the side of signs in rows, `least` the size of the smallest letters.
    """

    def __init__(
        self, symbols: Symbols, width: float = WIDTH, *, sign: float = SIGN, least: float = 12
    ) -> None:
        self._symbols = symbols
        self._width = width
        self._side = sign
        self._note, self._label = max(12, least), max(13, least)

    def whole(self, panels: Sequence[Panel], title: str, subtitle: str, label: str) -> str:
        width = self._width
        body, height = self.columns(panels)
        most = SUBTITLE * (width - 2 * MARGIN)
        size = 19 * min(1, most / max(width_of(subtitle, 19), 1))
        room = width - 2 * MARGIN - width_of(subtitle, size)
        parts = (
            element("rect", width=width, height=height, fill=CLOTH),
            fitted(title, 26, room - GAP, MARGIN, 32),
            words(subtitle, (width - MARGIN, 32), size, text_anchor="end", fill=FAINT),
            *body,
        )
        return element(
            "svg",
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            width=width,
            height=round(height),
            viewBox=f"0 0 {width:.0f} {height:.0f}",
            role="img",
            aria_label=label,
            font_family=FONT,
            fill=INK,
        )

    def columns(self, panels: Sequence[Panel]) -> tuple[list[str], float]:
        """Put each panel into the shortest column of its size; a whole one ends the columns.

        Return the panels, and the height that they need.
        """
        placed: list[str] = []
        top, heights, size = HEAD, [HEAD], ""
        for group in in_tables(panels):
            panel = group[0]
            if not any(row.widgets for panel in group for row in panel.rows):
                continue  # on a page it waits for what comes, a picture is of one moment
            count = COLUMNS[panel.size]
            if panel.size != size or count == 1:
                top = max(heights)
                heights, size = [top] * count, panel.size
            room = (self._width - 2 * MARGIN - (count - 1) * GAP) / count
            column = heights.index(min(heights))
            box = self._table(group, room) if panel.size == "line" else self._panel(panel, room)
            at = (MARGIN + column * (room + GAP), heights[column])
            placed.append(moved(at, box.markup))
            heights[column] += box.height + GAP
        return placed, max(heights) + MARGIN - GAP

    def _panel(self, panel: Panel, width: float) -> Placed:
        room = width - 2 * PAD
        parts, y = [], 16.0
        if panel.title:
            parts.append(self._head(panel, (PAD, 28), room).markup)
            y = 50.0
        for row in panel.rows:
            box = self._row(row, room)
            if box.height:
                parts.append(moved((PAD, y), box.markup))
                y += box.height + 8
        frame: dict[str, Value] = {"width": width, "height": y + 4, "rx": 12, "fill": PAPER}
        edge = {"stroke": INK, "stroke_width": 3.6} if panel.due else {"stroke": FAINT}
        return Placed(width, y + 4, element("rect", **frame, **edge) + "".join(parts))

    def _table(self, lines: Sequence[Panel], width: float) -> Placed:
        """Draw the lines of a table, larger where they have the room."""
        rows = [
            [self._head(panel, (PAD, LINE_HIGH / 2 - 2), LONGEST), *map(self._cell, panel.rows)]
            for panel in lines
        ]
        heads = ["", *(row.heading for row in lines[0].rows)]
        wide = [
            max(width_of(head, 13), *(box.width for box in column))
            for head, column in zip(heads, zip(*rows, strict=True), strict=True)
        ]
        scale = min(LARGER, width / (fsum(wide) + GAP * len(wide)))
        gap = (width / scale - fsum(wide)) / len(wide)
        middles = [fsum(wide[:n]) + gap * n + wide[n] / 2 for n in range(len(wide))]
        parts = [
            middle(head, (x, LINE / 2), 13, fill=FAINT)
            for head, x in zip(heads, middles, strict=True)
            if head
        ]
        for n, (panel, row) in enumerate(zip(lines, rows, strict=True)):
            y = LINE + 4 + LINE_HIGH * n
            frame: dict[str, Value] = {"width": width / scale, "height": LINE_HIGH - 4, "rx": 9}
            frame |= {"fill": MARKED if panel.due else PAPER, "stroke": FAINT}
            parts.append(element("rect", y=y, **frame))
            for box, x in zip(row, middles, strict=True):
                if box is row[0]:
                    parts.append(moved((0, y), box.markup))
                    continue
                middle_y = y + (LINE_HIGH - 4 - box.height) / 2
                parts.append(moved((x - box.width / 2, middle_y), box.markup))
        high = LINE + 4 + LINE_HIGH * len(lines)
        return Placed(width, high * scale, moved((0, 0), *parts, scale=scale))

    def _head(self, panel: Panel, at: Point, room: float) -> Placed:
        """Draw the head of a panel: the mark of whoever is due, its sign, the title, its marks."""
        x, y = at
        parts = []
        if panel.due:
            parts.append(
                element("path", d=f"M{x:.0f} {y - 8:.0f}L{x + 12:.0f} {y:.0f}L{x:.0f} {y + 8:.0f}Z")
            )
            x += 18
        if panel.sign:
            parts.append(moved((x, y - SMALL / 2), self._sign(panel.sign, SMALL).markup))
            x += SMALL + 6
        behind = [self._sign(mark, SMALL) for mark in panel.marks]
        left = room - (x - at[0]) - fsum(box.width + 6 for box in behind)
        parts.append(fitted(panel.title, 19, left, x, y))
        x += min(width_of(panel.title, 19, bold=True), left)
        for box in behind:
            parts.append(moved((x + 6, y - box.height / 2), box.markup))
            x += 6 + box.width
        return Placed(x - at[0], SMALL, "".join(parts))

    def _cell(self, row: Row) -> Placed:
        """Put the widgets of a row side by side, and take no more room than they need."""
        boxes = [self._small(widget, 34) for widget in row.widgets]
        wide = fsum(box.width for box in boxes) + 4 * max(len(boxes) - 1, 0)
        return flow(boxes, 2 * wide, gap=4)._replace(width=wide)

    def _small(self, widget: Widget, side: float) -> Placed:
        match widget:
            case Text(text, weight):
                return paragraph(text, 19, LONGEST, bold=weight == "strong")
            case Sign():
                return self._sign(widget, side)
        return self._widget(widget, LONGEST)

    def _row(self, row: Row, room: float) -> Placed:
        if not row.widgets:
            return Placed(0, 0, "")
        boxes = [self._widget(widget, room) for widget in row.widgets]
        if row.heading:
            wide = width_of(row.heading, self._label)
            if any(isinstance(widget, Card) for widget in row.widgets):
                wide = room  # cards begin on a line of their own
            boxes.insert(
                0, Placed(wide, LINE, words(row.heading, (0, LINE / 2), self._label, fill=FAINT))
            )
        return flow(boxes, room)

    # --- widgets ---------------------------------------------------------------------------

    def _widget(self, widget: Widget, room: float) -> Placed:
        match widget:
            case Text(text, weight):
                strong, faint = weight == "strong", weight == "faint"
                box = paragraph(text, SIZE, room, bold=strong, faint=faint)
            case Sign():
                box = self._sign(widget, self._side)
            case Die(name, faces):
                label = words(name, (0, SIGN / 2), 13, fill=FAINT)
                boxes = [Placed(width_of(name, 13), SIGN, label), *map(self._sign, faces)]
                box = flow(boxes, room, gap=4)
            case Bar():
                box = self._bar(widget)
            case Card():
                box = self._card(widget, room)
            case Track():
                box = self._track(widget, room)
            case Grid():
                box = _grid(widget, room)
            case Pad(columns):
                heads = ("", *(name for _id, name in columns))
                box = _grid(Grid(heads, widget.figures(), total=min(2, len(widget.sums))), room)
            case Map():
                box = self._map(widget, room)
        return box

    def _map(self, board: Map, room: float) -> Placed:
        """Draw a board as wide as there is room, and its legend below it."""
        scale = room / board.sketch.width
        high = board.sketch.height * scale
        drawn = moved((0, 0), board.sketch.inside(), scale=scale)
        if board.legend is None:
            return Placed(room, high, drawn)
        signs = (self._small(widget, SMALL) for widget in board.legend.widgets)
        legend = flow(signs, room, gap=14)
        below = moved((0, high + 8), legend.markup)
        return Placed(room, high + 8 + legend.height, drawn + below)

    def _sign(self, sign: Sign, side: float = SIGN) -> Placed:
        half = side / 2
        drawn = "" if sign.mark == "closed" else self._symbols(sign.picture)
        if sign.mark == "closed":
            drawn = _back(26, 30)
        if not drawn and sign.amount:
            text = f"{sign.short} {sign.amount}"
            return Placed(width_of(text, SIZE), LINE, words(text, (0, LINE / 2), SIZE))
        if not drawn:
            return paragraph(sign.short, SIZE, WIDTH)
        shape = moved((half, half), drawn, scale=side / 64)
        if sign.mark == "gone":
            shape = element("g", shape, opacity=0.45) + _cross(half)
        if sign.mark == "up":
            edge = {"x": 0, "y": 0, "width": side, "height": side, "rx": 9}
            shape += element("rect", fill="none", stroke=INK, stroke_width=3.4, **edge)
            shape += element("path", d=f"M{half - 6} -7H{half + 6}L{half} 0Z")
        count = words(sign.amount, (side + 3, half), SIZE) if sign.amount else ""
        wide = side + (3 + width_of(sign.amount, SIZE) if sign.amount else 0)
        return Placed(wide, side, labelled(spoken(sign), shape, count))

    def _bar(self, bar: Bar) -> Placed:
        sign = moved((11, 11), self._symbols(bar.sign.picture), scale=22 / 60)
        edge: dict[str, Value] = {"x": 26, "y": 4, "height": 14, "rx": 3, "stroke": FAINT}
        ground = element("rect", width=58, fill=CLOTH, **edge)
        ground += element("rect", width=58 * bar.value / max(bar.limit, 1), fill=FAINT, **edge)
        text = f"{bar.value}/{bar.limit}"
        label = words(text, (90, 11), 14)
        wide = 90 + width_of(text, 14)
        return Placed(wide, 24, labelled(spoken(bar), sign, ground, label))

    def _card(self, card: Card, room: float) -> Placed:
        closed = card.mark == "closed"
        wide = width_of(card.title, 14, bold=True) + 18
        width = min(CARD if card.lines or card.signs else wide, room)
        inner = width - 16
        boxes = [paragraph(card.title or "?", 14, inner, bold=True)]
        if card.signs:
            signs = (self._sign(sign, SMALL) for sign in card.signs)
            boxes.append(flow(signs, inner, gap=5))
        boxes += [paragraph(line, 13, inner, faint=not closed) for line in card.lines]
        parts, y = [], 8.0
        for box in boxes:
            parts.append(moved((8, y), box.markup))
            y += box.height + 3
        fill = BACK if closed else MARKED if card.mark == "up" else PAPER
        ink = {"fill": PAPER} if closed else {}
        shape = element("rect", width=width, height=y + 5, rx=8, fill=fill, stroke=FAINT)
        inside = element("g", *parts, **ink)
        if card.mark == "gone":
            shape, inside = element("g", shape, inside, opacity=0.5), ""
            inside = element("path", d=f"M6 {y - 2:.0f}L{width - 6:.0f} 8", stroke=INK)
        return Placed(width, y + 5, labelled(spoken(card), shape, inside))

    def _track(self, track: Track, room: float) -> Placed:
        wide = room / max(len(track.spaces), 1)
        boxes = [self._space(space, wide - 4) for space in track.spaces]
        height = max((box.height for box in boxes), default=0)
        shapes = [
            moved(
                (n * wide, 0),
                element(
                    "rect", width=wide - 4, height=height, rx=8, fill=TONES[space.tone],
                    stroke=FAINT,
                ),
                box.markup,
            )
            for n, (space, box) in enumerate(zip(track.spaces, boxes, strict=True))
        ]  # fmt: skip
        return Placed(room, height, labelled(spoken(track), *shapes))

    def _space(self, space: Space, width: float) -> Placed:
        name = words(space.name, (7, 13), self._label, font_weight="bold")
        signs = flow(map(self._sign, space.signs), width, gap=0)
        note = words(space.note, (width - 6, 13), self._note, text_anchor="end", fill=FAINT)
        return Placed(
            width, 26 + max(signs.height, SIGN), name + note + moved((2, 24), signs.markup)
        )


# --- boxes -----------------------------------------------------------------------------------


def flow(boxes: Iterable[Placed], room: float, gap: float = 10) -> Placed:
    """Put boxes side by side, in as many lines as they take."""
    lines: list[list[Placed]] = [[]]
    used = 0.0
    for box in boxes:
        if lines[-1] and used + gap + box.width > room:
            lines.append([])
            used = 0.0
        used += box.width + (gap if lines[-1] else 0)
        lines[-1].append(box)
    return Placed(room, *_stacked(lines, gap))


def _stacked(lines: Sequence[Sequence[Placed]], gap: float) -> tuple[float, str]:
    parts: list[str] = []
    y = 0.0
    for line in lines:
        high = max((box.height for box in line), default=0)
        x = 0.0
        for box in line:
            down = (high - box.height) / 2 if high <= LARGE else 0
            parts.append(moved((x, y + down), box.markup))
            x += box.width + gap
        y += high + 6
    return max(y - 6, 0), "".join(parts)


def paragraph(
    text: str, size: float, room: float, *, bold: bool = False, faint: bool = False
) -> Placed:
    """Fold words into lines that are no wider than the room."""
    lines = list(_lines(text, size, room, bold=bold))
    look: dict[str, Value] = {"font_weight": "bold"} if bold else {}
    if faint:
        look["fill"] = FAINT
    high = size * 1.33
    parts = (words(line, (0, high * (n + 0.5)), size, **look) for n, line in enumerate(lines))
    wide = max((width_of(line, size, bold=bold) for line in lines), default=0)
    return Placed(min(wide, room), high * len(lines), "".join(parts))


def _lines(text: str, size: float, room: float, *, bold: bool) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size, bold=bold) > room:
            yield line
            longer = word
        while width_of(longer, size, bold=bold) > room and len(longer) > 1:
            most = max(1, int(len(longer) * room / width_of(longer, size, bold=bold)))
            yield longer[:most]
            longer = longer[most:]
        line = longer
    if line:
        yield line


def fitted(text: str, size: float, room: float, x: float, y: float) -> str:
    """Write one bold line, in smaller letters where it would not fit."""
    wide = width_of(text, size, bold=True)
    return words(text, (x, y), size * min(1, room / max(wide, 1)), font_weight="bold")


def _back(half_width: float, half_height: float) -> str:
    """Draw the back of a card that nobody here may look at."""
    shape = element(
        "rect",
        x=-half_width, y=-half_height, width=2 * half_width, height=2 * half_height, rx=7,
        fill=BACK, stroke=INK,
    )  # fmt: skip
    return shape + middle("?", (0, 0), 26, font_weight="bold", fill="#d9cde0")


def _cross(half: float) -> str:
    """Draw a thin stroke: what is crossed out can still be read."""
    return element("path", d=f"M4 {half * 2 - 4}L{half * 2 - 4} 4", stroke=INK, stroke_width=2)


def _grid(grid: Grid, room: float) -> Placed:
    """Draw figures in columns, with smaller letters where the columns do not fit."""
    rows = [grid.heads, *grid.rows] if any(grid.heads) else list(grid.rows)
    columns = [
        max(width_of(row[n], SIZE, bold=True) if n < len(row) else 0 for row in rows) + 18
        for n in range(max(map(len, rows), default=0))
    ]
    across = fsum(columns)
    scale = min(1.0, room / max(across, 1))
    high, parts = 26.0, []
    first = len(grid.rows) - len(rows)
    for n, row in enumerate(rows, first):
        y = high * (n - first)
        if n in grid.marked:
            parts.append(element("rect", y=y, width=across, height=high, fill=MARKED))
        x = 0.0
        look: dict[str, Value] = {"fill": FAINT} if n < 0 else {}
        if grid.total and n == len(grid.rows) - grid.total:
            look["font_weight"] = "bold"
            parts.append(element("path", d=f"M0 {y}H{across}", stroke=INK))
        for at, (cell, wide) in enumerate(zip(row, columns, strict=False)):
            place = (x + 6, y + high / 2) if at == 0 else (x + wide - 8, y + high / 2)
            anchor = {} if at == 0 else {"text_anchor": "end"}
            parts.append(words(cell, place, SIZE, **look, **anchor))
            x += wide
    drawn = moved((0, 0), *parts, scale=scale)
    return Placed(across * scale, high * len(rows) * scale, drawn)
