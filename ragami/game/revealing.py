"""What becomes known of what was hidden: what a game says of it. See `capabilities.REVEALS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from msgspec import Struct

from ragami.findings import Breach, Finding
from ragami.game.definition import State


class Reveals(Protocol):
    """What becomes known. `struct` is the data of `revealed`.

    With `fills` what becomes known fills its place, and the whole log is judged again with it
    (`misfit`, `fill`, `tells`); else it counts from its own record on (`reveal`).
    """

    @property
    def struct(self) -> type[Struct]: ...
    @property
    def fills(self) -> bool: ...

    def reveal(self, state: State, data: Any) -> Breach | None:
        """Something becomes known; what is wrong where it does not fit, and nothing changes."""

    def hidden(self, state: State, seat: str) -> list[int]:
        """The records that brought a seat something that is still unknown, oldest first."""


Standing = Sequence[tuple[int, Any]]
# The state after some events, up to the first that is wrong, with the rulings of the log.
Fold = Callable[[Iterable[tuple[int, Any]]], State]


class Filling(Reveals, Protocol):
    """Reveals that fill their places. `told` are the data of the reveals so far."""

    def misfit(
        self, standing: Standing, told: Sequence[Any], data: Any, fold: Fold
    ) -> Breach | None:
        """What is wrong with one more reveal; None where nothing is."""

    def fill(
        self, standing: Standing, told: Sequence[Any], fold: Fold
    ) -> Iterable[tuple[int, Any]]:
        """The events that count, with all that is known of them in its place."""

    def tells(self, event: Any) -> bool:
        """Does an event tell what others leave open, or leave open what others told?"""

    def repeated(
        self, events: Iterable[tuple[int, Any, bool]], before: Callable[[int], State]
    ) -> Iterable[Finding]:
        """What chance brought once more in another way: the events, filled, and whether each was
        struck out by an undo; `before` gives the state in which one was written.
        """
