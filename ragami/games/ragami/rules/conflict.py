"""The Conflict action and Power Points (rulebook p. 6; cards 6, 8, 13, 14 and 15)."""

from __future__ import annotations

from typing import Final

from ragami.findings import Breaches, breach
from ragami.games.ragami import events as ev
from ragami.games.ragami.events import NEUTRAL
from ragami.games.ragami.rules.action_dice import (
    CONFLICT_SPACE,
    card_cost,
    cards_of,
    check_payment,
    check_price,
    check_space,
    pay,
)
from ragami.games.ragami.rules.due import after_static, on_board
from ragami.games.ragami.rules.hand import check_shown, discard, find_playable, missing, show
from ragami.games.ragami.rules.points import gain_cubes, pay_cubes, spend_virtue
from ragami.games.ragami.state import LAST_PLACE_CARD, POWER_CARD_6, Player, State

HELPER_POINTS: Final = 2
HELPER_CUBES: Final = 2
SAINT_POINTS: Final = 1
SAINT_VP: Final = 1
POWER_POINTS: Final = {13: 2, 14: 4}
POWER_COST: Final = {13: 1, 14: 2}
COST_RULE: Final = {13: "R-C13-2", 14: "R-C14-2"}
LAST_ALONE, LAST_TIED, NOT_LAST = 4, 2, 1


# --- what is declared ----------------------------------------------------------------------


def check_conflict_tried(s: State, e: ev.ConflictTried) -> Breaches:
    """Check R-CONF-01..25 and the rules of the cards that give Power Points."""
    if e.withdraw_to is not None and (strange := on_board(s, e.withdraw_to)):
        return strange
    breaches: Breaches = []
    if e.via != CONFLICT_SPACE:
        check_space(e.via, CONFLICT_SPACE, breaches)
    if e.cards or e.power_rolls:
        _check_declared(s, e, breaches)
    if s.active != e.player:
        return after_static(s, e, breaches)
    player = s.players[e.player]
    if s.die_used or not s.space_dice.get(e.via):
        check_payment(s, player, e.via, breaches)
    if e.cards:
        _check_cards_there(s, player, e, breaches)
    if not isinstance(e.via, str):
        check_price(s, player, e.via, breaches)
    if e.cards or e.cubes or e.virtue:
        _check_costs(player, e, breaches)
    _check_attempt(s, e, player, breaches)
    if e.cards or not isinstance(e.via, str):
        check_shown(s, player, (*cards_of(e.via), *e.cards), breaches)
    return breaches


def _check_attempt(s: State, e: ev.ConflictTried, player: Player, breaches: Breaches) -> None:
    """Check that the Ragami stands at a conflict (R-CONF-01), and that the attempt is allowed."""
    square = s.ragamis[e.player]
    if square not in s.conflicts:
        breaches.append(breach("R-CONF-01", None, place=square, instead=sorted(s.conflicts)))
        return
    assert isinstance(square, int)
    if e.virtue or len(e.cards) > 1:
        _check_together(s, e, player, square, breaches)
    _check_outcome(s, e, player, square, breaches)


def _check_declared(s: State, e: ev.ConflictTried, breaches: Breaches) -> None:
    """Append the breaches that need no board: faces, numbers of rolls, cards not in the game."""
    if not s.opened:
        return
    if not s.options.power_die and (e.power_rolls or POWER_CARD_6 in e.cards):
        breaches.append(breach("R-OPT-01", "A-OPT-01", power_die=False))
    if LAST_PLACE_CARD in e.cards and len(s.seats) == 2:
        breaches.append(breach("R-C15-5", "A-NEU-11", card=LAST_PLACE_CARD, players=2))
    for roll in e.power_rolls:
        if roll not in s.dice.power:
            breaches.append(
                breach("R-CONF-14", "A-CONF-03", roll=roll, faces=sorted(set(s.dice.power)))
            )
    sixes = e.cards.count(POWER_CARD_6)
    rolls = len(e.power_rolls)
    if sixes > 1 or (rolls != 2 if sixes else rolls > 1):
        expected = [2] if sixes else [0, 1]
        breaches.append(breach("R-C06-1", "A-C06-01", cards_6=sixes, rolls=rolls, instead=expected))


