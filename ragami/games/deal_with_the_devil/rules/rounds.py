"""Automatic changes: production, the end of the actions, and the change of phase."""

from __future__ import annotations

from ragami.games.deal_with_the_devil.components import VALUABLE, NoInterest
from ragami.games.deal_with_the_devil.rules import tracks
from ragami.games.deal_with_the_devil.rules.operations import Doing
from ragami.games.deal_with_the_devil.state import Deal, Player, State


def begin_round(s: State) -> None:
    """Turn the wheel and let everybody produce (R-D-PROD)."""
    s.round += 1
    s.deal = Deal()
    for player in s.in_order():
        player.plan = None
    for seat, player in enumerate(s.in_order(), 1):
        _produce(s, player, seat)
    s.set_step("cards/draw")


def _produce(s: State, player: Player, seat: int) -> None:
    wheel = s.table.file.production
    levels = player.levels
    for slot in wheel.seats[str(seat)][str(s.round)]:  # type: ignore[index]
        of_spaces = [levels[space - 1] for space in slot.spaces]
        n = min(of_spaces) if slot.resource in VALUABLE else sum(of_spaces)
        player.gain({slot.resource: n})
    more = sum(levels[space - 1] == 2 for space in wheel.central)
    player.gain({"coins": wheel.coins + more})
    Doing(s, player).all_effects("production")


def end_actions(s: State) -> None:
    """End the actions: lost tokens, interest, reputation; then the next phase."""
    for player in s.in_order():
        player.tokens -= player.lost
        player.lost = 0
    _interest(s)
    _reputation(s)
    if s.round in (2, 3):
        s.set_step("witch_hunt/vote")
    else:
        after_hunt(s)


def after_hunt(s: State) -> None:
    """Go on to the Inquisition, or to the next round."""
    if s.round in (3, 5):
        s.set_step("inquisition/prepare")
    else:
        begin_round(s)


def _interest(s: State) -> None:
    for player in s.in_order():
        if player.debt and not spared(s, player):
            tracks.interest(player)
    for player in s.in_order():
        Doing(s, player).all_effects("interest")


def spared(s: State, player: Player) -> bool:
    """Return True if a building spares the player the interest (R-D-INT-05)."""
    return any(
        isinstance(operation, NoInterest) and player.debt <= operation.at_most
        for built in player.built
        for effect in s.building(built.building).doing("always")
        for operation in effect.do
    )


def _reputation(s: State) -> None:
    """Carry out effects by the places at the start, rewards and drift (R-D-REP-04 … -07)."""
    places: dict[str, int] = {player.colour: player.reputation for player in s.in_order()}
    effects = [
        (effect.order, seat, number, player, effect)
        for seat, player in enumerate(s.in_order())
        for number, built in enumerate(player.built)
        for effect in s.building(built.building).doing("reputation")
    ]
    for _, _, _, player, effect in sorted(effects, key=lambda ordered: ordered[:3]):
        Doing(s, player, places=places).effect(effect)
    if s.options.reputation_rewards == "after_effects":
        places = {player.colour: player.reputation for player in s.in_order()}
    best, worst = max(places.values()), min(places.values())
    if best > worst:
        for player in s.in_order():
            if places[player.colour] == best:
                tracks.angel(player)
        for player in s.in_order():
            if places[player.colour] == worst:
                tracks.demon(player)
    track = s.table.file.track
    for player in s.in_order():
        tracks.reputation(player, track.drift[player.reputation], track)
