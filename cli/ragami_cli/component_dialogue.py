"""A component entered by questions and answers; what was answered outlives an interruption."""

from __future__ import annotations

from collections.abc import Callable
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.filing import write_whole
from ragami.sources.components import as_a_file, own_names
from ragami_cli.writing import TextType

if TYPE_CHECKING:
    from ragami.game.capabilities import Components, Dialogue, Prompt
    from ragami_cli.output import Output

BACK: Final = ("back", "atras", "atrás")
KEPT: Final = ".answers"
"""Behind the name of the file: the answers so far, a line each."""


def make(components: Components, kind: str, path: Path, output: Output) -> Data:
    """Ask until the component is complete, and write it. Raises `click.Abort` as `led` does."""
    answers_file = path.with_name(path.name + KEPT)

    def write(component: Data) -> None:
        write_whole(path, as_a_file(component))

    return led(
        lambda: components.dialogue(kind, path.stem, output.language), answers_file, write, output
    )


def led(
    begin: Callable[[], Dialogue],
    answers_file: Path,
    write: Callable[[Data], None],
    output: Output,
    *,
    first: bool = True,
) -> Data:
    """Ask to the end of a dialogue, and write what came of it. Raises `click.Abort` on Ctrl-C.

    Every answer is in the file before the next question, and there until all is written.
    """
    answers = _kept(answers_file)
    if answers:
        sentence = _("Going on after {n} answers that were kept in {file}.")
        output.remark(sentence.format(n=len(answers), file=answers_file))
    elif first:
        output.remark(
            _("'back' takes the last answer back; Ctrl-C keeps them all, to go on later.")
        )
    while True:
        component = _ask_on(begin(), answers, answers_file, output)
        if component is not None:
            write(component)
            answers_file.unlink(missing_ok=True)
            return component


def _ask_on(
    questions: Dialogue, answers: list[str], answers_file: Path, output: Output
) -> dict[str, object] | None:
    """Give the answers that there are, and ask for the others; None when one was taken back."""
    try:
        question = next(questions)
        for answer in answers:
            question = questions.send(answer)
        while True:
            answer = _answer(question, output)
            if answer.strip().lower() in BACK:
                del answers[-1:]
                _keep(answers_file, answers)
                return None
            _keep(answers_file, [*answers, answer])
            question = questions.send(answer)
            if question.again:
                _keep(answers_file, answers)
            else:
                answers.append(answer)
    except StopIteration as end:
        component: dict[str, object] = end.value
        return component


def _answer(question: Prompt, output: Output) -> str:
    for line in question.words:
        output.remark(output.wrap(line))
    answer: str = click.prompt(
        question.prompt,
        question.usual,
        type=TextType(),
        show_default=bool(question.usual),
        err=True,
    )
    return answer


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
    """Return the names of one's own components of a kind as a hint; empty if there are none."""
    names = own_names(game, kind)
    return (_("your own: {names}").format(names=", ".join(names)),) if names else ()
