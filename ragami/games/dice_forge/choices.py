"""The records that are legal now, as choices. See `ragami.game.choices.choice`.

No rule is judged here: the values come from the state, and where not every combination of them is
legal (`joint`), `check` says which are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product
from typing import Any, Final

from msgspec import structs

from ragami.decoded import Data
from ragami.game.choices.choice import Choice, Several
from ragami.game.choices.tree import distinct
from ragami.games.dice_forge import state as st
from ragami.games.dice_forge.faces import (
    BOARS,
    GOLD,
    MIRROR,
    NOTHING,
    SHIELDS,
    Amounts,
    face,
    times,
)
from ragami.games.dice_forge.rules import due, faces_applied, feats, forging, reserves, setup, turn

# A face, its factor, and the face of the other die.
Beside = tuple[str | None, int, str | None]


AT_ANY_TIME: Final = frozenset({"triton_spent"})
"""Types of record for which nobody waits."""


def choices(s: st.State) -> list[Choice]:
    """Return every record that `check` accepts now. Equal sides of a die are one face."""
    if not s.opened or s.phase == "over":
        return []
    top = s.top
    return [*(_free(s) if top is None else _owed(s, top)), *_triton(s)]


# --- what is owed --------------------------------------------------------------------------


def _owed(s: st.State, task: st.AnyTask) -> Iterator[Choice]:
    owner = {"player": task.players[0]} if task.players else {}
    match task:
        case st.RemoveFaces():
            yield from _remove(s)
        case st.RollDice():
            for dice in [(ref,) for ref in task.dice] if task.why == "minor" else [task.dice]:
                rolls = {ref: _faces(s.die(ref).slots) for ref in dice}
                yield Choice("dice_rolled", {}, {"rolls": [rolls]})
        case st.ApplyThrow():
            yield from _apply(s)
        case st.PayBoar():
            n = feats.gains_due(s, task)
            gains = Several(n, n, list(feats.BOAR_GAIN), repeat=True)
            yield Choice("boar_paid", owner, {"gains": gains})
        case st.SplitGold(_, _, (player,)):
            yield Choice("gold_split", owner, {"hammer": _hammer(s, player, feats.SPIRITS)})
        case st.ForgeFace():
            yield from _forge(s, task)
        case st.SendBoar(_, _, (player,)):
            colours = [boar.removeprefix("boar-") for boar in feats.boars_left(s)]
            bearers = [seat for seat in s.players if seat != player]
            yield Choice("boar_sent", owner, {"colour": colours, "bearer": bearers})


def _remove(s: st.State) -> Iterator[Choice]:
    pools = {}
    for pool, faces in s.table.prices.mixed.items():
        pairs = combinations_with_replacement(faces, setup.REMOVED)
        pools[pool] = [list(pair) for pair in pairs if all(pair.count(f) <= faces[f] for f in pair)]
    yield Choice("faces_removed", {}, {"pools": [pools]})


def _apply(s: st.State) -> Iterator[Choice]:
    for due_throw in due.due_throws(s):
        throw = due_throw.throw
        p = s.players[throw.player]
        entries = [_entry(s, throw, die) for die in throw.faces]
        number = 2 if throw.why == "satyrs" else len(entries)
        faces = Several(number, number, entries)
        data: Data = {"player": throw.player}
        yield Choice("faces_applied", data | {"again": None}, {"faces": faces}, _joint(entries))
        if throw.blessing and p.cerberus:
            # What the first application brings in may be spent in the second one.
            rich = {throw.player: structs.replace(p, gold=p.limits[0])}
            later = structs.replace(s, players=s.players | rich)
            again = Several(number, number, [_entry(later, throw, die) for die in throw.faces])
            yield Choice("faces_applied", data, {"faces": faces, "again": again}, joint=True)


def _joint(entries: list[Data]) -> bool:
    """Tell whether open fields depend on each other; a ship may have to wait for gold."""
    open_ = [len(value) > 1 for entry in entries for value in entry.values() if type(value) is list]
    return sum(open_) > 1 or any(len(entry["ship"]) > 1 for entry in entries)


def _entry(s: st.State, throw: st.Throw, die: str) -> Data:
    """Return the entry of a die; each value of an open field fits some way to apply the rest."""
    seen = _ways(s, throw, die)
    ways = [way for ref in throw.faces if ref != die for way in _ways(s, throw, ref)]
    beside = [text for _, text in ways] or [None]
    pairs = [
        (text, _factor(text, neighbour), neighbour) for _, text in seen for neighbour in beside
    ]
    p = s.players[throw.player]
    yields = [amounts for pair in pairs for amounts in _yields(*pair)]
    gold = 0 if throw.loss else max(amounts[GOLD] for amounts in yields)
    # Gold of another die may complete a side of the hammer first, and then there is more room.
    yields_beside = (_yields(near, _factor(near, text), text) for text, _, near in pairs)
    more = any(amounts[GOLD] for beside_yields in yields_beside for amounts in beside_yields)
    stop = s.table.options.hammer_overrun == "stop" and not more
    return {
        "of": die,
        "copy": [name for name, _ in seen],
        "choice": distinct(part for _, text in seen for part in _parts(text)),
        "ship": [None, *_buys(s, throw, p, pairs)],
        "hammer": list(range(min(gold, reserves.room_on_hammer(p, stop=stop)) + 1)),
        "to_glory": distinct(units for got in yields for units in _to_glory(s, throw, got)),
    }


def _ways(s: st.State, throw: st.Throw, die: str) -> list[tuple[str | None, str | None]]:
    """Return the faces a die may count as, each with the die it copies.

    R-F-MIRROR-01 and R-F-MIRROR-02.
    """
    rolled = throw.faces[die]
    if rolled != MIRROR:
        return [(None, rolled)]
    copyable = faces_applied.copyable(s, throw.player, die)
    return [(ref, faces_applied.shown_by(s, ref)) for ref in copyable] or [(None, None)]


def _parts(text: str | None) -> list[str | None]:
    parts: list[str | None] = [] if text is None else list(face(text).parts)
    return parts or [None]


def _factor(text: str | None, beside: str | None) -> int:
    return faces_applied.X3 if beside == "x3" and text != "x3" else 1


def _yields(text: str | None, factor: int, neighbour: str | None) -> list[Amounts]:
    """Return all that a face may yield beside another one."""
    if text is None:
        return [NOTHING]
    turned_up = face(text)
    if turned_up.kind == "shield":
        beside = _yields(neighbour, 1, None)
        if neighbour in SHIELDS:
            beside.append(NOTHING)
        own = times(turned_up.amounts, factor)
        return [faces_applied.SHIELD_GLORY if amounts[turned_up.own] else own for amounts in beside]
    return [times(amounts, factor) for amounts in turned_up.parts.values() or [turned_up.amounts]]


def _buys(s: st.State, throw: st.Throw, p: st.Player, pairs: list[Beside]) -> list[Data]:
    """Return the faces a ship may buy, perhaps with the other face's gold (A-F-SHIP-01)."""
    cost = s.table.prices.cost
    affordable: set[str] = set()
    for text, factor, neighbour in pairs:
        if text == "ship" and not throw.loss:
            gained = max(amounts[GOLD] for amounts in _yields(neighbour, 1, text))
            gold = min(p.gold + gained, p.limits[0])
            affordable |= {
                face_id
                for face_id in s.sanctuary
                if faces_applied.ship_price(cost[face_id], factor) <= gold
            }
    return [
        {"face": face_id, "die": die, "slot": slot}
        for face_id, copies in s.sanctuary.items()
        if copies and face_id in affordable
        for die, slot in _places(p)
    ]


