"""A program: its children open a database at the same moment, and race for the next seq.

    python racer.py DATABASE WINS NAME...

They begin when all are there; each says every seq that it won, a line with its name, until it has
won WINS of them. So nothing has to be imported again for each.
"""

from __future__ import annotations

import os
import random
import sys
import time

from ragami.store import Conflict, Store, open_store

PATIENCE = 0.05
"""Seconds."""


def race(path: str, name: str, wins: int) -> None:
    with open_store(path) as store:
        head = store.head("g")
        while wins:
            try:
                head = store.append("g", head, [b'{"by":"%s"}' % name.encode()]).last
            except Conflict as conflict:
                head = conflict.found
            else:
                wins -= 1
                os.write(sys.stdout.fileno(), b"%s %d\n" % (name.encode(), head))
                if random.random() < 0.5:
                    give_way(store, head)


def give_way(store: Store, head: int) -> None:
    """Wait until another has written, however busy the machine is; those who are done do not."""
    patience = time.monotonic() + PATIENCE
    while store.head("g") == head and time.monotonic() < patience:
        time.sleep(0.001)


def main(path: str, wins: int, names: list[str]) -> None:
    if path.startswith("postgres"):
        import ragami.store.postgres  # noqa: F401, PLC0415 (once, and not in each child)
    ready, begin = os.pipe()
    children = []
    for name in names:
        child = os.fork()
        if child == 0:
            os.close(begin)
            os.read(ready, 1)  # nothing comes: it is closed
            random.seed()
            race(path, name, wins)
            os._exit(0)
        children.append(child)
    os.close(begin)
    ended = [os.waitpid(child, 0)[1] for child in children]
    sys.exit(any(ended))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
