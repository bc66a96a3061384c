"""What a game must offer, and the table of games.

Everything outside `games/` works on this protocol: a new game is a new package and a line in
`GAMES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol

from ragami.finding import Breach, Breaches, Finding
from ragami.language import Language
from ragami.record import Codec, Versioned

State = Any
Check = Callable[[State, Any], Breaches]
Apply = Callable[[State, Any, int], None]


class Game(Protocol):
    """A game: its events, their judging, and how a state is shown. Pure: no clock, no files.

    `check` of a judge says all that is wrong with an event, in the order of the rules, and changes
    nothing; `apply` changes the state and judges nothing.
    """

    name: str
    # The game's events by the name of their type; those of `asserted` and `revealed` are apart.
    events: Mapping[str, Versioned]
    asserted: Versioned
    revealed: Versioned
    # By the struct of an event: its check and its apply.
    judges: Mapping[type[Any], tuple[Check, Apply]]

    def new_state(self) -> State:
        """The state before record 1."""

    def reveal(self, state: State, data: Any) -> Breach | None:
        """A card becomes known; what is wrong where it does not fit, and then nothing changes."""

    def differences(self, state: State, data: Any) -> dict[str, Any]:
        """What an assertion says otherwise than the state; empty if they agree."""

    def may_be_waived(self, rule: str) -> bool:
        """May a ruling let a breach of this rule stand?"""

    def remarks(self, state: State) -> Iterable[Finding]:
        """What a report says of every log of this kind (unverified components …)."""

    def final(self, state: State) -> dict[str, Any] | None:
        """The result, None while the game goes on."""

    def view(self, state: State, seq: int, viewer: str | None = None) -> dict[str, Any]:
        """The state as `viewer` may see it (None: all that the log knows)."""

    def say(self, finding: Finding, language: Language) -> str:
        """A finding in words."""

    def sources(self, finding: Finding) -> list[str]:
        """Where the rulebooks say it."""


GAMES: Final[dict[str, str]] = {"ragami": "ragami.games.ragami.game"}


@cache
def game_named(name: str) -> Game:
    """A game of the table. Raises `KeyError` for one that is not in it."""
    game: Game = import_module(GAMES[name]).GAME
    return game


@cache
def codec_of(name: str) -> Codec:
    """What reads the records of a game."""
    return codec_for(game_named(name))


def codec_for(game: Game) -> Codec:
    """What reads the records of `game`, also of one that is not in the table."""
    return Codec({**game.events, "asserted": game.asserted, "revealed": game.revealed})
