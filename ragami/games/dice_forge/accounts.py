"""Assertions of a table compared with the log, and two records of the same event merged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from msgspec import UnsetType, structs

from ragami.decoded import Data
from ragami.findings import Breach, Finding, breach
from ragami.game.accounts import DefaultReconciliation, Parts, differing, join_openings
from ragami.games.dice_forge.components import LOG_RULE
from ragami.games.dice_forge.events import Asserted, DiceRolled, GameOpened
from ragami.games.dice_forge.state import State


def unfit(s: State, asserted: Asserted) -> Breach | None:
    """Return a breach for colours and dice that do not play, and unknown feats (R-F-LOG-01)."""
    if not s.opened:
        return None
    playing: dict[str, Collection[str]] = {
        **dict.fromkeys(("gold", "sun", "moon", "glory", "portals"), s.players),
        **dict.fromkeys(("dice", "up"), s.table.refs),
        "feats": s.table.feats,
    }
    for part, those in playing.items():
        for key in getattr(asserted, part) or ():
            if key not in those:
                return breach(LOG_RULE, problem="does-not-play", found=key, instead=list(those))
    return None


def differences(s: State, asserted: Asserted) -> Data:
    """Return the differences between table and log; where the faces of a die are does not count."""
    if not s.opened:
        return {}
    players = s.players.items()
    dice = {ref: s.die(ref) for ref in s.table.refs}
    if not isinstance(asserted.dice, UnsetType):
        asserted = structs.replace(asserted, dice=_sorted(asserted.dice))
    log: Parts = {
        **{
            name: {c: getattr(p, name) for c, p in players}
            for name in ("gold", "sun", "moon", "glory")
        },
        "sanctuary": Counter(s.sanctuary),
        "garden": Counter(s.garden),
        "feats": Counter(s.stacks),
        "dice": _sorted({ref: die.slots for ref, die in dice.items()}),
        "up": {ref: die.face for ref, die in dice.items()},
        "portals": {c: p.portal for c, p in players},
    }
    return differing(asserted, log)


def _sorted(dice: Mapping[Any, Any]) -> dict[str, list[str]]:
    return {ref: sorted(faces) for ref, faces in dice.items()}


def remarks(s: State) -> Iterator[Finding]:
    """Yield the components that nobody has compared with the box (A-F-DATA-01)."""
    if s.opened and s.table.unverified:
        facts = dict(s.table.unverified)
        yield Finding("unverified-components", ruling="A-F-DATA-01", seq=1, line=1, facts=facts)


class Assertions:
    """See `ragami.game.accounts.Assertions`."""

    struct = Asserted
    unfit = staticmethod(unfit)
    differences = staticmethod(differences)


ASSERTIONS: Final = Assertions()


# --- two records of one event --------------------------------------------------------------


class Reconciliation(DefaultReconciliation):
    """See `ragami.game.capabilities.Reconciliation`."""

    may_be_unknown = ()

    def join(self, first: object, second: object) -> Any | None:
        """Merge two records of the same event. Of a roll the slots say more than the faces."""
        if isinstance(first, DiceRolled) and isinstance(second, DiceRolled):
            return _join_rolls(first, second)
        if isinstance(first, GameOpened) and isinstance(second, GameOpened):
            return join_openings(first, second)
        return super().join(first, second)


def _join_rolls(first: DiceRolled, second: DiceRolled) -> DiceRolled | None:
    """Merge two rolls die by die. Of a slot and a face the slot stays."""
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
    return DiceRolled(joined)


RECONCILIATION: Final = Reconciliation()
