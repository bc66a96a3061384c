"""A full disk, a broken one, one that may not be written: refused, and the log still reads."""

from __future__ import annotations

import errno
import os
import resource
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from ragami.errors import STORAGE, RagamiError
from ragami.store import Store, schema
from ragami.store.sqlite import SqliteStore
from tests.store.contract import Arguments, bodies, trouble_in
from tests.store.faults import failing_opens, failing_reads, failing_writes

COMMANDS: dict[str, Callable[[Store, int], object]] = {
    "one": lambda store, head: store.append("g", head, bodies(head + 1, head + 1)),
    "many": lambda store, head: store.append("g", head, bodies(head + 1, head + 40)),
    "keyed": lambda store, head: store.append("g", head, bodies(head + 1, head + 1), key=f"{head}"),
}
FULL_AND_BROKEN = pytest.mark.parametrize(
    ("number", "code"), [(errno.ENOSPC, "disk-full"), (errno.EIO, "disk-error")]
)


def troubled(
    use: Callable[Arguments, object], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> RagamiError | None:
    try:
        use(*args, **kwargs)
    except RagamiError as trouble:
        assert trouble.exit_code == STORAGE
        return trouble
    return None


def logs(path: Path) -> list[bytes]:
    with SqliteStore(path, create=False) as store:
        return store.read("g")


@FULL_AND_BROKEN
@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("command", COMMANDS)
def test_whichever_write_of_an_append_fails_the_log_is_as_it_was(
    path: Path, sqlite: SqliteStore, command: str, torn: bool, number: int, code: str
) -> None:
    sqlite.append("g", 0, bodies(1, 5))
    for at in count(1):
        before = sqlite.head("g")
        with failing_writes(number, at, torn=torn) as fault:
            trouble = troubled(COMMANDS[command], sqlite, before)
        if not fault.struck:
            break
        assert trouble is not None
        assert trouble.code == code
        assert sqlite.read("g") == logs(path) == bodies(1, before)
    assert trouble is None
    assert at > 2, "a page and its header are two writes"
    assert sqlite.head("g") > before
    assert sqlite.read("g") == logs(path) == bodies(1, sqlite.head("g"))


@FULL_AND_BROKEN
def test_what_is_acknowledged_outlives_a_failing_checkpoint(
    path: Path, number: int, code: str
) -> None:
    """The bytes are in the write-ahead log: that they cannot be moved yet is nobody's trouble."""
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 1))
    acknowledged, strikes = 1, 0
    for at in range(1, 12):
        with SqliteStore(path) as store:
            store._execute("PRAGMA wal_autocheckpoint = 1")
            with failing_writes(number, at) as fault:
                trouble = troubled(COMMANDS["one"], store, acknowledged)
                acknowledged += trouble is None
                strikes += fault.struck and trouble is None
                assert troubled(store.close) is None
        assert logs(path) == bodies(1, acknowledged)
    assert strikes > 0, "some writes failed after the acknowledgement"


@FULL_AND_BROKEN
def test_whichever_write_of_the_making_fails_it_can_be_made_later(
    path: Path, number: int, code: str
) -> None:
    for at in count(1):
        with failing_writes(number, at) as fault:
            trouble = troubled(lambda: SqliteStore(path).close())
        if not fault.struck:
            break
        assert trouble is None or trouble.code == code
    assert at > 5
    with SqliteStore(path, create=False) as store:
        assert store.append("g", 0, bodies(1, 1)).last == 1


def test_a_database_on_a_full_disk_is_read(path: Path) -> None:
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 5))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            path.with_name("more").write_bytes(bytes(2048))
        assert logs(path) == bodies(1, 5)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    with SqliteStore(path) as store:
        assert store.append("g", 5, bodies(6, 6)).last == 6


def test_whichever_read_fails_is_said_and_nothing_is_lost(path: Path) -> None:
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 500))
    for at in count(1):
        with failing_reads(errno.EIO, at) as fault:
            trouble = troubled(logs, path)
        if not fault.struck:
            break
        assert trouble is not None
        # SQLite takes the EIO of a read for the sign of a damaged file system, and says so.
        assert trouble.code in {"disk-error", "database-damaged"}
    assert at > 5
    assert logs(path) == bodies(1, 500)


def test_what_may_not_be_written_is_refused(path: Path) -> None:
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 3))
        with failing_opens(errno.EACCES, os.O_RDWR) as fault, SqliteStore(path) as reader:
            assert fault.struck
            assert reader.read("g") == bodies(1, 3)
            for command in COMMANDS.values():
                trouble = trouble_in(command, reader, 3)
                assert (trouble.code, trouble.exit_code) == ("database-read-only", STORAGE)
    assert logs(path) == bodies(1, 3)


def test_a_folder_that_may_not_be_written_is_refused(path: Path) -> None:
    with failing_opens(errno.EACCES, os.O_CREAT) as fault:
        trouble = trouble_in(SqliteStore, path)
    assert fault.struck
    assert (trouble.code, trouble.exit_code) == ("database-not-opened", STORAGE)
    assert not path.exists()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragami.store.schema.BUSY_SECONDS", 0.05)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("command", COMMANDS)
def test_who_keeps_on_writing_is_not_waited_for_for_ever(path: Path, command: str) -> None:
    with SqliteStore(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        store.append("g", 0, bodies(1, 3))
        other.execute("BEGIN IMMEDIATE")
        trouble = trouble_in(COMMANDS[command], store, 3)
        assert (trouble.code, trouble.exit_code) == ("database-busy", STORAGE)
        assert store.read("g") == bodies(1, 3)
        other.execute("COMMIT")
        COMMANDS[command](store, 3)
        assert store.head("g") > 3


def test_who_writes_for_a_moment_is_waited_for(sqlite: SqliteStore, path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        timer = threading.Timer(0.2, lambda: other.execute("COMMIT"))
        timer.start()
        assert sqlite.append("g", 0, bodies(1, 1)).last == 1
        timer.join()


def damaged(path: Path, change: Callable[[bytes], bytes]) -> RagamiError:
    """The trouble with a database of a few games after a change to its file."""
    with SqliteStore(path) as store:
        for game in ("f", "g", "h"):
            store.append(game, 0, bodies(1, 300))
    broken = change(path.read_bytes())
    path.write_bytes(broken)
    trouble = troubled(logs, path)
    assert trouble is not None
    assert path.read_bytes() == broken, "left as it is"
    return trouble


def test_a_damaged_database_is_refused(path: Path) -> None:
    trouble = damaged(
        path, lambda whole: whole[: 8 * schema.PAGE] + b"\xff" * (len(whole) - 8 * schema.PAGE)
    )
    assert trouble.code == "database-damaged"


def test_a_database_cut_short_is_refused(path: Path) -> None:
    assert damaged(path, lambda whole: whole[: len(whole) // 2]).code == "database-damaged"


@pytest.mark.parametrize("head", [b"Dear Ana,\n", b"\0" * 100, b"SQLite format 3\0"])
def test_what_is_no_database_is_refused(path: Path, head: bytes) -> None:
    assert damaged(path, lambda whole: head + whole[: len(head)]).code == "not-a-database"
