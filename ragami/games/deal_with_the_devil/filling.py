"""What is told later fills its place, and the log is judged again with it (R-D-KNOW-02, -05).

Three folds find the filled log, each stopping at its first illegal event: with what `revealed`
records told; then also with the roles, where that fold accepted `roles_shown`; then also with the
chests, where that one accepted `seed_opened`. An own value of an event always comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from ragami.findings import Breach, Finding, breach
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.components import Cards
from ragami.games.deal_with_the_devil.setup import distributed, expectation
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.visibility import Place, places, put, value_of

# By the number of an event what stands in its secret places.
Told = Mapping[int, Mapping[str, Any]]


def fill(event: Any, told: Mapping[str, Any] | None) -> Any:
    """The event with what was told of it; what it says itself stays."""
    if not told:
        return event
    empty = {place.path for place in places(event) if place.value is None}
    return put(event, {path: value for path, value in told.items() if path in empty})


def tell(
    event: Any | None, told: Mapping[str, Any], said: ev.Revealed, cards: Cards
) -> Any | Breach:
    """The value that a `revealed` tells, or what is wrong with it (R-D-KNOW-05).

    `event`: what counts just then at its `seq`, None if there is no such game event earlier on;
    `told`: what the records before have told of its places; `cards`: the set, which has the ids.
    """
    facts = {"named": said.seq, "place": said.place}
    place = next((one for one in places(event) if one.path == said.place), None)
    if place is None:
        return breach("R-D-KNOW-05", problem="no-such-place", **facts)
    try:
        value = value_of(place, said.value)
    except msgspec.ValidationError:
        return breach("R-D-KNOW-05", problem="shape", **facts, found=said.value)
    if value is None or (place.kind is str and value not in _ids(cards, place)):
        return breach("R-D-KNOW-05", problem="shape", **facts, found=said.value)
    known = place.value if place.value is not None else told.get(said.place)
    if known is not None and known != value:
        return breach("R-D-KNOW-05", problem="known-otherwise", **facts, found=said.value)
    return value


def _ids(cards: Cards, place: Place) -> Iterable[str]:
    """What may stand in the place of a card."""
    return cards.events if place.secret.field in ("event", "discarded") else cards.buildings


def from_roles(standing: Iterable[tuple[int, Any]], state: State) -> dict[int, dict[str, Any]]:
    """What the standing `roles_shown` tells, where the fold that ended in `state` accepted it."""
    counting = list(standing)
    shown = next((event for _, event in counting if isinstance(event, ev.RolesShown)), None)
    if not state.shown or shown is None:
        return {}
    told = {f"roles.{colour}": role for colour, role in shown.roles.items()}
    return {seq: told for seq, event in counting if isinstance(event, ev.CharactersDealt)}


def from_seed(state: State) -> dict[int, dict[str, Any]]:
    """What the standing `seed_opened` tells of chests, where that fold accepted it."""
    if state.seed is None:
        return {}
    found = distributed(state, state.seed)
    return {
        known.seq: {f"chests.{c}": role for c, role in expectation(state, found, known).items()}
        for known in state.dealt
        if known.round
    }


class Sent(NamedTuple):
    """An `offers_sent` that was judged: its record, its round, and the undo that struck it out."""

    seq: int
    round: int
    event: ev.OffersSent
    struck: bool


def repeated_differently(sent: Iterable[Sent]) -> Iterable[Finding]:
    """Passes that were done again in another way (2.3), where chests were dealt by hand."""
    before: list[Sent] = []
    for one in sorted(sent):
        for old in before:
            again = old.struck and (old.round, old.event.pass_) == (one.round, one.event.pass_)
            if again and _differ(old.event, one.event):
                facts = {"before": old.seq, "round": one.round, "pass": one.event.pass_}
                code = "chance-repeated-differently"
                yield Finding(code, "R-D-DIST-08", None, one.seq, one.seq, facts)
                break
        before.append(one)


def _differ(one: ev.OffersSent, other: ev.OffersSent) -> bool:
    pairs = ((one.chests[c], other.chests[c]) for c in one.chests)
    return any(a is not None and b is not None and a != b for a, b in pairs)
