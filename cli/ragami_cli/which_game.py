"""The choice of the game: the one named, the only one installed, or the one answered."""

from __future__ import annotations

import sys
from gettext import gettext as _
from typing import TYPE_CHECKING, Any

import click

from ragami.errors import RagamiError
from ragami_cli.output import is_terminal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ragami.game import GameDefinition
    from ragami.game.capability import Capability
    from ragami.game.setting import Value
    from ragami_cli.options import Session
    from ragami_cli.output import Output


def _kinds(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The games that are installed, for the shell."""
    from ragami.game import installed

    return [name for name in installed() if name.startswith(incomplete)]


game_option = click.option(
    "--game",
    "kind",
    metavar=_("GAME"),
    shell_complete=_kinds,
    help=_("Which game, such as ragami; 'ragami rules --games' lists those that are installed."),
)


def name_broken_games(output: Output, *further: RagamiError) -> None:
    """Name what is installed and no game to play, and why, beside a list of the other games."""
    from ragami.game.registry import broken, left_out

    for problem in (*broken().values(), *left_out(), *further):
        output.remark(problem.say(output.language))


def chosen_game(
    session: Session, kind: str | None, able: Capability[Any] | None = None
) -> GameDefinition:
    """The game of this name; without one the only one there is, or what is answered to a question.

    With `able` only a game that has this comes into question where none is named. Where nobody can
    be asked it is the first one, and that is said. Raises `UnknownGame`.
    """
    from ragami.game import game_named, loadable
    from ragami.game.registry import name_as_installed

    if kind is not None:
        return game_named(name_as_installed(kind))
    names = [game.name for game in loadable(able)]
    name_broken_games(session.output)
    if len(names) == 1:
        return game_named(names[0])
    if is_terminal(sys.stdin) and not session.json:
        question = _("Which game? ({all})").format(all=", ".join(names))
        return game_named(
            click.prompt(question, type=click.Choice(names), show_choices=False, err=True)
        )
    session.output.remark(
        _("No game was named; this one is taken: {game}. --game says which one.").format(
            game=names[0]
        )
    )
    return game_named(names[0])


def game_to_open(session: Session, kind: str | None) -> tuple[GameDefinition, Mapping[str, Value]]:
    """The game to be opened, and what its name settles: see `ragami.table.opening.game_to_open`.

    It is asked for where it is not named. Raises `UnknownGame`.
    """
    from ragami.game.capabilities import SETUP
    from ragami.table import opening

    asks = is_terminal(sys.stdin) and not session.json
    if kind is None and (not asks or len(opening.openable()) == 1):
        return chosen_game(session, None, SETUP), {}
    while kind is None:
        name_broken_games(session.output)
        names = ", ".join(opening.openable())
        question = _("Which game? Any other name will do, too: its points are kept. ({all})")
        kind = click.prompt(question.format(all=names), err=True)
        try:
            opening.game_to_open(kind)
        except RagamiError as unknown:
            session.output.remark(unknown.say(session.output.language))
            kind = None
    game, chosen = opening.game_to_open(kind)
    if chosen:
        session.output.remark(points_alone(kind.strip()))
    return game, chosen


def points_alone(plays: str) -> str:
    """Return the remark about a game that is not installed, of which the points are kept."""
    return _("No rules of '{game}' are installed: its points are kept on a pad.").format(game=plays)
