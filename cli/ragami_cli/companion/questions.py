"""The talk in which a component of one's own is entered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragami.decoded import Data
from ragami.errors import USAGE
from ragami.filing import write_whole
from ragami.game.capabilities import COMPONENTS, Guide
from ragami.sources.components import as_a_file, own_names, path_of, whole_json
from ragami.table.opening import fit_for_a_name, not_taken
from ragami_cli.companion.talk import HistoryLine, LineAnswer, Questions
from ragami_cli.component_dialogue import BACK, KeptAnswers, answers_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragami.game import GameDefinition
    from ragami.language import Language
    from ragami_cli.companion.talk import Talk


class Entering(Questions):
    """The questions about a component, one after the other. Undo takes an answer back.

    What is made goes to `bring` (kind, name, component), and the talk back to `opening`.
    """

    def __init__(
        self,
        opening: Talk,
        bring: Callable[[str, str, Any], LineAnswer],
        game: GameDefinition,
        kind: str,
        language: Language,
    ) -> None:
        self._opening, self._bring = opening, bring
        self._game = game
        self._kind = kind
        self._language = language
        self._path: Path | None = None
        self._kept: KeptAnswers

    def guide(self) -> Guide:
        if self._path is None:
            question = _("What is it to be called? It is kept under this name for other games.")
            return Guide(_("A component of your own"), question)
        words = tuple(self._kept.question.words)
        return Guide(_("A component of your own"), self._kept.question.prompt, words[-3:])

    def story(self) -> Sequence[HistoryLine]:
        return [HistoryLine(line) for line in (self._kept.question.words if self._path else ())]

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        answer = text.strip()
        if self._path is None:
            kind, names = self._kind, own_names(self._game.name, self._kind)
            name = not_taken(fit_for_a_name(answer) or kind, names)
            self._path = path_of(self._game.name, kind, name)
            dialogue = self._game.need(COMPONENTS).dialogue
            begin = partial(dialogue, kind, name, self._language)
            self._kept = KeptAnswers(begin, answers_of(self._path))
        elif answer.lower() in BACK:
            return self.undo()
        else:
            self._kept.answer(answer)
        if self._kept.component is not None:
            return self._bring_in(self._kept.component, self._path)
        if self._kept.question.again:
            return LineAnswer("refused", tuple(self._kept.question.words), text, USAGE)
        return LineAnswer("told")

    def undo(self, *, sure: bool = False) -> LineAnswer:
        if self._path is None or not self._kept.answers:
            return LineAnswer("told", then=self._opening)
        self._kept.back()
        return LineAnswer("told")

    def _bring_in(self, component: Data, path: Path) -> LineAnswer:
        content = as_a_file(component)
        write_whole(path, content)
        self._kept.forget()
        brought = self._bring(self._kind, path.stem, whole_json(content, str(path)))
        sentence = _("It is kept as '{name}', in {file}.").format(name=path.stem, file=path)
        return brought._replace(
            lines=(sentence, *brought.lines), then=brought.then or self._opening
        )
