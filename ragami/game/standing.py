"""The standing of a game: round, players due, everybody's points, and the winner at the end.

It is drawn round every game's panels, in a picture, in the terminal and on a page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ragami.decoded import State
from ragami.draw.panels import Grid, Panel, Row, Text
from ragami.game.capabilities import CHOICES, PANELS, Guide
from ragami.game.choices.choice import Choice
from ragami.game.definition import GameDefinition
from ragami.game.state import GameState
from ragami.language import Language, capital, translator
from ragami.messages import listed, plain

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
    columns = getattr(game.need(PANELS), "figures", None)
    figures: Columns = columns(view, language) if columns and not beside else ()
    _ = translator(language)
    points = _points(game, state)
    if points is not None:
        figures = ((_("points"), points), *figures)
    heads = ("", *(heading for heading, _figures in figures))
    won = _winners(game, state, language)
    rows = tuple(
        (
            game.player(seat, name, language) + won.get(seat, ""),
            *(column.get(seat, "–") for _heading, column in figures),
        )
        for seat, name in names.items()
    )
    now = {*game.position(state).due, *won}
    marked = frozenset(n for n, seat in enumerate(names) if seat in now)
    head = _head(game, state, language)
    scores = Row("scores", (Grid(heads, rows, marked),) if rows else ())
    return head._replace(rows=(*head.rows, scores))


def _head(game: GameDefinition, state: object, language: Language) -> Panel:
    """Return the standing without the points: the step, and at the end the result."""
    final = game.final(state)
    result = (Text(capital(game.result(final, state, language)), "strong"),) if final else ()
    title = capital(game.words.moment(state, language))
    return Panel("standing", title, (Row("result", result),), size="whole")


def _points(game: GameDefinition, state: object) -> Mapping[str, str] | None:
    """Return the points by seat; None if the game ended without any: it has places alone."""
    scores = game.position(state).scores
    if game.final(state) and not any(scores.values()):
        return None
    return {seat: str(score) for seat, score in scores.items()}


def _winners(game: GameDefinition, state: object, language: Language) -> Mapping[str, str]:
    """Return the words behind the name of each winner, by seat."""
    _ = translator(language)
    final = game.final(state)
    return dict.fromkeys(final["winners"], " " + _("(winner)")) if final else {}


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


def standing_and_panels(
    game: GameDefinition,
    state: object,
    view: Mapping[str, object],
    names: Mapping[str, str],
    language: Language,
    *,
    beside: bool = False,
) -> tuple[Panel, Sequence[Panel]]:
    """Return the standing and the panels of a game.

    Where every player has one line of a table the points stand in it, instead of in the standing.
    """
    drawn = panels(game, state, view, names, language)
    if not any(panel.owner and panel.size == "line" for panel in drawn):
        return standing(game, state, view, names, language, beside=beside), drawn
    _ = translator(language)
    points, won = _points(game, state) or {}, _winners(game, state, language)

    def with_points(panel: Panel) -> Panel:
        if panel.owner is None or panel.size != "line":
            return panel
        # The places of a row are the same at every moment, also where a game ends without points.
        row = Row("points", (Text(points.get(panel.owner, "–"), "strong"),), _("points"))
        title = panel.title + won.get(panel.owner, "")
        return panel._replace(title=title, rows=(row, *panel.rows))

    return _head(game, state, language), [*map(with_points, drawn)]


# --- the choices of a state, and the next step ----------------------------------------------


class DefaultGuidance:
    """See `capabilities.Guidance`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def guide(self, state: object, language: Language) -> Guide:
        _ = translator(language)
        game = self._game
        at, words = game.position(state), game.words
        step = words.moment(state, language)
        if game.final(state) is not None:
            return Guide(step, _("The game is over."))
        seat = at.due[0] if len(at.due) == 1 else None
        types = self._types(state)
        steps = _(" or ").join(words.word(type_, language) for type_ in types)
        names = game.seating(state).names
        called = [_called(words.word(seat, language), seat, names) for seat in at.due]
        players = listed(called, language) if called else ""
        due = ": ".join(part for part in (players, steps) if part) or step
        return Guide(step, capital(due), (), seat)

    def _types(self, state: object) -> Sequence[str]:
        """Return the types of the events that the game waits for; all where it waits for none."""
        choices = self._game.get(CHOICES)
        types = dict.fromkeys(choice.type for choice in choices.choices(state)) if choices else {}
        awaited = [type_ for type_ in types if type_ not in self._game.at_any_time]
        return awaited or list(types)

    def warning(self, _state: object, _event: object, _language: Language) -> str | None:
        return None


def _called(word: str, seat: str, names: Mapping[str, str]) -> str:
    """Name a seat by its word; by who sits there where it has none."""
    return plain(names.get(seat, word)) if word == seat.replace("_", " ") else word


def of_state(game: GameDefinition) -> DefaultChoices | None:
    """Return the choices of a game whose `GameState` has a method `choices`; None for another."""
    state = game.new_state
    says = isinstance(state, type) and issubclass(state, GameState) and hasattr(state, "choices")
    return DefaultChoices() if says else None


class DefaultChoices:
    """See `capabilities.Choices`."""

    def choices(self, state: State) -> Sequence[Choice]:
        choices: Sequence[Choice] = state.choices()
        return choices
