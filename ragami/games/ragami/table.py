"""Assertions on the table, and cards revealed by players."""

from __future__ import annotations

from typing import Final

from ragami.findings import Breach, Breaches, breach
from ragami.game.assertions import KeyedAssertions, Parts
from ragami.games.ragami.events import Asserted, Revealed
from ragami.games.ragami.rules.due import seated
from ragami.games.ragami.rules.hand import check_copies, show
from ragami.games.ragami.state import Slot, State


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


def reveal(s: State, event: Revealed) -> Breach | None:
    """An unknown slot that the named record brought, and that is still in hand (section 4.3).

    Who has no seat has no hand either: such a record has not the form of one (R-LOG-01).
    """
    if strange := seated(s, event.player):
        return strange[0]
    hand = s.players[event.player].hand if s.opened else ()
    slots = [slot for slot in hand if slot.card is None and slot.seq == event.seq]
    facts = {"player": event.player, "seq": event.seq, "card": event.card}
    if not slots:
        return breach("R-CARD-03", "A-LOG-01", **facts)
    breaches: Breaches = []
    check_copies(s, (event.card,), breaches)
    if event.card in s.removed:
        return breach("R-CARD-03", "A-SETUP-06", **facts)
    if breaches:
        return breaches[0]
    show(s, slots[0], event.card)
    return None


def hidden(s: State, seat: str) -> list[int]:
    """The records that brought the unknown cards of a hand, oldest first (section 4.3)."""
    hands: dict[str, list[Slot]] = {}
    if s.opened:
        hands = {colour: player.hand for colour, player in s.players.items()}
    return [slot.seq for slot in hands.get(seat, ()) if slot.card is None]


class Reveals:
    """A card that becomes known counts from then on. See `ragami.game.unknowns.Reveals`."""

    struct = Revealed
    fills = False
    reveal = staticmethod(reveal)
    hidden = staticmethod(hidden)


ASSERTIONS: Final = KeyedAssertions(Asserted, parts, whole=("conflicts", "demons"))
REVEALS: Final = Reveals()
