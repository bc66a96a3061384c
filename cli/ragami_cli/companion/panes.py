"""The look of the companion: panes, style sheet, keys, and substitutes for poor terminals."""

from __future__ import annotations

import asyncio
import signal
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from gettext import gettext as _
from itertools import zip_longest
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text
from textual.app import App
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from ragami.errors import INTERRUPTED
from ragami_cli.output import Output, harmless

Paragraph = tuple[str, str]
"""A text and its style; colours in it as terminals have them."""

KNOWN: Final = 4096


class ParagraphLayout(NamedTuple):
    """The layout of a paragraph: wrapped, with all lines but the first indented, or cut.

    `cut` is the sign that ends a line of which there is more.
    """

    wraps: bool = True
    hang: int = 0
    cut: str = "…"


FLOWING: Final = ParagraphLayout()
_PAPER: Final = Console(width=1000, color_system="truecolor", force_terminal=True)


@lru_cache(KNOWN)
def _painted(
    line: str, style: str, width: int, manner: ParagraphLayout
) -> tuple[tuple[Segment, ...], ...]:
    text = Text.from_ansi(line) if "\x1b" in line else Text(line)
    text.stylize_before(style)
    return tuple(
        tuple(segment for segment in laid_out.render(_PAPER) if segment.text != "\n")
        for laid_out in _laid_out(text, width, manner)
    )


def _laid_out(text: Text, width: int, manner: ParagraphLayout) -> Iterator[Text]:
    if text.cell_len <= width:
        yield text
    elif not manner.wraps:
        text.truncate(width - len(manner.cut), overflow="crop")
        yield text.append(manner.cut)
    else:
        hang = manner.hang if width > 2 * manner.hang else 0
        first, *more_lines = text[hang:].wrap(_PAPER, width - hang)
        yield text[:hang] + first
        yield from (Text(" " * hang) + line for line in more_lines)


