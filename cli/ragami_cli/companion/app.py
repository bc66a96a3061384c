"""The companion on the whole screen, with Textual: shows a talk, and gives it what is typed."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator, Sequence
from gettext import gettext as _
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key, Paste, Resize
from textual.widgets import Input
from textual.widgets.input import Selection

from ragami.draw.panels import Page, Part
from ragami.errors import INTERRUPTED
from ragami.language import capital
from ragami.sheet.completing import Completion
from ragami_cli.companion.panes import (
    BOARD_WIDTH,
    Pane,
    PaneApp,
    ParagraphLayout,
    ParagraphPane,
    Scroll,
    classes,
    fitting,
    help_text,
    keys,
)
from ragami_cli.companion.talk import Hint, HistoryLine, LineAnswer, Talk, taken, typable
from ragami_cli.output import Output, harmless

# Seconds between two looks for records of others.
GLANCE: Final = 0.4
# Seconds after which nobody waits any more for a talk to begin.
REST: Final = 2.0
REST_LOOKS: Final = 2
# Lines of the story that are laid out; `ragami log` has all.
STORY: Final = 200
WAYS: Final = 40
ASKS_FOR_HELP: Final = ("?", "help", "ayuda")
# The number of a record before its story; the longest name of a colour in any language.
NUMBERED: Final = 4
WHO: Final = 9
TONES: Final = {
    "done": "bold green",
    "warned": "bold yellow",
    "refused": "bold red",
    "clash": "bold red",
    "told": "",
}
MENDING: Final = ("backspace", "delete", "ctrl+w", "ctrl+backspace", "alt+backspace")
ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class InputLine(Input):
    """The input line. What is pasted in several lines is no line: the companion is told.

    Every key is done with here before the next one is looked at, whatever it does: a key that is
    left to go its way through the program is overtaken by the letters that come after it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,ctrl+j", "app.enter"),
        Binding("tab", "app.take_word"),
        Binding("down", "app.mark(1)"),
        Binding("up", "app.mark(-1)"),
        Binding("ctrl+z", "app.undo"),
        Binding("ctrl+y", "app.redo"),
        Binding("ctrl+u", "app.empty"),
        Binding("f1", "app.help"),
        Binding("f2", "app.turn"),
        Binding("pageup", "app.page(-1)"),
        Binding("pagedown", "app.page(1)"),
        Binding("ctrl+q,ctrl+d", "app.leave(0)"),
        Binding("ctrl+c", f"app.leave({INTERRUPTED})"),
    ]

    async def _on_key(self, event: Key) -> None:
        assert isinstance(self.app, Companion)
        self.app.untidy = REST_LOOKS
        if not self.value and event.key in ARROWS and self.app.moved(*ARROWS[event.key]):
            event.stop()
            event.prevent_default()
            return
        bound = None if event.is_printable else self.screen.active_bindings.get(event.key)
        if event.key in MENDING:  # correct a refused line from its end, and keep the rest
            self.selection = Selection.cursor(self.cursor_position)
        if bound is None:
            await super()._on_key(event)
        else:
            event.stop()
            event.prevent_default()
            await self.app.run_action(bound.binding.action, bound.node)
        self.app.follow()  # now, so that it is painted together with the letter

    def _on_paste(self, event: Paste) -> None:
        lines = [line for line in map(harmless, event.text.splitlines()) if line.strip()]
        event.stop()
        event.prevent_default()
        if len(lines) > 1 and not self.password:
            app = self.app
            assert isinstance(app, Companion)
            app.pasted(lines)
        elif lines:
            self.replace(lines[0].replace("\t", " "), *self.selection)

    def keep(self, text: str, *, refused: bool) -> None:
        """Keep a text in the line; a refused one is replaced by what is typed next."""
        self.value = text
        self.selection = Selection(0 if refused else len(text), len(text))


