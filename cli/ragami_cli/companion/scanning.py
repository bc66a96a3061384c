"""The talk while the device plays its part: a mark in, a colour out, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from gettext import gettext as _
from typing import Final

from ragami.draw.panels import Page
from ragami.errors import RagamiError
from ragami.game import GameDefinition
from ragami.game.capabilities import APP as PART
from ragami.game.capabilities import Guide
from ragami.language import Language
from ragami.notation.misread import Word, fold_word
from ragami.table.device import PrivateDevice, read_mark
from ragami.table.drafts import Stamp
from ragami_cli.companion.talk import HistoryLine, LineAnswer, Talk

APP: Final = "app"
"""The word that begins this talk, in every language."""

NEXT_LINE: Final = Word("app next", "app sigue")
"""The line that lets the app act."""

NEXT: Final = ("next", "sigue")
NOBODY: Final = "-"
"""Stands for a word where no player keeps the device."""
BACK: Final = ("back", "retroceder")
MARKS: Final = ("marks", "marcas")
"""The word that begins the questions for the marks of a box."""


class Scanning(Talk):
    """The talk while the device acts: its input is hidden and in no story."""

    secret = True

    def __init__(
        self,
        talk: Talk,
        game: GameDefinition,
        language: Language,
        device: Callable[[], PrivateDevice],
        stamp: Callable[[], Stamp],
    ) -> None:
        """Begin beside the `talk` about the game. Raises `RagamiError` `no-app-here`."""
        self._talk, self._game, self._language = talk, game, language
        self._device, self._stamp = device, stamp
        self._apart = device().apart
        # The marks that were typed so far, by thing; None while they are not asked for.
        self._marks: dict[str, str] | None = None

    # --- what the game shows all the same --------------------------------------------------

    @property
    def title(self) -> str:
        return self._talk.title

    def board(self, page: Page) -> Sequence[str]:
        return self._talk.board(page)

    def standing(self, page: Page) -> Sequence[str]:
        return self._talk.standing(page)

    def reference(self) -> Sequence[str]:
        return self._talk.reference()

    def story(self) -> Sequence[HistoryLine]:
        return self._talk.story()

    def glance(self) -> Sequence[str]:
        return self._talk.glance()

    # --- the talk --------------------------------------------------------------------------

    def guide(self) -> Guide:
        if self._marks is not None:
            question = _("The mark of: {thing}. What you type is not shown.")
            return Guide(APP, question.format(thing=self._called(self._thing)))
        due = _("Type a mark, or the name of a photo: what you type is not shown.")
        words = _("'next' does what the app has to do, 'back' sends all once more.")
        marks = _("'marks' enters the marks of your box, once for all games.")
        back = _("An empty line goes back to the game.")
        return Guide(APP, due, hints=(*(() if self._apart.has_marks else (marks,)), words, back))

    @property
    def _things(self) -> Sequence[str]:
        return self._game.need(PART).things

    @property
    def _thing(self) -> str:
        """Return the thing whose mark is asked for."""
        return self._things[len(self._marks or ())]

    def _called(self, code: str) -> str:
        return self._game.words.word(code, self._language)

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        entry = text.strip()
        if not entry:
            self._marks = None
            return LineAnswer("told", then=self._talk)
        try:
            return self._answer(entry) if self._marks is None else self._keep_mark(entry)
        except RagamiError as trouble:
            self._marks = None
            return LineAnswer("refused", (trouble.say(self._language),), code=trouble.exit_code)

    def _answer(self, entry: str) -> LineAnswer:
        device = self._device()
        command, _blank, word_for_it = entry.partition(" ")
        if fold_word(command) in NEXT:
            if device.seals_now and not word_for_it:
                return LineAnswer("told", tuple(self._asking()))
            word = (
                device.word(word_for_it) if word_for_it and word_for_it.strip() != NOBODY else None
            )
            device.go_on(self._stamp(), word)
        elif fold_word(entry) in BACK:
            device.back(self._stamp())
        elif fold_word(entry) in MARKS:
            self._marks = {}
            return LineAnswer("told", (self.guide().due,))
        else:
            colour = self._called(device.where(read_mark(entry)))
            return LineAnswer("told", (_("This goes to {colour}.").format(colour=colour),))
        return LineAnswer("done", tuple(self._talk.glance()))

    def _asking(self) -> Iterator[str]:
        """Yield the instructions for the first word, which belongs to the keeper of the device."""
        yield _("Who keeps this device says a word first, for they can know the seed.")
        yield _("Type 'next', your colour and a word; if nobody who plays keeps it, 'next -'.")

    def _keep_mark(self, mark: str) -> LineAnswer:
        """Take the next mark of the box; after the last one keep all."""
        assert self._marks is not None
        self._marks[self._thing] = read_mark(mark)
        if len(self._marks) < len(self._things):
            return LineAnswer("told", (self.guide().due,))
        marks, self._marks = self._marks, None
        self._apart.keep_marks(marks)
        return LineAnswer("told", (_("The marks of the box are kept."),))

    def undo(self, *, sure: bool = False) -> LineAnswer:
        return self._talk.undo(sure=sure)

    def redo(self, *, sure: bool = False) -> LineAnswer:
        return self._talk.redo(sure=sure)
