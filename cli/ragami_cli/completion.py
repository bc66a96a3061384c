"""What the shell completes, besides commands and options (click does those).

Switched on by click's own variable: `eval "$(_RAGAMI_COMPLETE=bash_source ragami)"`, or zsh, fish.
"""

from __future__ import annotations

import click

from ragami.trouble import Trouble
from ragami_cli.options import Session


def game_names(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The games in the database whose names begin so; none when it cannot be read."""
    try:
        with ctx.ensure_object(Session).store(create=False) as store:
            return [game.name for game in store.games() if game.name.startswith(incomplete)]
    except Trouble:
        return []
