"""Played events, found again question by question, and what is offered on the way."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import process_time
from typing import Any, NamedTuple

from msgspec import convert
from msgspec import json as msgspec_json

from ragami.decoded import Data
from ragami.game import GameDefinition, game_named
from ragami.game.capabilities import BOT, CHOICES
from ragami.game.choices.choice import Choice, Several
from ragami.game.choices.narrowing import Narrowing, OpenPlace, narrowing
from ragami.game.choices.tree import INSIDE, NotOffered, Path

Json = dict[str, Any]


class Moment(NamedTuple):
    """A state, and the event that was played in it."""

    state: Any
    type: str
    data: Data


def moments(
    name: str, players: int, seed: int, *, hidden: bool = False, **chosen: Any
) -> Iterator[Moment]:
    """The moments of a game of the bots, from record 2 on."""
    played = game_named(name).need(BOT).play(players, seed, chosen or None, hidden=hidden)
    return islice(moments_of(name, played), 1, None)


def moments_of(name: str, played: Iterable[tuple[str, Any]]) -> Iterator[Moment]:
    """The moments before each event, which is told as it is offered."""
    game = game_named(name)
    state = game.new_state()
    for seq, (type_, told) in enumerate(played, 1):
        event = convert(plain(told), game.events[type_].struct)
        yield Moment(state, type_, SPELLED.get(name, spelled)(state, type_, plain(event)))
        game.judges[type(event)][1](state, event, seq)


def as_offered(name: str, played: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Data]]:
    """The events of a game, each told as it is offered."""
    return ((one.type, one.data) for one in moments_of(name, played))


def plain(data: Any) -> Data:
    told: Data = json.loads(data if isinstance(data, bytes) else msgspec_json.encode(data))
    return told


def spelled(_state: Any, _type: str, data: Data) -> Data:
    """An event as it is offered: the same, where it can be said in one way only."""
    return data


def by_faces(state: Any, type_: str, data: Data) -> Data:
    """A record of Dice Forge with the face of a die where the number of its side was told."""
    if type_ == "faces_removed":
        mixed = state.table.prices.mixed
        pools = {pool: sorted(data["pools"][pool], key=list(mixed[pool]).index) for pool in mixed}
        return {"pools": pools}
    if type_ == "dice_rolled":
        told = data["rolls"].items()
        return {"rolls": {ref: _shown(state.die(ref).slots, shown) for ref, shown in told}}
    if "player" not in data:
        return data
    dice = [list(die.slots) for die in state.players[data["player"]].dice]
    places = [data] if "slot" in data else []
    entries = [*(data.get("faces") or ()), *(data.get("again") or ())]
    places += [one.get("ship") or one for one in entries if one.get("ship") or "slot" in one]
    for place in places:
        slots = dice[place["die"] - 1]
        told = place["slot"]
        place["slot"] = _shown(slots, told)
        slots[told - 1 if isinstance(told, int) else slots.index(told)] = place["face"]
    return data


def _shown(slots: list[str], told: int | str) -> str:
    return slots[told - 1] if isinstance(told, int) else told


SPELLED: dict[str, Callable[[Any, str, Data], Data]] = {"dice-forge": by_faces}


class Asked(NamedTuple):
    """A question on the way to an event, and the seconds of the processor that it took."""

    type: str
    question: OpenPlace
    seconds: float


def way(game: GameDefinition, moment: Moment) -> list[Asked]:
    """The questions that lead to a played event. Raises `LookupError` where none do."""
    for choice in game.need(CHOICES).choices(moment.state):
        fixed = all(moment.data.get(name) == value for name, value in choice.data.items())
        if choice.type == moment.type and fixed:
            found = way_of(narrowing(game, moment.state, choice), complete(choice, moment.data))
            if found is not None:
                return found
    raise LookupError(f"{moment.type} {moment.data} is out of reach")


def complete(choice: Choice, data: Data) -> Data:
    """The data with its lists as tuples, which says that nothing follows in them."""
    lists = {name for name, values in choice.open.items() if isinstance(values, Several)}
    return {name: tuple(value) if name in lists else value for name, value in data.items()}


def way_of(narrowing: Narrowing, data: Data) -> list[Asked] | None:
    """The questions of a choice that lead to an event; None where they do not."""
    filled: Data = {}
    asked: list[Asked] = []
    while True:
        start = process_time()
        question = narrowing.options(filled)
        seconds = process_time() - start
        if question is None:
            same = plain(narrowing.filled(filled)) == plain(data)
            return asked if same else None
        asked.append(Asked(narrowing.choice.type, question, seconds))
        try:
            value = answer(question, data)
        except (KeyError, NotOffered):
            return None
        filled = answered(filled, question.path, value)


def answer(question: OpenPlace, data: Any) -> Any:
    """What an event answers to a question, `...` to end a list. Raises `NotOffered`."""
    value = data
    for part in question.path:
        if isinstance(part, int) and part >= len(value):
            if question.may_stop:
                return ...
            raise NotOffered(question.path, "the end")
        value = value[part]
    if question.written or any(value == one for one in question.values):
        return value
    if isinstance(value, dict) and any(one is INSIDE for one in question.values):
        return INSIDE
    raise NotOffered(question.path, value)


def answered(filled: Any, path: Path, value: Any) -> Any:
    """What is filled with one more answer; `...` makes a tuple of the list."""
    if value is ... and any(isinstance(part, int) for part in path):
        name = path[0]
        return filled | {name: tuple(filled.get(name, ()))}
    if not path:
        return value
    part, *rest = path
    if isinstance(part, int):
        before = list(filled or ())
        old = before[part] if part < len(before) else None
        return [*before[:part], answered(old, tuple(rest), value)]
    inside = filled or {}
    return {**inside, part: answered(inside.get(part), tuple(rest), value)}


def text_of(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def begins(filled: Any, event: Any) -> bool:
    """Is an event one that what is filled begins?"""
    if isinstance(filled, dict) and isinstance(event, dict):
        return all(key in event and begins(one, event[key]) for key, one in filled.items())
    if isinstance(filled, (list, tuple)) and isinstance(event, list):
        long_enough = len(filled) == len(event) if isinstance(filled, tuple) else True
        return long_enough and len(filled) <= len(event) and all(map(begins, filled, event))
    return text_of(filled) == text_of(event)


def quantiles(seconds: Iterable[float]) -> tuple[float, float, float]:
    """The median, the 95th and the 99th percentile in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return 0, 0, 0
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.95, 0.99)]
    return at[0] * 1000, at[1] * 1000, at[2] * 1000
