"""The public interface to logs: read, replayed and verified. Games are written down by `table/`.

`ragami` has all of it; `docs/api.md` leads through it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ragami.errors import RagamiError
from ragami.judge.moments import Log, Moment, moments
from ragami.judge.replay import Replay
from ragami.judge.report import Report, replay_log, report_on
from ragami.sheet.errors import Misspelled

Place = str | os.PathLike[str]


def read(source: Place | bytes) -> Log:
    """A log from a file or from bytes: JSON lines, or a score sheet.

    Nothing is judged, and what is no record is kept as `Bad`. Raises `RagamiError`
    `file-not-found` and `system-refused`, and `Misspelled` for a sheet that cannot be read.

    >>> read("no-such-file.jsonl")
    Traceback (most recent call last):
    ragami.errors.RagamiError: There is no file no-such-file.jsonl.
    """
    from ragami.sheet.files import is_sheet, read_sheet  # noqa: PLC0415 (law 10)

    name, content = ("", source) if isinstance(source, bytes) else (str(source), _bytes_of(source))
    if content.startswith(b"{") or not is_sheet(content):
        return Log(content, name)
    games = read_sheet(content)
    wrong = [one for game in games for one in game.misread]
    if wrong:
        raise Misspelled("sheet-misread", wrong, path=name or "-", number=len(wrong))
    return Log(games[0].log, name, games[0].lines)


def _bytes_of(path: Place) -> bytes:
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise RagamiError("file-not-found", path=str(path)) from None
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}"
        raise RagamiError("system-refused", problem=problem) from error


def _log(source: Log | Place | bytes) -> Log:
    return source if isinstance(source, Log) else read(source)


def replay(log: Log | Place | bytes) -> Iterator[Moment]:
    """A moment for each record, in order, as the log stood after it. An undo leads back.

    Never raises for what is wrong in a log: `Moment.error` says it, and the game stays where it was
    good until a record puts it right.
    """
    log = _log(log)
    reading = Replay(log.game)
    for now in moments(reading, log.records):
        if now.record:
            yield now.keep()
        if reading.broken:
            return


def verify(log: Log | Place | bytes) -> Report:
    """The report on a log: every record against every rule, and the log against its seals.

    `Report.ok` is False where something is wrong; each of `Report.findings` says as `str` what.
    """
    from ragami.referee.verdict import verdict  # noqa: PLC0415 (law 10)

    log = _log(log)
    seals = verdict(log.content).findings
    return report_on(log.name, replay_log(log.content), seals, log.rows)
