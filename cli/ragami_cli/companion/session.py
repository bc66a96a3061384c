"""One game being written down: a line in, an answer out. Nothing here knows of a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from gettext import gettext as _
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ragami import sheet
from ragami.errors import CONFLICT, REFUSED, USAGE, RagamiError
from ragami.judge.undoing import bringing_again, taking_back
from ragami.language import translator
from ragami.narration import Narration
from ragami.notation.misread import folded
from ragami.sheet.words import REDO, UNDO
from ragami.store import Conflict
from ragami.table.recording import Draft, Recording, Refused
from ragami_cli.companion.consequences import CHANGES, consequences
from ragami_cli.companion.talk import Answer, Hint, Told, Word
from ragami_cli.output import harmless
from ragami_cli.resting import way_on
from ragami_cli.writing import in_utc

if TYPE_CHECKING:
    from ragami.game import GameDefinition
    from ragami.game.capabilities import Guide, Page
    from ragami.language import Language
    from ragami.store import Store

CATCH_UP: Final = 20
"""So many records of others are told one by one; of more, how many there are."""


def now() -> str:
    """The time as records have it."""
    return in_utc(datetime.now(UTC))


class Session:
    """A game of a store, as somebody at the table writes it down. See `talk.Talk`.

    Every event is stored before anything is said about it.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        language: Language,
        by: str | None,
        clock: Callable[[], str] = now,
    ) -> None:
        """Open a game that is there. Raises `RagamiError` `game-not-found`."""
        self.language = language
        self._by = by
        self._clock = clock
        self._translate = translator(language)
        self._recording = Recording(store, name, told_in=language)
        self._story: list[Told] = []
        self._warned: str | None = None
        self._ways: dict[str, list[Word]] = {}
        self._lines_changed()

    @property
    def game(self) -> GameDefinition:
        return self._recording.replay.game

    @property
    def title(self) -> str:
        names, title = self._recording.replay.game.seating(self._recording.replay.state)
        who = ", ".join(names.values())
        return " · ".join(part for part in (self._recording.name, title, who) if part)

    @property
    def whose(self) -> str:
        seat = self.guide().seat
        return self.game.words.word(seat, self.language) if seat else ""

    @property
    def records(self) -> int:
        """How many there are."""
        return len(self._recording.lines)

    # --- what there is to see --------------------------------------------------------------

    def guide(self) -> Guide:
        from ragami.game.capabilities import GUIDANCE

        replay = self._recording.replay
        guide = self.game.need(GUIDANCE).guide(replay.state, self.language)
        if replay.error:
            due = self.game.words.say(replay.error, self.language)
            hint = _("Nothing may be added before that is undone or corrected.")
            return guide._replace(due=due, hints=(hint,))
        return guide

    def board(self, page: Page) -> Sequence[str]:
        return self._drawn(page._replace(part="board"))

    def standing(self, page: Page) -> Sequence[str]:
        return self._drawn(page._replace(part="standing"))

    def _drawn(self, page: Page) -> list[str]:
        from ragami.game.capabilities import DRAWING

        replay = self._recording.replay
        names, _title = replay.game.seating(replay.state)
        view = self.game.view(replay.state, replay.seq)
        return self.game.need(DRAWING).picture(replay.state, view, names, page).splitlines()

    def reference(self) -> Sequence[str]:
        from ragami.game.capabilities import NOTATION
        from ragami.sheet.reference import reference

        of_the_game = self.game.need(NOTATION).reference(self.language)
        lines = (*of_the_game, *reference(self.language))
        return [f"{line}  – {says}" for line, says in lines]

    def story(self) -> Sequence[Told]:
        return self._story

    # --- while a line is typed -------------------------------------------------------------

    def words(self, text: str) -> Sequence[Word]:
        if text not in self._ways:
            self._ways[text] = list(self._ways_on(text))
        return self._ways[text]

    def _ways_on(self, text: str) -> Iterator[Word]:
        """Within a word nothing has to be asked again: the rules said before it what it may be."""
        begun = len(text) - len(text.rsplit(" ", maxsplit=1)[-1])
        near = [
            way
            for way in (self.words(text[:begun]) if text[begun:] else ())
            if way.start == begun and folded(way.text).startswith(folded(text[begun:]))
        ]
        if near:
            yield from near
            return
        for way in sheet.complete(self._recording.replay, text, self.language):
            yield Word(way.text, way.start, way.meaning)

    def hint(self, text: str) -> Hint:
        if not text.strip():
            return Hint()
        read = sheet.read_line(self._recording.replay, text, 1, self.language, suggests=False)
        if isinstance(read, sheet.Misread):
            return self._lacks(text, read)
        if read is None:
            return Hint()
        event = self._event(read)
        breaches = self._wrong_with(event)
        if breaches:
            return Hint(breaches)
        return Hint(self._told_before(event), ready=True)

    def _lacks(self, text: str, read: sheet.Misread) -> Hint:
        """What half a line lacks, or what was probably meant by a wrong one."""
        if self.words(text) and not read.short_for:
            what = self._of_now(text, read).missing(self.language)
            return Hint(_("missing: {what}").format(what=what))
        answer = self._misread(text, read)
        return Hint(answer.lines[0], meant=answer.meant)

    def _told_before(self, event: Any) -> str:
        """What an event of the game says; of other records only their fate is worth telling."""
        from ragami.log.record import LOG_EVENTS

        if type(event) in LOG_EVENTS.values():
            return ""
        return self.game.words.narrator(self.language).tell(event)

    def _wrong_with(self, event: Any) -> str:
        """Why the rules would refuse an event; nothing if they would not."""
        replay = self._recording.replay
        if replay.error:
            return ""
        from ragami.findings import found

        wrong = None
        if self.game.is_reveal(event):
            wrong = replay.would_not_fit(event)
        elif type(event) in self.game.judges:
            breaches = replay.would_be_wrong(event)
            wrong = found("illegal-event", breaches[0], replay.seq + 1, None) if breaches else None
        return self.game.words.say(wrong, self.language) if wrong else ""

    def _event(self, draft: Draft) -> Any:
        """What a draft would be on the disk: the struct of its data."""
        codec = self._recording.codec
        return codec.read_event(
            draft.type, codec.types[draft.type].version, msgspec.Raw(draft.data)
        )

    # --- a line ----------------------------------------------------------------------------

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> Answer:
        if self._warned is not None and not text.strip():
            text = self._warned
        word = folded(text.strip())
        if word in map(folded, UNDO):
            return self.undo(sure=sure)
        if word in map(folded, REDO):
            return self.redo(sure=sure)
        read = sheet.read_line(self._recording.replay, text, number, self.language)
        if read is None or isinstance(read, sheet.Misread):
            self._warned = None
        if read is None:
            return Answer("told")
        if isinstance(read, sheet.Misread):
            return self._misread(text, read)
        return self._ask_or_write(read, text, sure=sure)

    def _ask_or_write(self, draft: Draft, text: str, *, sure: bool) -> Answer:
        """Write a record; one that cannot be taken back or breaks the game after a second word."""
        warned, self._warned = self._warned, None
        sure = sure or (warned is not None and text.strip() == warned.strip())
        warning = () if sure else tuple(self._warnings(draft))
        if warning:
            self._warned = text
            again = _("Enter once more writes it; anything else does not.")
            return Answer("warned", (*warning, again), text)
        return self._write(draft, text)

    def _mended(self, text: str, read: sheet.Misread) -> str:
        """The line with the legal word that the wrong one is like; nothing if there is none."""
        if not read.found or read.instead or read.short_for:
            return ""
        start = read.column - 1
        words = self._legal_at(text, read)
        near = get_close_matches(read.found, words, 1)
        if not near or near[0] == read.found:
            return ""
        line = text[:start] + near[0] + text[start + len(read.found) :]
        return line if self._may_go_on(line) else ""

    def _may_go_on(self, line: str) -> bool:
        """Would the rules take a line, or is there nothing wrong with it but that it breaks off?"""
        read = sheet.read_line(self._recording.replay, line, 1, self.language, suggests=False)
        if isinstance(read, sheet.Misread):
            return read.column > len(line)
        return read is not None and not self._wrong_with(self._event(read))

    def _legal_at(self, text: str, read: sheet.Misread) -> list[str]:
        """The words that may be written now where the line goes wrong."""
        return [way.text.strip() for way in self.words(text[: read.column - 1])]

    def _of_now(self, text: str, read: sheet.Misread) -> sheet.Misread:
        """Of the keywords that the language expects there only those that may be written now."""
        now_legal = self._legal_at(text, read)
        expected = tuple(
            term
            for term in read.expected
            if isinstance(term, str) or term.say(self.language) in now_legal
        )
        return msgspec.structs.replace(read, expected=expected or read.expected)

    def _misread(self, text: str, read: sheet.Misread) -> Answer:
        """What was probably meant comes first: there may be room for little."""
        meant = read.nearest or self._mended(text, read)
        told = []
        if read.instead:
            told.append(read.instead.say(self.language))
        elif read.short_for:
            told.append(read.ambiguous(self.language))
        elif meant:
            told.append(_("Did you mean '{line}'?").format(line=harmless(meant)))
        elif read.example:
            told.append(_("It is written like this: '{line}'.").format(line=harmless(read.example)))
        if not read.short_for:
            bare = msgspec.structs.replace(self._of_now(text, read), nearest="", example="")
            bare = msgspec.structs.replace(bare, instead=None)
            told.append(bare.say(self.language, numbered=False))
        return Answer("refused", tuple(told), text, USAGE, meant=meant)

    def _warnings(self, draft: Draft) -> Iterator[str]:
        """What is to be thought of before a record is written."""
        if draft.type in CHANGES:
            yield from consequences(self._recording, draft, self.language)
            return
        from ragami.game.capabilities import GUIDANCE

        event = self._event(draft)
        if not self._wrong_with(event):
            guidance = self.game.need(GUIDANCE)
            warning = guidance.warning(self._recording.replay.state, event, self.language)
            yield from filter(None, (warning,))

    def _write(self, draft: Draft, text: str) -> Answer:
        """Store a record, and say what came of it."""
        if draft.at is None or draft.by is None:
            draft = msgspec.structs.replace(
                draft, at=draft.at or self._clock(), by=draft.by or self._by
            )
        before = len(self._recording.lines)
        try:
            self._recording.write([draft])
        except Refused as refused:
            told = self.game.words.say(refused.finding, self.language)
            ways = way_on(self._recording, refused.finding, self.language)
            return Answer("refused", (told, *ways), text, REFUSED)
        except Conflict:
            return self._clash(text)
        except RagamiError as trouble:
            return Answer("refused", (trouble.say(self._translate),), text, trouble.exit_code)
        return Answer("done", (*self._take_in(before), *self._unsealed()))

    def _unsealed(self) -> Iterator[str]:
        """Why no seal follows what was written, where one is due."""
        trouble, self._recording.unsealed = self._recording.unsealed, None
        if trouble:
            why = trouble.say(self._translate)
            yield _("It is written, but not sealed: {why}").format(why=why)

    def _clash(self, text: str) -> Answer:
        """Somebody else wrote first: their events are told, and the line stays as it was."""
        told = [
            _("Somebody else wrote to this game at the same moment. Your line is not written:"),
            *self.glance(),
            _("Look at your line again; Enter writes it now."),
        ]
        return Answer("clash", tuple(told), text, CONFLICT)

    def finish(self) -> Answer:
        return Answer("told")

    def undo(self, *, sure: bool = False) -> Answer:
        back = taking_back(self._recording.replay)
        if back is None:
            return Answer("refused", (_("There is nothing to undo."),), code=REFUSED)
        return self._ask_or_write(back, UNDO.say(self.language), sure=sure)

    def redo(self, *, sure: bool = False) -> Answer:
        again = bringing_again(self._recording.replay)
        if again is None:
            return Answer("refused", (_("There is nothing to redo."),), code=REFUSED)
        return self._ask_or_write(again, REDO.say(self.language), sure=sure)

    # --- what has happened -----------------------------------------------------------------

    def glance(self) -> Sequence[str]:
        there = len(self._recording.lines)
        try:
            if self._recording.store.head(self._recording.name) == there:
                return ()
            self._recording.catch_up()
        except RagamiError:  # whoever writes the next line is told of it
            return ()
        told = self._take_in(there)
        if len(told) > CATCH_UP:
            return (_("{number} records of others came in.").format(number=len(told)),)
        return tuple(told)

    def _take_in(self, before: int) -> list[str]:
        """Tell what has come after some record."""
        self._lines_changed()
        return [line.text for line in self._telling.since(before)]

    @property
    def _telling(self) -> Narration:
        assert self._recording.telling
        return self._recording.telling

    def _lines_changed(self) -> None:
        """The story as it stands now, with what was found about each record."""
        self._ways.clear()
        self._warned = None
        self._story = []
        within = 0
        for line in self._telling.lines():
            struck = line.struck_by is not None
            if line.kind == "event" and not struck and line.round > within:
                within = line.round
                heading = _("Round {round}").format(round=within)
                self._story.append(Told(heading, strong=True))
            self._story.append(Told(f"{line.seq:>3} {line.text}", struck))
            self._story += [
                Told(f"    {self.game.words.say(finding, self.language)}")
                for finding in line.findings
                if finding.severity != "notice"
            ]
