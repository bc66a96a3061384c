"""A program whose children append to a game until they are killed.

Each line of its input, a database and a game as JSON, begins a child, which says its number and
then every seq that was acknowledged; when it has died, that is said. So nothing has to be imported
again for each. The appends are of 1, 2, 3, 1, 2, 3 … events; each event tells the seqs of its
append.
"""

from __future__ import annotations

import json
import os
import sys

from ragami.store import open_store

DEAD = b"dead\n"


def command(head: int, size: int) -> list[bytes]:
    """`size` events of some hundred bytes, to come after event `head`."""
    first, last = head + 1, head + size
    return [
        b'{"seq":%d,"first":%d,"last":%d,"data":"%s"}' % (seq, first, last, b"x" * (seq * 37 % 700))
        for seq in range(first, last + 1)
    ]


def append(path: str, game: str) -> None:
    with open_store(path) as store:
        head, size = 0, 0
        while True:
            size = size % 3 + 1
            head = store.append(game, head, command(head, size)).last
            say(head)


def say(number: int) -> None:
    os.write(sys.stdout.fileno(), b"%d\n" % number)


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            say(os.getpid())
            append(*json.loads(line))
        os.waitpid(child, 0)
        os.write(sys.stdout.fileno(), DEAD)


if __name__ == "__main__":
    main()
