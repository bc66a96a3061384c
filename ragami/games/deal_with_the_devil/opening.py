"""What a table agrees on before record 1, and its data. See `capabilities.Setup`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, get_args

from msgspec import structs

from ragami.game.capabilities import Setting, Value
from ragami.games.deal_with_the_devil.components import SHIPPED
from ragami.games.deal_with_the_devil.events import COLOURS, GameOpened
from ragami.games.deal_with_the_devil.options import Options
from ragami.games.deal_with_the_devil.words import OPTIONS, Said


class Setup:
    """Four seats, the nine options, and a set of cards."""

    seats: tuple[str, ...] = COLOURS
    least = 4
    components: Mapping[str, tuple[str, ...]] = {"cards": SHIPPED}

    def settings(self) -> list[Setting]:
        """The options of section 4, the usual value first."""
        return [
            Setting(one.name, _values(one), one.default, _meaning(one.name))
            for one in structs.fields(Options)
        ]

    def still_to_say(
        self, _seats: Iterable[str], _chosen: Mapping[str, Value]
    ) -> Sequence[Setting]:
        """Everything has a usual value."""
        return ()

    def data(
        self,
        title: str | None,
        players: Sequence[tuple[str, str]],
        chosen: Mapping[str, Value],
        components: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The data of `game_opened`, unjudged; every option stands in it with its value."""
        return {
            "game": "deal-with-the-devil",
            "rules": 1,
            "title": title,
            "players": [{"colour": colour, "name": name} for colour, name in players],
            "options": structs.asdict(Options()) | dict(chosen),
            "components": {"cards": components.get("cards", SHIPPED[0])},
        }

    def agreed(self, opened: Any) -> Mapping[str, Value | None]:
        """Every option with its value, and the name of the set."""
        if not isinstance(opened, GameOpened):
            return {}
        cards = opened.components.cards
        name = cards if isinstance(cards, str) else str(cards.get("name", ""))
        return structs.asdict(opened.options) | {"cards": name}

    def under(self, opened: GameOpened, chosen: Mapping[str, Value]) -> GameOpened:
        """Record 1 as it would be if the table had agreed on this."""
        return structs.replace(opened, options=structs.replace(opened.options, **chosen))


def _values(field: structs.FieldInfo) -> tuple[Value, ...]:
    usual = field.default
    others = (not usual,) if isinstance(usual, bool) else get_args(field.type)
    return (usual, *(value for value in others if value != usual))


def _meaning(option: str) -> dict[str, list[str]]:
    """What an option is about, and what its values mean where they do not say it."""
    told = [OPTIONS[option]]
    told += [
        Said(f"{name.split('=')[1]}: {said.en}", f"{name.split('=')[1]}: {said.es}")
        for name, said in OPTIONS.items()
        if name.startswith(f"{option}=")
    ]
    return {"en": [one.en for one in told], "es": [one.es for one in told]}


SETUP: Final = Setup()
