"""A program: appends to a game until it is killed, and says every seq that was acknowledged.

    python writer.py DATABASE GAME

The appends are of 1, 2, 3, 1, 2, 3 … events; each event tells the seqs of its append.
"""

from __future__ import annotations

import os
import sys

from ragami.store import open_store


def command(head: int, size: int) -> list[bytes]:
    """`size` events of some hundred bytes, to come after event `head`."""
    first, last = head + 1, head + size
    return [
        b'{"seq":%d,"first":%d,"last":%d,"data":"%s"}' % (seq, first, last, b"x" * (seq * 37 % 700))
        for seq in range(first, last + 1)
    ]


def main(path: str, game: str) -> None:
    with open_store(path) as store:
        head, size = 0, 0
        while True:
            size = size % 3 + 1
            head = store.append(game, head, command(head, size)).last
            os.write(sys.stdout.fileno(), b"%d\n" % head)


if __name__ == "__main__":
    main(*sys.argv[1:])
