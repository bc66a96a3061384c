"""`python -m tests.golden [PART...]`: write what is frozen again, all of it or some parts.

A part is how a path or the name of a file begins: `texts/codes`, `sheets`, or `dice-forge` for all
that is frozen of that game but for the transcripts.

The golden games in `games/` are another matter: what a new one means is written down, and what is
written down already never again. If an old game means something else now, that is said, and it is
the program that has to be mended.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.golden.golden import expectation, games, read, write


def main() -> int:
    """Write what is missing; 1 if an old game does not mean what it meant."""
    changed = 0
    for game in games():
        place, now = expectation(game), read(game)
        if not place.exists():
            with place.open("x", encoding="ascii") as file:
                file.write(write(now))
            sys.stdout.write(f"{place.name}: written\n")
        elif json.loads(place.read_bytes()) != now:
            sys.stdout.write(f"{place.name}: the game does not mean that any more; left as it is\n")
            changed = 1
    return changed


def is_meant(path: str, parts: Sequence[str]) -> bool:
    """Tell whether a path or the name of its file begins with one of the parts; none means all."""
    return not parts or any(name.startswith(tuple(parts)) for name in (path, Path(path).name))


def freeze(parts: Sequence[str]) -> None:
    """Write the frozen files that are meant, and remove those that are left over."""
    from tests.golden import sheets  # noqa: PLC0415 (loads every game)
    from tests.golden.frozen import FOLDER, files, written  # noqa: PLC0415 (the same)

    made = files()
    for name, make in made.items():
        if is_meant(name, parts):
            path = FOLDER / name
            before = path.read_text("utf-8") if path.exists() else None
            text = make()
            if text != before:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, "utf-8")
                sys.stdout.write(f"{name}: written\n")
    sheets.freeze(game for game in sheets.GAMES if is_meant(f"sheets/{game}", parts))
    for name in written() - made.keys():
        (FOLDER / name).unlink()
        sys.stdout.write(f"{name}: removed\n")


if __name__ == "__main__":
    freeze(sys.argv[1:])
    sys.exit(main())
