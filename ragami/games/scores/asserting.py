"""The totals and places that a table has, compared with those of the log."""

# Without `from __future__ import annotations`, as `events`.

from typing import Annotated, Final

from msgspec import UNSET, Meta, UnsetType

from ragami.findings import Breach, breach
from ragami.game.assertions import KeyedAssertions, Parts
from ragami.game.event import Event
from ragami.games.scores.events import Id
from ragami.games.scores.state import State

Integer = Annotated[int, Meta(ge=-(2**53), le=2**53)]


class Asserted(Event):
    """The totals and places that the table has; only the keys given are compared."""

    totals: dict[Id, Integer] | UnsetType = UNSET
    places: dict[Id, Annotated[int, Meta(ge=1, le=2**53)] | None] | UnsetType = UNSET


def unfit(s: State, asserted: Asserted) -> Breach | None:
    """A name that is no side is malformed (section 4)."""
    parts = [part for part in (asserted.totals, asserted.places) if part is not UNSET]
    unknown = [name for part in parts for name in part if name not in s.sides]
    return breach("R-S-LOG-01", problem="no-such-side", names=unknown) if unknown else None


def parts(s: State) -> Parts:
    """Return the totals and places of the log."""
    return {"totals": {side: s.total(side) for side in s.sides}, "places": s.places()}


ASSERTIONS: Final = KeyedAssertions(Asserted, parts, unfit)
