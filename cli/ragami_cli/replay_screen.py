"""A game on the screen: the board after a record, what happened, and the keys that lead on."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Callable, Sequence
from gettext import gettext as _
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Self

from ragami.draw.panels import Page
from ragami.judge.moments import moments
from ragami.judge.replay import Replay
from ragami_cli.output import harmless
from ragami_cli.story import StoryOutput

if TYPE_CHECKING:
    from ragami.game import GameDefinition
    from ragami.narration import Line
    from ragami_cli.output import Output


# How often it is looked whether the terminal has another size.
GLANCE: Final = 0.25
# Of an event's words, so many lines are shown at most.
TOLD: Final = 6
PAGE: Final = 10
DIGITS: Final = 9
# For terminals that do not have these signs.
PLAINER: Final = {"←→": "</>", "↑↓": "up/down", "·": "|"}
USUAL_PACE: Final = 1.0
FASTER: Final = 0.5

MOVES: Final[dict[str, Callable[[Walk], None]]] = {
    "right": lambda walk: walk.step(1),
    "n": lambda walk: walk.step(1),
    "enter": lambda walk: walk.step(1),
    "left": lambda walk: walk.step(-1),
    "p": lambda walk: walk.step(-1),
    "backspace": lambda walk: walk.step(-1),
    "r": lambda walk: walk.to_round(1),
    "R": lambda walk: walk.to_round(-1),
    "t": lambda walk: walk.to_turn(1),
    "T": lambda walk: walk.to_turn(-1),
    "s": lambda walk: walk.to_score(1),
    "S": lambda walk: walk.to_score(-1),
    "home": lambda walk: walk.go(1),
    "end": lambda walk: walk.go(len(walk.lines)),
}
SCROLLS: Final = {"up": -1, "down": 1, "page-up": -PAGE, "page-down": PAGE}


class Scenes:
    """The boards of a game after any of its records, as the viewer may see them.

    A step forward reads on; only a step back reads from the beginning.
    """

    def __init__(self, game: GameDefinition, log: bytes, viewer: str | None) -> None:
        self.game = game
        self._reads = game.codec.read_log(log)
        self._viewer = viewer
        self._begin()

    def _begin(self) -> None:
        self._replay = Replay(self.game)
        self._moments = moments(self._replay, self._reads)
        self._now, self._at = next(self._moments), 0

    @property
    def state(self) -> object:
        """The state at the record that was looked at last."""
        return self._replay.state

    def after(self, seq: int, page: Page) -> list[str]:
        """The board after a record with the scores, in lines."""
        if seq < self._at:
            self._begin()
        for now in islice(self._moments, seq - self._at):
            self._now, self._at = now, self._at + 1
        now = self._now
        return self.game.picture(now.state, now.seq, self._viewer, page).splitlines()


class ReplayScreen:
    """One game that is being shown. `pace` is the seconds between two events, None while still."""

    def __init__(self, scenes: Scenes, name: str, walk: Walk, output: Output) -> None:
        self.scenes = scenes
        self.name = name
        self.walk = walk
        self.output = output
        self.pace: float | None = None
        self._usual_pace = USUAL_PACE
        self._typed: str | None = None
        self._scrolled = 0

    def run(self, screen: TerminalScreen, pace: float | None) -> None:
        """Show the game until somebody has seen enough."""
        self.pace = pace
        self._usual_pace = pace or USUAL_PACE
        seen: object = None
        due = time.monotonic() + self._usual_pace
        while True:
            look = (self.walk.at, self._scrolled, self._typed, self.pace, screen.size)
            if look != seen:
                screen.draw(self.lines(*screen.size))
                seen = look
            key = screen.key(min(GLANCE, self.pace or GLANCE))
            if key == "q" or (key == "escape" and self._typed is None):
                return
            if key:
                self.press(key)
                due = time.monotonic() + (self.pace or 0)
            elif self.pace and time.monotonic() >= due:
                due += self.pace
                self._play_on()

    def press(self, key: str) -> None:
        """Carry out the action of a key; other keys have none."""
        if self._typed is not None:
            self._type(key)
        elif key in MOVES:
            MOVES[key](self.walk)
        elif key in SCROLLS:
            self._scrolled = max(0, self._scrolled + SCROLLS[key])
        elif key == "g":
            self._typed = ""
        elif key == " ":
            self.pace = None if self.pace else self._usual_pace
        elif key in "+-":
            self._usual_pace *= FASTER if key == "+" else 1 / FASTER
            self.pace = self._usual_pace

    def _type(self, key: str) -> None:
        """The number of a record, digit by digit."""
        assert self._typed is not None
        if key.isdecimal():
            self._typed = (self._typed + key)[:DIGITS]
        elif key == "backspace" and self._typed:
            self._typed = self._typed[:-1]
        else:
            if key == "enter" and self._typed:
                self.walk.go(int(self._typed))
            self._typed = None

    def _play_on(self) -> None:
        if self.walk.ended:
            self.pace = None
        else:
            self.walk.step(1)

    # --- what is to be seen ----------------------------------------------------------------

    def lines(self, columns: int, rows: int) -> list[str]:
        """The screen: the board, what happened, and what can be pressed."""
        events = self._told()[: max(1, min(TOLD, rows - 2))]
        room = rows - len(events) - 2
        drawn = self._drawn(columns)
        self._scrolled = max(0, min(self._scrolled, len(drawn) - room))
        board = drawn[self._scrolled :][: max(0, room)]
        board += [""] * (room - len(board))
        screen_lines = [self._head(), *board, *events, self._foot()][:rows]
        return list(map(harmless, screen_lines))

    def _head(self) -> str:
        place = f"{self.walk.at}/{len(self.walk.lines)}"
        sign = ("▶" if self.output.shows("▶") else ">") if self.pace else ""
        return self.output.style(f"{self.name}  {place} {sign}".rstrip(), reverse=True)

    def _drawn(self, columns: int) -> list[str]:
        output = self.output
        page = Page(output.language, columns, output.colour, output.shows("▶✓✗"))
        return self.scenes.after(self.walk.at, page)

    def _told(self) -> list[str]:
        """Return the present record as told, with its findings."""
        at = self.walk.at
        before = self.walk.lines[at - 2].scores if at > 1 else {}
        story = StoryOutput(self.scenes.game, self.output, self.scenes.state)
        return [line for entry in story.entry(self.walk.line, before) for line in entry.split("\n")]

    def _foot(self) -> str:
        if self._typed is not None:
            return _("Go to record: {number}").format(number=self._typed)
        keys = _(
            "q quit · ←→ step · ↑↓ scroll · t/T turn · r/R round · s/S score · g go to · space play"
            " · +- pace"
        )
        for sign, plainer in PLAINER.items():
            keys = keys if self.output.shows(sign) else keys.replace(sign, plainer)
        return self.output.style(keys, dim=True)


class Walk:
    """A place in a log of at least one record. `at` is the number of the line, from 1 on."""

    def __init__(self, lines: Sequence[Line], at: int = 1) -> None:
        self.lines: Sequence[Line] = lines
        self.at = at

    @property
    def line(self) -> Line:
        """The record that has just happened."""
        return self.lines[self.at - 1]

    @property
    def ended(self) -> bool:
        """True at the last record."""
        return self.at == len(self.lines)

    def step(self, by: int) -> None:
        """Go on by so many records, or back."""
        self.go(self.at + by)

    def go(self, to: int) -> None:
        """Go to a record; to the first or the last where there is none such."""
        self.at = max(1, min(to, len(self.lines)))

    def to_round(self, by: int) -> None:
        """Go to where the next round begins; back to where this or the last one began."""
        self._to_change(lambda line: line.round, by)

    def to_turn(self, by: int) -> None:
        """Go to where the next turn begins; back to where this or the last one began."""
        self._to_change(lambda line: (line.round, line.turn), by)

    def to_score(self, by: int) -> None:
        """Go to the next record that changed the score; back to the last one."""
        place = self.at + by
        while 1 < place <= len(self.lines):
            if self.lines[place - 1].scores != self.lines[place - 2].scores:
                break
            place += by
        self.go(place)

    def _to_change(self, key: Callable[[Line], object], by: int) -> None:
        """Go to the first line of the next stretch with another key; back to the first of one."""
        place = self.at - 1 if by < 0 else self.at + 1
        while 1 < place <= len(self.lines):
            if key(self.lines[place - 1]) != key(self.lines[place - 2]):
                break
            place += by
        self.go(place)


# --- the terminal ----------------------------------------------------------------------------


# What terminals send for the keys that are no characters.
NAMES: Final[dict[bytes, str]] = {
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1bOA": "up",
    b"\x1bOB": "down",
    b"\x1bOC": "right",
    b"\x1bOD": "left",
    b"\x1b[H": "home",
    b"\x1b[F": "end",
    b"\x1b[1~": "home",
    b"\x1b[4~": "end",
    b"\x1bOH": "home",
    b"\x1bOF": "end",
    b"\x1b[5~": "page-up",
    b"\x1b[6~": "page-down",
    b"\r": "enter",
    b"\n": "enter",
    b"\x7f": "backspace",
    b"\x08": "backspace",
}
LONGEST: Final = 4
ESCAPE: Final = b"\x1b"

ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[?7l"
"""Another screen, without a cursor, and long lines are cut instead of wrapped."""

LEAVE: Final = "\x1b[?7h\x1b[?25h\x1b[?1049l"


class TerminalScreen:
    """The whole terminal for the time of a `with` block; it comes back as it was."""

    def __init__(self) -> None:
        self._keyboard = sys.stdin.fileno()
        self._pressed = b""

    def __enter__(self) -> Self:
        import termios
        import tty

        self._before: list[Any] = termios.tcgetattr(self._keyboard)
        tty.setcbreak(self._keyboard)
        self._write(ENTER)
        return self

    def __exit__(self, *_error: object) -> None:
        import termios

        self._write(LEAVE)
        termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._before)

    @property
    def size(self) -> os.terminal_size:
        """Columns and lines, as they are now."""
        try:
            return os.get_terminal_size(sys.stdout.fileno())
        except OSError:
            return os.terminal_size((80, 24))

    def draw(self, lines: list[str]) -> None:
        """Show these lines and nothing else; none more than there is room for."""
        picture = "\r\n".join(f"{line}\x1b[K" for line in lines[: self.size.lines])
        self._write(f"\x1b[H{picture}\x1b[J")

    def key(self, seconds: float) -> str | None:
        """The next key: a character, or one of `NAMES`; None if there is none in so many seconds.

        The end of the input is the key `q`.
        """
        if not self._pressed:
            ready, _, _ = select.select([self._keyboard], [], [], seconds)
            if not ready:
                return None
            self._pressed = os.read(self._keyboard, 1024)
            if not self._pressed:
                return "q"
        return self._take()

    def _take(self) -> str:
        for length in range(LONGEST, 0, -1):
            name = NAMES.get(self._pressed[:length])
            if name:
                self._pressed = self._pressed[length:]
                return name
        if self._pressed.startswith(ESCAPE):  # a key that we have no name for
            self._pressed = b""
            return "escape"
        text = self._pressed.decode(errors="replace")
        self._pressed = text[1:].encode()
        return text[0]

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
