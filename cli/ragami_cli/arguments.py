"""Arguments that several commands take, and how the shell completes them.

Completion is switched on by click's own variable: `eval "$(_RAGAMI_COMPLETE=bash_source ragami)"`
(or `zsh_source`, `fish_source`).
"""

from __future__ import annotations

from collections.abc import Callable
from gettext import gettext as _
from typing import Any, TypeVar

import click

from ragami.trouble import Trouble
from ragami_cli.options import Session

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def game_argument(decorated: Decorated) -> Decorated:
    """Give a command the argument `game`: the name of a game in the database."""
    argument = click.argument(
        "game", metavar=_("GAME"), help=_("Name of a game."), shell_complete=game_names
    )
    return argument(decorated)


def game_names(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The games in the database whose names begin so; none when it cannot be read."""
    try:
        with ctx.ensure_object(Session).store(create=False) as store:
            return [game.name for game in store.games() if game.name.startswith(incomplete)]
    except Trouble:
        return []
