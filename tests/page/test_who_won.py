"""Terminal, page, phone, wall, picture and paper say the same of who won, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from itertools import cycle
from typing import Final

import pytest

from ragami.draw.panels import Page
from ragami.export.drawing import svg
from ragami.export.excerpt import Excerpt
from ragami.export.page import export
from ragami.export.paper import paper
from ragami.game.capabilities import DRAWING
from ragami.language import LANGUAGES, Language
from tests.page.browser import EXAMPLES
from tests.scale import often
from tests.server.screens.serving import context, drawn

SCREENS: Final = ("result", "wall", "projector", "board", "seat")
# A game of each kind, and of each kind of end: one winner, two, the fewest points, a final table.
ENDED: Final = (
    "two-players",
    "worked/11-bonus",
    "deal-with-the-devil",
    "dice-forge/two-players",
    "scores/rummy",
    "scores/winners",
    "tournament",
)


def terminal(taken: Excerpt) -> str:
    game, state = taken.game, taken.replay.state
    view, names = game.view(state, taken.replay.seq, taken.viewer), game.seating(state).names
    return game.need(DRAWING).picture(state, view, names, Page(taken.language))


PLACES: Final[dict[str, Callable[[Excerpt], str]]] = {
    "terminal": terminal,
    "page": lambda taken: export(taken).decode(),
    "picture": lambda taken: svg(taken).decode(),
    "paper": lambda taken: paper(taken, "a4", taken.language).decode(),
}


def bare(text: str) -> str:
    """The letters and figures of a text, without markup: it may be broken into lines."""
    return re.sub(r"<[^>]*>|\s", "", unescape(text)).casefold()


@pytest.mark.parametrize(
    ("name", "language"), list(zip(ENDED, cycle(LANGUAGES), strict=False))[:: often(2, 1)]
)
def test_all_agree_on_who_won(name: str, language: Language) -> None:
    log = (EXAMPLES / f"{name}.jsonl").read_bytes()
    taken = Excerpt(name, log, "public", language)
    final = taken.replay.final
    assert final
    result = bare(taken.game.result(final, taken.replay.state, language))
    seats = taken.game.seating(taken.replay.state).names
    first = "1" + bare(seats[final["winners"][0]])
    said = {place: make(taken) for place, make in PLACES.items()}
    given = context(log, language)
    said |= {screen: drawn(screen, given) for screen in SCREENS}
    # A tournament is told by its ranking where there is no room for a sentence.
    ways = (result, first) if taken.game.name == "tournament" else (result,)
    silent = {place for place, text in said.items() if not any(way in bare(text) for way in ways)}
    assert silent == set()
