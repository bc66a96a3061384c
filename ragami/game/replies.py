"""What programs are told of the games that are installed."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ragami.game.choosing import Choice
from ragami.game.rulebook import Rule


class GameInstalled(Struct, frozen=True):
    """A game, and how many rules and rulings it has."""

    game: str
    rules: int


REPLIES: Final[dict[str, type[Struct]]] = {
    "legal": Choice,
    "rules": Rule,
    "rules-games": GameInstalled,
}
