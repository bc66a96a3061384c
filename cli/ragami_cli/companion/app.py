"""The companion on the whole screen, with Textual: shows a talk, and gives it what is typed."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterable
from functools import partial
from gettext import gettext as _
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key, Paste, Resize
from textual.widgets import Input, Static

from ragami.game import Page
from ragami.trouble import INTERRUPTED
from ragami_cli.companion.look import (
    BOARD_WIDTH,
    STYLE,
    classes,
    help_text,
    keys,
    plainer,
)
from ragami_cli.companion.panes import Pane, Scroll
from ragami_cli.companion.talk import Answer, Hint, Told, Word, taken
from ragami_cli.output import harmless

if TYPE_CHECKING:
    from ragami_cli.companion.panes import Pane, Scroll
from ragami_cli.companion.talk import Talk
    from ragami_cli.output import Output

# How often it is looked whether somebody else has written, in seconds.
GLANCE: Final = 0.4
# So much of the story is laid out; all of it is a matter for `ragami log`.
STORY: Final = 200
WAYS: Final = 40
TONES: Final = {
    "done": "bold green",
    "warned": "bold yellow",
    "refused": "bold red",
    "clash": "bold red",
    "told": "",
}
SIGNS: Final = "▶✓✗╱→·–"


class Line(Input):
    """The input line. What is pasted in several lines is no line: the companion is told.

    Its keys are taken here, one after the other: a message to the companion would be overtaken by
    the next letter of somebody who types fast.
    """

    KEYS: ClassVar[dict[str, Callable[[Companion], None]]]

    async def _on_key(self, event: Key) -> None:
        does = self.KEYS.get(event.key)
        if does is None:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        assert isinstance(self.app, Companion)
        does(self.app)

    def _on_paste(self, event: Paste) -> None:
        lines = [line for line in map(harmless, event.text.splitlines()) if line.strip()]
        event.stop()
        event.prevent_default()
        if len(lines) > 1:
            app = self.app
            assert isinstance(app, Companion)
            app.pasted(lines)
        elif lines:
            self.insert_text_at_cursor(lines[0].replace("\t", " "))


class Companion(App[int]):
    """The whole screen. It decides nothing: see `talk.Talk`."""

    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", priority=True),
        Binding("f2", "turn", priority=True),
        Binding("pageup", "page(-1)", priority=True),
        Binding("pagedown", "page(1)", priority=True),
        Binding("ctrl+q", "leave(0)", priority=True),
        Binding("ctrl+d", "leave(0)", priority=True),
        Binding("ctrl+c", f"leave({INTERRUPTED})", priority=True),
    ]

    def __init__(self, talk: Talk, output: Output) -> None:
        super().__init__()
        self.talk = talk
        self._output = output
        self._unicode = output.shows(SIGNS)
        self._ways: list[Word] = []
        self._marked = 0
        self._pasted: list[str] = []
        self._answered: tuple[str, ...] = ()
        self._whose = ""

    def compose(self) -> ComposeResult:
        yield Pane(id="title")
        yield Pane(id="small")
        with Horizontal(id="table"):
            yield Scroll(id="board")
            with Vertical(id="side"):
                yield Pane(id="standing")
                yield Scroll(id="story")
        for name in ("due", "answer", "hint", "ways"):
            yield Pane(id=name)
        with Horizontal(id="entry"):
            yield Static(id="who")
            line = Line(id="line", select_on_focus=False)
            line.cursor_blink = False  # it would write to the terminal for ever
            yield line
        yield Pane(id="keys")

    def on_mount(self) -> None:
        self.line.focus()
        self.screen.set_class(not self._unicode, "ascii")
        self._show("keys", keys())
        self.show_all()
        self.set_interval(GLANCE, self.look_round)
        # What is there by now stays: to look through it again and again would keep keys waiting.
        gc.collect()
        gc.freeze()

    @property
    def line(self) -> Line:
        """Where somebody types."""
        return self.query_one("#line", Line)

    # --- what is shown ---------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        for name, on in classes(event.size.width, event.size.height).items():
            self.screen.set_class(on, name)
        small = _("Too small: {columns}×{lines}").format(
            columns=event.size.width, lines=event.size.height
        )
        self._show("small", small)
        self.call_after_refresh(self.show_table)

    def show_all(self) -> None:
        """Everything anew: there is another state, or another talk."""
        self._show("title", self.talk.title)
        self.show_table()
        self._show_due()
        self._show_ways()

    def show_table(self) -> None:
        """The board, how everybody stands, what has happened."""
        page = Page(self._output.language, BOARD_WIDTH, self._output.colour, self._unicode)
        board = self.query_one("#board", Scroll)
        if board.size.width:
            board.unroll([self._drawn(self.talk.board(page))], top=True)
        side = self.query_one("#standing").size.width or BOARD_WIDTH
        standing = self.talk.standing(page._replace(width=side))
        self.query_one("#standing", Pane).show(self._drawn(standing))
        story = self.query_one("#story", Scroll)
        story.unroll(map(self._told, self.talk.story()[-STORY:]))

    def _show_due(self) -> None:
        guide = self.talk.guide()
        due = Text(self._fit(guide.step), style="bold")
        due.append(f"\n{self._fit(guide.due)}", style="not bold")
        for hint in guide.hints:
            due.append(self._fit(f"\n· {hint}"), style="dim not bold")
        self._show("due", due)
        whose = self._fit(f"{self.talk.whose}▸ ")
        if whose != self._whose:
            self._whose = whose
            self.query_one("#who", Static).update(whose)

    def _show_ways(self) -> None:
        """How the line may go on, the marked word first seen; what it lacks or says."""
        self._look_up_ways()
        hint = self.talk.hint(self.line.value)
        if hint.text in self._answered:
            hint = Hint()
        told = Text()
        for number, way in enumerate(self._ways[self._marked :], self._marked):
            style = "reverse bold" if number == self._marked else "bold"
            told.append(f" {self._fit(way.text.strip())} ", style=style)
        if self._ways:
            told.append(f"  {self._fit(self._ways[self._marked].meaning)}", style="dim")
        said = Text(self._fit(hint.text), style="green" if hint.ready else "dim")
        self._show("hint", said)
        self._show("ways", told)

    def _look_up_ways(self) -> None:
        """The words for what is typed by now; the first one is marked, until another one is."""
        ways = list(self.talk.words(self.line.value))[:WAYS]
        if ways != self._ways:
            self._ways, self._marked = ways, 0

    def _say(self, answer: Answer) -> None:
        self._answered = answer.lines
        told = Text(self._fit("\n".join(answer.lines)), style=TONES[answer.kind])
        self._show("answer", told)

    def _told(self, told: Told) -> Text:
        if told.struck:
            return Text(self._fit(f"x {told.text}"), style="dim strike")
        return Text(self._fit(told.text), style="bold" if told.strong else "")

    def _drawn(self, lines: Iterable[str]) -> Text:
        return Text.from_ansi(self._fit("\n".join(lines)))

    def _show(self, where: str, text: str | Text) -> None:
        """Show a text in one of the panes."""
        shown = text if isinstance(text, Text) else Text(self._fit(harmless(text)))
        self.query_one(f"#{where}", Pane).show(shown)

    def _fit(self, text: str) -> str:
        return text if self._unicode else plainer(text)

    # --- what is typed ---------------------------------------------------------------------

    def on_input_changed(self) -> None:
        self._show_ways()

    def enter(self) -> None:
        if self._pasted:
            self.run_worker(self._write_pasted(), exclusive=True)
            return
        self.took(self.talk.enter(self.line.value))

    def took(self, answer: Answer) -> None:
        """Show what came of a line, and go on with whom it says."""
        self.line.value = answer.kept
        self.line.cursor_position = len(answer.kept)
        if answer.then:
            self.talk = answer.then
        self._say(answer)
        self.show_all()

    def look_round(self) -> None:
        """Has somebody else written? What is typed stays."""
        fresh = self.talk.glance()
        if fresh:
            self._say(Answer("told", tuple(fresh)))
            self.show_all()

    # --- several lines at once -------------------------------------------------------------

    def pasted(self, lines: list[str]) -> None:
        """Several lines came at once: they are written only if that is meant."""
        self._pasted = lines
        ask = _("{number} lines are pasted. Enter writes them in turn, Esc forgets them.")
        first = self._fit(lines[0][:BOARD_WIDTH])
        self._say(Answer("warned", (ask.format(number=len(lines)), first)))

    async def _write_pasted(self) -> None:
        lines, self._pasted = self._pasted, []
        for number, line in enumerate(lines, 1):
            answer = self.talk.enter(line, sure=True, number=number)
            if answer.code or answer.then:
                left = _("{written} of {number} pasted lines are written; here it stops.")
                said = left.format(written=number - 1, number=len(lines))
                self.took(answer._replace(lines=(said, *answer.lines)))
                return
            self._say(Answer("told", (f"{number}/{len(lines)}",)))
            await asyncio.sleep(0)
        done = _("All {number} pasted lines are written.").format(number=len(lines))
        self.took(Answer("done", (done,)))

    # --- keys ------------------------------------------------------------------------------

    def take_word(self) -> None:
        self._look_up_ways()
        if not self._ways:
            return
        self.line.value = taken(self.talk, self.line.value, self._ways[self._marked])
        self.line.cursor_position = len(self.line.value)

    def mark(self, by: int) -> None:
        self._look_up_ways()
        if self._ways:
            self._marked = (self._marked + by) % len(self._ways)
            self._show_ways()

    def undo(self) -> None:
        typed = self.line.value
        self.took(self.talk.undo()._replace(kept=typed))

    def redo(self) -> None:
        typed = self.line.value
        self.took(self.talk.redo()._replace(kept=typed))

    def empty(self) -> None:
        self._pasted = []
        self.line.value = ""
        self._say(Answer("told"))

    def action_help(self) -> None:
        story = self.query_one("#story", Scroll)
        story.unroll([Text(self._fit(line)) for line in help_text()], top=True)

    def action_turn(self) -> None:
        self.screen.toggle_class("reads-board")
        self.call_after_refresh(self.show_table)

    def action_page(self, by: int) -> None:
        """Turn a page of what is being read."""
        board = self.screen.has_class("reads-board")
        self.query_one("#board" if board else "#story", Scroll).turn(by)

    def action_leave(self, code: int) -> None:
        self.exit(code)


Line.KEYS = {
    "enter": Companion.enter,
    "tab": Companion.take_word,
    "down": partial(Companion.mark, by=1),
    "up": partial(Companion.mark, by=-1),
    "ctrl+z": Companion.undo,
    "ctrl+y": Companion.redo,
    "escape": Companion.empty,
}
