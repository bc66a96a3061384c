"""Assertions of the people in the hall on the tournament."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from ragami.findings import Breach, breach
from ragami.game.assertions import KeyedAssertions, Parts
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


def parts(s: State) -> Parts:
    """Return the points and places of the log."""
    lines = standings(s)
    return {
        "points12": {line.entrant: line.points12 for line in lines},
        "places": {line.entrant: line.place for line in lines},
    }


class Reveals:
    """Reveals of a tournament: there are none, and their records do not decode (R-T-LOG-01)."""

    struct = Revealed
    fills = False

    def reveal(self, _state: State, _data: Revealed) -> Breach | None:
        return breach("R-T-LOG-01", problem="nothing-hidden")

    def hidden(self, _state: State, _seat: str) -> list[int]:
        return []


ASSERTIONS: Final = KeyedAssertions(Asserted, parts, unfit)
REVEALS: Final = Reveals()
