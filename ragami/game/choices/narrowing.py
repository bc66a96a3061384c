"""Narrowing: the answers to a question with which some legal event goes on, found by `check`.

A choice is a tree of questions (`ragami.game.choices.tree`). An answer is offered if a witness is
known, a legal event below it; an answer without any is not offered, and one whose search was cut is
offered unsure. The search is in stages, the cheapest first, and ends after `BUDGET` checks a
question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import ValidationError, convert, structs

from ragami.decoded import Data, FieldValue, State
from ragami.findings import Breach, Breaches
from ragami.game.capabilities import VISIBILITY
from ragami.game.choices.choice import Choice, Several, Written
from ragami.game.choices.tree import STOP, Node, NotOffered, Path, locate, same, specimens, tree
from ragami.game.definition import GameDefinition

BUDGET: Final = 3000
"""Checks for one question, shared evenly by its answers."""

STEPS: Final = 20
"""So many events and branches that are looked at without a check count as one."""

KEY: Final = 600
"""Checks for a key that is pressed in a line."""

MANY: Final = 8
"""Of more values than this the first pass looks at three only."""

DRAWS: Final = 8
"""Events that are drawn unnarrowed before a draw goes question by question."""

NOTHING: Final[list[Any]] = [None, {}]
"""What is tried for something that nobody can list."""

Check = Callable[[Data], Breaches]
Weight = Callable[[Path, FieldValue, Data], float | None]
"""How likely an answer is: of its place, the value (`STOP` ends a list) and what is filled so far.

