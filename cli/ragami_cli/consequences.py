"""The effect of a record before it is written, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import gettext as _
from gettext import ngettext
from itertools import chain
from typing import TYPE_CHECKING, Final

import click

from ragami.errors import FOUND_WRONG, N_
from ragami.game import GameDefinition
from ragami.game.capabilities import LUCK
from ragami.judge.replay import Replay
from ragami.narration import Narration
from ragami_cli.arguments import said_yes
from ragami_cli.output import Output, somebody_answers
from ragami_cli.story import StoryOutput, how_it_stands

if TYPE_CHECKING:
    from ragami.referee.luck import Again, PlayedNoMore
    from ragami.table.recording import Draft, Recording
    from ragami.table.whatif import RecordEffect
    from ragami_cli.writing import Writing

FEW: Final = 3
"""The most records that are shown of those that would be written."""

BY_ITSELF: Final = frozenset({"sealed", "committed"})


def tell_what_if(writing: Writing, drafts: Sequence[Draft]) -> int:
    """Print what records would change, and write nothing. Return 1 if an event becomes illegal."""
    from ragami.referee.luck import play_again
    from ragami.referee.replies import would_change

    session, now = writing.session, writing.recording.replay
    if session.same_luck:
        now.game.need(LUCK)
    attempt, effect = measured(writing, drafts)
    output = session.output
    again = play_again(now, attempt.replay) if session.same_luck else None
    reply = would_change(writing.recording.name, effect, now.game, again)
    more = replay_in_words(again, now, output) if again else ()
    output.reply(reply, chain(in_words(effect, writing, attempt), more))
    if not output.json:
        output.remark(_("Nothing was written."))
    return FOUND_WRONG if effect.illegal else 0


def ask_before(writing: Writing, drafts: Sequence[Draft]) -> None:
    """Print in short what records would change, and ask, on a terminal. Raise `click.Abort`."""
    if writing.session.json or not somebody_answers():
        return
    attempt, effect = measured(writing, drafts)
    for line in in_words(effect, writing, attempt):
        writing.session.output.remark(line)
    if not said_yes(_("Write it down?"), default=not effect.illegal):
        raise click.Abort


def measured(writing: Writing, drafts: Sequence[Draft]) -> tuple[Recording, RecordEffect]:
    """Return the game with the records in memory, and what changes in it. Raise `Refused`."""
    from ragami.table.whatif import effect_of, tried

    with writing.saying_refusals():
        attempt = tried(writing.recording, drafts)
    return attempt, effect_of(writing.recording.replay, attempt.replay)


def in_words(effect: RecordEffect, writing: Writing, attempt: Recording) -> Iterator[str]:
    """Yield everything that would change, a line each."""
    from ragami.table.whatif import in_words as effect_in_words

    output, game, language = writing.session.output, writing.game, writing.session.language
    yield output.style(_("If this were written:"), bold=True)
    yield from record_lines(writing, attempt)
    for line in effect_in_words(effect, len(writing.recording.lines), game, language):
        text = output.wrap(line.text, "    " if line.under else "  ")
        yield output.style(text, fg="red") if line.bad else text
    stood = how_it_stands(writing.recording.replay, language)
    stands = how_it_stands(attempt.replay, language)
    if stood != stands:
        yield _("Now:  {stands}").format(stands=stood)
        yield _("Then: {stands}").format(stands=stands)
    if effect.as_if:
        from ragami.referee.report import say_outcome

        yield _("If all of it stood: {stands}").format(
            stands=say_outcome(effect.as_if, game, language)
        )
    for warning in effect.findings:
        if warning.severity == "warning":
            yield output.wrap(game.words.say(warning, language))


def record_lines(writing: Writing, attempt: Recording) -> Iterator[str]:
    """Yield the records in words, without those that are written by themselves behind them."""
    game, output, recording = writing.game, writing.session.output, writing.recording
    telling = Narration(recording.replay.branch(), game.words.narrator(output.language))
    telling.take_all(attempt.reads_after(telling.replay.seq))
    lines = [line for line in telling.lines() if line.seq > len(recording.lines)]
    shown_lines = [line for line in lines if line.type not in BY_ITSELF]
    for line in shown_lines[:FEW]:
        yield StoryOutput(game, output, attempt.replay.state).event(line, line.scores)
    if (more := len(shown_lines) - FEW) > 0:
        text = ngettext("… and {n} record more.", "… and {n} records more.", more)
        yield "      " + text.format(n=more)


HOW: Final = {
    "other-luck": N_("With the luck that comes now: {event}"),
    "other-way": N_("It comes to something else: {event}"),
    "came-in": N_("Due before that: {event}"),
    "left-out": N_("Makes no sense any more: {event}"),
}


def replay_in_words(again: Again, replay: Replay, output: Output) -> Iterator[str]:
    """Yield the events that go otherwise, where the game stops, and the outcome."""
    game = replay.game
    yield output.style(_("The rest again, with the same luck:"), bold=True)
    teller = game.words.narrator(output.language)
    for note in again.notes:
        sentence = output.translate(HOW[note.what]).format(event=teller.tell(note.event))
        yield output.wrap(f"{note.seq:>4}  {sentence}", "").replace("\n", "\n      ")
        if note.finding:
            yield output.wrap(game.words.say(note.finding, output.language), "      ")
    if not again.notes:
        yield "  " + _("Everything goes as it was recorded.")
    if again.stop:
        yield where_it_stops(again.stop, game, output)
    yield _("Then: {stands}").format(stands=stands(again, replay, output))


def where_it_stops(stop: PlayedNoMore, game: GameDefinition, output: Output) -> str:
    match stop.why:
        case "no-decision":
            return _("It stops after the last record: what follows, nobody has decided.")
        case "luck-spent":
            source = game.need(LUCK).name(stop.source or "", output.language)
            text = _("It stops at record {seq}: what {source} would bring next is not recorded.")
            return text.format(seq=stop.seq, source=source)
    sentence = _("It stops at record {seq}, which can neither be played nor left out.")
    finding = stop.finding and game.words.say(stop.finding, output.language)
    return sentence.format(seq=stop.seq) + (
        f"\n{output.wrap(finding, '      ')}" if finding else ""
    )


def stands(again: Again, replay: Replay, output: Output) -> str:
    """Return the result, else the points so far."""
    game, language = replay.game, output.language
    if again.final is not None:
        return game.result(again.final, again.state, language)
    alone = game.people(again.state, language)
    points = ", ".join(
        f"{alone.get(player) or game.words.word(player, language)} {game.points(n)}"
        for player, n in again.scores.items()
    )
    return f"{game.words.moment(again.state, language)} ({points})"
