"""Applying the faces of a throw: copies, choices, ships, conversions."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Final, NamedTuple

from ragami.findings import Breach, Breaches, breach
from ragami.games.dice_forge.events import DICE, OWNER, Entry, FacesApplied, ToGlory
from ragami.games.dice_forge.faces import (
    GOLD,
    MIRROR,
    MOON,
    NOTHING,
    SUN,
    Amounts,
    Face,
    face,
    times,
)
from ragami.games.dice_forge.rules.due import any_firm, check_due, due_throws, once, open_throws
from ragami.games.dice_forge.rules.feats import carry_on
from ragami.games.dice_forge.rules.forging import buy, check_in_pool, check_slot
from ragami.games.dice_forge.rules.reserves import check_hammer, gain, lose
from ragami.games.dice_forge.state import PayBoar, State, Throw

BOTH: Final = 2
X3: Final = 3
SHIELD_GLORY: Final[Amounts] = (0, 0, 0, 5)
NO_GLORY: Final = ToGlory(0, 0, 0)
# A mirror with nothing to copy.
UNSEEN: Final = Face("plain")
UNDECIDED: Final[dict[str, Entry]] = {
    ref: Entry(ref, None, None, None, 0, NO_GLORY) for ref in DICE
}


class Applied(NamedTuple):
    """An entry worked out: its face, its factor and what it yields."""

    entry: Entry
    face: Face
    text: str | None
    factor: int
    amounts: Amounts


class Reflected(NamedTuple):
    """The dice with a face to copy; `deep`: some opponent's die shows a mirror."""

    opponents: list[str]
    own: list[str]
    deep: bool

    def nameable(self, mirror_of_mirror: str) -> list[str]:
        """Return the dice that may be copied (R-F-MIRROR-02, A-F-MIRROR-02)."""
        through = self.deep and mirror_of_mirror == "through"
        return self.opponents + self.own if through else self.opponents


# --- what a mirror may copy ----------------------------------------------------------------


def shown_by(s: State, ref: str) -> str | None:
    """Return the face that a die shows (A-F-MIRROR-01)."""
    die = s.die(ref)
    return die.face if s.table.options.mirror_sees == "up" else die.rolled


def reflected(s: State, player: str, die: str) -> Reflected:
    """Return the dice that show a face to copy, but the entry's own die."""
    theirs: list[str] = []
    own: list[str] = []
    deep = False
    for ref in s.table.refs:
        other_face = shown_by(s, ref)
        if ref == die or other_face is None:
            continue
        mine = OWNER[ref][0] == player
        if other_face != MIRROR:
            (own if mine else theirs).append(ref)
        elif not mine:
            deep = True
    return Reflected(theirs, own, deep)


def copyable(s: State, player: str, die: str) -> list[str]:
    return reflected(s, player, die).nameable(s.table.options.mirror_of_mirror)


def _check_copy(s: State, throw: Throw, entry: Entry) -> Breaches:
    """Return the breach of a wrong or missing copy (R-F-MIRROR-02, R-F-MIRROR-03)."""
    rolled = throw.faces[entry.of]
    facts = {"of": entry.of, "copy": entry.copy}
    if rolled != MIRROR:
        if entry.copy is None:
            return []
        return [breach("R-F-MIRROR-03", problem="no-mirror", face=rolled, **facts)]
    seen = reflected(s, throw.player, entry.of)
    may = seen.nameable(s.table.options.mirror_of_mirror)
    if entry.copy in may or (entry.copy is None and not may):
        return []
    if entry.copy is None:
        ruling = None if seen.opponents else "A-F-MIRROR-02"
        return [breach("R-F-MIRROR-03", ruling, problem="copy-missing", instead=may, **facts)]
    ruling = "A-F-MIRROR-02" if entry.copy in seen.nameable("through") else None
    problem = "own-die" if entry.copy in seen.own else "nothing-to-copy"
    return [breach("R-F-MIRROR-02", ruling, problem=problem, instead=may, **facts)]


# --- working an application out ------------------------------------------------------------


def faces_of(s: State, throw: Throw, entries: Sequence[Entry]) -> list[str | None]:
    """Return the face of each entry: the one rolled, of a mirror the one copied (R-F-BLESS-08)."""
    texts: list[str | None] = []
    for entry in entries:
        rolled: str | None = throw.faces[entry.of]
        if rolled == MIRROR:
            rolled = None if entry.copy is None else shown_by(s, entry.copy)
        texts.append(rolled)
    return texts


def worked_out(entries: Sequence[Entry], texts: Sequence[str | None]) -> list[Applied]:
    """Work out factor and yield of each entry (R-F-FACE-01, R-F-SHIELD-01, R-F-SHIELD-02)."""
    faces = [UNSEEN if text is None else face(text) for text in texts]
    factors = _factors(faces)
    yields = [_yield(*args) for args in zip(faces, entries, factors, strict=True)]
    for at, turned_up in enumerate(faces):
        if turned_up.kind == "shield":
            beside = yields[1 - at] if len(faces) == BOTH else NOTHING
            yields[at] = (
                SHIELD_GLORY if beside[turned_up.own] else times(turned_up.amounts, factors[at])
            )
    return list(map(Applied, entries, faces, texts, factors, yields))


