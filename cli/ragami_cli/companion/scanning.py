"""The talk while the device plays its part: a mark in, a colour out, and nothing of it is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import gettext as _
from typing import TYPE_CHECKING, Final, Protocol

from ragami.errors import RagamiError
from ragami.game.capabilities import Guide
from ragami.notation.misread import folded
from ragami.table.device import read_mark
from ragami_cli.companion.talk import Answer, Hint, Talk, Told, Word

if TYPE_CHECKING:
    from ragami.draw.panels import Page
    from ragami.game import GameDefinition
    from ragami.language import Language
    from ragami.table.device import Device
    from ragami.table.drafts import Stamp

APP: Final = "app"
"""The word that begins this talk, in every language."""

NEXT: Final = ("next", "sigue")
NOBODY: Final = "-"
"""In the place of a word: no player keeps the device."""
BACK: Final = ("back", "retroceder")


class Table(Talk, Protocol):
    """The talk about the game itself, which goes on behind this one."""

    language: Language

    @property
    def game(self) -> GameDefinition: ...
    def device(self) -> Device: ...
    def stamp(self) -> Stamp: ...
    def say(self, trouble: RagamiError) -> str: ...


class Scanning:
    """The talk while the device acts: its input is hidden and in no story. See `talk.Talk`."""

    secret = True

    def __init__(self, session: Table) -> None:
        """Raises `RagamiError` `no-app-here`."""
        self._session = session
        session.device()

    # --- what the game shows all the same --------------------------------------------------

    @property
    def title(self) -> str:
        return self._session.title

    @property
    def whose(self) -> str:
        return ""

    def board(self, page: Page) -> Sequence[str]:
        return self._session.board(page)

    def standing(self, page: Page) -> Sequence[str]:
        return self._session.standing(page)

    def reference(self) -> Sequence[str]:
        return self._session.reference()

    def story(self) -> Sequence[Told]:
        return self._session.story()

    def glance(self) -> Sequence[str]:
        return self._session.glance()

    # --- the talk --------------------------------------------------------------------------

    def guide(self) -> Guide:
        due = _("Type a mark, or the name of a photo: what you type is not shown.")
        words = _("'next' does what the app has to do, 'back' sends all once more.")
        return Guide(APP, due, hints=(words, _("An empty line goes back to the game.")))

    def words(self, _text: str) -> Sequence[Word]:
        return ()

    def hint(self, _text: str) -> Hint:
        return Hint()

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> Answer:
        given = text.strip()
        if not given:
            return Answer("told", then=self._session)
        try:
            return self._answer(given)
        except RagamiError as trouble:
            return Answer("refused", (self._session.say(trouble),), code=trouble.exit_code)

    def _answer(self, given: str) -> Answer:
        device = self._session.device()
        said, _blank, rest = given.partition(" ")
        if folded(said) in NEXT:
            if device.seals_now and not rest:
                return Answer("told", tuple(self._asking()))
            word = device.word(rest) if rest and rest.strip() != NOBODY else None
            device.go_on(self._session.stamp(), word)
        elif folded(given) in BACK:
            device.back(self._session.stamp())
        else:
            seat = device.where(read_mark(given))
            named = self._session.game.words.word(seat, self._session.language)
            return Answer("told", (_("This goes to {colour}.").format(colour=named),))
        return Answer("done", tuple(self._session.glance()))

    def _asking(self) -> Iterator[str]:
        """Yield the instructions for the first word, which belongs to the keeper of the device."""
        yield _("Who keeps this device says a word first, for they can know the seed.")
        yield _("Type 'next', your colour and a word; if nobody who plays keeps it, 'next -'.")

    def finish(self) -> Answer:
        return self._session.finish()

    def undo(self, *, sure: bool = False) -> Answer:
        return self._session.undo(sure=sure)

    def redo(self, *, sure: bool = False) -> Answer:
        return self._session.redo(sure=sure)