def _places(p: st.Player) -> list[tuple[int, str]]:
    """Return each die with the faces on it that may be removed (R-F-FORGE-03)."""
    return [
        (number, face_id)
        for number, die in enumerate(p.dice, 1)
        for face_id in _faces(die.slots)
        if face_id not in BOARS
    ]


def _to_glory(s: st.State, throw: st.Throw, amounts: Amounts) -> Iterator[Data]:
    most = faces_applied.convertible(throw, amounts)
    parts = s.table.options.conversion == "each"
    ranges = [range(n + 1) if parts or not n else (0, n) for n in most]
    for gold, sun, moon in product(*ranges):
        yield {"gold": gold, "sun": sun, "moon": moon}


def _faces(slots: Iterable[str]) -> list[str]:
    """Return the faces of a die, the most frequent one first."""
    return [face for face, _number in Counter(slots).most_common()]


def _hammer(s: st.State, player: str, gained: int) -> list[int]:
    return list(range(reserves.most_on_hammer(s, s.players[player], gained) + 1))


def _forge(s: st.State, task: st.ForgeFace) -> Iterator[Choice]:
    player = task.players[0]
    for number in (1, 2):
        slots = [slot for die, slot in _places(s.players[player]) if die == number]
        if slots:
            data = {"player": player, "die": number}
            yield Choice("face_forged", data, {"face": list(task.faces), "slot": slots})


