"""A game of bots as different tables would write it down, and what they reveal afterwards."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import convert, to_builtins

from ragami.games.deal_with_the_devil.filling import field_of
from ragami.games.deal_with_the_devil.rules.judge import EVENTS
from ragami.games.deal_with_the_devil.visibility import places, put

Log = list[tuple[str, Any]]
# All told; as an app keeps it (roles and chests); as an observer does (nothing).
Keeper = Literal["full", "app", "observer"]
OF_THE_APP = frozenset({"roles", "chests", "wishes"})


def veiled(log: Log, keeper: Keeper) -> Log:
    """The log with null in what the keeper does not know; an open one stays as it is."""
    if keeper == "full" or log[0][1]["options"].get("hands") == "open_hands":
        return log
    return [(type_, _without(type_, data, keeper)) for type_, data in log]


def _unknown(place: str, value: object, keeper: Keeper) -> bool:
    return value is not None and not (keeper == "app" and field_of(place) in OF_THE_APP)


def _without(type_: str, data: object, keeper: Keeper) -> object:
    event = convert(data, type=EVENTS[type_])
    hidden = {place: None for place, value in places(event) if _unknown(place, value, keeper)}
    return to_builtins(put(event, hidden)) if hidden else data


def reveals(log: Log, keeper: Keeper) -> Log:
    """The `revealed` records that tell all that such a keeper left out."""
    return [
        (
            "revealed",
            {
                "player": data.get("player"),
                "seq": seq,
                "place": place,
                "value": to_builtins(value),
            },
        )
        for seq, (type_, data) in enumerate(log, 1)
        for place, value in places(convert(data, type=EVENTS[type_]))
        if _unknown(place, value, keeper)
    ]
