"""What a table agrees on before record 1, and its data. See `capabilities.Setup`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from ragami.game.capabilities import Setting, Value
from ragami.games.dice_forge import words
from ragami.games.dice_forge.catalogue import RULEBOOK
from ragami.games.dice_forge.components import SHIPPED, load, shipped
from ragami.games.dice_forge.events import COLOURS, GameOpened
from ragami.games.dice_forge.options import PLACE, values


class Setup:
    """Seats, the options of 4.1 (those of the places are for the feats that ship), components."""

    seats: tuple[str, ...] = COLOURS
    least = 2
    components: Mapping[str, tuple[str, ...]] = SHIPPED

    def settings(self) -> list[Setting]:
        known = values(shipped("feats", SHIPPED["feats"][0]))
        return [Setting(name, tuple(of), of[0], _meaning(name)) for name, of in known.items()]

    def still_to_say(
        self, _seats: Iterable[str], _chosen: Mapping[str, Value]
    ) -> Sequence[Setting]:
        return ()

    def data(
        self,
        title: str | None,
        players: Sequence[tuple[str, str]],
        chosen: Mapping[str, Value],
        components: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The data of `game_opened`, unjudged: the first player is listed first."""
        return {
            "game": "dice-forge",
            "rules": 1,
            "title": title,
            "players": [{"colour": colour, "name": name} for colour, name in players],
            "options": dict(chosen),
            "components": {kind: components.get(kind, names[0]) for kind, names in SHIPPED.items()},
        }

    def agreed(self, opened: Any) -> Mapping[str, Value | None]:
        """Every option with its value, and the names of the components."""
        if not isinstance(opened, GameOpened):
            return {}
        parts = {kind: getattr(opened.components, kind) for kind in SHIPPED}
        try:
            usual = {name: of[0] for name, of in values(load(opened.components)[1]).items()}
        except (KeyError, OSError):  # a component that does not ship
            usual = {}
        names = {kind: part if isinstance(part, str) else part.name for kind, part in parts.items()}
        return {**usual, **opened.options, **names}

    def under(self, opened: GameOpened, chosen: Mapping[str, Value]) -> GameOpened:
        """Record 1 as it would be if the table had agreed on this."""
        options = opened.options | {name: str(value) for name, value in chosen.items()}
        return structs.replace(opened, options=options)


def _meaning(option: str) -> dict[str, list[str]]:
    """The question that an option answers, and what the ruling that it turns round says."""
    if option.startswith(PLACE):
        feat = option.removeprefix(PLACE)
        asked = [
            text.format(feat=name)
            for text, name in zip(words.OPTIONS["place"], words.FEATS[feat], strict=True)
        ]
        return {"en": asked[:1], "es": asked[1:]}
    rulings = [each for each in RULEBOOK.rules().values() if each.option == option]
    return {"en": [each.en for each in rulings], "es": [each.es for each in rulings]}


SETUP: Final = Setup()
