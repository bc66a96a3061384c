"""Pictures of a moment. See `ragami.game.capabilities.Drawing`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragami.games.deal_with_the_devil.picture.text import picture
from ragami.games.deal_with_the_devil.state import State
from ragami.language import Language


def svg(
    view: Mapping[str, Any],
    state: State,
    names: Mapping[str, str],
    title: str | None,
    language: Language,
) -> str | None:
    """A moment as SVG; None while nobody sits at the table."""
    from ragami.games.deal_with_the_devil.picture.svg import Drawing  # noqa: PLC0415 (law 10)

    if not state.opened:
        return None
    return Drawing(state.table, names, language).sketch(view, title).svg()


__all__ = ["picture", "svg"]