None is the weight that an answer has without one.
"""

Write = Callable[[Path, Written, Data], FieldValue]
"""Something written, of its place, what is wanted and what is filled so far."""


class Help(NamedTuple):
    """Knowledge of a game about the events of a type, which saves calls of `check`.

    `grows`: lists of which every beginning is legal if the whole is. `fits`: False for data that no
    legal event begins with. `order`: the fields that are asked for first.
    """

    grows: frozenset[str] = frozenset()
    fits: Callable[[State, Data], bool] | None = None
    order: Sequence[str] = ()


class IllegalValue(NamedTuple):
    """A value that no legal event has, and the first breach of the least wrong event with it."""

    value: FieldValue
    breach: Breach | None


class OpenPlace(NamedTuple):
    """The next question: the place of a value, and the values that are legal there.

    `sure` is False where some of the values may lead nowhere. A question for something `written`
    has no values. `filled` is all that is known of the event, including fields with a single value.
    """

    path: Path
    values: list[FieldValue]
    off: list[IllegalValue]
    may_stop: bool
    sure: bool
    filled: Data
    written: Written | None = None


class Narrowing:
    """One choice in one state; to be kept while the state stands, and no longer."""

    def __init__(self, choice: Choice, check: Check, help_: Help, state: State = None) -> None:
        self.choice = choice
        self.checks = self._steps = 0
        self._check, self._help, self._state = check, help_, state
        self._root = tree(choice, help_.order)
        self._last: Node | None = None
        self._unknown = [
            name
            for name, values in choice.open.items()
            if isinstance(values, Written) and not specimens(values)
        ]
        lists = [values for values in choice.open.values() if isinstance(values, Several)]
        # (few values, lists in one order): the last of them leaves nothing out.
        self._passes = [(True, True), (False, True)]
        if any(several.ordered for several in lists):
            self._passes.append((False, False))

    # --- questions -------------------------------------------------------------------------

    def options(self, filled: Data) -> OpenPlace | None:
        """Return the first question that `filled` leaves open; None where the event is whole.

        A tuple is a list that is complete, a list one that goes on. Raises `NotOffered`.
        """
        node = self._located(filled)
        if node.whole:
            return None
        question = node.question
        if question.written is not None:
            return OpenPlace(question.path, [], [], False, False, node.before, question.written)
        answers = self._narrowed(node)
        values = [question.values[n] for n in answers if n != STOP]
        off = [
            IllegalValue(value, self._wrong(node.child(n)))
            for n, value in enumerate(question.values)
            if n not in answers
        ]
        sure = all(answers.values())
        return OpenPlace(question.path, values, off, STOP in answers, sure, node.before)

    def trail(self, filled: Data) -> list[tuple[Path, FieldValue]]:
        """Return the questions that `filled` answers, in their order, each with the answer.

        Raises `NotOffered`.
        """
        return self._located(filled).trail()

    def filled(self, filled: Data) -> Data:
        """Return the whole event that `filled` leads to. Raises `NotOffered`."""
        return _event(self._located(filled))

    def witness(self, filled: Data) -> Data | None:
        """Return the first legal event found that begins so; None where there is none."""
        node = self._located(filled)
        if self._alive(node, BUDGET) and node.witness:
            return _event(node.witness)
        return None

    def breaches(self, data: Data) -> Breaches:
        return self._check(data)

    def events(self) -> Iterator[Data]:
        """Return every legal event, each list in one order only unless its order matters."""
        return (data for data in self.whole() if not self._check(data))

    def whole(self) -> Iterator[Data]:
        """Return every event of the choice, legal or not."""
        one_order = self._passes[-1][1]
        below = self._below(self._root, {}, few=False, one_order=one_order)
        return (_event(node) for node in below if node.whole)

    def walk(self, look: Callable[[Data], object]) -> Iterator[Any]:
        """Yield the finds of `look` among the beginnings of legal events, each only once.

        Of a beginning it gives True to go on with longer ones, False to leave them out, or what is
        found there. It ends where a key has had its checks.
        """
        finds: set[Any] = set()
        nodes = [self._root]
        start, looks = self.checks, 0
        while nodes and self.checks - start + looks // STEPS < KEY:
            node = nodes.pop()
            looks += 1
            seen = look(node.before)
            if seen is True and not node.whole:
                if not self._is_dead_end(node):
                    nodes += [node.child(number) for number in reversed(node.answers())]
            elif seen not in (True, False) and seen not in finds:
                # The first ones are searched longest; of the last one event is looked at.
                share = max(1, (start + KEY // 2 - self.checks) // STEPS)
                if not self.choice.joint or self._alive(node, share) is not False:
                    finds.add(seen)
                    yield seen

    def _located(self, filled: Data) -> Node:
        """Return the question that `filled` leads to. Raises `NotOffered`."""
        choice = self.choice
        for name, value in filled.items():
            if name not in choice.open and not same(choice.data.get(name, ...), value):
                raise NotOffered((name,), value)
        return locate(self._root, filled)

    def _narrowed(self, node: Node) -> dict[int, bool]:
        """Return the answers that are offered, by number, and whether each has a witness."""
        offered = {}
        spent = self.checks
        answers = node.answers()
        for nth, number in enumerate(answers):
            budget = BUDGET - (self.checks - spent)
            alive = self._alive(node.child(number), max(1, budget // (len(answers) - nth)))
            if alive is not False:
                offered[number] = bool(alive)
        if not offered:
            node.dead = True
        return offered

    def _wrong(self, node: Node) -> Breach | None:
        """Return the first breach of the least wrong event below a node without legal ones."""
        if node.nearest is None:
            leaf = node
            while not leaf.whole and leaf.question.values:
                leaf = leaf.child(leaf.answers()[0])
            if leaf.whole:
                self._judged(leaf)
        nearest = node.nearest
        return nearest.breaches[0] if nearest and nearest.breaches else None

    # --- the search for a witness ----------------------------------------------------------

    def _judged(self, leaf: Node) -> Breaches:
        """Judge a whole event; a legal event is a witness for all nodes above it."""
        if leaf.breaches is None:
            self.checks += 1
            leaf.breaches = self._check(leaf.before)
            for node in leaf.upwards():
                nearest = node.nearest
                if nearest is None or len(leaf.breaches) < len(nearest.breaches or ()):
                    node.nearest = leaf
            if not leaf.breaches:
                self._last = leaf
                for node in leaf.upwards():
                    node.witness = node.witness or leaf
        return leaf.breaches

    def _alive(self, node: Node, most: int) -> bool | None:
        """Return True if a node has a legal event below it; None if that was not found out."""
        if self._is_dead_end(node) or node.witness:
            return not node.dead
        end = self.checks + self._steps // STEPS + most
        complete = True
        for leaf in self._candidates(node):
            self._steps += 1
            if leaf is None:
                complete = False
            elif leaf.whole and not self._judged(leaf):
                return True
            if self.checks + self._steps // STEPS >= end:
                return None
        node.dead = complete
        return False if complete else None

    def _candidates(self, node: Node) -> Iterator[Node | None]:
        """Yield whole events below a node, the likely first; None where some are left out.

        Where a branch can be left, its node comes in between, so that steps are counted.
        """
        if self._is_written_below(node):
            yield None
            return
        yield from self._likely(node)
        for few, one_order in self._passes:
            yield from self._below(node, {}, few=few, one_order=one_order)

    def _is_written_below(self, node: Node) -> bool:
        """Return True if a value still has to be written for which nothing can stand."""
        return any(name not in node.before for name in self._unknown)

    def _likely(self, node: Node) -> Iterator[Node]:
        """Yield the first event, the one most like the last witness, and what is near to these."""
        hints = [{}, self._last.answers_by_place()] if self._last else [{}]
        begin = None
        for hint in hints:
            leaf = self._followed(node, hint)
            if leaf is None:
                return
            yield leaf
            if begin is None or len(self._judged(leaf)) < len(self._judged(begin)):
                begin = leaf
        if begin is not None:
            yield from self._near(node, begin)

    def _near(self, node: Node, leaf: Node) -> Iterator[Node]:
        """Yield events with another answer to each question, from the best so far; twice."""
        for _round in range(2):
            before, depth = leaf, 0
            while (way := _way(node, leaf)) and depth < len(way):
                answers = leaf.answers_by_place()
                for number in way[depth].answers():
                    nearby = self._followed(way[depth].child(number), answers)
                    if nearby is not None and nearby is not leaf:
                        yield nearby
                        if len(self._judged(nearby)) < len(self._judged(leaf)):
                            leaf = nearby
                depth += 1
            if leaf is before:
                return

    def _followed(self, node: Node, answers: Mapping[Path, object]) -> Node | None:
        """Return the event below a node with these `answers`, else with the first ones."""
        while not node.whole:
            if self._is_dead_end(node):
                return None
            likely = _likeliest(node, answers)
            children = (node.child(n) for n in chain(likely, node.answers()))
            child = next((child for child in children if not self._is_dead_end(child)), None)
            if child is None:
                node.dead = not node.whole
                return None
            node = child
        return node

    def _below(
        self, node: Node, floors: dict[str, int], *, few: bool, one_order: bool
    ) -> Iterator[Node]:
        """Yield all events below a node; of many values only some if `few`.

        `one_order`: each list in one order only. `floors` has by list the rank of its last element,
        and none of a lower rank follows it.
        """
        if node.whole or self._is_dead_end(node):
            yield node
            return
        numbers: Sequence[int] = node.answers()
        if few and len(numbers) > MANY:
            numbers = [numbers[0], numbers[len(numbers) // 2], numbers[-1]]
        for number in numbers:
            after = floors
            if one_order and node.list is not None and number != STOP:
                rank = node.list.ranks.get(repr(node.question.values[number]), 0)
                if rank < floors.get(node.list.name, 0):
                    continue
                after = floors | {node.list.name: rank}
            yield from self._below(node.child(number), after, few=few, one_order=one_order)

    def _is_dead_end(self, node: Node) -> bool:
        """Return True if nothing below a node can be legal, by what is known of such events."""
        if node.dead or node.witness or node.whole:
            return node.dead
        fits, elements = self._help.fits, node.list
        if fits is not None and not fits(self._state, node.before):
            node.dead = True
        elif node.stop and elements is not None and elements.name in self._help.grows:
            beginning = node.child(STOP)
            node.dead = beginning.whole and bool(self._judged(beginning))
        return node.dead

    # --- drawing ---------------------------------------------------------------------------

    def draw(
        self, rng: Random, weight: Weight | None = None, write: Write | None = None
    ) -> Data | None:
        """Return a legal event at random; None where there is none.

        Without `write` what somebody would have to write is left out (null).
        """
        drawing = _Drawing(rng, weight or (lambda *_: None), write or (lambda *_: None))
        for _ in range(DRAWS):
            leaf = self._root
            while not leaf.whole and (leaf.answers() or leaf.question.written):
                leaf = drawing.child(leaf, leaf.answers())
            if leaf.whole and not self._judged(leaf):
                return _event(leaf)
        drawn = self._descended(self._root, drawing)
        return _event(drawn) if drawn else None

    def _descended(self, node: Node, drawing: _Drawing) -> Node | None:
        """Return a legal event below a node, drawn question by question."""
        if node.whole:
            return None if self._judged(node) else node
        if node.question.written is not None:
            return self._descended(drawing.child(node, ()), drawing)
        while offered := [n for n in self._narrowed(node) if not node.child(n).dead]:
            child = drawing.child(node, offered)
            leaf = self._descended(child, drawing)
            if leaf is not None:
                return leaf
            child.dead = True
        return None


def _event(node: Node) -> Data:
    data = node.before.items()
    return {name: list(value) if isinstance(value, tuple) else value for name, value in data}


def _way(node: Node, leaf: Node) -> list[Node]:
    """Return the questions from a node down to an event below it."""
    up = []
    for question in leaf.upwards():
        if not question.whole:
            up.append(question)
        if question is node:
            break
    return up[::-1]


def _likeliest(node: Node, answers: Mapping[Path, object]) -> list[int]:
    """Return the number of the answer that was given there, else of one given in the same list."""
    if node.question.path not in answers:
        return []
    name = node.question.path[0]
    in_list = [value for path, value in answers.items() if len(path) == 2 and path[0] == name]
    numbers = (node.number(value) for value in (answers[node.question.path], *in_list))
    return [number for number in numbers if number is not None][:1]


class _Drawing(NamedTuple):
    """Random answers: the generator, the weights and the writer of free values."""

    rng: Random
    weight: Weight
    write: Write

    def child(self, node: Node, numbers: Sequence[int]) -> Node:
        """Return the node after a random one of these answers."""
        if node.question.written is not None:
            return node.after(self.write(node.question.path, node.question.written, node.before))
        weights = [self._weight(node, number) for number in numbers]
        if not any(weights):
            weights = [1.0] * len(weights)
        return node.child(self.rng.choices(numbers, weights)[0])

    def _weight(self, node: Node, number: int) -> float:
        """Return the weight of an answer; every length of a list is equally likely."""
        question = node.question
        value = STOP if number == STOP else question.values[number]
        weight = self.weight(question.path, value, node.before)
        if weight is not None:
            return weight
        if number != STOP or node.list is None:
            return 1.0
        return len(question.values) / max(1, node.list.several.most - int(question.path[1]))


def narrowing(
    game: GameDefinition, state: object, choice: Choice, order: Sequence[str] | None = None
) -> Narrowing:
    """Return the narrowing of a choice that a game offers in a state.

    With `order` the fields are asked for in that one, and not in the one that the game likes best.
    """
    help_ = _help(game, choice.type)
    if order is not None:
        help_ = help_._replace(order=order)
    entry = game.events.get(choice.type)
    if entry is None:
        return Narrowing(choice, lambda _data: [], help_, state)

    def check(data: Data) -> Breaches:
        try:
            event = convert(data, entry.struct)
        except ValidationError:
            return [Breach(game.log_rule, None, {"problem": "shape"})]
        return entry.check(state, event)

    return Narrowing(choice, check, help_, state)


def least_told(game: GameDefinition, state: object, choice: Choice) -> object:
    """Return a legal event of a choice, with what is secret left open if it may be; else None."""
    open_ = {
        name: NOTHING if isinstance(values, Written) else values
        for name, values in choice.open.items()
    }
    data = narrowing(game, state, structs.replace(choice, open=open_)).witness({})
    entry = game.events.get(choice.type)
    if data is None or entry is None:
        return None
    event = convert(data, entry.struct)
    try:
        unknown = game.need(VISIBILITY).redact(event, "public")
    except ValidationError:
        return event
    return event if list(entry.check(state, unknown)) else unknown


def _help(game: GameDefinition, type_: str) -> Help:
    """Return the knowledge of a game about a type, from the rows of its forms."""
    rows = game.forms.of(type_) if game.forms else ()
    helping = [row.form for row in rows if row.form.grows or row.form.fits or row.form.order]
    return Help(helping[0].grows, helping[0].fits, helping[0].order) if helping else Help()
