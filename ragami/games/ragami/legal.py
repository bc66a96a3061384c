"""What may be done now.

No rule stands here a second time: candidates come cheaply from the state, and the judges' own
`check` says which of them are offered (`offers`).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec import convert

from ragami.game.choosing import Choice, draw, whole
from ragami.games.ragami.events import EVENTS, Event
from ragami.games.ragami.legal_moves.due import WHEN_DUE
from ragami.games.ragami.legal_moves.offer import accepts
from ragami.games.ragami.legal_moves.turn import in_a_turn
from ragami.games.ragami.state import State

TRIES: Final = 2000


def legal(s: State) -> list[Choice]:
    """Every event that `check` accepts now, as choices; empty when the game is over."""
    if s.phase == "turns":
        assert s.active is not None
        return list(in_a_turn(s, s.players[s.active]))
    return [choice for due in s.due[:1] for choice in WHEN_DUE[due.type](s)]


def events(s: State) -> Iterator[Event]:
    """Every legal event, made as they are taken; of some choices there are millions."""
    for choice in legal(s):
        struct = EVENTS[choice.type]
        for data in whole(choice):
            if not choice.joint or accepts(s, choice.type, data):
                yield convert(data, struct)


def sample(s: State, rng: Random) -> Event | None:
    """A legal event at random, every choice as likely as the others; None after the end."""
    choices = legal(s)
    if not choices:
        return None
    choice = rng.choice(choices)
    for _ in range(TRIES):
        data = draw(choice, rng)
        if accepts(s, choice.type, data):
            return convert(data, EVENTS[choice.type])
    return next(events(s))
