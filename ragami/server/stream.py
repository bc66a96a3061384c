"""Every screen is live: what changes goes to whoever watches, and whoever was away reads on.

A stream costs a queue of 32 moments; a screen that falls behind further gets the whole anew. A
watched screen is drawn once, however many watch it.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Coroutine,
    Hashable,
    Sequence,
)
from typing import TYPE_CHECKING, Any, Final

from ragami import __version__
from ragami.errors import RagamiError
from ragami.server.stream_bodies import Gone, HeadEvent, Hello, Key, Nothing, event
from ragami.server.worker import Worker
from ragami.store import Store

if TYPE_CHECKING:
    from ragami.server.painter import Painter
    from ragami.store.watching import Heard

QUEUE: Final = 32
PROTOCOL: Final = 1
PADDING: Final = b": " + b" " * 2048 + b"\n"
WATCH_SECONDS: Final = 1.0
COLLECT_SECONDS: Final = 0.02
"""How long what grows is collected; what is written here is told at once by whoever has written."""
HALL: Final = ""
"""The name under which the desk watches: no table can have it."""
RETRY_MS: Final = 800


class Client:
    """A watcher. `seq` is the last record of which the client has been told."""

    def __init__(self, device: str | None, *, public: bool) -> None:
        self.device, self.public = device, public
        self.seq: int | None = None
        self.lost = False
        self._waiting: deque[tuple[int | None, bytes]] = deque()
        self._rung = asyncio.Event()

    def put(self, text: bytes, seq: int | None = None) -> None:
        """Queue an event to send; if there are too many, all become one whole."""
        if len(self._waiting) >= QUEUE:
            self._waiting.clear()
            self.lost = True
        self._waiting.append((seq, text))
        self._rung.set()

    async def take(self, seconds: float) -> list[bytes]:
        """Return the events that came in; empty after `seconds` without any."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        self._rung.clear()
        texts = []
        while self._waiting:
            seq, text = self._waiting.popleft()
            if seq is None:
                texts.append(text)
            elif self.seq is not None and seq > self.seq:
                self.seq = seq
                texts.append(text)
        return texts


