"""Assertions on the table, and cards revealed by players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET, UnsetType

from ragami.findings import Breach, Breaches, breach
from ragami.games.ragami.due import seated
from ragami.games.ragami.events import Asserted, Revealed
from ragami.games.ragami.hand import check_copies, show
from ragami.games.ragami.state import Slot, State


def differences(s: State, asserted: Asserted) -> dict[str, Any]:
    """Return the differences between table and log: {what: {which: {log, table}}}."""
    if not s.opened:
        return {}
    players = s.players.items()
    compared = {
        "vp": _differing(asserted.vp, {c: p.vp for c, p in players}),
        "cubes": _differing(asserted.cubes, {c: p.cubes for c, p in players}),
        "resolved": _differing(asserted.resolved, {c: p.resolved for c, p in players}),
        "hands": _differing(asserted.hands, {c: len(p.hand) for c, p in players}),
        "dice": _differing(asserted.dice, s.space_dice) if s.phase == "turns" else {},
        "conflicts": _differing(asserted.conflicts, s.conflicts, every_key=True),
        "demons": _differing(asserted.demons, s.demons, every_key=True),
    }
    return {field: difference for field, difference in compared.items() if difference}


def _differing(
    asserted: Mapping[Any, int] | UnsetType, log: Mapping[Any, int], *, every_key: bool = False
) -> dict[str, dict[str, int | None]]:
    """Only the keys given are compared; of the whole board an absent one means none."""
    if asserted is UNSET:
        return {}
    keys = sorted({*asserted, *log}) if every_key else list(asserted)
    absent = 0 if every_key else None
    return {
        str(key): {"log": log.get(key, absent), "table": asserted.get(key, absent)}
        for key in keys
        if asserted.get(key, absent) != log.get(key, absent)
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


class Assertions:
    """See `ragami.game.unknowns.Assertions`."""

    struct = Asserted
    differences = staticmethod(differences)

    def unfit(self, _state: State, _data: Asserted) -> Breach | None:
        """Whatever the table shows can be said."""
        return None


class Reveals:
    """A card that becomes known counts from then on. See `ragami.game.unknowns.Reveals`."""

    struct = Revealed
    fills = False
    reveal = staticmethod(reveal)
    hidden = staticmethod(hidden)


ASSERTIONS: Final = Assertions()
REVEALS: Final = Reveals()
