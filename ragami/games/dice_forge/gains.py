"""Sources of glory. See `ragami.game.capabilities.Gains`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ragami.game.page_content import Gain
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.narration import Moment
from ragami.games.dice_forge.reserves import BOTH_SIDES, SIDE, SIDE_GLORY
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language

SOURCES: Final = TABLES["source"]
# What the rest of an event's glory comes from.
OF_EVENT: Final[Mapping[type[Any], str]] = {
    ev.FeatPerformed: "feats",
    ev.Reinforced: "feats",
    ev.BoarPaid: "boars",
}


def sources(language: Language) -> Mapping[str, str]:
    """Name what glory comes from."""
    return {code: text.text(language) for code, text in SOURCES.items()}


def gains(event: Any, before: Moment, after: Moment) -> Iterator[Gain]:
    """Yield the glory of each source; printed glory counts when the card is taken."""
    for colour, points in after.scores.items():
        track = after.reserves[colour][3] - (before.reserves.get(colour) or (0, 0, 0, 0))[3]
        won = points - before.scores.get(colour, 0)
        parts = {"cards": won - track, "hammers": _hammer(colour, before, after)}
        parts["feats"] = _typhon(colour, before, after)
        remainder = track - parts["hammers"] - parts["feats"]
        source = OF_EVENT.get(type(event), "faces")
        parts[source] = parts.get(source, 0) + remainder
        yield from (Gain(colour, code, n) for code, n in parts.items() if n)


def _hammer(colour: str, before: Moment, after: Moment) -> int:
    """The glory of the sides that were completed."""
    return _struck(after.struck[colour]) - _struck(before.struck.get(colour, 0))


def _struck(steps: int) -> int:
    rounds, begun = divmod(steps, BOTH_SIDES)
    return rounds * sum(SIDE_GLORY) + (SIDE_GLORY[0] if begun >= SIDE else 0)


def _typhon(colour: str, before: Moment, after: Moment) -> int:
    """1 glory for each face removed, for each card that was taken."""
    cards, _ = before.typhon.get(colour, (0, 0))
    cards_taken, removed = after.typhon[colour]
    return (cards_taken - cards) * removed
