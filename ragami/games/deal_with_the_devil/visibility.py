"""Visibility of events: who may see what, and until when; one declaration for all uses.

A secret place is a path in the data (`roles.red`, `drawn[2]`, `offer`), known to its owners
while the game goes on. Everything that is not declared here is for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple

from msgspec import UNSET, Struct, structs, to_builtins

from ragami.decoded import Data, Fields
from ragami.game.visibility import EVERYTHING, Declared, Hidden
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.state import Deal, Insight, holder
from ragami.log.record import Noted

WALLS: Final = "walls/open"
# Who knows a secret: the player of the event, or of a table by colour each player their entry.
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


# Reads the secret fields of an event; the first field twice, so that it is always a tuple.
_LOOKS: Final[Mapping[type[Struct], Callable[[Any], Sequence[Any]]]] = {
    type_: attrgetter(secrets[0].field, *(secret.field for secret in secrets))
    for type_, secrets in SECRETS.items()
}


class Place(NamedTuple):
    """A secret place of an event: its path, what stands there, and what may stand there."""

    path: str
    value: Any
    kind: Any
    secret: Secret
    key: Any


def places(event: Any) -> Iterator[Place]:
    """Yield the secret places of an event, in the order of its data."""
    secrets = SECRETS.get(type(event), ())
    fields = structs.asdict(event) if secrets else {}
    for secret in secrets:
        value = fields[secret.field]
        if isinstance(value, dict):
            for key, content in value.items():
                yield Place(f"{secret.field}.{key}", content, secret.kind, secret, key)
        elif isinstance(value, tuple):
            for i, content in enumerate(value):
                yield Place(f"{secret.field}[{i}]", content, secret.kind, secret, i)
        else:
            yield Place(secret.field, value, secret.kind, secret, None)


def nulls(event: Any) -> list[str]:
    """Return the secret places that are null in the record."""
    look = _LOOKS.get(type(event))
    if look is None or not any(map(_lacks, look(event))):
        return []
    return [place.path for place in places(event) if place.value is None]


def _lacks(value: Any) -> bool:
    """Return True if a secret field, or a place of it, is null."""
    if isinstance(value, dict):
        return None in value.values()
    return value is None or (isinstance(value, tuple) and None in value)


def put(event: Any, values: Fields) -> Any:
    """Return the event with values in secret places; other paths are passed over."""
    changed: Data = {}
    fields = structs.asdict(event)
    for path, _, _, secret, key in places(event):
        if path not in values:
            continue
        if key is None:
            changed[secret.field] = values[path]
            continue
        before = changed.get(secret.field, fields[secret.field])
        if isinstance(before, tuple):
            changed[secret.field] = (*before[:key], values[path], *before[key + 1 :])
        else:
            changed[secret.field] = before | {key: values[path]}
    return structs.replace(event, **changed) if changed else event


def owner(event: Any, place: Place) -> str:
    """Return the player whose secret a place is."""
    whose: str = place.key if place.secret.who == "each" else event.player
    return whose


class Visibility(Declared):
    """See `ragami.game.visibility.Visibility`.

    Names and words are declared; of the rest `SECRETS` says who knows it. What an event of the game
    opens for all (`roles_shown`, `seed_opened`) fills the places in the fold of what a viewer may
    see; so an event by itself is as secret as it ever was.
    """

    hides = True
    shares = True
    # The records by which the secrets that an app keeps are opened for all.
    opened_by: tuple[str, ...] = ("seed_opened", "wall_opened")

    def secrets(self, event: object) -> Iterator[Hidden]:
        """Yield what a private game leaves out: people's names, and the known values of secrets."""
        yield from super().secrets(event)
        for place in places(event):
            if place.value is not None:
                yield Hidden(place.path, (owner(event, place),), None)

    def places(self, event: object) -> Data:
        return {place.path: to_builtins(place.value) for place in places(event)}

    def redact(self, event: object, viewer: str | None) -> Any:
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
            place.path: None
            for place in places(event)
            if place.value is not None and owner(event, place) != viewer
        }
        return put(event, hidden) if hidden else event

    def seen(
        self, event: object, complete: object, viewer: str, standing: Sequence[tuple[int, object]]
    ) -> Any:
        """Return an event as the viewer's own log has it: with the viewer's own secrets."""
        if isinstance(event, ev.Revealed):
            return _seen_reveal(event, viewer, standing)
        if isinstance(event, ev.BuildingsPassed) and _receiver(event, standing) == viewer:
            return complete
        return self.redact(event, viewer)

    def insight(
        self, standing: Sequence[tuple[int, Any]], state: Any, viewer: str
    ) -> Mapping[Any, Any]:
        """Return the contents of chests, and of walls at the end of open hands."""
        insight: dict[Any, Any] = {"viewer": viewer, **_in_the_chests(standing, viewer)}
        opened = opening_of(standing)
        if opened and opened.options.open:
            players = state.in_order() if state.at == "over" else ()
            insight["walls"] = {
                player.colour: (copy(player.goods), copy(player.souls), player.indulgences)
                for player in players
            }
        return insight

    def give(self, state: Any, insight: Mapping[Any, Any]) -> None:
        state.insight = Insight(insight)


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


