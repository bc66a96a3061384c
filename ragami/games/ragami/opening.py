"""What a table agrees on before record 1, and its data. See `capabilities.Setup`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from ragami.game.capabilities import Setting, Value
from ragami.games.ragami import shipped
from ragami.games.ragami.catalogue import rule, rules
from ragami.games.ragami.events import COLOURS, GameOpened
from ragami.games.ragami.legal_moves.due import option_values
from ragami.games.ragami.options import Options

NEUTRAL_COLOUR: Final = "neutral_colour"
NEUTRAL_RAGAMI: Final = "neutral_ragami"
TWO: Final = 2


class Setup:
    """The choices of rules version 1: seats, the 15 options, a board, a deck and dice."""

    seats: tuple[str, ...] = COLOURS
    least = 2
    components: Mapping[str, tuple[str, ...]] = {
        "board": shipped.BOARDS,
        "deck": shipped.DECKS,
        "dice": shipped.DICE,
    }

    def settings(self) -> list[Setting]:
        """The 15 options of section 3.13, and which colour the neutral Ragami has (A-NEU-06)."""
        options = [
            Setting(name, tuple(values), values[0], _meaning(name))
            for name, values in option_values().items()
        ]
        return [*options, self._neutral_colour(COLOURS)]

    def still_to_say(self, seats: Iterable[str], chosen: Mapping[str, Value]) -> Sequence[Setting]:
        """The neutral Ragami of two players is of a colour that nobody plays (R-SET2-02)."""
        taken = list(seats)
        has_neutral = len(taken) == TWO and chosen.get(NEUTRAL_RAGAMI, True)
        if not has_neutral or NEUTRAL_COLOUR in chosen:
            return ()
        return [self._neutral_colour([colour for colour in COLOURS if colour not in taken])]

    def _neutral_colour(self, colours: Iterable[str]) -> Setting:
        told = rule("A-NEU-06")
        return Setting(NEUTRAL_COLOUR, tuple(colours), None, {"en": [told.en], "es": [told.es]})

    def data(
        self,
        title: str | None,
        players: Sequence[tuple[str, str]],
        chosen: Mapping[str, Value],
        components: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The data of `game_opened`, unjudged; every option stands in it with its value."""
        options = {name: getattr(Options(), name) for name in Options.__struct_fields__}
        return {
            "game": "ragami",
            "rules": 1,
            "title": title,
            "players": [{"colour": colour, "name": name} for colour, name in players],
            "options": {name: chosen.get(name, value) for name, value in options.items()},
            "components": {
                kind: components.get(kind, names[0]) for kind, names in self.components.items()
            },
            NEUTRAL_COLOUR: chosen.get(NEUTRAL_COLOUR),
        }

    def agreed(self, opened: Any) -> Mapping[str, Value | None]:
        """Every option with its value, and the names of the components."""
        if not isinstance(opened, GameOpened):
            return {}
        parts = {kind: getattr(opened.components, kind) for kind in self.components}
        return {
            **{name: getattr(opened.options, name) for name in Options.__struct_fields__},
            NEUTRAL_COLOUR: opened.neutral_colour,
            **{kind: part if isinstance(part, str) else part.name for kind, part in parts.items()},
        }

    def under(self, opened: GameOpened, chosen: Mapping[str, Value]) -> GameOpened:
        """Record 1 as it would be if the table had agreed on this."""
        return structs.replace(opened, options=structs.replace(opened.options, **chosen))


def _meaning(option: str) -> dict[str, list[str]]:
    """What the rulings that an option can turn round say of it."""
    told = [each for each in rules().values() if each.option == option]
    return {"en": [each.en for each in told], "es": [each.es for each in told]}


SETUP: Final = Setup()