class Pane(Widget):
    """Some paragraphs in a place of fixed size, cut where it ends."""

    can_focus = False

    def __init__(self, manner: ParagraphLayout = FLOWING, *, id: str) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id)
        self.manner = manner
        self._paragraphs: tuple[Paragraph, ...] = ()
        self._lines: Sequence[tuple[Segment, ...]] = ()
        self._wanted = 0
        self._ink: Style | None = None

    def show(self, paragraphs: Iterable[Paragraph]) -> None:
        """Show these paragraphs; the same ones again cost nothing."""
        new = tuple(paragraphs)
        if new != self._paragraphs:
            self._paragraphs = new
            self.refill()

    def on_resize(self) -> None:
        self.refill()
        self.refresh()

    def refill(self) -> None:
        """Paint the lines that fit."""
        broken = self._broken(self.size.width)
        fresh = self._within(broken)
        old, self._lines = self._lines, fresh
        changed = [y for y, pair in enumerate(zip_longest(old, fresh)) if pair[0] != pair[1]]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))
        if len(broken) != self._wanted and self.styles.is_auto_height:
            self._wanted = len(broken)
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines, where the height is not fixed."""
        return len(self._broken(width))

    def _broken(self, width: int) -> list[tuple[Segment, ...]]:
        if not width:
            return []
        return [
            line
            for text, style in self._paragraphs
            for line in _painted(text, style, width, self.manner)
        ]

    def _within(self, lines: list[tuple[Segment, ...]]) -> list[tuple[Segment, ...]]:
        return lines[: self.size.height]

    def render_line(self, y: int) -> Strip:
        segments = self._lines[y] if y < len(self._lines) else ()
        self._ink = self._ink or self.rich_style
        return Strip(segments).adjust_cell_length(self.size.width).apply_style(self._ink)

    def notify_style_update(self) -> None:
        """Look up the colours again."""
        self._ink = None
        super().notify_style_update()


class ParagraphPane(Pane):
    """Paragraphs that are shown whole or not at all; a last line says that there are more."""

    def __init__(self, manner: ParagraphLayout, more: str, *, id: str) -> None:  # noqa: A002 (Textual's name)
        super().__init__(manner, id=id)
        self._more = more

    def _within(self, lines: list[tuple[Segment, ...]]) -> list[tuple[Segment, ...]]:
        room, width = self.size.height, self.size.width
        if len(lines) <= room:
            return lines
        fitting_lines: list[tuple[Segment, ...]] = []
        for text, style in self._paragraphs:
            painted = _painted(text, style, width, self.manner)
            if len(fitting_lines) + len(painted) > room:
                break
            fitting_lines += painted
        more = _painted(self._more, "dim", width, self.manner)[:1]
        return [*fitting_lines, *more][:room] if fitting_lines else lines[:room]


class Scroll(Pane):
    """A text longer than its place: its end or its beginning is seen, and its pages are turned.

    Where it goes on below, `more` says by how many lines ({n}).
    """

    def __init__(
        self,
        manner: ParagraphLayout,
        more: str,
        *,
        id: str,  # noqa: A002 (Textual's name)
        top: bool = False,
    ) -> None:
        super().__init__(manner, id=id)
        self._more = more
        self._begins = top
        self._moved = 0

    def show(self, paragraphs: Iterable[Paragraph]) -> None:
        """Show these from where they are read: a story has something new at its end."""
        if not self._begins:
            self._moved = 0
        super().show(paragraphs)
        self.refill()

    def turn(self, pages: int) -> None:
        self.move(pages * max(1, self.size.height - 1))

    def move(self, lines: int) -> None:
        self._moved += lines
        self.refill()

    def _within(self, lines: list[tuple[Segment, ...]]) -> list[tuple[Segment, ...]]:
        room = self.size.height
        most = max(0, len(lines) - room)
        least, greatest = (0, most) if self._begins else (-most, 0)
        self._moved = max(least, min(self._moved, greatest))
        start = self._moved if self._begins else most + self._moved
        below = len(lines) - start - room
        if below <= 0 or room < 2:
            return lines[start : start + room]
        sign = self._more.format(n=below + 1)
        return [
            *lines[start : start + room - 1],
            *_painted(sign, "dim", self.size.width, self.manner)[:1],
        ]


# --- the look ------------------------------------------------------------------------------------


STYLE: Final = """
Screen { layout: vertical; background: $background; overflow: hidden; }
Pane { width: 100%; }
#title { height: 1; background: $primary-darken-2; color: $text; text-style: bold; padding: 0 1; }
#small { display: none; height: 1; }
#table { height: 1fr; }
#board { width: 82; height: 100%; padding: 0 1; }
#side { width: 1fr; border-left: solid $panel; padding: 0 1; }
#standing { height: auto; max-height: 16; }
#story { height: 1fr; border-top: solid $panel; }
#due { height: auto; min-height: 4; max-height: 7; background: $panel; padding: 0 1; }
#answer { height: auto; min-height: 3; max-height: 7; padding: 0 1; }
#hint, #ways { height: 1; padding: 0 1; }
#entry { height: 1; }
#who { width: 12; color: $accent; text-style: bold; padding: 0 1; }
#line { width: 1fr; height: 1; border: none; padding: 0; background: $background; }
#keys { height: 1; color: $text-muted; padding: 0 1; }

