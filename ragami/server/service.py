"""The service: what all answers stand on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from ragami.errors import RagamiError
from ragami.server import door
from ragami.server.access import Access
from ragami.server.announcing import Announcer
from ragami.server.connections import Connections
from ragami.server.stream import Client, Hub
from ragami.server.stream_bodies import Key
from ragami.server.worker import Thread, Worker, end_with_parent
from ragami.store import MEMORY, Store, open_store

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ragami.game import GameDefinition
    from ragami.game.choices.questions import Questions
    from ragami.judge.replay import Replay
    from ragami.server.keeper import AppRequest, Keeper
    from ragami.server.painter import Painter
    from ragami.server.route import Route
    from ragami.server.screens import KnownTable

T = TypeVar("T")
BEAT: Final = 15.0
WHATIF_SECONDS: Final = 15.0
"""With the start of the process that works it out, which takes a slow laptop seconds."""
MOST_ASKED: Final = 32


@dataclass(frozen=True)
class Settings:
    """The settings of the service. `hosts` are the names by which it may be reached."""

    database: Path | str
    access: Path | str
    hosts: frozenset[str]
    addresses: tuple[str, ...] = ()
    beat: float = BEAT
    overlay_from: str | None = None
    cors: bool = False
    accesses: Callable[[str], object] | None = None
    wrong_codes: int = door.WRONG_CODES
    posts_a_second: int = door.POSTS_A_SECOND
    connections: Connections = field(default_factory=Connections)


class AskedPosition(NamedTuple):
    """A table after a record, as a viewer knows it."""

    table: str
    seq: int
    viewer: str


class AskedTable(NamedTuple):
    """The game as a viewer sees it, and the questions about it."""

    replay: Replay
    asking: Questions


class Askings:
    """The tables that were asked about last. Of the thread that thinks of choices."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[AskedPosition, bytes], AskedTable] = OrderedDict()

    def at(self, place: AskedPosition, known_table: KnownTable) -> AskedTable:
        """Return what may be recorded at a place. Raises `RagamiError` `log-stopped`."""
        key = (place, known_table.lines[0])
        asked_table = self._kept.pop(key, None)
        if asked_table is None:
            replay = known_table.fold()
            if replay.error:
                raise RagamiError("log-stopped", seq=replay.error.line or place.seq)
            from ragami.game.choices.questions import Questions  # noqa: PLC0415 (law 10)

            asked_table = AskedTable(replay, Questions(replay.game, replay.state))
        self._kept[key] = asked_table
        if len(self._kept) > MOST_ASKED:
            self._kept.popitem(last=False)
        return asked_table

    def clear(self) -> None:
        self._kept.clear()


