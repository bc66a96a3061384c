"""A robot that enters played events by `forms` and `choices/next` alone, and counts its taps."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple, Protocol

from ragami.game import game_named
from ragami.game.choices.questions import Questions
from tests.narrowing.walking import plain

Json = dict[str, Any]
STOP: Final = object()


class Table(Protocol):
    """What a phone asks of a table."""

    def choices(self) -> Json: ...
    def next_question(self, asked: Json) -> Json: ...


class Asked:
    """A table in this process, as a phone asks it."""

    def __init__(self, name: str, state: Any) -> None:
        self.asking = Questions(game_named(name), state)
        self.offered = {"seq": 1, "forms": plain(self.asking.forms())}

    def choices(self) -> Json:
        return self.offered

    def next_question(self, asked: Json) -> Json:
        step = plain(self.asking.step(asked["form"], asked["filled"], asked["ended"]))
        return step | {"whole": step["question"] is None, "data": step["filled"]}


class Entered(NamedTuple):
    """An event that was reached: what `choices/next` says of it, and how many taps it took."""

    whole: Json
    taps: int


class Unreachable(AssertionError):
    """No form leads to a played event."""


def entered(table: Table, event: Json, seats: frozenset[str]) -> Entered:
    """Reach an event on a phone that holds `seats`. Raises `Unreachable`."""
    offered = table.choices()
    forms = [one for one in offered["forms"] if one["who"] is None or one["who"] in seats]
    due = [one for one in forms if one["due"]]
    tried = []
    for form in forms:
        fixed = form["data"].items()
        if form["type"] != event["type"] or any(
            event["data"].get(name) != value for name, value in fixed
        ):
            continue
        try:
            found = _filled(table, offered["seq"], form, event["data"])
        except Unreachable as wrong:
            tried.append(str(wrong))
            continue
        opened = 0 if due == [form] else 1
        return Entered(found.whole, found.taps + opened + 1)
    raise Unreachable(f"{event}: {tried}")


def _filled(table: Table, seq: int, form: Json, data: Json) -> Entered:
    asked: Json = {"seq": seq, "form": form["id"], "filled": dict(form["data"]), "ended": []}
    taps = 0
    for question in form.get("all", ()):
        put(asked["filled"], question["path"], answer(question, data))
        taps += 1
    step = table.next_question(asked)
    while not step["whole"]:
        question = step["question"]
        asked |= {"filled": step["filled"], "ended": list(step["ended"])}
        value = answer(question, data)
        if value is STOP:
            name = question["path"][0]
            asked["filled"].setdefault(name, [])
            asked["ended"].append(name)
        else:
            put(asked["filled"], question["path"], value)
        taps += cost(question, data)
        step = table.next_question(asked)
    if not same(step["data"], data):
        raise Unreachable(f"{step['data']} instead of {data}")
    return Entered(step, taps)


def answer(question: Json, data: Any) -> Any:
    """What an event answers to a question; `STOP` ends a list. Raises `Unreachable`."""
    value = data
    for part in question["path"]:
        if isinstance(part, int) and part >= len(value):
            if question.get("stop"):
                return STOP
            raise Unreachable(f"{question['path']}: the end is not offered")
        if isinstance(part, str) and part not in (value or {}):
            raise Unreachable(f"{question['path']}: there is no such place in {data}")
        value = value[part]
    if question["kind"] in {"text", "number", "tally", "table", "parts"} and not question.get(
        "values"
    ):
        return value
    for one in question.get("values", ()):
        if same(one["value"], value):
            return value
        if one["value"] == {} and isinstance(value, dict):
            return {}
    raise Unreachable(f"{question['path']}: {value} is none of {question.get('values')}")


def cost(question: Json, data: Any) -> int:
    """The taps that an answer takes: one, of a tally one for each thing, or its number is typed."""
    parts = question.get("parts", ())
    if parts:
        return sum(cost(part, data) for part in parts) + 1
    if question["kind"] == "tally":
        value = data
        for part in question["path"]:
            value = value[part]
        amounts: list[int] = list((value or {}).values())
        return sum(min(one, 1 + len(str(one))) for one in amounts) + (len(question["path"]) == 1)
    return 1


def put(filled: Json, path: list[Any], value: Any) -> None:
    """Put an answer at its place, as a phone does."""
    inside: Any = filled
    for part, following in pairwise(path):
        empty: Any = [] if isinstance(following, int) else {}
        if isinstance(inside, list) and part == len(inside):
            inside.append(empty)
        elif isinstance(inside, dict):
            inside.setdefault(part, empty)
        inside = inside[part]
    if isinstance(inside, list) and path[-1] == len(inside):
        inside.append(value)
    else:
        inside[path[-1]] = value


def same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def labels(told: Any) -> Iterator[Json]:
    if isinstance(told, dict):
        if set(told) == {"en", "es"}:
            yield told
        for one in told.values():
            yield from labels(one)
    elif isinstance(told, list):
        for one in told:
            yield from labels(one)
