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
    """Yield the VP that an event brought to each player; of the last one also the final scoring."""
    final = after.final["players"] if after.final and not before.final else {}
    change, attempt = Change(before, after), before.attempt
    die = before.view["conflicts"][str(attempt.square)] if attempt else 0
    for colour in after.view["players"]:
        bonus = final[colour]["bonus"] if final else 0
        for source, won in by_source(event, colour, change.of(colour, "vp"), die, bonus):
            yield Gain(colour, source, won)


def by_source(
    event: object, colour: str, points: int, die: int, bonus: int
) -> Iterator[tuple[str, int]]:
    """Yield where the VP come from that an event brought to a player.

    `die` is that of the conflict where somebody tries one, `bonus` that of the end. VP without an
    event of their own come from conversions of cubes or Virtue points, also at the end.
    """
    parts = {"bonus": bonus}
    if isinstance(event, ev.ConflictTried) and event.withdraw_to is None:
        own = die if colour == event.player else 0
        parts |= {"conflicts": own, "saints": points - own}
    elif source := OF_EVENT.get(type(event)):
        parts[source] = points
    parts["conversions"] = points - sum(parts.values())
    return ((source, won) for source, won in parts.items() if won)
