"""Collecting VP and white cubes (rulebook p. 7)."""

from __future__ import annotations

from typing import Final

from ragami.findings import Breaches, breach
from ragami.games.ragami.events import NEUTRAL, CubesConverted, VirtueConverted
from ragami.games.ragami.rules.due import my_conversion
from ragami.games.ragami.state import VIRTUE_MAX, Player, State

CUBES_PER_VP: Final = 2
VIRTUE_PER_VP: Final = 3


def gain_cubes(s: State, player: Player, cubes: int) -> None:
    """Take cubes from the supply: what is left if there are too few (A-SUP-01)."""
    if cubes > s.cubes:
        cubes = s.cubes
    s.cubes -= cubes
    player.cubes += cubes


def pay_cubes(s: State, player: Player, cubes: int) -> None:
    player.cubes -= cubes
    s.cubes += cubes


def spend_virtue(player: Player, points: int) -> None:
    """Lower the Virtue die; at 0 it returns to its owner (R-CONF-11)."""
    player.virtue -= points
    if not player.virtue:
        player.virtue_block = None


def check_cubes_converted(s: State, e: CubesConverted) -> Breaches:
    """Check R-VP-01, in one's own turn only (R-TURN-11)."""
    breaches, player = my_conversion(s, e)
    if player and player.cubes < CUBES_PER_VP * e.vp:
        breaches.append(breach("R-VP-01", needs=CUBES_PER_VP * e.vp, has=player.cubes, vp=e.vp))
    return breaches


def apply_cubes_converted(s: State, e: CubesConverted, seq: int) -> None:
    """Convert cubes; that is no action and prevents no pass (A-TURN-04)."""
    player = s.players[e.player]
    pay_cubes(s, player, CUBES_PER_VP * e.vp)
    player.vp += e.vp
    s.converted = s.converted or s.active == e.player


def check_virtue_converted(s: State, e: VirtueConverted) -> Breaches:
    """Check R-VP-05, in one's own turn only (R-TURN-11)."""
    breaches, player = my_conversion(s, e)
    if player and player.virtue < VIRTUE_PER_VP * e.vp:
        breaches.append(breach("R-VP-05", needs=VIRTUE_PER_VP * e.vp, has=player.virtue, vp=e.vp))
    return breaches


def apply_virtue_converted(s: State, e: VirtueConverted, seq: int) -> None:
    """Pay three points of the Virtue die for each VP; at 0 it leaves the board."""
    player = s.players[e.player]
    spend_virtue(player, VIRTUE_PER_VP * e.vp)
    player.vp += e.vp
    s.converted = s.converted or s.active == e.player


def grow_virtue(s: State) -> None:
    """Raise Virtue dice by 1, and 1 for each Ragami on the block or a square next to it, up to 6.

    Neither the neutral Ragami nor one on a neighbouring block counts. R-PREP-08, R-PREP-09,
    A-NEU-03 and A-PREP-05.
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
