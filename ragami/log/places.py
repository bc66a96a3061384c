"""Places in the data of a record: `title`, `kept[1]`, `players[0].name`.

A pattern has `[]` for every element of a list and `{}` for every value of an object. A place that
does not exist yields nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

_STEP: Final = re.compile(r"\[(\d*)\]|([^.\[\]]+)")


def find(data: object, pattern: str) -> Iterator[tuple[str, Any]]:
    """Return the places that a pattern means, each with its value."""
    return _find(data, list(_STEP.finditer(pattern)), "")


def get(data: object, place: str) -> Any:
    """Return the value at a place. Raises `LookupError` where there is no such place."""
    for _found, value in find(data, place):
        return value
    raise LookupError(place)


def put(data: Any, place: str, value: Any) -> None:
    """Write a value over the one at a place. Raises `LookupError` where there is none."""
    get(data, place)
    *way, last = _STEP.finditer(place)
    for step in way:
        data = data[_key(step)]
    data[_key(last)] = value


def strings(data: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in some data, with its place.

    Texts that are keys have that of their object.
    """
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from strings(value, f"{place}[{number}]")
    elif isinstance(data, dict):
        for key, value in data.items():
            yield place, key
            yield from strings(value, f"{place}.{key}".removeprefix("."))


def _find(data: Any, way: list[re.Match[str]], place: str) -> Iterator[tuple[str, object]]:
    if not way:
        yield place, data
        return
    step, *further = way
    if step[0] == "[]":
        for number, value in enumerate(data if isinstance(data, list) else ()):
            yield from _find(value, further, f"{place}[{number}]")
        return
    if step[0] == "{}":
        for name, value in data.items() if isinstance(data, dict) else ():
            yield from _find(value, further, f"{place}.{name}".removeprefix("."))
        return
    key = _key(step)
    there = key < len(data) if isinstance(key, int) and isinstance(data, list) else False
    if there or (isinstance(key, str) and isinstance(data, dict) and key in data):
        suffix = step[0] if isinstance(key, int) or not place else f".{key}"
        yield from _find(data[key], further, f"{place}{suffix}")


def _key(step: re.Match[str]) -> int | str:
    return int(step[1]) if step[1] else step[2]
