"""The folder with the keys of this machine: where it is, and how a file gets there.

Apart from what is done with keys, because every verify looks whether there is one, and most find
none.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

FOLDER_VARIABLE: Final = "RAGAMI_KEYS"
SUFFIX: Final = ".key"


def folder() -> Path:
    """Where the keys lie; it need not be there."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    from platformdirs import user_config_path  # noqa: PLC0415 (law 10)

    return user_config_path("ragami", appauthor=False) / "keys"


def own_names() -> list[str]:
    """The names of one's own keys, in order. None is the usual case, and costs a look."""
    try:
        return sorted(entry.stem for entry in folder().iterdir() if entry.suffix == SUFFIX)
    except (FileNotFoundError, NotADirectoryError):
        return []


def write_privately(path: Path, content: bytes) -> None:
    """Put a file of one's own in place of what was there, all of it or nothing."""
    make_folder()
    path.parent.mkdir(mode=0o700, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}~")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def make_folder() -> None:
    """Make the folder, for its owner alone."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
