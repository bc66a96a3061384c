"""One log of a program: from a file, from bytes, or read already."""

from __future__ import annotations

import os
from pathlib import Path

from ragami.errors import RagamiError, expect
from ragami.judge.moments import Log
from ragami.notation.misread import Misspelled
from ragami.sources.codes import begins_a_code, code_name, is_code, log_of_file, log_of_text

Place = str | os.PathLike[str]


def read(source: Place | bytes) -> Log:
    """Read a log from a file or from bytes: JSON lines, a score sheet, or a code.

    A code is a text, a link or the photo of one; as a text it may itself be the `source`.

    Nothing is judged, and what is no record is kept as `Bad`. Raises `RagamiError`
    `file-not-found`, `folder-of-logs`, `wrong-argument` and `system-refused`, and `Misspelled` for
    a sheet that cannot be read.

    >>> read("no-such-file.jsonl")
    Traceback (most recent call last):
    ragami.errors.RagamiError: There is no file no-such-file.jsonl.
    """
    from ragami.sheet.files import is_sheet, read_sheet  # noqa: PLC0415 (law 10)

    expect("log", source, str, bytes, os.PathLike)
    if isinstance(source, str) and is_code(source):
        return Log(log_of_text(source), code_name(source))
    name, content = ("", source) if isinstance(source, bytes) else (str(source), _bytes_of(source))
    if begins_a_code(content):
        return Log(log_of_file(name or "-", [content]), name)
    if content.startswith(b"{") or not is_sheet(content):
        return Log(content, name)
    games = read_sheet(content)
    misread = [line for game in games for line in game.misread]
    if misread:
        raise Misspelled("sheet-misread", misread, path=name or "-", number=len(misread))
    return Log(games[0].log, name, games[0].lines)


def _bytes_of(path: Place) -> bytes:
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise RagamiError("file-not-found", path=str(path)) from None
    except IsADirectoryError:
        raise RagamiError("folder-of-logs", path=str(path)) from None
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}"
        raise RagamiError("system-refused", problem=problem) from error


def as_log(source: Log | Place | bytes) -> Log:
    """Return a log as it is, and read what is none yet. Raises as `read`."""
    return source if isinstance(source, Log) else read(source)