class Hub:
    """The watchers of each table, and the thread that listens for what grows."""

    def __init__(
        self, worker: Worker[Painter], open_store: Callable[[], Store], beat: float
    ) -> None:
        self.worker = worker
        self.beat = beat
        self.clients: dict[Key, set[Client]] = {}
        self._open_store = open_store
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listening: Callable[[], object] | None = None
        self._busy: dict[str, bool] = {}
        self._listeners: list[Callable[[str], None]] = []
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._known: dict[str, int] = {}
        self._rewritten: Hashable = None
        self._dropped: list[Callable[[str], Awaitable[None]]] = []

    # --- what grows ------------------------------------------------------------------------

    def start(self, listening: Callable[[], object]) -> None:
        """Begin to listen; `listening` is called when nothing that is written will be missed."""
        self._listening = listening
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._watch, name="ragami-watch", daemon=True)
        self._thread.start()

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        """Be told of tables that have grown, any of them, and return what ends that."""
        self._listeners.append(heard)
        return lambda: self._listeners.remove(heard)

    def heard(self, table: str) -> None:
        for listener in list(self._listeners):
            listener(table)

    def _watch(self) -> None:
        """Wait for games to grow, until the end; a database that is gone is tried again."""
        while not self._stop.is_set():
            try:
                with self._open_store() as store, store.watch() as watch:
                    self._look_for_withdrawals(store)
                    self._begin(store)
                    while not self._stop.is_set():
                        if heard := watch.wait(WATCH_SECONDS):
                            self._stop.wait(COLLECT_SECONDS)
                        self._tell(store, heard)
            except RagamiError:
                self._stop.wait(WATCH_SECONDS)

    def _begin(self, store: Store) -> None:
        """Remember the sizes of all games at the start, and report that listening has begun."""
        if self._listening is not None and self._loop is not None:
            self._known.update(store.heads(list(store.names())))
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._listening)
            self._listening = None

    def _tell(self, store: Store, heard: Heard) -> None:
        if heard is None:
            self._look_for_withdrawals(store)
        if heard is not None:
            games = set(heard)
        elif self._listeners:
            games = set(store.names())
        else:
            games = self.watched()
        if not games or self._loop is None:
            return
        heads = store.heads(list(games))
        grown = [game for game, head in heads.items() if self._known.get(game) != head]
        self._known.update(heads)
        if grown and not self._stop.is_set():
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._grown, grown)

    def _look_for_withdrawals(self, store: Store) -> None:
        """Drop what was withdrawn, here and on all screens: everything is read and drawn anew.

        The tables it was about are not searched for: withdrawals are as rare as screens are quickly
        drawn.
        """
        now = store.rewritten()
        if now == self._rewritten or self._loop is None:
            return
        self._rewritten = now
        if self.worker.begun:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(lambda: self._keep(self._drop()))

    async def _drop(self) -> None:
        tables = await self.worker.run(lambda painter: painter.drop())
        for table in tables:
            for dropped in self._dropped:
                await dropped(table)
            for _key, client in self.watching(table):
                client.lost = True
                client.put(b"")

    def on_withdrawal(self, dropped: Callable[[str], Awaitable[None]]) -> None:
        """Be told of a table of which nothing may be kept."""
        self._dropped.append(dropped)

    def grown(self, game: str, head: int) -> None:
        """Tell of a game that has grown here, before the listening thread hears of it."""
        if self._known.get(game) != head:
            self._known[game] = head
            self._grown([game])

    def _grown(self, games: Sequence[str]) -> None:
        for game in games:
            if game in self._busy:
                self._busy[game] = True  # once more, when it is done
            elif any(key.table == game for key in self.clients):
                self._busy[game] = False
                self._keep(self._advance(game))
            else:
                self.heard(game)

    def _keep(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _advance(self, table: str) -> None:
        """Tell all who watch a table what is new, until nothing is; then whoever listens."""
        try:
            again = True
            while again:
                self._busy[table] = False
                keys = [key for key in self.clients if key.table == table]
                events = await self._drawn(keys)
                for key, (seq, text, _ended) in events.items():
                    for client in self.clients.get(key, ()):
                        client.put(text, seq)
                if any(ended for _seq, _text, ended in events.values()):
                    await self.tell_head(table)
                again = self._busy[table]
        except RagamiError:
            self._known.pop(table, None)  # the database is gone for now: look again
        finally:
            self._busy.pop(table, None)
            if not self.ends():
                self.heard(table)

    async def _drawn(self, keys: list[Key]) -> dict[Key, tuple[int, bytes, bool]]:
        return await self.worker.run(lambda painter: painter.advance(keys))

    # --- who watches -----------------------------------------------------------------------

    def watched(self) -> set[str]:
        """Return the tables that have watchers. The desk, which watches all, is none."""
        return {key.table for key in list(self.clients) if key.table != HALL}

    def watching(self, table: str) -> list[tuple[Key, Client]]:
        return [
            (key, client)
            for key, clients in self.clients.items()
            if key.table == table
            for client in clients
        ]

    def tell(self, table: str, name: str, data: object, *, public: bool = True) -> None:
        """Tell all who watch a table; what is not `public` only those who have joined."""
        text = event(name, data)
        for _key, client in self.watching(table):
            if public or not client.public:
                client.put(text)

    async def tell_head(self, table: str) -> None:
        """Tell all who watch a table the head of its tree."""
        self.tell(table, "head", await self.head(table))

    async def head(self, table: str) -> HeadEvent:
        head = await self.worker.run(lambda painter: painter.head(table))
        return HeadEvent(head.size, head.root, head.note)

    async def stream(
        self,
        key: Key,
        client: Client,
        last: int | None,
        beside: Callable[[str, Client], bytes],
    ) -> AsyncGenerator[bytes, None]:
        """Yield the events for one client, from `last` on, with what there is `beside` the log.

        Ends when the server does.
        """
        self.clients.setdefault(key, set()).add(client)
        try:
            yield await self._greeting(key, client, last)
            yield event("head", await self.head(key.table)) + beside(key.table, client)
            self._grown([key.table])  # what came before anybody watched
            while not self.ends():
                texts = await client.take(self.beat)
                if client.lost:
                    texts = [await self._whole_again(key, client)]
                if self.ends():
                    break
                yield b"".join(texts) or event("beat", Nothing())
            yield event("gone", Gone("restart", RETRY_MS))
        finally:
            watching = self.clients.get(key, set())
            watching.discard(client)
            if not watching:
                self.clients.pop(key, None)
                if not self.ends():
                    self._keep(self._forget())

    async def _greeting(self, key: Key, client: Client, last: int | None) -> bytes:
        """Return the first events of a stream. It keeps nothing of them itself: they are long."""
        seq, log, first = await self.worker.run(lambda painter: painter.first(key, last))
        client.seq = seq
        hello = Hello(
            PROTOCOL, key.table, key.audience, key.language, __version__, seq, log, self.beat
        )
        return PADDING + event("hello", hello) + b"".join(first)

    async def _forget(self) -> None:
        watched = list(self.clients)
        await self.worker.run(lambda painter: painter.forget(watched))

    async def _whole_again(self, key: Key, client: Client) -> bytes:
        client.lost = False
        seq, _log, first = await self.worker.run(lambda painter: painter.first(key, None))
        client.seq = seq
        return b"".join(first) + event("head", await self.head(key.table))

    def ends(self) -> bool:
        """Return True if the server is being stopped."""
        return self._stop.is_set()

    def close(self) -> None:
        """Say good-bye to all who watch."""
        self._stop.set()
        for clients in self.clients.values():
            for client in clients:
                client.put(b"")