Standing = Sequence[tuple[int, Any]]


def _seen_reveal(reveal: ev.Revealed, viewer: str, standing: Standing) -> object:
    """Return a reveal as a viewer sees it: whole if the secret is the viewer's own.

    One that belongs to no event has no value."""
    number, event = next(
        ((n, event) for n, (seq, event) in enumerate(standing) if seq == reveal.seq), (0, None)
    )
    place = next((candidate for candidate in places(event) if candidate.path == reveal.place), None)
    if place is None:
        return structs.replace(reveal, value=None)
    owners = {owner(event, place)}
    if isinstance(event, ev.BuildingsPassed):
        owners.add(_receiver(event, standing[:number]))
    return reveal if viewer in owners else Noted("")


def opening_of(standing: Iterable[tuple[int, Any]]) -> ev.GameOpened | None:
    """Return record 1, where it is one."""
    return next((event for _, event in standing if isinstance(event, ev.GameOpened)), None)


def _receiver(passed: ev.BuildingsPassed, standing: Standing) -> str:
    """Return the receiver of the cards: the next clockwise, in odd rounds the one before."""
    opened = opening_of(standing)
    seats = [player.colour for player in opened.players] if opened else []
    if passed.player not in seats:
        return ""
    round_ = 1 + sum(isinstance(event, ev.ChestsReturned) for _, event in standing)
    by = 1 if round_ % 2 == 0 else -1
    return seats[(seats.index(passed.player) + by) % len(seats)]


# The events from which the contents of chests are known.
_OF_CHESTS: Final = frozenset(
    (ev.CharactersDealt, ev.OfferMade, ev.OffersSent, ev.OfferAnswered, ev.ChestsReturned)
)


def _in_the_chests(standing: Standing, viewer: str) -> dict[Any, Any]:
    """Return the offers in front of a viewer by round and pass, and by round the answers to
    the viewer's own chest."""
    contents: dict[Any, Any] = {}
    roles: Mapping[Any, Any] = {}
    deal, round_ = Deal(), 1
    for event in [event for _seq, event in standing if type(event) in _OF_CHESTS]:
        match event:
            case ev.CharactersDealt():
                roles = event.roles
            case ev.OfferMade():
                deal.offers[event.player] = event.offer
            case ev.OffersSent():
                sent: Mapping[Any, Any] = event.chests
                deal.chests.append(dict(sent))
                deal.answers.append({})
                whose = holder(roles, sent.get(viewer))
                contents[round_, len(deal.chests)] = deal.offers.get(whose) if whose else None
            case ev.OfferAnswered() if deal.answers:
                deal.answers[-1][event.player] = event.answer
            case ev.ChestsReturned():
                had = [holder(chests, roles.get(viewer)) for chests in deal.chests]
                contents[round_] = [
                    answers.get(receiver) if receiver else None
                    for receiver, answers in zip(had, deal.answers, strict=True)
                ]
                deal, round_ = Deal(), round_ + 1
    return contents


def _own_walls(assertion: ev.Asserted, viewer: str | None) -> ev.Asserted:
    """Return an assertion without what is behind the walls of others."""
    own = {
        name: {colour: pieces for colour, pieces in stated.items() if colour == viewer}
        for name in ("goods", "souls")
        if (stated := getattr(assertion, name)) is not UNSET
    }
    return structs.replace(assertion, **own) if own else assertion


VISIBILITY: Final = Visibility({"game_opened": ev.GameOpened, "word_given": ev.WordGiven})