def _factors(faces: Sequence[Face]) -> tuple[int, ...]:
    """Return the factors: one `x3` of two counts for the other (R-F-FACE-03, R-F-FACE-04)."""
    if len(faces) != BOTH:
        return (1,)
    first, second = faces
    if (first.kind == "x3") == (second.kind == "x3"):
        return (1, 1)
    return (1, X3) if first.kind == "x3" else (X3, 1)


def _yield(turned_up: Face, entry: Entry, factor: int) -> Amounts:
    """Return the yield of a face; nothing for a shield, which depends on the other face."""
    if turned_up.kind == "plain":
        return times(turned_up.amounts, factor)
    if turned_up.parts and entry.choice is not None:
        return times(turned_up.parts[entry.choice], factor)
    return NOTHING


def ship_price(cost: int, factor: int) -> int:
    """Return the price of a face bought by a ship (R-F-SHIP-01)."""
    return max(0, cost - (6 if factor == X3 else 2))


def carry_out(s: State, throw: Throw, applied: Applied) -> None:
    """Carry out an entry: gain or loss, conversion, hammer, a ship's purchase."""
    p = s.players[throw.player]
    entry = applied.entry
    if throw.loss:
        lose(p, applied.amounts)
        return
    amounts = applied.amounts
    to = entry.to_glory
    if to.gold or to.sun or to.moon:
        gold, sun, moon, glory = amounts
        glory += to.gold + 2 * (to.sun + to.moon)
        amounts = gold - to.gold, sun - to.sun, moon - to.moon, glory
    gain(p, amounts, entry.hammer)
    if entry.ship is not None:
        cost = s.table.prices.cost[entry.ship.face]
        buy(s, p, entry.ship, ship_price(cost, applied.factor))


def settle(s: State, throw: Throw, entries: Sequence[Entry]) -> list[PayBoar]:
    """Carry out one application. Return the tasks of the owners of boars."""
    applied = worked_out(entries, faces_of(s, throw, entries))
    for part in applied:
        carry_out(s, throw, part)
    return [_boar(s, part) for part in applied if part.face.kind == "boar"]


def _boar(s: State, applied: Applied) -> PayBoar:
    """Return the task of the owner of a boar's card (R-F-BOAR-02)."""
    assert applied.text is not None
    owner = s.boars[applied.text.removeprefix("boar-")]
    return PayBoar("R-F-BOAR-02", "boar", (owner,), applied.factor)


# --- judging it ----------------------------------------------------------------------------


def check_faces_applied(s: State, e: FacesApplied) -> Breaches:
    """Check the throw, then `faces`, then `again`, each tried out on what was before it."""
    if breaches := check_due(s, e):
        return breaches
    throw = _throw_of(s, e.player)
    if isinstance(throw, Breach):
        return [throw]
    if e.again is None and not any(map(_spends, e.faces)):
        return once(_check_named(s, throw, e.faces))
    trial = tried(s, e.player)
    breaches = _check_entries(trial, throw, e.faces)
    if e.again is None:
        return once(breaches)
    if not throw.blessing or not trial.players[e.player].cerberus:
        problem = "no-token" if throw.blessing else "no-blessing"
        breaches.append(breach("R-F-CARD-08", problem=problem, player=e.player, why=throw.why))
    elif not any_firm(breaches):
        breaches += _check_entries(trial, throw, e.again)
    return once(breaches)


def tried(s: State, player: str) -> State:
    """Copy the state as far as an application of this player can change it."""
    trial = copy(s)
    trial.players = s.players | {player: s.players[player].copied()}
    trial.sanctuary = dict(s.sanctuary)
    return trial


def _throw_of(s: State, player: str) -> Throw | Breach:
    """Return the throw that a player may apply now, or a breach (R-F-BLESS-05, A-F-BLESS-02)."""
    for task in due_throws(s):
        if task.throw.player == player:
            return task.throw
    waiting = [task.throw.player for task in open_throws(s)]
    ruling = "A-F-BLESS-02" if player in waiting else None
    problem = "not-first" if ruling else "nothing-to-apply"
    return breach("R-F-BLESS-05", ruling, problem=problem, player=player, expected=waiting)


def _spends(entry: Entry) -> bool:
    """Tell whether an entry spends, so that the order of entries matters."""
    return entry.ship is not None or entry.hammer > 0 or entry.to_glory != NO_GLORY


