"""A program: opens a database at the same moment as others, and races them for the next seq.

    python racer.py DATABASE NAME WINS

Begins when a line comes in; says every seq that it won, until it has won WINS of them.
"""

from __future__ import annotations

import random
import sys
import time

from ragami.store import Conflict, Store, open_store

PATIENCE = 0.05
"""Seconds."""


def main(path: str, name: str, wins: int) -> None:
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    with open_store(path) as store:
        head = store.head("g")
        while wins:
            try:
                head = store.append("g", head, [b'{"by":"%s"}' % name.encode()]).last
            except Conflict as conflict:
                head = conflict.found
            else:
                wins -= 1
                print(head, flush=True)  # noqa: T201
                if random.random() < 0.5:
                    give_way(store, head)


def give_way(store: Store, head: int) -> None:
    """Wait until another has written, however busy the machine is; those who are done do not."""
    patience = time.monotonic() + PATIENCE
    while store.head("g") == head and time.monotonic() < patience:
        time.sleep(0.001)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
