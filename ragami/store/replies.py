"""Replies of the commands that copy databases to programs."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class BackedUp(Struct, frozen=True):
    """A copy of a database, and how many games are in it."""

    database: str
    backup: str
    games: int


class GameCopied(Struct, frozen=True):
    """A game that is in the other database now; `there_already` of its records were before."""

    game: str
    records: int
    there_already: int


REPLIES: Final[dict[str, type[Struct]]] = {"backup": BackedUp, "copy": GameCopied}