def _check_cards_there(s: State, player: Player, e: ev.ConflictTried, breaches: Breaches) -> None:
    """Check that the cards are in hand, besides that of `via` (see `check_payment`)."""
    paid = cards_of(e.via)
    slots = find_playable(player.hand, (*paid, *e.cards), s.turn)
    if isinstance(slots, int) and slots not in paid:
        breaches.append(missing(player, slots, s.turn))


def _check_costs(player: Player, e: ev.ConflictTried, breaches: Breaches) -> None:
    """Check the cubes: for card 8 or 9 (see `check_price`), cards 13 and 14, then `cubes`."""
    cubes = player.cubes - card_cost(e.via)
    for card in e.cards:
        cost = POWER_COST.get(card, 0)
        if cost and cubes < cost:
            breaches.append(breach(COST_RULE[card], "A-CARD-14", needs=cost, has=cubes))
        cubes -= cost
    if e.cubes and cubes < e.cubes:
        breaches.append(breach("R-CONF-05", needs=e.cubes, has=max(cubes, 0)))
    if e.virtue > player.virtue:
        breaches.append(breach("R-CONF-10", needs=e.virtue, has=player.virtue))


def _check_together(
    s: State, e: ev.ConflictTried, player: Player, square: int, breaches: Breaches
) -> None:
    """Check that the Virtue die is near, and that one card at most has a red triangle."""
    if e.virtue and player.virtue_block and player.virtue_block not in s.board.blocks_at[square]:
        near = sorted(s.board.blocks_at[square])
        breaches.append(breach("R-CONF-09", "A-CONF-15", block=player.virtue_block, instead=near))
    red = [card for card in e.cards if card in s.deck.red_triangle]
    if len(red) > 1:
        breaches.append(breach("R-CONF-24", "A-CONF-14", cards=red, red_triangle=1))


# --- Power Points --------------------------------------------------------------------------


def helpers(s: State, player: ev.Colour, square: int) -> list[ev.Ragami]:
    """Return the other Ragamis on the square, who help by themselves (R-CONF-12)."""
    return [ragami for ragami, place in s.ragamis.items() if place == square and ragami != player]


def last_place_worth(s: State, player: Player) -> int:
    """Return the Power Points of card 15 when the attempt is declared.

    R-C15-1, R-C15-2, R-C15-3 and A-C15-01.
    """
    scores = [opponent.vp for opponent in s.players.values()]
    if player.vp > min(scores):
        return NOT_LAST
    return LAST_ALONE if scores.count(player.vp) == 1 else LAST_TIED


def power_points(s: State, player: Player, card: int) -> int:
    """Return the Power Points of a card when the attempt is declared."""
    return last_place_worth(s, player) if card == LAST_PLACE_CARD else POWER_POINTS.get(card, 0)


def needed(s: State, square: int) -> int:
    """Return the Power Points that a conflict takes: its die, and its Demons (R-CONF-03)."""
    return s.conflicts[square] + s.demons.get(square, 0)


def bare_attempt(player: Player, via: ev.TriedBy = CONFLICT_SPACE) -> ev.ConflictTried:
    """Return an attempt to which nothing is committed."""
    return ev.ConflictTried(player.colour, via, 0, 0, (), (), None)


def declared_points(s: State, e: ev.ConflictTried, player: Player, square: int) -> int:
    """Return all Power Points but the Power die's (R-CONF-04)."""
    saints = [*s.saints.values()].count(square)
    helping = [*s.ragamis.values()].count(square) - 1
    points = e.cubes + e.virtue + SAINT_POINTS * saints + HELPER_POINTS * helping
    for card in e.cards:
        points += power_points(s, player, card)
    return points


def sources(s: State, e: ev.ConflictTried, player: Player, square: int) -> dict[str, int]:
    """Return the Power Points by source, for the verdict's text; those of 0 are left out."""
    parts = {
        "cubes": e.cubes,
        "virtue": e.virtue,
        "cards": sum(power_points(s, player, card) for card in e.cards),
        "saints": sum(place == square for place in s.saints.values()),
        "helpers": HELPER_POINTS * len(helpers(s, e.player, square)),
        "power_die": sum(e.power_rolls),
    }
    return {source: points for source, points in parts.items() if points}


