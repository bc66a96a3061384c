"""What in an event is not for everybody: the one list that every way out keeps to (law 7).

Cards are secret while they are in a hand. Names are secret only in a game that is private; free
words can hold a name, too, and are searched when one is withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ragami.games.ragami.events import CardsDrawn, Event, GameOpened, StartingCardKept
from ragami.hidden import Hidden

SECRET: Final[Mapping[type[Event], str]] = {StartingCardKept: "kept", CardsDrawn: "kept"}
"""The field of an event that only its player knows: a card, or several."""

WORDING: Final[Mapping[str, Sequence[str]]] = {
    "game_opened": (
        "title",
        "components.board.name",
        "components.deck.name",
        "components.dice.name",
    ),
}
"""Where people write what they like, by type of event; names are among the secrets."""


def secrets(event: Any) -> Iterator[Hidden]:
    """What a private game leaves out of an event, whose it is, and what stands there instead."""
    if isinstance(event, GameOpened):
        for number, seat in enumerate(event.players):
            yield Hidden(f"players[{number}].name", seat.colour, seat.colour)
        return
    field = SECRET.get(type(event))
    if field is None:
        return
    value = getattr(event, field)
    places = [f"{field}[{n}]" for n in range(len(value))] if isinstance(value, tuple) else [field]
    for place in places:
        yield Hidden(place, event.player, None)


def without_secrets(event: Any) -> Any:
    """An event without the cards that only its player knows; the same one where it has none."""
    field = SECRET.get(type(event))
    if field is None:
        return event
    value = getattr(event, field)
    unknown = (None,) * len(value) if isinstance(value, tuple) else None
    return replace(event, **{field: unknown})
