"""Seats that the house plays at a table: its bots, who know what their seats may know."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from msgspec import json

from ragami.errors import RagamiError
from ragami.game import GameDefinition
from ragami.game.choices.bots import House
from ragami.language import LANGUAGES
from ragami.log.unredacted import log_of
from ragami.notation.misread import Word, fold_word
from ragami.privacy.seeing import own_replay
from ragami.table.recording import Draft, Recording

if TYPE_CHECKING:
    from ragami.table.drafts import Stamp

HOUSE: Final = Word("house", "casa")
"""The word of a line that lets the house play a seat: `house blue`."""

MOST: Final = 1000
"""How many records the house writes at most, one after the other."""


def seat_called(game: GameDefinition, state: object, word: str) -> str:
    """Return the seat at a table that a word means. Raises `RagamiError` `no-such-seat`."""
    from ragami.game.capabilities import NOTATION  # noqa: PLC0415 (law 10)

    seats = game.seating(state).names
    spelt = [(sign, seat) for sign, seat in game.need(NOTATION).seats.items() if seat in seats]
    for language in LANGUAGES:
        spelt += [(Word(seat, game.words.word(seat, language)), seat) for seat in seats]
    for sign, seat in [*spelt, *((Word(name, name), seat) for seat, name in seats.items())]:
        if fold_word(word) in map(fold_word, sign):
            return seat
    raise RagamiError("no-such-seat", seat=word, there=", ".join(seats.values()))


def house_plays(
    recording: Recording, seats: Collection[str], stamp: Stamp, seed: str | None = None
) -> Iterator[Draft]:
    """Yield what the house does for its seats, until somebody else is due.

    As soon as it plays one seat, it draws what chance decides and no player rolls. What else is
    nobody's task, such as the setup of the table, it does only where it plays all seats. The caller
    writes each record before taking the next one. Raises `MissingCapability` where the game does
    not say its choices, `RagamiError` `bot-breaks-rules`.
    """
    replay = recording.replay
    seats = set(seats)
    house = House(replay.game, seed or token_hex())
    for _number in range(MOST):
        replay = recording.replay
        everybody = replay.seating.names.keys()
        due = everybody & set(replay.position.due)
        if replay.error or replay.final is not None or not seats:
            return
        if not (seats & due if due else everybody <= seats or house.draws_alone(replay.state)):
            return
        move = house.move(replay.state, seats, lambda seat: _seen(recording, seat))
        if move is None:
            return
        yield Draft(move[0], json.encode(move[1]), at=stamp.at, by=stamp.by)


def _seen(recording: Recording, seat: str) -> object:
    return own_replay(log_of(recording.lines), seat).state
