"""What the companion and somebody at the table say to each other, whatever it is shown on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from ragami.sheet.completing import Completion

if TYPE_CHECKING:
    from ragami.draw.panels import Page
    from ragami.game.capabilities import Guide

Kind = Literal["done", "told", "warned", "refused", "clash"]


class Answer(NamedTuple):
    """What came of a line.

    `done`: it is written; `told`: something is said, nothing written; `warned`: the same line once
    more, or an empty one, writes it; `refused`: it is no line of the language, or the rules refuse
    it; `clash`: somebody else was first. `kept` is what stays in the input. `code` is the exit code
    where the line came from a pipe. `then` is with whom the talk goes on, None for the same.
    `meant` is the line that was probably meant instead.
    """

    kind: Kind
    lines: tuple[str, ...] = ()
    kept: str = ""
    code: int = 0
    then: Talk | None = None
    meant: str = ""


# How a line may go on: `text` in place of what stands from column `start` on, and what it means.
Word = Completion


class Hint(NamedTuple):
    """What is to be said of a line before it is entered; `ready` if it could be entered so.

    `meant` is the line that was probably meant instead.
    """

    text: str = ""
    ready: bool = False
    meant: str = ""


class Told(NamedTuple):
    """A line of what has happened; `struck` if it counts no more."""

    text: str
    struck: bool = False
    strong: bool = False


class Talk(Protocol):
    """Somebody to talk to: about which game it is, or about the game. Knows of no terminal.

    `secret`: what is typed may be seen by nobody.
    """

    secret: bool

    @property
    def title(self) -> str:
        """What the talk is about."""

    @property
    def whose(self) -> str:
        """Whose doing is written next, if that is one player's; else nothing."""

    def guide(self) -> Guide:
        """What is due."""

    def words(self, text: str) -> Sequence[Word]:
        """How a line that begins so may go on; only what is possible now."""

    def hint(self, text: str) -> Hint:
        """What half a line lacks, and what a whole one says."""

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> Answer:
        """Take a line. `sure`: without a warning before what cannot be taken back.

        `number` is that of the line, where there are several.
        """

    def finish(self) -> Answer:
        """There are no more lines."""

    def undo(self, *, sure: bool = False) -> Answer:
        """Take back what was written last. `sure`: as for `enter`."""

    def redo(self, *, sure: bool = False) -> Answer:
        """Take back the last undo."""

    def glance(self) -> Sequence[str]:
        """What others have written since the last look, in words."""

    def board(self, page: Page) -> Sequence[str]:
        """What lies on the table; nothing before there is a table."""

    def standing(self, page: Page) -> Sequence[str]:
        """How everybody stands."""

    def reference(self) -> Sequence[str]:
        """How every line is written, as it is printed beside an empty sheet."""

    def story(self) -> Sequence[Told]:
        """What has happened so far, the latest last."""


def taken(talk: Talk, text: str, word: Word) -> str:
    """A line with a word that was offered, ready for the next one unless this was the last."""
    text = text[: word.start] + word.text
    more = not (text[-1:].isspace() or talk.hint(text).ready)
    return f"{text} " if more and talk.words(f"{text} ") else text
