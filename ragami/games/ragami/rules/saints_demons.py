"""Moving Saints and Demons (rulebook p. 5; cards 1 and 2 on p. 8)."""

from __future__ import annotations

from collections import Counter

from ragami.findings import Breach, Breaches, breach
from ragami.games.ragami import events as ev
from ragami.games.ragami.rules.action_dice import (
    SAINT_SPACE,
    cards_of,
    check_payment,
    check_price,
    check_space,
    pay,
)
from ragami.games.ragami.rules.board import STREET_STEPS, Board
from ragami.games.ragami.rules.cards import checks_play, plays
from ragami.games.ragami.rules.due import after_static
from ragami.games.ragami.rules.hand import check_shown
from ragami.games.ragami.rules.points import gain_cubes
from ragami.games.ragami.state import Player, State

# --- the die action ------------------------------------------------------------------------


def check_saint_and_demon_moved(s: State, e: ev.SaintAndDemonMoved) -> Breaches:
    """Check R-SAINT-03..08, R-DEMON-02..04."""
    breaches: Breaches = []
    mover, via, demon = e.player, e.via, e.demon
    if via != SAINT_SPACE:
        check_space(via, SAINT_SPACE, breaches)
    if s.active != mover:
        return after_static(s, e, breaches)
    if s.die_used or not s.space_dice.get(via):
        check_payment(s, s.players[mover], via, breaches)
        if not isinstance(via, str):
            check_price(s, s.players[mover], via, breaches)
    check_saint_way(s, e.saint, e.to, "R-SAINT-06", breaches)
    _check_saint_end(s, mover, e.saint, e.to, "R-SAINT-03", breaches)
    if demon is None:
        breaches.append(breach("R-SAINT-08", "A-SAINT-09", demon=None))
    else:
        if demon.from_ is not None:
            check_demon_way(s, demon.from_, demon.to, "R-DEMON-02", breaches)
        _check_demon_there(s, demon, breaches)
    if not isinstance(via, str):
        check_shown(s, s.players[mover], cards_of(via), breaches)
    return breaches


def _check_demon_there(s: State, demon: ev.DemonMove, breaches: Breaches) -> None:
    if demon.from_ is None:
        if not s.supply_demons:
            where = sorted(s.demons)
            breaches.append(breach("R-DEMON-04", "A-SAINT-09", supply=0, instead=where))
    elif demon.from_ not in s.demons:
        breaches.append(breach("R-INV-02", square=demon.from_, instead=sorted(s.demons)))


def apply_saint_and_demon_moved(s: State, e: ev.SaintAndDemonMoved, seq: int) -> None:
    """Move both; a Saint placed in a conflict, also from another, gives a cube."""
    player = s.players[e.player]
    pay(s, player, e.via)
    to, demon = e.to, e.demon
    s.saints[e.saint] = to
    if to in s.conflicts:
        gain_cubes(s, player, 1)  # R-SAINT-05, A-SAINT-01
    if demon is None:
        return
    if demon.from_ is None:
        s.supply_demons -= 1
    else:
        lift_demon(s, demon.from_)
    s.demons[demon.to] = s.demons.get(demon.to, 0) + 1


def lift_demon(s: State, square: int) -> None:
    remaining = s.demons[square] - 1
    if remaining:
        s.demons[square] = remaining
    else:
        del s.demons[square]


# --- where pieces may go -------------------------------------------------------------------


def check_saint_way(s: State, saint: ev.Colour, to: int, rule: str, breaches: Breaches) -> None:
    """Check 1 to 4 squares (`rule`), and not back to where it stood (R-SAINT-07)."""
    if s.options.movement_check == "off":
        return
    start = s.saints[saint]
    if to == start:
        breaches.append(breach("R-SAINT-07", saint=saint, from_=start, to=to))
    elif s.options.movement_check == "full" and to not in s.board.in_street_reach[start]:
        breaches.append(_too_far(s.board, start, to, rule, saint=saint))


