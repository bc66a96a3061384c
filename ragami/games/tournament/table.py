"""Assertions of the people in the hall on the tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET, UnsetType

from ragami.findings import Breach, breach
from ragami.games.tournament.entrants import unknown
from ragami.games.tournament.events import Asserted, Revealed
from ragami.games.tournament.standings import standings
from ragami.games.tournament.state import State


def unfit(s: State, asserted: Asserted) -> Breach | None:
    """An assertion about somebody who has not entered is malformed (section 9.2)."""
    parts = [part for part in (asserted.points12, asserted.places) if part is not UNSET]
    breaches = unknown(s, (name for part in parts for name in part))
    if not breaches:
        return None
    return breach("R-T-LOG-01", problem="not-entered", entrants=breaches[0].facts["entrants"])


def differences(s: State, asserted: Asserted) -> dict[str, Any]:
    """Return the differences between hall and log: {what: {entrant: {log, table}}}."""
    lines = standings(s)
    compared = {
        "points12": _differing(asserted.points12, {line.entrant: line.points12 for line in lines}),
        "places": _differing(asserted.places, {line.entrant: line.place for line in lines}),
    }
    return {field: difference for field, difference in compared.items() if difference}


def _differing(
    asserted: Mapping[str, int | None] | UnsetType, log: Mapping[str, int | None]
) -> dict[str, dict[str, int | None]]:
    if asserted is UNSET:
        return {}
    return {
        name: {"log": log.get(name), "table": place}
        for name, place in asserted.items()
        if log.get(name) != place
    }


class Assertions:
    """See `ragami.game.unknowns.Assertions`."""

    struct = Asserted
    unfit = staticmethod(unfit)
    differences = staticmethod(differences)


class Reveals:
    """Reveals of a tournament: there are none, and their records do not decode (R-T-LOG-01)."""

    struct = Revealed
    fills = False

    def reveal(self, _state: State, _data: Revealed) -> Breach | None:
        return breach("R-T-LOG-01", problem="nothing-hidden")

    def hidden(self, _state: State, _seat: str) -> list[int]:
        return []


ASSERTIONS: Final = Assertions()
REVEALS: Final = Reveals()
