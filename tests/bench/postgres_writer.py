"""A program: one of several that append to a PostgreSQL database at once.

    python postgres_writer.py ADDRESS NUMBER

Reads lines `HOW COUNT` and says after each when it is done: COUNT commits of one record, in turns
to the games of this writer, HOW being `raw`, `woken` or `quiet` (an append without wake-ups).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from typing import Final

import psycopg

from ragami.store.postgres import PostgresStore

GAMES: Final = 8
BODY: Final = b'{"seq":1,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"%s"}}' % (
    b"x" * 60
)
PLAIN: Final = (
    "CREATE TABLE plain (game text, seq bigint, body text NOT NULL, PRIMARY KEY (game, seq))"
)
Commit = Callable[[int], None]


def raw(address: str, number: str) -> Commit:
    """The record into a table with the same primary key, and nothing else."""
    connection = psycopg.connect(address, autocommit=True)
    body = BODY.decode()

    def commit(done: int) -> None:
        name = f"{number} {done % GAMES}"
        connection.execute("INSERT INTO plain VALUES (%s, %s, %s)", (name, done, body))

    return commit


def guarded(store: PostgresStore, number: str) -> Commit:
    """The append with all that it promises: expected, a key, gapless."""
    heads = [0] * GAMES
    keys = count()

    def commit(done: int) -> None:
        game = done % GAMES
        key = f"key {next(keys)}"
        heads[game] = store.append(f"{number} {game}", heads[game], [BODY], key=key).last

    return commit


def main(address: str, number: str) -> None:
    woken, quiet = PostgresStore(address), PostgresStore(address)
    quiet._waker = Nobody()  # type: ignore[assignment]
    ways = {
        "raw": raw(address, number),
        "woken": guarded(woken, f"woken {number}"),
        "quiet": guarded(quiet, f"quiet {number}"),
    }
    done = dict.fromkeys(ways, 0)
    print("ready", flush=True)
    for line in sys.stdin:
        how, often = line.split()
        commit = ways[how]
        for at in range(done[how], done[how] + int(often)):
            commit(at)
        done[how] += int(often)
        print("done", flush=True)


class Nobody:
    """Wakes nobody."""

    def tell(self, game: str, seq: int) -> None:
        """Say nothing."""


if __name__ == "__main__":
    main(*sys.argv[1:])
