"""States on the way that a replay keeps so as not to fold again, and what follows from the last.

An undo goes back to the nearest state that was kept. What is legal now, or how a line may go on,
is worked out once for a state, however often it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ragami.decoded import State
from ragami.game import GameDefinition
from ragami.game.capabilities import SNAPSHOTS

Result = TypeVar("Result")


class KeptStates:
    """States on the way to the present one, by the last record in them: from the first undo on."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game
        self._packed: list[tuple[int, bytes]] = []

    def copy(self) -> KeptStates:
        copy = KeptStates(self._game)
        copy._packed = [*self._packed]
        return copy

    def keep(self, seq: int, state: State) -> None:
        self._packed.append((seq, self._game.need(SNAPSHOTS).pack(state)))

    def before(self, seq: int, state: State) -> tuple[int, State] | None:
        """Return the latest state before a record, and the last record in it; forget later ones.

        Whoever has taken an event back does so again, and a game would be folded each time.
        """
        while self._packed and self._packed[-1][0] >= seq:
            self._packed.pop()
        if not self._packed:
            return None
        good, packed = self._packed[-1]
        return good, self._game.need(SNAPSHOTS).unpack(packed, state)

    def clear(self) -> None:
        self._packed.clear()


class OngoingReplay(Protocol):
    """The part of a replay that says whether it has gone on; `kept` is what follows from it."""

    seq: int
    state: State
    kept: tuple[int, State, dict[object, Any]]


def once(replay: OngoingReplay, key: object, work: Callable[[], Result]) -> Result:
    """Work something out from the state, and keep it by a key until the game goes on."""
    seq, state, results = replay.kept
    if seq != replay.seq or state is not replay.state:
        results = {}
        replay.kept = replay.seq, replay.state, results
    if key not in results:
        results[key] = work()
    result: Result = results[key]
    return result
