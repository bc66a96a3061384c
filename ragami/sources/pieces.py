"""Pieces of a component in a spreadsheet (CSV): read with the row and column of what is wrong.

Whatever spreadsheets write is read: commas, semicolons or tabs, a byte order mark, Windows line
ends, a first line `sep=;`. The text is UTF-8.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from msgspec import json

from ragami.decoded import Data, Fields
from ragami.findings import N_
from ragami.game.capabilities import COMPONENTS, PIECES
from ragami.game.components.entry import entered, with_pieces
from ragami.game.components.pieces import PieceKind, UnfitCell, pieces_of
from ragami.game.definition import GameDefinition
from ragami.language import Language

SEPARATORS: Final = ",;\t"
SEPARATOR_OF: Final[Mapping[Language, str]] = {"en": ",", "es": ";"}
"""What a spreadsheet of a language takes a row apart at."""

NO_TEXT: Final = N_("this is no text in UTF-8: save the sheet as 'CSV UTF-8'")


class Wrong(NamedTuple):
    """A fault of a cell, a row (no column), or the whole sheet (no row)."""

    row: int | None
    column: str | None
    say: Callable[[Language], str]


class Sheet(NamedTuple):
    """A spreadsheet as read: the kind of its pieces, each with its row, and the faults."""

    kind: str
    pieces: list[tuple[int, Data]]
    wrong: list[Wrong]


def read_pieces(content: bytes, kinds: Mapping[str, PieceKind], only: str | None = None) -> Sheet:
    """Read the pieces of a spreadsheet, of the kind `only` or of that which its heading is like."""
    usual = only or next(iter(kinds))
    try:
        rows = _rows(content)
    except _Unreadable as unread:
        return Sheet(usual, [], [Wrong(unread.row, None, unread.why.say)])
    at, heading = rows[0] if rows else (1, [])
    names = [cell.strip().casefold().replace(" ", "_") for cell in heading]
    like = {name: len({c.name for c in kind.columns} & set(names)) for name, kind in kinds.items()}
    name = only or max(like, key=lambda kind: (like[kind], -len(kinds[kind].columns)))
    faults = list(_heading(at, names, kinds[name]))
    if faults:
        return Sheet(name, [], faults)
    reading = _Reading(kinds[name], names)
    for row, cells in rows[1:]:
        reading.read(row, cells)
    return Sheet(name, reading.pieces, reading.wrong)


class _Unreadable(Exception):
    def __init__(self, row: int, why: UnfitCell) -> None:
        super().__init__(row, why)
        self.row, self.why = row, why


def _rows(content: bytes) -> list[tuple[int, list[str]]]:
    """Return the rows in which something stands, as a spreadsheet numbers them."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise _Unreadable(content[: wrong.start].count(b"\n") + 1, UnfitCell(NO_TEXT)) from wrong
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        raise _Unreadable(text[: text.index("\0")].count("\n") + 1, UnfitCell(NO_TEXT))
    first = text.partition("\n")[0]
    separator = max(SEPARATORS, key=first.count)
    before = 0
    if first.casefold().startswith("sep=") and len(first) == 5:
        separator, before, text = first[4], 1, text.partition("\n")[2]
    rows = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    number = before
    try:
        for number, cells in enumerate(reader, before + 1):
            if any(cell.strip() for cell in cells):
                rows.append((number, cells))
    except csv.Error as wrong:
        why = UnfitCell(N_("a quote is opened and not closed, or the cell is too long"))
        raise _Unreadable(number + 1, why) from wrong
    return rows


def _heading(row: int, names: Sequence[str], kind: PieceKind) -> Iterator[Wrong]:
    if not any(names):
        yield Wrong(row, None, UnfitCell(N_("there is nothing in it")).say)
        return
    for column in kind.columns:
        if column.name not in names:
            yield Wrong(row, column.name, UnfitCell(N_("the heading lacks this column")).say)
        elif names.count(column.name) > 1:
            yield Wrong(row, column.name, UnfitCell(N_("the heading has this column twice")).say)


class _Reading:
    """The rows below the heading, one after the other."""

    def __init__(self, kind: PieceKind, names: Sequence[str]) -> None:
        self.kind, self.names = kind, names
        self.pieces: list[tuple[int, Data]] = []
        self.wrong: list[Wrong] = []
        self._rows: dict[str, int] = {}

    def read(self, row: int, cells: Sequence[str]) -> None:
        if any(cell.strip() for cell in cells[len(self.names) :]):
            template = N_("this row has more cells than the heading")
            self.wrong.append(Wrong(row, None, UnfitCell(template).say))
            return
        by_name = dict(zip(self.names, map(str.strip, cells), strict=False))
        mine = {column.name for column in self.kind.columns} - set(self.kind.alike)
        if not any(by_name.get(name) for name in mine):
            return  # a row of the template that nobody has filled in
        misfits = list(self.kind.misfits(by_name))
        try:
            piece = {} if misfits else self.kind.piece(by_name)
        except UnfitCell as wrong:
            misfits = [wrong]
        if misfits:
            self.wrong += [Wrong(row, misfit.facts.get("column"), misfit.say) for misfit in misfits]
            return
        id_ = piece[self.kind.key]
        if id_ in self._rows:
            template = N_("'{id}' stands in row {row} already")
            why = UnfitCell(template, id=id_, row=self._rows[id_])
            self.wrong.append(Wrong(row, self.kind.columns[0].name, why.say))
            return
        self._rows[id_] = row
        self.pieces.append((row, piece))


def fill_component(
    game: GameDefinition, component: Mapping[str, object], content: bytes, only: str | None = None
) -> tuple[Fields, list[Wrong]]:
    """Return the component with the pieces of a spreadsheet; as it was, where anything is wrong."""
    sheet = read_pieces(content, game.need(PIECES).kinds, only)
    key = game.need(PIECES).kinds[sheet.kind].key
    faults, pieces, completed = list(sheet.wrong), dict(sheet.pieces), component
    rows = {piece[key]: row for row, piece in sheet.pieces}
    while completed is component and pieces:
        try:
            completed = with_pieces(game, component, sheet.kind, pieces.values())
        except UnfitCell as unfit:
            row = rows[unfit.facts["id"]]
            del pieces[row]
            faults.append(Wrong(row, unfit.facts["column"], unfit.say))
    parts = game.need(COMPONENTS)
    for finding in parts.inspect(json.encode(completed)).findings:
        if finding.severity == "error":
            at = rows.get(str(finding.facts.get("item")))
            faults.append(Wrong(at, None, partial(parts.say, finding)))
    return (component if faults else completed), sorted(faults, key=lambda fault: fault.row or 0)


def template(
    game: GameDefinition, component: Mapping[str, object], name: str, language: Language
) -> str:
    """Write a spreadsheet to fill in: what was entered, and a row for each piece still owed."""
    kind = game.need(PIECES).kinds[name]
    mine = entered(game, component)[name]
    written = io.StringIO()
    writer = csv.writer(written, delimiter=SEPARATOR_OF[language], lineterminator="\r\n")
    columns = [column.name for column in kind.columns]
    writer.writerow(columns)
    for piece in pieces_of(component[name], kind.key):
        row = kind.row(piece)
        filled_columns = columns if piece in mine else kind.alike
        writer.writerow([row[column] if column in filled_columns else "" for column in columns])
    return written.getvalue()
