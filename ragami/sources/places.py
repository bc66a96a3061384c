"""Logs by the names that a command is given: files, folders, databases, archives, games, stdin.

A file or folder that is there wins over a game of the same name. Nothing is read before it is its
turn, and a name that leads nowhere is a trouble of that one log: the others are still read. What
is read stays small, however much there is: a `LogPlace` has one log or a few, and a worker may be
given it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import IO, Final, NamedTuple, NoReturn

from ragami.errors import NOTHING_NEAR, RagamiError
from ragami.log.unredacted import log_of
from ragami.sources import files
from ragami.sources.codes import begins_a_code, code_name, is_code, log_of_file, log_of_text
from ragami.sources.files import GZIP, STDIN, ZSTD, Opened, unpacked
from ragami.sources.logs import is_one_log, logs_in
from ragami.sources.sheets import begins_a_sheet, logs_of_sheet
from ragami.store import Store, open_store
from ragami.store.protocol import is_address, without_password

SUFFIXES: Final = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".ragami")
PACKED: Final = (".gz", ".zst")
LEAVES: Final = ".leaves"
"""After the name of a log: the list of its leaves."""

RECORDS: Final = "records.parquet"
"""The one of the tables of `ragami export --to parquet` that has the logs."""

LARGE: Final = 2**19
"""Bytes of a file that is read here, log by log; a smaller one is read by who works on it."""

LARGE_PACKED: Final = 2**14
"""The same of a packed one, which may hold a thousand times as much; a game takes half of it."""

NO_SUCH_GAME: Final = frozenset({"database-not-found", "game-not-found", "bad-game-name"})
"""What a database says that does not have a game."""

TOGETHER: Final = 16
"""Games of a database that are read together, since opening one takes a while."""

IsOne = Callable[[bytes], bool]

SQLITE: Final = b"SQLite format 3\0"
PARQUET: Final = b"PAR1"
HTML: Final = b"<!doctype html"


class StoredLog(NamedTuple):
    """A game of the database at `path` (None: the usual one)."""

    path: str | None
    name: str


class Source(NamedTuple):
    """A log that can be read; `name` is what it was asked for by.

    `read` gives its bytes, unpacked, or raises `RagamiError`. `game` says which one it is of which
    database; it is None for a file. `alone`: no list of leaves lies beside it, as its folder says.
    """

    name: str
    read: Callable[[], bytes]
    game: StoredLog | None = None
    alone: bool = False


class LogPlace(NamedTuple):
    """A place of one log, or of a few that are read together; can be sent to another process.

    `names` are those of its logs, as far as they are known before they are read. `weight` is how
    much of the whole it is: 1 for a file or a game, less for a part of a file.
    """

    names: tuple[str, ...]
    sources: Callable[[], Iterable[Source]]
    weight: float = 1

    @property
    def name(self) -> str:
        """The name of the place in messages."""
        return self.names[0]


def sources(names: Iterable[str], db: str | None = None, *, games: bool = True) -> Iterator[Source]:
    """Yield the logs that are meant, in the order asked; those of a folder sorted by their paths.

    `db` is the database whose games may be meant (None: the usual one), if `games` may be at all.
    """
    for place in places(names, db, games=games):
        yield from place.sources()


def places(
    names: Iterable[str],
    db: str | None = None,
    *,
    games: bool = True,
    is_one: IsOne | None = None,
) -> Iterator[LogPlace]:
    """Yield the places of these logs, in the same order.

    `is_one` may know of the bytes of a small file that they are one log: else they are searched.
    """
    for name in names:
        if is_address(name):
            yield from _in_server(name)
            continue
        if is_code(name):
            yield _place(code_name(name), partial(log_of_text, name))
            continue
        try:
            mode = None if name == STDIN else Path(name).stat().st_mode
        except OSError as error:
            yield _part_or_game(name, error, db, games=games)
            continue
        if mode is None:
            yield from _streamed(STDIN, files.stdin)
        elif S_ISDIR(mode):
            yield from in_folder(name, is_one)
        else:
            yield from in_file(name, is_one)


def how_many(names: Iterable[str]) -> int:
    """Estimate how many places there are, for a progress bar, without reading any."""
    total = 0
    for name in names:
        for _place, _folders, files_ in os.walk(name) if name != STDIN else ():
            total += sum(file.endswith(SUFFIXES) or file == RECORDS for file in files_)
        total += name == STDIN or not is_folder(name)
    return total


def is_folder(name: str) -> bool:
    """Return True if this names a folder; a code is longer than any path may be."""
    return os.path.isdir(name)  # noqa: PTH112 (`Path` raises for what is too long)


def with_bytes(source: Source) -> Source:
    """Return the source with its log read already."""
    try:
        return source._replace(read=partial(bytes, source.read()))
    except RagamiError as trouble:
        return source._replace(read=partial(_refuse, trouble))


def one_source(name: str, db: str | None = None) -> Source:
    """Return the log of a command that takes one; the first of several would be a guess.

    Raises `RagamiError` `folder-of-logs`, `no-games`, `several-logs`.
    """
    if name != STDIN and is_folder(name):
        raise RagamiError("folder-of-logs", path=name)
    logs = sources([name], db)
    first = next(logs, None)
    if first is None:
        raise RagamiError("no-games", path=name)
    if next(logs, None):
        raise RagamiError("several-logs", path=name, first=first.name)
    return first


def read_log(name: str, db: str | None = None) -> bytes:
    """Return the log of a game; of a file (or stdin, for '-') where no game has that name.

    Of a private game all that its keeper knows. Raises `RagamiError`.
    """
    return game_or_file(name, db).read()


def game_or_file(name: str, db: str | None) -> Source:
    """Return the source of a game without reading it, or of a file. Raise `RagamiError`."""
    if is_code(name):
        return one_source(name)
    try:
        with open_store(db, create=False) as store:
            return Source(name, partial(bytes, _log_in(store, name)), StoredLog(db, name))
    except RagamiError as trouble:
        if trouble.code not in NO_SUCH_GAME:
            raise
    return one_source(name, db)


# --- folders, databases, games -------------------------------------------------------------


def in_folder(folder: str, is_one: IsOne | None) -> Iterator[LogPlace]:
    """Yield the logs in a folder and in those below it."""
    files = _walk(folder)
    first = next(files, None)
    if first is None:
        yield _nothing(folder, RagamiError("no-logs-in-folder", path=folder))
        return
    for file in chain((first,), files):
        if isinstance(file, LogPlace):
            yield file
        else:
            path, alone = file
            yield from in_file(path, is_one, alone=alone)


def _walk(folder: str) -> Iterator[tuple[str, bool] | LogPlace]:
    """Yield the paths of the files, sorted, one folder at a time; of a closed folder its trouble.

    With each path: does it lack a list of leaves?
    """
    try:
        with os.scandir(folder) as entries:
            names = sorted(map(_entry, entries))
    except OSError as error:
        yield _nothing(str(error.filename), files.error_of(error))
        return
    leaves = {name for name in names if name.endswith(LEAVES)}
    within = os.path.join(folder, "")  # noqa: PTH118 (ten thousand of them, only as text)
    for name in names:
        if name.endswith("/"):
            yield from _walk(within + name[:-1])
        elif name.endswith(SUFFIXES) or name == RECORDS:
            yield within + name, name + LEAVES not in leaves


def _entry(entry: os.DirEntry[str]) -> str:
    """Return the sort key by which whole paths come out sorted."""
    return entry.name + "/" * entry.is_dir(follow_symlinks=False)


def in_database(path: str | None, before: str = "") -> Iterator[LogPlace]:
    """Yield the games of a database, by their names."""
    try:
        with open_store(path, create=False) as store:
            names = store.names()
            while some := list(islice(names, TOGETHER)):
                games = tuple(before + name for name in some)
                yield LogPlace(games, partial(_games, path, some, before), len(some))
    except RagamiError as trouble:
        yield _nothing(before.rstrip("#") or str(path), trouble)


def _in_server(name: str) -> Iterator[LogPlace]:
    """Yield the games of a database on a server, or the one that is named behind a hash."""
    address, _hash, game = name.partition("#")
    before = f"{without_password(address)}#"
    if game:
        yield LogPlace((before + game,), partial(_games, address, [game], before))
    else:
        yield from in_database(address, before)


def games_in(path: str | None) -> int:
    """Return the number of games in a database; 0 if it cannot be read: reading reports that."""
    with suppress(RagamiError), open_store(path, create=False) as store:
        return sum(1 for _name in store.names())
    return 0


def _games(path: str | None, names: list[str], before: str = "") -> Iterator[Source]:
    with open_store(path, create=False) as store:
        for name in names:
            try:
                read: Callable[[], bytes] = partial(bytes, _log_in(store, name))
            except RagamiError as trouble:
                read = partial(_refuse, trouble)
            yield Source(before + name, read, StoredLog(path, name))


def _log_in(store: Store, name: str) -> bytes:
    from ragami.privacy.secrets import read_kept  # noqa: PLC0415 (law 10)

    return log_of(read_kept(store, name))


def _part_or_game(name: str, error: OSError, db: str | None, *, games: bool) -> LogPlace:
    """Return the place for a name without a file: a part of an archive, or a game."""
    archive, _hash, part = name.rpartition("#")
    if part and Path(archive).is_file():
        return LogPlace((name,), partial(_part, archive, name))
    if games:
        game = Source(name, partial(_game_or_refuse, db, name, error), StoredLog(db, name))
        return LogPlace((name,), partial(tuple, [game]))
    return _nothing(name, files.error_of(error))


def _part(archive: str, name: str) -> Iterator[Source]:
    if files.beginning(archive) == SQLITE:
        yield from _games(archive, [name.removeprefix(f"{archive}#")], f"{archive}#")
        return
    for place in in_file(archive):
        for source in place.sources():
            if source.name == name:
                yield source
                return
    yield Source(name, partial(_refuse, RagamiError("log-not-found", name=name, nearest=archive)))


def _game_or_refuse(db: str | None, name: str, error: OSError) -> bytes:
    """Return the log of the game `name`, where no file of that name is to be had."""
    games: list[str] = []
    try:
        with open_store(db, create=False) as store:
            try:
                return _log_in(store, name)
            except RagamiError as trouble:
                if trouble.code not in NO_SUCH_GAME:
                    raise
            games = list(store.names())
    except RagamiError as trouble:
        if trouble.code != "database-not-found":
            raise
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        raise RagamiError("log-not-found", name=name, nearest=_nearest(name, games))
    raise files.error_of(error)


def _nearest(name: str, games: list[str]) -> str:
    """Return the games and the files beside it whose names are most like `name`."""
    from difflib import get_close_matches  # noqa: PLC0415 (law 10)

    logs: list[str] = []
    with suppress(OSError):
        logs = [str(path) for path in Path(name).parent.iterdir() if path.name.endswith(SUFFIXES)]
    return ", ".join(get_close_matches(name, [*games, *logs], 3)) or NOTHING_NEAR


# --- files ---------------------------------------------------------------------------------


def in_file(path: str, is_one: IsOne | None = None, *, alone: bool = False) -> Iterator[LogPlace]:
    """Yield the log of a file, or those of an archive: a database, a Parquet table, log after log.

    `alone`: no list of leaves lies beside it.
    """
    try:
        how = os.stat(path)  # noqa: PTH116 (ten thousand of them, and only as text)
        large = LARGE_PACKED if path.endswith(PACKED) else LARGE
        small = S_ISREG(how.st_mode) and how.st_size <= large and path.endswith(SUFFIXES)
        beginning = b"" if small or not S_ISREG(how.st_mode) else files.beginning(path)
    except OSError as error:
        yield _nothing(path, files.error_of(error))
        return
    if small:
        yield LogPlace((path,), partial(_logs_of_small, path, how.st_size, is_one, alone))
    elif beginning == SQLITE:
        yield from in_database(path, f"{path}#")
    elif beginning.startswith(PARQUET):
        yield from _in_parquet(path)
    else:
        plain = S_ISREG(how.st_mode) and not beginning.startswith((GZIP, ZSTD))
        yield from _streamed(path, partial(files.open_file, path), how.st_size, plain=plain)


def _in_parquet(path: str) -> Iterator[LogPlace]:
    from ragami.sources.parquet import logs_of  # noqa: PLC0415 (law 10)

    try:
        for game, log, weight in logs_of(path):
            yield _place(f"{path}#{game}", partial(bytes, log), weight)
    except RagamiError as trouble:
        yield _nothing(path, trouble)


def _streamed(
    name: str, opened: Opened, size: int = 0, *, plain: bool = False
) -> Iterator[LogPlace]:
    """Yield the logs of what may be large or can be read only once: a place each.

    `size` of the file, if it is known, tells how far it is read. Of a `plain` one whoever works on
    a log reads it again: the system has it at hand, and the bytes need not be sent.
    """
    before = 0.0
    at = [0.0]
    for source in _logs_of(name, opened, at, size, plain=plain):
        weight = at[0] - before if size else 1
        yield LogPlace((source.name,), partial(tuple, [source]), weight)
        before = at[0]


def _logs_of_small(
    path: str,
    size: int,
    is_one: IsOne | None,
    alone: bool,
) -> Iterator[Source]:
    """Yield the logs of a small file: nearly always one, which is read and searched once."""
    content = files.read_at_once(path, size)
    if (is_one and is_one(content)) or is_one_log(content):
        yield Source(path, partial(bytes, content), None, alone)
    else:
        yield from _logs_of(path, partial(files.open_file, path), [0.0])


def _logs_of(
    name: str, opened: Opened, at: list[float], size: int = 0, *, plain: bool = False
) -> Iterator[Source]:
    """Yield the logs of a file; numbered, if there are several.

    `at` is set to how far it is read.
    """
    number = 1
    begin = 0
    log = None
    trouble = None
    try:
        with opened() as file:
            pieces = _watched(unpacked(file, name), file, at, size)
            first = next(pieces, b"")
            pieces = chain((first,), pieces)
            if begins_a_sheet(first, name):
                for part, written in logs_of_sheet(name, files.read_whole(pieces, name)):
                    yield Source(part, partial(bytes, written))
                return
            if begins_a_code(first):
                yield Source(name, partial(bytes, log_of_file(name, pieces)))
                return
            if first[: len(HTML)].lower() == HTML:
                from ragami.sources.pages import logs_of_page  # noqa: PLC0415 (law 10)

                for part, page_log in logs_of_page(name, pieces):
                    yield Source(part, partial(bytes, page_log))
                return
            logs = logs_in(pieces, name)
            log = next(logs, b"")
            for following in logs:
                read = partial(files.cut, name, begin, len(log)) if plain else partial(bytes, log)
                yield Source(f"{name}#{number}", read)
                begin += len(log)
                log = following
                number += 1
    except (OSError, RagamiError) as error:
        trouble = error if isinstance(error, RagamiError) else files.error_of(error)
    if log is not None:  # read to its end, whatever came after it
        several = number > 1 or trouble
        yield Source(f"{name}#{number}" if several else name, partial(bytes, log))
    if trouble:
        yield Source(name, partial(_refuse, trouble))


def _watched(
    pieces: Iterator[bytes], file: IO[bytes], at: list[float], size: int
) -> Iterator[bytes]:
    """Yield the pieces, and how much of the file has been read for them."""
    for piece in pieces:
        if size:
            at[0] = min(1.0, file.tell() / size)
        yield piece


# --- what there is instead of a log --------------------------------------------------------


def _place(name: str, read: Callable[[], bytes], weight: float = 1) -> LogPlace:
    return LogPlace((name,), partial(tuple, [Source(name, read)]), weight)


def _nothing(name: str, trouble: RagamiError) -> LogPlace:
    return _place(name, partial(_refuse, trouble))


def _refuse(trouble: RagamiError) -> NoReturn:
    raise trouble
