"""Somebody else who appends to a store: another process, for those that several may have.

    python elsewhere.py DATABASE

As a program it reads lines `[GAME, EXPECTED, [BODY…]]`, and says after each when it was there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ragami.store import open_store

Elsewhere = Callable[[str, int, Sequence[bytes]], float]
"""Appends, and gives the moment (`time.monotonic`) when it was acknowledged."""


@contextmanager
def another_process(place: str) -> Iterator[Elsewhere]:
    """A process that appends to the database at `place`."""
    run = [sys.executable, __file__, place]
    with subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def append(game: str, expected: int, bodies: Sequence[bytes]) -> float:
            assert process.stdin
            assert process.stdout
            texts = [body.decode() for body in bodies]
            process.stdin.write(json.dumps([game, expected, texts]) + "\n")
            process.stdin.flush()
            return float(process.stdout.readline())

        yield append


def main(place: str) -> None:
    with open_store(place) as store:
        for line in sys.stdin:
            game, expected, bodies = json.loads(line)
            store.append(game, expected, [body.encode() for body in bodies])
            print(time.monotonic(), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
