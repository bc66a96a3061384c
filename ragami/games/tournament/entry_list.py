"""A list of entrants from a spreadsheet, in any encoding and with any separator of Excel."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ragami.decoded import Data
from ragami.game.opening import id_for
from ragami.games.tournament.labels import expect_name
from ragami.games.tournament.people import Unclear, fold_name, ids_by_name
from ragami.games.tournament.state import State

HEADS: Final[Mapping[str, tuple[str, ...]]] = {
    "entrant": ("entrant", "id", "inscrito"),
    "name": ("name", "full name", "nombre", "player", "jugador", "jugadora", "nombre y apellidos"),
    "first": ("first name", "firstname", "given name"),
    "surname": ("surname", "last name", "lastname", "apellido", "apellidos"),
    "club": ("club", "team", "equipo"),
    "seed": ("seed", "cabeza de serie", "semilla"),
    "rating": ("rating", "elo", "elo fide"),
}
"""The heads of columns, as they are compared: folded, without `(…)` and `/a` at the end."""
NAMED_BY: Final = ("entrant", "name", "surname")
TITLES: Final = 5
"""The number of rows in which the heads are looked for: lists have titles above."""
SEPARATORS: Final = ",;\t|"
WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""Begin the files in which spreadsheet programs keep their own."""
FIRST_COLUMN: Final = "sep="
"""Begins the line in which Excel may declare the separator."""


class EntryRow(NamedTuple):
    """A row of a list; `rank` is its seed or rating where the list has them."""

    entrant: str
    name: str
    club: str | None
    rank: float | None


class EntryList(NamedTuple):
    """A list compared with the entrants: new rows, others, differences, unused columns.

    `namesakes` are the names of new rows that somebody has already, `twice` those that two of the
    new rows have in one club. `ordered` is the column by
    which the new ones enter, None for the order of the list.
    """

    new: list[EntryRow]
    entered_before: int
    differing: list[tuple[str, str, str]]
    namesakes: list[str]
    twice: list[str]
    unused: list[str]
    ordered: str | None


def read_list(s: State, table: bytes) -> EntryList:
    """Read a list and compare it with the entrants. Raises `Unclear`."""
    if table.startswith(WORKBOOKS):
        raise Unclear("a-workbook")
    heads, rows = _cells(_decoded(table))
    at = _columns(heads)
    if all(at[field] is None for field in NAMED_BY):
        raise Unclear("no-name-column", found=", ".join(filter(None, heads)) or "–")
    ordered = next((field for field in ("seed", "rating") if at[field] is not None), None)
    used = {column for field, column in at.items() if field not in ("seed", "rating")}
    used.add(at[ordered] if ordered else None)
    listed = [_row(dict(_cells_by_field(row, at)), ordered, row) for row in rows]
    if ordered:
        last = float("inf")
        listed.sort(key=lambda row: last if row.rank is None else row.rank)
    column = heads[at[ordered] or 0] if ordered else None
    unused = [head for number, head in enumerate(heads) if head and number not in used]
    return _compared(s, listed)._replace(unused=unused, ordered=column)


