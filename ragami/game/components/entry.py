"""A component entered row by row, and the questions that lead through it.

It is complete at every moment, and can be played with: in place of what nobody has entered yet
stands a stand-in, a piece of the component that ships. A piece that is like none of these was
entered. The game gives the kinds of pieces with their columns; all else is here.

Dialogues of a game's own ask by `ask`, and read what can be denied by `yes_or_no`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from msgspec import json

from ragami.decoded import Data
from ragami.findings import N_
from ragami.game.capabilities import COMPONENTS, PIECES, Dialogue, Prompt
from ragami.game.components.pieces import (
    BoxProgress,
    Piece,
    PieceColumn,
    PieceKind,
    UnfitCell,
    box_progress,
    own_pieces,
    pieces_of,
)
from ragami.game.definition import GameDefinition
from ragami.language import Language, translator

# --- a component with the pieces that were entered -----------------------------------------


def stand_ins(game: GameDefinition) -> Data:
    """Return the component that ships, whose pieces stand for what nobody has entered."""
    parts, kind = game.need(COMPONENTS), game.need(PIECES).component
    component: dict[str, object] = json.decode(parts.read(kind, parts.shipped[kind][0]))
    return component


def entered(game: GameDefinition, component: Mapping[str, object]) -> dict[str, list[Data]]:
    """Return the pieces that were entered, by kind."""
    return own_pieces(game.need(PIECES).kinds, stand_ins(game), component)


def with_pieces(
    game: GameDefinition,
    component: Mapping[str, object],
    name: str,
    pieces: Iterable[Piece],
    kept_ids: Collection[str] = (),
) -> Data:
    """Return the component with more pieces; one of the same id is corrected. Raises `UnfitCell`.

    Stand-ins whose ids are `kept_ids` make room last.
    """
    key = game.need(PIECES).kinds[name].key
    base = pieces_of(stand_ins(game)[name], key)
    own = entered(game, component)
    mine = {piece[key]: piece for piece in own[name]}
    for piece in pieces:
        if piece in base:
            text = N_("'{id}' is like the stand-in of this id: nothing would show it; give another")
            raise UnfitCell(text, id=piece[key], column=key)
        mine.pop(piece[key], None)  # comes last, so that what has no room is this one
        mine[piece[key]] = dict(piece)
    return _assembled(game, component, own | {name: list(mine.values())}, kept_ids)


def without(game: GameDefinition, component: Mapping[str, object], id_: str) -> Data | None:
    """Return the component without a piece that was entered; None for an unknown id."""
    own = entered(game, component)
    kinds = game.need(PIECES).kinds
    remaining = {
        name: [piece for piece in those if piece[kinds[name].key] != id_]
        for name, those in own.items()
    }
    return None if remaining == own else _assembled(game, component, remaining)


def _assembled(
    game: GameDefinition,
    component: Mapping[str, object],
    mine: Mapping[str, list[Data]],
    kept_ids: Collection[str] = (),
) -> dict[str, object]:
    base, filled = stand_ins(game), dict(component)
    kinds = game.need(PIECES).kinds
    ids = {piece[kinds[name].key] for name, those in mine.items() for piece in those}
    for name, kind in kinds.items():
        placed = _placed(kind, pieces_of(base[name], kind.key), mine[name], ids, kept_ids)
        filled[name] = _as_table(placed, kind.key) if isinstance(base[name], dict) else placed
    return filled


def _as_table(pieces: list[Data], key: str) -> dict[str, object]:
    return {piece[key]: {name: piece[name] for name in piece if name != key} for piece in pieces}


def _placed(
    kind: PieceKind,
    base: list[Data],
    mine: list[Data],
    ids: set[str],
    kept_ids: Collection[str],
) -> list[Data]:
    """Put each piece in the place of a stand-in. Raise `UnfitCell` where there is no room.

    First goes the stand-in that has its id, then one whose id is needed, then one without a name
    of its own.
    """
    key = kind.key
    rooms = defaultdict(list)
    for at, piece in enumerate(base):
        rooms[kind.room(piece)].append(at)
    placed = [kind.moved(piece) if piece[key] in ids else piece for piece in base]
    mine_by_room = {(kind.room(piece), piece[key]) for piece in mine}
    for room in rooms.values():
        room.sort(
            key=lambda at: (
                (kind.room(base[at]), base[at][key]) not in mine_by_room,
                base[at][key] not in ids,
                base[at][key] in kept_ids,
                bool(base[at].get("facts")),
            )
        )
    for piece in mine:
        room = rooms.get(kind.room(piece), [])
        if not room:
            same = [
                f"{name} '{cell}'" for name, cell in kind.row(piece).items() if name in kind.alike
            ]
            text = N_("'{id}' is one too many: no more in the box have {same}")
            raise UnfitCell(text, id=piece[key], same=", ".join(same), column=kind.alike[0])
        placed[room.pop(0)] = piece
    return placed


# --- how far it is -------------------------------------------------------------------------


def progress(game: GameDefinition, component: Mapping[str, object]) -> dict[str, BoxProgress]:
    """Return the number of pieces entered and in the box, by kind."""
    return box_progress(game.need(PIECES).kinds, stand_ins(game), component)


def progress_texts(
    counts: Mapping[str, Sequence[int]], game: GameDefinition, language: Language
) -> list[str]:
    """Say the progress of every kind: `34 of 80 buildings`."""
    _ = translator(language)
    component = game.need(PIECES).component
    called = {name: game.words.word(f"{component}/{name}", language) for name in counts}
    return [
        _("{n} of {whole} {pieces}").format(n=n, whole=total, pieces=called[name])
        for name, (n, total) in counts.items()
    ]


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


def yes_or_no(language: Language) -> Callable[[str], bool]:
    """Return the reader of an answer to a question that can be denied. It raises `Unreadable`."""

    def read(answer: str) -> bool:
        word = answer.lower()
        if word not in (*YES, *NO):
            raise Unreadable(translator(language)(N_("Answer yes or no.")))
        return word in YES

    return read


def begun(game: GameDefinition, name: str) -> Data:
    """Return a component of one's own in which nothing was entered yet."""
    return {**stand_ins(game), "name": name, "verified": False}


def faults(game: GameDefinition, component: Mapping[str, object], language: Language) -> list[str]:
    """Return all that keeps a component from being played with, in words."""
    parts = game.need(COMPONENTS)
    findings = parts.inspect(json.encode(component)).findings
    return [parts.say(finding, language) for finding in findings if finding.severity == "error"]


def dialogue(game: GameDefinition, name: str, language: Language) -> Dialogue:
    """Ask for a whole component; what is not entered when it ends are stand-ins."""
    component = begun(game, name)
    for kind in game.need(PIECES).kinds:
        while completed := (yield from asking(game, component, kind, language)):
            component = completed
    return component


def asking(
    game: GameDefinition, component: Mapping[str, object], name: str, language: Language
) -> Dialogue:
    """Ask for one piece; return the component with it, {} if somebody has enough."""
    kind = game.need(PIECES).kinds[name]
    mine = {piece[kind.key]: kind.row(piece) for piece in entered(game, component)[name]}
    free = [piece for piece in pieces_of(component[name], kind.key) if piece[kind.key] not in mine]
    lines = progress_texts({name: progress(game, component)[name]}, game, language)
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
    example = column.example(language)
    such = _("such as {example}").format(example=example) if example else ""
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
