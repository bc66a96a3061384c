"""Games that are drawn: every event at random from narrowing, and what is written made up."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import convert

from ragami.decoded import Data
from ragami.game import GameDefinition, game_named
from ragami.game.capabilities import CHOICES, GATHERING, LABELS
from ragami.game.choices.choice import Choice, Move, Written
from ragami.game.choices.narrowing import narrowing
from ragami.game.choices.tree import Path
from ragami.game.gathering import Unclear
from ragami.game.labels import Labels
from tests.narrowing.walking import moments

WAYS: Final[tuple[tuple[str, tuple[int, ...], dict[str, Any]], ...]] = (
    ("ragami", (2, 3, 4), {}),
    ("dice-forge", (2, 3, 4), {}),
    *(
        ("deal-with-the-devil", (4,), {"hands": hands, "distribution": distribution})
        for hands in ("walled", "open_hands")
        for distribution in ("seed", "recorded")
    ),
    ("deal-with-the-devil", (4,), {"ledger": True, "trade_indulgences": True, "jesters": True}),
    ("tournament", (2, 5, 16), {}),
    ("scores", (1, 3, 8), {}),
)
"""How games are played: which, by how many, and with what agreed."""

LONGEST: Final = 5000
"""So many records of a game that does not end."""

IDLE: Final = 100
"""So many records in a row for which nobody waits are a dead end: what is due cannot come."""

UNASKED: Final = 0.05
"""How often something comes that nobody waits for."""

TRIES: Final = 40
"""So often something is written anew until the judge takes it."""


def ended_at_random(name: str, players: int, seed: int, **chosen: Any) -> int:
    """Play a game by draws without weights until it ends; gives its events.

    What is due comes before what may come at any time. Raises `LookupError` where nothing can be
    drawn, or `LONGEST` events did not end it.
    """
    game, rng = game_named(name), Random(seed)
    idle, unasked = 0, _unasked(game)
    seq = 2 + players * game.has(GATHERING)  # whose players enter one by one
    state = next(islice(moments(name, players, seed, **chosen), seq - 2, None)).state
    while seq < LONGEST:
        if game.final(state) is not None:
            return seq - 1
        events = next(_drawn(game, state, rng), None)
        idle = idle + 1 if events and events[0][0] in unasked else 0
        if events is None or idle > IDLE:
            raise LookupError(f"{name} {chosen}, seed {seed}: a dead end after record {seq - 1}")
        for type_, data in events:
            event = convert(data, game.events[type_].struct)
            check, apply = game.judges[type(event)]
            assert not check(state, event)
            apply(state, event, seq)
            seq += 1
    raise LookupError(f"{name} {chosen}, seed {seed}: no end after {LONGEST} records")


def _drawn(game: GameDefinition, state: Any, rng: Random) -> Iterator[list[Move]]:
    """What may be recorded next, each drawn when it is taken."""
    if game.get(GATHERING):
        yield from _steps(game, state, rng)
        return
    choices = list(game.need(CHOICES).choices(state))
    unasked = _unasked(game)
    first = rng.random() < UNASKED
    chance = {choice.type: rng.random() for choice in choices}

    def turn(choice: Choice) -> tuple[bool, bool, float]:
        """What is due, then what a step waits for and is wholly said, or the other way round."""
        free = choice.type in unasked
        return free != first, free and bool(choice.open) != first, chance[choice.type]

    rng.shuffle(choices)
    for choice in sorted(choices, key=turn):
        for _ in range(TRIES if any(map(_is_written, choice.open.values())) else 1):
            data = _draw(game, state, choice, rng)
            if data is not None:
                yield [(choice.type, data)]


def _steps(game: GameDefinition, state: Any, rng: Random) -> Iterator[list[Move]]:
    """The steps of a desk, every other time those first that are due.

    All that follows from a step is recorded, if the judge takes it; no ruling is given.
    """
    desk = game.need(GATHERING)
    steps = list(desk.steps(state))
    if rng.random() < 0.5:
        rng.shuffle(steps)
    for choice in steps:
        try:
            ways = desk.ways(state, choice.type, _draw(game, state, choice, rng) or {}, "en")
        except Unclear:
            continue
        for way in rng.sample(ways, len(ways)):
            moves = [(type_, dict(data)) for type_, data in way.events]
            if any(type_ not in game.events for type_, _ in moves):
                continue
            event = convert(moves[0][1], game.events[moves[0][0]].struct)
            if not game.judges[type(event)][0](state, event):
                yield moves


def _draw(game: GameDefinition, state: Any, choice: Choice, rng: Random) -> Data | None:
    write = Writer(game.need(LABELS), choice, rng).write
    return narrowing(game, state, choice).draw(rng, write=write)


def _unasked(game: GameDefinition) -> Collection[str]:
    """What may come at any time; a desk has no such steps."""
    at_any_time: Collection[str] = getattr(game.get(CHOICES), "AT_ANY_TIME", ())
    return at_any_time


def _is_written(values: object) -> bool:
    return isinstance(values, Written)


# --- what somebody writes ------------------------------------------------------------------


class Writer(NamedTuple):
    """Makes up what a choice leaves to be written, by its labels and its kind alone."""

    labels: Labels
    choice: Choice
    rng: Random

    def write(self, _path: Path, wanted: Written, filled: Data) -> Any:
        shape = self.labels.written.get(wanted.kind)
        if shape is not None:
            return self._filled(shape(wanted, {**self.choice.facts, **filled}))
        if wanted.each:
            return [
                {wanted.called: row} | {name: self.rng.choice([None, 1, 2]) for name in wanted.each}
                for row in wanted.of
            ]
        return self._plain(wanted)

    def _plain(self, wanted: Written) -> Any:
        rng = self.rng
        match wanted.kind:
            case "goods":
                some = rng.sample(wanted.of, min(len(wanted.of), rng.choice((0, 0, 1, 1, 2))))
                return {good: rng.choice((1, 1, 2, 3)) for good in some}
            case "number":
                return rng.randrange(4)
            case "digest" | "seed":
                return rng.randbytes(32).hex()
        return rng.choice((None, "so it was")) if wanted.optional else f"n{rng.randrange(10**6)}"

    def _filled(self, shape: Any) -> Any:
        """One of each list in a shape; what is left open is left out."""
        if isinstance(shape, Written):
            return self._plain(shape)
        if isinstance(shape, dict):
            filled = {key: self._filled(inside) for key, inside in shape.items()}
            return {key: value for key, value in filled.items() if value is not None}
        return self.rng.choice(shape)
