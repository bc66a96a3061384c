"""A bot that plays anything: it draws among the legal choices, by its seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, Final

from msgspec import Raw, json

from ragami.game.capabilities import CHOICES, SETUP, SNAPSHOTS, Choices, Setup
from ragami.game.choosing import Choice
from ragami.game.definition import GameDefinition
from ragami.game.narrowing import narrowing
from ragami.game.setting import Value

LONGEST: Final = 20_000

CONCESSIONS: Final = 0.02
"""How often a bot gives up where it may."""


def random_bot(game: GameDefinition) -> RandomBot | None:
    """A bot for a game that has legal choices and can be opened; None for another."""
    choices, setup = game.get(CHOICES), game.get(SETUP)
    return RandomBot(game, choices, setup) if choices and setup else None


class RandomBot:
    """See `capabilities.Bot`."""

    def __init__(self, game: GameDefinition, choices: Choices, setup: Setup) -> None:
        self._game, self._choices, self._setup = game, choices, setup

    def play(
        self,
        players: int,
        seed: int,
        chosen: Mapping[str, Value] | None = None,
        *,
        hidden: bool = False,
    ) -> Iterable[tuple[str, Any]]:
        """Until the game is over, or nothing is legal any more."""
        rng, state = Random(seed), self._game.new_state()  # noqa: S311 (a game)
        opening = next(iter(self._game.events))
        data = self._opening(players, chosen or {})
        yield opening, self._apply(state, opening, data, 1)
        for seq in range(2, LONGEST):
            found = next(self._ways_on(state, rng), None)
            if self._game.final(state) is not None or found is None:
                return
            yield found[0], self._apply(state, *found, seq)

    def _opening(self, players: int, chosen: Mapping[str, Value]) -> Any:
        seats = [(seat, seat.capitalize()) for seat in self._setup.seats[:players]]
        lacking = self._setup.still_to_say((seat for seat, _ in seats), chosen)
        said = {one.name: one.values[0] for one in lacking}
        return self._setup.data(None, seats, {**chosen, **said}, {})

    def _ways_on(self, state: Any, rng: Random) -> Iterator[tuple[str, Any]]:
        """Events that are legal now, at random; giving up is left to the last nearly always."""
        legal = list(self._choices.legal(state))
        concessions = []
        for choice in rng.sample(legal, len(legal)):
            data = narrowing(self._game, state, choice).draw(rng)
            if data is None:
                continue
            if rng.random() > CONCESSIONS and self._concedes(state, choice, data):
                concessions.append((choice.type, data))
            else:
                yield choice.type, data
        yield from concessions

    def _concedes(self, state: Any, choice: Choice, data: Any) -> bool:
        """Return whether the game ends with an event in which there is nothing to choose."""
        if choice.open:
            return False
        snapshots = self._game.need(SNAPSHOTS)
        then = snapshots.unpack(snapshots.pack(state), state)
        self._apply(then, choice.type, data, LONGEST)
        return self._game.final(then) is not None

    def _apply(self, state: Any, type_: str, data: Any, seq: int) -> Any:
        event = self._event(type_, data)
        self._game.judges[type(event)][1](state, event, seq)
        return event

    def _event(self, type_: str, data: Any) -> Any:
        entry = self._game.events[type_]
        return self._game.codec.read_event(type_, entry.version, Raw(json.encode(data)))
