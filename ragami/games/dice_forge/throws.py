"""The state of a throw while it is resolved (6.2, 6.3)."""

from __future__ import annotations

from typing import NamedTuple

from ragami.games.dice_forge.events import Entry
from ragami.games.dice_forge.faces import Amounts, Face


class Applied(NamedTuple):
    """An entry worked out: its face, its factor and what it yields (6.3, steps 1 to 3)."""

    entry: Entry
    face: Face
    text: str | None
    factor: int
    amounts: Amounts


class Reflected(NamedTuple):
    """The dice with a face to copy; `deep`: some opponent's die shows a mirror."""

    others: list[str]
    own: list[str]
    deep: bool

    def nameable(self, mirror_of_mirror: str) -> list[str]:
        """R-F-MIRROR-02, A-F-MIRROR-02."""
        through = self.deep and mirror_of_mirror == "through"
        return self.others + self.own if through else self.others


class Thrown(NamedTuple):
    """The faces that one player rolled, die by die."""

    player: str
    refs: tuple[str, ...]
    faces: tuple[str, ...]
