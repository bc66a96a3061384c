"""A choice: an event that may be written down now, with some of its fields still open.

The full list of legal events is a product that explodes (piece × place × piece × place). So a
choice names the values of each open field on its own, and `whole` or `draw` puts them together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

from msgspec import Struct

Data = dict[str, Any]


class Several(Struct, frozen=True):
    """A list of `least` to `most` of these, in any order; none twice unless `repeat`.

    One that stands here twice may be taken twice.
    """

    least: int
    most: int
    of: list[Any]
    repeat: bool = False


class Written(Struct, frozen=True):
    """A field that somebody writes: a text, a seed, a whole plan … nobody can list them all.

    `kind` says what is written, `of` who or what has to be in it; `optional`: null will do. With
    `each` it is a list of objects, one for each of `of`, which stands in it as `called`, with a
    number (or null) for every name in `each`.
    """

    kind: str
    optional: bool = False
    of: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    called: str = ""


Open = list[Any] | Several | Written


class Choice(Struct, frozen=True):
    """What may be written down now: a type, the fields that are fixed, and those still open.

    An open field takes one of the values in its list (or `Several`, or `Written`). A value that is
    an object may hold lists itself, and then takes one of each: `{"from": 5, "to": [4, 6]}`. The
    open fields are free of each other, unless `joint`: then every value is part of some legal
    event, but not every combination is one (the dice that are rolled, the values they are set to).

    `unknown_cards` are those that no known slot of the hand holds: they are offered because a card
    that nobody has seen might be one of them. `facts` tell what an attempt has to reach.
    """

    type: str
    data: Data
    open: dict[str, Any] = {}
    joint: bool = False
    unknown_cards: tuple[int, ...] = ()
    facts: dict[str, Any] = {}


def whole(choice: Choice) -> Iterator[Data]:
    """The data of every event of a choice, each list in one order only; unjudged where `joint`.

    Of what a die or a chip decides there are millions: take as many as you need. Of what somebody
    writes there is no list, and no event.
    """
    yield from _filled(list(choice.open.items()), choice.data)


def _filled(fields: list[tuple[str, Open]], data: Data) -> Iterator[Data]:
    if not fields:
        yield data
        return
    (name, values), *rest = fields
    for value in _each(values):
        yield from _filled(rest, data | {name: value})


def _each(values: Open) -> Iterator[Any]:
    if isinstance(values, Written):
        return
    if isinstance(values, list):
        for value in values:
            yield from _closed(value)
        return
    choose = combinations_with_replacement if values.repeat else combinations
    for number in range(values.least, values.most + 1):
        for chosen in choose(values.of, number):
            yield from map(list, product(*(list(_closed(value)) for value in chosen)))


def _closed(value: Any) -> Iterator[Any]:
    """A value with one of each list that it holds."""
    if not isinstance(value, dict):
        yield value
        return
    lists = [inside if isinstance(inside, list) else [inside] for inside in value.values()]
    for chosen in product(*lists):
        yield dict(zip(value, chosen, strict=True))


def draw(choice: Choice, rng: Random) -> Data:
    """The data of one event of a choice, at random; unjudged where `joint`.

    What somebody would have to write is left out (null).
    """
    return dict(choice.data) | {name: _draw(values, rng) for name, values in choice.open.items()}


def _draw(values: Open, rng: Random) -> Any:
    if isinstance(values, Written):
        return None
    if isinstance(values, list):
        return _draw_closed(rng.choice(values), rng)
    number = rng.randint(values.least, values.most)
    chosen = rng.choices(values.of, k=number) if values.repeat else rng.sample(values.of, number)
    return [_draw_closed(value, rng) for value in chosen]


def _draw_closed(value: Any, rng: Random) -> Any:
    if not isinstance(value, dict):
        return value
    return {
        name: rng.choice(inside) if isinstance(inside, list) else inside
        for name, inside in value.items()
    }
