"""A game as a table (CSV): a row for each record, with the score as it runs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ragami.export.excerpt import Excerpt
from ragami.judge.moments import in_runs
from ragami.judge.replay import Replay
from ragami.narration import Line, tell
from ragami.proof.withheld import as_it_reads

FORMULAS: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""How a formula begins in a spreadsheet, also with the wide signs of Asian ones."""

CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

COLUMNS: Final = (
    "seq", "round", "turn", "type", "player", "text", "counts", "struck_by", "corrected_by", "at",
    "by", "data",
)  # fmt: skip


def export(excerpt: Excerpt) -> bytes:
    """Return the table in UTF-8, its first row the names of the columns."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerows(rows(excerpt))
    return written.getvalue().encode(errors="backslashreplace")  # half a character in a type


def rows(excerpt: Excerpt) -> Iterator[list[Any]]:
    """The rows. `counts` is 1 for an event that counts; `score_…` is the score after the record."""
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
