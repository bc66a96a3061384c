"""One game being written down: a line in, an answer out. Nothing here knows of a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from gettext import gettext as _
from gettext import ngettext
from typing import Final

from msgspec import structs

from ragami import sheet
from ragami.draw.panels import NO_BOARD, Page
from ragami.errors import CONFLICT, REFUSED, USAGE, RagamiError
from ragami.game import GameDefinition
from ragami.game.capabilities import APP as PART
from ragami.game.capabilities import NOTATION, Guide, Host
from ragami.game.components.pieces import PIECE_WORD
from ragami.judge.undoing import bringing_again, counting, taking_back
from ragami.language import Language, translator
from ragami.messages import listed
from ragami.narration import Narration
from ragami.notation.misread import fold_word
from ragami.sheet.completing import Completion
from ragami.sheet.due_lines import ALL, lines_for_all, signed
from ragami.sheet.words import REDO, UNDO, reference
from ragami.store import Conflict, Store
from ragami.table.device import PrivateDevice, hosted, other_hosts
from ragami.table.drafts import Stamp, expect_another_reading, now
from ragami.table.hints import Hints
from ragami.table.house import HOUSE, house_plays, seat_called
from ragami.table.piece_entry import brought, line_for, piece_in
from ragami.table.recording import Draft, Recording, Refused
from ragami.table.spoken import answer, questions
from ragami_cli.companion.pad import PadCursor
from ragami_cli.companion.scanning import APP, BACK, NEXT, NEXT_LINE, NOBODY, Scanning
from ragami_cli.companion.talk import Hint, HistoryLine, LineAnswer, Talk, history
from ragami_cli.output import harmless
from ragami_cli.story import earned_points, who_deals
from ragami_cli.writing import way_on

# So many lines that can be typed stand beside what is due (F1 has all), and so many records of
# others are told one by one.
SHOWN: Final = 3
CATCH_UP: Final = 20


class TableTalk(Talk):
    """A game of a store, as somebody at the table writes it down.

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
        self._story: list[HistoryLine] = []
        self._warned: str | None = None
        # The records that one line of everybody wrote; a log does not tell which they were.
        self._together = range(0)
        self._house: dict[str, None] = {}
        self._hints = Hints(self._recording, language)
        self._pad = PadCursor(self._recording, language)
        self._lines_changed()
        app, state = self.game.get(PART), self._recording.replay.state
        # True if this device plays the app at this table.
        self._has_app = bool(app and self._recording.private and app.plays(state))
        # True if the app is played elsewhere, as on the phones.
        self._is_elsewhere = bool(app and not self._has_app and app.plays(state))

    @property
    def game(self) -> GameDefinition:
        return self._recording.replay.game

    def device(self) -> PrivateDevice:
        """Return the device of this game. Raise `RagamiError` `no-app-here`."""
        return PrivateDevice(self._recording.store, self._recording.name)

    def stamp(self) -> Stamp:
        return Stamp(self._clock(), self._by)

    def say(self, trouble: RagamiError) -> str:
        return trouble.say(self.language)

    @property
    def title(self) -> str:
        names, title = self._recording.replay.seating
        players = ", ".join(names.values())
        return " · ".join(part for part in (self._recording.name, title, players) if part)

    @property
    def whose(self) -> str:
        seat = self.guide().seat
        return self.game.words.word(seat, self.language) if seat else ""

    @property
    def records(self) -> int:
        return len(self._recording.lines)

    # --- what there is to see --------------------------------------------------------------

    def guide(self) -> Guide:
        guide, replay = self._hints.guide(), self._recording.replay
        if replay.error:
            return guide
        hints = guide.hints
        if self._has_app:
            hints += (_("'app' scans what is marked, and does what the app has to do."),)
        elif self._app_is_due:
            other_hosts = (f"{line}: {host.meaning}" for line, host in self._other_hosts.items())
            hints = (*who_deals(replay, self.language, private=False), *other_hosts, *hints)
        if replay.final is not None:
            hints += earned_points(self._recording, self.language)
        return self._pad.guide(guide._replace(hints=hints, lines=tuple(self._lines_now()[:SHOWN])))

    @property
    def _app_is_due(self) -> bool:
        """Return True if the app has to act next, on this machine or elsewhere."""
        app = self.game.get(PART) if self._has_app or self._is_elsewhere else None
        return bool(app and app.is_due(self._recording.replay.state))

    @property
    def _other_hosts(self) -> dict[str, Host]:
        """Return whose device may play the app instead, by the line that says so."""
        if not self._is_elsewhere:
            return {}
        hosts = other_hosts(self._recording.replay, self.language)
        return {f"{APP} {host.word}": host for host in hosts}

    def _lines_now(self) -> list[str]:
        """Return the lines that can be typed now, without what the app deals."""
        lines = self._hints.lines()
        if not self._app_is_due:
            return lines
        notation = self.game.need(NOTATION)
        seats = {sign.say(self.language) for sign in notation.seats}
        lines = [line for line in lines if line.split()[0] in seats]
        return [*(self._app_lines() if self._has_app else self._other_hosts), *lines]

    def _app_lines(self) -> Iterator[str]:
        """Yield the lines for the device; before it seals, its keeper says a word."""
        line = NEXT_LINE.say(self.language)
        if not self.device().seals_now:
            yield line
            return
        yield f"{line} {NOBODY}"
        seat = next(iter(self._recording.replay.seating.names))
        colour = self.game.words.word(seat, self.language).lower()
        yield " ".join((line, colour, _("bread")))

    @property
    def empty(self) -> str:
        return self._pad.step

    def move(self, across: int, down: int) -> bool:
        return self._pad.move(across, down)

    def lines(self) -> Sequence[str]:
        return [
            f"{line}  – {meaning}" if (meaning := self.hint(line).text) else line
            for line in self._lines_now()
        ]

    def board(self, page: Page) -> Sequence[str]:
        return self._drawn(page._replace(part="board"))

    def standing(self, page: Page) -> Sequence[str]:
        return self._drawn(page if page.part in NO_BOARD else page._replace(part="standing"))

    def _drawn(self, page: Page) -> list[str]:
        replay = self._recording.replay
        page = page._replace(cell=self._pad.place)
        return self.game.picture(replay.state, replay.seq, None, page).splitlines()

    def reference(self) -> Sequence[str]:
        of_the_game = self.game.need(NOTATION).reference(self.language)
        lines = (*of_the_game, *reference(self.language), *questions(self.language))
        return [f"{line}  – {says}" for line, says in lines]

    def story(self) -> Sequence[HistoryLine]:
        return self._story

    def load(self) -> None:
        if not self._recording.replay.error:
            earned_points(self._recording, self.language)

    # --- while a line is typed -------------------------------------------------------------

    def words(self, text: str) -> Sequence[Completion]:
        ways = self._hints.ways(text, of_people=self._app_is_due)
        if not text.strip() or text.strip() in ALL:
            of_all = [line for line in self._lines_now() if line.split()[0] in (*ALL, APP)]
            fit = [Completion(line, 0, "") for line in of_all if line.startswith(text.strip())]
            return [*fit, *ways]
        return ways

    def hint(self, text: str) -> Hint:
        """Return the hint for a line; for a line of everybody that of its first part."""
        text = signed(self._recording.replay, text, self.language)
        lines = lines_for_all(self._recording.replay, text, self.language)
        return self._hint(lines[0])._replace(meant="") if lines else self._hint(text)

    def _hint(self, text: str) -> Hint:
        host = self._other_hosts.get(text.strip())
        if host or (self._has_app and fold_word(text.strip()).partition(" ")[0] == APP):
            meaning = host.meaning if host else _("the app does what it has to do")
            return Hint(meaning, ready=True)
        if drafts := self._pad.drafts(text):
            event = self._hints.event(drafts[0])
            fault = self._hints.wrong_with(event)
            hint = self.game.words.say(fault, self.language) if fault else self._hints.told(event)
            hint = f"{hint}; {text.strip()}" if len(drafts) > 1 else hint
            return Hint(hint, ready=fault is None)
        now = self._hints.look(text) if text.strip() else None
        if now is None or (now.draft is None and now.misread is None):
            return Hint()
        if now.misread:
            named = signed(self._recording.replay, text, self.language, by_name=True)
            return self._lacks(text, now.misread) if named == text else self._hint(named)
        if now.wrong:
            return Hint(self.game.words.say(now.wrong, self.language))
        return Hint(self._hints.told(now.event), ready=True)

    def _lacks(self, text: str, read: sheet.Misread) -> Hint:
        """Return what half a line lacks, or the line that was probably meant."""
        if self._hints.is_begun(text, read):
            begun = self._hints.of_now(text, read)
            return Hint(_("missing: {what}").format(what=begun.missing(self.language)))
        answer = self._misread(text, self._hints.suggested(text) or read)
        return Hint(answer.lines[0], meant=answer.meant)

    # --- a line ----------------------------------------------------------------------------

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        if self._warned is not None and not text.strip():
            text = self._warned
        word = fold_word(text.strip())
        first, _blank, name = word.partition(" ")
        if first == APP and (self._has_app or self._is_elsewhere):
            return self._enter_app(text, sure=sure)
        for way, words in ((self.undo, UNDO), (self.redo, REDO)):
            if word in map(fold_word, words):
                return way(sure=sure)
        lines = answer(self._recording.replay, self._telling.lines(), text, self.language)
        if lines:
            return LineAnswer("told", lines)
        if first in map(fold_word, (*HOUSE, *PIECE_WORD)):
            house = first in map(fold_word, HOUSE)
            return self._enter_house(name.strip()) if house else self._enter_piece(text, sure=sure)
        return self._enter_line(text, sure=sure, number=number)

    def _enter_line(self, text: str, *, sure: bool, number: int) -> LineAnswer:
        """Take a line of the sheet, or one for everybody who is due."""
        text = signed(self._recording.replay, text, self.language)
        if lines := lines_for_all(self._recording.replay, text, self.language):
            return self._enter_all(text, lines)
        drafts = self._pad.drafts(text)
        if len(drafts) > 1:
            return self._write_together(drafts, text)
        read = drafts[0] if drafts else self._hints.read(text, number)
        if isinstance(read, sheet.Misread):
            named = signed(self._recording.replay, text, self.language, by_name=True)
            if named != text:
                return self._enter_line(named, sure=sure, number=number)
        if read is None or isinstance(read, sheet.Misread):
            self._warned = None
            return self._misread(text, read) if read else LineAnswer("told")
        try:
            expect_another_reading(self._recording, read)
        except RagamiError as trouble:
            return LineAnswer("refused", (self.say(trouble),), text, trouble.exit_code)
        return self._ask_or_write(read, text, sure=sure)

    def _enter_piece(self, text: str, *, sure: bool) -> LineAnswer:
        """Add a card of the box to the game."""
        replay = self._recording.replay
        try:
            piece = piece_in(replay, text, self.language)
        except RagamiError as trouble:
            return LineAnswer("refused", (self.say(trouble),), text, trouble.exit_code)
        if piece is None:
            return LineAnswer("refused", (_("This game has no cards to enter."),), text, USAGE)
        draft = brought(replay, piece.kind, piece.component, self.stamp(), text)
        answer = self._ask_or_write(draft, text, sure=sure)
        line = _("It is written '{id}' in a line.").format(id=piece.id)
        return answer._replace(lines=(*answer.lines, line)) if answer.kind == "done" else answer

    def _enter_all(self, text: str, lines: Sequence[str]) -> LineAnswer:
        """Write the line of each player who is due: all of them, or none."""
        drafts = []
        for line in lines:
            read = self._hints.read(line)
            if isinstance(read, sheet.Misread):
                self._warned = None
                return self._misread(line, read)._replace(kept=text, meant="")
            drafts += [read] if read else []
        return self._write_together(drafts, text)

    def _write_together(self, drafts: Sequence[Draft], text: str) -> LineAnswer:
        """Write the records of one line, all or none; they are undone together."""
        self._warned = None
        before = len(self._recording.lines)
        answer = self._write(drafts, text)
        if answer.kind == "done":
            self._together = range(before + 1, before + len(drafts) + 1)
        return answer

    def _enter_app(self, text: str, *, sure: bool) -> LineAnswer:
        """Go on with the device, command it, or choose whose device plays."""
        word = fold_word(text.strip()).partition(" ")[2].strip()
        if self._has_app:
            scanning = Scanning(self, self.game, self.language, self.device, self.stamp)
            if word.partition(" ")[0] in (*NEXT, *BACK):
                return scanning.enter(text.strip().partition(" ")[2])
            return LineAnswer("told", then=scanning)  # a mark must not be seen
        for line, host in self._other_hosts.items():
            if word and fold_word(line.partition(" ")[2]).startswith(word):
                moved = hosted(self._recording.replay, host, self.stamp())
                return self._ask_or_write(moved, text, sure=sure)
        return LineAnswer("told", self.guide().hints, text)

    def _enter_house(self, word: str) -> LineAnswer:
        """Let the house play a seat from now on, or no longer."""
        state = self._recording.replay.state
        people = self.game.seating(state).names
        seats = {seat: self.game.player(seat, name, self.language) for seat, name in people.items()}
        try:
            seat = seat_called(self.game, state, word)
        except RagamiError:
            sentence = _("Say whom the house plays, as in '{line}'. At this table: {people}.")
            line = f"{HOUSE.say(self.language)} {next(iter(people.values()), '')}"
            text = sentence.format(line=line, people=listed([*seats.values()], self.language))
            return LineAnswer("refused", (text,), code=USAGE)
        if seat in self._house:
            del self._house[seat]
            sentence = _("{seat} is played at the table again.")
            return LineAnswer("told", (sentence.format(seat=seats[seat]),))
        self._house[seat] = None
        sentence = _("{seat} is played by the house from now on.").format(seat=seats[seat])
        return LineAnswer("done", (sentence, *self._house_plays()))

    def _house_plays(self) -> Iterator[str]:
        """Write what the house does for its seats, and yield it in words."""
        before = len(self._recording.lines)
        try:
            for draft in house_plays(self._recording, self._house, self.stamp()):
                self._recording.write([draft])
        except RagamiError as trouble:
            yield self.say(trouble)
        if len(self._recording.lines) > before:
            yield from self._take_in(before)

    def _ask_or_write(self, draft: Draft, text: str, *, sure: bool) -> LineAnswer:
        """Write a record, after a warning if it cannot be undone or breaks the game."""
        warned, self._warned = self._warned, None
        sure = sure or (warned is not None and text.strip() == warned.strip())
        warning = () if sure else tuple(self._warnings(draft))
        if warning:
            self._warned = text
            again = _("Enter once more writes it; anything else does not.")
            return LineAnswer("warned", (*warning, again), text)
        return self._write([draft], text)

    def _misread(self, text: str, read: sheet.Misread) -> LineAnswer:
        """Return the answer to a misread line, the line probably meant first."""
        meant = read.nearest
        lines = []
        if read.instead:
            lines.append(read.instead.say(self.language))
        elif read.short_for:
            lines.append(read.ambiguous(self.language))
        elif meant:
            lines.append(_("Did you mean '{line}'?").format(line=harmless(meant)))
        elif read.not_due:
            lines.append(read.not_due.say(self.language))
        elif read.example:
            shape = _("It is written like this: '{line}'.")
            lines.append(shape.format(line=harmless(read.example)))
        if not (read.short_for or read.not_due):
            now_expected = self._hints.of_now(text, read)
            bare = structs.replace(now_expected, nearest="", example="", instead=None)
            lines.append(bare.say(self.language, numbered=False))
        if not meant and (line := line_for(self._recording.replay, text, read, self.language)):
            lines.append(_("A card that is not in the set: '{line}'.").format(line=line))
        return LineAnswer("refused", tuple(lines), text, USAGE, meant=meant)

    def _warnings(self, draft: Draft) -> Iterator[str]:
        if warning := self._hints.warning(draft):
            yield warning
        if there := self._hints.breaks_off(draft):
            yield self.game.words.say(there.finding, self.language)
        if there and there.cut_off:
            text = ngettext(
                "If this is written, the game breaks off there: {n} event after it counts no more"
                " until that is put right.",
                "If this is written, the game breaks off there: {n} events after it count no more"
                " until that is put right.",
                there.cut_off,
            )
            yield text.format(n=there.cut_off)

    def _write(self, drafts: Sequence[Draft], text: str) -> LineAnswer:
        """Store some records, and answer with them in words."""
        drafts = [
            structs.replace(draft, at=draft.at or self._clock(), by=draft.by or self._by)
            for draft in drafts
        ]
        before = len(self._recording.lines)
        try:
            self._recording.write(drafts)
        except Refused as refused:
            sentence = self.game.words.say(refused.finding, self.language)
            ways = way_on(self._recording, refused.finding, self.language)
            return LineAnswer("refused", (sentence, *ways), text, REFUSED)
        except Conflict:
            return self._clash(text)
        except RagamiError as trouble:
            return LineAnswer("refused", (trouble.say(self.language),), text, trouble.exit_code)
        lines = [*self._take_in(before), *self._unsealed()]
        if self._house and all(draft.type in self.game.events for draft in drafts):
            lines += self._house_plays()
        return LineAnswer("done", tuple(lines))

    def _unsealed(self) -> Iterator[str]:
        """Yield the reason why a seal that is due does not follow what was written."""
        if trouble := self._recording.take_unsealed():
            yield _("It is written, but not sealed: {why}").format(why=self.say(trouble))

    def _clash(self, text: str) -> LineAnswer:
        """Return the answer to a line that came second: the others' events, and the line itself."""
        first = _("Somebody else wrote to this game at the same moment. Your line is not written:")
        last = _("Look at your line again; Enter writes it now.")
        return LineAnswer("clash", (first, *self.glance(), last), text, CONFLICT)

    def undo(self, *, sure: bool = False) -> LineAnswer:
        replay, line = self._recording.replay, self._together
        is_last = len(line) > 1 and counting(replay)[-1:] == [line[-1]]
        back = taking_back(replay, since=line.start if is_last else 0)
        if back is None:
            return LineAnswer("refused", (_("There is nothing to undo."),), code=REFUSED)
        answer = self._ask_or_write(back, UNDO.say(self.language), sure=sure)
        if answer.kind != "done" or not is_last or back.type != "undone":
            return answer
        sentence = _("The whole line is taken back: {n} records.").format(n=len(line))
        return answer._replace(lines=(sentence, *answer.lines))

    def redo(self, *, sure: bool = False) -> LineAnswer:
        again = bringing_again(self._recording.replay)
        if again is None:
            return LineAnswer("refused", (_("There is nothing to redo."),), code=REFUSED)
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
        lines = self._take_in(there)
        if len(lines) > CATCH_UP:
            return (_("{number} records of others came in.").format(number=len(lines)),)
        return tuple(lines)

    def _take_in(self, before: int) -> list[str]:
        """Return what came after a record, in words."""
        self._lines_changed()
        return [line.text for line in self._telling.since(before)]

    @property
    def _telling(self) -> Narration:
        assert self._recording.telling
        return self._recording.telling

    def _lines_changed(self) -> None:
        """Bring story, hints and pad up to date."""
        self._hints.forget()
        self._pad.look()
        self._warned = None
        say = self.game.words.say
        self._story = list(history(self._telling.lines(), lambda found: say(found, self.language)))
