"""Pictures of a moment. See `ragami.game.capabilities.Drawing`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragami.games.dice_forge.picture.text import picture
from ragami.games.dice_forge.state import State
from ragami.language import Language


def svg(
    view: Mapping[str, Any],
    state: State,
    names: Mapping[str, str],
    title: str | None,
    language: Language,
) -> str | None:
    """A moment as SVG; None while there is nothing on the table."""
    from ragami.games.dice_forge.picture.scene import fits, scene_of  # noqa: PLC0415 (law 10)
    from ragami.games.dice_forge.picture.svg import Drawing  # noqa: PLC0415 (law 10)

    if not state.opened or not fits(view, state.table):
        return None
    return Drawing(language).sketch(scene_of(view, state.table, names), title).svg()


__all__ = ["picture", "svg"]
