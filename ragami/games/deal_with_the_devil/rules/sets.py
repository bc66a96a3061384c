"""The set of cards of a game: a shipped one, or the whole of record 1; and its faults.

Each fault breaks R-D-SET-01 and names its item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from ragami.catalogue import shipped as data_file
from ragami.decoded import Data
from ragami.games.deal_with_the_devil import components as c
from ragami.games.deal_with_the_devil.components import SHIPPED, CardFile, Cards

Fault = Data

ONLY_HERE: Final[Mapping[type[c.Operation], frozenset[str]]] = {
    c.Pay: frozenset({"action"}),
    c.NoInterest: frozenset({"always"}),
    c.ScoreBasics: frozenset({"final"}),
    **dict.fromkeys(
        (c.Choose, c.GetCourtier, c.GiveCourtier, c.Minor, c.DropMinor, c.LoseToken, c.Cover),
        frozenset({"build", "action"}),
    ),
}
ALONE: Final = {"always": c.NoInterest, "final": c.ScoreBasics}
WITHOUT_CONDITION: Final = frozenset({"action", "always", "final"})


def faults(file: c.CardFile) -> Iterator[Fault]:
    """Yield all faults of a set whose shape is right."""
    for part in (_ids, _buildings, _events, _inquisitors, _achievements, _track, _wheel, _ritual):
        yield from part(file)


def _fault(item: str, problem: str, **facts: Any) -> Fault:
    return {"item": item, "problem": f"set-{problem}", **facts}


def _count(item: str, count: int, expected: int) -> Iterator[Fault]:
    if count != expected:
        yield _fault(item, "count", has=count, needs=expected)


def _ids(file: c.CardFile) -> Iterator[Fault]:
    ids = Counter(
        (
            *(building.id for building in file.buildings),
            *(event.id for event in file.events),
            *(*file.inquisitors, *file.achievements),
            *(request.id for request in file.requests),
        )
    )
    yield from (_fault(id_, "id-twice") for id_, n in ids.items() if n > 1)
    yield from _count("cards/requests", len(file.requests), 12)
    ready = sum(request.shows == "ready" for request in file.requests)
    yield from _count("requests.ready", ready, 4)


def _buildings(file: c.CardFile) -> Iterator[Fault]:
    yield from _count("cards/buildings", len(file.buildings), 80)
    rounds = Counter(entry.round for entry in file.buildings)
    for number in range(1, 6):
        yield from _count(f"buildings.round {number}", rounds[number], 16)
    piles = Counter(entry.pile for entry in file.buildings if entry.round == 1)
    for pile in "ABCD":
        yield from _count(f"buildings.pile {pile}", piles[pile], 4)  # type: ignore[index]
    scoring = 0
    for building in file.buildings:
        if building.round > 1 and building.pile is not None:
            yield _fault(building.id, "pile")
        if "science" in building.symbols and "reputation" not in building.cost:
            yield _fault(building.id, "science-without-reputation")
        for effect in building.effects:
            yield from _effect(building.id, effect)
            scoring += sum(isinstance(operation, c.ScoreBasics) for operation in effect.do)
    if scoring > 1:
        yield _fault("cards/buildings", "score-basics-twice")


def _effect(item: str, effect: c.Effect) -> Iterator[Fault]:
    if effect.if_ and effect.when in WITHOUT_CONDITION:
        yield _fault(item, "condition", when=effect.when)
    alone = ALONE.get(effect.when)
    for operation in effect.do:
        allowed = ONLY_HERE.get(type(operation))
        if (allowed and effect.when not in allowed) or (alone and not isinstance(operation, alone)):
            tag = str(type(operation).__struct_config__.tag)
            yield _fault(item, "operation", when=effect.when, op=tag)


def _events(file: c.CardFile) -> Iterator[Fault]:
    letters = Counter(event.letter for event in file.events)
    yield from _count("cards/events", len(file.events), 20)
    yield from _count("events.A", letters["A"], 8)
    yield from (
        _fault(event.id, "condition", side="left") for event in file.events if event.left.if_
    )


def _inquisitors(file: c.CardFile) -> Iterator[Fault]:
    kinds = file.inquisitors.values()
    yield from _count("cards/inquisitors", len(kinds), 8)
    backs = Counter(kind.back for kind in kinds)
    yield from _count("inquisitors.normal", backs["normal"], 4)
    slots = sorted(kind.slot or "" for kind in kinds if kind.back == "yellow")
    if slots != ["A", "B", "C"]:
        yield _fault("cards/inquisitors", "letters", found=slots)
    for id_, inquisitor in file.inquisitors.items():
        red = inquisitor.back == "red"
        if inquisitor.slot and inquisitor.back != "yellow":
            yield _fault(id_, "slot")
        yield from _count(f"{id_}.copies", inquisitor.copies, 4 if red else 1)
        if red and not isinstance(inquisitor.penalty, c.PointsLost):
            yield _fault(id_, "penalty")


def _achievements(file: c.CardFile) -> Iterator[Fault]:
    sizes = Counter(achievement.size for achievement in file.achievements.values())
    yield from _count("achievements.minor", sizes["minor"], 4)
    yield from _count("achievements.major", sizes["major"], 4)
    for id_, entry in file.achievements.items():
        if entry.size == "minor":
            yield from _count(f"{id_}.needs", sum(entry.needs.values()), 3)
            if any(isinstance(op, c.Alchemist) for op in entry.reward):
                yield _fault(id_, "reward")


def _track(file: c.CardFile) -> Iterator[Fault]:
    track = file.track
    top, knot = track.spaces - 1, track.knot
    holds = {
        "start": track.start == knot + 1 <= top,
        "demon": track.demon == (0, 1, 2),
        "angel": track.angel == top,
        "drift": len(track.drift) == track.spaces and _leads(track.drift, knot),
    }
    yield from (_fault("track", name) for name, right in holds.items() if not right)


def _leads(drift: Iterable[int], knot: int) -> bool:
    """Return True if the drift never leads away from the knot, across it, or off it."""
    return all(min(0, knot - at) <= by <= max(0, knot - at) for at, by in enumerate(drift))


def _wheel(file: c.CardFile) -> Iterator[Fault]:
    wheel = file.production
    for seat in "1234":
        for number in "12345":
            slots = wheel.seats.get(seat, {}).get(number)  # type: ignore[call-overload]
            item = f"production.{seat}.{number}"
            if slots is None:
                yield _fault(item, "missing")
                continue
            if sorted(space for slot in slots for space in slot.spaces) != [1, 2, 3, 4]:
                yield _fault(item, "spaces")
            for slot in slots:
                if len(slot.spaces) != (2 if slot.resource in c.VALUABLE else 1):
                    yield _fault(item, "spaces", resource=slot.resource)


def _ritual(file: c.CardFile) -> Iterator[Fault]:
    for number in ("3", "5"):
        if number not in file.ritual.tables:
            yield _fault(f"ritual.{number}", "missing")
    if any(line.points for line in file.ritual.tables.get("3", ())):
        yield _fault("ritual.3", "points")


class Faulty(Exception):
    """A set that cannot be played with; `facts` name the item."""

    def __init__(self, facts: Data) -> None:
        super().__init__(facts)
        self.facts = facts


@lru_cache(maxsize=8)
def _read(raw: bytes) -> Cards:
    try:
        file = msgspec.json.decode(raw, type=CardFile)
    except msgspec.ValidationError as wrong:
        raise Faulty({"problem": "shape", "found": str(wrong)}) from None
    for fault in faults(file):
        raise Faulty(fault)
    return Cards(file)


@lru_cache(maxsize=1)
def shipped(name: str) -> Cards:
    """Return a set that ships. Raises `KeyError` for an unknown name."""
    if name not in SHIPPED:
        raise KeyError(name)
    text = data_file("ragami.games.deal_with_the_devil", f"{name}.json")
    return Cards(msgspec.json.decode(text, type=CardFile))


def cards(card_set: str | Data) -> Cards:
    """Return the set of record 1. Raises `KeyError` for an unknown name, `Faulty` (R-D-SET-01)."""
    return shipped(card_set) if isinstance(card_set, str) else _read(msgspec.json.encode(card_set))
