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


def stand_ins(game: GameDefinition) -> dict[str, Any]:
    """The component that ships, whose pieces stand for what nobody has entered."""
    parts, kind = game.need(COMPONENTS), game.need(PIECES).component
    found: dict[str, Any] = json.decode(parts.read(kind, parts.shipped[kind][0]))
    return found


def pieces_of(held: Any, key: str) -> list[dict[str, Any]]:
    """The pieces of a list, or of a table by id."""
    return [{key: id_, **one} for id_, one in held.items()] if isinstance(held, dict) else held


def entered(game: GameDefinition, component: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The pieces that were entered, by kind."""
    base = stand_ins(game)
    found = {}
    for name, kind in game.need(PIECES).kinds.items():
        key = kind.key
        known = pieces_of(base[name], key)
        known += map(kind.moved, known[:])
        found[name] = [one for one in pieces_of(component[name], key) if one not in known]
    return found


def with_pieces(
    game: GameDefinition,
    component: Mapping[str, Any],
    name: str,
    pieces: Iterable[Piece],
    kept: Collection[str] = (),
) -> dict[str, Any]:
    """The component with more pieces; one of the same id is corrected. Raises `UnfitCell`.

    Stand-ins whose ids are `kept` make room last.
    """
    key = game.need(PIECES).kinds[name].key
    base = pieces_of(stand_ins(game)[name], key)
    held = entered(game, component)
    mine = {one[key]: one for one in held[name]}
    for piece in pieces:
        if piece in base:
            told = N_("'{id}' is like the stand-in of this id: nothing would show it; give another")
            raise UnfitCell(told, id=piece[key], column=key)
        mine.pop(piece[key], None)  # comes last, so that what has no room is this one
        mine[piece[key]] = dict(piece)
    return _assembled(game, component, held | {name: list(mine.values())}, kept)


def without(game: GameDefinition, component: Mapping[str, Any], id_: str) -> dict[str, Any] | None:
    """The component without a piece that was entered; None where there is none of this id."""
    held = entered(game, component)
    kinds = game.need(PIECES).kinds
    rest = {
        name: [one for one in those if one[kinds[name].key] != id_] for name, those in held.items()
    }
    return None if rest == held else _assembled(game, component, rest)


def _assembled(
    game: GameDefinition,
    component: Mapping[str, Any],
    mine: Mapping[str, list[dict[str, Any]]],
    kept: Collection[str] = (),
) -> dict[str, Any]:
    base, made = stand_ins(game), dict(component)
    kinds = game.need(PIECES).kinds
    ids = {one[kinds[name].key] for name, those in mine.items() for one in those}
    for name, kind in kinds.items():
        held = _placed(kind, pieces_of(base[name], kind.key), mine[name], ids, kept)
        made[name] = _as_table(held, kind.key) if isinstance(base[name], dict) else held
    return made


def _as_table(pieces: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return {one[key]: {field: one[field] for field in one if field != key} for one in pieces}


def _placed(
    kind: PieceKind,
    base: list[dict[str, Any]],
    mine: list[dict[str, Any]],
    ids: set[str],
    kept: Collection[str],
) -> list[dict[str, Any]]:
    """The stand-ins with each piece in the place of one. Raises `UnfitCell` where there is no room.

    First goes the stand-in that has its id, then one whose id is needed, then one without a name
    of its own.
    """
    key = kind.key
    rooms = defaultdict(list)
    for at, one in enumerate(base):
        rooms[kind.room(one)].append(at)
    held = [kind.moved(one) if one[key] in ids else one for one in base]
    here = {(kind.room(one), one[key]) for one in mine}
    for room in rooms.values():
        room.sort(
            key=lambda at: (
                (kind.room(base[at]), base[at][key]) not in here,
                base[at][key] not in ids,
                base[at][key] in kept,
                bool(base[at].get("facts")),
            )
        )
    for one in mine:
        room = rooms.get(kind.room(one), [])
        if not room:
            same = [
                f"{name} '{cell}'" for name, cell in kind.row(one).items() if name in kind.alike
            ]
            told = N_("'{id}' is one too many: no more in the box have {same}")
            raise UnfitCell(told, id=one[key], same=", ".join(same), column=kind.alike[0])
        held[room.pop(0)] = one
    return held


# --- how far it is -------------------------------------------------------------------------


def progress(game: GameDefinition, component: Mapping[str, Any]) -> dict[str, BoxProgress]:
    """Return the number of pieces entered and in the box, by kind."""
    base, held = stand_ins(game), entered(game, component)
    return {
        name: BoxProgress(
            sum(map(kind.copies, held[name])),
            sum(map(kind.copies, pieces_of(base[name], kind.key))),
        )
        for name, kind in game.need(PIECES).kinds.items()
    }


def incomplete(game: GameDefinition, component: Mapping[str, Any]) -> Iterator[Finding]:
    """The notice on a component of one's own in which there are stand-ins, for record 1."""
    found = progress(game, component)
    if component["verified"] or all(done == of for done, of in found.values()):
        return
    facts: dict[str, Any] = {game.need(PIECES).component: component["name"]}
    facts["entered"] = {name: list(one) for name, one in found.items()}
    yield Finding("incomplete-components", None, None, 1, 1, facts)


def told(found: Mapping[str, Sequence[int]], game: GameDefinition, language: Language) -> list[str]:
    """`34 of 80 buildings`, for every kind."""
    _ = translator(language)
    component = game.need(PIECES).component
    called = {name: game.words.word(f"{component}/{name}", language) for name in found}
    return [
        _("{n} of {whole} {pieces}").format(n=n, whole=of, pieces=called[name])
        for name, (n, of) in found.items()
    ]
