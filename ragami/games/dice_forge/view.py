"""A state in the shape of `show --json` (section 7). Nothing is hidden: all may see all."""

from __future__ import annotations

from ragami.decoded import Data
from ragami.games.dice_forge.due import open_throws
from ragami.games.dice_forge.state import ApplyThrow, Player, State


def view(s: State, seq: int, viewer: str | None = None) -> Data:
    """The state after record `seq`."""
    if not s.opened:
        return {"seq": seq, "phase": s.phase, "round": s.round, "active": None, "players": {}}
    return {
        "seq": seq,
        "phase": s.phase,
        "round": s.round,
        "active": s.active,
        "first": s.table.first,
        "actions": s.actions,
        "blessings_left": s.blessings_left,
        "due": _due(s),
        "used": list(s.used),
        "bought": list(s.bought),
        "players": {colour: _player(player) for colour, player in s.players.items()},
        "sanctuary": dict(s.sanctuary),
        "garden": dict(s.garden),
        "feats": dict(s.stacks),
    }


def _due(s: State) -> Data | None:
    top = s.top
    if top is None:
        return None
    return {"type": top.awaits, "players": due_players(s), "why": top.why}


def due_players(s: State) -> list[str]:
    """Return the players of the record that is due, in turn order from the active player."""
    top = s.top
    if top is None:
        return []
    if isinstance(top, ApplyThrow) and s.table.options.decision_order == "any_order":
        return [task.throw.player for task in open_throws(s)]
    return list(top.players)


def _player(p: Player) -> dict[str, object]:
    gold, sun, moon = p.limits
    return {
        "gold": p.gold,
        "sun": p.sun,
        "moon": p.moon,
        "glory": p.glory,
        "limits": {"gold": gold, "sun": sun, "moon": moon},
        "portal": p.portal,
        "dice": [
            {"slots": list(die.slots), "up": die.up, "face": die.face, "rolled": die.rolled}
            for die in p.dice
        ],
        "removed": list(p.removed),
        "piles": {str(number): list(pile) for number, pile in enumerate(p.piles, 1)},
        "boars": list(p.boars),
        "hammer": {"cards": len(p.hammers), "steps": p.steps},
        "tokens": {"cerberus": p.cerberus, "triton": p.triton},
    }
