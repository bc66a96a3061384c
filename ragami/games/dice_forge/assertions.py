"""Assertions of the people at the table (`asserted`), and remarks on every log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import UnsetType, structs

from ragami.decoded import Data
from ragami.findings import Breach, Finding, breach
from ragami.game.assertions import Parts, differing
from ragami.games.dice_forge.components import LOG_RULE
from ragami.games.dice_forge.events import Asserted
from ragami.games.dice_forge.state import State


def unfit(s: State, asserted: Asserted) -> Breach | None:
    """Colours and dice that do not play, ids that are no feat (section 5: R-F-LOG-01)."""
    if not s.opened:
        return None
    table = s.table
    for keys, playing in (
        *((part, s.players) for part in (asserted.gold, asserted.sun, asserted.moon)),
        *((part, s.players) for part in (asserted.glory, asserted.portals)),
        *((part, table.refs) for part in (asserted.dice, asserted.up)),
        (asserted.feats, table.feats),
    ):
        for key in keys if isinstance(keys, dict) else ():
            if key not in playing:
                return breach(LOG_RULE, problem="does-not-play", found=key, instead=list(playing))
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
    """Components that nobody has held against the box (A-F-DATA-01)."""
    if s.opened and s.table.unverified:
        facts = dict(s.table.unverified)
        yield Finding("unverified-components", ruling="A-F-DATA-01", seq=1, line=1, facts=facts)


class Assertions:
    """See `ragami.game.unknowns.Assertions`."""

    struct = Asserted
    unfit = staticmethod(unfit)
    differences = staticmethod(differences)


ASSERTIONS: Final = Assertions()
