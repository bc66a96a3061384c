"""From candidates to choices: what the judges' own `check` accepts is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any, Final

from msgspec import convert

from ragami.decoded import Data
from ragami.findings import Breaches
from ragami.game.choices.choice import Choice
from ragami.games.ragami.components import KINDS
from ragami.games.ragami.rules.judge import EVENTS, JUDGES
from ragami.games.ragami.state import State

Choices = Iterator[Choice]
TOO_MANY: Final = "R-INV-05"
# The cards that lie face up and those that are kept, as the data of an event.
Deal = Callable[[list[int], list[Any]], Data]


def breaches(s: State, type_: str, data: Data) -> Breaches:
    struct = EVENTS[type_]
    return JUDGES[struct][0](s, convert(data, struct))


def accepts(s: State, type_: str, data: Data) -> bool:
    """Return True if the judge would accept an event with this data."""
    return not breaches(s, type_, data)


def free(s: State, type_: str, data: Data, candidates: Mapping[str, Iterable[Any]]) -> Choices:
    """Yield a choice whose open fields do not depend on each other; none where nothing is legal.

    Field by field the least wrong value leads to an event that is legal, if there is one: that
    spares the product of the fields.
    """
    lists = {name: list(values) for name, values in candidates.items()}
    if not all(lists.values()):
        return
    draft = data | {name: values[0] for name, values in lists.items()}
    for name, values in lists.items():
        if accepts(s, type_, draft):
            break
        faults = [len(breaches(s, type_, draft | {name: value})) for value in values]
        draft[name] = values[faults.index(min(faults))]
    if not accepts(s, type_, draft):
        return
    fit = {
        name: [value for value in values if accepts(s, type_, draft | {name: value})]
        for name, values in lists.items()
    }
    yield Choice(type_, data, fit)


def kinds(
    s: State, type_: str, deals: Iterable[Deal], up: int, kept_count: int
) -> tuple[list[Any], list[Any]]:
    """Return the kinds that may lie face up, and those that may be kept, when so many are dealt."""
    deals = list(deals)
    unseen: list[object] = [None] * (kept_count - 1)
    face_up = [
        kind
        for kind in KINDS
        if any(may_be_dealt(s, type_, deal, [kind], up, [None, *unseen]) for deal in deals)
    ]
    in_hand = [
        kind
        for kind in (None, *KINDS)
        if any(may_be_dealt(s, type_, deal, [], up, [kind, *unseen]) for deal in deals)
    ]
    return face_up, in_hand


def may_be_dealt(
    s: State, type_: str, deal: Deal, cards: list[int], up: int, kept_cards: list[Any]
) -> bool:
    """Return True if some deal of `up` cards with `cards` among them is legal with these kept.

    What was seen least is tried first beside them: of it most may still come.
    """
    played_with = [kind for kind in KINDS if kind not in s.removed]
    played_with.sort(key=s.certain.__getitem__)
    for fillers in combinations_with_replacement(played_with, up - len(cards)):
        faults = breaches(s, type_, deal([*cards, *fillers], kept_cards))
        if not faults:
            return True
        if any(
            fault.rule != TOO_MANY or fault.facts.get("card") not in fillers for fault in faults
        ):
            return False  # and no other cards beside them would change that
    return False


def grouped(pairs: Iterable[Data], by: str) -> list[Data]:
    """Join `{by, to}` pairs with the same `by`, their places in one list."""
    groups: dict[Any, list[Any]] = {}
    for pair in pairs:
        groups.setdefault(pair[by], []).append(pair["to"])
    return [{by: key, "to": places} for key, places in groups.items()]
