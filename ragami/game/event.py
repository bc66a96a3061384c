"""An event as a class: its fields, what judges it, and what carries it out, in one place."""

from __future__ import annotations

from typing import Annotated, dataclass_transform

from msgspec import Struct, StructMeta, to_builtins

from ragami.decoded import State, type_of
from ragami.findings import LOG_RULE, Breaches, breach
from ragami.game.choices.choice import Choice
from ragami.game.definition import EventType, types_by_name
from ragami.game.opening import opening_record
from ragami.game.state import GameState
from ragami.game.visibility import wording

Title = Annotated[str | None, wording()]
"""The title of a game in record 1: what is played for, None for none."""


@dataclass_transform(frozen_default=True)
class _Frozen(StructMeta):
    """Tells type checkers that what inherits from `Event` is frozen as well."""


class Event(Struct, metaclass=_Frozen, frozen=True, forbid_unknown_fields=True):
    """The data of a record, or an object in it. See `docs/adding-a-game.md`.

    class Rolled(Event):
        player: Colour
        face: Annotated[int, Meta(ge=1, le=6)]

        def check(self, s: State) -> Breaches:
            return [] if self.player == s.active else [breach("R-RACE-04", by=self.player)]

        def apply(self, s: State) -> None:
            s.fields[self.player] += self.face
    """

    def check(self, state: State, /) -> Breaches:
        """Return all that is wrong with the event, in the order of the rules. Change nothing."""
        return []

    def apply(self, state: State, /) -> None:
        """Change the state as the event says. Judge nothing: a ruling may let a breach stand."""


def event_types(*events: type[Event]) -> dict[str, EventType]:
    """Return the types of a game by name: `GameOpened` is `game_opened`. The first one opens it."""
    checks = (_check_opening, *(_check for _ in events[1:]))
    return types_by_name(dict(zip(events, ((check, _apply) for check in checks), strict=True)))


def accepted(state: State, *events: Event) -> list[Choice]:
    """Return those of the events that their `check` accepts now, as choices with nothing open."""
    return [
        Choice(type_of(event), to_builtins(event)) for event in events if not event.check(state)
    ]


def _check(state: object, event: Event) -> Breaches:
    return event.check(state)


def _check_opening(state: object, event: Event) -> Breaches:
    """Check a record 1, also that it comes once and that no two players have one seat."""
    if breaches := event.check(state):
        return breaches
    if isinstance(state, GameState) and state.names:
        return [breach(LOG_RULE, None, problem="opened-before")]
    record = opening_record(type(event))
    seats = record.of_players(event) if record else []
    twice = next((seat for n, seat in enumerate(seats) if seat in seats[:n]), None)
    return [breach(LOG_RULE, None, problem="seat-twice", seat=twice)] if twice else []


def _apply(state: object, event: Event, _seq: int) -> None:
    event.apply(state)
