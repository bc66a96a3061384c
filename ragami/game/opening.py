"""Most of `capabilities.Setup`, for games whose record 1 has players, options and components."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import Any, Final, get_args

from msgspec import Struct, structs

from ragami.decoded import AnyEvent, Data
from ragami.game.capabilities import Setup
from ragami.game.rulebook import Rulebook
from ragami.game.setting import Setting, Value

LONGEST_ID: Final = 28
"""Characters of an id that is made from a name; a number may come behind them."""


class Opening:
    """A game says its seats, its components, the struct of record 1, and its `usual` options.

    Record 1 names players by colour; its `options` are a struct with a default for each, else the
    game says what they are: `settings`, `options`, `agreed_options` and `under`.
    """

    game: str
    seats: tuple[str, ...]
    least: int
    components: Mapping[str, tuple[str, ...]]
    record: type[Any]
    # The options where nothing was agreed.
    usual: Any
    rulebook: Rulebook

    def settings(self) -> list[Setting]:
        """Return every option, its usual value first."""
        values = option_values(type(self.usual))
        return [Setting(name, tuple(of), of[0], self.meaning(name)) for name, of in values.items()]

    def meaning(self, option: str) -> Mapping[str, Sequence[str]]:
        """Return what an option means, by language: the rulings that it turns round."""
        return self.rulebook.on_option(option)

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
        components: Mapping[str, object],
    ) -> Data:
        """The data of `game_opened`, unjudged; the first player is listed first."""
        return {
            "game": self.game,
            "rules": 1,
            "title": title,
            "players": [{"colour": colour, "name": name} for colour, name in players],
            "options": self.options(chosen),
            "components": {
                kind: components.get(kind, names[0]) for kind, names in self.components.items()
            },
            **self.besides(chosen),
        }

    def besides(self, _chosen: Mapping[str, Value]) -> Mapping[str, Value | None]:
        """Return the fields of record 1 beside the options."""
        return {}

    def options(self, chosen: Mapping[str, Value]) -> Data:
        """Return every option with its value, as it stands in record 1."""
        return {name: chosen.get(name, value) for name, value in structs.asdict(self.usual).items()}

    def agreed(self, opened: object) -> Mapping[str, Value | None]:
        """Every option with its value, and the names of the components."""
        if not isinstance(opened, self.record):
            return {}
        names = {kind: name_of(getattr(opened.components, kind)) for kind in self.components}
        return {**self.agreed_options(opened), **names}

    def agreed_options(self, opened: AnyEvent) -> Mapping[str, Value | None]:
        """Every option with its value."""
        return structs.asdict(opened.options)

    def under(self, opened: AnyEvent, chosen: Mapping[str, Value]) -> AnyEvent:
        """Return record 1 as it would be if the table had agreed on this."""
        besides = self.besides({}).keys() & chosen.keys()
        options = {name: value for name, value in chosen.items() if name not in besides}
        return structs.replace(
            opened,
            options=structs.replace(opened.options, **options),
            **{name: chosen[name] for name in besides},
        )


def option_values(options: type[Struct]) -> dict[str, list[Any]]:
    """Return every value of every option, the usual one first."""
    values = {}
    for field in structs.fields(options):
        usual = field.default
        every = (False, True) if isinstance(usual, bool) else get_args(field.type)
        values[field.name] = [usual, *(value for value in every if value != usual)]
    return values


def named(setup: Setup) -> bool:
    """Tell whether seats are called by the names of who sits there, so that nobody chooses one.

    A setup says so with `named = True`.
    """
    return bool(getattr(setup, "named", False))


def id_for(name: str, taken: Collection[str]) -> str:
    """Return an id made of a name, not taken yet: `Ana Ruiz` is `ana-ruiz`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-_")[:LONGEST_ID] or "player"
    ways = chain([stem], (f"{stem}-{n}" for n in count(2)))
    return next(way for way in ways if way not in taken)


def name_of(component: Any) -> str:
    """Return the name of a component, which is given by name or whole."""
    if isinstance(component, str):
        return component
    if isinstance(component, Mapping):
        return str(component.get("name", ""))
    name: str = component.name
    return name
