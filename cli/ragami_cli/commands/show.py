"""`ragami show|replay|log`: how a game stands, and how it came to that."""

from __future__ import annotations

from gettext import gettext as _
from importlib.util import find_spec
from math import isnan
from typing import Any, Final

import click

from ragami.draw.panels import Page
from ragami.export.excerpt import Excerpt, HandsTold, records_told
from ragami.findings import Finding
from ragami.game.capabilities import DEDUCTION
from ragami.game.hidden_information import Hands
from ragami.game.visibility import REFEREE
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.language import capital
from ragami.narration import Narration, tell
from ragami.privacy.seeing import replay_as
from ragami_cli.arguments import (
    at_option,
    beginning,
    checked_viewer,
    log_argument,
    read_excerpt,
    read_log,
    viewer_option,
)
from ragami_cli.options import Session, command, pass_session
from ragami_cli.output import Output
from ragami_cli.story import StoryOutput, points_off, why_broken_off


@command(
    "show",
    help=_(
        "Show how a game stands: the board, the scores and what is in the supply, now or after"
        " any earlier record, and what the unknown cards may be. With --json, the state as the"
        " contract has it."
    ),
    examples=[
        ("ragami show final", _("Now.")),
        ("ragami show final --at 57", _("After record 57.")),
        ("ragami show final --as public", _("Without the hands.")),
        ("ragami show final --hands --as blue", _("What Blue can know of all hands.")),
        ("ragami show final.jsonl --json", _("The last state of a log in a file, as JSON.")),
    ],
)
@log_argument
@at_option(_("The state after this record; else after the last one."))
@click.option(
    "--hands",
    "only_hands",
    is_flag=True,
    help=_("Only the hands: for each card what it is, or all that it may be."),
)
@viewer_option
@pass_session
def show(
    session: Session, name: str, seq: int | None, only_hands: bool, viewer: str | None
) -> None:
    log = read_log(session, name)
    full_replay = None if viewer is None else replay_log(log)
    viewer = checked_viewer(viewer, full_replay) if full_replay else None
    if seq is not None:
        log, full_replay = beginning(log, seq, name), None
    replay = replay_as(log, viewer, full_replay)
    if only_hands:
        show_hands(replay, viewer, session)
    elif session.json:
        session.output.data(replay.game.view(replay.state, replay.seq, viewer))
    else:
        session.output.answer(picture(replay, viewer, session.output))
        tell_unknown_cards(replay, viewer, session.output)
    tell_stand_ins(replay, session.output)
    if off := why_broken_off(replay):
        session.output.remark(session.output.wrap(capital(off)))
    if replay.error:
        warn(replay.error, replay, viewer, session.output)


def picture(replay: Replay, viewer: str | None, output: Output) -> str:
    """Draw the state with characters, under the title of the game."""
    page = Page(output.language, output.width, output.colour, output.shows("▶✓✗"))
    drawn = replay.game.picture(replay.state, replay.seq, viewer, page).rstrip("\n")
    if off := points_off(replay, output.language):
        drawn += f"\n{output.wrap(off)}"
    title = replay.seating.title
    return f"{output.style(title, bold=True)}\n{drawn}" if title else drawn


def show_hands(replay: Replay, viewer: str | None, session: Session) -> None:
    """Print every card in a hand, as far as the viewer can know it."""
    hands = replay.game.need(DEDUCTION).hands(replay.standing(), viewer)
    if session.json:
        session.output.data(HandsTold(replay.seq, hands.held, hands.must_hold))
    else:
        session.output.answer(hands_in_words(replay, hands, session.output, every=True))
    warn_of_contradiction(replay, hands, session.output)


def tell_unknown_cards(replay: Replay, viewer: str | None, output: Output) -> None:
    """Print the hands that have an unknown card, below the picture."""
    if replay.game.get(DEDUCTION) is None:
        return
    hands = replay.game.need(DEDUCTION).hands(replay.standing(), viewer)
    lines = hands_in_words(replay, hands, output, every=False)
    if lines:
        output.answer(f"\n{lines}")
    warn_of_contradiction(replay, hands, output)


def tell_stand_ins(replay: Replay, output: Output) -> None:
    """Remark which of a table's own components are incomplete."""
    for finding in replay.game.remarks(replay.state):
        if finding.code == "incomplete-components":
            output.remark(output.wrap(replay.game.words.say(finding, output.language)))


def warn(finding: Finding, replay: Replay, viewer: str | None, output: Output) -> None:
    """Remark that a log broke off, and that the last good state is shown."""
    seen = replay.game.words.narrator(output.language, viewer).may_see(finding)
    output.remark(output.wrap(replay.game.words.say(seen, output.language)))
    output.remark(_("What is shown is how it stood before that."))


def hands_in_words(replay: Replay, hands: Hands, output: Output, *, every: bool) -> str:
    """Return a line for each hand, or only for those with an unknown card; empty without any."""
    cards_by_seat = replay.game.need(DEDUCTION).tell_hands(hands, replay.state, output.language)
    word = replay.game.words.word
    lines = [
        output.wrap(f"{word(seat, output.language).capitalize()}: {'; '.join(cards) or '–'}", "  ")
        for seat, cards in cards_by_seat.items()
        if every or any(card.card is None for card in hands.held[seat])
    ]
    return "\n".join([output.style(_("Hands"), bold=True), *lines]) if lines else ""


def warn_of_contradiction(replay: Replay, hands: Hands, output: Output) -> None:
    """Remark the contradiction after which nothing can be concluded, if there is one."""
    if hands.contradiction is None:
        return
    output.remark(output.wrap(replay.game.words.say(hands.contradiction, output.language)))
    output.remark(_("From there on an unknown card may be anything."))


# --- record by record ----------------------------------------------------------------------------


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


@command(
    "replay",
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
@at_option(_("Begin at this record; else at the first."), default=1)
@viewer_option
@pass_session
def replay(
    session: Session, *, name: str, seconds: float | None, seq: int, viewer: str | None
) -> int:
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


@command(
    "log",
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
    tell_log(read_excerpt(session, name, viewer or REFEREE), session.output)


def tell_log(excerpt: Excerpt, output: Output) -> None:
    """Tell a game from its first record to its last, in words or as JSON."""
    if output.json:
        for line in records_told(excerpt):
            output.data(line)
        return
    story = story_of(excerpt)
    for paragraph in StoryOutput(excerpt.game, output, story.replay.state).tell(story.lines()):
        output.answer(paragraph)


def story_of(excerpt: Excerpt) -> Narration:
    narrator = excerpt.game.words.narrator(excerpt.language, excerpt.viewer)
    [story] = tell(*excerpt.reading(), narrator)
    return story
