"""A program: opens a database at the same moment as others, and races them for the next seq.

    python racer.py DATABASE NAME WINS

Begins when a line comes in; says every seq that it won, until it has won WINS of them.
"""

from __future__ import annotations

import random
import sys
import time

from ragami.store import Conflict, open_store


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
                time.sleep(random.uniform(0, 0.002))  # the others catch up, and pass


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
