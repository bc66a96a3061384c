"""The companion line by line: for screen readers, slow lines, and sheets that are piped in."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from gettext import gettext as _
from typing import Final

from ragami.draw.panels import Page
from ragami.game.capabilities import Guide
from ragami_cli.companion.talk import HistoryLine, LineAnswer, Talk, typable
from ragami_cli.output import Output, is_terminal

LATEST: Final = 5
# Words for the program and not for the game; in both languages, as on the sheet.
COMMANDS: Final = {
    "board": "board", "tablero": "board",
    "log": "log", "registro": "log",
    "undo": "undo", "deshace": "undo",
    "redo": "redo", "rehace": "redo",
    "quit": "quit", "salir": "quit",
}  # fmt: skip


class Dialogue:
    """One talk in lines: what is due, a line, what came of it.

    From a pipe every line is meant as it stands: no warning, and the first bad line ends it.
    `aside`: everything is said on stderr, as stdout is for what comes of the talk.
    """

    def __init__(self, talk: Talk, output: Output, *, aside: bool = False) -> None:
        self.talk = talk
        self.output = output
        self.aside = aside
        self.asks = is_terminal(sys.stdin)
        self._hides = False
        self._said: Guide | None = None
        # The line that was probably meant by a refused one.
        self._meant = ""

    def run(self, lines: Iterable[str]) -> int:
        """Take lines until they end. Return the exit code."""
        try:
            return self._run(lines)
        finally:
            self._hide_typing(False)

    def _run(self, lines: Iterable[str]) -> int:
        self._begin()
        for number, line in enumerate(lines, 1):
            text = line.rstrip("\n")
            if COMMANDS.get(text.strip()) == "quit":
                break
            answer = self._take(text, number)
            self._answer(answer, number)
            if answer.ends or (answer.code and not self.asks):
                return answer.code
            if answer.then:
                self.talk = answer.then
                self._hide_typing(self.talk.secret)
                self._begin()
            self._ask()
        last = self.talk.finish()
        self._answer(last, 0)
        return last.code

    def _hide_typing(self, hides: bool) -> None:
        """Hide what is typed on a terminal, or show it again."""
        if not self.asks or hides == self._hides:
            return
        self._hides = hides
        with suppress(ImportError):  # there are systems without
            import termios

            now = termios.tcgetattr(sys.stdin)
            now[3] = now[3] & ~termios.ECHO if hides else now[3] | termios.ECHO
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, now)

    def _begin(self) -> None:
        if self.asks:
            self.output.remark(self.output.style(self.talk.title, bold=True))
            for line in self.talk.story()[-LATEST:]:
                self.output.remark(line.text)
            self.output.remark(_("'?' says what may be written, 'board' shows it, 'quit' ends."))
        self._ask()

    def _ask(self) -> None:
        """Print what is due, where it has changed."""
        guide = self.talk.guide()
        if not self.asks or guide == self._said:
            return
        self._said = guide
        self.output.remark(self.output.wrap(f"[{guide.step}] {guide.due}"))
        for typed in typable(guide.lines):
            self.output.remark(typed)
        for hint in guide.hints:
            self.output.remark(f"  · {hint}" if self.output.shows("·") else f"  - {hint}")

    def _take(self, text: str, number: int) -> LineAnswer:
        """Take a line of the game, or a word for the program."""
        if self.talk.secret:
            return self.talk.enter(text, number=number)
        for line in self.talk.glance():
            self.output.answer(line)
        word = text.strip()
        if word.endswith("?") and not self.talk.hint(word).ready:
            return LineAnswer("told", tuple(self._ways(text.rstrip()[:-1])))
        if word in COMMANDS:
            return self._command(COMMANDS[word])
        meant, self._meant = self._meant, ""
        answer = self.talk.enter(text if word else meant, sure=not self.asks, number=number)
        if answer.meant and self.asks:
            self._meant = answer.meant
            takes_it = _("Enter takes it.")
            lines = (f"{answer.lines[0]} {takes_it}", *answer.lines[1:])
            answer = answer._replace(lines=lines)
        return answer

    def _command(self, word: str) -> LineAnswer:
        if word == "undo":
            return self.talk.undo(sure=not self.asks)
        if word == "redo":
            return self.talk.redo(sure=not self.asks)
        if word == "log":
            return LineAnswer("told", tuple(map(_marked, self.talk.story())))
        page = Page(
            self.output.language, self.output.width, self.output.colour, self.output.shows("▶✓✗╱")
        )
        return LineAnswer("told", (*self.talk.board(page), *self.talk.standing(page)))

    def _ways(self, text: str) -> Iterator[str]:
        for way in self.talk.words(text):
            yield self.output.wrap(f"{text[: way.start]}{way.text}  {way.meaning}", "  ")

    def _answer(self, answer: LineAnswer, number: int) -> None:
        answers = answer.kind in ("done", "told") and not self.aside
        say = self.output.answer if answers else self.output.remark
        if self.output.json and not self.aside:
            from ragami.table.replies import LineReply

            self.output.data(LineReply(number, answer.kind, answer.lines, answer.code))
            return
        if answer.code and not self.asks:
            self.output.remark(_("Line {number} is not written:").format(number=number))
        for line in answer.lines:
            say(line)


def _marked(line: HistoryLine) -> str:
    return f"x {line.text}" if line.struck else line.text
