"""A state as somebody may see it, in the shape that the contract gives (`show --json`).

Every way out (JSON, picture, text, export) takes its state from here, so that what a player may
not see is left out in one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ragami.decoded import Data
from ragami.findings import Finding
from ragami.game.visibility import EVERYTHING, Declared
from ragami.games.ragami.rules.judge import EVENTS
from ragami.games.ragami.state import Player, State


def view(s: State, seq: int, viewer: str | None = None) -> Data:
    """Return the state after record `seq` for a colour, `public`, `referee` or None (all)."""
    if not s.opened:
        return {"seq": seq, "phase": s.phase, "round": s.round, "active": None, "players": {}}
    return {
        "seq": seq,
        "phase": s.phase,
        "round": s.round,
        "active": s.active,
        "first": s.first,
        "passed": list(s.passed),
        "players": {
            colour: _player(s, player, viewer in (*EVERYTHING, colour))
            for colour, player in s.players.items()
        },
        "neutral": s.ragamis.get("neutral"),
        "neutral_saints": {saint: s.saints[saint] for saint in s.neutral_saints},
        "conflicts": _by_square(s.conflicts),
        "demons": _by_square(s.demons),
        "chips": _chips(s),
        "dice": dict(s.space_dice),
        "supply": {
            "cubes": s.cubes,
            "demons": s.supply_demons,
            "conflict_dice": s.supply_dice,
        },
        "deck": s.deck_left,
        "used": s.used_count,
    }


def _player(s: State, player: Player, hand_shown: bool) -> dict[str, object]:
    virtue = None
    if player.virtue_block is not None:
        virtue = {"block": player.virtue_block, "value": player.virtue}
    return {
        "vp": player.vp,
        "resolved": player.resolved,
        "cubes": player.cubes,
        "hand": [slot.card if hand_shown else None for slot in player.hand],
        "ragami": s.ragamis.get(player.colour),
        "saint": s.saints.get(player.colour),
        "virtue": virtue,
    }


def _by_square(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(square): counts[square] for square in sorted(counts)}


def _chips(s: State) -> dict[str, object]:
    return {
        "pool": s.pool,
        "conflict": sorted(s.conflicts),
        "resolved": sorted(s.chips_resolved),
        "forbidden": sorted(s.chips_forbidden),
        "demon": sorted(s.chips_demon),
        "neutral_saint": sorted(s.chips_neutral),
    }


class Visibility(Declared):
    """Visibility as the fields declare it; findings also hide the cards of a hand."""

    def folds(self, _opened: object) -> bool:
        """Return False: what cards are worth at the end is public, though not which they were."""
        return False

    def redact_finding(self, finding: Finding, viewer: str | None) -> Finding:
        """Return a finding as `viewer` may see it: of a hand, only how many cards are in it.

        Of copies only that there is one too many: hidden ones are counted, too.
        """
        facts = finding.facts
        if viewer in EVERYTHING:
            return finding
        if "seen" in facts and "copies" in facts:
            return finding.of_facts(facts | {"seen": facts["copies"] + 1})
        if not isinstance(facts.get("hand"), list):
            return finding
        redacted = facts | {"hand": [None] * len(facts["hand"])}
        redacted.pop("instead", None)
        return finding.of_facts(redacted)


VISIBILITY: Final = Visibility(EVENTS)
