"""The talk between the companion and its users, independent of the display."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from gettext import gettext as _
from typing import TYPE_CHECKING, Literal, NamedTuple

from ragami.draw.panels import Page
from ragami.findings import Finding
from ragami.game.capabilities import Guide
from ragami.sheet.completing import Completion

if TYPE_CHECKING:
    from ragami.narration import Line

Kind = Literal["done", "told", "warned", "refused", "clash"]


class LineAnswer(NamedTuple):
    """The answer to a line.

    `done`: it is written; `told`: something is said, nothing written; `warned`: the same line once
    more, or an empty one, writes it; `refused`: it is no line of the language, or the rules refuse
    it; `clash`: somebody else was first. `kept` is what stays in the input. `code` is the exit code
    where the line came from a pipe. `then` is the talk that goes on, None for the same; `ends` that
    none does. `meant` is the line that was probably meant instead.
    """

    kind: Kind
    lines: tuple[str, ...] = ()
    kept: str = ""
    code: int = 0
    then: Talk | None = None
    meant: str = ""
    ends: bool = False


class Hint(NamedTuple):
    """A hint on a line before it is entered; `ready` if it could be entered so.

    `meant` is the line that was probably meant instead.
    """

    text: str = ""
    ready: bool = False
    meant: str = ""


class HistoryLine(NamedTuple):
    """A line of what has happened; `struck` if it counts no more."""

    text: str
    struck: bool = False
    strong: bool = False


class Talk(ABC):
    """A talk with somebody: about the choice of a game, or about the game. Knows of no terminal.

    Where a talk says nothing of its own nothing happens, and there is nothing to show.
    """

    # True if what is typed must not be shown.
    secret = False

    @property
    def title(self) -> str:
        """The title of the talk."""
        return "ragami"

    @property
    def whose(self) -> str:
        """The player whose action is written next, if it is one player's; else empty."""
        return ""

    @property
    def empty(self) -> str:
        """The line that Enter alone writes; empty if it writes none."""
        return ""

    def move(self, across: int, down: int) -> bool:
        """Mark another cell of the pad, if there is one; False without a pad."""
        return False

    @abstractmethod
    def guide(self) -> Guide:
        """Return the next step."""

    def words(self, text: str) -> Sequence[Completion]:
        """Return the completions of a line, only with what is possible now."""
        return ()

    def hint(self, text: str) -> Hint:
        """Return the hint on a line: the missing part, or the event it would write."""
        return Hint()

    @abstractmethod
    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        """Take a line. `sure`: without a warning before what cannot be taken back.

        `number` is that of the line, where there are several.
        """

    def finish(self) -> LineAnswer:
        """End the talk, as no more lines come."""
        return LineAnswer("told")

    def undo(self, *, sure: bool = False) -> LineAnswer:
        """Take back what was written last. `sure`: as for `enter`."""
        return LineAnswer("told")

    def redo(self, *, sure: bool = False) -> LineAnswer:
        """Take back the last undo."""
        return LineAnswer("told")

    def glance(self) -> Sequence[str]:
        """Return the records that others have written since the last look, in words."""
        return ()

    def board(self, page: Page) -> Sequence[str]:
        """Return the table as drawn; empty before there is a table."""
        return ()

    def standing(self, page: Page) -> Sequence[str]:
        """Return the standing of all players."""
        return ()

    def lines(self) -> Sequence[str]:
        """Return the lines that can be typed now, each with what it says."""
        return [
            f"{word.text.strip()}  – {word.meaning}" if word.meaning else word.text.strip()
            for word in self.words("")
        ]

    def reference(self) -> Sequence[str]:
        """Return the written form of every line, as printed beside an empty sheet."""
        return ()

    def story(self) -> Sequence[HistoryLine]:
        """Return the story so far, the latest record last."""
        return ()

    def load(self) -> None:
        """Load what is shown only at the end. Called in a thread of its own."""
        return


def taken(talk: Talk, text: str, word: Completion) -> str:
    """Return a line with a word that was offered, and a blank unless the line is whole."""
    text = text[: word.start] + word.text
    more = not (text[-1:].isspace() or talk.hint(text).ready)
    return f"{text} " if more and talk.words(f"{text} ") else text


def typable(lines: Sequence[str]) -> Iterator[str]:
    """Yield the hint with lines that can be typed now; nothing without any."""
    if lines:
        yield _("Type, for example: {lines}").format(lines="  ·  ".join(lines))


def history(lines: Iterable[Line], say: Callable[[Finding], str]) -> Iterator[HistoryLine]:
    """Yield the story round by round, with the findings about each record."""
    within = 0
    for line in lines:
        struck = line.struck_by is not None
        if line.kind == "event" and not struck and line.round > within:
            within = line.round
            yield HistoryLine(_("Round {round}").format(round=within), strong=True)
        yield HistoryLine(f"{line.seq:>3} {line.text}", struck)
        for finding in line.findings:
            if finding.severity != "notice":
                yield HistoryLine(f"    {say(finding)}")
