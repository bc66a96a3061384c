"""Every screen is live: what changes goes to whoever watches, and whoever was away reads on.

A stream costs a queue of 32 moments; who is slower than that is told the whole instead. A watched
screen is drawn once, however many watch it.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from typing import Any, Final, NamedTuple

import msgspec

from ragami.errors import RagamiError
from ragami.export.excerpt import share
from ragami.game.capabilities import VISIBILITY
from ragami.game.visibility import EVERYTHING, PUBLIC, REFEREE
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.server import bodies as b
from ragami.server.keeper import Worker
from ragami.server.screens import Known, Screen, Source, viewer_of
from ragami.store import Store
from ragami.store.watching import Heard

QUEUE: Final = 32
PROTOCOL: Final = 1
PADDING: Final = b": " + b" " * 2048 + b"\n"
WATCH_SECONDS: Final = 1.0
RETRY_MS: Final = 800


class Key(NamedTuple):
    """A screen that may be watched."""

    table: str
    audience: str
    language: Language


def event(name: str, data: Any, seq: int | None = None) -> bytes:
    """An event of a stream. `data` are JSON or something to be made JSON of."""
    text = data if isinstance(data, bytes) else msgspec.json.encode(data)
    number = b"" if seq is None else b"id: %d\n" % seq
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), number, text)


class Client:
    """Somebody who watches. `seq` is the record up to which the client has been told."""

    def __init__(self, device: str | None, *, public: bool) -> None:
        self.device, self.public = device, public
        self.seq: int | None = None
        self.lost = False
        self._waiting: deque[tuple[int | None, bytes]] = deque()
        self._rung = asyncio.Event()

    def put(self, text: bytes, seq: int | None = None) -> None:
        """Something to be told; where there is too much, all of it is one whole."""
        if len(self._waiting) >= QUEUE:
            self._waiting.clear()
            self.lost = True
        self._waiting.append((seq, text))
        self._rung.set()

    async def take(self, seconds: float) -> list[bytes]:
        """What came in meanwhile; empty after so long without anything."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._rung.wait(), seconds)
        self._rung.clear()
        told = []
        while self._waiting:
            seq, text = self._waiting.popleft()
            if seq is None:
                told.append(text)
            elif self.seq is not None and seq > self.seq:
                self.seq = seq
                told.append(text)
        return told


