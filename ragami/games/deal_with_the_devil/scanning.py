"""Where a chest goes (section 2.3 of the rules): for a scan the app shows a colour, and no more."""

from __future__ import annotations

from typing import Final

from ragami.games.deal_with_the_devil.state import State

IN_A_PASS: Final = frozenset({"deals/answer_1", "deals/answer_2"})


def goes_to(s: State, owner: str) -> str | None:
    """In a pass the player to whom the chest was sent, None where that is not known; else home."""
    player = next((one for one in s.players.values() if one.colour == owner), None)
    if player is None or s.at not in IN_A_PASS:
        return owner
    sent = s.deal.chests[-1].items()
    return next((colour for colour, chest in sent if chest and chest == player.role), None)
