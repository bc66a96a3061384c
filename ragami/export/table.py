"""A game as a table (CSV): a row for each record, with the score as it runs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ragami.export.taken import Taken
from ragami.privacy.withheld import as_it_reads
from ragami.telling import Line, tell_log

COLUMNS: Final = (
    "seq", "round", "turn", "type", "player", "text", "counts", "struck_by", "corrected_by", "at",
    "by", "data",
)  # fmt: skip


def export(taken: Taken) -> bytes:
    """The table in UTF-8, its first row the names of the columns."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerows(rows(taken))
    return written.getvalue().encode(errors="backslashreplace")  # half a character in a type


def rows(taken: Taken) -> Iterator[list[Any]]:
    """The rows. `counts` is 1 for an event that counts; `score_…` is the score after the record."""
    game = taken.replay.game
    lines = tell_log(game, game.words.narrator(taken.language, taken.viewer), taken.log)
    players = list(lines[-1].scores) if lines else []
    yield [*COLUMNS, *(f"score_{player}" for player in players)]
    standing = {seq for seq, _event in taken.replay.history.standing()}
    for line, stored in zip(lines, taken.lines, strict=True):
        yield [*_fields(line, stored, line.seq in standing), *map(line.scores.get, players)]


def _fields(line: Line, stored: bytes, counts: bool) -> list[Any]:
    at = line.at.isoformat().replace("+00:00", "Z") if line.at else None
    told = (line.seq, line.round, line.turn, line.type, line.player, line.text, int(counts))
    return [*told, line.struck_by, line.corrected_by, at, line.by, _data(stored)]


def _data(stored: bytes) -> str:
    """The data as the record reads; empty where there is none to be read."""
    try:
        record = msgspec.json.decode(as_it_reads(stored), type=dict[str, msgspec.Raw])
        return bytes(record["data"]).decode()
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, KeyError):
        return ""
