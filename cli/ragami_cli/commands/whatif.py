"""`ragami whatif COMMAND …`: what a record would change, and nothing is written."""

from __future__ import annotations

import re
from copy import copy
from gettext import gettext as _
from typing import Any, Final

import click

from ragami_cli.commands import amend
from ragami_cli.commands.board import use
from ragami_cli.commands.penalty import penalty
from ragami_cli.options import Command, Group, Session

ABOUT: Final = (amend.undo, amend.redo, amend.correct, amend.rule, penalty, use)


@click.group(
    "whatif",
    cls=Group,
    help=_(
        "Show what a correction, an undo, a ruling or a penalty would do to a game: which later"
        " events stay legal, become illegal or bring other points, and the result before and"
        " after. Nothing is written; take 'whatif' away from the line, and it is.\n\n"
        "The exit code is 1 when an event would become illegal."
    ),
    examples=[
        (
            "ragami whatif correct final 57 --strike",
            _("What if record 57 had never happened?"),
        ),
        (
            "ragami whatif correct final 57 --strike --same-luck",
            _("And if the dice and cards then came in the same order?"),
        ),
        ("ragami whatif undo final --at 57 --json", _("Everything that it touches, as JSON.")),
    ],
)
def whatif() -> None:
    """Ask what would come of a record."""


def asking(command: click.Command) -> click.Command:
    """Return a command that writes as one that only asks."""
    trial = copy(command)
    trial.help = _("Show what this would change, and write nothing. {help}").format(
        help=command.help
    )
    trial.short_help = command.get_short_help_str(limit=60)
    if isinstance(trial, Command):
        trial.examples = [
            (re.sub("ragami (board )?", "ragami whatif ", line, count=1), purpose)
            for line, purpose in trial.examples
        ]
    if command is amend.correct:
        trial.params = [same_luck(), *command.params]

    @click.pass_context
    def ask(ctx: click.Context, /, **arguments: Any) -> Any:
        session = ctx.ensure_object(Session)
        session.whatif = True
        session.same_luck = arguments.pop("same_luck", False)
        assert command.callback is not None
        return ctx.invoke(command.callback, **arguments)

    trial.callback = ask
    return trial


def same_luck() -> click.Option:
    return click.Option(
        ["--same-luck"],
        is_flag=True,
        help=_(
            "Also play the rest again: the same decisions, as far as they are legal, while every"
            " roll, card and chip keeps its place in the order in which they came."
        ),
    )


for command in ABOUT:
    whatif.add_command(asking(command))
