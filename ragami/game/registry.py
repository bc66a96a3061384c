"""The table of games: those that are installed, and what stands for one that is not.

A game comes in by the entry point `ragami.games`: its name, and `module:name` of its definition.
Ours are registered in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

from msgspec import Struct, defstruct

from ragami.errors import RagamiError
from ragami.findings import LOG_RULE, Breaches, Finding, breach
from ragami.game.definition import EventType, GameDefinition, Position, Seating, loaded

GROUP: Final = "ragami.games"
# Those that come with ragami need no look into the metadata of everything that is installed.
SHIPPED: Final[dict[str, str]] = {
    "ragami": "ragami.games.ragami.game:GAME",
    "deal-with-the-devil": "ragami.games.deal_with_the_devil.game:GAME",
    "tournament": "ragami.games.tournament.game:GAME",
    "dice-forge": "ragami.games.dice_forge.game:GAME",
}


class UnknownGame(RagamiError):
    """A game that is not installed (exit code 3)."""

    def __init__(self, name: str) -> None:
        from difflib import get_close_matches  # noqa: PLC0415 (law 10)

        near = ", ".join(get_close_matches(name, installed())) or ", ".join(installed())
        super().__init__("game-not-installed", game=name, nearest=near)


@cache
def installed() -> tuple[str, ...]:
    """The names of all games that can be played here, ours first."""
    return (*SHIPPED, *(name for name in sorted(brought_in()) if name not in SHIPPED))


@cache
def brought_in() -> Mapping[str, str]:
    """The games that other packages bring: where the definition of each is."""
    from importlib.metadata import entry_points  # noqa: PLC0415 (slow to load)

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def is_installed(name: str) -> bool:
    """Can a log of this game be judged here?"""
    return name in SHIPPED or name in brought_in()


@cache
def game_named(name: str) -> GameDefinition:
    """An installed game. Raises `UnknownGame` for one that is not."""
    at = SHIPPED.get(name) or brought_in().get(name)
    if at is None:
        raise UnknownGame(name)
    game: GameDefinition = loaded(at)
    return game


class Games(Mapping[str, GameDefinition]):
    """All games that can be played here by their names; each is loaded when it is looked up."""

    def __getitem__(self, name: str) -> GameDefinition:
        """Raises `UnknownGame`."""
        return game_named(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and is_installed(name)

    def __iter__(self) -> Iterator[str]:
        return iter(installed())

    def __len__(self) -> int:
        return len(installed())

    def __repr__(self) -> str:
        return f"<games: {', '.join(self)}>"


def games() -> Games:
    """The games that are installed, by name, ours first.

    >>> "ragami" in games()
    True
    >>> games()["ragami"].name
    'ragami'
    """
    return Games()


# --- what stands for a game that is not there -----------------------------------------------


class Nothing(NamedTuple):
    """The state of a game whose rules nobody here knows."""


@cache
def not_installed(name: str) -> GameDefinition:
    """A game that is named and not there: its logs are kept, shown as records, never judged."""
    return _stand_in(name)


@cache
def untold() -> GameDefinition:
    """What reads a log whose first record names no game: the log's own rule forbids it.

    An event of any game that is installed cannot come before that one; what nobody knows is kept.
    """
    from ragami.game.words import Templates  # noqa: PLC0415 (law 10)

    first, *others = map(game_named, installed())
    types = dict.fromkeys(name for other in others for name in other.events)
    known = {name: EventType(_anything(name), _not_opened, _never) for name in types}
    events = {**first.events, **(known | dict(first.events))}
    return replace(first, events=events, words_at=Templates(untold, {"en": {}, "es": {}}))


def _anything(name: str) -> type[Struct]:
    """The data of a type of event where it cannot stand, whatever it is."""
    return defstruct(name, [], frozen=True)


def _not_opened(_state: Any, _event: Any) -> Breaches:
    return [breach(LOG_RULE, None, problem="not-opened")]


def _never(_state: Any, _event: Any, _seq: int) -> None:
    """Nothing is carried out of what nobody knows."""


def _nothing_seen(_state: Any, seq: int, viewer: str | None = None) -> dict[str, Any]:
    return {"seq": seq}


def _stand_in(name: str) -> GameDefinition:
    unknown = Finding("unknown-game", seq=1, line=1, facts={"game": name})
    return GameDefinition(
        name=name,
        events={},
        judged=False,
        remarks=lambda _state: (unknown,),
        new_state=Nothing,
        position=lambda _state: Position(0, 0, "", (), {}),
        outcome=lambda _state: None,
        seating=lambda _state: Seating({}, None),
        view=_nothing_seen,
        words_at="ragami.game.words:NO_WORDS",
        rulebook_at="ragami.game.rulebook:EMPTY",
    )
