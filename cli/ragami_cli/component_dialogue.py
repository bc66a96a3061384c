"""A component entered by questions and answers; what was answered outlives an interruption.

One of many pieces is entered over several evenings: its file grows, and is always whole.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from msgspec import json

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.filing import write_whole
from ragami.game import GameDefinition
from ragami.game.capabilities import COMPONENTS, PIECES, Components, Dialogue
from ragami.sources.components import as_a_file, own_names, path_of
from ragami.sources.files import read_component
from ragami_cli.writing import TextType

if TYPE_CHECKING:
    from ragami_cli.output import Output


BACK: Final = ("back", "atras", "atrás")
KEPT: Final = ".answers"
"""The ending of the file with the answers so far, a line each."""


def make(components: Components, kind: str, path: Path, output: Output) -> None:
    """Ask until the component is complete, and write it. Raise `click.Abort` as `ask` does."""
    begin = partial(components.dialogue, kind, path.stem, output.language)
    questions = KeptAnswers(begin, answers_of(path))
    keep(path, ask(questions, output))
    questions.forget()


def answers_of(path: Path, piece: str = "") -> Path:
    """Return the file with the answers so far about the component in a file, or a piece of it."""
    return path.with_name(f"{path.name}{piece and f'.{piece}'}{KEPT}")


class KeptAnswers:
    """The answers to the questions about a component, in a file until the component is made.

    Every answer is in the file before the next question. `component` is what came of them, None
    while there is a question. Raises `RagamiError` for a file that cannot be read.
    """

    def __init__(self, begin: Callable[[], Dialogue], path: Path) -> None:
        self._begin, self.path = begin, path
        self.answers = _kept(path)
        self._ask_again()

    def _ask_again(self) -> None:
        """Ask from the beginning, and give the answers that there are."""
        self.component: Data | None = None
        self._dialogue = self._begin()
        self.question = next(self._dialogue)
        for answer in self.answers:
            self._send(answer)

    def _send(self, answer: str) -> None:
        try:
            self.question = self._dialogue.send(answer)
        except StopIteration as end:
            self.component = end.value

    def answer(self, text: str) -> None:
        """Take an answer, which may take the last one back."""
        if text.strip().lower() in BACK:
            self.back()
            return
        _keep(self.path, [*self.answers, text])
        self._send(text)
        if self.component is None and self.question.again:
            _keep(self.path, self.answers)
        else:
            self.answers.append(text)

    def back(self) -> None:
        """Take the last answer back, if there is one."""
        del self.answers[-1:]
        _keep(self.path, self.answers)
        self._ask_again()

    def forget(self) -> None:
        """Remove the file, as the component is kept."""
        self.path.unlink(missing_ok=True)


def ask(questions: KeptAnswers, output: Output, *, first: bool = True) -> Data:
    """Ask to the end of a dialogue, and return the component. Raise `click.Abort` on Ctrl-C."""
    if questions.answers:
        sentence = _("Going on after {n} answers that were kept in {file}.")
        output.remark(sentence.format(n=len(questions.answers), file=questions.path))
    elif first:
        output.remark(
            _("'back' takes the last answer back; Ctrl-C keeps them all, to go on later.")
        )
    while questions.component is None:
        question = questions.question
        for line in question.words:
            output.remark(output.wrap(line))
        answer = click.prompt(
            question.prompt,
            question.usual,
            type=TextType(),
            show_default=bool(question.usual),
            err=True,
        )
        questions.answer(answer)
    return questions.component


def _kept(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise RagamiError("system-refused", problem=f"{path}: {error}") from error


def _keep(path: Path, answers: list[str]) -> None:
    write_whole(path, "".join(f"{answer}\n" for answer in answers).encode())


def own_hints(game: str, kind: str) -> tuple[str, ...]:
    """Return the hint with the names of one's own components; empty without any."""
    names = own_names(game, kind)
    return (_("your own: {names}").format(names=", ".join(names)),) if names else ()


# --- piece by piece ------------------------------------------------------------------------------


def is_filled(game: GameDefinition, kind: str) -> bool:
    """Return True if a component of this kind is entered piece by piece."""
    pieces = game.get(PIECES)
    return pieces is not None and pieces.component == kind


def path_named(game: GameDefinition, name: str) -> Path:
    """Return the path: a name without folder and ending is kept among one's own."""
    path = Path(name)
    if path.name != name or path.suffix:
        return path

    return path_of(game.name, game.need(PIECES).component, name)


def component_at(game: GameDefinition, path: Path) -> dict[str, object]:
    """Return the component entered so far; without a file a new one. Raise `RagamiError`."""
    from ragami.game.components.entry import begun

    try:
        content = read_component(str(path))
    except RagamiError as trouble:
        if trouble.code != "file-not-found":
            raise
        return begun(game, path.stem)
    inspection = game.need(COMPONENTS).inspect(content)
    if not inspection.ok or inspection.kind != game.need(PIECES).component:
        raise RagamiError("no-component-to-fill", path=path)
    component: dict[str, object] = json.decode(content)
    return component


def keep(path: Path, component: Data) -> None:
    write_whole(path, as_a_file(component))


def fill(game: GameDefinition, path: Path, output: Output, first_kind: str | None = None) -> None:
    """Ask for pieces of `first_kind`, else of each kind in turn, until one has enough.

    Each is in the file before the next is asked for. Raises `click.Abort` on Ctrl-C.
    """
    from ragami.game.components.entry import asking

    component = component_at(game, path)
    keep(path, component)
    first = True
    while kind := first_kind or _begun(game, path) or _owed(game, component):
        begin = partial(asking, game, component, kind, output.language)
        questions = KeptAnswers(begin, answers_of(path, kind))
        filled = ask(questions, output, first=first)
        if filled:  # empty where somebody had enough
            keep(path, filled)
        questions.forget()
        if not filled:
            return
        component, first = filled, False


def _begun(game: GameDefinition, path: Path) -> str | None:
    """Return the kind of a piece whose questions were interrupted."""
    return next((kind for kind in game.need(PIECES).kinds if answers_of(path, kind).exists()), None)


def _owed(game: GameDefinition, component: Data) -> str | None:
    """Return the first kind of which pieces are missing."""
    from ragami.game.components.entry import progress

    counts = progress(game, component).items()
    return next((kind for kind, (n, total) in counts if n < total), None)


def tell_progress(path: Path, component: Data, game: GameDefinition, output: Output) -> None:
    """Print the progress of a component: `34 of 80 buildings`."""
    from ragami.game.components.entry import progress
    from ragami.game.components.entry import progress_texts as in_words
    from ragami.table.replies import BoxFilled, PiecesEntered

    counts = progress(game, component)
    entered = {kind: PiecesEntered(*count) for kind, count in counts.items()}
    words = [_("Entered in {file}:").format(file=path)]
    words += (f"  {line}" for line in in_words(counts, game, output.language))
    reply = BoxFilled(str(path), component["name"], entered)
    output.reply(reply, "\n".join(words))
