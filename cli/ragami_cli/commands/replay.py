"""`ragami replay`: a walk through a game, record by record."""

from __future__ import annotations

import sys
from gettext import gettext as _
from math import isnan
from typing import Any, Final

import click

from ragami_cli.options import Command, Session, pass_session
from ragami_cli.output import is_terminal
from ragami_cli.reading import log_argument, read_log_as, viewer_option

SECONDS: Final = 1.0
FASTEST: Final = 0.05
SLOWEST: Final = 60.0


class Pace(click.FloatRange):
    """Seconds; "nan" is a number to click, and none to a clock."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        return self.fail(f"{value!r}", param, ctx) if isnan(seconds) else seconds


@click.command(
    "replay",
    cls=Command,
    help=_(
        "Walk through a game: the board after each record, and what happened. Arrow keys step"
        " forward and back, and keys jump to the next round, turn, change of the score or any"
        " record; the space bar lets it play by itself. Where the output is no terminal, the game"
        " is told from beginning to end, a line an event."
    ),
    examples=[
        ("ragami replay final", _("Step by step.")),
        ("ragami replay final --play", _("By itself, an event a second.")),
        ("ragami replay final.jsonl --at 57", _("A log in a file, from record 57 on.")),
        ("ragami replay final | less", _("To read.")),
    ],
)
@log_argument
@click.option(
    "--play",
    "seconds",
    type=Pace(FASTEST, SLOWEST),
    is_flag=False,
    flag_value=SECONDS,
    metavar=_("[SECONDS]"),
    help=_("Play by itself, an event in so many seconds; else one a second."),
)
@click.option(
    "--at",
    "seq",
    metavar=_("SEQ"),
    type=click.IntRange(1),
    default=1,
    help=_("Begin at this record; else at the first."),
)
@viewer_option
@pass_session
def replay(
    session: Session, *, name: str, seconds: float | None, seq: int, viewer: str | None
) -> None:
    """Show a game on the terminal, or tell it."""
    from ragami.narration import tell
    from ragami_cli.keys import TerminalScreen
    from ragami_cli.replay_screen import ReplayScreen, Scenes, Walk
    from ragami_cli.story import StoryOutput

    excerpt, output = read_log_as(session, name, viewer), session.output
    if output.json:
        from ragami.export.replies import records_told

        for line in records_told(excerpt):
            output.data(line)
        return
    game = excerpt.game
    [story] = tell(*excerpt.reading(), game.words.narrator(session.language, excerpt.viewer))
    lines = story.lines()
    if output.terminal and is_terminal(sys.stdin) and can_read_keys():
        walk = Walk(lines)
        walk.go(seq)
        with TerminalScreen() as screen:
            ReplayScreen(Scenes(game, excerpt.log, viewer), name, walk, output).run(screen, seconds)
        return
    for paragraph in StoryOutput(game, output, story.replay.state).tell(lines):
        output.answer(paragraph)


def can_read_keys() -> bool:
    """Return True on systems where single keys can be read."""
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return True
