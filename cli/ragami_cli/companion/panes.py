"""Parts of the screen that keep their size: nothing is laid out anew when they show other lines."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual.widgets import Static


class Pane(Static):
    """Some lines in a place of fixed size; the same lines again cost nothing."""

    _lines: Text | None = None

    def show(self, lines: Text) -> None:
        """Show a text, cut where the place ends."""
        before = self._lines
        if before is not None and before == lines and before.style == lines.style:
            return
        self._lines = lines
        self.update(lines, layout=False)


class Scroll(Pane):
    """The end of a long text; its pages are turned back from there."""

    _all: tuple[Text, ...] = ()
    _from_end = 0

    def unroll(self, paragraphs: Iterable[Text], *, top: bool = False) -> None:
        """Show the last of these, or the first."""
        self._all = tuple(paragraphs)
        self._from_end = len(self._wrapped()) if top else 0
        self.refill()

    def turn(self, pages: int) -> None:
        """Go back, or on towards the end."""
        self._from_end -= pages * max(1, self.size.height - 1)
        self.refill()

    def refill(self) -> None:
        """Show what there is room for."""
        lines, room = self._wrapped(), self.size.height
        self._from_end = max(0, min(self._from_end, len(lines) - room))
        end = len(lines) - self._from_end
        self.show(Text("\n").join(lines[max(0, end - room) : end]))

    def _wrapped(self) -> list[Text]:
        width = self.size.width
        if not width:
            return []
        console = self.app.console
        return [line for each in self._all for line in each.wrap(console, width)]
