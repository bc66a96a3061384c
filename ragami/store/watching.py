"""Notifications of a store that games may have grown: those heard, and all that may be missed.

A `Bell` is rung by every append of this process, and there is one for a place, however many stores
are open on it. What other processes append has to be heard in another way, by the store itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Condition
from time import monotonic
from typing import Final, Self
from weakref import WeakValueDictionary

Heard = set[str] | None
"""The games that may have grown; None: any of them."""

LOOK_SECONDS: Final = 1.5
"""How long nobody is told to look at all games: what was missed is seen within two seconds."""


class GameWatch:
    """Waits for games to grow. One thread waits; any may close it.

    `hear` blocks for so many seconds at most, and gives what came in: nothing, if it is empty.
    """

    def __init__(self, hear: Callable[[float], Heard], close: Callable[[], None]) -> None:
        self._hear = hear
        self.close = close
        self._due = monotonic() + LOOK_SECONDS

    def wait(self, timeout: float) -> Heard:
        """Return the games that may have grown since the last time; none after `timeout` seconds.

        None means: look at all of them. It may cry wolf, but what it keeps silent about it tells
        within two seconds, as long as somebody waits.
        """
        until = monotonic() + timeout
        while True:
            now = monotonic()
            if now >= self._due:
                self._due = now + LOOK_SECONDS
                return None
            heard = self._hear(max(0.0, min(until, self._due) - now))
            if heard is None or heard or monotonic() >= until:
                return heard

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class Ear:
    """The games rung since the ear was last asked."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._games: set[str] = set()

    def ring(self, game: str) -> None:
        """Note that a game has grown, and wake who waits."""
        with self._changed:
            self._games.add(game)
            self._changed.notify()

    def hear(self, seconds: float) -> set[str]:
        """Return the games that were rung; waits for one as long as that."""
        with self._changed:
            self._changed.wait_for(lambda: self._games, seconds)
            games, self._games = self._games, set()
        return games


class Bell:
    """Rings in every ear that listens."""

    def __init__(self) -> None:
        # Never changed, but replaced: it may be rung by one thread while another comes to listen.
        self._ears: tuple[Ear, ...] = ()

    def ring(self, game: str) -> None:
        """Say that a game has grown. Costs nothing where nobody listens."""
        for ear in self._ears:
            ear.ring(game)

    def add(self, ear: Ear) -> None:
        """Notify this ear as well when a game grows."""
        self._ears = (*self._ears, ear)

    def remove(self, ear: Ear) -> None:
        """Notify this ear no more."""
        self._ears = tuple(kept_ear for kept_ear in self._ears if kept_ear is not ear)

    def watch(self) -> GameWatch:
        """Return a watch that hears of nothing else."""
        ear = Ear()
        self.add(ear)
        return GameWatch(ear.hear, partial(self.remove, ear))


_bells: WeakValueDictionary[str, Bell] = WeakValueDictionary()


def bell_of(place: str) -> Bell:
    """Return the bell of all stores that this process has open at a place."""
    return _bells.setdefault(place, Bell())