class Painter:
    """The sources and screens of all tables. Runs in the thread of its worker."""

    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}
        self._screens: dict[tuple[str, str, Language], Screen] = {}
        self._folds: dict[tuple[str, str], Replay] = {}

    def source(self, store: Store, table: str) -> Source:
        """A game as it stands. Raises `RagamiError` `game-not-found`."""
        source = self._sources.get(table)
        if source is None:
            source = self._sources[table] = Source(store, table)
        else:
            source.catch_up()
        return source

    def screen(self, store: Store, key: Key) -> Screen:
        """A watched screen, as far as it was drawn; a new one is drawn now."""
        viewer = viewer_of(key.audience)
        where = (key.table, viewer, key.language)
        screen = self._screens.get(where)
        if screen is None:
            screen = Screen(self.source(store, key.table), viewer, key.language)
            screen.read_to()
            self._screens[where] = screen
        return screen

    def whole(self, store: Store, key: Key, at: int | None = None) -> b.Whole:
        """Everything that a screen shows, now or after a record. Raises `no-such-record`."""
        source = self.source(store, key.table)
        if at is None:
            screen = self.screen(store, key)
            if screen.seq < len(source.kept):
                return self._fresh(source, key, None).whole(key.audience)
            return screen.whole(key.audience)
        if not 1 <= at <= len(source.kept):
            facts = {"game": key.table, "seq": at, "last": len(source.kept)}
            raise RagamiError("no-such-record", **facts)
        return self._fresh(source, key, at).whole(key.audience)

    def _fresh(self, source: Source, key: Key, at: int | None) -> Screen:
        screen = Screen(source, viewer_of(key.audience), key.language)
        screen.read_to(at)
        return screen

    def first(self, store: Store, key: Key, last: int | None) -> tuple[int, str, list[bytes]]:
        """With what a stream begins: the seq, which log it is, and the events.

        `last` is what the client has: then it is one moment from there on.
        """
        screen = self.screen(store, key)
        if last is not None and 1 <= last <= screen.seq:
            if last == screen.seq:
                return screen.seq, screen.log, []
            before = self._fresh(screen.source, key, last)
            ahead = before.advance_to(screen.seq)
            if ahead is not None:
                ahead.shapes.update(screen.shapes_since(last))
                return screen.seq, screen.log, [event("moment", ahead, ahead.seq)]
        whole = screen.whole(key.audience)
        return screen.seq, screen.log, [event("whole", whole, whole.seq)]

    def advance(self, store: Store, keys: Iterable[Key]) -> dict[Key, tuple[int, bytes, bool]]:
        """Draw the watched screens of a table that has grown: seq, event, did a round end?"""
        told: dict[Key, tuple[int, bytes, bool]] = {}
        drawn: dict[tuple[str, Language], tuple[int, bytes, bool] | None] = {}
        for key in keys:
            where = (viewer_of(key.audience), key.language)
            if where not in drawn:
                drawn[where] = self._advance(store, key)
            if (one := drawn[where]) is not None:
                told[key] = one
        return told

    def _advance(self, store: Store, key: Key) -> tuple[int, bytes, bool] | None:
        source = self.source(store, key.table)
        fresh = (key.table, viewer_of(key.audience), key.language) not in self._screens
        screen = self.screen(store, key)
        if fresh:
            return screen.seq, event("whole", screen.whole(key.audience), screen.seq), False
        if screen.seq >= len(source.kept):
            return None
        before = screen.narration.replay.game.position(screen.narration.replay.state).round
        moment = screen.advance()
        after = screen.narration.replay
        ended = after.game.position(after.state).round != before or after.final is not None
        if moment is None:
            whole = screen.whole(key.audience)
            return whole.seq, event("whole", whole, whole.seq), ended
        return moment.seq, event("moment", moment, moment.seq), ended

    def forget(self, _store: Store, watched: Mapping[Key, object]) -> None:
        """Let go of screens that nobody watches."""
        keep = {(key.table, viewer_of(key.audience), key.language) for key in list(watched)}
        self._screens = {where: one for where, one in self._screens.items() if where in keep}

    def drop(self, _store: Store, table: str) -> None:
        """Forget all of a table: words were taken out of it."""
        self._sources.pop(table, None)
        self._screens = {where: one for where, one in self._screens.items() if where[0] != table}
        self._folds = {where: one for where, one in self._folds.items() if where[0] != table}

    def opened(self) -> list[str]:
        """The tables of which something is kept here."""
        return list(self._sources)

    def lines(self, store: Store, table: str, viewer: str) -> list[bytes]:
        """The lines as a viewer may have them."""
        return list(self.source(store, table).lines(viewer))

    def known(self, store: Store, table: str, viewer: str) -> Known:
        """What a viewer may know of a table."""
        return self.source(store, table).known(viewer)

    def standing(self, store: Store, table: str, viewer: str = PUBLIC) -> Replay:
        """The fold of what a viewer may have, drawn by nobody."""
        source = self.source(store, table)
        lines = source.lines(viewer)
        replay = self._folds.get((table, viewer))
        if replay is None:
            replay = self._folds[table, viewer] = Replay(source.game)
        there = replay.seq
        read = replay.codec.read_line
        replay.take_all([read(line, n) for n, line in enumerate(lines[there:], there + 1)])
        if viewer not in EVERYTHING and source.game.need(VISIBILITY).shares:
            share(self.standing(store, table, REFEREE), replay, viewer)
        return replay


