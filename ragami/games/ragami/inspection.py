"""A board, a deck or dice in a file of their own: all that is wrong with them, and what to do.

What stands inside a log is judged with record 1; here somebody makes a component, and wants to
hear everything at once, with the place of each thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from ragami.findings import LOG_RULE, Finding
from ragami.game.components.inspection import Files
from ragami.games.ragami.components import (
    FILES,
    BoardFile,
    DeckFile,
    DiceFile,
    faults,
)
from ragami.games.ragami.picture.layout import Plan
from ragami.games.ragami.rules.board import Board
from ragami.games.ragami.shipped import SHIPPED
from ragami.games.ragami.speech import speech
from ragami.games.ragami.words import WORDS
from ragami.language import Language, capital
from ragami.messages import place, plain, problem

if TYPE_CHECKING:
    from ragami.draw.panels import Page
    from ragami.game.capabilities import Dialogue


def say(finding: Finding, language: Language) -> str:
    """Return a finding of an inspection in words, with what to do about it."""
    if finding.code not in ("malformed-component", "unfit-component", "unfit-layout"):
        text = WORDS.say(finding, language).removeprefix(f"{place(finding, language)}: ")
        return capital(text)
    remedy = speech(language).tables["mend"].get(finding.facts["problem"], "")
    text = _said(finding, language)
    return f"{capital(text)}. {remedy}".rstrip()


def _said(finding: Finding, language: Language) -> str:
    """Return the defect as text, without the full stop."""
    facts, words = finding.facts, speech(language)
    templates = words.tables["problem"] | words.tables["file"]
    if facts["problem"] in templates:
        texts = {name: words.value(value) for name, value in facts.items()}
        return templates[facts["problem"]].format_map(texts)
    return problem(facts, language) or plain(str(facts))


def _of_a_board(file: BoardFile) -> Iterator[Finding]:
    unlike = Board(file).unlike_printed
    if unlike:
        yield Finding("unlike-printed-board", rule="R-BOARD-04", ruling="A-MOVE-01", facts=unlike)
    plan = Plan.from_board(msgspec.to_builtins(file))
    if plan.layout is not None and not plan.brings_places:
        yield Finding("unfit-layout", facts={"problem": "unfit-layout"})


class Components(Files):
    """Boards, decks and dice. See `ragami.game.capabilities.Components`."""

    package = "ragami.games.ragami"
    shipped: Mapping[str, tuple[str, ...]] = SHIPPED
    structs = FILES
    rule = LOG_RULE
    ruling = "A-LOG-07"
    say = staticmethod(say)
    faults = staticmethod(faults)

    def remarks(self, component: BoardFile | DeckFile | DiceFile) -> Iterator[Finding]:
        if isinstance(component, BoardFile):
            yield from _of_a_board(component)
        yield from super().remarks(component)

    def picture(self, component: object, page: Page) -> str | None:
        """Draw a board in characters; None for other components."""
        from ragami.games.ragami.picture.text import board  # noqa: PLC0415 (law 10)

        if not isinstance(component, BoardFile):
            return None
        return board(Plan.from_board(msgspec.to_builtins(component)), page)

    def svg(self, component: object, language: Language) -> str | None:
        from ragami.games.ragami.picture.drawing import bare  # noqa: PLC0415 (law 10)

        if not isinstance(component, BoardFile):
            return None
        plan = Plan.from_board(msgspec.to_builtins(component))
        return bare(plan, component.name, language=language)

    def dialogue(self, kind: str, name: str, language: Language) -> Dialogue:
        from ragami.games.ragami.component_dialogue import dialogue  # noqa: PLC0415 (law 10)

        return dialogue(kind, name, language)


COMPONENTS: Final = Components()
