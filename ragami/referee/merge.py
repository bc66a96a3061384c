"""Two records of one game, made by two people: what do they say together?

The events that count are laid side by side. Where they agree, the merged game has what both say,
with a card from whoever knows it. Where only one of them has an event, the other has left it out,
if the rules allow the game to go on so. What cannot be explained in that way is a divergence, and
somebody has to pick. Of all explanations the cheapest is taken: leaving out an event is common,
two people writing different things for the same doing is rarer, and for different doings rarer
still.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from heapq import heappop, heappush
from itertools import count, product
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

from ragami.decoded import Data
from ragami.findings import Finding
from ragami.game import GameDefinition, State
from ragami.game.capabilities import RECONCILIATION
from ragami.judge.judge import NONSENSE, Judge
from ragami.log.record import Record
from ragami.referee.accounts import Account, AccountEntry

Side = Literal["a", "b"]
Origin = Literal["both", "a", "b"]

OTHER_ORDER: Final = 1
LEFT_OUT: Final = 2
RIVALS: Final = 3
OTHER_DOING: Final = 10
AGREED_AGAIN: Final = 10
"""Events in a row on which both agree, after which an explanation is believed."""

ORDER: Final = 6
"""Events whose order tells two explanations of one place apart."""

REORDERED: Final = 4
"""Events that two people may have in another order, at most: a setup step of all players."""

FURTHER: Final = 5
"""Further contradictions after which two accounts are hardly of one game."""

EXPLANATIONS: Final = 1000
"""How many half-way explanations of one place are looked at, at most."""


class Merged(NamedTuple):
    """An event of the merged game, and its seq in each account that has it."""

    data: Any
    at: Any
    by: str | None
    origin: Origin
    a: int | None
    b: int | None
    rulings: tuple[Record, ...]


class Divergence(Struct, frozen=True):
    """The first place where two accounts contradict each other.

    `at` is how many events had been merged before it. `unexplained` is set where there is no
    choice between two events, but the rules refuse what comes next whoever is believed.
    """

    at: int
    a: AccountEntry | None
    b: AccountEntry | None
    wrong_a: Finding | None = None
    wrong_b: Finding | None = None
    unexplained: Finding | None = None


class MergeStep(NamedTuple):
    """Part of an explanation: events to take from here on, and how far that reads each account."""

    cost: int
    i: int
    j: int
    events: tuple[Merged, ...]
    # Where the first contradiction on this way stands: (events merged, i, j).
    contradiction: tuple[int, int, int] | None


class Merge:
    """The merging of two accounts; goes on from divergence to divergence.

    `merged` is what is agreed so far, `a` and `b` how many events of each account are in it.
    """

    def __init__(self, game: GameDefinition, account_a: Account, account_b: Account) -> None:
        self.game = game
        self.judge = Judge(game)
        self.one = account_a.entries
        self.other = account_b.entries
        self.merged: list[Merged] = []
        self.i = 0
        self.j = 0
        # The ways of an explanation pass the same pairs in many orders.
        self._joined: dict[tuple[int, int], Merged | None] = {}

    @property
    def done(self) -> bool:
        """True if both accounts have been read to their ends."""
        return self.i == len(self.one) and self.j == len(self.other)

    def go_on(self) -> Divergence | None:
        """Merge up to the next divergence; None when all is merged."""
        state = self.fold(self.merged)
        while not self.done:
            event = self._agreed(self.i, self.j)
            if event is not None and not self._wrong(state, event):
                self._take(state, event)
                self.i, self.j = self.i + 1, self.j + 1
                continue
            step = self._explain()
            if step is None:
                return self._unexplained(state)
            if step.contradiction:
                return self._diverged(step)
            for part in step.events:
                self._take(state, part)
            self.i, self.j = step.i, step.j
        self._open_again()
        return None

    def _open_again(self) -> None:
        """Replace the first event by what all of them show it to be."""
        if self.merged:
            events = [event.data for event in self.merged]
            opening = self.game.need(RECONCILIATION).opening(events, self.fold(self.merged))
            self.merged[0] = self.merged[0]._replace(data=opening)

    def pick(self, divergence: Divergence, side: Side) -> Finding | None:
        """Believe one side at a divergence, and return what the rules have against it, if anything.

        The other side's event counts for nothing.
        """
        entry = divergence.a if side == "a" else divergence.b
        if entry is None:
            return divergence.unexplained
        event = _alone(entry, side)
        finding = self._wrong(self.fold(self.merged), event)
        if finding:
            return finding
        self.merged.append(event)
        self.i, self.j = self.i + (divergence.a is not None), self.j + (divergence.b is not None)
        return None

    # --- one event --------------------------------------------------------------------------

    def fold(self, events: Sequence[Merged]) -> State:
        """Return the state after these events; nothing is judged."""
        state = self.game.new_state()
        for seq, event in enumerate(events, 1):
            self.judge.apply(state, event.data, seq)
        return state

    def _take(self, state: State, event: Merged) -> None:
        self.merged.append(event)
        self.judge.apply(state, event.data, len(self.merged))

    def _wrong(self, state: State, event: Merged) -> Finding | None:
        """Return the finding against an event as the next one, apart from its rulings."""
        ruled = {ruling.data.rule for ruling in event.rulings}
        return self.judge.wrong(state, event.data, len(self.merged) + 1, ruled)

    def _agreed(self, i: int, j: int) -> Merged | None:
        """Return the next event, merged from both accounts; None if they disagree or one ends."""
        if i == len(self.one) or j == len(self.other):
            return None
        if (i, j) not in self._joined:
            self._joined[i, j] = self._join(self.one[i], self.other[j])
        return self._joined[i, j]

    def _join(self, a: AccountEntry, b: AccountEntry) -> Merged | None:
        data = self.game.need(RECONCILIATION).join(a.data, b.data)
        if data is None:
            return None
        at, by = (a.at, a.by) if a.at else (b.at, a.by or b.by)
        return Merged(data, at, by, "both", a.seq, b.seq, _rulings_of_both(a, b))

    # --- where they do not agree --------------------------------------------------------------

    def _explain(self) -> MergeStep | None:
        """Return the cheapest way on which both agree again; None if there is none."""
        ties = count()
        ways = [(0, 0, next(ties), MergeStep(0, self.i, self.j, (), None))]
        seen: set[tuple[object, ...]] = set()
        for _ in range(EXPLANATIONS):
            if not ways:
                return None
            step = heappop(ways)[3]
            # The same events in another order are another game: what was drawn in a turn is not
            # yet in the hand, and so on. But what was taken long before makes no difference.
            order = tuple(event.origin for event in step.events[-ORDER:])
            place = (step.i, step.j, step.contradiction is None, order)
            if place in seen:
                continue
            seen.add(place)
            state = self.fold([*self.merged, *step.events])
            step, agreed = self._run(state, step)
            if agreed >= AGREED_AGAIN or (step.i == len(self.one) and step.j == len(self.other)):
                return step
            for further in self._branches(state, step):
                heappush(ways, (further.cost, -further.i - further.j, next(ties), further))
        return None

    def _run(self, state: State, step: MergeStep) -> tuple[MergeStep, int]:
        """Advance while both agree; return where that ends, and after how many events."""
        events = list(step.events)
        i, j = step.i, step.j
        start = i
        while i - start < AGREED_AGAIN:
            event = self._agreed(i, j)
            if event is None or self._wrong(state, event):
                break
            self.judge.apply(state, event.data, len(self.merged) + len(events) + 1)
            events.append(event)
            i, j = i + 1, j + 1
        return MergeStep(step.cost, i, j, tuple(events), step.contradiction), i - start

    def _branches(self, state: State, step: MergeStep) -> Iterator[MergeStep]:
        """Yield the steps past a disagreement: an event left out, or a contradiction."""
        a = self.one[step.i] if step.i < len(self.one) else None
        b = self.other[step.j] if step.j < len(self.other) else None
        alone = [(_alone(a, "a"), 1, 0)] if a else []
        alone += [(_alone(b, "b"), 0, 1)] if b else []
        allowed = [step_ for step_ in alone if not self._wrong(state, step_[0])]
        for event, i, j in allowed:
            yield self._further(step, LEFT_OUT, (i, j), event, step.contradiction)
        if a and b and self._agreed(step.i, step.j) is None:
            yield from self._reordered(step)
            price = RIVALS if self.game.need(RECONCILIATION).rivals(a.data, b.data) else OTHER_DOING
            position = step.contradiction or (len(step.events), step.i, step.j)
            for event, _i, _j in allowed:
                yield self._further(step, price, (1, 1), event, position)

    def _reordered(self, step: MergeStep) -> Iterator[MergeStep]:
        """Yield a few events in another order, if the rules allow both and both come to the same.

        One of them may be left out besides. The merged game has them as the first account does.
        """
        like = self._alike(step)
        if not any(x < u and y > v for x, y in like for u, v in like):
            return
        for a, b in product(range(2, REORDERED + 1), repeat=2):
            if step.i + a > len(self.one) or step.j + b > len(self.other):
                continue
            block = self._block(step, a, b, like)
            seqs = [event.b or 0 for event in block if event.origin == "both"]
            if seqs == sorted(seqs) or not self._come_to_the_same(step, block):
                continue
            lacking = sum(event.origin != "both" for event in block)
            cost = step.cost + OTHER_ORDER + LEFT_OUT * lacking
            events = (*step.events, *block)
            yield MergeStep(cost, step.i + a, step.j + b, events, step.contradiction)

    def _alike(self, step: MergeStep) -> dict[tuple[int, int], Merged]:
        """Return the equal ones of the next few events of both, by their distances."""
        near_a = range(min(REORDERED, len(self.one) - step.i))
        near_b = range(min(REORDERED, len(self.other) - step.j))
        pairs = ((x, y, self._agreed(step.i + x, step.j + y)) for x in near_a for y in near_b)
        return {(x, y): event for x, y, event in pairs if event}

    def _block(
        self, step: MergeStep, a: int, b: int, like: dict[tuple[int, int], Merged]
    ) -> list[Merged]:
        """Return the next events of both: in the order of the first, then what only B has."""
        free = list(range(b))
        block = []
        for x in range(a):
            y = next((y for y in free if (x, y) in like), None)
            block.append(_alone(self.one[step.i + x], "a") if y is None else like[x, y])
            if y is not None:
                free.remove(y)
        return [*block, *(_alone(self.other[step.j + y], "b") for y in free)]

    def _come_to_the_same(self, step: MergeStep, block: Sequence[Merged]) -> bool:
        """Return True if these events are legal in either order and lead to the same position."""
        of_b = [event for event in block if event.b is not None]
        order = [*sorted(of_b, key=lambda event: event.b or 0), *(e for e in block if e.b is None)]
        views = [self._leading_to(step, way) for way in (block, order)]
        return views[0] is not None and views[0] == views[1]

    def _leading_to(self, step: MergeStep, events: Sequence[Merged]) -> dict[str, object] | None:
        """Return the position after some events; None if the rules refuse one of them."""
        state = self.fold([*self.merged, *step.events])
        seq = len(self.merged) + len(step.events)
        for event in events:
            if self._wrong(state, event):
                return None
            seq += 1
            self.judge.apply(state, event.data, seq)
        return self.game.view(state, 0)

    def _further(
        self,
        step: MergeStep,
        price: int,
        read: tuple[int, int],
        event: Merged,
        contradiction: tuple[int, int, int] | None,
    ) -> MergeStep:
        return MergeStep(
            step.cost + price,
            step.i + read[0],
            step.j + read[1],
            (*step.events, event),
            contradiction,
        )

    # --- what is to be said -------------------------------------------------------------------

    def _diverged(self, step: MergeStep) -> Divergence:
        """Merge up to the contradiction, and show it."""
        assert step.contradiction
        agreed, self.i, self.j = step.contradiction
        self.merged += step.events[:agreed]
        a, b = self.one[self.i], self.other[self.j]
        state = self.fold(self.merged)
        return Divergence(
            len(self.merged),
            a,
            b,
            self._wrong(state, _alone(a, "a")),
            self._wrong(state, _alone(b, "b")),
        )

    def _unexplained(self, state: State) -> Divergence:
        """Return a divergence without explanation; to pick, if the rules allow one of the two."""
        a = self.one[self.i] if self.i < len(self.one) else None
        b = self.other[self.j] if self.j < len(self.other) else None
        wrong_a = self._wrong(state, _alone(a, "a")) if a else None
        wrong_b = self._wrong(state, _alone(b, "b")) if b else None
        may_pick = (a and not wrong_a) or (b and not wrong_b)
        stuck = None if may_pick else wrong_a or wrong_b
        return Divergence(len(self.merged), a, b, wrong_a, wrong_b, stuck)


def _alone(entry: AccountEntry, side: Side) -> Merged:
    a, b = (entry.seq, None) if side == "a" else (None, entry.seq)
    return Merged(entry.data, entry.at, entry.by, side, a, b, entry.rulings)


def _rulings_of_both(a: AccountEntry, b: AccountEntry) -> tuple[Record, ...]:
    """Return one ruling for each rule; the first account's where both have it."""
    rules = {ruling.data.rule for ruling in a.rulings}
    return (*a.rulings, *(ruling for ruling in b.rulings if ruling.data.rule not in rules))


