"""Hidden information that becomes known: reveals, and what can be deduced from the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from msgspec import Struct

from ragami.decoded import AnyEvent, State
from ragami.findings import Breach, Finding
from ragami.game.visibility import Fold, Standing
from ragami.language import Language


class Reveals(Protocol):
    """The records that reveal hidden values. `struct` is the data of `revealed`.

    With `fills` a revealed value fills its place, and the whole log is judged again with it
    (`misfit`, `fill`, `tells`); else it counts from its own record on (`reveal`).
    """

    @property
    def struct(self) -> type[Struct]: ...
    @property
    def fills(self) -> bool: ...

    def reveal(self, state: State, data: AnyEvent) -> Breach | None:
        """Reveal a value. Return the breach if it does not fit; nothing changes then."""

    def hidden(self, state: State, seat: str) -> list[int]:
        """Return the records that brought a seat something that is still unknown, oldest first."""


class Happened(NamedTuple):
    """An event of a log, whether it counts or not: as it reads now, and as it was `written`.

    `gone`: an undo or a correction that counts has struck it out.
    """

    seq: int
    event: AnyEvent
    written: AnyEvent
    gone: Literal["", "undone", "corrected"]


class Filling(Reveals, Protocol):
    """Reveals that fill their places. `told` are the data of the reveals so far."""

    def misfit(
        self, standing: Standing, reveals: Sequence[AnyEvent], data: AnyEvent, fold: Fold
    ) -> Breach | None:
        """Return the breach of one more reveal; None if there is none."""

    def fill(
        self, standing: Standing, reveals: Sequence[AnyEvent], fold: Fold
    ) -> Iterable[tuple[int, AnyEvent]]:
        """Return the events that count, with all that is known of them in its place."""

    def known(self, standing: Standing, reveals: Sequence[AnyEvent], state: State) -> Any:
        """Return the known values of the events that count, as the fold to `state` took them."""

    def foretold(self, standing: Standing, reveals: Sequence[tuple[int, AnyEvent]]) -> Any:
        """Return the values told by the end of a log if all of it is in order, as far as is easy.

        `reveals` come with their records. None where one of them does not fit.
        """

    def put(self, standing: Standing, values: Any) -> Iterable[tuple[int, AnyEvent]]:
        """Return the events that count, with these `values` in its place."""

    def tells(self, event: AnyEvent) -> bool:
        """Return True if an event fills what others leave open, or leaves open what others fill."""

    def repeated(
        self, events: Iterable[Happened], before: Callable[[int], State | None]
    ) -> Iterable[Finding]:
        """Return the findings on chance that came again otherwise, among the filled events.

        `before` gives the state in which an event was judged first, None if it was in none.
        """


class Held(Struct, frozen=True):
    """A card in a hand: the record that brought it, what it is, and all that it may be.

    `card` is None where it is not known; `may_be` has all cards that some deal has there.
    """

    seq: int
    card: int | None
    may_be: list[int]


class Hands(NamedTuple):
    """The knowledge of the hands, by seat.

    `must_hold`: the cards among a hand's unknown ones in every deal, in whichever place.
    `contradiction`: the record that no deal explains; nothing is concluded after it.
    """

    held: Mapping[str, Sequence[Held]]
    must_hold: Mapping[str, Sequence[int]]
    contradiction: Finding | None = None


class Contradictions(Protocol):
    """Looks for what only all events together show, again and again while a log goes on."""

    def first(self, state: State, standing: Iterable[tuple[int, AnyEvent]]) -> Iterable[Finding]:
        """Return the first event that no deal explains. `state` is that after all of them."""


class Deduction(Protocol):
    """The deduction of hidden cards.

    A game may also offer `looks_on(state) -> bool`: see the function of that name.
    """

    def hands(self, standing: Iterable[tuple[int, AnyEvent]], viewer: str | None = None) -> Hands:
        """Return what `viewer` can know of every hand now (None: what the log knows)."""

    def tell_hands(self, hands: Hands, state: State, language: Language) -> dict[str, list[str]]:
        """Return the hands in words, by seat: each unknown card, and what must be among them."""

    def contradictions(self) -> Contradictions:
        """Return the search for contradictions in one log."""


def looks_on(deduction: Deduction, state: State) -> bool:
    """Return True if there may be something to deduce in a game that has come to this state.

    The deduction says so by its own `looks_on`; one that has none always looks.
    """
    gate: Callable[[State], bool] | None = getattr(deduction, "looks_on", None)
    return gate is None or gate(state)
