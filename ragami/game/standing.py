"""The standing of a game: round, players due, everybody's points, and the winner at the end.

It is drawn round every game's panels, in a picture, in the terminal and on a page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ragami.draw.panels import Grid, Panel, Row, Text
from ragami.game.capabilities import PANELS
from ragami.game.definition import GameDefinition
from ragami.language import Language, capital, translator
from ragami.messages import plain

Columns = Sequence[tuple[str, Mapping[str, str]]]


def symbol_of(game: GameDefinition) -> Callable[[str], str]:
    """Return what draws the symbols of a game's panels."""
    drawn: Callable[[str], str] = getattr(game.need(PANELS), "symbol", lambda _picture: "")
    return drawn


def standing(
    game: GameDefinition,
    state: object,
    view: Mapping[str, object],
    names: Mapping[str, str],
    language: Language,
    *,
    beside: bool = False,
) -> Panel:
    """Describe the standing as a panel: a line for each seat, the points and the game's figures.

    `beside` the panels of the players it has the points alone: they have the figures.
    """
    at = game.position(state)
    columns = getattr(game.need(PANELS), "figures", None)
    figures: Columns = columns(view, language) if columns and not beside else ()
    _ = translator(language)
    heads = ("", _("points"), *(heading for heading, _figures in figures))
    rows = tuple(
        (
            player(game, seat, name, language),
            str(at.scores.get(seat, "–")),
            *(column.get(seat, "–") for _heading, column in figures),
        )
        for seat, name in names.items()
    )
    marked = frozenset(n for n, seat in enumerate(names) if seat in at.due)
    final = game.final(state)
    result = (Text(capital(game.result(final, state, language)), "strong"),) if final else ()
    return Panel(
        "standing",
        capital(game.words.moment(state, language)),
        (
            Row("result", result),
            Row("scores", (Grid(heads, rows, marked),) if rows else ()),
        ),
        size="whole",
    )


def panels(
    game: GameDefinition,
    state: object,
    view: Mapping[str, object],
    names: Mapping[str, str],
    language: Language,
) -> Sequence[Panel]:
    """Return the panels of a game, with names as they may be shown."""
    plain_names = {seat: plain(name) for seat, name in names.items()}
    return game.need(PANELS).panels(state, view, plain_names, language)


def player(game: GameDefinition, seat: str, name: str, language: Language) -> str:
    """Name a seat with who sits there: `Red · Ana`; the name alone where the seat is the name."""
    word = game.words.word(seat, language)
    same = name.casefold().startswith(word.casefold()) or not word.isalpha()
    return plain(name) if same else f"{capital(word)} · {plain(name)}"
