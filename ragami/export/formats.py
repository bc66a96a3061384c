"""A game in the forms that are made in one step: lines, a document, a table, a picture."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from ragami.decoded import Data
from ragami.errors import RagamiError, needed
from ragami.export.excerpt import Excerpt
from ragami.findings import Finding
from ragami.game.capabilities import DRAWING
from ragami.judge.moments import in_runs
from ragami.judge.replay import Replay
from ragami.judge.report import with_texts
from ragami.log.unredacted import log_of, read_out
from ragami.narration import Line, tell
from ragami.proof.withheld import as_it_reads, withheld

FORMULAS: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""How a formula begins in a spreadsheet, also with the wide signs of Asian ones."""

CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

COLUMNS: Final = (
    "seq", "round", "turn", "type", "player", "text", "counts", "struck_by", "corrected_by", "at",
    "by", "data",
)  # fmt: skip

WIDTH: Final = 1600
# Where this comes out blank, so does every word of a picture.
LETTER: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text y="18" font-size="24" font-family="sans-serif">M</text></svg>'
)


# --- lines -----------------------------------------------------------------------------------


def jsonl(excerpt: Excerpt, *, provable: bool = False) -> bytes:
    """Return the log, byte for byte where nothing is left out; `ragami import` takes it back in.

    Of a private game it is the one that may be published, unless it is taken out for somebody.
    With `provable` what is left out of a record leaves its hash behind.
    """
    lines: Iterable[bytes] = excerpt.lines
    if provable:
        full_lines = excerpt.log.removesuffix(b"\n").split(b"\n")
        lines = map(_with_hash, full_lines, lines)
    return log_of(lines)


def _with_hash(line: bytes, seen: bytes) -> bytes:
    """Return a line as it is seen, with the hash of the whole one where that is more."""
    return seen if seen == line else withheld(line, json.loads(seen))


def sheet(excerpt: Excerpt, *, stamps: bool = False, check: bool = False) -> bytes:
    """Return the score sheet; with `stamps` `ragami import` makes the same bytes of it again."""
    from ragami.sheet.writing import write_sheet  # noqa: PLC0415 (law 10)

    log = log_of(map(read_out, excerpt.lines))
    lines = write_sheet(log, excerpt.language, stamps=stamps, check=check)
    return "".join(line + "\n" for line in lines).encode()


# --- a document ------------------------------------------------------------------------------


class Document(Struct, frozen=True):
    """A game for a program that wants all of it at once. Derived: the log is what counts.

    `viewer` is whom it was made for, null where nothing is left out. `standing` are the numbers of
    the events that count, `records` the log as it stands. `state` is what `ragami show --json`
    prints after the last of the records; `findings` and `final` are those of `ragami verify`.
    """

    game: str
    name: str
    viewer: str | None
    records: list[Raw]
    standing: list[int]
    findings: list[Finding]
    final: Data | None
    state: Data


def document(excerpt: Excerpt) -> bytes:
    """Return a game as one JSON document, in one line."""
    replay = excerpt.replay
    game = replay.game
    teller = game.words.narrator(excerpt.language, excerpt.viewer)
    whole = Document(
        game.name,
        excerpt.name,
        excerpt.viewer,
        [_record(line) for line in excerpt.lines],
        [seq for seq, _event in replay.history.standing()],
        [with_texts(teller.may_see(finding), game) for finding in replay.findings()],
        replay.final,
        game.view(replay.state, replay.seq, excerpt.viewer),
    )
    return msgspec.json.encode(whole) + b"\n"


def _record(line: bytes) -> Raw:
    """Return a record as it reads; as a text, if it is no JSON that could stand in the document."""
    try:
        return msgspec.json.decode(as_it_reads(line), type=Raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Raw(msgspec.json.encode(line.decode(errors="replace")))


# --- a table ---------------------------------------------------------------------------------


def table(excerpt: Excerpt) -> bytes:
    """Return a game as a table (CSV) in UTF-8, its first row the names of the columns."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerows(_rows(excerpt))
    return written.getvalue().encode(errors="backslashreplace")  # half a character in a type


def _rows(excerpt: Excerpt) -> Iterator[list[Any]]:
    """Yield a row for each record.

    `counts` is 1 for an event that counts; `score_…` is the score after the record.
    """
    game = excerpt.game
    replay = Replay(game)
    narrator = game.words.narrator(excerpt.language, excerpt.viewer)
    [narration] = tell(replay, in_runs(replay, game.codec.read_log(excerpt.log)), narrator)
    lines = narration.lines()
    players = list(lines[-1].scores) if lines else []
    yield [*COLUMNS, *(f"score_{player}" for player in players)]
    standing = {seq for seq, _event in replay.history.standing()}
    for line, stored in zip(lines, excerpt.lines, strict=True):
        yield [*_fields(line, stored, line.seq in standing), *map(line.scores.get, players)]


def _fields(line: Line, stored: bytes, counts: bool) -> list[object]:
    at = line.at.isoformat().replace("+00:00", "Z") if line.at else None
    columns = (line.seq, line.round, line.turn, line.type, line.player, line.text, int(counts))
    row = [*columns, line.struck_by, line.corrected_by, at, line.by, _data(stored)]
    return [harmless(cell) if isinstance(cell, str) else cell for cell in row]


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: `'` in front of what begins like one.

    Control characters, which some programs drop before they look, are written as `\\x07`.
    """
    visible = CONTROL.sub(lambda match: f"\\x{ord(match.group()):02x}", text)
    return f"'{visible}" if visible.lstrip().startswith(FORMULAS) else visible


def _data(stored: bytes) -> str:
    """Return the data as the record reads; empty where there is none to be read."""
    try:
        record = msgspec.json.decode(as_it_reads(stored), type=dict[str, msgspec.Raw])
        return bytes(record["data"]).decode()
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, KeyError):
        return ""


# --- a picture -------------------------------------------------------------------------------


def svg(excerpt: Excerpt) -> bytes:
    """Draw the position after the last record. Raise `RagamiError` `nothing-to-draw`."""
    replay = excerpt.replay
    game = replay.game
    names, title = replay.seating
    view = game.view(replay.state, replay.seq, excerpt.viewer)
    drawn = game.need(DRAWING).svg(view, replay.state, names, title, excerpt.language)
    if drawn is None:
        raise RagamiError("nothing-to-draw", game=excerpt.name)
    return drawn.encode() + b"\n"


def png(excerpt: Excerpt, width: int | None = None, **fonts: Any) -> bytes:
    """Return the picture, `width` pixels wide; `fonts` say where letters come from, else the
    system.

    Raises `RagamiError`: `nothing-to-draw`, `extra-needed`, and `no-font` where there is none, for
    a picture without numbers would look complete.
    """
    with needed("png"):
        from resvg_py import svg_to_bytes  # noqa: PLC0415 (an extra)

    drawn = svg(excerpt).decode()
    blank = LETTER.replace("M", "")
    if svg_to_bytes(svg_string=LETTER, **fonts) == svg_to_bytes(svg_string=blank, **fonts):
        raise RagamiError("no-font")
    return bytes(svg_to_bytes(svg_string=drawn, width=width or WIDTH, **fonts))
