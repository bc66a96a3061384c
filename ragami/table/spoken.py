"""Questions at the table that are answered in a sentence, for ears as for eyes.

`last` tells what happened last, `who` whose turn it is and what is due, `mine` what a player has,
`at 14` what lies at a place of the board, and what record 14 was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from ragami.decoded import Fields
from ragami.draw.panels import Panel, Row, spoken
from ragami.draw.sketch import as_it_is
from ragami.game.capabilities import PAGE
from ragami.game.standing import panels
from ragami.language import Language, capital, translator
from ragami.notation.misread import Word, fold_word
from ragami.table.hints import guide

if TYPE_CHECKING:
    from ragami.judge.replay import Replay
    from ragami.narration import Line

LAST: Final = Word("last", "ultimo")
WHO: Final = Word("who", "quien")
MINE: Final = Word("mine", "mio")
AT: Final = Word("at", "en")


def questions(language: Language) -> Iterator[tuple[str, str]]:
    """Yield each question with what it asks for."""
    _ = translator(language)
    yield LAST.say(language), _("what happened last")
    yield WHO.say(language), _("whose turn it is, and what is due")
    yield f"{MINE.say(language)} …", _("what the player in turn has, or another")
    yield f"{AT.say(language)} 14", _("what lies at a place, and what record 14 was")


def answer(
    replay: Replay,
    story: Sequence[Line],
    text: str,
    language: Language,
    seat: str | None = None,
    viewer: str | None = None,
) -> tuple[str, ...]:
    """Return the sentences that answer a question; empty if the text is none.

    `story` is the log as the viewer is told it, `seat` who asks: without one `mine` is about the
    player in turn.
    """
    word, _blank, argument = fold_word(text.strip()).partition(" ")
    table = KnownMoment(replay, language, viewer)
    if not argument and word in LAST:
        return tuple(table.record(story, str(len(story))))
    if not argument and word in WHO:
        return table.due()
    if word in MINE:
        return table.holdings(argument, seat)
    if argument and word in AT:
        return (*table.place(argument), *table.record(story, argument))
    return ()


class KnownMoment:
    """The moment at which a game stands, as a viewer sees it."""

    def __init__(self, replay: Replay, language: Language, viewer: str | None) -> None:
        self._replay, self._language, self._viewer = replay, language, viewer

    def record(self, story: Sequence[Line], number: str) -> Iterator[str]:
        """Tell one record; nothing if there is none of this number."""
        _ = translator(self._language)
        for line in story:
            if str(line.seq) == number:
                yield _("Record {seq}: {text}").format(seq=number, text=line.text)

    def due(self) -> tuple[str, ...]:
        """Tell who has to do what; at the end the result."""
        if self._replay.final is not None:
            result = self._replay.game.result(
                self._replay.final, self._replay.state, self._language
            )
            return (capital(result),)
        now = guide(self._replay, self._language)
        return tuple(capital(text) for text in (now.step, now.due) if text)

    def holdings(self, name: str, seat: str | None) -> tuple[str, ...]:
        """Tell what a player has: the named one, else who asks, else who is in turn."""
        _ = translator(self._language)
        game, state = self._replay.game, self._replay.state
        names = game.seating(state).names
        if name:
            seat = self._seat(name, names)
        elif seat is None:
            seat = next(iter(game.position(state).due), None)
        if seat is None:
            everybody = ", ".join(
                game.player(*seat_and_name, self._language) for seat_and_name in names.items()
            )
            return (_("Say whose: {names}.").format(names=everybody),)
        parts = [game.player(seat, names[seat], self._language)]
        scores = game.position(state).scores
        if seat in scores:
            parts.append(_("points") + f" {scores[seat]}")
        owned = (panel for panel in self._panels(names) if panel.owner == seat)
        parts += (words for panel in owned for row in panel.rows if (words := _in_words(row)))
        return ("; ".join(parts),)

    def _seat(self, name: str, names: Mapping[str, str]) -> str | None:
        """Find a seat by its word or by who sits there."""
        for seat, called in names.items():
            word = self._replay.game.words.word(seat, self._language)
            if name in map(fold_word, (seat, word, called)):
                return seat
        return None

    def place(self, name: str) -> Iterator[str]:
        """Tell what lies at a place of the board: a spot or a panel whose name ends so."""
        game, state = self._replay.game, self._replay.state
        names = game.seating(state).names
        stage = game.need(PAGE).stage(state, names, self._language, as_it_is)
        spots = stage.spots(state, self._view()).values() if stage else ()
        labels = [spot.label for spot in spots if _is_called(spot.label.partition(":")[0], name)]
        yield from labels
        for panel in () if labels else self._panels(names):
            if panel.owner is None and _is_called(panel.title, name):
                yield "; ".join((panel.title, *filter(None, map(_in_words, panel.rows))))

    def _panels(self, names: Mapping[str, str]) -> Sequence[Panel]:
        replay = self._replay
        return panels(replay.game, replay.state, self._view(), names, self._language)

    def _view(self) -> Fields:
        return self._replay.game.view(self._replay.state, self._replay.seq, self._viewer)


def _is_called(title: str, name: str) -> bool:
    """Say whether the last word of a title is a name."""
    return fold_word(title).split()[-1:] == [name]


def _in_words(row: Row) -> str:
    """Read a row aloud; empty if nothing stands in it."""
    words = ", ".join(filter(None, map(spoken, row.widgets)))
    return f"{row.heading} {words}".strip() if words else ""
