"""Terminal, page, phone, wall, picture and paper say the same of who won, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import unescape
from itertools import cycle, pairwise
from typing import Final

import pytest

from ragami.draw.panels import Page
from ragami.export.excerpt import Excerpt
from ragami.export.formats import svg
from ragami.export.page import export
from ragami.export.paper import paper
from ragami.game import game_named
from ragami.game.capabilities import DRAWING
from ragami.language import LANGUAGES, Language
from tests.page.browser import EXAMPLES
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
SOME: Final = ("two-players", "dice-forge/two-players", "scores/rummy", "tournament")


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
    ("name", "language"),
    [
        (name, language) if name in SOME else pytest.param(name, language, marks=pytest.mark.trial)
        for name, language in zip(ENDED, cycle(LANGUAGES), strict=False)
    ],
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


# The places that have a row for each player.
MARKED: Final = ("terminal", "picture", "paper", "result", "projector", "seat")


def called_winners(text: str, names: Iterable[str], word: str) -> set[str]:
    """The names before the word that marks a winner, as somebody reads the rows."""
    points = re.search('<ul id="scores">.*?</ul>', text, re.DOTALL)  # a screen tells the story, too
    shown = re.sub(r"<em[^>]* hidden[^>]*>.*?</em>", "", points[0] if points else text)
    plain = re.sub(r"<[^>]*>", " ", unescape(shown))
    called = re.compile("|".join([rf"\b{word}\b", *map(re.escape, names)]))
    order = called.findall(plain)
    return {before for before, found in pairwise(order) if found == word != before}


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("two-players", "en"),
        pytest.param("deal-with-the-devil", "es", marks=pytest.mark.trial),
        ("dice-forge/two-players", "es"),
    ],
)
def test_the_row_of_the_winner_is_marked_in_words(name: str, language: Language) -> None:
    """Not by its colour alone, and no other row is."""
    log = (EXAMPLES / f"{name}.jsonl").read_bytes()
    taken = Excerpt(name, log, "public", language)
    final, seats = taken.replay.final, taken.game.seating(taken.replay.state).names
    assert final
    given = context(log, language)
    for place in MARKED:
        text = PLACES[place](taken) if place in PLACES else drawn(place, given)
        marked = called_winners(text, seats.values(), {"en": "winner", "es": "gana"}[language])
        assert marked == {seats[seat] for seat in final["winners"]}, place


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ({"yellow": "Ana · Bea", "blue": "Cy"}, "Yellow · Ana · Bea wins (Ana · Bea 9, Cy 4)"),
        ({"yellow": "Ana", "blue": "Ana"}, "Yellow · Ana wins (Yellow · Ana 9, Blue · Ana 4)"),
        ({"yellow": "yellow", "blue": ""}, "Yellow wins (Yellow 9, Blue 4)"),
    ],
)
@pytest.mark.parametrize("game", ["ragami", "deal-with-the-devil"])
def test_a_result_is_told_by_whatever_people_are_called(
    game: str, names: dict[str, str], told: str
) -> None:
    players = {"blue": {"vp": 4}, "yellow": {"vp": 9}}
    final = {"winners": ["yellow"], "players": players}
    assert game_named(game).named_result(final, names, "en") == told
