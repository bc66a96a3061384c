"""Is an event among those that choices offer? Worked out apart from the code that makes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ragami.game.choices.choice import Choice, Several


def covers(choices: Iterable[Choice], type_: str, data: dict[str, Any]) -> bool:
    """Does one of the choices offer an event with this data?"""
    return any(choice.type == type_ and _fits(choice, data) for choice in choices)


def _fits(choice: Choice, data: dict[str, Any]) -> bool:
    if set(data) != {*choice.data, *choice.open}:
        return False
    return all(data[name] == value for name, value in choice.data.items()) and all(
        among(values, data[name]) for name, values in choice.open.items()
    )


def among(values: Any, found: Any) -> bool:
    """Is a value one of those that an open field may take?"""
    if isinstance(values, Several):
        return _several(values, found)
    if isinstance(found, list):
        return sorted(found) in [sorted(value) for value in values]
    return any(_is(value, found) for value in values)


def _several(several: Several, found: list[Any]) -> bool:
    left = list(several.of)
    for one in found:
        match = next((value for value in left if _is(value, one)), left)
        if match is left:
            return False
        if not several.repeat:
            left.remove(match)
    return several.least <= len(found) <= several.most


def _is(value: Any, found: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(found, dict):
        return bool(value == found)
    return value.keys() == found.keys() and all(
        found[key] in inside if isinstance(inside, list) else found[key] == inside
        for key, inside in value.items()
    )
