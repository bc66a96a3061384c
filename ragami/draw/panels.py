"""Panels: a game's description of a moment, as rows of widgets.

A game describes a moment once. The house lays it out: side by side in a picture (`svg`), one under
the other on a phone (`html`), as characters in a terminal (`text`). Every widget carries a label in
the language of its reader, so that the same description is read aloud and shown on hover.

A table gives the same panels with the same rows at every moment, by their names; a row that has
nothing to show is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple

from ragami.draw.pad import Pad
from ragami.draw.sketch import Sketch

Mark = Literal["", "up", "gone", "new", "closed"]
"""`up`: this one counts now; `gone`: crossed out; `closed`: nobody here may look at it."""
Part = Literal["all", "board", "standing", "beside", "due"]
NO_BOARD: Final = ("standing", "beside", "due")
"""The parts that are no board."""


class Page(NamedTuple):
    """The page to draw on: language, columns, abilities of the display, and the part wanted.

    The `standing` is who plays, who is due and the points; the `board` is all else. `beside` a
    board and what is due stand the points alone; where there is no room for a board, `due` has
    the panel of the only player who is due and what belongs to nobody, if that is short, before
    the standing, or the pad in place of all. `cell` is the one that is marked on a pad.
    """

    language: Literal["en", "es"]
    width: int = 80
    colour: bool = False
    unicode: bool = True
    part: Part = "all"
    cell: tuple[int, int] | None = None


class Text(NamedTuple):
    """Words."""

    text: str
    weight: Literal["plain", "strong", "faint"] = "plain"


class Sign(NamedTuple):
    """A thing that has a picture: a face, a token, a marker, a good.

    `picture` is the id of a symbol of the game, empty where there is none; `short` is how it is
    written with characters; `amount` stands beside it (`×4`, `3/12`).
    """

    picture: str
    label: str
    short: str
    amount: str = ""
    mark: Mark = ""


class Die(NamedTuple):
    """A die with its faces in order; the one that is up is marked."""

    name: str
    faces: tuple[Sign, ...]


class Bar(NamedTuple):
    """A bar: a value and its limit."""

    sign: Sign
    value: int
    limit: int


class Card(NamedTuple):
    """A card: its title, what it shows, and what it costs or is worth.

    `tells` is what it does: on a page after a tap, in a picture under the pointer.
    """

    title: str
    lines: tuple[str, ...] = ()
    signs: tuple[Sign, ...] = ()
    mark: Mark = ""
    tells: str = ""


class Space(NamedTuple):
    """A space of a track: its name, a remark below it, and what stands on it."""

    name: str
    note: str = ""
    signs: tuple[Sign, ...] = ()
    tone: Literal["", "good", "bad"] = ""


class Track(NamedTuple):
    """Spaces in a row on which markers move."""

    label: str
    spaces: tuple[Space, ...]


class Grid(NamedTuple):
    """Figures in rows and columns under headings; `marked` are the rows that count now.

    The last rows, as many as `total` says, follow from the others: a line stands above them.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: frozenset[int] = frozenset()
    total: int = 0


class Map(NamedTuple):
    """A board that the game draws itself: in spots, and with characters for so many columns.

    `legend` says below the spots what its signs mean, `letters` below the last panel what its
    characters mean. The panel that has it is the board: what the others show lies beside it.
    """

    sketch: Sketch
    text: Callable[[Page], Sequence[str]]
    legend: Row | None = None
    letters: Callable[[Page], Sequence[str]] | None = None


Widget = Text | Sign | Die | Bar | Card | Track | Grid | Pad | Map


class Row(NamedTuple):
    """Widgets side by side under a heading; `name` is its own within the panel."""

    name: str
    widgets: tuple[Widget, ...]
    heading: str = ""

    def maps(self) -> list[Map]:
        """Return the maps of the row, which are drawn spot by spot."""
        return [widget for widget in self.widgets if isinstance(widget, Map)]


class Panel(NamedTuple):
    """A part of the table: what belongs to a player, an island, the supply.

    `owner` is the seat whose it is, `due` whether that player is asked now; `sign` stands before
    the title, `marks` behind it. `size` is how much of the width of a desk it takes.

    Panels of the size `line` that follow one another are the lines of a table: each has the same
    rows of small widgets, whose headings stand above them.
    """

    name: str
    title: str
    rows: tuple[Row, ...]
    owner: str | None = None
    due: bool = False
    size: Literal["line", "third", "half", "whole"] = "half"
    sign: Sign | None = None
    marks: tuple[Sign, ...] = ()

    def is_board(self) -> bool:
        """Return True if it has a map."""
        return any(row.maps() for row in self.rows)


Symbols = Callable[[str], str]
"""Draws the symbol of an id round the origin, within 30 to each side; empty for one it has not."""


def in_tables(panels: Iterable[Panel]) -> Iterator[Sequence[Panel]]:
    """Yield the panels one by one, and together those that are the lines of a table."""
    for together, group in groupby(panels, lambda panel: panel.size == "line"):
        if together:
            yield list(group)
        else:
            yield from ([panel] for panel in group)


def pad_of(panels: Iterable[Panel]) -> Pad | None:
    widgets = (widget for panel in panels for row in panel.rows for widget in row.widgets)
    return next((widget for widget in widgets if isinstance(widget, Pad)), None)


def spoken(widget: Widget) -> str:
    """Return a widget in words, for somebody who does not see it."""
    match widget:
        case Text(text):
            words = text
        case Sign(_, label, _, amount):
            words = f"{label} {amount}".strip()
        case Die(name, faces):
            words = f"{name}: {', '.join(face.label for face in faces)}"
        case Bar(sign, value, limit):
            words = f"{sign.label} {value}/{limit}"
        case Card(title, lines, signs, _, tells):
            words = ", ".join((title, *lines, *map(spoken, signs)))
            words = f"{words}. {tells}" if tells else words
        case Track(label, spaces):
            spaces_named = (
                f"{space.name} {_signs(space.signs)}" for space in spaces if space.signs
            )
            words = f"{label}: {', '.join(spaces_named)}"
        case Grid(heads, rows):
            words = "; ".join(", ".join(row) for row in (heads, *rows))
        case Pad(columns):
            heads = ("", *(name for _id, name in columns))
            words = "; ".join(", ".join(filter(None, row)) for row in (heads, *widget.figures()))
        case Map(sketch):
            words = sketch.label
    return words


def _signs(signs: tuple[Sign, ...]) -> str:
    return " ".join(map(spoken, signs))
