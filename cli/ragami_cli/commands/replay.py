"""`ragami replay|log`: a walk through a game, record by record, and the game told."""

from __future__ import annotations

from gettext import gettext as _
from importlib.util import find_spec
from math import isnan
from typing import TYPE_CHECKING, Any, Final

import click

from ragami.game.visibility import REFEREE
from ragami_cli.arguments import log_argument, read_excerpt, viewer_option
from ragami_cli.options import Command, Session, pass_session
from ragami_cli.story import StoryOutput

if TYPE_CHECKING:
    from ragami.export.excerpt import Excerpt
    from ragami.narration import Narration
    from ragami_cli.output import Output

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
        " record; the space bar lets it play by itself. Where there is no screen to draw on, or the"
        " extra 'tui' is not installed, the game is told from beginning to end, a line an event."
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
) -> int:
    """Show a game on the terminal, or tell it."""
    output = session.output
    excerpt = read_excerpt(session, name, viewer or REFEREE)
    if output.json or not (output.has_screen() and find_spec("textual")):
        tell_log(excerpt, output)
        return 0
    from ragami_cli.companion.replay import ReplayScreen, Scenes, Walk

    walk = Walk(story_of(excerpt).lines())
    walk.go(seq)
    scenes = Scenes(excerpt.game, excerpt.log, viewer)
    return ReplayScreen(scenes, name, walk, output, seconds).run_on()


# --- told, a line an event -------------------------------------------------------------------


@click.command(
    "log",
    cls=Command,
    help=_(
        "Tell a game from its first record to its last: what was done and what came of it, with"
        " the score wherever it changes. What was undone stays, struck out; what was corrected is"
        " told as it reads now."
    ),
    examples=[
        ("ragami log final", _("The whole game.")),
        ("ragami log final --as green", _("As Green saw it: the others' cards stay hidden.")),
        ("ragami log final --json", _("For programs: a line of JSON for each record.")),
    ],
)
@log_argument
@viewer_option
@pass_session
def log(session: Session, name: str, viewer: str | None) -> None:
    """Print the story of a game."""
    tell_log(read_excerpt(session, name, viewer or REFEREE), session.output)


def tell_log(excerpt: Excerpt, output: Output) -> None:
    """Tell a game from its first record to its last, in words or as JSON."""
    from ragami.export.replies import records_told

    if output.json:
        for line in records_told(excerpt):
            output.data(line)
        return
    story = story_of(excerpt)
    for paragraph in StoryOutput(excerpt.game, output, story.replay.state).tell(story.lines()):
        output.answer(paragraph)


def story_of(excerpt: Excerpt) -> Narration:
    """Return the story of a game in the language of the command."""
    from ragami.narration import tell

    narrator = excerpt.game.words.narrator(excerpt.language, excerpt.viewer)
    [story] = tell(*excerpt.reading(), narrator)
    return story
