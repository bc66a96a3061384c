"""The legal choices of a replay, each with the questions that lead to its events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Self

import msgspec

from ragami.decoded import Data
from ragami.errors import expect, expect_one_of
from ragami.game.capabilities import CHOICES
from ragami.game.choices.choice import Choice
from ragami.game.choices.narrowing import Narrowing, OpenPlace, narrowing
from ragami.judge.kept import once
from ragami.judge.replay import Replay


class LegalChoice(Choice, frozen=True, dict=True):
    """A choice, with the questions that lead to its events. It holds until the next record.

    Its methods raise `RuntimeError` once the game has gone on.
    """

    @classmethod
    def of(cls, choice: Choice, replay: Replay) -> Self:
        bound = cls(**msgspec.structs.asdict(choice))
        bound.__dict__["narrowing"] = narrowing(replay.game, replay.state, choice)
        bound.__dict__["at"] = replay, replay.seq
        return bound

    def options(self, filled: Mapping[str, object]) -> OpenPlace | None:
        """Return the next question that `filled` leaves open; None where the event is whole.

        Its `path` is the place of the answer in the data, its `values` are those that some legal
        event has. A list that is complete is a tuple. Raises `NotOffered`, a `ValueError`, for an
        answer that is none of the values.
        """
        expect("filled", filled, Mapping)
        return self._narrowing.options(dict(filled))

    def event(self, filled: Mapping[str, object]) -> Data:
        """The data of the event that the answers lead to, of what could not be otherwise, too."""
        expect("filled", filled, Mapping)
        return self._narrowing.filled(dict(filled))

    def draw(self, rng: Random) -> Data | None:
        """Return a legal event at random; None where somebody would have to write something."""
        expect("rng", rng, Random)
        return self._narrowing.draw(rng)

    def events(self) -> Iterator[Data]:
        """Return every legal event, made as they are taken: of some choices there are millions."""
        return self._narrowing.events()

    @property
    def _narrowing(self) -> Narrowing:
        replay, seq = self.__dict__["at"]
        if replay.seq != seq:
            raise RuntimeError("the game has gone on: ask for its choices again")
        narrowing: Narrowing = self.__dict__["narrowing"]
        return narrowing


def offered(replay: Replay) -> Sequence[Choice]:
    """Return what the rules allow now; nothing where the game cannot say."""
    choices = replay.game.get(CHOICES)
    return once(replay, CHOICES, lambda: choices.choices(replay.state)) if choices else ()


def legal(replay: Replay) -> Sequence[LegalChoice]:
    """List what the rules allow now. Raises `MissingCapability` where the game cannot say."""
    replay.game.need(CHOICES)
    return [LegalChoice.of(choice, replay) for choice in offered(replay)]


def choices(replay: Replay, of_type: str | None = None) -> Sequence[LegalChoice]:
    """List what may be recorded now, all of it or that of one type. Raises as `legal`.

    Nothing while the log is stopped at an error, for that comes first. Raises `RagamiError`
    `no-such-name` for a type that the game has not.
    """
    if of_type is not None:
        expect_one_of("of_type", of_type, replay.game.events)
    if replay.error:
        return []
    return [choice for choice in legal(replay) if of_type in (None, choice.type)]
