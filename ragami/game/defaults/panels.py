"""Panels for a game that describes none: what each player has, and what else the view says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ragami.draw.panels import Panel, Row, Text
from ragami.game.capabilities import SETUP
from ragami.game.definition import GameDefinition
from ragami.game.opening import named
from ragami.language import Language, translator

# What the standing says already.
STANDING = frozenset({"seq", "phase", "round", "active", "players"})

FIELD: Final = "field/"
"""Before the name of a field: the code of its word, where that alone is a type of event."""


class Facts:
    """See `capabilities.Panels`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def panels(
        self,
        state: object,
        view: Mapping[str, object],
        names: Mapping[str, str],
        language: Language,
    ) -> Sequence[Panel]:
        due = self._game.position(state).due
        players = view.get("players")
        players = players if isinstance(players, Mapping) else {}
        setup = self._game.get(SETUP)
        people = names if setup and named(setup) else {}
        seats = [
            Panel(
                f"seat-{n}",
                people.get(seat) or self._title(seat, name, language),
                tuple(self._facts(players.get(seat, {}), frozenset({"name"}), language, people)),
                owner=seat,
                due=seat in due,
            )
            for n, (seat, name) in enumerate(names.items())
        ]
        rows = tuple(self._facts(view, STANDING, language, people))
        return [*seats, Panel("table", "", rows, size="whole")] if names else []

    def _title(self, seat: str, name: str, language: Language) -> str:
        word = self._game.words.word(seat, language)
        return f"{word[:1].upper()}{word[1:]} · {name}"

    def _facts(
        self,
        facts: object,
        left_out: frozenset[str],
        language: Language,
        people: Mapping[str, str],
    ) -> Iterator[Row]:
        """A row for each part of a view, a part that is empty included: a page keeps its place."""
        if not isinstance(facts, Mapping):
            facts = {"": facts}
        for n, (key, value) in enumerate(facts.items()):
            if key not in left_out:
                text = self._said(value, language, people)
                word = self._field(key, language) if key else ""
                yield Row(f"fact-{n}", (Text(text),) if text else (), word)

    def _field(self, key: str, language: Language) -> str:
        """Name a field: one called like a type of event has not the label of that (Show)."""
        if key not in self._game.events:
            return self._game.words.word(key, language)
        word = self._game.words.word(f"{FIELD}{key}", language)
        return word.removeprefix(FIELD)

    def _said(self, value: object, language: Language, people: Mapping[str, str]) -> str:
        words, _ = self._game.words, translator(language)
        match value:
            case None:
                return "–"
            case bool():
                return _("yes") if value else _("no")
            case str():
                return people.get(value) or words.word(value, language)
            case Mapping():
                parts = (
                    f"{self._field(str(key), language)} {self._said(inside, language, people)}"
                    for key, inside in value.items()
                )
                return ", ".join(parts)
            case list() | tuple():
                return ", ".join(self._said(inside, language, people) for inside in value)
            case _:
                return str(value)
