"""The folder with the keys of this machine: where it is, and how a file gets there.

Apart from what is done with keys, because every verify looks whether there is one, and most find
none.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Final

from ragami.filing import write_whole

FOLDER_VARIABLE: Final = "RAGAMI_KEYS"
SUFFIX: Final = ".key"
MEMORY: Final = "seen"
"""The folder inside it of what was signed here (`ragami.proof.seen`)."""


def folder() -> Path:
    """Return the folder of the keys; it need not exist."""
    return _folder(*map(os.environ.get, (FOLDER_VARIABLE, "HOME", "XDG_CONFIG_HOME")))


@lru_cache(maxsize=1)
def _folder(named: str | None, *_environment: str | None) -> Path:
    """Return the folder in this environment: kept, for `verify` asks for it of every log."""
    if named:
        return Path(named)
    from platformdirs import user_config_path  # noqa: PLC0415 (law 10)

    return user_config_path("ragami", appauthor=False) / "keys"


def remembers() -> bool:
    """Return True if anything was ever signed here."""
    return os.path.isdir(f"{folder()}/{MEMORY}")  # noqa: PTH112 (of every log)


def own_names() -> list[str]:
    """Return the names of one's own keys, in order. None is the usual case, and costs a look."""
    try:
        return sorted(entry.stem for entry in folder().iterdir() if entry.suffix == SUFFIX)
    except (FileNotFoundError, NotADirectoryError):
        return []


def write_privately(path: Path, content: bytes, *, anew: bool = False) -> None:
    """Put a file of one's own in place of what was there, all of it or nothing.

    Raises `FileExistsError` where it is to be made `anew` and is there.
    """
    make_folder()
    path.parent.mkdir(mode=0o700, exist_ok=True)
    write_whole(path, content, private=True, anew=anew)


def make_folder() -> None:
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
