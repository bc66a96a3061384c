"""Hints for somebody who writes a game down, before anything is written.

The next step, completions of a line, the gaps of half a line, corrections of a wrong one, and
warnings of what could not be undone. Nothing is written or printed here: findings and words are
returned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Raw, structs

from ragami import sheet
from ragami.decoded import AnyEvent
from ragami.findings import Finding, finding_of
from ragami.game.capabilities import GUIDANCE, Guide
from ragami.judge.choices import offered
from ragami.judge.replay import Replay
from ragami.language import Language, capital, translator
from ragami.log.record import LOG_EVENTS
from ragami.notation.misread import fold_word
from ragami.sheet.due_lines import SEAT, due_lines
from ragami.table.recording import Draft, Recording
from ragami.table.whatif import CHANGES, BreaksOff, breaks_off

# The processor time, in seconds, in which a line that was meant is looked for after each key.
A_KEY: Final = 0.04


def guide(replay: Replay, language: Language) -> Guide:
    """Return the next step; for a stopped log, the error to put right first."""
    game = replay.game
    next_step = game.need(GUIDANCE).guide(replay.state, language)
    if replay.error is None:
        return next_step
    _ = translator(language)
    first = _("Nothing may be added before that is undone or corrected.")
    return next_step._replace(due=game.words.say(replay.error, language), hints=(first,))


class LineHint(NamedTuple):
    """A line before it is entered.

    `draft` and `event` are what it says; where it says nothing yet, `misread` says why. `wrong` is
    why the rules would refuse it.
    """

    draft: Draft | None = None
    event: AnyEvent = None
    misread: sheet.Misread | None = None
    wrong: Finding | None = None


class Hints:
    """The hints for a game that is being written down, in one language.

    What was found for a beginning is kept until `forget`: that is due when the game has gone on.
    """

    def __init__(self, recording: Recording, language: Language) -> None:
        self.recording = recording
        self.language = language
        self._ways: dict[str, list[sheet.Completion]] = {}

    @property
    def _replay(self) -> Replay:
        return self.recording.replay

    def forget(self) -> None:
        """Forget what was found: the game has gone on."""
        self._ways.clear()

    def lines(self) -> list[str]:
        """See `due_lines`."""
        return due_lines(self._replay, self.language)

    def guide(self) -> Guide:
        """See `guide`; when the game is over, with its result."""
        replay, now = self._replay, guide(self._replay, self.language)
        if replay.final is None or replay.error:
            return now
        result = capital(replay.game.result(replay.final, replay.state, self.language))
        if result.casefold() in now.due.casefold():
            return now
        seats_only = replay.game.words.result(replay.final, self.language)
        if seats_only.casefold() in now.due.casefold():  # the same, without the names
            return now._replace(due=result)
        return now._replace(hints=(result, *now.hints))

    # --- how a line may go on --------------------------------------------------------------

    def ways(self, text: str, *, of_people: bool = False) -> Sequence[sheet.Completion]:
        """Return the completions of a line, only with what is possible now.

        With `of_people` without the events of no seat: an app has to write these.
        """
        if text not in self._ways:
            self._ways[text] = list(self._ways_on(text))
        if not of_people or " " in text.strip():
            return self._ways[text]
        nobodys = set(self._verbs_of_nobody())
        return [way for way in self._ways[text] if way.text not in nobodys]

    def _verbs_of_nobody(self) -> Iterator[str]:
        """Yield what begins the lines of the events that are due and of no seat."""
        forms = self._replay.game.forms
        for choice in offered(self._replay):
            if forms and SEAT not in choice.data:
                for row in forms.of(choice.type):
                    yield from (word.word.say(self.language) for word in row.head[:1])

    def _ways_on(self, text: str) -> Iterator[sheet.Completion]:
        """Yield completions; within a word those from before it, as far as they still fit."""
        begun = len(text) - len(text.rsplit(" ", maxsplit=1)[-1])
        near = [
            way
            for way in (self.ways(text[:begun]) if text[begun:] else ())
            if way.start == begun and fold_word(way.text).startswith(fold_word(text[begun:]))
        ]
        yield from near or sheet.complete(self._replay, text, self.language)

    # --- what a line says ------------------------------------------------------------------

    def read(
        self, text: str, number: int = 1, *, suggests: bool = True
    ) -> Draft | sheet.Misread | None:
        """Return a line where the game stands: see `sheet.read_line`."""
        return sheet.read_line(self._replay, text, number, self.language, suggests=suggests)

    def look(self, text: str) -> LineHint:
        """Return what a line would record, and the breach for which it would be refused."""
        read = self.read(text, suggests=False)
        if isinstance(read, sheet.Misread):
            return LineHint(misread=read)
        if read is None:
            return LineHint()
        event = self.event(read)
        return LineHint(read, event, None, self.wrong_with(event))

    def event(self, draft: Draft) -> AnyEvent:
        codec = self.recording.codec
        return codec.read_event(draft.type, codec.types[draft.type].version, Raw(draft.data))

    def wrong_with(self, event: AnyEvent) -> Finding | None:
        """Return the finding for which the rules would refuse an event; None if they would not."""
        replay = self._replay
        if replay.error:
            return None
        if replay.game.is_reveal(event):
            return replay.would_not_fit(event)
        if type(event) not in replay.game.judges:
            return None
        breaches = replay.would_be_wrong(event)
        return finding_of("illegal-event", breaches[0], replay.seq + 1, None) if breaches else None

    def told(self, event: object) -> str:
        """Return a legal event and its consequences in words.

        For records of the log itself, such as undo, it is empty.
        """
        if type(event) in LOG_EVENTS.values():
            return ""
        replay = self._replay
        narrator = replay.game.words.narrator(self.language)
        if replay.error or type(event) not in replay.game.judges:
            return narrator.tell(event)
        before = narrator.look(replay.state, replay.seq, event)
        then = replay.game.copy_of(replay.state)
        replay.judge.apply(then, event, replay.seq + 1)
        after = narrator.look(then, replay.seq + 1)
        return narrator.tell(event, before, after)

    # --- what was meant by a wrong one -----------------------------------------------------

    def is_begun(self, text: str, read: sheet.Misread) -> bool:
        """Return True if a line is right so far and only incomplete."""
        return bool(self.ways(text)) and not read.short_for

    def suggested(self, text: str) -> sheet.Misread | None:
        """Return the misread line with the line that was meant, as far as a key can wait."""
        read = sheet.read_line(self._replay, text, 1, self.language, budget=A_KEY)
        return read if isinstance(read, sheet.Misread) else None

    def of_now(self, text: str, read: sheet.Misread) -> sheet.Misread:
        """Return the misread line, with only those expected keywords that are legal now.

        What stands for a value ("a price as in 4$") is no keyword.
        """
        legal = [way.text.strip() for way in self.ways(text[: read.column - 1])]
        expected = tuple(
            term
            for term in read.expected
            if isinstance(term, str) or " " in (word := term.say(self.language)) or word in legal
        )
        return structs.replace(read, expected=expected or read.expected)

    # --- what is to be thought of before it is written ---------------------------------------

    def breaks_off(self, draft: Draft) -> BreaksOff | None:
        """Return where the game would break off with a record that changes how others read."""
        return breaks_off(self.recording, [draft]) if draft.type in CHANGES else None

    def warning(self, draft: Draft) -> str | None:
        """Return a warning of what the table could not undo after a draft, in the game's words."""
        event = None if draft.type in CHANGES else self.event(draft)
        if event is None or self.wrong_with(event):
            return None
        guidance = self._replay.game.need(GUIDANCE)
        return guidance.warning(self._replay.state, event, self.language)
