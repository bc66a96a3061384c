"""Logs by the names that a command is given: files, folders, games of the database, stdin.

A file or folder that is there wins over a game of the same name. Nothing is read before it is its
turn, and a name that leads nowhere is a trouble of that one log: the others are still read.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from stat import S_ISDIR, S_ISFIFO, S_ISREG
from typing import IO, TYPE_CHECKING, Final, NamedTuple, NoReturn

from ragami.trouble import FOUND_WRONG, Trouble

if TYPE_CHECKING:
    from ragami_cli.options import Session

STDIN: Final = "-"
SUFFIXES: Final = (".jsonl", ".jsonl.gz")
LONGEST_LOG: Final = 64 * 2**20
"""Bytes of a log, unpacked; the longest real games have half a million."""

_GZIP: Final = b"\x1f\x8b"
# Where a shell puts the end of a pipe that somebody is writing: `ragami verify <(command)`.
_OPEN_PIPES: Final = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")


class Source(NamedTuple):
    """Where a log is to be had; `name` is what it was asked for by.

    `read` gives its bytes, unpacked, or raises `Trouble`.
    """

    name: str
    read: Callable[[], bytes]


def sources(asked: Iterable[str], session: Session | None) -> Iterator[Source]:
    """The logs that are meant, in the order asked; those of a folder sorted by their paths.

    Without a session no game of the database can be meant.
    """
    for name in asked:
        try:
            mode = None if name == STDIN else Path(name).stat().st_mode
        except OSError as error:
            read = partial(_game_or_refuse, session, name, error) if session else None
            yield Source(name, read or partial(_refuse, _trouble_of(error)))
            continue
        if mode is None:
            yield Source(name, read_stdin)
        elif S_ISDIR(mode):
            yield from in_folder(name)
        else:
            yield Source(name, partial(read_file, name))


def one_source(session: Session, name: str) -> Source:
    """The log of a command that takes one; the first of a folder would be a guess.

    Raises `Trouble` `folder-of-logs`.
    """
    if name != STDIN and Path(name).is_dir():
        raise Trouble("folder-of-logs", path=name)
    return next(sources([name], session))


def worst(codes: Iterable[int]) -> int:
    """The exit code of several: the first that is not about what was found, else 1 or 0."""
    wrong = [code for code in codes if code]
    return next((code for code in wrong if code != FOUND_WRONG), wrong[0] if wrong else 0)


def in_folder(folder: str) -> Iterator[Source]:
    """The logs in a folder and in those below it."""
    closed: list[OSError] = []
    found = sorted(
        os.path.join(place, name)  # noqa: PTH118 (ten thousand of them, and only as text)
        for place, _folders, names in os.walk(folder, onerror=closed.append)
        for name in names
        if name.endswith(SUFFIXES)
    )
    for error in closed:
        yield Source(str(error.filename), partial(_refuse, _trouble_of(error)))
    for path in found:
        yield Source(path, partial(read_file, path))
    if not found and not closed:
        yield Source(folder, partial(_refuse, Trouble("no-logs-in-folder", path=folder)))


def read_file(path: str) -> bytes:
    """The bytes of a log file, packed with gzip or not. Raises `Trouble`; never waits."""
    try:
        with _open(path) as file:
            return _read(file, path)
    except OSError as error:
        raise _trouble_of(error) from error


def read_stdin() -> bytes:
    """What comes on stdin, packed with gzip or not. Raises `Trouble`."""
    if sys.stdin is None:
        raise Trouble("log-not-found", name=STDIN, nearest="–")
    try:
        return _read(sys.stdin.buffer, STDIN)
    except OSError as error:
        raise _trouble_of(error) from error


def _open(path: str) -> IO[bytes]:
    # Asked before it is opened: a pipe that nobody writes would keep us waiting for ever, and
    # some devices do something when they are opened.
    mode = os.stat(path).st_mode  # noqa: PTH116 (ten thousand of them, and only as text)
    if not S_ISREG(mode) and not (S_ISFIFO(mode) and path.startswith(_OPEN_PIPES)):
        raise Trouble("not-a-file", path=path)
    return open(path, "rb")  # noqa: PTH123 (the same)


def _read(file: IO[bytes], name: str) -> bytes:
    log = file.read(LONGEST_LOG + 1)
    if log.startswith(_GZIP):
        log = _unpacked(log, name)
    if len(log) > LONGEST_LOG:
        raise Trouble("log-too-long", path=name, limit=LONGEST_LOG)
    return log


def _unpacked(packed: bytes, name: str) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
            return file.read(LONGEST_LOG + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Trouble("bad-gzip", path=name, found=str(error)) from error


def _game_or_refuse(session: Session, name: str, error: OSError) -> bytes:
    """The log of the game `name`, where no file of that name is to be had."""
    try:
        with session.store(create=False) as store:
            return b"".join(line + b"\n" for line in store.read(name))
    except Trouble as trouble:
        if trouble.code == "database-not-found":
            known: list[str] = []
        elif trouble.code in ("game-not-found", "bad-game-name"):
            known = _games(session)
        else:
            raise
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        raise Trouble("log-not-found", name=name, nearest=_nearest(name, known))
    raise _trouble_of(error)


def _games(session: Session) -> list[str]:
    with session.store(create=False) as store:
        return [game.name for game in store.games()]


def _nearest(name: str, games: list[str]) -> str:
    """The games and the files beside it whose names are most like `name`."""
    from difflib import get_close_matches

    logs: list[str] = []
    with suppress(OSError):
        logs = [str(path) for path in Path(name).parent.iterdir() if path.name.endswith(SUFFIXES)]
    return ", ".join(get_close_matches(name, [*games, *logs], 3)) or "–"


def _refuse(trouble: Trouble) -> NoReturn:
    raise trouble


def _trouble_of(error: OSError) -> Trouble:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Trouble("file-not-found", path=error.filename)
    return Trouble("system-refused", problem=f"{error.filename}: {error.strerror}")
