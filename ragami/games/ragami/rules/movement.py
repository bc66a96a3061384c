"""Moving a Ragami, and purifying (rulebook p. 4 and 7, cards 5 and 9)."""

from __future__ import annotations

from typing import Final

from ragami.findings import Breach, Breaches, breach
from ragami.games.ragami.events import NEUTRAL, ByCard5, Place, Ragami, RagamiMoved, Via
from ragami.games.ragami.rules.action_dice import cards_of, check_payment, check_price, pay
from ragami.games.ragami.rules.board import RAGAMI_STEPS
from ragami.games.ragami.rules.due import not_my_turn, on_board
from ragami.games.ragami.rules.hand import check_shown
from ragami.games.ragami.state import Player, State

RAGAMIS_A_SQUARE: Final = 2


def check_ragami_moved(s: State, e: RagamiMoved) -> Breaches:
    """Check R-MOVE-01, R-MOVE-04, R-MOVE-05, R-MOVE-06 and R-MOVE-11."""
    to, mover, ragami = e.to, e.player, e.ragami
    if s.active != mover or to not in s.board.bit:
        return on_board(s, to) or [not_my_turn(s, e)]
    breaches: Breaches = []
    via = e.via
    if s.die_used or not s.space_dice.get(via):
        check_payment(s, s.players[mover], via, breaches)
        if not isinstance(via, str):
            check_price(s, s.players[mover], via, breaches)
    if ragami != mover and not _may_move_neutral(s, ragami, via):
        breaches.append(_not_my_ragami(s, e))
    start = s.ragamis.get(ragami)
    if start is None:
        breaches.append(breach("R-LOG-01", ragami=ragami, in_play=list(s.ragamis)))
        return breaches
    checked = s.options.movement_check
    if checked == "full" and (to not in s.board.safely_in_ragami_reach[start] or to in s.forbidden):
        check_way(s, start, to, breaches)
    if checked != "off" and to.__class__ is int:
        check_end(s, ragami, to, breaches)
        if to in s.forbidden:
            check_forbidden(s, to, breaches)
    if not isinstance(via, str):
        check_shown(s, s.players[mover], cards_of(via), breaches)
    return breaches


def _may_move_neutral(s: State, ragami: Ragami, via: Via) -> bool:
    """Return True for card 5; for other moves where that was agreed (A-NEU-01)."""
    return (
        ragami == NEUTRAL
        and s.neutral_colour is not None
        and (via.__class__ is ByCard5 or s.options.neutral_mover == "any_ragami_move")
    )


def _not_my_ragami(s: State, e: RagamiMoved) -> Breach:
    facts = {"ragami": e.ragami, "player": e.player}
    if e.ragami == NEUTRAL and s.neutral_colour:
        return breach("R-MOVE-11", "A-NEU-01", **facts, neutral_mover=s.options.neutral_mover)
    return breach("R-MOVE-11", None, **facts)


def reach(s: State, start: Place) -> frozenset[Place]:
    """Return the places within four movements of `start`, kept for the round."""
    if not s.forbidden:
        return s.board.in_ragami_reach[start]
    places = s.reach.get(start)
    if places is None:
        places = s.reach[start] = s.board.ragami_reach(start, s.forbidden)
    return places


def check_way(s: State, start: Place, to: Place, breaches: Breaches) -> None:
    """Check for a way of 1 to 4 movements (R-MOVE-01) past forbidden squares (R-MOVE-05)."""
    board = s.board
    if to in reach(s, start):
        return
    facts: dict[str, Place] = {"from": start, "to": to}
    instead = board.in_order(reach(s, start))
    if to in board.in_ragami_reach[start]:
        forbidden = board.in_order(s.forbidden)
        breaches.append(breach("R-MOVE-05", None, **facts, forbidden=forbidden, instead=instead))
        return
    distance = board.ragami_distance(start, to)
    if distance > 0:  # a block of its own can be out of everybody's reach
        facts |= {"distance": distance}
    facts |= {"limit": RAGAMI_STEPS}
    breaches.append(breach("R-MOVE-01", None, **facts, instead=instead))


def check_end(s: State, ragami: Ragami, square: Place, breaches: Breaches) -> None:
    """Check that the Ragami may end there: R-MOVE-04, R-MOVE-06. Blocks have no limit."""
    colour = s.neutral_colour if ragami == NEUTRAL else ragami
    if colour and s.saints.get(colour) == square:
        breaches.append(breach("R-MOVE-04", ragami=ragami, to=square, saint=colour))
    places = s.ragamis.values()
    if square in places and [*places].count(square) >= RAGAMIS_A_SQUARE:
        there = [
            occupant for occupant, at in s.ragamis.items() if at == square and occupant != ragami
        ]
        if len(there) >= RAGAMIS_A_SQUARE:
            breaches.append(breach("R-MOVE-06", to=square, there=there, limit=RAGAMIS_A_SQUARE))


def check_forbidden(s: State, square: Place, breaches: Breaches) -> None:
    """Check the end also where no way is looked at, or none leads there (R-MOVE-05, A-FORB-01)."""
    reported = any(breach_.rule == "R-MOVE-05" for breach_ in breaches)
    if square in s.forbidden and not reported:
        breaches.append(breach("R-MOVE-05", to=square, forbidden=s.board.in_order(s.forbidden)))


def apply_ragami_moved(s: State, e: RagamiMoved, seq: int) -> None:
    """Move a Ragami; nothing happens on the way (A-MOVE-08), but its end may be purified."""
    player, ragami, to = s.players[e.player], e.ragami, e.to
    pay(s, player, e.via)
    s.ragamis[ragami] = to
    if to in s.demons and ragami != NEUTRAL:
        purify(s, player, to)


def purify(s: State, player: Player, square: Place) -> None:
    """Send Demons that stand alone with the Ragami back, 1 VP each (R-MOVE-09, R-MOVE-10)."""
    if square in s.conflicts or square in s.saints.values():
        return
    if list(s.ragamis.values()).count(square) > 1:
        return
    assert isinstance(square, int)
    demons = s.demons.pop(square)
    s.supply_demons += demons
    player.vp += demons