def _check_outcome(
    s: State, e: ev.ConflictTried, player: Player, square: int, breaches: Breaches
) -> None:
    """Check that the points do without a roll (R-CONF-25), and the way out (R-CONF-17)."""
    needs = needed(s, square)
    has = declared = declared_points(s, e, player, square)
    if e.power_rolls:
        has += sum(e.power_rolls)
        if s.options.hopeless_attempt == "forbid":
            _check_hope(s, e, declared, needs, breaches)
    near = s.board.blocks_at[square]
    if has < needs and not e.power_rolls:
        breaches.append(breach("R-CONF-25", None, **_compared(s, e, player, square, needs)))
    elif has >= needs and e.withdraw_to is not None:
        facts = _compared(s, e, player, square, needs)
        breaches.append(breach("R-CONF-17", None, **facts, withdraw_to=e.withdraw_to))
    elif has < needs and e.withdraw_to not in near:
        facts = _compared(s, e, player, square, needs)
        facts |= {"withdraw_to": e.withdraw_to, "instead": sorted(near)}
        breaches.append(breach("R-CONF-17", "A-CONF-05", **facts))


def _check_hope(
    s: State, e: ev.ConflictTried, declared: int, needs: int, breaches: Breaches
) -> None:
    """Check that a roll can still make the attempt good, where that was agreed (A-CONF-01)."""
    best = declared + max(s.dice.power) * len(e.power_rolls)
    if best < needs:
        breaches.append(
            breach("R-CONF-25", "A-CONF-01", needs=needs, best=best, hopeless_attempt="forbid")
        )


def _compared(
    s: State, e: ev.ConflictTried, player: Player, square: int, needs: int
) -> dict[str, object]:
    """Return the facts of an attempt: the points needed, those there, and their sources."""
    parts = sources(s, e, player, square)
    return {"square": square, "needs": needs, "has": sum(parts.values()), "from": parts}


# --- what comes of it ----------------------------------------------------------------------


def apply_conflict_tried(s: State, e: ev.ConflictTried, seq: int) -> None:
    """Pay for the action; then it succeeds or fails (R-CONF-17..23).

    Who names a block to withdraw to has failed: nobody may waive R-CONF-17.
    """
    player = s.players[e.player]
    pay(s, player, e.via)
    success = e.withdraw_to is None
    if e.cards:
        _use_cards(s, player, e.cards, success)
    if e.withdraw_to is None:
        _resolve(s, e, player)
    else:
        s.ragamis[e.player] = e.withdraw_to


def _use_cards(s: State, player: Player, cards: tuple[int, ...], success: bool) -> None:
    """Discard the cards; after a failure only card 6 (R-C06-3), the others are known to all."""
    slots = find_playable(player.hand, cards, s.turn)
    assert not isinstance(slots, int), "check lets only cards be played that may be there"
    for slot, card in zip(slots, cards, strict=True):
        if success or card == POWER_CARD_6:
            discard(s, player, slot, card)
        else:
            show(s, slot, card)
        if success or not s.options.refund_power_card_cost:
            pay_cubes(s, player, POWER_COST.get(card, 0))


def _resolve(s: State, e: ev.ConflictTried, player: Player) -> None:
    """Resolve the conflict: the resolver pays before a helper takes cubes (A-CONF-11)."""
    square = s.ragamis[e.player]
    assert isinstance(square, int)
    pay_cubes(s, player, e.cubes)
    if e.virtue:
        spend_virtue(player, e.virtue)
    player.vp += s.conflicts.pop(square)
    player.resolved += 1
    s.supply_dice += 1
    s.chips_resolved.append(square)
    for saint, place in s.saints.items():
        if place == square and saint in s.players:
            s.players[saint].vp += SAINT_VP
    for helper, stands in s.ragamis.items():
        if stands == square and helper != e.player:
            _thank(s, helper, player)


def _thank(s: State, helper: ev.Ragami, resolver: Player) -> None:
    """Give two cubes to the helper; for the neutral Ragami as was agreed (A-NEU-02)."""
    if helper != NEUTRAL:
        gain_cubes(s, s.players[helper], HELPER_CUBES)
        return
    whose = s.options.neutral_helper_cubes
    if whose == "resolver":
        gain_cubes(s, resolver, HELPER_CUBES)
    elif whose == "opponent":
        for opponent in s.players.values():
            if opponent is not resolver:
                gain_cubes(s, opponent, HELPER_CUBES)
