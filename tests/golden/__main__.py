"""`python -m tests.golden`: write down what new golden games mean.

A new game is a log that was put into `games/` (`ragami simulate` makes some). What is written
down already is never written again: if an old game means something else now, that is said, and
it is the program that has to be mended.
"""

from __future__ import annotations

import json
import sys

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


if __name__ == "__main__":
    sys.exit(main())
