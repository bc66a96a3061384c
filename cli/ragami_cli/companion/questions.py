"""The common base of the talks that open a game, and the one in which a component is entered."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import gettext as _
from typing import TYPE_CHECKING, Any

from ragami.decoded import Data
from ragami.errors import USAGE
from ragami.filing import write_whole
from ragami.game.capabilities import COMPONENTS, Guide
from ragami.sources.components import as_a_file, own_names, path_of, whole_json
from ragami.table.opening import fit_for_a_name, not_taken
from ragami_cli.companion.talk import Hint, HistoryLine, LineAnswer
from ragami_cli.component_dialogue import BACK

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ragami.draw.panels import Page
    from ragami.game import GameDefinition
    from ragami.game.capabilities import Dialogue, Prompt
    from ragami.language import Language
    from ragami_cli.companion.talk import Talk, Word


class Questions:
    """The common base of talks before there is a table."""

    title = "ragami"
    whose = ""

    secret = False
    empty = ""

    def move(self, _across: int, _down: int) -> bool:
        return False

    def board(self, _page: Page) -> Sequence[str]:
        return ()

    def standing(self, _page: Page) -> Sequence[str]:
        return ()

    def lines(self) -> Sequence[str]:
        return ()

    def reference(self) -> Sequence[str]:
        return ()

    def glance(self) -> Sequence[str]:
        return ()

    def redo(self, *, sure: bool = False) -> LineAnswer:
        return LineAnswer("told")

    def hint(self, _text: str) -> Hint:
        return Hint()


# --- a component of one's own ----------------------------------------------------------------


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
        self._name = ""
        self._answers: list[str] = []
        self._dialogue: Dialogue
        self._question: Prompt | None = None

    def guide(self) -> Guide:
        if self._question is None:
            question = _("What is it to be called? It is kept under this name for other games.")
            return Guide(_("A component of your own"), question)
        words = tuple(self._question.words)
        return Guide(_("A component of your own"), self._question.prompt, words[-3:])

    def words(self, _text: str) -> Sequence[Word]:
        return ()

    def story(self) -> Sequence[HistoryLine]:
        return [HistoryLine(line) for line in (self._question.words if self._question else ())]

    def finish(self) -> LineAnswer:
        return LineAnswer("told")

    def enter(self, text: str, *, sure: bool = False, number: int = 1) -> LineAnswer:
        answer = text.strip()
        if self._question is None:
            self._name = not_taken(fit_for_a_name(answer) or self._kind, self._own_names())
            self._begin()
            return LineAnswer("told")
        if answer.lower() in BACK:
            return self.undo()
        try:
            self._question = self._dialogue.send(answer)
        except StopIteration as end:
            return self._keep(end.value)
        if self._question.again:
            return LineAnswer("refused", tuple(self._question.words), text, USAGE)
        self._answers.append(answer)
        return LineAnswer("told")

    def undo(self, *, sure: bool = False) -> LineAnswer:
        if not self._answers:
            return LineAnswer("told", then=self._opening)
        self._answers.pop()
        self._begin()
        return LineAnswer("told")

    def _begin(self) -> None:
        """Ask from the beginning, and give the answers that there are."""
        parts = self._game.need(COMPONENTS)
        self._dialogue = parts.dialogue(self._kind, self._name, self._language)
        self._question = next(self._dialogue)
        for answer in self._answers:
            self._question = self._dialogue.send(answer)

    def _own_names(self) -> list[str]:
        return own_names(self._game.name, self._kind)

    def _keep(self, component: Data) -> LineAnswer:
        path = path_of(self._game.name, self._kind, self._name)
        content = as_a_file(component)
        write_whole(path, content)
        brought = self._bring(self._kind, self._name, whole_json(content, str(path)))
        sentence = _("It is kept as '{name}', in {file}.").format(name=self._name, file=path)
        return brought._replace(
            lines=(sentence, *brought.lines), then=brought.then or self._opening
        )
