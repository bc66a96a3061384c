"""Sources of VP, read off the moments before and after an event (R-VP-01..07)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ragami.game.page_content import Gain
from ragami.games.ragami import events as ev
from ragami.games.ragami.look import Change, Moment

SOURCES: Final = ("conflicts", "saints", "purifying", "conversions", "card_10", "bonus")
# What the whole gain of an event comes from; that of an attempt has two sources.
OF_EVENT: Final[Mapping[type[Any], str]] = {
    ev.RagamiMoved: "purifying",
    ev.LastPlayerRaised: "card_10",
}


def gains(event: object, before: Moment, after: Moment) -> Iterator[Gain]:
    """Yield the VP that an event brought to each player; for the last event also the final scoring.

    VP without an event of their own come from conversions of cubes or Virtue points, also at the
    end.
    """
    final = after.final["players"] if after.final and not before.final else {}
    change = Change(before, after)
    for colour in after.view["players"]:
        points = change.of(colour, "vp")
        parts = dict(_parts(event, colour, points, before))
        parts["bonus"] = final[colour]["bonus"] if final else 0
        remainder = points - sum(parts.values())
        parts["conversions"] = parts.get("conversions", 0) + remainder
        yield from (Gain(colour, source, won) for source, won in parts.items() if won)


def _parts(event: object, colour: str, points: int, before: Moment) -> Iterator[tuple[str, int]]:
    """Yield the VP that the event itself brought to a player, by source."""
    if isinstance(event, ev.ConflictTried) and event.withdraw_to is None:
        value = before.attempt and _die(before, before.attempt.square)
        own = value or 0 if colour == event.player else 0
        yield "conflicts", own
        yield "saints", points - own
    elif source := OF_EVENT.get(type(event)):
        yield source, points


def _die(before: Moment, square: int) -> int:
    """The number on a Conflict die."""
    return int(before.view["conflicts"][str(square)])
