"""Options of the commands that look at a game: the log, and the viewer."""

from __future__ import annotations

from collections.abc import Callable
from gettext import gettext as _
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ragami_cli.arguments import game_names, viewers
from ragami_cli.options import Session

if TYPE_CHECKING:
    from ragami.export.excerpt import Excerpt
    from ragami.judge.replay import Replay

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def log_argument(decorated: Decorated) -> Decorated:
    """Give a command the argument `name`: a game of the database, or a file with a log."""
    argument = click.argument(
        "name",
        metavar=_("GAME|FILE"),
        help=_("Name of a game, or else a file with a log."),
        shell_complete=game_names,
    )
    return argument(decorated)


def read_log(session: Session, name: str) -> bytes:
    """The log of a game, else of a file ('-': stdin). Raises `RagamiError`."""
    from ragami.sources import places

    return places.read_log(name, session.db)


def read_log_as(session: Session, name: str, viewer: str | None) -> Excerpt:
    """A log as far as the viewer may know it; all that is kept where none is named.

    Raises `RagamiError`, and wrong usage for a viewer whom there is not at this table.
    """
    from ragami.export.excerpt import Excerpt
    from ragami.game.visibility import REFEREE
    from ragami.judge.report import replay_log

    log = read_log(session, name)
    viewer = viewer and checked_viewer(viewer, replay_log(log))
    return Excerpt(name, log, viewer or REFEREE, session.language)


def viewer_option(decorated: Decorated) -> Decorated:
    """Give a command the option `--as`, as its argument `viewer`."""
    option = click.option(
        "--as",
        "viewer",
        metavar=_("COLOUR|public|referee"),
        shell_complete=viewers,
        help=_("Show only what this player, or everybody, may see; else all that is known."),
    )
    return option(decorated)


def checked_viewer(viewer: str | None, replay: Replay) -> str | None:
    """The viewer, if there is one of that name at this table; else wrong usage."""
    if viewer is None:
        return None
    from ragami.game.visibility import PUBLIC, REFEREE
    from ragami_cli.arguments import one_of

    seats, _title = replay.game.seating(replay.state)
    return one_of(viewer.lower(), [*seats, PUBLIC, REFEREE], "--as")
