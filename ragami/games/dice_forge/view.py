"""The state as JSON, as `ragami show --json` prints it. Nothing is hidden."""

from __future__ import annotations

from ragami.decoded import Data
from ragami.games.dice_forge.rules.due import due_players
from ragami.games.dice_forge.state import Player, State


def view(s: State, seq: int, viewer: str | None = None) -> Data:
    if not s.opened:
        return {"seq": seq, "phase": s.phase, "round": s.round, "active": None, "players": {}}
    top = s.top
    return {
        "seq": seq,
        "phase": s.phase,
        "round": s.round,
        "active": s.active,
        "first": s.table.first,
        "actions": s.actions,
        "blessings_left": s.blessings_left,
        "due": top and {"type": top.awaits, "players": due_players(s), "why": top.why},
        "used": list(s.used),
        "bought": list(s.bought),
        "players": {colour: _player(player) for colour, player in s.players.items()},
        "sanctuary": dict(s.sanctuary),
        "garden": dict(s.garden),
        "feats": dict(s.stacks),
    }


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
