"""Ragami's options and components before record 1, and the data of record 1.

See `capabilities.Setup`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ragami.game.opening import Opening
from ragami.game.setting import Setting, Value
from ragami.games.ragami.catalogue import RULEBOOK, rule
from ragami.games.ragami.events import COLOURS, GameOpened
from ragami.games.ragami.options import Options
from ragami.games.ragami.shipped import SHIPPED

NEUTRAL_COLOUR: Final = "neutral_colour"
NEUTRAL_RAGAMI: Final = "neutral_ragami"
TWO: Final = 2


class Setup(Opening):
    """The choices of rules version 1: seats, the 15 options, a board, a deck and dice."""

    game = "ragami"
    seats = COLOURS
    least = 2
    components: Mapping[str, tuple[str, ...]] = SHIPPED
    record = GameOpened
    rulebook = RULEBOOK
    usual = Options()

    def settings(self) -> list[Setting]:
        """The 15 options of section 3.13, and which colour the neutral Ragami has (A-NEU-06)."""
        return [*super().settings(), self._neutral_colour(COLOURS)]

    def still_to_say(self, seats: Iterable[str], chosen: Mapping[str, Value]) -> Sequence[Setting]:
        """The neutral Ragami of two players is of a colour that nobody plays (R-SET2-02)."""
        colours = list(seats)
        has_neutral = len(colours) == TWO and chosen.get(NEUTRAL_RAGAMI, True)
        if not has_neutral or NEUTRAL_COLOUR in chosen:
            return ()
        return [self._neutral_colour([colour for colour in COLOURS if colour not in colours])]

    def _neutral_colour(self, colours: Iterable[str]) -> Setting:
        ruling = rule("A-NEU-06")
        return Setting(NEUTRAL_COLOUR, tuple(colours), None, {"en": [ruling.en], "es": [ruling.es]})

    def besides(self, chosen: Mapping[str, Value]) -> Mapping[str, Value | None]:
        """The colour of the neutral Ragami."""
        return {NEUTRAL_COLOUR: chosen.get(NEUTRAL_COLOUR)}

    def agreed_options(self, opened: GameOpened) -> Mapping[str, Value | None]:
        return {**super().agreed_options(opened), NEUTRAL_COLOUR: opened.neutral_colour}


SETUP: Final = Setup()
