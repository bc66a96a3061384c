"""Files that are whole or not there: written beside their place, synced, and put into it.

Every file that this program writes for somebody goes this way, so that neither a full disk nor a
cut leaves half of one, and what stood there before stands until the new one is whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import Final

from ragami.errors import RagamiError

OPEN: Final = 0o666
"""The mode of a file, before the umask takes from it what others may not do."""

PRIVATE: Final = 0o600


def write_whole(path: Path, content: bytes, *, private: bool = False, anew: bool = False) -> None:
    """Put `content` into the file at `path`, all of it or nothing.

    A `private` file is its owner's alone; any other keeps the mode of the one it replaces. `anew`
    replaces none: it raises `FileExistsError`. What is no regular file (a pipe, a device) is
    written to as it is. Raises `RagamiError` `system-refused`, which names the file.
    """
    with _naming(path):
        if not anew and path.exists() and not S_ISREG(path.stat().st_mode):
            path.write_bytes(content)
            return
        with beside(path, PRIVATE if private else None, anew=anew) as new:
            new.write_bytes(content)


@contextmanager
def beside(path: Path, mode: int | None = None, *, anew: bool = False) -> Iterator[Path]:
    """Open an empty file to be filled in the block; then it takes its place at `path`.

    When the block raises it is gone. Raises `RagamiError` `system-refused`.
    """
    with _naming(path):
        place = Path(os.path.realpath(path))  # a link goes on leading to where it led
        new = place.with_name(f".{os.urandom(8).hex()}~")
        _make(new, place, mode)
    try:
        yield new
        with _naming(path):
            _sync(new)
            if anew:
                _put_where_nothing_is(new, place)
            else:
                new.replace(place)
            with suppress(OSError):  # some file systems cannot, and the file is there
                _sync(place.parent)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _make(new: Path, place: Path, mode: int | None) -> None:
    os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OPEN if mode is None else mode))
    if mode is None:
        with suppress(FileNotFoundError):
            new.chmod(S_IMODE(place.stat().st_mode))


def _sync(path: Path) -> None:
    """Write a file, or the names in a folder, through to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _put_where_nothing_is(new: Path, place: Path) -> None:
    """Move a file to a free place; replace nothing. Raise `FileExistsError`."""
    try:
        os.link(new, place)
    except FileExistsError:
        raise
    except OSError:  # a file system without second names
        if place.exists():
            raise FileExistsError from None
        new.replace(place)
    else:
        new.unlink()


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Raise errors of the system as `RagamiError`, with the name of the file that was asked for."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as error:
        problem = f"{path}: {error.strerror or error}"
        raise RagamiError("system-refused", problem=problem) from error