def _decoded(table: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16, with or without a mark, else as Excel has it.

    That is Windows-1252, and Mac Roman on a Mac: whichever gives letters where names have them.
    """
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if table.startswith(mark):
            return table.decode(encoding, "replace")
    if b"\0" in table[:2]:
        return table.decode("utf-16-be" if table[:1] == b"\0" else "utf-16-le", "replace")
    try:
        return table.decode("utf-8-sig")
    except UnicodeDecodeError:
        texts = [table.decode(encoding, "replace") for encoding in ("cp1252", "mac-roman")]
        return max(texts, key=_letters)


def _letters(text: str) -> int:
    """Count the letters beyond ASCII that are beside others, with no capital behind a small one."""
    around = zip(f" {text}", text, f"{text[1:]} ", strict=False)
    return sum(
        letter.isalpha()
        and (before.isalpha() or after.isalpha())
        and not (before.islower() and letter.isupper())
        and not (letter.islower() and after.isupper())
        for before, letter, after in around
        if not letter.isascii()
    )


def _cells(text: str) -> tuple[list[str], list[list[str]]]:
    """Return the heads and the rows below them; the first row that is not empty where none fits."""
    text = text.lstrip("\r\n")
    if "\n" not in text:  # a Mac ends lines so
        text = text.replace("\r", "\n")
    first, _feed, below = text.partition("\n")
    if first.lower().startswith(FIRST_COLUMN):
        tables = [_rows(below, first[len(FIRST_COLUMN) :].strip("\r") or "\t")]
    else:
        by_count = sorted(SEPARATORS, key=first.count, reverse=True)
        tables = [_rows(text, separator) for separator in by_count]
    for rows in tables:
        for number, row in enumerate(rows[:TITLES]):
            if any(_columns(row)[field] is not None for field in NAMED_BY):
                return row, rows[number + 1 :]
    return (tables[0][0], tables[0][1:]) if tables[0] else ([], [])


def _rows(text: str, separator: str) -> list[list[str]]:
    """Return the rows that are not empty. Raises `Unclear` where a cell does not end."""
    read = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = [[cell.strip() for cell in row] for row in read]
    except csv.Error:
        raise Unclear("cell-without-end") from None
    return [row for row in rows if any(row)]


def _columns(heads: list[str]) -> dict[str, int | None]:
    """Return where the columns of the known fields are."""
    compared = [re.sub(r"\s*([(/].*)?[.:]?$", "", fold_name(head)) for head in heads]
    return {
        field: next((compared.index(name) for name in names if name in compared), None)
        for field, names in HEADS.items()
    }


def _cells_by_field(row: list[str], at: Mapping[str, int | None]) -> Iterator[tuple[str, str]]:
    for field, column in at.items():
        yield field, row[column] if column is not None and column < len(row) else ""


def _row(cells: Mapping[str, str], ordered: str | None, written: list[str]) -> EntryRow:
    """Return a row from its cells. Raises `Unclear` where it names nobody."""
    first = cells["first"] or cells["name"] if cells["surname"] else cells["name"] or cells["first"]
    name = " ".join(part for part in (first, cells["surname"]) if part)
    if "\n" in name and any(separator in name for separator in SEPARATORS):
        raise Unclear("cell-without-end")  # several rows are one cell
    name = " ".join(name.split())  # a cell may have several lines
    entrant = cells["entrant"]
    if not (name or entrant):
        raise Unclear("row-without-name", row=", ".join(filter(None, written)))
    expect_name(name)
    rank = _number(cells[ordered]) if ordered else None
    rank = -rank if rank is not None and ordered == "rating" else rank
    return EntryRow(entrant, name or entrant.title(), cells["club"] or None, rank)


def _number(cell: str) -> float | None:
    try:
        return float(cell.replace(",", "."))
    except ValueError:
        return None


def _compared(s: State, listed: list[EntryRow]) -> EntryList:
    """Find who of a list has entered: by id, by name, by club where several have the name."""
    new: list[EntryRow] = []
    differing: list[tuple[str, str, str]] = []
    met: set[str] = set()
    ids = set(s.entrants) | {row.entrant for row in listed}
    named = ids_by_name(s)
    for row in listed:
        entered = _entrant_of(s, row, met, named)
        if entered is None:
            new_id = row.entrant or id_for(row.name, ids)
            ids.add(new_id)
            new.append(row._replace(entrant=new_id))
            continue
        met.add(entered)
        entrant = s.entrants[entered]
        if row.name and entrant.name != row.name:
            differing.append((entered, entrant.name, row.name))
        if row.club and entrant.club != row.club:
            differing.append((entered, entrant.club or "–", row.club))
    by_name_and_club: dict[tuple[str, str], list[str]] = {}
    for row in new:
        by_name_and_club.setdefault((fold_name(row.name), fold_name(row.club or "")), []).append(
            row.name
        )
    twice = [names[-1] for names in by_name_and_club.values() if len(names) > 1]
    namesakes = [row.name for row in new if fold_name(row.name) in named]
    return EntryList(new, len(met), differing, namesakes, twice, [], None)


def _entrant_of(
    s: State, row: EntryRow, met: set[str], named: Mapping[str, list[str]]
) -> str | None:
    """Return the entrant of a row. Of several with one name each is used once, same club first."""
    if row.entrant:
        return row.entrant if row.entrant in s.entrants else None
    alike = [entrant for entrant in named.get(fold_name(row.name), ()) if entrant not in met]
    same = [entrant for entrant in alike if s.entrants[entrant].club == row.club]
    return next(iter([*same, *alike]), None)


def newcomer(s: State, name: str, club: str | None) -> EntryRow:
    """Return the row of somebody who enters by name, with an id of their own."""
    return EntryRow(id_for(name, s.entrants), name, club, None)


def entry(s: State, row: EntryRow) -> tuple[str, Data]:
    """Return the event by which somebody enters, in time or late."""
    type_ = "entered" if s.phase == "registration" else "entered_late"
    return type_, {"entrant": row.entrant, "name": row.name, "club": row.club}
