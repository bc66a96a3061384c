"""Assertions of the people at the table (`asserted`), and remarks on every log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import UnsetType

from ragami.findings import Breach, Finding, breach
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


def differences(s: State, asserted: Asserted) -> dict[str, Any]:
    """Return the differences between table and log: {what: {which: {log, table}}}."""
    if not s.opened:
        return {}
    players = s.players.items()
    dice = {ref: s.die(ref) for ref in s.table.refs}
    compared = {
        "gold": _differing(asserted.gold, {c: p.gold for c, p in players}),
        "sun": _differing(asserted.sun, {c: p.sun for c, p in players}),
        "moon": _differing(asserted.moon, {c: p.moon for c, p in players}),
        "glory": _differing(asserted.glory, {c: p.glory for c, p in players}),
        "sanctuary": _differing(asserted.sanctuary, s.sanctuary, 0),
        "garden": _differing(asserted.garden, s.garden, 0),
        "feats": _differing(asserted.feats, s.stacks, 0),
        "dice": _differing(
            asserted.dice if isinstance(asserted.dice, UnsetType) else _sorted(asserted.dice),
            _sorted({ref: die.slots for ref, die in dice.items()}),
        ),
        "up": _differing(asserted.up, {ref: die.face for ref, die in dice.items()}),
        "portals": _differing(asserted.portals, {c: p.portal for c, p in players}),
    }
    return {field: difference for field, difference in compared.items() if difference}


def _sorted(dice: Mapping[Any, Any]) -> dict[str, list[str]]:
    return {ref: sorted(faces) for ref, faces in dice.items()}


def _differing(
    asserted: Mapping[Any, Any] | UnsetType, log: Mapping[Any, object], absent: int | None = None
) -> dict[str, dict[str, Any]]:
    """Only the keys given are compared."""
    if isinstance(asserted, UnsetType):
        return {}
    return {
        key: {"log": log.get(key, absent), "table": table}
        for key, table in asserted.items()
        if log.get(key, absent) != table
    }


def remarks(s: State) -> Iterator[Finding]:
    """Components that nobody has held against the box (A-F-DATA-01)."""
    if s.opened and s.table.unverified:
        facts = dict(s.table.unverified)
        yield Finding("unverified-components", None, "A-F-DATA-01", 1, 1, facts)


class Assertions:
    """See `ragami.game.unknowns.Assertions`."""

    struct = Asserted
    unfit = staticmethod(unfit)
    differences = staticmethod(differences)


ASSERTIONS: Final = Assertions()
