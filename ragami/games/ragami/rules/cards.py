"""Cards 3, 4, 7, 10 and 12, and the white cube for a card (rulebook p. 7 and 8).

The other cards stand with what they do: 1 and 2 in `saints_demons`, 5 and 9 in `action_dice`,
6, 8, 13, 14 and 15 in `conflict`, 11 in `drawing`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ragami.findings import Breaches, breach
from ragami.games.ragami import events as ev
from ragami.games.ragami.events import NEUTRAL
from ragami.games.ragami.rules.action_dice import CARD_OF_EVENT
from ragami.games.ragami.rules.due import after_static, not_my_turn, on_board
from ragami.games.ragami.rules.hand import check_in_game, check_play, check_shown, play
from ragami.games.ragami.rules.movement import check_end
from ragami.games.ragami.rules.points import gain_cubes, pay_cubes
from ragami.games.ragami.state import VIRTUE_MAX, Player, State

SWAP_COST: Final = 1
DIE_MIN, DIE_MAX, DIE_CHANGE = 1, 6, 2
RAISED_VP: Final = 1
# Card 10: how many are last -> the cubes for the player of the card (R-C10-1, R-C10-2).
RAISE_CUBES: Final = {1: 2, 2: 3}


# --- playing a card ------------------------------------------------------------------------


def checks_play(
    check: Callable[[State, Any, Player], Breaches],
) -> Callable[[State, Any], Breaches]:
    """Judge an event that plays a card: it is one's turn, and the card is there (R-CARD-03).

    What the card itself asks for comes next, and last the copies of what a hidden slot turns out
    to be (R-INV-05).
    """

    def checked(s: State, e: Any) -> Breaches:
        if s.active != e.player:
            return [not_my_turn(s, e)]
        player, card = s.players[e.player], CARD_OF_EVENT[type(e)]
        breaches: Breaches = []
        check_play(s, player, card, breaches)
        breaches += check(s, e, player)
        check_shown(s, player, (card,), breaches)
        return breaches

    return checked


def plays(apply: Callable[[State, Any, Player], None]) -> Callable[[State, Any, int], None]:
    """Play the card of an event, and then do what it says."""

    def applied(s: State, e: Any, seq: int) -> None:
        s.acted = True
        player = s.players[e.player]
        play(s, player, CARD_OF_EVENT[type(e)])
        apply(s, e, player)

    return applied


# --- card 3 --------------------------------------------------------------------------------


@checks_play
def check_ragamis_swapped(s: State, e: ev.RagamisSwapped, player: Player) -> Breaches:
    """Check R-C03-1, R-C03-2; nobody may land on a Saint of his colour (A-C03-03)."""
    breaches: Breaches = []
    if player.cubes < SWAP_COST:
        breaches.append(breach("R-C03-2", "A-C03-01", needs=SWAP_COST, has=player.cubes))
    _check_swap(s, e, breaches)
    return breaches


def _check_swap(s: State, e: ev.RagamisSwapped, breaches: Breaches) -> None:
    """Check that it is another player's Ragami, on another place (A-C03-02, A-C03-04)."""
    partner = _ragami_of(s, e)
    mine, theirs = s.ragamis[e.player], s.ragamis.get(partner)
    if theirs is None or partner in (NEUTRAL, e.player):
        breaches.append(breach("R-C03-1", "A-C03-02", with_=e.with_))
    elif mine == theirs:
        breaches.append(breach("R-C03-1", "A-C03-04", with_=e.with_, place=mine))
    if s.options.movement_check != "off" and theirs is not None and mine != theirs:
        for ragami, to in ((e.player, theirs), (partner, mine)):
            _check_landing(s, ragami, to, breaches)


def _check_landing(s: State, ragami: ev.Ragami, to: int | str, breaches: Breaches) -> None:
    if isinstance(to, str):
        return
    landed: Breaches = []
    check_end(s, ragami, to, landed)
    breaches += [b._replace(ruling="A-C03-03") for b in landed if b.rule == "R-MOVE-04"]


def _ragami_of(s: State, e: ev.RagamisSwapped) -> ev.Ragami:
    """Return the Ragami of a colour: the neutral one for the colour that it was given."""
    return e.with_ if e.with_ in s.players else NEUTRAL


@plays
def apply_ragamis_swapped(s: State, e: ev.RagamisSwapped, player: Player) -> None:
    """Swap without purifying: a swap is no movement that ends (A-MOVE-11)."""
    partner = _ragami_of(s, e)
    pay_cubes(s, player, SWAP_COST)
    if partner != NEUTRAL:
        gain_cubes(s, s.players[partner], SWAP_COST)
    s.ragamis[e.player], s.ragamis[partner] = s.ragamis[partner], s.ragamis[e.player]


# --- card 4 --------------------------------------------------------------------------------


@checks_play
def check_cubes_gathered(_s: State, _e: ev.CubesGathered, _player: Player) -> Breaches:
    """Find nothing: card 4 has no condition of its own."""
    return []


