"""Growth of the Virtue dice (rulebook p. 3, step 3)."""

from __future__ import annotations

from ragami.games.ragami.events import NEUTRAL
from ragami.games.ragami.state import VIRTUE_MAX, State


def grow_virtue(s: State) -> None:
    """1 for the round and 1 for each Ragami on the block or a square next to it, up to 6.

    R-PREP-08, -09; neither the neutral Ragami nor one on a neighbouring block counts (A-NEU-03,
    A-PREP-05).
    """
    places = [place for ragami, place in s.ragamis.items() if ragami != NEUTRAL]
    for player in s.players.values():
        block = player.virtue_block
        if block is None or player.virtue == VIRTUE_MAX:
            continue
        grown = player.virtue + 1
        near = s.board.at_block[block]
        for place in places:
            if place in near:
                grown += 1
        player.virtue = grown if grown < VIRTUE_MAX else VIRTUE_MAX
