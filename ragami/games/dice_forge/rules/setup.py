"""Setting up."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ragami.findings import Breaches, breach
from ragami.games.dice_forge.components import LOG_RULE, check_components, load
from ragami.games.dice_forge.events import FacesRemoved, GameOpened, values
from ragami.games.dice_forge.rules.due import check_due
from ragami.games.dice_forge.rules.turn import start_turn
from ragami.games.dice_forge.state import Die, Player, RemoveFaces, State, Table

STARTING_GOLD: Final = (3, 2, 1, 0)  # R-F-SETUP-04
REMOVED: Final = 2
SETUP_RULE: Final = "R-F-SETUP-06"


def check_game_opened(s: State, e: GameOpened) -> Breaches:
    """Check components, options and seats (R-F-SETUP-01, R-F-LOG-01)."""
    if s.opened:
        return [breach(LOG_RULE, problem="opened-twice")]
    breaches = check_components(e.components) or _check_options(e)
    colours = [seat.colour for seat in e.players]
    twice = [colour for colour in colours if colours.count(colour) > 1]
    if twice:
        breaches.append(breach("R-F-SETUP-01", problem="colour-twice", colour=twice[0]))
    return breaches


def _check_options(e: GameOpened) -> Breaches:
    _, feats, _ = load(e.components)
    allowed = values(feats)
    breaches = [
        breach(LOG_RULE, problem="unknown-option", option=name, instead=list(allowed))
        for name in e.options
        if name not in allowed
    ]
    return breaches or [
        breach(
            LOG_RULE, problem="unknown-value", option=name, found=value, instead=list(allowed[name])
        )
        for name, value in e.options.items()
        if value not in allowed[name]
    ]


def apply_game_opened(s: State, e: GameOpened, seq: int) -> None:
    """Lay the table (R-F-SETUP-04, -05); with two players faces leave first (R-F-SETUP-06)."""
    table = Table(e)
    s.fixed = table
    s.opened = True
    s.players = {
        colour: Player(colour, gold, [Die([*slots]) for slots in table.dice.dice], ([], [], []))
        for colour, gold in zip(table.seats, STARTING_GOLD, strict=False)
    }
    s.sanctuary = {
        face: copies for pool in table.temple.sanctuary for face, copies in pool.faces.items()
    }
    s.garden = dict(table.temple.garden)
    s.stacks = dict.fromkeys(table.in_game, len(table.seats))
    if table.pair:
        for face, copies in table.prices.uniform.items():
            s.sanctuary[face] = max(copies - REMOVED, 0)
    if table.pair and table.prices.mixed:
        s.stack.append(RemoveFaces(SETUP_RULE, "setup", ()))
    else:
        start_turn(s, table.first)


def check_faces_removed(s: State, e: FacesRemoved) -> Breaches:
    """Check that two faces of each pool of different ones leave (R-F-SETUP-06)."""
    breaches = check_due(s, e)
    if breaches:
        return breaches
    mixed = s.table.prices.mixed
    facts = {"pools": sorted(e.pools), "expected": sorted(mixed)}
    if set(e.pools) != set(mixed):
        return [breach(SETUP_RULE, problem="wrong-pools", **facts)]
    return [
        breach(SETUP_RULE, problem="wrong-faces", pool=pool, faces=list(faces), has=mixed[pool])
        for pool, faces in e.pools.items()
        if len(faces) != REMOVED or Counter(faces) - Counter(mixed[pool])
    ]


def apply_faces_removed(s: State, e: FacesRemoved, seq: int) -> None:
    """Take the faces out of the game, and begin the first turn."""
    s.stack.pop()
    for faces in e.pools.values():
        for face in faces:
            s.sanctuary[face] -= 1
    start_turn(s, s.table.first)
