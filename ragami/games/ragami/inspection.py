"""A board, a deck or dice in a file of their own: all that is wrong with them, and what to do.

What stands inside a log is judged with record 1; here somebody makes a component, and wants to
hear everything at once, with the place of each thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from ragami.errors import N_
from ragami.findings import LOG_RULE, Finding
from ragami.game.inspecting import Inspection, inspected
from ragami.games.ragami.board import Board
from ragami.games.ragami.components import (
    BoardFile,
    DeckFile,
    DiceFile,
    Problem,
    problems,
)
from ragami.games.ragami.messages import say as say_of_game
from ragami.games.ragami.picture.layout import Plan
from ragami.games.ragami.shipped import BOARDS, DECKS, DICE, read
from ragami.games.ragami.speech import speech
from ragami.games.ragami.texts.verdicts import COMPONENT_PROBLEMS
from ragami.language import Language, translator
from ragami.messages import place, plain, problem

if TYPE_CHECKING:
    from ragami.draw.panels import Page
    from ragami.game.capabilities import Dialogue

Component = BoardFile | DeckFile | DiceFile

KINDS: Final[dict[str, type[Component]]] = {
    "board": BoardFile,
    "deck": DeckFile,
    "dice": DiceFile,
}

REMEDIES: Final[Mapping[str, str]] = {
    "not-json": N_("Look before this place for a comma, a quote or a bracket too many or too few."),
    "no-component": N_(
        "A board has street, block_squares and block_blocks; a deck has copies, red_triangle and"
        " white_cube; dice have action and power. Each has a name, and verified."
    ),
    "missing-field": N_("'ragami schema game_opened' says what belongs there."),
    "unknown-field": N_("Take it out, or look whether it is spelt right."),
    "square-missing": N_("Give it in street, with the squares that a street leads to."),
    "place-twice": N_("Take one of the two out."),
    "own-neighbour": N_("Take it out of its own list."),
    "one-way": N_("Give each in the other's list, or take both out."),
    "block-half-told": N_("Give it in block_squares and in block_blocks; either list may be []."),
    "block-without-name": N_("Give it one in block_squares and in block_blocks."),
    "square-without-block": N_("Every square lies at a block: give it in block_squares."),
    "street-in-pieces": N_("Join them by a street to the squares that square 1 can reach."),
    "kind-missing": N_("Give every kind from 1 to 15 in copies, with 0 where there are none."),
    "wrong-total": N_("Put the numbers in copies right; or null, if nobody has counted."),
    "no-face-above-one": N_("A 1 is rolled again until it is none, which would never end."),
    "action-face-zero": N_("An Action die of 0 is one that was used; give 1 or more."),
    "unfit-layout": N_(
        "A layout has [x, y] in integers for every square and every block, and no two of them too"
        " near. The board is drawn without it."
    ),
}


TEXTS: Final[Mapping[str, str]] = {
    **COMPONENT_PROBLEMS,
    "not-json": N_("this is no JSON from line {line}, column {column} on"),
    "empty-line": N_("there is nothing in it"),
    "no-component": N_("this is neither a board nor a deck nor dice"),
    "half-a-character": N_("a text in it has half of a surrogate pair, which is no character"),
    "missing-field": N_("the field {field} is missing"),
    "unknown-field": N_("there is a field {field}, which does not belong there"),
    "wrong-key": N_("{where} has a key {key}, which does not belong there"),
    "unfit-layout": N_("the layout cannot be drawn by"),
}


def inspect(content: bytes) -> Inspection:
    """Read a component file and look at it from all sides. Never raises."""
    return inspected(content, KINDS, _findings, LOG_RULE)


def say(finding: Finding, language: Language) -> str:
    """A finding of an inspection in words, with what to do about it."""
    if finding.code not in ("malformed-component", "unfit-component", "unfit-layout"):
        text = say_of_game(finding, language).removeprefix(f"{place(finding, language)}: ")
        return text[:1].upper() + text[1:]
    _ = translator(language)
    code = finding.facts["problem"]
    remedy = _(REMEDIES[code]) if code in REMEDIES else ""
    text = _said(finding, language)
    return f"{text[:1].upper()}{text[1:]}. {remedy}".rstrip()


def _said(finding: Finding, language: Language) -> str:
    """Return the defect as text, without the full stop."""
    _ = translator(language)
    facts = finding.facts
    if facts["problem"] in TEXTS:
        words = speech(language)
        texts = {name: words.value(value) for name, value in facts.items()}
        return _(TEXTS[facts["problem"]]).format_map(texts)
    return problem(facts, language) or plain(str(facts))


# --- what it says --------------------------------------------------------------------------


def _findings(component: Component) -> Iterator[Finding]:
    """Yield the defects that make a component unusable; if there are none, the remarks on it."""
    unfit = list(map(_unfit, problems(component)))
    yield from unfit
    if unfit:
        return
    if isinstance(component, BoardFile):
        yield from _of_a_board(component)
    if not component.verified:
        kind = next(kind for kind, struct in KINDS.items() if isinstance(component, struct))
        facts = {kind: component.name}
        yield Finding("unverified-components", None, "A-LOG-07", facts=facts)


def _of_a_board(file: BoardFile) -> Iterator[Finding]:
    unlike = Board(file).unlike_printed
    if unlike:
        yield Finding("unlike-printed-board", "R-BOARD-04", "A-MOVE-01", facts=unlike)
    plan = Plan.from_board(msgspec.to_builtins(file))
    if plan.layout is not None and not plan.brings_places:
        yield Finding("unfit-layout", facts={"problem": "unfit-layout"})


def _unfit(defect: Problem) -> Finding:
    facts = {"problem": defect.code, **defect.where}
    return Finding("unfit-component", LOG_RULE, facts=facts)


class Components:
    """Boards, decks and dice. See `ragami.game.capabilities.Components`."""

    shipped: Mapping[str, tuple[str, ...]] = {"board": BOARDS, "deck": DECKS, "dice": DICE}
    inspect = staticmethod(inspect)
    say = staticmethod(say)

    def read(self, kind: str, name: str) -> bytes:
        """The file of a component that ships. Raises `KeyError`."""
        if name not in self.shipped[kind]:
            raise KeyError(name)
        return read(f"{name}.json")

    def picture(self, component: object, page: Page) -> str | None:
        """A board in characters; of the rest there is no picture."""
        from ragami.games.ragami.picture.text import board  # noqa: PLC0415 (law 10)

        if not isinstance(component, BoardFile):
            return None
        plan = Plan.from_board(msgspec.to_builtins(component))
        return board(
            None,
            plan,
            language=page.language,
            colour=page.colour,
            unicode=page.unicode,
            width=page.width,
        )

    def svg(self, component: object, language: Language) -> str | None:
        """A board as SVG."""
        from ragami.games.ragami.picture.svg import bare  # noqa: PLC0415 (law 10)

        if not isinstance(component, BoardFile):
            return None
        plan = Plan.from_board(msgspec.to_builtins(component))
        return bare(plan, component.name, language=language)

    def dialogue(self, kind: str, name: str, language: Language) -> Dialogue:
        """The questions that lead through entering one."""
        from ragami.games.ragami.component_dialogue import dialogue  # noqa: PLC0415 (law 10)

        return dialogue(kind, name, language)


COMPONENTS: Final = Components()
