"""Default sources of points: the changes of the scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ragami.errors import N_
from ragami.game.definition import GameDefinition
from ragami.game.page_content import Gain
from ragami.language import Language, translator

POINTS = N_("points")


class Scores:
    """See `capabilities.Gains`."""

    def __init__(self, _game: GameDefinition) -> None:
        pass

    def sources(self, language: Language) -> Mapping[str, str]:
        return {"points": translator(language)(POINTS)}

    def gains(self, _event: Any, before: Any, after: Any) -> Iterator[Gain]:
        for seat, points in after.scores.items():
            if won := points - before.scores.get(seat, 0):
                yield Gain(seat, "points", won)
