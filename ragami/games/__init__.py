"""The games that come with ragami, a package each; `ragami.games()` says all that are installed.

A package cannot have a function of its own name beside it: so the package is what is called.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragami.game.definition import GameDefinition


class _Games(ModuleType):
    """See `ragami.game.registry.games`."""

    def __call__(self) -> Mapping[str, GameDefinition]:
        from ragami.game.registry import games  # noqa: PLC0415 (law 10)

        return games()


sys.modules[__name__].__class__ = _Games
