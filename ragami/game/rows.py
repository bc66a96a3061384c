"""A component as rows: buildings, events … each piece of it a row that somebody enters.

It is whole at every moment, and can be played with: what nobody has entered yet is a stand-in, a
piece of the component that ships. A piece that is like none of these was entered. The game gives
the kinds of pieces with their columns; all else is here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import json

from ragami.decoded import Data
from ragami.findings import N_, Finding
from ragami.game.capabilities import COMPONENTS, PIECES
from ragami.game.columns import Piece, PieceKind, UnfitCell
from ragami.game.definition import GameDefinition
from ragami.language import Language, translator


class BoxProgress(NamedTuple):
    """The number of pieces entered, and of those in the box."""

    entered: int
    of: int


# --- a component with the pieces that were entered -----------------------------------------


def stand_ins(game: GameDefinition) -> Data:
    """The component that ships, whose pieces stand for what nobody has entered."""
    parts, kind = game.need(COMPONENTS), game.need(PIECES).component
    component: dict[str, object] = json.decode(parts.read(kind, parts.shipped[kind][0]))
    return component


def pieces_of(pieces: Any, key: str) -> list[Data]:
    """The pieces of a list, or of a table by id."""
    if isinstance(pieces, dict):
        return [{key: id_, **piece} for id_, piece in pieces.items()]
    return pieces  # type: ignore[no-any-return]


def entered(game: GameDefinition, component: Mapping[str, object]) -> dict[str, list[Data]]:
    """The pieces that were entered, by kind."""
    base = stand_ins(game)
    own = {}
    for name, kind in game.need(PIECES).kinds.items():
        key = kind.key
        unnamed = pieces_of(base[name], key)
        unnamed += map(kind.moved, unnamed[:])
        own[name] = [piece for piece in pieces_of(component[name], key) if piece not in unnamed]
    return own


def with_pieces(
    game: GameDefinition,
    component: Mapping[str, object],
    name: str,
    pieces: Iterable[Piece],
    kept_ids: Collection[str] = (),
) -> Data:
    """The component with more pieces; one of the same id is corrected. Raises `UnfitCell`.

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
    """The component without a piece that was entered; None where there is none of this id."""
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
    """The stand-ins with each piece in the place of one. Raises `UnfitCell` where there is no room.

    First goes the stand-in that has its id, then one whose id is needed, then one without a name
    of its own.
    """
    key = kind.key
    rooms = defaultdict(list)
    for at, piece in enumerate(base):
        rooms[kind.room(piece)].append(at)
    placed = [kind.moved(piece) if piece[key] in ids else piece for piece in base]
    here = {(kind.room(piece), piece[key]) for piece in mine}
    for room in rooms.values():
        room.sort(
            key=lambda at: (
                (kind.room(base[at]), base[at][key]) not in here,
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
    base, own = stand_ins(game), entered(game, component)
    return {
        name: BoxProgress(
            sum(map(kind.copies, own[name])),
            sum(map(kind.copies, pieces_of(base[name], kind.key))),
        )
        for name, kind in game.need(PIECES).kinds.items()
    }


def incomplete(game: GameDefinition, component: Mapping[str, object]) -> Iterator[Finding]:
    """The notice on a component of one's own in which there are stand-ins, for record 1."""
    counts = progress(game, component)
    if component["verified"] or all(entered_count == of for entered_count, of in counts.values()):
        return
    facts: dict[str, object] = {game.need(PIECES).component: component["name"]}
    facts["entered"] = {name: list(count) for name, count in counts.items()}
    yield Finding("incomplete-components", seq=1, line=1, facts=facts)


def told(
    counts: Mapping[str, Sequence[int]], game: GameDefinition, language: Language
) -> list[str]:
    """`34 of 80 buildings`, for every kind."""
    _ = translator(language)
    component = game.need(PIECES).component
    called = {name: game.words.word(f"{component}/{name}", language) for name in counts}
    return [
        _("{n} of {whole} {pieces}").format(n=n, whole=of, pieces=called[name])
        for name, (n, of) in counts.items()
    ]