class Companion(PaneApp):
    """The whole screen. It decides nothing: see `talk.Talk`."""

    # All keys go to the line, so that they are handled in order.
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "leave(0)")]

    def __init__(self, talk: Talk, output: Output) -> None:
        super().__init__(output)
        self.talk = talk
        self._ways: list[Completion] = []
        self._marked = 0
        self._pasted: list[str] = []
        self._answered: tuple[str, ...] = ()
        # The line that was refused last, and the one that was meant.
        self._meant: tuple[str, str] | None = None
        self._followed = ""
        self._helps = False
        # So many looks for records of others until garbage is collected: each key begins anew.
        self.untidy = 0

    def compose(self) -> ComposeResult:
        cut = self.cut
        yield Pane(cut, id="title")
        yield Pane(cut, id="small")
        with Horizontal(id="table"):
            yield Scroll(cut, self.more, id="board", top=True)
            with Vertical(id="side"):
                yield Pane(cut, id="standing")
                yield Scroll(ParagraphLayout(hang=NUMBERED), self.more, id="story")
        yield ParagraphPane(ParagraphLayout(hang=2), self._fit(_("· F1 says more")), id="due")
        yield Pane(id="answer")
        yield Pane(cut, id="hint")
        yield Pane(cut, id="ways")
        with Horizontal(id="entry"):
            yield Pane(cut, id="who")
            line = InputLine(id="line", select_on_focus=False)
            line.cursor_blink = False  # each blink would write to the terminal
            yield line
        yield Pane(cut, id="keys")

    def on_mount(self) -> None:
        self.line.focus()
        self.prepare()
        self.show_all()
        self.set_interval(GLANCE, self.look_round)
        self.set_timer(REST, self.load)
        # The objects so far stay, and garbage is collected between keys: it would only delay them.
        gc.collect()
        gc.freeze()
        gc.disable()

    def on_unmount(self) -> None:
        gc.enable()

    @property
    def line(self) -> InputLine:
        return self.query_one("#line", InputLine)

    # --- what is shown ---------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        for name, on in classes(event.size.width, event.size.height).items():
            self.screen.set_class(on, name)
        small = _("Too small: {columns}×{lines}").format(
            columns=event.size.width, lines=event.size.height
        )
        self._show("small", small)
        self._show("keys", " · ".join(fitting(keys(), event.size.width - 2, " · ")))
        self.call_after_refresh(self.show_table)
        self.call_after_refresh(self._show_ways)

    def show_all(self) -> None:
        """Show everything anew, for another state or another talk."""
        self._show("title", self.talk.title)
        self.show_table()
        self._show_due()
        self._show_ways()

    def show_table(self) -> None:
        """Show the board, the standing and the story."""
        page = Page(self._output.language, BOARD_WIDTH, self._output.colour, self._unicode)
        if self.query_one("#board").size.width:
            self._show("board", *self.talk.board(page))
        side = self.query_one("#standing").size.width or BOARD_WIDTH
        part: Part = "due" if self.screen.has_class("narrow") else "beside"
        standing = self.talk.standing(page._replace(width=side, part=part))
        self._make_room(bool(standing))
        self._show("standing", *standing)
        self._show_story()

    def _make_room(self, stands: bool) -> None:
        """Give the story all the place where there is no table yet."""
        if stands != self.screen.has_class("bare"):
            return
        self.screen.set_class(not stands, "bare")
        self.call_after_refresh(self.show_table)

    def _show_story(self) -> None:
        """Show the story; or the keys and the reference, while help is open."""
        if self._helps:
            lines = self.talk.lines()
            now = (_("What can be typed now, for example:"), *lines, "") if lines else ()
            if hints := [f"· {hint}" for hint in self.talk.guide().hints]:
                now = (*now, *hints, "")
            self._show("story", *now, *help_text(), "", *self.talk.reference())
            self.query_one("#story", Scroll).turn(-STORY)  # it is read from its beginning
        else:
            self.query_one("#story", Pane).show(map(self._told, self.talk.story()[-STORY:]))

    def _show_due(self) -> None:
        guide = self.talk.guide()
        due = [
            (capital(guide.step), "bold"),
            (guide.due, ""),
            *((typed, "bold") for typed in self._typable(guide.lines)),
            *((f"· {hint}", "dim") for hint in guide.hints),
        ]
        self.query_one("#due", Pane).show([(self._fit(text), style) for text, style in due])
        self._show("who", f"{self.talk.whose:>{WHO}}▸")

    def _typable(self, lines: Sequence[str]) -> Iterator[str]:
        """Yield the lines that can be typed; on a low screen those that fit in a row."""
        if self.screen.has_class("low"):
            prefix = cell_len("".join(typable([""])))
            room = self.query_one("#due", Pane).size.width - prefix
            lines = [*fitting(lines, room, "  ·  ")] or lines[:1]
        return typable(lines)

    def _show_ways(self) -> None:
        """Show the completions of the line, the marked word first, and its hint."""
        self._look_up_ways()
        self._followed = self.line.value
        hint = self.talk.hint(self._followed)
        if hint.text in self._answered:
            hint = Hint()
        self._show("hint", hint.text, style="green" if hint.ready else "dim")
        self.query_one("#ways", Pane).show([(self._ways_told(), "")])

    def _ways_told(self) -> str:
        """Return the words in a row, as many as fit beside the meaning of the marked one."""
        ways = self._ways[self._marked :]
        if not ways:
            return ""
        pane = self.query_one("#ways", Pane)
        first, *more_ways = (self._fit(way.text.strip()) for way in ways)
        meaning = self._fit(ways[0].meaning)
        room = pane.size.width - sum(map(cell_len, (first, meaning))) - len("  " * 4 + "…")
        fitting_ways = list(fitting(more_ways, room, "  "))
        if len(fitting_ways) < len(more_ways):
            fitting_ways.append(pane.manner.cut)
        return "  ".join([f"\x1b[1;7m {first} \x1b[0m", *fitting_ways, f"\x1b[2m{meaning}\x1b[0m"])

    def _look_up_ways(self) -> None:
        """Look up the words for the line; the first is marked until another one is."""
        ways = list(self.talk.words(self.line.value))[:WAYS]
        if ways != self._ways:
            self._ways, self._marked = ways, 0

    def _say(self, answer: LineAnswer) -> None:
        self._answered = answer.lines
        self._meant = (answer.kept, answer.meant) if answer.meant else None
        lines = answer.lines
        if answer.meant:
            takes_it = _("Tab takes it.")
            lines = (f"{lines[0]} {takes_it}", *lines[1:])
        if answer.kind == "done" and self._reads_story_beside():
            ends = tuple(line.text for line in self.talk.story()[-len(lines) :])
            lines = tuple(line for line in lines if not any(end.endswith(line) for end in ends))
        self._show("answer", *lines, style=TONES[answer.kind])

    def _reads_story_beside(self) -> bool:
        """Return True if the story stands beside the board: what it ends with is not said twice."""
        return not self._helps and not self.screen.has_class("narrow")

    def _told(self, line: HistoryLine) -> tuple[str, str]:
        if line.struck:
            return self._fit(f"x {line.text}"), "dim strike"
        return self._fit(line.text), "bold" if line.strong else ""

    # --- what is typed ---------------------------------------------------------------------

    def on_input_changed(self) -> None:
        self.follow()

    def follow(self) -> None:
        """Show how the line may go on, if it has changed."""
        if self.line.value != self._followed:
            self._show_ways()

    async def action_enter(self) -> None:
        if self._pasted:
            await self._write_pasted()
            return
        if self.line.value.strip().lower() in ASKS_FOR_HELP:
            self.line.value = ""
            self.action_help()
            return
        self.took(self.talk.enter(self.line.value or self.talk.empty))

    def moved(self, across: int, down: int) -> bool:
        """Mark another cell of the pad, and show it; False if the talk has none there."""
        moved = self.talk.move(across, down)
        if moved:
            self.show_table()
            self._show_due()
        return moved

    def took(self, answer: LineAnswer) -> None:
        """Show what came of a line, and go on with whom it says."""
        self.line.keep(answer.kept, refused=True)
        if answer.then:
            self.talk = answer.then
            self.set_timer(REST, self.load)
            self.line.password = self.talk.secret
        self._say(answer)
        self.show_all()

    def look_round(self) -> None:
        """Show what somebody else has written; the input stays. Tidy up when nobody types."""
        fresh = self.talk.glance()
        if fresh:
            self._say(LineAnswer("told", tuple(fresh)))
            self.show_all()
        if self.untidy:
            self.untidy -= 1
            if not self.untidy:
                gc.collect()

    def load(self) -> None:
        """Load in a thread what the end of a game shows: no key is to wait for it."""
        self.run_worker(self.talk.load, thread=True, exit_on_error=False)

    # --- several lines at once -------------------------------------------------------------

    def pasted(self, lines: list[str]) -> None:
        """Ask whether several pasted lines are meant."""
        self._pasted = lines
        ask = _("{number} lines are pasted. Enter writes them in turn, Ctrl-U forgets them.")
        first = self._fit(lines[0][:BOARD_WIDTH])
        self._say(LineAnswer("warned", (ask.format(number=len(lines)), first)))

    async def _write_pasted(self) -> None:
        lines, self._pasted = self._pasted, []
        for number, line in enumerate(lines, 1):
            answer = self.talk.enter(line, sure=True, number=number)
            if answer.code or answer.then:
                stopped = _("{written} of {number} pasted lines are written; here it stops.")
                stop_sentence = stopped.format(written=number - 1, number=len(lines))
                self.took(answer._replace(lines=(stop_sentence, *answer.lines)))
                return
            self._say(LineAnswer("told", (f"{number}/{len(lines)}",)))
            await asyncio.sleep(0)
        sentence = _("All {number} pasted lines are written.").format(number=len(lines))
        self.took(LineAnswer("done", (sentence,)))

    # --- keys ------------------------------------------------------------------------------

    def action_take_word(self) -> None:
        """Take the line that was meant instead of a refused one, else the marked word."""
        self._look_up_ways()
        refused, meant = self._meant or ("", self.talk.hint(self.line.value).meant)
        if meant and (self.line.value == refused or not self._ways):
            self._meant = None
            self.line.keep(meant, refused=False)
            return
        if not self._ways:
            return
        self.line.value = taken(self.talk, self.line.value, self._ways[self._marked])
        self.line.cursor_position = len(self.line.value)

    def action_mark(self, by: int) -> None:
        self._look_up_ways()
        if self._ways:
            self._marked = (self._marked + by) % len(self._ways)
            self._show_ways()

    def action_undo(self) -> None:
        self._take_aside(self.talk.undo())

    def action_redo(self) -> None:
        self._take_aside(self.talk.redo())

    def _take_aside(self, answer: LineAnswer) -> None:
        """Take the answer to a key: the input stays, unless the answer is a warning.

        A line that was refused is about the game as it was: it goes with what is taken back.
        """
        typed = self.line.value
        was_refused = typed and self.line.selected_text == typed
        self.took(answer)
        if answer.kind != "warned" and not (was_refused and answer.kind == "done"):
            self.line.keep(typed, refused=False)

    def action_empty(self) -> None:
        self._pasted = []
        self.line.value = ""
        self._say(LineAnswer("told"))

    def action_help(self) -> None:
        hidden = self.screen.has_class("narrow") and self.screen.has_class("reads-board")
        self._helps = hidden or not self._helps
        self.screen.set_class(self._helps, "reads-help")
        if self._helps:
            self.screen.remove_class("reads-board")
        self.call_after_refresh(self.show_table)

    def action_turn(self) -> None:
        self.screen.toggle_class("reads-board")
        self.call_after_refresh(self.show_table)

    def action_page(self, by: int) -> None:
        board = self.screen.has_class("reads-board")
        self.query_one("#board" if board else "#story", Scroll).turn(by)
