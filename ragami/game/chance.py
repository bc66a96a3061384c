"""Chance: the dice in events, and luck taken apart from decisions (CHANCE, LUCK)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from ragami.decoded import AnyEvent, FieldValue, State
from ragami.language import Language


class Roll(NamedTuple):
    """A die that fell: its kind, which of that kind (None: nobody can say), and its face.

    The face is None where nobody wrote down which side it was: nothing can be said of that roll.
    `player` is the seat that rolled it, None where that is not known. `numbered` is False where
    its faces are places on the die, and no numbers.
    """

    kind: str
    die: int | None
    face: int | None
    player: str | None = None
    numbered: bool = True


class Chance(Protocol):
    """The chance in an event: physical dice, and information that nobody can unlearn."""

    def rolls(self, event: AnyEvent) -> Iterable[Roll]:
        """Return the rolls that an event records, in their order."""

    def faces(self, state: State) -> Mapping[str, tuple[int, ...]]:
        """Return the sides of each kind of die at this moment; a face may stand twice."""

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
        """Return the decision of an event with what chance brings now. Raises `Spent`.

        With what chance brought before, it is the same event.
        """

    def otherwise(self, state: State, event: AnyEvent) -> Iterable[AnyEvent]:
        """Yield the events the same decision amounts to where the event itself is not legal."""

    def forced(self, state: State, deal: Deal) -> AnyEvent:
        """Return a step of pure chance that is due now, else None. Raise `Spent`."""

    def may_be_left_out(self, state: State, event: AnyEvent) -> bool:
        """Return True if the game can go on without an event that is not legal now."""

    def name(self, source: str, language: Language) -> str:
        """Return the name of a source of chance."""


class NoDice:
    """See `Chance`. `disclosing` names by the type of an event what it shows for good."""

    def __init__(self, disclosing: Mapping[type, str]) -> None:
        self.disclosing = disclosing

    def rolls(self, _event: object) -> Iterable[Roll]:
        return ()

    def faces(self, _state: object) -> Mapping[str, tuple[int, ...]]:
        return {}

    def disclosed(self, event: object) -> Sequence[str]:
        kind = self.disclosing.get(type(event))
        return (kind,) if kind else ()
