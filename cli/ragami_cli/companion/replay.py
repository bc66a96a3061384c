"""A game walked through on the whole screen: the board after a record, what happened, the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from gettext import gettext as _
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from ragami.draw.panels import Page
from ragami.errors import INTERRUPTED
from ragami.game import GameDefinition
from ragami.judge.moments import moments
from ragami.judge.replay import Replay
from ragami.narration import Line
from ragami_cli.companion.panes import STYLE, Pane, PaneApp, Scroll, fitting
from ragami_cli.output import Output
from ragami_cli.story import StoryOutput

if TYPE_CHECKING:
    from textual.events import Key
    from textual.timer import Timer


DIGITS: Final = 9
USUAL_PACE: Final = 1.0
FASTER: Final = 0.5

STEPS: Final = {"right": 1, "n": 1, "enter": 1, "left": -1, "p": -1, "backspace": -1}
CHANGES: Final[dict[str, Callable[[Line], object]]] = {
    "r": lambda line: line.round,
    "t": lambda line: (line.round, line.turn),
    "s": lambda line: line.scores,
}
"""What is new where a key leads to; its capital leads back."""
SCROLLS: Final[dict[str, Callable[[Scroll], None]]] = {
    "up": lambda board: board.move(-1),
    "down": lambda board: board.move(1),
    "pageup": lambda board: board.turn(-1),
    "pagedown": lambda board: board.turn(1),
}


class Walk:
    """A place in a log of at least one record. `at` is the number of the line, from 1 on."""

    def __init__(self, lines: Sequence[Line], at: int = 1) -> None:
        self.lines: Sequence[Line] = lines
        self.at = at

    @property
    def line(self) -> Line:
        return self.lines[self.at - 1]

    @property
    def ended(self) -> bool:
        return self.at == len(self.lines)

    def step(self, by: int) -> None:
        self.go(self.at + by)

    def go(self, to: int) -> None:
        """Go to a record, else to the first or the last."""
        self.at = max(1, min(to, len(self.lines)))

    def to_change(self, of: Callable[[Line], object], by: int) -> None:
        """Go to the next record that has something other than the one before it, or back."""
        place = self.at + by
        while 1 < place <= len(self.lines):
            if of(self.lines[place - 1]) != of(self.lines[place - 2]):
                break
            place += by
        self.go(place)


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
        return self._replay.state

    def after(self, seq: int, page: Page) -> list[str]:
        """Return the board after a record with the scores, in lines."""
        if seq < self._at:
            self._begin()
        for now in islice(self._moments, seq - self._at):
            self._now, self._at = now, self._at + 1
        now = self._now
        return self.game.picture(now.state, now.seq, self._viewer, page).splitlines()


class ReplayScreen(PaneApp):
    """One game that is being shown. `pace` is the seconds between two events, None while still."""

    CSS = f"""{STYLE}
#board {{ width: 100%; height: 1fr; padding: 0; }}
#told {{ height: auto; max-height: 7; }}
"""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", f"leave({INTERRUPTED})")]

    def __init__(
        self, scenes: Scenes, game: str, walk: Walk, output: Output, pace: float | None = None
    ) -> None:
        super().__init__(output)
        self.scenes = scenes
        self.game = game
        self.walk = walk
        self.pace = pace
        self._usual_pace = pace or USUAL_PACE
        self._timer: Timer | None = None
        self._typed: str | None = None

    def compose(self) -> ComposeResult:
        yield Pane(self.cut, id="title")
        yield Scroll(self.cut, self.more, id="board", top=True)
        yield Pane(self.cut, id="told")
        yield Pane(id="keys")

    def on_mount(self) -> None:
        self.prepare()
        self._play(self.pace)

    # --- keys ------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        key = event.character if event.is_printable and event.character else event.key
        event.stop()
        if key == "q" or (key == "escape" and self._typed is None):
            self.action_leave(0)
        else:
            self._press(key)
            self.look()

    def action_leave(self, code: int) -> None:
        """Stop playing, then end."""
        self._play(None)
        super().action_leave(code)

    def _press(self, key: str) -> None:
        """Carry out the action of a key; other keys have none."""
        if self._typed is not None:
            self._type(key, self._typed)
        elif self._walks(key):
            if self._timer:
                self._timer.reset()
        elif key in SCROLLS:
            SCROLLS[key](self.query_one("#board", Scroll))
        elif key == "g":
            self._typed = ""
        elif key == " ":
            self._play(None if self.pace else self._usual_pace)
        elif key in "+-":
            self._usual_pace *= FASTER if key == "+" else 1 / FASTER
            self._play(self._usual_pace)

    def _walks(self, key: str) -> bool:
        """Walk as a key says; False for another key."""
        if key in STEPS:
            self.walk.step(STEPS[key])
        elif key.lower() in CHANGES:
            self.walk.to_change(CHANGES[key.lower()], 1 if key.islower() else -1)
        elif key in ("home", "end"):
            self.walk.go(1 if key == "home" else len(self.walk.lines))
        else:
            return False
        return True

    def _type(self, key: str, typed: str) -> None:
        """Take a digit of the number of a record."""
        if key.isdecimal():
            self._typed = (typed + key)[:DIGITS]
        elif key == "backspace" and typed:
            self._typed = typed[:-1]
        else:
            if key == "enter" and typed:
                self.walk.go(int(typed))
            self._typed = None

    def _play(self, pace: float | None) -> None:
        """Play an event in so many seconds; None stops."""
        if self._timer:
            self._timer.stop()
        self.pace = pace
        self._timer = self.set_interval(pace, self._play_on) if pace else None

    def _play_on(self) -> None:
        if self.walk.ended:
            self._play(None)
        else:
            self.walk.step(1)
        self.look()

    # --- what is to be seen ----------------------------------------------------------------

    def on_resize(self) -> None:
        self.call_after_refresh(self.look)

    def look(self) -> None:
        page = Page(
            self._output.language, self.size.width, self._output.colour, unicode=self._unicode
        )
        self._show("board", *self.scenes.after(self.walk.at, page))
        sign = ("▶" if self._unicode else ">") if self.pace else ""
        self._show("title", f"{self.game}  {self.walk.at}/{len(self.walk.lines)} {sign}".rstrip())
        self._show("told", *self._told())
        self._show("keys", self._keys())

    def _told(self) -> list[str]:
        """Return the round with the points, and the present record with its findings."""
        at, line = self.walk.at, self.walk.line
        before = self.walk.lines[at - 2].scores if at > 1 else {}
        story = StoryOutput(self.scenes.game, self._output, self.scenes.state)
        record = [text for entry in story.entry(line, before) for text in entry.split("\n")]
        return [story.heading(line.round, line.scores), *record]

    def _keys(self) -> str:
        """Return the keys in one line, as many as fit: the last ones are needed least."""
        if self._typed is not None:
            return _("Go to record: {number}").format(number=self._typed)
        keys = _(
            "q quit · ←→ step · ↑↓ scroll · space play · r/R round · t/T turn · s/S score · g go to"
            " · +- pace"
        )
        return " · ".join(fitting(keys.split(" · "), self.size.width - 2, " · "))