class Service:
    """The stores, the threads and who has access. Made in the event loop's thread."""

    def __init__(self, settings: Settings, api: Callable[[], Sequence[Route]]) -> None:
        self.settings = settings
        # The routes for programs, which the document of them describes.
        self.api = api
        self._shared = open_store(MEMORY) if str(settings.database) == MEMORY else None
        # False once it was open: where it is gone, another one in its place would hide that.
        self._may_make = True
        self.access = Access(settings.access)
        self.writer: Worker[Keeper] = Worker("ragami-keeper", self._keeper)
        self.drawer: Worker[Painter] = Worker("ragami-painter", self._painter)
        self.chooser = Thread("ragami-chooser")
        self.hub = Hub(self.drawer, self.open_store, settings.beat)
        self.announcer = Announcer(self.access, self.hub)
        self.wrong_codes = door.Rates(settings.wrong_codes, door.MINUTE)
        self.posts = door.Rates(settings.posts_a_second, 1.0)
        self.choices: OrderedDict[tuple[str, int, str, str], bytes] = OrderedDict()
        self.askings = Askings()
        self._tables: set[str] = set()
        self._games: dict[str, GameDefinition | None] = {}
        self.untaken: dict[tuple[str, str], RagamiError] = {}
        """Why the result of a table of a gathering was not taken, by both names.

        It is nowhere else: a server that starts tries to take each of them again.
        """
        self.played: dict[str, bool] = {}
        """Whether a round was open when a gathering was last looked at."""
        self._turns: set[asyncio.Task[Any]] = set()
        self._pool: Executor | None = None

    def open_store(self) -> Store:
        """Open the database for the calling thread."""
        if self._shared:
            return self._shared
        store = open_store(self.settings.database, create=self._may_make)
        self._may_make = False
        return store

    def _keeper(self) -> Keeper:
        """Return a new keeper, made when something is to be written."""
        from ragami.server.keeper import Keeper  # noqa: PLC0415 (law 10)

        return Keeper(self.open_store())

    def _painter(self) -> Painter:
        """Return a new painter, made when something is to be drawn."""
        from ragami.server.painter import Painter  # noqa: PLC0415 (law 10)

        return Painter(self.open_store())

    def start(self) -> None:
        """Begin to listen, and to do what is due."""
        self.hub.on_withdrawal(self._forget)
        self.hub.listen(self._app_turn)
        self.hub.start(lambda: self.soon(self._go_on()))

    async def _go_on(self) -> None:
        """Resume the work left by the last server; games without such work are not read."""
        with suppress(RagamiError):  # the database is gone: the next time
            self._games |= await self.drawer.run(lambda painter: _games(painter.store))
        for table, game in self._games.items():
            if has_app(game) or gathers(game):
                self.hub.heard(table)
        for table in self.access.with_house():
            self.soon(self.play_house(table))

    def _app_turn(self, table: str) -> None:
        """Let the app and the house play at a table that has grown, if they are due."""
        if self.may_be(has_app, table) or self.access.house(table):
            self.soon(self._play(table))

    async def _play(self, table: str) -> None:
        with suppress(RagamiError):  # somebody was first, or the database is gone: the next time
            await self.play_app(table)
        await self.play_house(table)

    def soon(self, job: Coroutine[Any, Any, Any]) -> None:
        """Start a job that nobody waits for."""
        turn = asyncio.ensure_future(job)
        self._turns.add(turn)
        turn.add_done_callback(self._turns.discard)

    async def play_app(self, table: str, asked: AppRequest | None = None) -> int:
        """Write what the app of a table has to, if its game has one. Raises `RagamiError`."""
        if self.hub.ends() or not has_app(await self._game(table)):
            return 0
        seed = self.access.seed(table)
        return await self.writer.run(lambda keeper: keeper.play_app(table, seed, asked))

    async def play_house(self, table: str, *, asked: bool = False) -> None:
        """Write a move of the house where one of its seats is due; the next one follows from it."""
        seats = self.access.house(table)
        if not seats or self.hub.ends():
            return
        with suppress(RagamiError):  # somebody was first, or the database is gone: the next time
            seq = await self.writer.run(lambda keeper: keeper.play_house(table, seats, asked=asked))
            if seq is not None:
                self.hub.grown(table, seq)

    def stream(self, key: Key, client: Client, last: int | None) -> AsyncGenerator[bytes, None]:
        """Return the stream of a screen, from record `last` on.

        The first screen of a table has the game folded for writing too: else the first tap waits
        for it.
        """
        if not self.hub.watching(key.table):
            self.soon(self._fold(key.table))
        return self.hub.stream(key, client, last, self.announcer.begin)

    async def _fold(self, table: str) -> None:
        with suppress(RagamiError):  # whoever writes is told
            await self.writer.run(lambda keeper: keeper.recording(table))

    async def _forget(self, table: str) -> None:
        """Forget a table out of which words were taken."""
        await self.writer.run(lambda keeper: keeper.drop(table))
        self.choices.clear()
        self.askings.clear()
        self._tables.discard(table)
        self._games.pop(table, None)

    def close(self) -> None:
        """Let go of everything; who watches has been told."""
        self.hub.close()
        for worker in (self.writer, self.drawer, self.chooser):
            worker.close()
        self.access.close()
        if self._pool is not None:
            self._end(self._pool)

    # --- tables ----------------------------------------------------------------------------

    async def is_table(self, name: str) -> bool:
        if name not in self._tables and await self.drawer.run(_is_there, name):
            self._tables.add(name)
        return name in self._tables

    async def ask(self) -> None:
        """Ask the database for anything. Raises `RagamiError` where it does not answer."""
        await self.drawer.run(lambda painter: painter.store.head("ragami"))

    async def gathers(self, table: str) -> bool:
        """Return True if the game of the table has tables of its own."""
        return gathers(await self._game(table))

    async def _game(self, table: str) -> GameDefinition | None:
        """Return the game of a table; None while it cannot be told."""
        if self._games.get(table) is None:
            self._games[table] = await self.drawer.run(_game_of, table)
        return self._games[table]

    def may_be(self, kind: Callable[[GameDefinition | None], bool], table: str) -> bool:
        """Return False if the game of a table is known, and not of this kind."""
        game = self._games.get(table)
        return game is None or kind(game)

    async def names(self) -> list[str]:
        return await self.drawer.run(lambda painter: list(painter.store.names()))

    async def lines(self, table: str, viewer: str) -> list[bytes]:
        """Return the records of a table that a viewer may have."""
        return await self.drawer.run(lambda painter: painter.lines(table, viewer))

    async def known(self, table: str, viewer: str) -> KnownTable:
        """Return the part of a table that a viewer may know."""
        return await self.drawer.run(lambda painter: painter.known(table, viewer))

    async def apart(
        self, job: Callable[..., T], *given: object, seconds: float = WHATIF_SECONDS
    ) -> T:
        """Run a job that may take long, in a process of its own.

        Raises `RagamiError` `took-too-long`; `worker-lost` where what was asked before did.
        """
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 (law 10)
            from multiprocessing import get_context  # noqa: PLC0415 (law 10)

            spawn = get_context("spawn")
            self._pool = ProcessPoolExecutor(1, spawn, initializer=end_with_parent)
        pool = self._pool
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(pool, job, *given), seconds)
        except TimeoutError:
            self._end(pool)
            raise RagamiError("took-too-long", seconds=round(seconds)) from None
        except BrokenExecutor:
            self._end(pool)
            raise RagamiError("worker-lost") from None

    def _end(self, pool: Executor) -> None:
        """Stop a pool; the next job gets a new one."""
        if self._pool is pool:
            self._pool = None
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _is_there(painter: Painter, name: str) -> bool:
    try:
        return painter.store.head(name) > 0
    except RagamiError as trouble:
        if trouble.code == "bad-game-name":
            return False
        raise


def _games(store: Store) -> dict[str, GameDefinition | None]:
    """Return the game of every table, by the first records."""
    tables = list(store.games())
    if not tables:
        return {}
    from ragami.judge.report import game_of  # noqa: PLC0415 (law 10)

    return {table.name: game_of(table.first) for table in tables}


def _game_of(painter: Painter, table: str) -> GameDefinition | None:
    try:
        return painter.source(table).game
    except RagamiError:
        return None


def has_app(game: GameDefinition | None) -> bool:
    """Return True if the game has an app that writes."""
    from ragami.game.capabilities import APP  # noqa: PLC0415 (law 10)

    return game is not None and game.has(APP)


def house_can_play(game: GameDefinition) -> bool:
    """Return True if the house has bots for a game: not for one of which only points are kept."""
    from ragami.game.capabilities import CHOICES  # noqa: PLC0415 (law 10)

    return game.plays is None and not gathers(game) and game.get(CHOICES) is not None


def gathers(game: GameDefinition | None) -> bool:
    """Return True if a game has tables of its own."""
    from ragami.game.capabilities import GATHERING  # noqa: PLC0415 (law 10)

    return game is not None and game.has(GATHERING)
