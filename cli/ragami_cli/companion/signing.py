"""The choice of the key that seals the game, asked before anything else."""

from __future__ import annotations

import os
from gettext import gettext as _
from typing import TYPE_CHECKING

from ragami.errors import USAGE, RagamiError
from ragami.game.capabilities import Guide
from ragami.proof.keys import SIGNER_VARIABLE, signer
from ragami_cli.companion.questions import Questions
from ragami_cli.companion.talk import LineAnswer, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ragami.language import Translate
    from ragami_cli.companion.talk import HistoryLine, Talk


def sign_with(name: str) -> None:
    """Seal with this key from now on. Raises the `RagamiError`s of a key that cannot be used."""
    signer(name)
    os.environ[SIGNER_VARIABLE] = name


class Signing(Questions):
    """The question before a talk; an empty answer goes on without seals."""

    def __init__(self, talk: Talk, names: Sequence[str], translate: Translate) -> None:
        self._talk = talk
        self._names = names
        self._translate = translate

    def guide(self) -> Guide:
        question = _("Which of your keys seals this game? {names}. Enter: none, it is not sealed.")
        return Guide(_("Keys"), question.format(names=", ".join(self._names)))

    def words(self, text: str) -> Sequence[Word]:
        return [Word(name, 0, _("a key")) for name in self._names if name.startswith(text)]

    def story(self) -> Sequence[HistoryLine]:
        return ()

    def undo(self, *, sure: bool = False) -> LineAnswer:
        return LineAnswer("told")

    def finish(self) -> LineAnswer:
        return self._talk.finish()

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        name = text.strip()
        if name:
            try:
                sign_with(name)
            except RagamiError as trouble:
                return LineAnswer("refused", (trouble.say(self._translate),), text, USAGE)
        return LineAnswer("told", then=self._talk)
