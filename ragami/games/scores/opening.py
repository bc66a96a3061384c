"""The opening of a pad: players, by name, and options. See `capabilities.Setup`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, get_args, get_type_hints

from msgspec import UNSET, UnsetType, structs

from ragami.game.setting import Setting, Value
from ragami.games.scores.events import GameOpened, Options
from ragami.games.scores.words import TABLES

USUAL: Final = Options()
# What people often agree on; any other number will do.
NUMBERS: Final = {
    "start": (0, 20, 100),
    "rounds": (0, *range(1, 11), 12, 15, 20),
    "target": (0, 10, 20, 21, 40, 50, 100, 101, 121, 200, 300, 500, 1000, 5000),
}
# `plays` is no option of record 1, and categories that break ties are named with the others.
IN_THE_SHEET: Final = ("plays", "ties")
LONGEST: Final = 24


class Setup:
    """Up to twelve seats, which are called by the players' names."""

    seats: Final = tuple(f"p{n}" for n in range(1, 13))
    least: Final = 1
    named: Final = True
    components: Final[Mapping[str, tuple[str, ...]]] = {}

    def settings(self) -> list[Setting]:
        hints = get_type_hints(Options)
        chosen = {
            name: get_args(hints[name]) for name in TABLES["option"] if name not in IN_THE_SHEET
        }
        return [
            _setting("plays", ("",), "", free="text"),
            *(
                _setting(name, NUMBERS[name], 0, free="number")
                if name in NUMBERS
                else _setting(name, values, getattr(USUAL, name))
                for name, values in chosen.items()
            ),
        ]

    def still_to_say(
        self, _seats: Iterable[str], _chosen: Mapping[str, Value]
    ) -> Sequence[Setting]:
        return ()

    def data(
        self,
        title: str | None,
        players: Sequence[tuple[str, str]],
        chosen: Mapping[str, Value],
        _components: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The data of record 1; each player's id is made of the name."""
        seats: dict[str, str] = {}
        for _seat, name in players:
            seats[id_of(name, seats)] = name
        options = {
            name: value
            for name, value in chosen.items()
            if name != "plays" and not (name in NUMBERS and value == 0)
        }
        return {
            "game": "scores",
            "rules": 1,
            "title": title,
            "plays": chosen.get("plays") or None,
            "players": [{"id": id_, "name": name} for id_, name in seats.items()],
            "teams": [],
            "categories": [],
            "options": options,
        }

    def agreed(self, opened: Any) -> Mapping[str, Value | None]:
        if not isinstance(opened, GameOpened):
            return {}
        options = structs.asdict(opened.options)
        # What is not agreed on is chosen by these values.
        unset = {name: options[name] or 0 for name in ("rounds", "target")}
        ties = ",".join(opened.options.ties)
        return {"plays": opened.plays or "", **options, **unset, "ties": ties}

    def under(self, opened: GameOpened, chosen: Mapping[str, Value]) -> GameOpened:
        options = {name: value for name, value in chosen.items() if name != "plays"}
        changed = {
            name: None if value == 0 and name in ("rounds", "target") else value
            for name, value in options.items()
        }
        plays = chosen.get("plays", opened.plays)
        return structs.replace(
            opened, plays=plays or None, options=structs.replace(opened.options, **changed)
        )


def id_of(name: str, taken: Iterable[str]) -> str:
    """Make an id of a name: small letters and digits, with a number where it is taken."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:LONGEST] or "player"
    ways = [stem, *(f"{stem}-{n}" for n in range(2, 14))]
    return next(way for way in ways if way not in set(taken))


def _setting(
    name: str,
    values: tuple[Value, ...],
    usual: Value,
    free: Literal["number", "text"] | UnsetType = UNSET,
) -> Setting:
    both = TABLES["option"][name]
    meaning = {"en": [both.en], "es": [both.es]}
    return Setting(name, values, usual, meaning, free)


SETUP: Final = Setup()
