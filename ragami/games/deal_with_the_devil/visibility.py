"""Who may see what of an event, and until when: one declaration, and what is derived from it.

A secret place is a path in the data (`roles.red`, `drawn[2]`, `offer`); section 1.18 says who
knows it while the game goes on. Everything that is not declared here is for everybody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Struct, structs

from ragami.games.deal_with_the_devil import events as ev

# `player`: whoever the event is about; `receiver`: and the neighbour who gets it; `each`: of a
# table by colour everybody their own entry.
Who = Literal["player", "receiver", "each"]


class Secret(NamedTuple):
    """A field that not everybody may see. `until`: the type of event from which on all may."""

    field: str
    who: Who
    kind: Any
    until: str | None = None


SECRETS: Final[Mapping[type[Struct], tuple[Secret, ...]]] = {
    ev.CharactersDealt: (Secret("roles", "each", ev.Role, "roles_shown"),),
    ev.WishesGiven: (Secret("wishes", "player", ev.Wishes),),
    ev.OffersSent: (Secret("chests", "each", ev.Role, "seed_opened"),),
    ev.OfferMade: (Secret("offer", "player", ev.Offer),),
    ev.OfferAnswered: (Secret("answer", "player", ev.Answer),),
    ev.CardsDrawn: (
        Secret("kept", "player", str),
        Secret("drawn", "player", str),
        Secret("event", "player", str),
    ),
    ev.BuildingsPassed: (Secret("cards", "receiver", str),),
    ev.PlanShown: (Secret("discarded", "player", str),),
}


class Place(NamedTuple):
    """A secret place of an event: its path, what stands there, and what may stand there."""

    path: str
    value: Any
    kind: Any
    secret: Secret
    key: Any


def places(event: Any) -> Iterator[Place]:
    """The secret places of an event, in the order of its data."""
    for secret in SECRETS.get(type(event), ()):
        value = getattr(event, secret.field)
        if isinstance(value, dict):
            for key, one in value.items():
                yield Place(f"{secret.field}.{key}", one, secret.kind, secret, key)
        elif isinstance(value, tuple):
            for i, one in enumerate(value):
                yield Place(f"{secret.field}[{i}]", one, secret.kind, secret, i)
        else:
            yield Place(secret.field, value, secret.kind, secret, None)


def nulls(event: Any) -> list[str]:
    """The secret places of which nobody has told the record."""
    if type(event) not in SECRETS:
        return []
    return [place.path for place in places(event) if place.value is None]


def put(event: Any, values: Mapping[str, Any]) -> Any:
    """The event with values in secret places; other paths are passed over."""
    changed: dict[str, Any] = {}
    for path, _, _, secret, key in places(event):
        if path not in values:
            continue
        if key is None:
            changed[secret.field] = values[path]
            continue
        before = changed.get(secret.field, getattr(event, secret.field))
        if isinstance(before, tuple):
            changed[secret.field] = (*before[:key], values[path], *before[key + 1 :])
        else:
            changed[secret.field] = before | {key: values[path]}
    return structs.replace(event, **changed) if changed else event


def value_of(place: Place, plain: Any) -> Any:
    """A told value as the place has it. Raises `msgspec.ValidationError` for a wrong shape."""
    return msgspec.convert(plain, type=place.kind)


def redact(
    event: Any,
    viewer: str | None,
    happened: Collection[str] = (),
    receiver: ev.Colour | None = None,
) -> Any:
    """An event as `viewer` may see it (None, `referee`: all); the same object if nothing goes.

    `happened`: the types of events so far; `receiver`: who gets what is passed on.
    """
    if viewer in (None, "referee"):
        return event
    player = getattr(event, "player", None)
    if isinstance(event, ev.Revealed):
        return event if player == viewer else structs.replace(event, value=None)
    hidden = {
        path: None
        for path, value, _, secret, key in places(event)
        if value is not None
        and secret.until not in happened
        and viewer != (key if secret.who == "each" else player)
        and not (secret.who == "receiver" and viewer == receiver)
    }
    return put(event, hidden) if hidden else event
