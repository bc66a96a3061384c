"""Makes the system calls of SQLite fail: the very library that `sqlite3` uses, in this process.

SQLite lets its calls to the system be replaced by name (`xSetSystemCall`). So the disk is full or
broken for it, from one chosen call on, and for nobody else; and we know whether that happened.
"""

from __future__ import annotations

import _sqlite3
import ctypes
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Final

import pytest

Pointer = ctypes.c_void_p


class Vfs(ctypes.Structure):
    """`sqlite3_vfs`, version 3."""

    _fields_ = (
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", Pointer),
        ("name", ctypes.c_char_p),
        ("data", Pointer),
        *((f"method_{number}", Pointer) for number in range(13)),
        ("set_system_call", ctypes.CFUNCTYPE(ctypes.c_int, Pointer, ctypes.c_char_p, Pointer)),
        ("get_system_call", ctypes.CFUNCTYPE(Pointer, Pointer, ctypes.c_char_p)),
    )


def _unix_vfs() -> Any:
    find = ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_find
    find.restype = ctypes.POINTER(Vfs)
    return find(None)


_TRANSFER: Final = ctypes.CFUNCTYPE(
    ctypes.c_ssize_t, ctypes.c_int, Pointer, ctypes.c_size_t, ctypes.c_int64, use_errno=True
)
_OPEN: Final = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_int, use_errno=True
)


@dataclass
class Fault:
    """`calls` were made; the one number `at` and all after it failed."""

    at: int
    calls: int = 0

    def strikes(self) -> bool:
        self.calls += 1
        return self.calls >= self.at

    @property
    def struck(self) -> bool:
        return self.calls >= self.at


@contextmanager
def failing_writes(number: int, at: int = 1, *, torn: bool = False) -> Iterator[Fault]:
    """From write `at` on, nothing is written and `errno` is `number`; half of it, if `torn`."""
    with _failing(("pwrite64", "pwrite"), number, at, torn=torn) as fault:
        yield fault


@contextmanager
def failing_reads(number: int, at: int = 1) -> Iterator[Fault]:
    with _failing(("pread64", "pread"), number, at) as fault:
        yield fault


@contextmanager
def _failing(
    names: tuple[str, ...], number: int, at: int, *, torn: bool = False
) -> Iterator[Fault]:
    fault = Fault(at)

    def hook(original: Callable[..., int]) -> Callable[..., int]:
        def transfer(file: int, buffer: int, size: int, offset: int) -> int:
            if not fault.strikes():
                return original(file, buffer, size, offset)
            if torn and fault.calls == fault.at:
                return original(file, buffer, size // 2, offset)
            ctypes.set_errno(number)
            return -1

        return transfer

    with ExitStack() as stack:
        for name in names:
            stack.enter_context(_replaced(name, _TRANSFER, hook))
        yield fault


def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """Return what will hold every connection to SQLite that is opened from now on."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def keep(*given: Any, **how: Any) -> sqlite3.Connection:
        opened.append(connect(*given, **how))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", keep)
    return opened


def is_closed(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return True
    return False


@contextmanager
def failing_opens(number: int, flags: int) -> Iterator[Fault]:
    """Files are not opened with any of `flags`, such as O_RDWR; `errno` is `number`."""
    fault = Fault(1)

    def hook(original: Callable[..., int]) -> Callable[..., int]:
        def opened(path: bytes, wanted: int, mode: int) -> int:
            if not wanted & flags:
                return original(path, wanted, mode)
            fault.strikes()
            ctypes.set_errno(number)
            return -1

        return opened

    with _replaced("open", _OPEN, hook):
        yield fault


@contextmanager
def _replaced(
    name: str, kind: Any, hook: Callable[[Callable[..., int]], Callable[..., int]]
) -> Iterator[None]:
    """The system call `name` of SQLite replaced, if this build of SQLite has it."""
    vfs = _unix_vfs()
    address = vfs.contents.get_system_call(vfs, name.encode())
    if not address:
        yield
        return
    call = kind(hook(kind(address)))
    assert vfs.contents.set_system_call(vfs, name.encode(), ctypes.cast(call, Pointer)) == 0
    try:
        yield
    finally:
        vfs.contents.set_system_call(vfs, name.encode(), address)