class MergeOutcome(NamedTuple):
    """The outcome of a version of the game, if it is believed from a divergence on.

    `cut_short`: there are so many contradictions (`FURTHER`) that nobody would go on.
    """

    contradictions: int
    events: int
    final: Data | None
    stopped: Finding | None = None
    cut_short: bool = False


def outcome(merge: Merge, divergence: Divergence, side: Side) -> MergeOutcome:
    """Return the outcome if one side is believed from here on. Leaves `merge` as it is."""
    trial = copy(merge)
    trial.merged = list(merge.merged)
    further = -1
    place: Divergence | None = divergence
    while place:
        further += 1
        if further == FURTHER:
            return MergeOutcome(further, len(trial.merged), None, cut_short=True)
        finding = trial.pick(place, side)
        if finding:
            return MergeOutcome(further, len(trial.merged), None, finding)
        place = trial.go_on()
    final = trial.game.final(trial.fold(trial.merged))
    return MergeOutcome(further, len(trial.merged), final)


def view_after(merge: Merge, divergence: Divergence, side: Side) -> dict[str, object] | None:
    """Return the table after a divergence as one side has it, whatever the rules say to that.

    None where there is none: no event, or one that makes no sense on this table.
    """
    entry = divergence.a if side == "a" else divergence.b
    try:
        believed = merge.merged[: divergence.at]
        if entry is None:
            return None
        state = merge.fold([*believed, _alone(entry, side)])
        return merge.game.view(state, divergence.at + 1)
    except NONSENSE:
        return None