@plays
def apply_cubes_gathered(s: State, e: ev.CubesGathered, player: Player) -> None:
    """Take a cube for each rival Ragami that is in no conflict (R-C04-2, R-C04-3)."""
    idle = sum(
        place not in s.conflicts
        for ragami, place in s.ragamis.items()
        if ragami not in (e.player, NEUTRAL)
    )
    gain_cubes(s, player, idle)


# --- card 7 --------------------------------------------------------------------------------


@checks_play
def check_conflict_die_turned(s: State, e: ev.ConflictDieTurned, _player: Player) -> Breaches:
    """Check R-C07-1, R-C07-2; any die on the board will do (A-C07-02)."""
    breaches: Breaches = []
    if not 1 <= abs(e.change) <= DIE_CHANGE:
        breaches.append(breach("R-C07-1", change=e.change, instead=[-2, -1, 1, 2]))
    die = s.conflicts.get(e.square)
    if die is None:
        where = sorted(s.conflicts)
        breaches.append(breach("R-C07-1", "A-C07-04", square=e.square, instead=where))
    elif not DIE_MIN <= die + e.change <= DIE_MAX:
        facts = {"die": die, "change": e.change, "result": die + e.change}
        breaches.append(breach("R-C07-2", "A-C07-01", **facts))
    return breaches


@plays
def apply_conflict_die_turned(s: State, e: ev.ConflictDieTurned, _player: Player) -> None:
    """Change a Conflict die; its value when it is resolved counts (A-C07-03)."""
    s.conflicts[e.square] += e.change


# --- card 10 -------------------------------------------------------------------------------


@checks_play
def check_last_player_raised(s: State, _e: ev.LastPlayerRaised, player: Player) -> Breaches:
    """Check R-C10-4: not for whoever is last or tied for last (A-C10-02)."""
    if player not in last_in_score(s):
        return []
    scores = {colour: opponent.vp for colour, opponent in s.players.items()}
    return [breach("R-C10-4", "A-C10-02", vp=player.vp, scores=scores)]


def last_in_score(s: State) -> list[Player]:
    """Return the players with the fewest VP at present (A-C10-01)."""
    fewest = min(player.vp for player in s.players.values())
    return [player for player in s.players.values() if player.vp == fewest]


@plays
def apply_last_player_raised(s: State, _e: ev.LastPlayerRaised, player: Player) -> None:
    """Give last players 1 VP and the card's player cubes; nothing if three tie.

    R-C10-1, R-C10-2 and R-C10-3.
    """
    last = last_in_score(s)
    cubes = RAISE_CUBES.get(len(last))
    if cubes is None:
        return
    for opponent in last:
        opponent.vp += RAISED_VP
    gain_cubes(s, player, cubes)


# --- card 12 -------------------------------------------------------------------------------


def check_virtue_die_moved(s: State, e: ev.VirtueDieMoved) -> Breaches:
    """Check that the board has the block; then R-C12-1."""
    return on_board(s, e.block) or _check_another_block(s, e)


@checks_play
def _check_another_block(s: State, e: ev.VirtueDieMoved, player: Player) -> Breaches:
    """Check R-C12-1: a die on the board, to another block (A-C12-01, A-C12-03)."""
    if player.virtue_block is None:
        return [breach("R-C12-1", "A-C12-03", virtue=0)]
    if player.virtue_block == e.block:
        blocks = [block for block in s.board.blocks if block != e.block]
        return [breach("R-C12-1", "A-C12-01", block=e.block, instead=blocks)]
    return []


@plays
def apply_virtue_die_moved(s: State, e: ev.VirtueDieMoved, player: Player) -> None:
    """Move the die, one higher, and never above 6 (R-C12-2, R-C12-3)."""
    player.virtue_block = e.block
    player.virtue = min(player.virtue + 1, VIRTUE_MAX)


# --- a white cube for a card ---------------------------------------------------------------


def check_card_traded(s: State, e: ev.CardTraded) -> Breaches:
    """Check R-CARD-05; where the deck does not tell the icons any card will do (A-CARD-03)."""
    breaches: Breaches = []
    if s.opened:
        check_in_game(s, (e.card,), breaches)
    if s.active != e.player:
        return after_static(s, e, breaches)
    check_play(s, s.players[e.player], e.card, breaches)
    icons = s.deck.white_cube
    if icons is not None and e.card not in icons:
        breaches.append(breach("R-CARD-05", "A-CARD-03", card=e.card, instead=list(icons)))
    check_shown(s, s.players[e.player], (e.card,), breaches)
    return breaches


def apply_card_traded(s: State, e: ev.CardTraded, seq: int) -> None:
    """Turn in the card: like any use of a card that is no pass (A-TURN-05)."""
    s.acted = True
    player = s.players[e.player]
    play(s, player, e.card)
    gain_cubes(s, player, 1)
