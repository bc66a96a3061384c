"""The options and components that can be chosen, and the data of record 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET, structs

from ragami.decoded import Data, Fields
from ragami.game.opening import Setting, Value
from ragami.game.setup import DefaultSetup
from ragami.games.dice_forge import words
from ragami.games.dice_forge.components import SHIPPED, load, shipped
from ragami.games.dice_forge.events import PLACE, GameOpened, values
from ragami.games.dice_forge.game import GAME

OF_TWO: Final = "two_player_blessings"


class Setup(DefaultSetup):
    """See `ragami.game.capabilities.Setup`. The options of places are for the feats that ship."""

    def settings(self) -> Sequence[Setting]:
        allowed = values(shipped("feats", SHIPPED["feats"][0]))
        two = {OF_TWO: 2}
        return [
            Setting(
                name,
                tuple(choices),
                choices[0],
                self.meaning(name, choices),
                players=two.get(name, UNSET),
            )
            for name, choices in allowed.items()
        ]

    def meaning(self, option: str, values: Sequence[Value]) -> Mapping[str, Sequence[str]]:
        """Return the question that an option answers, or what the rulings say on it."""
        if not option.startswith(PLACE):
            return super().meaning(option, values)
        feat = option.removeprefix(PLACE)
        questions = [
            text.format(feat=name)
            for text, name in zip(words.OPTIONS["place"], words.FEATS[feat], strict=True)
        ]
        return {"en": questions[:1], "es": questions[1:]}

    def data(
        self,
        title: str | None,
        players: Sequence[tuple[str, str]],
        chosen: Mapping[str, Value],
        components: Fields,
    ) -> Data:
        """Return the data of record 1 with the chosen options, without adding defaults."""
        return super().data(title, players, {}, components) | {"options": dict(chosen)}

    def agreed(self, opened: object) -> Mapping[str, Value | None]:
        if not isinstance(opened, GameOpened):
            return {}
        try:
            usual = {
                name: choices[0] for name, choices in values(load(opened.components)[1]).items()
            }
        except (KeyError, OSError):  # a component that does not ship
            usual = {}
        return {**usual, **opened.options, **super().agreed(opened)}

    def under(self, opened: GameOpened, chosen: Mapping[str, Value]) -> GameOpened:
        """Return record 1 with other options."""
        options = opened.options | {name: str(value) for name, value in chosen.items()}
        return structs.replace(opened, options=options)


SETUP: Final = Setup.of(GAME)
