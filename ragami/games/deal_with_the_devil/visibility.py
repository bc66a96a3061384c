"""Visibility of events: who may see what, and until when; the fields of the events declare it.

A secret place is a path in the data (`roles.red`, `drawn[2]`, `offer`), known to its owners
while the game goes on. Everything that is not declared there is for everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, Final

from msgspec import UNSET, structs

from ragami.decoded import Fields, type_name
from ragami.game.visibility import EVERYTHING, Declared
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.state import Deal, Insight, holder
from ragami.log.record import Noted

WALLS: Final = "walls/open"
# The secret fields of each event, as its struct declares them: to look there takes 20 ms.
SECRETS: Final[Mapping[type[Any], tuple[str, ...]]] = {
    ev.CharactersDealt: ("roles",),
    ev.WishesGiven: ("wishes",),
    ev.OffersSent: ("chests",),
    ev.OfferMade: ("offer",),
    ev.OfferAnswered: ("answer",),
    ev.CardsDrawn: ("kept", "drawn", "event"),
    ev.BuildingsPassed: ("cards",),
    ev.PlanShown: ("discarded",),
}


def places(event: Any) -> Iterator[tuple[str, Any]]:
    """Yield the secret places of an event, each with what stands there."""
    secret = SECRETS.get(type(event), ())
    fields = structs.asdict(event) if secret else {}
    for field in secret:
        value = fields[field]
        if isinstance(value, dict):
            yield from ((f"{field}.{key}", inside) for key, inside in value.items())
        elif isinstance(value, tuple):
            yield from ((f"{field}[{i}]", inside) for i, inside in enumerate(value))
        else:
            yield field, value


def nulls(event: object) -> list[str]:
    """Return the secret places that are null in the record."""
    if type(event) not in SECRETS:  # as most are not
        return []
    return [place for place, value in places(event) if value is None]


def put(event: Any, values: Fields) -> Any:
    """Return the event with values in secret places; other paths are passed over."""
    if not any(place in values for place, _value in places(event)):
        return event
    fields, changed = structs.asdict(event), dict[str, Any]()
    for field in SECRETS[type(event)]:
        value = fields[field]
        if isinstance(value, dict):
            changed[field] = {k: values.get(f"{field}.{k}", there) for k, there in value.items()}
        elif isinstance(value, tuple):
            told = (values.get(f"{field}[{i}]", there) for i, there in enumerate(value))
            changed[field] = tuple(told)
        else:
            changed[field] = values.get(field, value)
    return structs.replace(event, **changed)


def owner(event: Any, place: str) -> str:
    """Return the player whose secret a place is: whose entry of a table it is, or of the event."""
    whose: str = place.partition(".")[2] or event.player
    return whose


class Visibility(Declared):
    """See `ragami.game.visibility.Visibility`.

    What an event of the game opens for all (`roles_shown`, `seed_opened`) fills the places in the
    fold of what a viewer may see; so an event by itself is as secret as it ever was.
    """

    shares = True
    # The records by which the secrets that an app keeps are opened for all.
    opened_by: tuple[str, ...] = ("seed_opened", "wall_opened")

    def redact(self, event: object, viewer: str | None) -> Any:
        """Return the event as `viewer` may see it, without the secrets of others, told or not."""
        if viewer in EVERYTHING:
            return event
        if isinstance(event, ev.Revealed):
            return event if event.player == viewer else Noted("")
        if isinstance(event, ev.Asserted):
            return _own_walls(event, viewer)
        return walled(event) if isinstance(event, ev.GameOpened) else super().redact(event, viewer)

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
    if reveal.place not in dict(places(event)):
        return structs.replace(reveal, value=None)
    owners = {owner(event, reveal.place)}
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


_WITH_NAMES: Final[tuple[type[Any], ...]] = (ev.GameOpened, ev.WordGiven)
VISIBILITY: Final = Visibility({type_name(struct): struct for struct in (*SECRETS, *_WITH_NAMES)})
