"""Sources of points: the track while it is played, the rest at the end. See `Gains`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ragami.game.page_content import Gain
from ragami.games.deal_with_the_devil.narration import Moment
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.language import Language

SOURCES: Final = TABLES["source"]
# The lines of the final count by what points come from; the first is the track, told before.
OF_THE_COUNT: Final = {
    "buildings": ("buildings",),
    "honours": ("majors", "angel", "demon", "indulgences", "courtiers"),
    "burdens": ("debt", "souls"),
    "goods": ("valuables", "route", "fives"),
}


def sources(language: Language) -> Mapping[str, str]:
    """Name what points come from."""
    return {code: text.text(language) for code, text in SOURCES.items()}


def gains(_event: Any, before: Moment, after: Moment) -> Iterator[Gain]:
    """Tell the points of the track apart from those of the final count."""
    for colour, points in after.scores.items():
        rest = points - before.scores.get(colour, 0)
        if after.final and not before.final:
            lines = after.final["players"][colour]
            for source, names in OF_THE_COUNT.items():
                won = sum(lines[name] for name in names)
                rest -= won
                if won:
                    yield Gain(colour, source, won)
        if rest:
            yield Gain(colour, "inquisition" if before.phase == "inquisition" else "play", rest)
