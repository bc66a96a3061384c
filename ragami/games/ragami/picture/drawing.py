"""Pictures of a moment. See `ragami.game.capabilities.Drawing`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import json, to_builtins

from ragami.draw.panels import Page
from ragami.games.ragami.picture import svg as drawn
from ragami.games.ragami.picture.layout import Plan, plan_of
from ragami.games.ragami.picture.text import text
from ragami.games.ragami.rules.ending import final
from ragami.games.ragami.state import State
from ragami.games.ragami.words import tell_moment, tell_result
from ragami.language import Language


def svg(
    view: Mapping[str, object],
    state: State,
    names: Mapping[str, str],
    title: str | None,
    language: Language,
) -> str | None:
    if not state.opened:
        return None
    plan = Plan.from_board(to_builtins(state.board.file))
    result = _result(state, language)
    return drawn.svg(view, plan, language=language, names=names, title=title, result=result)


def picture(state: State, view: Mapping[str, object], names: Mapping[str, str], page: Page) -> str:
    if not state.opened:
        return tell_moment(state, page.language) + "\n"
    plan = plan_of(json.encode(state.board.file))
    return text(
        view,
        plan,
        names=names,
        language=page.language,
        width=page.width,
        colour=page.colour,
        unicode=page.unicode,
        part=page.part,
        result=_result(state, page.language),
    )


def _result(state: State, language: Language) -> str:
    """Return the result in words; empty while the game goes on."""
    over = final(state)
    return tell_result(over, language) if over else ""
