"""Parts of the screen that keep their size: nothing is laid out anew when they show other lines.

A line is painted from what it looked like before, if it was seen before: most of a board and most
of a story are the same after an event as before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rich.console import Console
from rich.segment import Segment
from rich.text import Text
from textual.strip import Strip
from textual.widget import Widget

Paragraph = tuple[str, str]
"""A text and its style; colours in it as terminals have them."""

KNOWN: Final = 4096
_PAPER: Final = Console(width=1000, color_system="truecolor", force_terminal=True)


@lru_cache(KNOWN)
def _painted(line: str, style: str, width: int, *, wraps: bool) -> tuple[tuple[Segment, ...], ...]:
    """A paragraph in lines of a width; one that does not wrap is cut."""
    text = Text.from_ansi(line) if "\x1b" in line else Text(line)
    text.stylize_before(style)
    if wraps:
        lines: Iterable[Text] = text.wrap(_PAPER, width)
    else:
        text.truncate(width, overflow="ellipsis" if not line.isascii() else "crop")
        lines = (text,)
    return tuple(
        tuple(segment for segment in each.render(_PAPER) if segment.text != "\n") for each in lines
    )


class Pane(Widget):
    """Some paragraphs in a place of fixed size, cut where it ends."""

    can_focus = False
    wraps = True

    def __init__(self, *, id: str, wraps: bool = True) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id)
        self.wraps = wraps
        self._paragraphs: tuple[Paragraph, ...] = ()
        self._lines: Sequence[tuple[Segment, ...]] = ()

    def show(self, paragraphs: Iterable[Paragraph]) -> None:
        """Show these; the same ones again cost nothing."""
        given = tuple(paragraphs)
        if given != self._paragraphs:
            self._paragraphs = given
            self.refill()

    def on_resize(self) -> None:
        """The same in another width."""
        self.refill()

    def refill(self) -> None:
        """Paint what there is room for."""
        fresh = self._within(self._broken())
        if fresh != self._lines:
            self._lines = fresh
            self.refresh()

    def _broken(self) -> list[tuple[Segment, ...]]:
        width = self.size.width
        if not width:
            return []
        return [
            line
            for text, style in self._paragraphs
            for line in _painted(text, style, width, wraps=self.wraps)
        ]

    def _within(self, lines: list[tuple[Segment, ...]]) -> list[tuple[Segment, ...]]:
        return lines[: self.size.height]

    def render_line(self, y: int) -> Strip:
        """A line of the screen."""
        segments = self._lines[y] if y < len(self._lines) else ()
        style = self.rich_style
        return Strip(segments).adjust_cell_length(self.size.width).apply_style(style)


class Scroll(Pane):
    """A text longer than its place: its end or its beginning is seen, and its pages are turned."""

    def __init__(self, *, id: str, wraps: bool = True, top: bool = False) -> None:  # noqa: A002
        super().__init__(id=id, wraps=wraps)
        self._begins = top
        self._moved = 0

    def show(self, paragraphs: Iterable[Paragraph]) -> None:
        """Show these, from where they are read: a story has something new at its end."""
        if not self._begins:
            self._moved = 0
        super().show(paragraphs)
        self.refill()

    def turn(self, pages: int) -> None:
        """Go on a page, or back."""
        self._moved += pages * max(1, self.size.height - 1)
        self.refill()

    def _within(self, lines: list[tuple[Segment, ...]]) -> list[tuple[Segment, ...]]:
        room = self.size.height
        most = max(0, len(lines) - room)
        least, greatest = (0, most) if self._begins else (-most, 0)
        self._moved = max(least, min(self._moved, greatest))
        start = self._moved if self._begins else most + self._moved
        return lines[start : start + room]
