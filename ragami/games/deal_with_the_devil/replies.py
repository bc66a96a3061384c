"""Replies of the app's commands to programs."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class AppActed(Struct, frozen=True):
    """The record that the app has written."""

    game: str
    type: str


class ChestGoes(Struct, frozen=True):
    """The colour to which a chest goes now."""

    game: str
    to: str


class WentBack(Struct, frozen=True):
    """The record after which the chests go out once more."""

    game: str
    to: int


REPLIES: Final[dict[str, type[Struct]]] = {
    "chests-next": AppActed,
    "chests-where": ChestGoes,
    "chests-back": WentBack,
}
