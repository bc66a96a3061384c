"""Notifications to other processes that games have grown, and from them.

What is said goes out after the commit, from a connection of its own and a few times a second: a
NOTIFY takes a lock over the whole database at its commit, and so would every append with one in it.
It says only which games are how long: who hears it reads the rows. What gets lost is made good by
looking at all games from time to time (`watching`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Condition, Event, Lock, Thread
from typing import Final
from urllib.parse import quote, unquote

import psycopg

from ragami.errors import RagamiError
from ragami.store.postgres_schema import Connection, connect
from ragami.store.watching import Bell, Ear, GameWatch

CHANNEL: Final = "ragami"
PAUSE: Final = 0.1
"""Seconds between two wake-ups of a process: ten a second, however much is appended.

Twenty from each of twelve processes took a tenth of a machine of two cores.
"""

LONGEST: Final = 7_999
"""Bytes of one NOTIFY."""

ATTENTION: Final = 0.25
"""Seconds for which one listens before one asks whether to go on."""

LAST_WORDS: Final = 2.0
"""Seconds that a process which ends takes for what it has still to say."""


class Waker:
    """Says which games have grown, for all stores that this process has open at an address."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._stores = 0
        self._grown: dict[str, int] = {}
        self._changed = Condition()
        self._ended = Event()
        self._thread: Thread | None = None
        self.speaker: int | None = None
        """Whose words the server says these are."""

    @classmethod
    def of(cls, address: str) -> Waker:
        """Return the one of this address. Who takes it has to `leave` it."""
        with _hiring:
            waker = _hired.setdefault(address, cls(address))
            waker._stores += 1
            return waker

    def leave(self) -> None:
        """Say what is still to be said, if this was the last store."""
        with _hiring:
            self._stores -= 1
            if self._stores:
                return
            del _hired[self._address]
        with self._changed:
            self._ended.set()
            self._changed.notify()
        if self._thread:
            self._thread.join(LAST_WORDS)

    def tell(self, game: str, seq: int) -> None:
        """Announce soon that a game has grown; takes no time and raises nothing."""
        with self._changed:
            self._grown[game] = seq
            if self._thread is None:
                self._thread = Thread(target=self._run, name="ragami-waker", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _run(self) -> None:
        connection: Connection | None = None
        while grown := self._next():
            try:
                connection = connection or _speaker(self._address)
                self.speaker = connection.info.backend_pid
                send(connection, grown)
            except (psycopg.Error, RagamiError):
                connection = None  # they will look by themselves
            self._ended.wait(PAUSE)
        if connection:
            connection.close()

    def _next(self) -> Mapping[str, int]:
        """Return the games that have grown since; none at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._grown or self._ended.is_set())
            grown, self._grown = self._grown, {}
        return grown


_hired: Final[dict[str, Waker]] = {}
_hiring: Final = Lock()


def send(connection: Connection, grown: Mapping[str, int]) -> None:
    """Say it, in one transaction."""
    connection.execute(
        "SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said", (CHANNEL, list(said(grown)))
    )


def said(grown: Mapping[str, int]) -> Iterator[str]:
    """Write `GAME SEQ,GAME SEQ…` in as many texts as it takes; a misleading name is quoted."""
    some: list[str] = []
    size = 0
    for game, seq in grown.items():
        entry = f"{quote(game, safe='')} {seq}"
        if size + len(entry) > LONGEST:
            yield ",".join(some)
            some, size = [], 0
        some.append(entry)
        size += len(entry) + 1
    yield ",".join(some)


def heard(payload: str) -> list[str]:
    """Return the games in what was said."""
    return [unquote(part.partition(" ")[0]) for part in payload.split(",") if part]


def _speaker(address: str) -> Connection:
    connection = connect(address)
    # What is said needs no disk.
    connection.execute("SET synchronous_commit = off")
    return connection


def watch(address: str, bell: Bell, waker: Waker) -> GameWatch:
    """Return a watch on the database at `address`, on a connection that does nothing but listen.

    What this process appends rings the bell; `waker` is who says it to the others. Raises
    `RagamiError` if there is no connection. One that is lost later is replaced.
    """
    ear = Ear()
    listener = Listener(address, ear, waker)
    bell.add(ear)

    def close() -> None:
        bell.remove(ear)
        listener.close()

    return GameWatch(ear.hear, close)


class Listener:
    """Brings to an ear what other processes say, in a thread of its own."""

    def __init__(self, address: str, ear: Ear, waker: Waker) -> None:
        self._address = address
        self._ear = ear
        self._waker = waker
        self._ended = Event()
        self._connection = _listening(address)
        self._thread = Thread(target=self._run, name="ragami-listener", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                if self._connection.closed:
                    self._connection = _listening(self._address)
                self._listen()
            except (psycopg.Error, RagamiError):
                # Who reads will be told that the server is away; here it only is waited for.
                self._ended.wait(ATTENTION)
        self._connection.close()

    def _listen(self) -> None:
        for notice in self._connection.notifies(timeout=ATTENTION):
            if notice.pid != self._waker.speaker:
                for game in heard(notice.payload):
                    self._ear.ring(game)

    def close(self) -> None:
        """Stop listening."""
        self._ended.set()
        self._thread.join()


def _listening(address: str) -> Connection:
    connection = connect(address)
    connection.execute(f"LISTEN {CHANNEL}".encode())
    return connection
