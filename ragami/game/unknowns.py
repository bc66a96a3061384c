"""Capabilities about what nobody decides, and about what not everybody knows.

The protocols of the capabilities CHANCE, LUCK, VISIBILITY, REVEALS, DEDUCTION and ASSERTIONS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from msgspec import Struct

from ragami.decoded import AnyEvent, Data, Fields, FieldValue, State
from ragami.findings import Breach, Finding
from ragami.language import Language

if TYPE_CHECKING:
    from ragami.game.visibility import Hidden

# --- chance --------------------------------------------------------------------------------


class Roll(NamedTuple):
    """A die that fell: its kind, which of that kind (None: nobody can say), and its face.

    The face is None where nobody wrote down which side it was: nothing can be said of that roll.
    `player` is the seat that rolled it, None where that is not known. `numbered`: are its faces
    numbers, and not places on the die?
    """

    kind: str
    die: int | None
    face: int | None
    player: str | None = None
    numbered: bool = True


class Chance(Protocol):
    """The chance in an event: physical dice, and information that nobody can unlearn."""

    def rolls(self, event: AnyEvent) -> Iterable[Roll]:
        """The rolls that an event records, in their order."""

    def faces(self, state: State) -> Mapping[str, tuple[int, ...]]:
        """The sides of each kind of die at this moment; a face may stand twice."""

    def disclosed(self, event: AnyEvent) -> Sequence[str]:
        """Return the kinds of chance that an event reveals for good: `roll`, `chip`, `card`."""


class Spent(Exception):
    """Raised when a source of chance has no further recorded value."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.source = source


# The next values of a source of chance (a deck, a kind of dice). Raises `Spent`.
Deal = Callable[[str, int], list[FieldValue]]


class Luck(Protocol):
    """Chance and decision in the events of a game, taken apart."""

    def drawn(self, event: AnyEvent) -> Mapping[str, Sequence[FieldValue]]:
        """Return the values of chance in an event by source, in their order."""

    def dealt(self, state: State, event: AnyEvent, deal: Deal) -> AnyEvent:
        """The decision of an event with what chance brings now. Raises `Spent`.

        With what chance brought before, it is the same event.
        """

    def otherwise(self, state: State, event: AnyEvent) -> Iterable[AnyEvent]:
        """Yield the events the same decision amounts to where the event itself is not legal."""

    def forced(self, state: State, deal: Deal) -> AnyEvent:
        """A step of pure chance that is due now; None where there is none. Raises `Spent`."""

    def may_be_left_out(self, state: State, event: AnyEvent) -> bool:
        """Return True if the game can go on without an event that is not legal now."""

    def name(self, source: str, language: Language) -> str:
        """Return the name of a source of chance."""


Standing = Sequence[tuple[int, AnyEvent]]
# The state after some events, up to the first that is wrong, with the rulings of the log.
Fold = Callable[[Iterable[tuple[int, AnyEvent]]], State]


# --- what is hidden -----------------------------------------------------------------------


class Visibility(Protocol):
    """The visibility of events. The default reads it off the fields of the events (law 7)."""

    def secrets(self, event: AnyEvent) -> Iterable[Hidden]:
        """Return the values that a private game leaves out of an event."""

    def redact(self, event: AnyEvent, viewer: str | None) -> AnyEvent:
        """An event as `viewer` may see it; the same object where nothing is left out.

        A `Noted` without text where of the whole record nothing is for him.
        """

    def places(self, event: AnyEvent) -> Fields:
        """The secret places of an event, each with its value; None where that is not known."""

    def redact_finding(self, finding: Finding, viewer: str | None) -> Finding:
        """A finding as `viewer` may see it."""

    # Types of records: before the first of them not even the keeper of a private game may know
    # what it keeps apart, for an app keeps it. Empty where the keeper may.
    opened_by: tuple[str, ...]

    def folds(self, opened: AnyEvent) -> bool:
        """In a game that was opened like this, is a viewer's state the fold of what he may see?

        Else it is the state of the whole log, and its view leaves out what he may not see.
        """

    # Does a viewer know something that stands in no event that he may see (`seen`, `insight`)?
    shares: bool

    def seen(
        self, event: AnyEvent, full_event: AnyEvent, viewer: str, standing: Standing
    ) -> AnyEvent:
        """An event as it reads in the log of `viewer`, where it is to be `redact`ed.

        `full_event` has all that is kept of it; `standing` are those before it that count.
        """

    def insight(self, standing: Standing, state: State, viewer: str) -> Mapping[Any, Any]:
        """Return what `viewer` sees of the events without knowing the owner, by record.

        `state` is that of all that is known.
        """

    def give(self, state: State, insight: Mapping[Any, Any]) -> None:
        """Put into a state what its viewer sees besides; it may grow while the game goes on."""

    @property
    def wording(self) -> Mapping[str, Sequence[str]]:
        """The places of free text in the data of its events, by type."""


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
        """The records that brought a seat something that is still unknown, oldest first."""


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
        """The events that count, with all that is known of them in its place."""

    def known(self, standing: Standing, reveals: Sequence[AnyEvent], state: State) -> Any:
        """Return the known values of the events that count, as the fold to `state` took them."""

    def foretold(self, standing: Standing, reveals: Sequence[tuple[int, AnyEvent]]) -> Any:
        """Return the values told by the end of a log if all of it is in order, as far as is easy.

        `reveals` come with their records. None where one of them does not fit.
        """

    def put(self, standing: Standing, values: Any) -> Iterable[tuple[int, AnyEvent]]:
        """The events that count, with these `values` in its place."""

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
        """The first event that no deal of the hidden explains. `state` is that after them."""


class Deduction(Protocol):
    """The deduction of hidden cards.

    A game may also offer `looks_on(state) -> bool`: see the function of that name.
    """

    def hands(self, standing: Iterable[tuple[int, AnyEvent]], viewer: str | None = None) -> Hands:
        """Return what `viewer` can know of every hand now (None: what the log knows)."""

    def tell_hands(self, hands: Hands, state: State, language: Language) -> dict[str, list[str]]:
        """The hands in words, by seat: each unknown card, and what must be among them."""

    def contradictions(self) -> Contradictions:
        """Return the search for contradictions in one log."""


class Assertions(Protocol):
    """The assertions of a table about what it sees. `struct` is the data of `asserted`."""

    @property
    def struct(self) -> type[Struct]: ...

    def unfit(self, state: State, data: AnyEvent) -> Breach | None:
        """Return the breach of an assertion that is impossible in itself; None for nearly all."""

    def differences(self, state: State, data: AnyEvent) -> Data:
        """Return the differences between an assertion and the state; empty if they agree."""


def looks_on(deduction: Deduction, state: State) -> bool:
    """Return True if there may be something to deduce in a game that has come to this state.

    The deduction says so by its own `looks_on`; one that has none always looks.
    """
    gate: Callable[[State], bool] | None = getattr(deduction, "looks_on", None)
    return gate is None or gate(state)
