"""One game being written down: a line in, an answer out. Nothing here knows of a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from gettext import gettext as _
from gettext import ngettext
from typing import TYPE_CHECKING, Final

import msgspec

from ragami import sheet
from ragami.errors import CONFLICT, REFUSED, USAGE, RagamiError
from ragami.game.capabilities import APP as PART
from ragami.judge.undoing import bringing_again, taking_back
from ragami.language import translator
from ragami.narration import Narration
from ragami.notation.misread import folded
from ragami.sheet.words import REDO, UNDO
from ragami.store import Conflict
from ragami.table.device import Device
from ragami.table.drafts import Stamp, now
from ragami.table.hints import Hints
from ragami.table.recording import Draft, Recording, Refused
from ragami_cli.companion.scanning import APP, Scanning
from ragami_cli.companion.talk import Answer, Hint, Told, Word
from ragami_cli.output import harmless
from ragami_cli.resting import way_on

if TYPE_CHECKING:
    from ragami.draw.panels import Page
    from ragami.game import GameDefinition
    from ragami.game.capabilities import Guide
    from ragami.language import Language
    from ragami.store import Store

CATCH_UP: Final = 20
"""So many records of others are told one by one; of more, how many there are."""


class Session:
    """A game of a store, as somebody at the table writes it down. See `talk.Talk`.

    Every event is stored before anything is said about it.
    """

    secret = False

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
        self._hints = Hints(self._recording, language)
        self._lines_changed()
        app, state = self.game.get(PART), self._recording.replay.state
        # Has a device a part at this table?
        self._has_app = bool(app and self._recording.private and app.plays(state))

    @property
    def game(self) -> GameDefinition:
        return self._recording.replay.game

    def device(self) -> Device:
        """Return the device of this game. Raise `RagamiError` `no-app-here`."""
        return Device(self._recording.store, self._recording.name)

    def stamp(self) -> Stamp:
        """Now, by whom the companion writes."""
        return Stamp(self._clock(), self._by)

    def say(self, trouble: RagamiError) -> str:
        """A trouble in the language of the table."""
        return trouble.say(self._translate)

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
        """The number of records."""
        return len(self._recording.lines)

    # --- what there is to see --------------------------------------------------------------

    def guide(self) -> Guide:
        guide = self._hints.guide()
        if self._has_app and not self._recording.replay.error:
            app = _("'app' scans what is marked, and does what the app has to do.")
            return guide._replace(hints=(*guide.hints, app))
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
        return self._hints.ways(text)

    def hint(self, text: str) -> Hint:
        now = self._hints.look(text) if text.strip() else None
        if now is None or (now.draft is None and now.misread is None):
            return Hint()
        if now.misread:
            return self._lacks(text, now.misread)
        if now.wrong:
            return Hint(self.game.words.say(now.wrong, self.language))
        return Hint(self._hints.told(now.event), ready=True)

    def _lacks(self, text: str, read: sheet.Misread) -> Hint:
        """Return the missing part of half a line, or the line probably meant by a wrong one."""
        if self._hints.is_begun(text, read):
            what = self._hints.of_now(text, read).missing(self.language)
            return Hint(_("missing: {what}").format(what=what))
        answer = self._misread(text, self._hints.suggested(text) or read)
        return Hint(answer.lines[0], meant=answer.meant)

    # --- a line ----------------------------------------------------------------------------

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> Answer:
        if self._warned is not None and not text.strip():
            text = self._warned
        word = folded(text.strip())
        if word == APP and self._has_app:
            return Answer("told", then=Scanning(self))
        if word in map(folded, UNDO):
            return self.undo(sure=sure)
        if word in map(folded, REDO):
            return self.redo(sure=sure)
        read = self._hints.read(text, number)
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

    def _misread(self, text: str, read: sheet.Misread) -> Answer:
        """Return the answer to a misread line, the line probably meant first."""
        meant = read.nearest
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
            bare = msgspec.structs.replace(
                self._hints.of_now(text, read), nearest="", example="", instead=None
            )
            told.append(bare.say(self.language, numbered=False))
        return Answer("refused", tuple(told), text, USAGE, meant=meant)

    def _warnings(self, draft: Draft) -> Iterator[str]:
        """Yield warnings before a record is written."""
        if warning := self._hints.warning(draft):
            yield warning
        there = self._hints.breaks_off(draft)
        if there is None:
            return
        yield self.game.words.say(there.finding, self.language)
        if there.cut_off:
            text = ngettext(
                "If this is written, the game breaks off there: {n} event after it counts no more"
                " until that is put right.",
                "If this is written, the game breaks off there: {n} events after it count no more"
                " until that is put right.",
                there.cut_off,
            )
            yield text.format(n=there.cut_off)

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
        self._hints.forget()
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
