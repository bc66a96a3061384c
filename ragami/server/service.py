"""The service: what all answers stand on, and who asks for what."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request

from ragami.errors import RagamiError
from ragami.game.visibility import PUBLIC, REFEREE
from ragami.language import Language
from ragami.server import door
from ragami.server.access import Access, Caller, TableState
from ragami.server.announcing import Announcer
from ragami.server.bodies import Policy
from ragami.server.routes import Route
from ragami.server.stream import Hub
from ragami.server.watched import Key
from ragami.server.worker import Worker
from ragami.store import MEMORY, Store, open_store

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from ragami.game import GameDefinition
    from ragami.server.keeper import Keeper
    from ragami.server.painter import Painter
    from ragami.server.screens import Known

T = TypeVar("T")
Sent = TypeVar("Sent", bound=Struct)
BEAT: Final = 15.0
KEPT_CHOICES: Final = 512
WHATIF_SECONDS: Final = 5.0
BEARER: Final = "bearer "
ASKING: Final = ("call", "check")
"""What writes nothing into a log: a player of a gathering may do it, too."""
NO_TABLE: Final = TableState("", False, Policy())


@dataclass(frozen=True)
class Settings:
    """How it is served. `hosts` are the names by which it may be asked for."""

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


class Service:
    """The stores, the threads and who has access. Made in the event loop's thread."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._shared = open_store(MEMORY) if str(settings.database) == MEMORY else None
        self.access = Access(settings.access)
        self.writer = Worker("ragami-keeper", self.open_store)
        self.drawer = Worker("ragami-painter", self.open_store)
        self.chooser = Worker("ragami-chooser", self.open_store)
        self.hub = Hub(self.drawer, self.open_store, settings.beat)
        self.announcer = Announcer(self.access, self.hub)
        self.wrong_codes = door.Rates(settings.wrong_codes, door.MINUTE)
        self.posts = door.Rates(settings.posts_a_second, 1.0)
        self.choices: OrderedDict[tuple[str, int, str, str], bytes] = OrderedDict()
        self._tables: set[str] = set()
        self._games: dict[str, GameDefinition | None] = {}
        self.untaken: dict[tuple[str, str], RagamiError] = {}
        """Why the result of a table of a gathering was not taken, by both names.

        It is nowhere else: a server that starts tries to take each of them again.
        """
        self.played: dict[str, bool] = {}
        """Whether a round was open when a gathering was last looked at."""
        self._turns: set[asyncio.Task[Any]] = set()
        self._pool: ProcessPoolExecutor | None = None

    def open_store(self) -> Store:
        """A store on the database, for the thread that asks."""
        return self._shared or open_store(self.settings.database)

    @cached_property
    def keeper(self) -> Keeper:
        """The games that are written: made when something is to be written."""
        from ragami.server.keeper import Keeper  # noqa: PLC0415 (law 10)

        return Keeper()

    def start(self) -> None:
        self.hub.on_withdrawal(self._forget)
        self.hub.listen(self._app_turn)
        self.hub.start(lambda: self.soon(self._go_on()))

    async def _go_on(self) -> None:
        """Do what was due when the last server ended: no game is read that has nothing to do."""
        with suppress(RagamiError):  # the database is gone: the next time
            self._games |= await self.drawer.run(_games)
        for table, game in self._games.items():
            if has_app(game) or gathers(game):
                self.hub.heard(table)

    def _app_turn(self, table: str) -> None:
        """A table has grown: it may be the app's turn."""
        self.soon(self.play_app(table))

    def soon(self, job: Coroutine[Any, Any, Any]) -> None:
        """Have something done that nobody waits for."""
        turn = asyncio.ensure_future(job)
        self._turns.add(turn)
        turn.add_done_callback(self._turns.discard)

    async def play_app(self, table: str, *, asked: bool = False) -> int:
        """Write what the app of a table has to, if its game has one."""
        if self.hub.ends() or not has_app(await self._game(table)):
            return 0
        job = partial(self.keeper.play_app, asked=asked)
        try:
            seed = self.access.seed(table)
            return await self.writer.run(job, table, seed)
        except RagamiError:
            return 0  # somebody was first, or the database is gone: the next time

    async def _forget(self, table: str) -> None:
        """Words were taken out of a table: nothing of it is kept."""
        await self.writer.run(self.keeper.drop, table)
        self.choices.clear()
        self._tables.discard(table)
        self._games.pop(table, None)

    def close(self) -> None:
        """Let go of everything; who watches has been told."""
        self.hub.close()
        for worker in (self.writer, self.drawer, self.chooser):
            worker.close()
        self.access.close()
        if self._pool is not None:
            _end(self._pool)

    # --- tables ----------------------------------------------------------------------------

    async def is_table(self, name: str) -> bool:
        """Is there a game of this name?"""
        if name not in self._tables:
            head: int = await self.drawer.run(_head, name)
            if head:
                self._tables.add(name)
        return name in self._tables

    async def gathers(self, table: str) -> bool:
        """Has the game of a table tables of its own?"""
        return gathers(await self._game(table))

    async def _game(self, table: str) -> GameDefinition | None:
        """The game of a table; None where it cannot be told (yet)."""
        if self._games.get(table) is None:
            self._games[table] = await self.drawer.run(_game_of, self.hub.painter, table)
        return self._games[table]

    async def names(self) -> list[str]:
        """All of them."""
        return await self.drawer.run(_names)

    async def lines(self, table: str, viewer: str) -> list[bytes]:
        """The records of a table as a viewer may have them."""
        return await self.drawer.run(self.hub.painter.lines, table, viewer)

    async def known(self, table: str, viewer: str) -> Known:
        """What a viewer may know of a table."""
        return await self.drawer.run(self.hub.painter.known, table, viewer)

    async def apart(self, job: Callable[..., T], *given: Any, seconds: float = WHATIF_SECONDS) -> T:
        """Something that may take long, in a process of its own.

        Raises `RagamiError` `took-too-long`; `worker-lost` where what was asked before did.
        """
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 (law 10)
            from multiprocessing import get_context  # noqa: PLC0415 (law 10)

            self._pool = ProcessPoolExecutor(1, get_context("spawn"))
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

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """Another one next time."""
        if self._pool is pool:
            self._pool = None
        _end(pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop a pool whatever it is doing."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.kill()
    pool.shutdown(wait=False, cancel_futures=True)


def _head(store: Store, name: str) -> int:
    try:
        return store.head(name)
    except RagamiError as trouble:
        if trouble.code == "bad-game-name":
            return 0
        raise


def _games(store: Store) -> dict[str, GameDefinition | None]:
    """The game of every table, by the first records."""
    from ragami.judge.report import game_of  # noqa: PLC0415 (law 10)

    return {one.name: game_of(one.first) for one in store.games()}


def _game_of(store: Store, painter: Painter, table: str) -> GameDefinition | None:
    try:
        return painter.source(store, table).game
    except RagamiError:
        return None


def has_app(game: GameDefinition | None) -> bool:
    """Does a game have an app that writes?"""
    from ragami.game.capabilities import APP  # noqa: PLC0415 (law 10)

    return game is not None and game.has(APP)


def gathers(game: GameDefinition | None) -> bool:
    """Has a game tables of its own?"""
    from ragami.game.capabilities import GATHERING  # noqa: PLC0415 (law 10)

    return game is not None and game.has(GATHERING)


def _names(store: Store) -> list[str]:
    return list(store.names())


class Asked(NamedTuple):
    """A request that was let in: who asks, in which language, about which table."""

    service: Service
    request: Request
    route: Route
    caller: Caller
    language: Language
    table: str
    state: TableState

    @property
    def query(self) -> Mapping[str, str]:
        return self.request.query_params

    @property
    def address(self) -> str:
        client = self.request.client
        return client.host if client else "local"

    def number(self, name: str, usual: int | None = None) -> int | None:
        """A number of the query. Raises `RagamiError` `wrong-request`."""
        given = self.query.get(name)
        if given is None:
            return usual
        if not given.isdecimal() or len(given) > 15:
            raise RagamiError("wrong-request", problem=f"{name} is a number")
        return int(given)

    @property
    def audience(self) -> str:
        """For whose eyes. Raises `RagamiError` `not-allowed`."""
        caller, wanted = self.caller, self.query.get("as")
        if wanted is None:
            if caller.role == "seat" and caller.seats:
                return caller.seats[0]
            return caller.role if caller.role in ("keeper", REFEREE) else PUBLIC
        own = wanted in (PUBLIC, *caller.seats) or wanted == caller.role
        if caller.role == REFEREE or own:
            return wanted
        raise RagamiError("not-allowed", role=caller.role)

    @property
    def key(self) -> Key:
        return Key(self.table, self.audience, self.language)

    async def body(self, limit: int = door.BODY_BYTES) -> bytes:
        """What was sent, as bytes. Raises `RagamiError` `too-large`, `wrong-request`."""
        said = self.request.headers.get("content-length", "0")
        if not said.isdecimal():
            raise RagamiError("wrong-request", problem="Content-Length")
        if int(said) > limit:
            raise RagamiError("too-large", limit=limit)
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(door.SEND_SECONDS):
                async for part in self.request.stream():
                    size += len(part)
                    if size > limit:
                        raise RagamiError("too-large", limit=limit)
                    parts.append(part)
        except (TimeoutError, ClientDisconnect):
            raise RagamiError("wrong-request", problem="it did not come in time") from None
        return b"".join(parts)

    async def sent(self, kind: type[Sent]) -> Sent:
        """What was sent, read as it has to be. Raises `RagamiError`."""
        return read_as(kind, await self.body() or b"{}")


def read_as(kind: type[Sent], text: bytes) -> Sent:
    """JSON as a struct, strictly: nothing twice, nothing that is not known."""
    from ragami.log.strict import Malformed, strict_json  # noqa: PLC0415 (only here)

    try:
        strict_json(text)
        return msgspec.json.decode(text, type=kind)
    except Malformed as wrong:
        told = ", ".join(f"{name}: {value}" for name, value in wrong.facts.items())
        raise RagamiError("wrong-request", problem=told) from wrong
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise RagamiError("wrong-request", problem=str(wrong)) from wrong


Handler = Callable[[Asked], Awaitable[Any]]


async def admitted(service: Service, request: Request, route: Route) -> Asked:
    """A request with who asks; raises `RagamiError` where that may not be.

    A table that is not there and one that is not for the caller give the same answer.
    """
    caller = caller_of(service.access, request)
    language = door.language_of(
        request.headers.get("accept-language", ""), request.query_params.get("lang")
    )
    if request.method != "GET":
        who = caller.token or (request.client.host if request.client else "local")
        service.posts.expect(who)
        service.posts.count(who)
    if route.who in ("member", "writer", REFEREE) and caller.token is None:
        raise RagamiError("token-needed")
    table = request.path_params.get("table", "")
    of_the_hall = caller.role == REFEREE and (table or caller.table is None)
    if route.who == REFEREE and not of_the_hall:
        raise RagamiError("not-allowed", role=caller.role)
    state = NO_TABLE
    if table:
        state = await _expect_for(service, caller, table)
    if route.who == "writer":
        await _expect_writer(service, caller, route, table)
    _expect_type(route, request)
    return Asked(service, request, route, caller, language, table, state)


async def _expect_writer(service: Service, caller: Caller, route: Route, table: str) -> None:
    """Whoever sits at a table writes; at a gathering its referee does, and all others may ask.

    Raises `RagamiError` `not-allowed`.
    """
    asks = caller.role == REFEREE or (caller.role != PUBLIC and route.name in ASKING)
    sits = caller.role != PUBLIC and not asks and not await service.gathers(table)
    if not asks and not sits:
        raise RagamiError("not-allowed", role=caller.role)


async def _expect_for(service: Service, caller: Caller, table: str) -> TableState:
    """What is agreed at a table that the caller may know of. Raises `table-not-found`."""
    belongs = caller.table == table or (caller.role == REFEREE and caller.table is None)
    if caller.token is not None and not belongs:
        raise RagamiError("table-not-found")
    if not await service.is_table(table):
        raise RagamiError("table-not-found")
    state = service.access.table(table)
    if state.policy.watches == "code" and not belongs:
        raise RagamiError("table-not-found")
    return state


def caller_of(access: Access, request: Request) -> Caller:
    """Who asks. Raises `RagamiError` `token-needed` for a token that nobody has."""
    given = request.headers.get("authorization")
    if given is None:
        return Caller()
    token = given[len(BEARER) :].strip() if given.lower().startswith(BEARER) else ""
    caller = access.caller(token) if token else None
    if caller is None:
        raise RagamiError("token-needed")
    return caller


def _expect_type(route: Route, request: Request) -> None:
    """What is sent is what is taken, and says so. Raises `RagamiError` `not-json-type`."""
    takes = [*(["application/json"] if route.body is not None else []), *route.media]
    if not takes:
        return
    said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if said not in takes:
        raise RagamiError("not-json-type", expected=takes[0], found=said or "nothing")
