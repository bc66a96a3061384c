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


def unfit(s: State, said: Asserted) -> Breach | None:
    """An assertion about somebody who has not entered is malformed (section 9.2)."""
    given = [part for part in (said.points12, said.places) if part is not UNSET]
    wrong = unknown(s, (name for part in given for name in part))
    if not wrong:
        return None
    return breach("R-T-LOG-01", problem="not-entered", entrants=wrong[0].facts["entrants"])


def differences(s: State, said: Asserted) -> dict[str, Any]:
    """Return the differences between hall and log: {what: {entrant: {log, table}}}."""
    lines = standings(s)
    compared = {
        "points12": _differing(
            said.points12, {standing.entrant: standing.points12 for standing in lines}
        ),
        "places": _differing(said.places, {standing.entrant: standing.place for standing in lines}),
    }
    return {what: found for what, found in compared.items() if found}


def _differing(
    said: Mapping[str, int | None] | UnsetType, log: Mapping[str, int | None]
) -> dict[str, dict[str, int | None]]:
    if said is UNSET:
        return {}
    return {
        name: {"log": log.get(name), "table": told}
        for name, told in said.items()
        if log.get(name) != told
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
