"""Replies to programs about the installed games."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ragami.game.choices.choice import Choice
from ragami.game.definition import GameDefinition
from ragami.game.rulebook import Rule, RuleText
from ragami.language import LANGUAGES


class GameInstalled(Struct, frozen=True):
    """A game, and how many rules and rulings it has.

    How many play is 0 where nobody is asked for when it is opened. `hidden`: players do not see
    everything; `chance`: dice or cards decide something; `simultaneous`: several decide at once.
    """

    game: str
    rules: int
    title: RuleText
    least: int
    most: int
    hidden: bool
    chance: bool
    simultaneous: bool


def game_installed(game: GameDefinition) -> GameInstalled:
    """Describe a game to programs."""
    title = RuleText(**{language: game.called(language) for language in LANGUAGES})
    rules = len(game.rulebook.rules())
    likes = (game.hidden, bool(game.chance), game.simultaneous)
    return GameInstalled(game.name, rules, title, *game.players, *likes)


class PackageBegun(Struct, frozen=True):
    """The beginning of a package with a game: its files, by their path in its folder."""

    game: str
    folder: str
    files: list[str]


REPLIES: Final[dict[str, type[Struct]]] = {
    "game-new": PackageBegun,
    "legal": Choice,
    "rules": Rule,
    "rules-games": GameInstalled,
}
