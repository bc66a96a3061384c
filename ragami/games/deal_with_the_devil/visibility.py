"""Visibility of events: who may see what, and until when; one declaration for all uses.

A secret place is a path in the data (`roles.red`, `drawn[2]`, `offer`); section 1.18 says who knows
it while the game goes on. Everything that is not declared here is for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Struct, structs, to_builtins

from ragami.findings import Finding
from ragami.game.visibility import EVERYTHING, Declared, Hidden
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.state import Deal
from ragami.log.record import Noted

WALLS: Final = "walls/open"
# `player`: whoever the event is about; `each`: of a table by colour everybody their own entry.
Who = Literal["player", "each"]


class Secret(NamedTuple):
    """A field that not everybody may see."""

    field: str
    who: Who
    kind: Any


SECRETS: Final[Mapping[type[Struct], tuple[Secret, ...]]] = {
    ev.CharactersDealt: (Secret("roles", "each", ev.Role),),
    ev.WishesGiven: (Secret("wishes", "player", ev.Wishes),),
    ev.OffersSent: (Secret("chests", "each", ev.Role),),
    ev.OfferMade: (Secret("offer", "player", ev.Offer),),
    ev.OfferAnswered: (Secret("answer", "player", ev.Answer),),
    ev.CardsDrawn: (
        Secret("kept", "player", str),
        Secret("drawn", "player", str),
        Secret("event", "player", str),
    ),
    ev.BuildingsPassed: (Secret("cards", "player", str),),
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


def owner(event: Any, place: Place) -> str:
    """Return the player whose secret a place is."""
    whose: str = place.key if place.secret.who == "each" else event.player
    return whose


class Visibility:
    """See `ragami.game.unknowns.Visibility`.

    What an event of the game opens for all (`roles_shown`, `seed_opened`) fills the places in the
    fold of what a viewer may see; so an event by itself is as secret as it ever was.
    """

    hides = True
    shares = True
    # The records by which the secrets that an app keeps are opened for all.
    opened_by: tuple[str, ...] = ("seed_opened", "wall_opened")

    def secrets(self, event: Any) -> Iterator[Hidden]:
        """Yield what a private game leaves out: people's names, and the known values of secrets."""
        if isinstance(event, ev.GameOpened):
            yield from _NAMES.secrets(event)
        for place in places(event):
            if place.value is not None:
                yield Hidden(place.path, (owner(event, place),), None)

    def places(self, event: Any) -> Mapping[str, Any]:
        return {one.path: to_builtins(one.value) for one in places(event)}

    def redact(self, event: Any, viewer: str | None) -> Any:
        """Return the event as `viewer` may see it, without the secrets of others, told or not."""
        if viewer in EVERYTHING:
            return event
        if isinstance(event, ev.Revealed):
            return event if event.player == viewer else Noted("")
        if isinstance(event, ev.Asserted):
            return _own_walls(event, viewer)
        if isinstance(event, ev.GameOpened):
            return walled(event)
        hidden = {
            one.path: None
            for one in places(event)
            if one.value is not None and owner(event, one) != viewer
        }
        return put(event, hidden) if hidden else event

    def folds(self, _opened: Any) -> bool:
        """Yes: who may not know everything has a record of walls (`walled`)."""
        return True

    def share(self, whole: Any, seen: Any, viewer: str | None) -> None:
        """Copy the viewer's own secrets (R-D-KNOW-05) and the public indulgences into `seen`.

        At the end the walls are open (R-D-END-01), also where no record had to say so.
        """
        for player in seen.players.values():
            other = whole.players[player.colour]
            player.indulgences = other.indulgences
            if player.colour == viewer:
                for field in ("role", "goods", "souls", "hand", "events"):
                    setattr(player, field, copy(getattr(other, field)))
        for one, known in zip(_dealt(seen.deal), _dealt(whole.deal), strict=True):
            if viewer in known:
                one[viewer] = known[viewer]
        if whole.at == "over" and seen.at == WALLS:
            seen.set_step("over")
            for player in seen.players.values():
                other = whole.players[player.colour]
                player.role = other.role
                player.goods, player.souls = copy(other.goods), copy(other.souls)

    def redact_finding(self, finding: Finding, _viewer: str | None) -> Finding:
        """Return the finding unchanged: it rests on what the viewer may see."""
        return finding

    @property
    def wording(self) -> Mapping[str, Sequence[str]]:
        return _NAMES.wording


def walled(opened: ev.GameOpened) -> ev.GameOpened:
    """Return the opening of an open-handed game for viewers who may not see the hands.

    It becomes a game with walls and every trade in the ledger, judged as far as is known
    (R-D-KNOW-06): a record of open hands may leave nothing unknown (R-D-KNOW-01).
    """
    if not opened.options.open:
        return opened
    return structs.replace(
        opened, options=structs.replace(opened.options, hands="walled", ledger=True)
    )


def _dealt(deal: Deal) -> tuple[dict[Any, Any], ...]:
    """Return the maps by player that a round's deals hold: offers, chests, answers."""
    return (deal.offers, *deal.chests, *deal.answers)


def _own_walls(said: ev.Asserted, viewer: str | None) -> ev.Asserted:
    """An assertion without what is behind the walls of others."""
    own = {
        name: {colour: one for colour, one in told.items() if colour == viewer}
        for name in ("goods", "souls")
        if (told := getattr(said, name)) is not UNSET
    }
    return structs.replace(said, **own) if own else said


_NAMES: Final = Declared({"game_opened": ev.GameOpened, "word_given": ev.WordGiven})
VISIBILITY: Final = Visibility()
