"""A piece of a real box, such as a card, entered at the table where it is first met.

The component of the game gets the piece in the place of a stand-in that nobody has had yet, and
record 1 reads as if the game had been opened with it. What nobody says of the piece is as the
stand-in has it, and counts as not known.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from msgspec import json, to_builtins

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.findings import N_
from ragami.game.capabilities import COMPONENTS, PIECES
from ragami.game.components.entry import faults, stand_ins, with_pieces
from ragami.game.components.pieces import (
    NAME,
    PIECE_WORD,
    PieceKind,
    UnfitCell,
    example_line,
    pieces_of,
)
from ragami.game.definition import GameDefinition
from ragami.judge.choices import offered
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language, translator
from ragami.notation.misread import Misread, Word, fold_word
from ragami.table.drafts import Stamp, draft_of
from ragami.table.recording import Draft

OF: Final = Word("of", "de")
NOT_SAID: Final = ("", "?")
LONGEST_ID: Final = 32
# Letters of a sign of the sheet, such as `2H`; a card has a name.
LONGEST_SIGN: Final = 2
_IDS: Final = re.compile(rb'"([a-z][a-z0-9_]*)"')


class EnteredPiece(NamedTuple):
    """A piece that was entered: its id, and the component that has it, of which kind."""

    id: str
    component: Data
    kind: str


def kinds_of(replay: Replay) -> dict[str, frozenset[str]]:
    """Return the kinds of pieces that may be entered, each with the ids of those known."""
    pieces = replay.game.get(PIECES)
    if pieces is None or not replay.seq:
        return {}
    component = component_of(replay)
    return {
        name: frozenset(piece[kind.key] for piece in pieces_of(component[name], kind.key))
        for name, kind in pieces.kinds.items()
    }


def met_now(replay: Replay) -> tuple[str, str]:
    """Return a kind of pieces of which one may come now, and one that may; empty if none may."""
    kinds = kinds_of(replay)
    for choice in offered(replay) if kinds else ():
        texts = [match.decode() for match in _IDS.findall(json.encode(choice.open))]
        for kind, ids in kinds.items():
            if there := next((text for text in texts if text in ids), None):
                return kind, there
    return "", ""


def line_for(replay: Replay, text: str, read: Misread, language: Language) -> str:
    """Return the line that enters a piece, where the misread word may be the name of one.

    Empty where no piece may come, and for a word that is not behind a player and a verb.
    """
    before, word = text[: read.column - 1].split(), read.found.strip(",;.")
    if len(before) < 2 or len(word) <= LONGEST_SIGN or not word.replace("-", "").isalpha():
        return ""
    kind, _like = met_now(replay)
    return example_line(replay.game.need(PIECES), language, kind) if kind else ""


def piece_in(replay: Replay, text: str, language: Language) -> EnteredPiece | None:
    """Read `card Name; column cell; …`, see `example_line`; None if a line is not such a one.

    Columns are called in either language. `of events` says of which kind it is; else it is of one
    that may come now. Raises `RagamiError` `piece-without-name`, `piece-refused`.
    """
    word, _blank, text_after = text.strip().partition(" ")
    kinds = kinds_of(replay)
    if fold_word(word) not in map(fold_word, PIECE_WORD) or not kinds:
        return None
    kind, like = met_now(replay)
    columns = dict.fromkeys(map(fold_word, OF), OF.en)
    for row in replay.game.need(PIECES).kinds.values():
        columns |= {fold_word(word): cell.name for cell in row.asked() for word in cell.word}
    first, *parts = text_after.split(";")
    cells, last = {NAME: first}, NAME
    for part in parts:
        name, _blank, cell = part.strip().partition(" ")
        column = columns.get(fold_word(name))
        last = column or last
        cells[last] = cell if column else f"{cells[last]};{part}"
    if OF.en in cells:
        kind, like = _kind_called(replay, cells.pop(OF.en)), ""
    kind = kind or next(iter(kinds))
    return entered_piece(replay, kind, cells, language, like)


def _kind_called(replay: Replay, text: str) -> str:
    """Return the kind that a word means, the first one where it means none."""
    kinds, component = list(kinds_of(replay)), replay.game.need(PIECES).component
    called = {
        fold_word(replay.game.words.word(f"{component}/{kind}", language)): kind
        for kind in kinds
        for language in LANGUAGES
    }
    word = fold_word(text.strip())
    return word if word in kinds else called.get(word, kinds[0])


def component_of(replay: Replay) -> Data:
    """Return the component with the pieces, as record 1 reads now."""
    kind = replay.game.need(PIECES).component
    component = to_builtins(replay.history.reads(1)).get("components", {}).get(kind)
    if isinstance(component, dict):
        return component
    content: dict[str, object] = json.decode(replay.game.need(COMPONENTS).read(kind, component))
    return content


def entered_piece(
    replay: Replay, name: str, cells: Mapping[str, str], language: Language, like: str = ""
) -> EnteredPiece:
    """Return a piece by its cells, in the place of a stand-in that stands in no record.

    Cells are by column, the name as `name`; `like` is a piece that lies where this one does.
    Raises `RagamiError` `piece-without-name`, `piece-refused`.
    """
    game, component = replay.game, component_of(replay)
    kind = game.need(PIECES).kinds[name]
    cells_said = {key: text.strip() for key, text in cells.items() if text.strip() not in NOT_SAID}
    called = cells_said.get(NAME, "")
    if not called:
        raise RagamiError("piece-without-name")
    events = (json.encode(event) for _seq, event in replay.history.standing(1))
    used = {match.decode() for event in events for match in _IDS.findall(event)}
    by_key = {piece[kind.key]: piece for piece in pieces_of(component[name], kind.key)}
    id_ = _id_of(called, by_key.keys() | used)
    cells_told = {column: text for column, text in cells_said.items() if column != NAME}
    place = kind.row(by_key[like]) if like in by_key else {}
    cells_told = {column: place[column] for column in kind.alike if place.get(column)} | cells_told
    row = _alike(game, component, name, cells_told, used) | cells_told
    row |= {column.name: called for column in kind.columns if column.name.startswith(f"{NAME}_")}
    row[kind.columns[0].name] = id_
    try:
        piece = kind.partly(kind.piece(row), cells_told.keys())
        changed = with_pieces(
            game, _one_of_ones_own(component, replay), name, [piece], kept_ids=used
        )
    except UnfitCell as wrong:
        raise RagamiError("piece-refused", problem=wrong.say(language)) from wrong
    wrongs = faults(game, changed, language)
    ids_left = {piece[kind.key] for piece in pieces_of(changed[name], kind.key)}
    if used & by_key.keys() - ids_left:
        wrongs.append(translator(language)(N_("all that lie there are in the game already.")))
    if wrongs:
        raise RagamiError("piece-refused", problem=" ".join(wrongs))
    return EnteredPiece(id_, changed, game.need(PIECES).component)


def _one_of_ones_own(component: Data, replay: Replay) -> Data:
    """Return the component under a name that none has which ships."""
    shipped = replay.game.need(COMPONENTS).shipped[replay.game.need(PIECES).component]
    return (
        component | {"name": f"{component['name']}-own"}
        if component["name"] in shipped
        else component
    )


def _alike(
    game: GameDefinition,
    component: Data,
    name: str,
    cells: Mapping[str, str],
    used: Collection[str],
) -> dict[str, str]:
    """Return the row of the stand-in that makes room: of the place that was told, and not used."""
    kind: PieceKind = game.need(PIECES).kinds[name]
    base = pieces_of(stand_ins(game)[name], kind.key)
    free = [piece for piece in pieces_of(component[name], kind.key) if piece in base]
    free.sort(key=lambda piece: piece[kind.key] in used)
    rows = [kind.row(piece) for piece in free]
    place = {column: cells[column].casefold() for column in kind.alike if column in cells}
    fits = (
        row for row in rows if all(row[column].casefold() == text for column, text in place.items())
    )
    return next(fits, rows[0] if rows else {})


def _id_of(called: str, used_ids: Collection[str]) -> str:
    """Make an id of a name: small letters, digits and `_`, with a number where it is taken."""
    letters = unicodedata.normalize("NFKD", called).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "_", letters).strip("_")[:LONGEST_ID]
    stem = stem if stem[:1].isalpha() else f"c_{stem}".rstrip("_")
    number, id_ = 1, stem
    while id_ in used_ids:
        number += 1
        id_ = f"{stem}_{number}"
    return id_


def brought(
    replay: Replay,
    kind: str,
    component: object,
    stamp: Stamp,
    reason: str | None = None,
    authority: str | None = None,
) -> Draft:
    """Return the correction by which record 1, which is well-formed, has this component."""
    opening = to_builtins(replay.history.reads(1))
    opening["components"][kind] = component
    name = next(iter(replay.game.events))
    reads = {"type": name, "v": replay.game.events[name].version, "data": opening}
    data = {"seq": 1, **reads, "reason": reason, "authority": authority}
    return draft_of("corrected", data, stamp)
