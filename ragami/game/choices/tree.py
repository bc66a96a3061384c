"""A choice as a tree of questions: each asks for one value, and a whole event is a leaf.

A field is asked for as one of its values; an object key by key; a list element by element, where
it may end as soon as it is long enough. What can have one value only is not asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec import json

from ragami.decoded import Data, FieldValue
from ragami.errors import RagamiError
from ragami.findings import Breaches
from ragami.game.choices.choice import Choice, Open, Several, Written

Path = tuple[str | int, ...]
"""The place of a value in the data of an event: `("faces", 0, "slot")`."""

STOP: Final = -1
"""The number of the answer that ends a list."""

FEW: Final = 12
"""So many objects beside plain values are values themselves; of more each key is asked for."""

INSIDE: Final[Data] = {}
"""The value that stands for an object whose keys are asked for."""

PLAIN: Final = {str, int, type(None)}
STOPPED: Final = object()

Then = Callable[[FieldValue, FieldValue], "Node"]
"""What follows a value, and the option that it was made from."""


class NotOffered(RagamiError, ValueError):
    """An answer that is none of the values of its question."""

    def __init__(self, path: Path, value: object) -> None:
        super().__init__("not-offered", place=".".join(map(str, path)), value=repr(value))
        self.path, self.value = path, value


class NodeQuestion(NamedTuple):
    """A question: the place of a value, the values, and what follows each."""

    path: Path
    values: Sequence[FieldValue]
    take: Callable[[FieldValue], Node]
    written: Written | None = None


class Node:
    """A node of the tree: the answers `before`, and the next question; a whole event has none.

    `stop` ends a list that is long enough. `witness` is a legal event below, `nearest` the least
    wrong one that was judged; below a `dead` node nothing is legal. `breaches` are those of a whole
    event, None while it is unjudged.
    """

    __slots__ = (
        "_ask", "_children", "before", "breaches", "dead", "index", "list", "nearest", "parent",
        "stop", "whole", "witness",
    )  # fmt: skip

    def __init__(
        self,
        before: Data,
        ask: NodeQuestion | Callable[[], NodeQuestion] | None = None,
        stop: Callable[[], Node] | None = None,
    ) -> None:
        self.before, self._ask, self.stop, self.whole = before, ask, stop, ask is None
        self._children: dict[FieldValue, Node] = {}
        self.parent: Node | None = None
        self.index = STOP
        # Of the first question of an element: its list.
        self.list: Elements | None = None
        self.dead = False
        self.witness: Node | None = None
        self.nearest: Node | None = None
        self.breaches: Breaches | None = None

    @property
    def question(self) -> NodeQuestion:
        """The question; many that may end a list are never worked out."""
        question = self._ask
        assert question is not None
        if not isinstance(question, NodeQuestion):
            question = self._ask = question()
        return question

    def answers(self) -> range:
        """Return the numbers of all answers; `STOP` is the first of them where a list may end."""
        return range(STOP if self.stop else 0, len(self.question.values))

    def child(self, index: int) -> Node:
        """Return the node after the answer with this number."""
        child = self._children.get(index)
        if child is None:
            stop = self.stop if index == STOP else None
            child = stop() if stop else self.question.take(self.question.values[index])
            self._children[index] = child
            child.parent, child.index = self, index
        return child

    def after(self, written: object) -> Node:
        key = repr(written)
        child = self._children.get(key)
        if child is None:
            child = self._children[key] = self.question.take(written)
            child.parent = self
        return child

    def upwards(self) -> Iterator[Node]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def answers_by_place(self) -> dict[Path, FieldValue]:
        """Return the answers that led here, by the place of each."""
        return {
            node.parent.question.path: node.parent.question.values[node.index]
            for node in self.upwards()
            if node.parent and node.index != STOP
        }

    def trail(self) -> list[tuple[Path, FieldValue]]:
        """Return the answers that led here in order, by place; without the ends of lists."""
        led = [node for node in self.upwards() if node.parent][::-1]
        return [
            (node.parent.question.path, node.answer)
            for node in led
            if node.parent and node.answer is not STOPPED
        ]

    @property
    def answer(self) -> FieldValue:
        """The answer that led here; `STOPPED` where it ended a list."""
        assert self.parent is not None
        question = self.parent.question
        if question.written is not None:
            return _look(self.before, question.path)
        return STOPPED if self.index == STOP else question.values[self.index]

    def number(self, value: object) -> int | None:
        """Return the number of a value; None where it is none of them."""
        for index, offered in enumerate(self.question.values):
            if same(offered, value) or (offered is INSIDE and isinstance(value, dict)):
                return index
        return None


# --- values --------------------------------------------------------------------------------


def same(first: object, second: object) -> bool:
    """Return True if two JSON values are equal; true and false are no numbers."""
    if isinstance(second, tuple):
        second = list(second)
    return isinstance(first, bool) == isinstance(second, bool) and bool(first == second)


def distinct(values: Iterable[object]) -> list[object]:
    """Return values of JSON without those that are there before."""
    values = list(values)
    if set(map(type, values)) <= PLAIN:
        return list(dict.fromkeys(values))
    return list({json.encode(value, order="sorted"): value for value in values}.values())


def listed(value: object) -> list[Any]:
    """Return the values that a place in an object may have."""
    return value if isinstance(value, list) else [value]


def specimens(written: Written) -> list[object]:
    """Return values that may stand for what somebody writes; empty where none is known."""
    if written.optional:
        return [None]
    return ["–"] if written.kind == "text" else []


def _closed(value: object) -> Iterator[object]:
    """Yield a value with one of each list that it holds."""
    if not isinstance(value, dict):
        yield value
        return
    closed: list[Data] = [{}]
    for key, inside in value.items():
        closed = [data | {key: entry} for data in closed for entry in listed(inside)]
    yield from closed


# --- the tree ------------------------------------------------------------------------------


def tree(choice: Choice, order: Sequence[str] = ()) -> Node:
    """Return the first question of a choice; the fields in `order` come first."""
    names = [name for name in order if name in choice.open]
    names += [name for name in choice.open if name not in names]
    return _fields(dict(choice.data), [(name, choice.open[name]) for name in names])


class Spot(NamedTuple):
    """The place of a value: its path, the data `before` it and with it, and what follows it."""

    path: Path
    before: Data
    put: Callable[[FieldValue], Data]
    then: Then

    def key(self, built: Data, key: str, then: Then) -> Spot:
        """Return the place of a key of an object of which some is built."""
        before = self.put(built) if built else self.before
        return Spot((*self.path, key), before, lambda value: self.put(built | {key: value}), then)


def _fields(data: Data, fields: list[tuple[str, Open]]) -> Node:
    if not fields:
        return Node(data)
    (name, values), *remaining = fields

    def put(value: object) -> Data:
        return data | {name: value}

    def then(value: object, _of: object = None) -> Node:
        return _fields(put(value), remaining)

    if isinstance(values, Written):
        return Node(data, NodeQuestion((name,), specimens(values), then, values))
    if isinstance(values, Several):
        return Elements(values, name, put, then).element([], list(values.of))
    return _one(values, Spot((name,), data, put, then))


def _one(options: Sequence[object], spot: Spot) -> Node:
    """Return one of some values, asked for if there is more than one."""
    question = _question_for(options, spot)
    if len(question.values) != 1:
        return Node(spot.before, question)
    return question.take(question.values[0])


def _question_for(options: Sequence[object], spot: Spot) -> NodeQuestion:
    """Return the question for some values; for objects with the same keys that for a key."""
    objects = [option for option in options if isinstance(option, dict)]
    alike = bool(objects) and all(row.keys() == objects[0].keys() for row in objects)
    if alike and len(objects) == len(options) and objects[0]:
        return _key(objects, spot, {}, next(iter(objects[0])))
    if alike and (len(objects) > FEW or any(list in map(type, row.values()) for row in objects)):
        values = [*distinct(option for option in options if not isinstance(option, dict)), INSIDE]
        inside = spot._replace(before=spot.put({}))

        def take(value: object) -> Node:
            return _object(objects, inside, {}) if value is INSIDE else spot.then(value, value)

        return NodeQuestion(spot.path, values, take)
    closed = distinct(value for option in options for value in _closed(option))
    return NodeQuestion(spot.path, closed, lambda value: spot.then(value, value))


def _object(rows: Sequence[Data], spot: Spot, built: Data) -> Node:
    """Return one of some objects with the same keys, of which some are `built`."""
    for key in rows[0]:
        if key not in built:
            question = _key(rows, spot, built, key)
            before = spot.put(built) if built else spot.before
            single = len(question.values) == 1
            return question.take(question.values[0]) if single else Node(before, question)
    return spot.then(built, rows[0])


def _key(rows: Sequence[Data], spot: Spot, built: Data, key: str) -> NodeQuestion:
    """Return the question for a key of an object."""

    def chosen(value: object, _of: object) -> Node:
        fit = [row for row in rows if any(same(entry, value) for entry in listed(row[key]))]
        return _object(fit, spot, built | {key: value})

    options = distinct(entry for row in rows for entry in listed(row[key]))
    return _question_for(options, spot.key(built, key, chosen))


class Elements:
    """A list, asked for element by element."""

    def __init__(
        self, several: Several, name: str, put: Callable[[FieldValue], Data], then: Then
    ) -> None:
        self.several, self.name, self.put, self.then = several, name, put, then
        first = [
            next(iter(option.values())) if isinstance(option, dict) else [option]
            for option in several.of
        ]
        values = distinct(value for key_values in first for value in listed(key_values))
        self.ranks = {repr(value): rank for rank, value in enumerate(values)}

    def element(self, chosen: list[FieldValue], unused: list[FieldValue]) -> Node:
        """Return the next element; `unused` are the options that are left."""
        several, number = self.several, len(chosen)
        enough = number >= several.least
        if number == several.most or (enough and not unused):
            return self.then(tuple(chosen), chosen)

        def put(value: object) -> Data:
            return self.put([*chosen, value])

        def then(value: object, of: object) -> Node:
            remaining = unused if several.repeat else _without(unused, of)
            return self.element([*chosen, value], remaining)

        spot = Spot((self.name, number), self.put(chosen), put, then)
        if enough:
            node = Node(
                spot.before,
                lambda: _question_for(unused, spot),
                lambda: self.then(tuple(chosen), chosen),
            )
        else:
            node = _one(unused, spot)
        if enough or (not node.whole and node.question.path[:2] == spot.path):
            node.list = self
        return node


def _without(options: Sequence[object], used: object) -> list[object]:
    """Return the options left when the one used, or one that may be it, is taken out."""
    fit = [n for n, option in enumerate(options) if option is used or same(option, used)]
    fit = fit or [n for n, of in enumerate(options) if any(same(x, used) for x in _closed(of))]
    return [option for n, option in enumerate(options) if n not in fit[:1]]


# --- where some answers lead ---------------------------------------------------------------


def locate(root: Node, filled: Data) -> Node:
    """Return the first question that `filled` does not answer, or the whole event.

    A tuple is a list that is complete, a list one that goes on while it may. Raises `NotOffered`.
    """
    node = root
    while not node.whole:
        value = _look(filled, node.question.path)
        if value is ...:
            return node
        if node.question.written is not None:
            node = node.after(value)
            continue
        number = STOP if value is STOPPED and node.stop else node.number(value)
        if number is None:
            raise NotOffered(node.question.path, value)
        node = node.child(number)
    return node


def _look(filled: Any, path: Path) -> object:
    """Return the value at a path; `...` for none yet, `STOPPED` behind a complete list."""
    value = filled
    for part in path:
        if isinstance(part, int):
            if not isinstance(value, (list, tuple)):
                raise NotOffered(path, value)
            if part >= len(value):
                return STOPPED if isinstance(value, tuple) else ...
        elif not isinstance(value, dict):
            raise NotOffered(path, value)
        elif part not in value:
            return ...
        value = value[part]
    return value
