"""The questions about the pieces of a component, one piece after the other.

Dialogues of a game's own ask by `ask`, and read answers to questions that can be denied by `truth`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Final, TypeVar

from msgspec import json

from ragami.decoded import Data
from ragami.findings import N_
from ragami.game.capabilities import COMPONENTS, PIECES, Dialogue, Prompt
from ragami.game.columns import PieceColumn, PieceKind, UnfitCell
from ragami.game.definition import GameDefinition
from ragami.game.rows import entered, pieces_of, progress, stand_ins, told, with_pieces
from ragami.language import Language, translator

NOTHING: Final = "-"
"""What is typed for an empty cell where something else is usual."""

ENOUGH: Final = N_("Nothing: that is enough for now.")
YES: Final = ("y", "yes", "s", "si", "sí")
NO: Final = ("n", "no")
Answer = TypeVar("Answer")


class Unreadable(Exception):
    """An answer that cannot be taken; says why."""


def ask(
    read: Callable[[str], Answer], words: list[str], prompt: str, usual: str
) -> Generator[Prompt, str, Answer]:
    """Ask until `read` takes the answer; what is wrong with it is said before asking again."""
    question = Prompt(words, prompt, usual)
    while True:
        answer = yield question
        try:
            return read(answer.strip() or usual)
        except Unreadable as wrong:
            question = Prompt([str(wrong)], prompt, usual, again=True)


def truth(answer: str) -> bool | None:
    """Return whether an answer says yes or no; None where it says neither."""
    word = answer.lower()
    return word in YES if word in (*YES, *NO) else None


def begun(game: GameDefinition, name: str) -> Data:
    """A component of one's own in which nothing was entered yet."""
    return {**stand_ins(game), "name": name, "verified": False}


def faults(game: GameDefinition, component: Mapping[str, object], language: Language) -> list[str]:
    """All that keeps a component from being played with, in words."""
    parts = game.need(COMPONENTS)
    findings = parts.inspect(json.encode(component)).findings
    return [parts.say(finding, language) for finding in findings if finding.severity == "error"]


def dialogue(game: GameDefinition, name: str, language: Language) -> Dialogue:
    """The questions about a whole component; what is not entered when it ends are stand-ins."""
    component = begun(game, name)
    for kind in game.need(PIECES).kinds:
        while completed := (yield from asking(game, component, kind, language)):
            component = completed
    return component


def asking(
    game: GameDefinition, component: Mapping[str, object], name: str, language: Language
) -> Dialogue:
    """The questions about one piece; gives the component with it, {} where somebody has enough."""
    kind = game.need(PIECES).kinds[name]
    mine = {piece[kind.key]: kind.row(piece) for piece in entered(game, component)[name]}
    free = [piece for piece in pieces_of(component[name], kind.key) if piece[kind.key] not in mine]
    lines = told({name: progress(game, component)[name]}, game, language)
    words, typed = [f"{lines[0]}."], dict[str, str]()
    while True:
        for column in kind.columns:
            usual = typed.get(column.name, "")
            answer = yield from _cell(
                column, usual, words, language, first=column is kind.columns[0]
            )
            if not answer and column is kind.columns[0]:
                return {}
            if column is kind.columns[0] and not typed:
                typed = dict(mine.get(answer) or _alike(kind, free))
            typed[column.name] = answer
            words = []
        try:
            completed = with_pieces(game, component, name, [kind.piece(typed)])
        except UnfitCell as wrong:
            words = [wrong.say(language)]
            continue
        words = faults(game, completed, language)
        if not words:
            return completed


def _alike(kind: PieceKind, free: list[Data]) -> dict[str, str]:
    """Return the first stand-in's cells in the `alike` columns: the usual ones of a new piece."""
    row = kind.row(free[0]) if free else {}
    return {name: cell for name, cell in row.items() if name in kind.alike}


def _cell(
    column: PieceColumn, usual: str, words: list[str], language: Language, *, first: bool
) -> Generator[Prompt, str, str]:
    """Ask for a cell until it can be read."""
    _ = translator(language)
    such = _("such as {example}").format(example=column.such_as) if column.such_as else ""
    prompt = f"{column.name} ({such})" if such else column.name
    sentences = [_(column.asks), _(ENOUGH)] if first else [_(column.asks)]
    question = Prompt([*words, " ".join(sentences)], prompt, usual)
    while True:
        answer = (yield question).strip() or usual
        answer = "" if answer == NOTHING else answer
        if first and not answer:
            return ""
        try:
            column.read(answer)
        except UnfitCell as wrong:
            question = Prompt([wrong.say(language)], prompt, usual, again=True)
        else:
            return answer