# --- what is free --------------------------------------------------------------------------


def _free(s: st.State) -> Iterator[Choice]:
    assert s.active is not None
    p = s.players[s.active]
    yield from _reinforcements(s, p)
    if s.actions < turn.ACTIONS:
        if not turn.pay_action(s, p)[1]:
            yield from _offerings(s, p)
        if affordable := [feat.feat for feat in turn.affordable_feats(s, p)]:
            yield Choice("feat_performed", {"player": p.colour}, {"feat": affordable})
    yield Choice("turn_ended", {"player": p.colour})


def _reinforcements(s: st.State, p: st.Player) -> Iterator[Choice]:
    if s.actions:
        return
    for feat in turn.reinforcements_left(s, p):
        data = {"player": p.colour, "feat": feat}
        effect = s.table.effect(feat)
        if effect == "owl":
            yield from _gains(s, "reinforced", data, turn.OWL)
        elif effect == "hind" or p.gold >= turn.ELDER_GOLD:
            yield Choice("reinforced", data | {"gain": None, "hammer": 0})


def _gains(s: st.State, type_: str, data: Data, gains: dict[Any, Amounts]) -> Iterator[Choice]:
    """Offer one resource, and of gold any part on the hammer."""
    hammer = _hammer(s, data["player"], gains["gold"][GOLD])
    yield Choice(type_, data | {"gain": "gold"}, {"hammer": hammer})
    yield Choice(type_, data | {"hammer": 0}, {"gain": [g for g in gains if g != "gold"]})


def _offerings(s: st.State, p: st.Player) -> Iterator[Choice]:
    cost = s.table.prices.cost
    faces = forging.faces_for_sale(s)
    cheap = sorted(cost[f] for f in faces)
    most = sum(sum(cheap[: n + 1]) <= p.gold for n in range(len(cheap)))
    affordable = [f for f in faces if cost[f] <= p.gold]
    # A face that was bought just before may be replaced as well.
    bought = affordable if most > 1 else []
    dice = [(n, [face_id for die, face_id in _places(p) if die == n]) for n in (1, 2)]
    forges = [
        {"face": f, "die": die, "slot": distinct([*slots, *bought])}
        for f in affordable
        for die, slots in dice
        if slots
    ]
    if forges:
        data = {"player": p.colour}
        yield Choice("offering_made", data, {"faces": Several(1, most, forges)}, joint=most > 1)


def _triton(s: st.State) -> Iterator[Choice]:
    if s.active is None or s.phase == "setup" or not s.players[s.active].triton:
        return
    if turn.may_spend_triton(s):
        yield from _gains(s, "triton_spent", {"player": s.active}, turn.TRITON)
