"""Pictures of a moment. See `ragami.game.capabilities.Drawing`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragami.game.capabilities import Page
from ragami.games.deal_with_the_devil.ending import final
from ragami.games.deal_with_the_devil.picture import text
from ragami.games.deal_with_the_devil.state import State
from ragami.language import Language


def picture(state: State, view: Mapping[str, Any], names: Mapping[str, str], page: Page) -> str:
    """A moment in characters."""
    return text.picture(state, _counted(view, state), names, page)


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
    return Drawing(state.table, names, language).sketch(_counted(view, state), title).svg()


def _counted(view: Mapping[str, Any], state: State) -> Mapping[str, Any]:
    """The view with the points of the final count, once that is made."""
    count = final(state)
    if count is None:
        return view
    players = {
        colour: one | {"points": count["players"][colour]["total"]}
        for colour, one in view["players"].items()
    }
    return {**view, "players": players}
