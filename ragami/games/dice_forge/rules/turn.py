"""A turn: its beginning and end, actions, reinforcements, Triton tokens."""

from __future__ import annotations

from typing import Final

from ragami.findings import Breaches, breach
from ragami.games.dice_forge.components import Feat
from ragami.games.dice_forge.events import Reinforced, TritonSpent, TurnEnded
from ragami.games.dice_forge.faces import Amounts
from ragami.games.dice_forge.rules.due import check_due, check_form, check_player
from ragami.games.dice_forge.rules.reserves import check_hammer, gain
from ragami.games.dice_forge.state import (
    HIND_RULE,
    Player,
    RollDice,
    State,
    dice_of,
)

ACTIONS: Final = 2
EXTRA_SUN: Final = 2
ELDER_GOLD: Final = 3
ELDER_GLORY: Final = 4
OWL: Final[dict[str | None, Amounts]] = {
    "gold": (1, 0, 0, 0),
    "sun": (0, 1, 0, 0),
    "moon": (0, 0, 1, 0),
}
TRITON: Final[dict[str, Amounts]] = {
    "gold": (6, 0, 0, 0),
    "sun": (0, 2, 0, 0),
    "moon": (0, 0, 2, 0),
}
OWN_ROLLS: Final = ("step", "divine", "minor")


# --- beginning and end ---------------------------------------------------------------------


def start_turn(s: State, player: str) -> None:
    """Make step 1 due: once, or twice where two play (R-F-BLESS-01, R-F-BLESS-02, A-F-BLESS-01)."""
    table = s.table
    s.active = player
    s.phase = "blessing"
    s.actions = 0
    s.used = []
    s.bought = []
    every = table.options.two_player_blessings == "every_turn"
    twice = table.pair and (every or player == table.first)
    s.blessings_left = 2 if twice else 1
    order = table.from_seat[player]
    s.stack.append(RollDice("R-F-BLESS-01", "step", order, "", dice_of(*order), int(twice)))


def apply_turn_ended(s: State, e: TurnEnded, seq: int) -> None:
    """Go on to the next player, round or the end (R-F-ROUND-01, R-F-ROUND-02, R-F-END-01)."""
    following = s.table.left_of[e.player]
    if following == s.table.first:
        if s.round == s.table.rounds:
            finish(s)
            return
        s.round += 1
    start_turn(s, following)


def finish(s: State) -> None:
    s.phase = "over"
    s.active = None
    s.actions = s.blessings_left = 0
    s.used = []
    s.bought = []


# --- actions (R-F-EXTRA-01, -02) -----------------------------------------------------------


def check_action(s: State) -> Breaches:
    """Return a breach if two actions have been taken already."""
    if s.actions < ACTIONS:
        return []
    return [breach("R-F-EXTRA-02", problem="third-action", actions=s.actions)]


def pay_action(s: State, p: Player) -> tuple[int, Breaches]:
    """Return the sun left after paying for the action itself, and a breach if it lacks."""
    if not s.actions:
        return p.sun, []
    if p.sun >= EXTRA_SUN:
        return p.sun - EXTRA_SUN, []
    facts = {"player": p.colour, "cost": EXTRA_SUN, "sun": p.sun}
    return 0, [breach("R-F-EXTRA-01", problem="extra-too-dear", **facts)]


def affordable_feats(s: State, p: Player) -> list[Feat]:
    """Return the feats that are left and that a player could pay for in an action now."""
    sun, lacking = pay_action(s, p)
    return [
        feat
        for feat in s.table.in_game.values()
        if not lacking and s.stacks[feat.feat] and feat.cost.sun <= sun and feat.cost.moon <= p.moon
    ]


# --- reinforcements ------------------------------------------------------------------------


def reinforcements_left(s: State, p: Player) -> list[str]:
    """Return the kinds of reinforcement card that a player can still use in this turn."""
    cards = p.piles[2]
    return [feat for feat in dict.fromkeys(cards) if s.used.count(feat) < cards.count(feat)]


def check_reinforced(s: State, e: Reinforced) -> Breaches:
    """Check that the reinforcement may be used now, and how.

    R-F-REINF-01, R-F-REINF-02, R-F-REINF-03 and R-F-REINF-04.
    """
    if breaches := check_due(s, e):
        return breaches
    p = s.players[e.player]
    if s.actions:
        breaches.append(breach("R-F-REINF-02", problem="after-an-action", feat=e.feat))
    owned = p.piles[2].count(e.feat)
    if s.used.count(e.feat) >= owned:
        problem = "used-already" if owned else "not-owned"
        breaches.append(breach("R-F-REINF-03", problem=problem, feat=e.feat, owned=owned))
    gained = 1 if e.gain == "gold" else 0
    return breaches + _check_gain(s, p, e) + check_hammer(s, p, e.hammer, gained)


def _check_gain(s: State, p: Player, e: Reinforced) -> Breaches:
    effect = s.table.effect(e.feat)
    if effect == "elder" and p.gold < ELDER_GOLD:
        facts = {"cost": ELDER_GOLD, "gold": p.gold}
        return [breach("R-F-REINF-04", problem="elder-too-dear", **facts)]
    if (e.gain is not None) == (effect == "owl"):
        return []
    problem = "gain-missing" if effect == "owl" else "no-gain"
    return [breach("R-F-REINF-04", problem=problem, feat=e.feat, found=e.gain)]


def apply_reinforced(s: State, e: Reinforced, seq: int) -> None:
    """Give a roll (`hind`), one resource (`owl`), or glory for gold (`elder`; R-F-REINF-04)."""
    p = s.players[e.player]
    s.used.append(e.feat)
    match s.table.effect(e.feat):
        case "owl":
            gain(p, OWL[e.gain], e.hammer)
        case "elder":
            p.gold -= ELDER_GOLD
            p.glory += ELDER_GLORY
        case _:
            players = (e.player,)
            s.stack.append(RollDice(HIND_RULE, "minor", players, "hind", dice_of(e.player)))


# --- Triton tokens (R-F-CARD-18) -----------------------------------------------------------


def check_triton_spent(s: State, e: TritonSpent) -> Breaches:
    """Check the moment, the token and the hammer. Tasks need not be done first."""
    breaches = check_due(s, e) if s.phase in ("setup", "over") else check_form(s, e)
    breaches = breaches or check_player(e.player, "R-F-TURN-01", s.active)
    if breaches:
        return breaches
    if not may_spend_triton(s):
        ruling = "A-F-CARD-03" if own_moment(s) else None
        breaches.append(breach("R-F-CARD-18", ruling, problem="wrong-moment", player=e.player))
    p = s.players[e.player]
    if not p.triton:
        breaches.append(breach("R-F-CARD-18", problem="no-token", player=e.player))
    return breaches + check_hammer(s, p, e.hammer, TRITON[e.gain][0])


def may_spend_triton(s: State) -> bool:
    """Tell whether the active player may spend a Triton token now (R-F-CARD-18, A-F-CARD-03)."""
    return not s.stack if s.table.options.triton_when == "actions" else own_moment(s)


def own_moment(s: State) -> bool:
    """Tell whether no record of another player is due (A-F-CARD-03)."""
    top = s.top
    if top is None:
        return True
    if isinstance(top, RollDice):
        return top.why in OWN_ROLLS
    return top.players == (s.active,)  # of a roll's throws the active player's is on top


def apply_triton_spent(s: State, e: TritonSpent, seq: int) -> None:
    """Spend a Triton token for its gain; the tasks stay as they are."""
    p = s.players[e.player]
    p.triton -= 1
    gain(p, TRITON[e.gain], e.hammer)
