"""A server for the tests: real, on this machine, in a thread of its own; and who asks it."""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, Self

import httpx
import msgspec
import uvicorn.server

from ragami.game import game_named
from ragami.game.capabilities import BOT, SETUP
from ragami.server.serving import ServerSettings, Serving
from ragami.server.worker import end_with_parent
from ragami.store import open_store
from ragami.table.recording import Draft, Recording
from tests.narrowing.walking import as_offered
from tests.server.contract import Conforming

Json = dict[str, Any]
PLAYERS: Final = {
    "ragami": [("yellow", "Ana"), ("green", "Bea"), ("blue", "Cy")],
    "race": [("red", "Ana"), ("blue", "Bea")],
}


class Event(NamedTuple):
    name: str
    id: int | None
    data: Any
    text: str
    # Of several streams on one connection, which has brought it.
    on: int = 0


class Events:
    """A stream that is read: an event at a time, comments and all."""

    def __init__(self, path: str, lines: Iterator[str]) -> None:
        self._path, self._lines = path, lines
        self._promised = Conforming()

    def next(self) -> Event:
        """The next event. Raises `httpx.TimeoutException`, `StopIteration`."""
        read: list[str] = []
        for line in self._lines:
            if line == "" and any(not one.startswith(":") for one in read):
                event = _event(read)
                self._promised.event(self._path, event.name, event.data)
                return event
            if line:
                read.append(line)
        raise StopIteration

    def until(self, name: str) -> Event:
        while True:
            if (event := self.next()).name == name:
                return event

    def quiet(self) -> list[Event]:
        """What comes until the line is still (a beat)."""
        told = []
        while (event := self.next()).name != "beat":
            told.append(event)
        return told


def _event(lines: Sequence[str]) -> Event:
    said = dict(line.split(": ", 1) for line in lines if not line.startswith(":"))
    number = int(said["id"]) if "id" in said else None
    data, on = json.loads(said["data"]), int(said.get("on", 0))
    return Event(said["event"], number, data, "\n".join(lines), on)


# Nobody here is asked for a certificate; to read those of the world takes longer than many a test.
NO_CERTIFICATES: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
NO_CERTIFICATES.check_hostname, NO_CERTIFICATES.verify_mode = False, ssl.CERT_NONE


def client(base: str, **more: Any) -> httpx.Client:
    """Who asks a server on this machine."""
    return httpx.Client(base_url=base, timeout=60, trust_env=False, verify=NO_CERTIFICATES, **more)


@dataclass
class Phone:
    """Somebody who asks. `token` is what a device keeps."""

    base: str
    token: str | None = None
    table: str = "friday"
    language: str = "en"
    host: str | None = None
    forwarded: str | None = None
    _keys: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        hooks = {"response": [Conforming()]}
        self.client = client(self.base, event_hooks=hooks)

    def close(self) -> None:
        self.client.close()

    @property
    def headers(self) -> dict[str, str]:
        told = {"Accept-Language": self.language}
        told |= {"X-Forwarded-For": self.forwarded} if self.forwarded else {}
        return told | ({"Authorization": f"Bearer {self.token}"} if self.token else {})

    def get(self, path: str, **more: Any) -> httpx.Response:
        headers = self.headers | more.pop("headers", {})
        return self.client.get(self._at(path), headers=headers, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        headers = self.headers | {"Content-Type": "application/json"} | more.pop("headers", {})
        content = body if isinstance(body, bytes) else json.dumps(body if body is not None else {})
        method = more.pop("method", "POST")
        return self.client.request(method, self._at(path), content=content, headers=headers, **more)

    def _at(self, path: str) -> str:
        return path if path.startswith("/") else f"/v1/tables/{self.table}/{path}"

    def write(self, path: str, body: Any, after: int, key: str | None = None) -> httpx.Response:
        headers = {"If-Match": f'"{after}"'} | ({"Idempotency-Key": key} if key else {})
        return self.post(path, body, headers=headers)

    def seq(self) -> int:
        """The last record."""
        return len(self.get("records").text.splitlines())

    @contextmanager
    def stream(
        self, last: int | None = None, path: str = "stream", **query: str
    ) -> Iterator[Events]:
        headers = self.headers | ({"Last-Event-ID": str(last)} if last is not None else {})
        with (
            client(self.base) as streaming,
            streaming.stream("GET", self._at(path), headers=headers, params=query) as answer,
        ):
            assert answer.status_code == 200, answer.read()
            yield Events(self._at(path), answer.iter_lines())

    @contextmanager
    def watch(self, *screens: Json) -> Iterator[Events]:
        """Several screens on one connection."""
        body = {"screens": list(screens)}
        with (
            client(self.base) as streaming,
            streaming.stream("POST", "/v1/stream", json=body) as answer,
        ):
            assert answer.status_code == 200, answer.read()
            yield Events("/v1/stream", answer.iter_lines())


class Brisk:
    """The `asyncio` of uvicorn here: it looks a hundred times a second whether it is to end.

    Ten times, as it does by itself, a test waits for the end of its server longer than for all
    that it asks.
    """

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / 10)


