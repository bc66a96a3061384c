"""The options and components that can be chosen, and the data of record 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import structs

from ragami.game.opening import Setting, Value
from ragami.game.setup import Opening
from ragami.games.dice_forge import words
from ragami.games.dice_forge.components import SHIPPED, load, shipped
from ragami.games.dice_forge.events import COLOURS, PLACE, GameOpened, values
from ragami.games.dice_forge.words import RULEBOOK


class Setup(Opening):
    """See `ragami.game.capabilities.Setup`. The options of places are for the feats that ship."""

    game = "dice-forge"
    seats = COLOURS
    least = 2
    components: Mapping[str, tuple[str, ...]] = SHIPPED
    record = GameOpened
    rulebook = RULEBOOK

    def settings(self) -> list[Setting]:
        allowed = values(shipped("feats", SHIPPED["feats"][0]))
        return [
            Setting(name, tuple(choices), choices[0], self.meaning(name))
            for name, choices in allowed.items()
        ]

    def meaning(self, option: str) -> Mapping[str, Sequence[str]]:
        """Return the question that an option answers, or what the rulings say on it."""
        if not option.startswith(PLACE):
            return super().meaning(option)
        feat = option.removeprefix(PLACE)
        questions = [
            text.format(feat=name)
            for text, name in zip(words.OPTIONS["place"], words.FEATS[feat], strict=True)
        ]
        return {"en": questions[:1], "es": questions[1:]}

    def options(self, chosen: Mapping[str, Value]) -> dict[str, Value]:
        """Return the chosen options without adding defaults."""
        return dict(chosen)

    def agreed_options(self, opened: GameOpened) -> Mapping[str, Value | None]:
        try:
            usual = {
                name: choices[0] for name, choices in values(load(opened.components)[1]).items()
            }
        except (KeyError, OSError):  # a component that does not ship
            usual = {}
        return {**usual, **opened.options}

    def under(self, opened: GameOpened, chosen: Mapping[str, Value]) -> GameOpened:
        """Return record 1 with other options."""
        options = opened.options | {name: str(value) for name, value in chosen.items()}
        return structs.replace(opened, options=options)


SETUP: Final = Setup()
