"""Components of one's own: boards, decks and dice that somebody has entered, kept by name."""

from __future__ import annotations

import os
from gettext import gettext as _
from pathlib import Path
from typing import Final

FOLDER_VARIABLE: Final = "RAGAMI_COMPONENTS"
SUFFIX: Final = ".json"
# What is said instead of a name to enter one now.
NEW: Final = "new"


def folder(game: str, kind: str) -> Path:
    """Where those of a game and kind are: in RAGAMI_COMPONENTS, else in the user's data folder."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named) / game / kind
    from platformdirs import user_data_path

    return user_data_path("ragami", appauthor=False) / "components" / game / kind


def own_names(game: str, kind: str) -> list[str]:
    """The names of those that are there, in order."""
    try:
        return sorted(each.stem for each in folder(game, kind).iterdir() if each.suffix == SUFFIX)
    except (FileNotFoundError, NotADirectoryError):
        return []


def path_of(game: str, kind: str, name: str) -> Path:
    """Where one of this name is kept, or would be; the folder is made."""
    folder(game, kind).mkdir(parents=True, exist_ok=True)
    return folder(game, kind) / f"{name}{SUFFIX}"


def own_hints(game: str, kind: str) -> tuple[str, ...]:
    """Those of one's own in words; nothing where there are none."""
    names = own_names(game, kind)
    return (_("your own: {names}").format(names=", ".join(names)),) if names else ()