def _check_entries(s: State, throw: Throw, entries: Sequence[Entry]) -> Breaches:
    """Check one application, and carry it out on `s` while no breach is firm."""
    breaches = _check_named(s, throw, entries)
    if any_firm(breaches):
        return breaches
    for applied in worked_out(entries, faces_of(s, throw, entries)):
        breaches += _check_applied(s, throw, applied)
        if any_firm(breaches):
            break
        carry_out(s, throw, applied)
    return breaches


def _check_named(s: State, throw: Throw, entries: Sequence[Entry]) -> Breaches:
    """Check the dice of all entries, then their copies, then their choices."""
    refs = [entry.of for entry in entries]
    due = BOTH if throw.why == "satyrs" else len(throw.faces)
    if len(refs) != due or len(set(refs)) != due or not throw.faces.keys() >= set(refs):
        facts = {"found": refs, "dice": list(throw.faces), "number": due}
        return [breach("R-F-BLESS-09", problem="wrong-entries", **facts)]
    breaches = [wrong for entry in entries for wrong in _check_copy(s, throw, entry)]
    if not any_firm(breaches):
        pairs = zip(entries, faces_of(s, throw, entries), strict=True)
        breaches += [wrong for entry, text in pairs for wrong in _check_choice(entry, text)]
    return breaches


def _check_choice(entry: Entry, text: str | None) -> Breaches:
    """Return the breach of a wrong or missing choice (R-F-FACE-02, R-F-BOAR-01)."""
    turned_up = None if text is None else face(text)
    parts = list(turned_up.parts) if turned_up is not None else []
    if entry.choice in parts if parts else entry.choice is None:
        return []
    rule = "R-F-BOAR-01" if turned_up is not None and turned_up.kind == "boar" else "R-F-FACE-02"
    problem = "no-choice" if not parts else "wrong-choice" if entry.choice else "choice-missing"
    facts = {"of": entry.of, "face": text, "choice": entry.choice, "instead": parts}
    return [breach(rule, problem=problem, **facts)]


def _check_applied(s: State, throw: Throw, applied: Applied) -> Breaches:
    """Check `ship`, `to_glory` and `hammer` of one entry."""
    gained = 0 if throw.loss else applied.amounts[GOLD] - applied.entry.to_glory.gold
    return [
        *_check_ship(s, throw, applied),
        *_check_to_glory(s, throw, applied),
        *check_hammer(s, s.players[throw.player], applied.entry.hammer, gained),
    ]


def _check_ship(s: State, throw: Throw, applied: Applied) -> Breaches:
    """Check the purchase of a ship (R-F-SHIP-01, R-F-SHIP-02)."""
    forge = applied.entry.ship
    if forge is None:
        return []
    if throw.loss or applied.face.kind != "ship":
        return [breach("R-F-SHIP-02", problem="no-ship", of=applied.entry.of, face=applied.text)]
    if missing := check_in_pool(s, forge.face):
        return missing
    p = s.players[throw.player]
    price = ship_price(s.table.prices.cost[forge.face], applied.factor)
    if price > p.gold:
        facts = {"face": forge.face, "cost": price, "gold": p.gold}
        return [breach("R-F-SHIP-02", problem="ship-too-dear", **facts)]
    return check_slot(p.dice[forge.die - 1].slots, forge)


def convertible(throw: Throw, amounts: Amounts) -> tuple[int, int, int]:
    """Return the gold, sun and moon that may be converted to glory (R-F-CARD-11, R-F-CARD-15)."""
    if throw.effect == "sentinel":
        return 0, amounts[SUN], amounts[MOON]
    if throw.effect == "cyclops":
        return amounts[GOLD], 0, 0
    return 0, 0, 0


def _check_to_glory(s: State, throw: Throw, applied: Applied) -> Breaches:
    """Return the breach of a wrong conversion (R-F-CARD-11, R-F-CARD-15, A-F-CARD-04)."""
    to = applied.entry.to_glory
    units = (to.gold, to.sun, to.moon)
    if units == (0, 0, 0):
        return []
    most = convertible(throw, applied.amounts)
    rule = "R-F-CARD-11" if throw.effect == "sentinel" else "R-F-CARD-15"
    pairs = list(zip(units, most, strict=True))
    facts = {"of": applied.entry.of, "found": list(units), "most": list(most)}
    if any(n > limit for n, limit in pairs):
        return [breach(rule, problem="too-much-to-glory", **facts)]
    if s.table.options.conversion == "all" and any(n not in (0, limit) for n, limit in pairs):
        return [breach(rule, "A-F-CARD-04", problem="part-to-glory", **facts)]
    return []


def apply_faces_applied(s: State, e: FacesApplied, seq: int) -> None:
    """Apply `faces`, then `again` by a token; make the gains of boars due."""
    task = {task.throw.player: task for task in open_throws(s)}[e.player]
    s.stack.remove(task)
    boars = settle(s, task.throw, e.faces)
    if e.again is not None:
        s.players[e.player].cerberus -= 1
        boars += settle(s, task.throw, e.again)
    s.stack += reversed(boars)
    carry_on(s)
