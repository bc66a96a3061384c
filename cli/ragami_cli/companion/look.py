"""The look of the companion: its style sheet, its keys, and substitutes for poor terminals."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from gettext import gettext as _
from typing import Final

from rich.cells import cell_len
from rich.terminal_theme import TerminalTheme

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

# What a terminal's own colours look like, so that a colour has the name that it is called by.
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
# From these columns and lines on there is room for everything; below the last ones for little.
WIDE: Final = 124
HIGH: Final = 32
LOWEST: Final = 20
SMALLEST: Final = (40, 12)
BOARD_WIDTH: Final = 80

PLAINER: Final = {
    "→": "->", "←": "<-", "−": "-", "–": "-", "·": "|", "…": "...", "▸": ">", "✓": "v",
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
    """A text in ASCII, for a terminal that shows nothing else."""
    for sign, plain in PLAINER.items():
        text = text.replace(sign, plain)
    apart = unicodedata.normalize("NFD", text)
    base_letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return base_letters.encode("ascii", "replace").decode()


def keys() -> list[str]:
    """The line at the bottom, what is needed most first."""
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
    """Return the text of F1."""
    return [
        _("A line says what has happened; Enter writes it. The player may be left out."),
        _("Tab takes the marked word, Up and Down mark another one. A word may be cut short."),
        _("Ctrl-Z strikes out the last event, Ctrl-Y takes that back; both stay in the log."),
        _("F2 goes from the story to the board and back; PgUp and PgDn turn its pages."),
        _("'note:' begins a remark. F1 goes back to the story."),
        _("Ctrl-U empties the line. Ctrl-Q leaves; everything is written, nothing is lost."),
    ]
