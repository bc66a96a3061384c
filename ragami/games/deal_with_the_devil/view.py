"""A state as somebody may see it, as `show --json` prints it.

Every way out takes its state from here, so that what a player may not see is left out once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from ragami.decoded import Data
from ragami.games.deal_with_the_devil.rules.due import owing
from ragami.games.deal_with_the_devil.state import Player, State


def view(s: State, seq: int, viewer: str | None = None) -> Data:
    """Return the state after record `seq`; `viewer`: a colour, `public`, `referee`, None (all)."""
    sees = s.seats if viewer in (None, "referee") else [viewer]
    inquisition = to_builtins(s.inquisition)
    del inquisition["accused"]
    return {
        "seq": seq,
        "phase": s.phase,
        "step": s.step,
        "round": s.round,
        "due": owing(s),
        "players": {
            player.colour: _player(s, player, player.colour in sees) for player in s.in_order()
        },
        "deal": _deal(s, sees) if s.phase == "deals" else None,
        "plan": _plans(s) if s.phase == "actions" else None,
        "questioned": list(s.questioned),
        "inquisition": inquisition,
    }


def _player(s: State, player: Player, all_: bool) -> dict[str, object]:
    open_ = all_ or player.colour in s.walls or s.at == "over"
    return {
        "role": player.role if all_ or s.shown else None,
        "points": player.points,
        "reputation": player.reputation,
        "angel": player.angel,
        "demon": player.demon,
        "indulgences": player.indulgences if open_ or not player.traded else None,
        "guests": player.guests,
        "debt": player.debt,
        "interest": player.interest,
        "goods": dict(player.goods) if open_ and player.goods else None,
        "souls": dict(player.souls) if open_ and player.souls else None,
        "hand": [card if all_ else None for card in player.hand],
        "events": [card if all_ else None for card in player.events],
        "built": to_builtins(player.built),
        "courtiers": dict(player.courtiers),
        "minor": dict(player.minor),
        "major": list(player.major),
        "production": list(player.levels),
        "tokens": player.tokens,
        "confessed": player.confessed,
        "request": player.request,
    }


def _deal(s: State, sees: list[Any]) -> dict[str, object]:
    def seen(table: Mapping[Any, object]) -> Data:
        return {
            colour: to_builtins(table[colour]) if colour in sees else None
            for colour in s.seats
            if colour in table
        }

    return {
        "offers": seen(s.deal.offers),
        "chests": [seen(chest) for chest in s.deal.chests],
        "answers": [seen(answer) for answer in s.deal.answers],
    }


def _plans(s: State) -> dict[str, object]:
    return {
        player.colour: {
            "steps": list(player.plan.steps),
            "tokens": player.plan.tokens,
            "ended": player.plan.ended,
        }
        for player in s.in_order()
        if player.plan
    }
