"""The common base of the talks that open a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ragami_cli.companion.talk import Hint, LineAnswer

if TYPE_CHECKING:
    from ragami.draw.panels import Page


class Questions:
    """The common base of talks before there is a table."""

    title = "ragami"
    whose = ""

    secret = False
    empty = ""

    def move(self, _across: int, _down: int) -> bool:
        return False

    def board(self, _page: Page) -> Sequence[str]:
        return ()

    def standing(self, _page: Page) -> Sequence[str]:
        return ()

    def lines(self) -> Sequence[str]:
        return ()

    def reference(self) -> Sequence[str]:
        return ()

    def glance(self) -> Sequence[str]:
        return ()

    def redo(self, *, sure: bool = False) -> LineAnswer:
        return LineAnswer("told")

    def hint(self, _text: str) -> Hint:
        return Hint()
