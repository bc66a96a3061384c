"""Facing the inquisitors, and opening the walls: R-D-FACE, R-D-END-01."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from itertools import combinations_with_replacement, product
from typing import Any, Final

from ragami.decoded import Data
from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import components as c
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.rules import tracks
from ragami.games.deal_with_the_devil.rules.operations import Refused, refuse
from ragami.games.deal_with_the_devil.rules.rounds import begin_round
from ragami.games.deal_with_the_devil.state import ALL_SOULS, Account, Player, State, holding


def lettered(s: State) -> list[str]:
    """Return the lettered inquisitors: A, in round 5 also B and C, without those bribed."""
    letters = "A" if s.round == 3 else "ABC"
    return [s.table.letters[x] for x in letters if x not in s.inquisition.gone]  # type: ignore[index]


def faced(s: State, player: Player, convinced: tuple[str, ...] = ()) -> list[str]:
    """Return the inquisitors a player faces, by penalty, with guests that come by the Collector."""
    up = [inquisitor for inquisitor in s.inquisition.up.values() if inquisitor]
    alone = [*lettered(s), *up]
    trial = player
    for id_ in alone:
        penalty = s.table.file.inquisitors[id_].penalty
        if isinstance(penalty, c.Collector) and id_ not in convinced:
            trial = player.copy() if trial is player else trial
            tracks.debt(trial, penalty.debt)
    return alone + [s.table.guest] * trial.guests


def check_faced(s: State, event: ev.InquisitionFaced) -> Iterator[Breach]:
    """Check how many inquisitors are convinced, which, and the choices of the others.

    R-D-FACE-01 … R-D-FACE-04.
    """
    player = s.players[event.player]
    those = faced(s, player, event.convinced)
    pieces_shown = event.souls + event.indulgences
    if pieces_shown > len(those):
        yield breach("R-D-FACE-03", has=pieces_shown, needs=len(those))
    if len(event.convinced) != pieces_shown:
        yield breach("R-D-FACE-02", has=len(event.convinced), needs=pieces_shown)
    there = Counter(those)
    for id_, n in Counter(event.convinced).items():
        if n > there[id_]:
            ruling = "A-D-FACE-02" if id_ == s.table.guest else None
            yield breach("R-D-FACE-01", ruling, found=id_, has=there[id_], needs=n)
    if player.souls and sum(player.souls.values()) < event.souls:
        yield breach("R-D-FACE-02", has=sum(player.souls.values()), needs=event.souls)
    if player.indulgences is not None and player.indulgences < event.indulgences:
        yield breach("R-D-FACE-02", has=player.indulgences, needs=event.indulgences)
    there.subtract(event.convinced)
    penalties = (s.table.file.inquisitors[id_].penalty for id_ in there.elements())
    if not event.choices and not any(isinstance(each, TAKING_REPLIES) for each in penalties):
        return  # nothing in it can be refused
    try:
        stand(s, player.copy(), event)
    except Refused as refused:
        yield refused.wrong


def face(s: State, event: ev.InquisitionFaced, seq: int) -> None:
    """Carry out the penalties; after the fourth player the round or the game ends."""
    if destroyed := stand(s, s.players[event.player], event):
        s.gone.add(destroyed)
    if not s.was_last(event.player):
        return
    if s.round == 3:
        for player in s.in_order():
            player.guests = 0
        begin_round(s)
    elif s.insight and s.insight.hands_are_open:
        s.set_step("over")
        _see_walls(s, s.insight.seen["walls"])
    else:
        s.set_step("over" if s.options.open else "walls/open")


def _see_walls(s: State, walls: Mapping[str, tuple[Any, ...]]) -> None:
    """Show a viewer all that is behind the walls, at the end of open hands."""
    for player in s.in_order():
        goods, souls, indulgences = walls.get(player.colour, (None, None, None))
        player.goods, player.souls = copy(goods), copy(souls)
        if walls or s.options.trade_indulgences:
            player.indulgences = indulgences


def stand(s: State, player: Player, event: ev.InquisitionFaced) -> str | None:
    """Carry out the penalties one after the other; return the building that is destroyed."""
    player.gain({"indulgences": -event.indulgences})
    unconvinced = Counter(faced(s, player, event.convinced))
    unconvinced.subtract(event.convinced)
    replies = dict(event.choices)
    destroyed = None
    for id_ in unconvinced.elements():
        penalty = s.table.file.inquisitors[id_].penalty
        destroyed = _punish(s, player, penalty, replies.pop(id_, None)) or destroyed
    if replies:
        raise refuse("R-D-FACE-04", problem="left-over", found=sorted(replies))
    return destroyed


TAKING_REPLIES: Final = (c.Kept, c.Squanderer, c.Vandal)


def _punish(s: State, player: Player, penalty: c.Penalty, reply: ev.Reply | None) -> str | None:
    if reply and not isinstance(penalty, TAKING_REPLIES):
        raise refuse("R-D-FACE-04", problem="left-over")
    match penalty:
        case c.PointsLost(by):
            player.points += by
        case c.PerLost(lost, each, by):
            n = player.achievements if lost == "achievements" else len(player.built)
            player.points += by * (n // each)
        case c.Collector(debt, each, by):
            tracks.debt(player, debt)
            player.points += by * (player.debt // each)
        case c.Orator(by, more):
            best = all(player.reputation > opponent.reputation for opponent in s.others(player))
            player.points += by if best else by + more
        case c.Kept():
            _keep(player, penalty, reply)
        case c.Squanderer():
            _squander(player, penalty, reply)
        case c.Vandal():
            return _destroy(s, player, reply)
    return None


def _given(player: Player, reply: ev.Reply | None, of: tuple[c.Good, ...]) -> dict[Any, int]:
    """Return the goods that a reply gives; they must be of these kinds and owned."""
    goods = reply.given if reply else None
    if not isinstance(goods, dict):
        raise refuse("R-D-FACE-04", needs="given")
    if not set(goods) <= set(of) or not player.has_goods(goods):
        raise refuse("R-D-FACE-04", found=goods, needs=list(of), has=player.goods)
    return goods


def _keep(player: Player, penalty: c.Kept, reply: ev.Reply | None) -> None:
    """Take what is given, and points for what is kept (R-D-FACE-05)."""
    goods = _given(player, reply, penalty.of)
    kept_count = reply.kept if reply else None
    if not isinstance(kept_count, int):
        raise refuse("R-D-FACE-04", needs="kept")
    player.pay(goods)
    if player.goods is not None:
        remaining = sum(player.goods[good] for good in set(penalty.of))
        if kept_count != remaining:
            raise refuse("R-D-FACE-04", found=kept_count, needs=remaining)
    player.points += penalty.by * kept_count


def _squander(player: Player, penalty: c.Squanderer, reply: ev.Reply | None) -> None:
    """Take valuable pieces, or points instead (R-D-FACE-10)."""
    goods = _given(player, reply, penalty.instead)
    if (reply and isinstance(reply.kept, int)) or sum(goods.values()) not in (0, penalty.count):
        raise refuse("R-D-FACE-04", found=goods, needs=penalty.count)
    player.pay(goods)
    if not goods:
        player.points += penalty.by


def endangered(s: State, player: Player) -> list[str]:
    """Return the buildings that the Vandal may destroy (R-D-FACE-11, A-D-FACE-04, A-D-FACE-05)."""
    if len(player.built) < 2:
        return []
    points = {built.building: s.building(built.building).points for built in player.built}
    ranks = sorted(points.values(), reverse=True)
    return [id_ for id_, n in points.items() if n == ranks[1]]


def _destroy(s: State, player: Player, reply: ev.Reply | None) -> str | None:
    may_be = endangered(s, player)
    if not may_be:
        if reply:
            raise refuse("R-D-FACE-04", problem="left-over")
        return None
    if reply is None or reply.building not in may_be:
        building = reply.building if reply and isinstance(reply.building, str) else None
        raise refuse("R-D-FACE-04", found=building, needs=may_be)
    player.built = [built for built in player.built if built.building != reply.building]
    return str(reply.building)


def replies(s: State, player: Player, those: Sequence[str]) -> list[dict[str, object]]:
    """Return the replies to the penalties of these inquisitors, of which some may be convinced.

    Empty where the accounts do not tell which goods are left.
    """
    penalties = {id_: s.table.file.inquisitors[id_].penalty for id_ in those}
    if player.goods is None and any(isinstance(each, c.Kept) for each in penalties.values()):
        return []
    combinations: list[dict[str, object]] = [{}]
    for id_, penalty in penalties.items():
        to_this = [{id_: reply} for reply in _replies_to(s, player, penalty)]
        combinations = [partial | more for partial in combinations for more in ({}, *to_this)]
    return combinations


def _replies_to(s: State, player: Player, penalty: c.Penalty) -> Iterator[Data]:
    match penalty:
        case c.Kept(kinds) if player.goods is not None:
            counts = [player.goods[good] for good in kinds]
            for numbers in product(*(range(n + 1) for n in counts)):
                handed_over = {good: n for good, n in zip(kinds, numbers, strict=True) if n}
                yield {"given": handed_over, "kept": sum(counts) - sum(numbers)}
        case c.Squanderer(_, kinds, count):
            for some in ((), *combinations_with_replacement(kinds, count)):
                yield {"given": dict(Counter(some))}
        case c.Vandal():
            for building in endangered(s, player):
                yield {"building": building}


# --- the walls -----------------------------------------------------------------------------


def _behind(event: ev.WallOpened) -> tuple[Account, Account]:
    """Return the goods, without indulgences, and the souls behind a wall."""
    goods = holding((good, n) for good, n in event.goods.items() if good != "indulgences")
    return goods, {"mortal": event.souls.mortal, "cultist": event.souls.cultist}


def check_wall(s: State, event: ev.WallOpened) -> Iterator[Breach]:
    """Check the wall against the log, and all souls together (R-D-END-01, R-D-COMP-05)."""
    player = s.players[event.player]
    goods, souls = _behind(event)
    indulgences = event.goods.get("indulgences", 0)
    if player.goods is not None and player.goods != goods:
        yield breach("R-D-END-01", found=event.goods, has=player.goods)
    elif s.options.trade_indulgences and player.indulgences not in (None, indulgences):
        yield breach("R-D-END-01", found=indulgences, has=player.indulgences)
    if player.souls is not None and player.souls != souls:
        yield breach("R-D-END-01", found=event.souls, has=player.souls)
    opened = Counter(souls)
    for colour in s.walls:
        opened.update(s.players[colour].souls or {})
    mortal, cultist = opened["mortal"], opened["cultist"]
    if mortal > 6 or cultist > 2 or (len(s.walls) == 3 and (mortal, cultist) != (6, 2)):
        yield breach("R-D-COMP-05", has=dict(opened), needs=ALL_SOULS)


def unseen_souls(s: State) -> dict[str, list[int]]:
    """Return how many souls a wall may hide; the last one hides all that are left (R-D-COMP-05)."""
    seen: Counter[str] = Counter()
    for colour in s.walls:
        seen.update(s.players[colour].souls or {})
    left = {kind: max(0, n - seen[kind]) for kind, n in ALL_SOULS.items()}
    return {kind: list(range(n if len(s.walls) == 3 else 0, n + 1)) for kind, n in left.items()}


def open_wall(s: State, event: ev.WallOpened, seq: int) -> None:
    """Set the accounts to what is behind the wall."""
    player = s.players[event.player]
    player.goods, player.souls = _behind(event)
    if s.options.trade_indulgences:
        player.indulgences = event.goods.get("indulgences", 0)
        player.traded = False
    s.walls.append(event.player)
    if s.was_last(event.player):
        s.set_step("over")
