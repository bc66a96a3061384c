"""A game played again with the same luck, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import gettext as _
from typing import TYPE_CHECKING, Final

from ragami.errors import N_

if TYPE_CHECKING:
    from ragami.game import GameDefinition
    from ragami.judge.replay import Replay
    from ragami.referee.luck import Again, Stop
    from ragami_cli.output import Output

HOW: Final = {
    "other-luck": N_("With the luck that comes now: {event}"),
    "other-way": N_("It comes to something else: {event}"),
    "came-in": N_("Due before that: {event}"),
    "left-out": N_("Makes no sense any more: {event}"),
}


def in_words(again: Again, replay: Replay, output: Output) -> Iterator[str]:
    """Yield the events that go otherwise, where the game stops, and the outcome."""
    game = replay.game
    yield output.style(_("The rest again, with the same luck:"), bold=True)
    teller = game.words.narrator(output.language)
    for note in again.notes:
        told = output.translate(HOW[note.what]).format(event=teller.tell(note.event))
        yield output.wrap(f"{note.seq:>4}  {told}", "").replace("\n", "\n      ")
        if note.finding:
            yield output.wrap(game.words.say(note.finding, output.language), "      ")
    if not again.notes:
        yield "  " + _("Everything goes as it was recorded.")
    if again.stop:
        yield where_it_stops(again.stop, game, output)
    yield _("Then: {stands}").format(stands=stands(again, replay, output))


def where_it_stops(stop: Stop, game: GameDefinition, output: Output) -> str:
    """Return why the replay stops."""
    from ragami.game.capabilities import LUCK

    match stop.why:
        case "no-decision":
            return _("It stops after the last record: what follows, nobody has decided.")
        case "luck-spent":
            source = game.need(LUCK).name(stop.source or "", output.language)
            text = _("It stops at record {seq}: what {source} would bring next is not recorded.")
            return text.format(seq=stop.seq, source=source)
    told = _("It stops at record {seq}, which can neither be played nor left out.")
    finding = stop.finding and game.words.say(stop.finding, output.language)
    return told.format(seq=stop.seq) + (f"\n{output.wrap(finding, '      ')}" if finding else "")


def stands(again: Again, replay: Replay, output: Output) -> str:
    """The result, or the points so far."""
    game, language = replay.game, output.language
    if again.final is not None:
        return game.words.result(again.final, language)
    points = ", ".join(f"{game.words.word(who, language)} {n}" for who, n in again.scores.items())
    return f"{game.words.moment(again.state, language)} ({points})"
