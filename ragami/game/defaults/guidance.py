"""Choices that the state says itself, and the next step, from the position alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragami.decoded import State
from ragami.game.capabilities import CHOICES, Guide
from ragami.game.choosing import Choice
from ragami.game.definition import GameDefinition
from ragami.game.state import GameState
from ragami.language import Language, capital, translator
from ragami.messages import listed, plain


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
        at_any_time = getattr(choices, "AT_ANY_TIME", ())
        return [type_ for type_ in types if type_ not in at_any_time] or list(types)

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