def check_demon_way(s: State, start: int, to: int, rule: str, breaches: Breaches) -> None:
    """Check 1 to 4 squares (`rule`), and not back to where it stood (R-DEMON-03)."""
    if s.options.movement_check == "off":
        return
    if to == start:
        breaches.append(breach("R-DEMON-03", from_=start, to=to))
    elif s.options.movement_check == "full" and to not in s.board.in_street_reach[start]:
        breaches.append(_too_far(s.board, start, to, rule))


def _too_far(board: Board, start: int, to: int, rule: str, **piece: str) -> Breach:
    """Return the breach of a way along the streets; no forbidden square bars it (A-SAINT-02)."""
    return breach(
        rule,
        None,
        **piece,
        from_=start,
        to=to,
        distance=board.street_distance(start, to),
        limit=STREET_STEPS,
        instead=board.in_order(board.in_street_reach[start]),
    )


def _check_saint_end(
    s: State, player: ev.Colour, saint: ev.Colour, to: int, mine: str, breaches: Breaches
) -> None:
    """Check that no Ragami of the mover (`mine`) or of the Saint's colour is there (R-SAINT-04)."""
    if s.options.movement_check == "off":
        return
    if s.ragamis.get(player) == to:
        breaches.append(breach(mine, saint=saint, to=to, ragami=player))
    if s.ragamis.get(saint) == to:
        breaches.append(breach("R-SAINT-04", None, saint=saint, to=to))
    elif saint == s.neutral_colour and s.ragamis.get("neutral") == to:
        breaches.append(breach("R-SAINT-04", "A-SAINT-10", saint=saint, to=to))


# --- cards 1 and 2 -------------------------------------------------------------------------


@checks_play
def check_saints_moved(s: State, e: ev.SaintsMoved, _player: Player) -> Breaches:
    """Check R-C01-1, R-C01-2; the general bans on Saints count too (A-C01-02)."""
    breaches: Breaches = []
    colours = [move.saint for move in e.saints]
    if len(set(colours)) < len(colours):
        breaches.append(breach("R-C01-1", "A-C01-01", saints=colours))
    for move in e.saints:
        check_saint_way(s, move.saint, move.to, "R-C01-1", breaches)
        _check_saint_end(s, e.player, move.saint, move.to, "R-C01-2", breaches)
    return breaches


@plays
def apply_saints_moved(s: State, e: ev.SaintsMoved, player: Player) -> None:
    """Give a cube for each Saint that was in no conflict and comes to one (R-C01-3)."""
    for move in e.saints:
        if move.to in s.conflicts and s.saints[move.saint] not in s.conflicts:
            gain_cubes(s, player, 1)
        s.saints[move.saint] = move.to


@checks_play
def check_demons_moved(s: State, e: ev.DemonsMoved, _player: Player) -> Breaches:
    """Check R-C02-1, R-C02-2."""
    breaches: Breaches = []
    for move in e.demons:
        if s.ragamis.get(e.player) == move.from_:
            breaches.append(breach("R-C02-2", from_=move.from_))
        check_demon_way(s, move.from_, move.to, "R-C02-1", breaches)
    _check_different_demons(s, e, breaches)
    return breaches


def _check_different_demons(s: State, e: ev.DemonsMoved, breaches: Breaches) -> None:
    """Check that two Demons of the board move, and none twice (A-C02-01).

    One that was to leave its square twice cannot do so by a ruling either (R-INV-02).
    """
    first = e.demons[0]
    for square, moved in Counter(move.from_ for move in e.demons).items():
        demons = s.demons.get(square, 0)
        if demons >= moved:
            continue
        has_just_come = not demons and first.to == square and first.from_ in s.demons
        compared = {} if has_just_come else {"needs": moved, "has": demons}
        if demons or has_just_come:
            breaches.append(breach("R-C02-1", "A-C02-01", square=square, **compared))
        if compared:
            breaches.append(breach("R-INV-02", square=square, **compared))


@plays
def apply_demons_moved(s: State, e: ev.DemonsMoved, player: Player) -> None:
    """Give a cube for each Demon that leaves a conflict and joins no other (R-C02-3)."""
    for move in e.demons:
        lift_demon(s, move.from_)
        s.demons[move.to] = s.demons.get(move.to, 0) + 1
        if move.from_ in s.conflicts and move.to not in s.conflicts:
            gain_cubes(s, player, 1)