.narrow #board { display: none; width: 1fr; }
.narrow #side { border-left: none; }
.narrow.reads-board #board { display: block; }
.narrow.reads-board #side { display: none; }
.bare #board, .bare #standing { display: none; }
.bare #side, .bare.narrow.reads-board #side { display: block; border-left: none; }
.bare #story { border-top: none; }
.bare #due, .bare.low #due { max-height: 12; }
.low #standing { max-height: 13; }
.reads-help #standing { display: none; }
.low #due { min-height: 2; max-height: 5; }
.low #answer { min-height: 2; max-height: 8; }
.lowest #standing { display: none; }
.small #table, .small #keys, .small #title { display: none; }
.small #small { display: block; }
.small #due, .small #answer { min-height: 1; max-height: 2; }
.ascii #story { border-top: ascii; }
.ascii #side { border-left: none; }
"""

# The colours of a terminal, so that each looks as it is called.
COLOURS: Final = TerminalTheme(
    (18, 18, 18),
    (224, 224, 224),
    [
        (0, 0, 0),
        (255, 107, 107),
        (76, 187, 92),
        (240, 200, 30),
        (40, 104, 214),
        (146, 66, 200),
        (60, 180, 200),
        (200, 200, 200),
    ],
    [
        (120, 120, 120),
        (255, 130, 130),
        (110, 215, 125),
        (255, 220, 80),
        (100, 150, 245),
        (190, 120, 240),
        (110, 215, 230),
        (255, 255, 255),
    ],
)
# The least size with room for everything, and for anything at all.
WIDE: Final = 124
HIGH: Final = 32
LOWEST: Final = 20
SMALLEST: Final = (40, 12)
BOARD_WIDTH: Final = 80

PLAINER: Final = {
    "←→": "</>", "→": "->", "←": "<-", "−": "-", "–": "-", "·": "|", "…": "...", "▸": ">", "✓": "v",
    "✗": "x", "↑↓": "Up/Down", "×": "x", "“": '"', "”": '"', "’": "'",
}  # fmt: skip


def classes(width: int, height: int) -> dict[str, bool]:
    """Return the cases of the style sheet that apply to a terminal of this size."""
    return {
        "narrow": width < WIDE,
        "low": height < HIGH,
        "lowest": height < LOWEST,
        "small": width < SMALLEST[0] or height < SMALLEST[1],
    }


def plainer(text: str) -> str:
    """Return a text in ASCII, for a terminal that shows nothing else."""
    for sign, plain in PLAINER.items():
        text = text.replace(sign, plain)
    apart = unicodedata.normalize("NFD", text)
    base_letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return base_letters.encode("ascii", "replace").decode()


def keys() -> list[str]:
    """Return the key hints of the bottom line, the most needed first."""
    return [
        _("F1 help"),
        _("Tab word"),
        _("Enter write"),
        _("^Z undo"),
        _("^Q leave"),
        _("F2 board"),
        _("^Y redo"),
        _("↑↓ other word"),
        _("PgUp PgDn pages"),
        _("^U empty line"),
    ]


def fitting(words: Sequence[str], room: int, between: str) -> Iterator[str]:
    """Yield as many words as there is room for."""
    for word in words:
        room -= cell_len(word)
        if room < 0:
            return
        yield word
        room -= cell_len(between)


def help_text() -> list[str]:
    return [
        _("A line says what has happened; Enter writes it. The player may be left out."),
        _("Tab takes the marked word, Up and Down mark another one. A word may be cut short."),
        _("Ctrl-Z strikes out the last event, Ctrl-Y takes that back; both stay in the log."),
        _("F2 goes from the story to the board and back; PgUp and PgDn turn its pages."),
        _("'note:' begins a remark. F1 goes back to the story."),
        _("Ctrl-U empties the line. Ctrl-Q leaves; everything is written, nothing is lost."),
    ]


# --- the program -----------------------------------------------------------------------------


SIGNS: Final = "▶✓✗╱→·–"
ENDING: Final = (signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))


class PaneApp(App[int]):
    """A program of panes on the whole screen; it leaves the terminal as it was."""

    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, output: Output) -> None:
        super().__init__()
        self._output = output
        self._unicode = output.shows(SIGNS)
        self.problem: Exception | None = None
        self.ansi_theme_dark = COLOURS

    @property
    def cut(self) -> ParagraphLayout:
        return ParagraphLayout(wraps=False, cut="…" if self._unicode else "~")

    @property
    def more(self) -> str:
        return self._fit(_("· {n} more lines"))

    def prepare(self) -> None:
        """Set up the screen; whatever ends the program leaves the terminal as it was."""
        self.screen.set_class(not self._unicode, "ascii")
        loop = asyncio.get_running_loop()
        for ending in ENDING:
            with suppress(RuntimeError):  # not every system and thread can
                loop.add_signal_handler(ending, self.action_leave, INTERRUPTED)

    def _handle_exception(self, error: Exception) -> None:
        """Leave, so that the command says what stopped it."""
        self.problem = error
        self.exit()

    def action_leave(self, code: int) -> None:
        self.exit(code)

    def run_on(self) -> int:
        """Run until somebody leaves. Return the exit code, or raise what stopped it."""
        code = self.run()
        if self.problem:
            raise self.problem
        return code or 0

    def _show(self, where: str, *lines: str, style: str = "") -> None:
        pane = self.query_one(f"#{where}", Pane)
        pane.show([(self._fit(line), style) for line in lines])

    def _fit(self, text: str) -> str:
        text = harmless(text)
        return text if self._unicode else plainer(text)
