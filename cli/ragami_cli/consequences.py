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
from ragami.log.unredacted import log_of
from ragami.messages import in_a_row
from ragami.narration import tell_log
from ragami_cli.arguments import said_yes
from ragami_cli.output import Output, somebody_answers
from ragami_cli.story import StoryOutput, how_it_stands

if TYPE_CHECKING:
    from ragami.referee.luck import Again, PlayedNoMore
    from ragami.table.recording import Draft, Recording
    from ragami.table.whatif import EventTouched, RecordEffect
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
    output, game = writing.session.output, writing.game
    yield output.style(_("If this were written:"), bold=True)
    yield from record_lines(writing, attempt)
    if effect.after.error:
        why = game.words.say(effect.after.error, output.language)
        yield output.wrap(_("Judging stops there: {why}").format(why=why), "  ")
    if effect.from_seq is None:
        yield "  " + _("No event that is recorded would change.")
    elif effect.from_seq <= len(writing.recording.lines):
        yield from map("  {}".format, events(effect, game, output))
    language = output.language
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
    game, output = writing.game, writing.session.output
    log = log_of(attempt.lines)
    lines = tell_log(game, game.words.narrator(output.language), log)[
        len(writing.recording.lines) :
    ]
    shown_lines = [line for line in lines if line.type not in BY_ITSELF]
    for line in shown_lines[:FEW]:
        yield StoryOutput(game, output, attempt.replay.state).event(line, line.scores)
    if (more := len(shown_lines) - FEW) > 0:
        text = ngettext("… and {n} record more.", "… and {n} records more.", more)
        yield "      " + text.format(n=more)


def events(effect: RecordEffect, game: GameDefinition, output: Output) -> Iterator[str]:
    """Yield the effect on the events, each kind with its first finding."""
    if effect.struck:
        yield _("No longer counting: {records}.").format(records=runs(effect.struck))
    if effect.restored:
        yield _("Counting again: {records}.").format(records=runs(effect.restored))
    if n := effect.legal:
        text = ngettext(
            "{n} later event stays legal, with the same points.",
            "{n} later events stay legal, with the same points.",
            n,
        )
        yield text.format(n=n)
    if n := len(effect.illegal):
        text = ngettext("{n} event becomes illegal.", "{n} events become illegal.", n)
        yield output.style(text.format(n=n), fg="red") + " " + first(effect.illegal)
        if effect.illegal[0].findings[0] != effect.after.error:  # printed already
            yield found_in(effect.illegal[0], game, output)
    if n := len(effect.mended):
        text = ngettext("{n} event is illegal no more.", "{n} events are illegal no more.", n)
        yield text.format(n=n) + " " + first(effect.mended)
        yield found_in(effect.mended[0], game, output)
    if n := len(effect.scored):
        text = ngettext("{n} event brings other points.", "{n} events bring other points.", n)
        yield text.format(n=n) + " " + first(effect.scored)
        yield "  " + other_points(effect.scored[0], game, output)


def found_in(touched: EventTouched, game: GameDefinition, output: Output) -> str:
    return output.wrap(game.words.say(touched.findings[0], output.language), "    ")[2:]


def first(touched: Sequence[EventTouched]) -> str:
    return _("The first: record {seq}.").format(seq=touched[0].seq)


def other_points(touched: EventTouched, game: GameDefinition, output: Output) -> str:
    """Return `Green +2 instead of +3` for everybody whose gain differs."""
    was, now = touched.gains_before, touched.gains_after
    changes = [
        _("{who} {now:+} instead of {was:+}").format(
            who=game.words.word(player, output.language),
            now=now.get(player, 0),
            was=was.get(player, 0),
        )
        for player in {**was, **now}
        if was.get(player, 0) != now.get(player, 0)
    ]
    return ", ".join(changes)


def runs(seqs: Sequence[int]) -> str:
    """Return `57, 60–73` for these numbers."""
    rows = in_a_row(seqs)
    return ", ".join(f"{row[0]}–{row[-1]}" if len(row) > 1 else str(row[0]) for row in rows)


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