vars(uvicorn.server)["asyncio"] = Brisk()


class Apart(Executor):
    """A process for the long jobs of all servers: to start one takes longer than many a test."""

    @cached_property
    def pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, get_context("spawn"), initializer=end_with_parent)

    def submit(self, job: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        return self.pool.submit(job, *given, **named)

    def end(self) -> None:
        """End the process; one that ends with its server does not."""
        if pool := vars(self).pop("pool", None):
            pool.shutdown()


class Club:
    """A server with its database. `phone()` is somebody new, `join()` somebody with a token."""

    apart: ClassVar[Apart | None] = None

    def __init__(self, database: Path | str, **served: Any) -> None:
        self.database = database
        given: dict[str, Any] = {"beat": 0.3, "connections": (200, 100), "posts": 1000} | served
        self.serving = Serving(ServerSettings(database, port=0, **given))
        self.base = self.serving.addresses[-1]
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._phones: list[Phone] = []
        self._desks: dict[str, Phone] = {}

    def _run(self) -> None:
        async def ready() -> None:
            self.serving.app.service._pool = self.apart
            self._ready.set()

        asyncio.run(self.serving.serve(ready))

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(60)
        return self

    def __exit__(self, *_error: object) -> None:
        for phone in self._phones:
            phone.close()
        self.serving.stop()
        self._thread.join(60)
        assert not self._thread.is_alive()

    @property
    def hall_key(self) -> str:
        return self.serving.app.service.access.hall_key

    def phone(self, **given: Any) -> Phone:
        phone = Phone(self.base, **given)
        self._phones.append(phone)
        return phone

    def referee(self, table: str = "friday") -> Phone:
        phone = self.phone(table=table)
        joined = phone.post("/v1/join", {"code": self.hall_key})
        assert joined.status_code == 201, joined.text
        phone.token = joined.json()["token"]
        return phone

    def desk(self, table: str = "friday") -> Phone:
        """The referee who has been at a table all the time."""
        if table not in self._desks:
            self._desks[table] = self.referee(table)
        return self._desks[table]

    def code(self, table: str = "friday") -> str:
        found = self.desk(table).get(f"/v1/tables/{table}").json()["code"]
        assert isinstance(found, str)
        return found

    def join(self, seat: str | None = None, table: str = "friday", **wanted: Any) -> Phone:
        phone = self.phone(table=table)
        wanted = {"code": self.code(table)} | ({"seat": seat} if seat else {}) | wanted
        joined = phone.post("/v1/join", wanted)
        assert joined.status_code == 201, joined.text
        phone.token = joined.json()["token"]
        return phone


def opened(database: Path | str, table: str = "friday", game: str = "race") -> None:
    """A game at record 1, with the names of everybody."""
    with open_store(database) as store:
        setup = game_named(game).need(SETUP)
        data = setup.data(None, PLAYERS[game], {}, {})
        recording = Recording(store, table, new=game)
        recording.write([Draft("game_opened", msgspec.json.encode(data))])


def simulated(
    game: str, seed: int, players: int = 2, *, hidden: bool = False, **chosen: Any
) -> list[Json]:
    """A whole game of the bots: its events, each as it is offered."""
    played = game_named(game).need(BOT).play(players, seed, chosen or None, hidden=hidden)
    return [{"type": type_, "data": data} for type_, data in as_offered(game, played)]


def fill(database: Path | str, events: Sequence[Mapping[str, Any]], table: str = "friday") -> None:
    """A game with these events."""
    with open_store(database) as store:
        recording = Recording(store, table, new=events[0]["data"]["game"])
        drafts = [Draft(one["type"], msgspec.json.encode(one["data"])) for one in events]
        recording.write(drafts)


def applied(shown: Json, moment: Json) -> Json:
    """What a screen shows after a moment: the client, in ten lines."""
    assert moment["from"] == shown["seq"], (moment["from"], shown["seq"])
    story = {entry[1]: entry for entry in shown["story"]}
    for what, seq, markup, heading in moment["story"]:
        assert what in ("add", "strike")
        story[seq] = ["add", seq, markup, heading]
    parts = ("seq", "guide", "scores", "due", "round", "stopped", "over", "winners")
    after: Json = {
        **shown,
        **{name: moment[name] for name in parts},
        "spots": shown["spots"] | moment["spots"],
        "shapes": shown["shapes"] | moment["shapes"],
        "story": [story[seq] for seq in sorted(story)],
    }
    return after


def alike(one: Json, other: Json) -> bool:
    """Do two screens show the same? What one has in stock besides is not shown."""
    used = [{**each, "shapes": None} for each in (one, other)]
    return used[0] == used[1] and all(
        one["shapes"].get(name, shape) == shape for name, shape in other["shapes"].items()
    )


Made = Callable[..., Club]