class Hub:
    """Who watches what, and the thread that hears of what has grown."""

    def __init__(self, worker: Worker, open_store: Callable[[], Store], beat: float) -> None:
        self.painter = Painter()
        self.worker = worker
        self.beat = beat
        self.clients: dict[Key, set[Client]] = {}
        self._open_store = open_store
        self._loop: asyncio.AbstractEventLoop | None = None
        self._busy: dict[str, bool] = {}
        self._listeners: list[Callable[[str], None]] = []
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._known: dict[str, int] = {}
        self._rewritten: Hashable = None
        self._dropped: list[Callable[[str], Awaitable[None]]] = []

    # --- what grows ------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to listen."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._watch, name="ragami-watch", daemon=True)
        self._thread.start()

    def listen(self, heard: Callable[[str], None]) -> Callable[[], None]:
        """Be told of tables that have grown, any of them; gives what ends that."""
        self._listeners.append(heard)
        return lambda: self._listeners.remove(heard)

    def heard(self, table: str) -> None:
        """Tell the desk of a table."""
        for listener in list(self._listeners):
            listener(table)

    def _watch(self) -> None:
        """Wait for games to grow, until the end; a database that is gone is tried again."""
        while not self._stop.is_set():
            try:
                with self._open_store() as store, store.watch() as watch:
                    self._look_for_withdrawals(store)
                    while not self._stop.is_set():
                        self._tell(store, watch.wait(WATCH_SECONDS))
            except RagamiError:
                self._stop.wait(WATCH_SECONDS)

    def _tell(self, store: Store, heard: Heard) -> None:
        if heard is None:
            self._look_for_withdrawals(store)
        if heard is not None:
            games = set(heard)
        elif self._listeners:
            games = set(store.names())
        else:
            games = {key.table for key in list(self.clients)}
        if not games or self._loop is None:
            return
        heads = store.heads(list(games))
        grown = [game for game, head in heads.items() if self._known.get(game) != head]
        self._known.update(heads)
        if grown and not self._stop.is_set():
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._grown, grown)

    def _look_for_withdrawals(self, store: Store) -> None:
        """Nothing of what was withdrawn stays here, or on a screen: all is read and drawn anew.

        Which tables it was of is not asked: withdrawals are as rare as screens are quickly drawn.
        """
        now = store.rewritten()
        if now == self._rewritten or self._loop is None:
            return
        self._rewritten = now
        for table in self.painter.opened():
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._drops, table)

    def _drops(self, table: str) -> None:
        self._keep(asyncio.ensure_future(self._drop(table)))

    async def _drop(self, table: str) -> None:
        await self.worker.run(self.painter.drop, table)
        for dropped in self._dropped:
            await dropped(table)
        for _key, client in self.watching(table):
            client.lost = True
            client.put(b"")

    def on_withdrawal(self, dropped: Callable[[str], Awaitable[None]]) -> None:
        """Be told of a table of which nothing may be kept."""
        self._dropped.append(dropped)

    def grown(self, game: str, head: int) -> None:
        """A game has grown here: nobody waits until the other thread hears of it as well."""
        if self._known.get(game) != head:
            self._known[game] = head
            self._grown([game])

    def _grown(self, games: Sequence[str]) -> None:
        for game in games:
            self.heard(game)
            if any(key.table == game for key in self.clients):
                if game in self._busy:
                    self._busy[game] = True  # once more, when it is done
                else:
                    self._busy[game] = False
                    self._keep(asyncio.ensure_future(self._advance(game)))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _advance(self, table: str) -> None:
        """Tell all who watch a table what is new, until nothing is."""
        try:
            again = True
            while again:
                self._busy[table] = False
                keys = [key for key in self.clients if key.table == table]
                told = await self.worker.run(self.painter.advance, keys)
                for key, (seq, text, _ended) in told.items():
                    for client in self.clients.get(key, ()):
                        client.put(text, seq)
                if any(ended for _seq, _text, ended in told.values()):
                    await self.tell_head(table)
                again = self._busy[table]
        except RagamiError:
            self._known.pop(table, None)  # the database is gone for now: look again
        finally:
            self._busy.pop(table, None)

    # --- who watches -----------------------------------------------------------------------

    def watching(self, table: str) -> list[tuple[Key, Client]]:
        """Who watches a table."""
        return [
            (key, one) for key, some in self.clients.items() if key.table == table for one in some
        ]

    def tell(self, table: str, name: str, data: Any, *, public: bool = True) -> None:
        """Tell all who watch a table; what is not `public` only those who have joined."""
        text = event(name, data)
        for _key, client in self.watching(table):
            if public or not client.public:
                client.put(text)

    async def tell_head(self, table: str) -> None:
        """Tell all who watch a table the head of its tree."""
        self.tell(table, "head", await self.head(table))

    async def head(self, table: str) -> dict[str, Any]:
        """The head as the stream has it."""
        head = await self.worker.run(self._head, table)
        return {"size": head.size, "root": head.root, "note": head.note}

    def _head(self, store: Store, table: str) -> b.Head:
        source = self.painter.source(store, table)
        return source.head(newest_note(source.lines(PUBLIC)))

    async def stream(
        self, key: Key, client: Client, last: int | None, hello: Mapping[str, Any]
    ) -> AsyncIterator[bytes]:
        """The events for one client, from `last` on; ends when the server does."""
        self.clients.setdefault(key, set()).add(client)
        try:
            yield await self._greeting(key, client, last, hello)
            yield event("head", await self.head(key.table))
            self._grown([key.table])  # what came before anybody watched
            while not self.ends():
                told = await client.take(self.beat)
                if client.lost:
                    told = [await self._whole_again(key, client)]
                if self.ends():
                    break
                yield b"".join(told) or event("beat", {})
            yield event("gone", {"why": "restart", "retry": RETRY_MS})
        finally:
            watching = self.clients.get(key, set())
            watching.discard(client)
            if not watching:
                self.clients.pop(key, None)
                if not self.ends():
                    self._keep(asyncio.ensure_future(self._forget()))

    async def _greeting(
        self, key: Key, client: Client, last: int | None, hello: Mapping[str, Any]
    ) -> bytes:
        """With what a stream begins. The stream itself keeps nothing of it: it is long."""
        seq, log, first = await self.worker.run(self.painter.first, key, last)
        client.seq = seq
        greeting = {**hello, "seq": seq, "log": log, "beat": self.beat}
        return PADDING + event("hello", greeting) + b"".join(first)

    async def _forget(self) -> None:
        await self.worker.run(self.painter.forget, self.clients)

    async def _whole_again(self, key: Key, client: Client) -> bytes:
        client.lost = False
        seq, _log, first = await self.worker.run(self.painter.first, key, None)
        client.seq = seq
        return b"".join(first)

    def ends(self) -> bool:
        """Is the server being stopped?"""
        return self._stop.is_set()

    def close(self) -> None:
        """Say good-bye to all who watch."""
        self._stop.set()
        for some in self.clients.values():
            for client in some:
                client.put(b"")


def newest_note(lines: Sequence[bytes]) -> str | None:
    """The newest seal in a log."""
    for line in reversed(lines):
        if b'"sealed"' in line:
            record = msgspec.json.decode(line)
            if record.get("type") == "sealed":
                return str(record["data"]["note"])
    return None
