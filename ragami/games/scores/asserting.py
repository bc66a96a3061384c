"""The totals and places that a table has, compared with those of the log."""

# Without `from __future__ import annotations`, as `events`.

from collections.abc import Mapping
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, UnsetType

from ragami.findings import Breach, breach
from ragami.game.event import Event
from ragami.games.scores.events import Id
from ragami.games.scores.state import State

Integer = Annotated[int, Meta(ge=-(2**53), le=2**53)]


class Asserted(Event):
    """The totals and places that the table has; only the keys given are compared."""

    totals: dict[Id, Integer] | UnsetType = UNSET
    places: dict[Id, Annotated[int, Meta(ge=1, le=2**53)] | None] | UnsetType = UNSET


class Assertions:
    """Compare the totals and places that a table has with those of the log."""

    struct = Asserted

    def unfit(self, s: State, data: Asserted) -> Breach | None:
        """A name that is no side is malformed (section 4)."""
        named = [name for part in (data.totals, data.places) if part is not UNSET for name in part]
        unknown = [name for name in named if name not in s.sides]
        return breach("R-S-LOG-01", problem="no-such-side", names=unknown) if unknown else None

    def differences(self, s: State, data: Asserted) -> dict[str, Any]:
        """Return {part: {side: {log, table}}} where they differ."""
        log: dict[str, Mapping[str, int | None]] = {
            "totals": {side: s.total(side) for side in s.sides},
            "places": s.places(),
        }
        table = {"totals": data.totals, "places": data.places}
        unlike = {
            part: {
                side: {"log": log[part][side], "table": value}
                for side, value in values.items()
                if log[part][side] != value
            }
            for part, values in table.items()
            if values is not UNSET
        }
        return {part: sides for part, sides in unlike.items() if sides}


ASSERTIONS: Final = Assertions()
