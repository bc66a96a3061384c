"""Records that people make: two of one event merged, assertions, and cards that are shown."""

from __future__ import annotations

from typing import Any, Final

from ragami.game.accounts import DefaultReconciliation, KeyedAssertions, Parts, join_openings
from ragami.games.ragami import events as ev
from ragami.games.ragami.rules import hand
from ragami.games.ragami.state import State


class Reconciliation(DefaultReconciliation):
    """See `ragami.game.capabilities.Reconciliation`."""

    may_be_unknown = frozenset({"kept"})
    in_any_order = frozenset({"conflicts", "discarded", "rejected", "squares", "rolls", "kept"})

    def join(self, first: object, second: object) -> Any | None:
        if isinstance(first, ev.GameOpened) and isinstance(second, ev.GameOpened):
            return join_openings(first, second, _round_the_table)
        return super().join(first, second)

    def rivals(self, first: object, second: object) -> bool:
        """Return True if both are the same action of the same player, contradictions apart.

        An action paid for by a die and one paid for by a card are two: one may come after the
        other.
        """
        same = getattr(first, "ragami", None) == getattr(second, "ragami", None)
        return super().rivals(first, second) and same and _means(first) == _means(second)


def _means(event: object) -> object:
    via = getattr(event, "via", None)
    return "die" if isinstance(via, str) else type(via)


def _round_the_table(seats: list[ev.Seat]) -> list[ev.Seat]:
    """Return the seats clockwise from a fixed one, whoever was named first."""
    start = seats.index(min(seats, key=lambda seat: seat.colour))
    return seats[start:] + seats[:start]


RECONCILIATION: Final = Reconciliation()


# --- what the table states and shows -------------------------------------------------------


def parts(s: State) -> Parts:
    """Return what the log has of what a table may state."""
    if not s.opened:
        return {}
    players = s.players.items()
    return {
        "vp": {c: p.vp for c, p in players},
        "cubes": {c: p.cubes for c, p in players},
        "resolved": {c: p.resolved for c, p in players},
        "hands": {c: len(p.hand) for c, p in players},
        **({"dice": s.space_dice} if s.phase == "turns" else {}),
        "conflicts": s.conflicts,
        "demons": s.demons,
    }


class Reveals:
    """A card that becomes known counts from then on. See `hidden_information.Reveals`."""

    struct = ev.Revealed
    fills = False
    reveal = staticmethod(hand.reveal)
    hidden = staticmethod(hand.hidden)


ASSERTIONS: Final = KeyedAssertions(ev.Asserted, parts, whole=("conflicts", "demons"))
