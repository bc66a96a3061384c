"""Two accounts of one event: are they the same, and what do they say together?

Of a roll one table may have seen slots and the other faces only: the slots say more.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import structs

from ragami.game.defaults.reconciliation import DefaultReconciliation
from ragami.games.dice_forge import events as ev


class Reconciliation(DefaultReconciliation):
    """See `ragami.game.capabilities.Reconciliation`."""

    def join(self, first: object, second: object) -> Any | None:
        if isinstance(first, ev.DiceRolled) and isinstance(second, ev.DiceRolled):
            return _join_rolls(first, second)
        if isinstance(first, ev.GameOpened) and isinstance(second, ev.GameOpened):
            respelt = structs.replace(second, title=first.title, players=_named(first, second))
            title = first.title or second.title
            return structs.replace(first, title=title) if respelt == first else None
        return first if first == second else None


def _join_rolls(first: ev.DiceRolled, second: ev.DiceRolled) -> ev.DiceRolled | None:
    """Die by die; a slot and a face may be the same, and then the slot is kept."""
    if first.rolls.keys() != second.rolls.keys():
        return None
    joined = dict(first.rolls)
    for ref, up in second.rolls.items():
        mine = first.rolls[ref]
        if mine == up:
            continue
        if isinstance(mine, int) == isinstance(up, int):
            return None
        joined[ref] = mine if isinstance(mine, int) else up
    return ev.DiceRolled(joined)


def _named(first: ev.GameOpened, second: ev.GameOpened) -> tuple[ev.Seat, ...]:
    """The other's seats with the names of this one, where they are spelt alike."""
    names = {seat.name.strip().casefold(): seat.name for seat in first.players}
    return tuple(
        structs.replace(seat, name=names.get(seat.name.strip().casefold(), seat.name))
        for seat in second.players
    )


RECONCILIATION: Final = Reconciliation()
