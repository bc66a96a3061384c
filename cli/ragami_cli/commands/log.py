"""`ragami log`: a game told, a line an event."""

from __future__ import annotations

from gettext import gettext as _

import click

from ragami_cli.options import Command, Session, pass_session
from ragami_cli.reading import log_argument, read_log_as, viewer_option


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
    from ragami.narration import tell
    from ragami_cli.story import StoryOutput

    excerpt, output = read_log_as(session, name, viewer), session.output
    if output.json:
        from ragami.export.replies import records_told

        for line in records_told(excerpt):
            output.data(line)
        return
    [story] = tell(
        *excerpt.reading(), excerpt.game.words.narrator(session.language, excerpt.viewer)
    )
    for paragraph in StoryOutput(excerpt.game, output, story.replay.state).tell(story.lines()):
        output.answer(paragraph)
