"""A real service with tables on it, for phones of a real browser; and a line that can be cut."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx
import uvicorn

from ragami.server.access import beside
from ragami.server.app import App
from ragami.server.service import Settings
from ragami.store import open_store

HOST: Final = "127.0.0.1"


class Tables:
    """A service that runs, and its database."""

    def __init__(self, folder: Path, logs: dict[str, bytes]) -> None:
        self.database = folder / "hall.db"
        with open_store(self.database) as store:
            for name, log in logs.items():
                store.append(name, 0, log.splitlines())
        self.port = free_port()
        self.begin()

    def begin(self) -> None:
        """Serve, from now on and on the same port."""
        settings = Settings(
            self.database,
            beside(self.database),
            frozenset({HOST}),
            (self.address,),
            posts_a_second=1000,
            wrong_codes=1000,
        )
        self.app = App(settings)
        config = uvicorn.Config(
            self.app.outside, HOST, self.port, log_level="error", timeout_graceful_shutdown=1
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            threading.Event().wait(0.02)

    def end(self) -> None:
        """Stop."""
        self.server.should_exit = True
        self.thread.join(10)

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def hall_key(self) -> str:
        return self.app.service.access.hall_key

    def join(self, table: str | None, **how: Any) -> dict[str, Any]:
        """What a device gets; without a table the referee's."""
        referee = self.ask("/v1/join", {"code": self.hall_key})
        if table is None:
            return referee
        code = self.ask(f"/v1/tables/{table}", token=referee["token"])["code"]
        return self.ask("/v1/join", {"code": code, **how})

    def code(self, table: str) -> str:
        """What is typed to get to a table."""
        code: str = self.ask(f"/v1/tables/{table}", token=self.join(None)["token"])["code"]
        return code

    def write(self, table: str, seq: int, draft: Any, to: str = "events") -> Any:
        """Write down an event as the referee."""
        headers = {"If-Match": f'"{seq}"', "Idempotency-Key": f"{table}-{to}-{seq}"}
        token = self.join(None)["token"]
        return self.ask(f"/v1/tables/{table}/{to}", draft, token=token, headers=headers)

    def ask(self, path: str, body: Any = None, *, token: str = "", headers: Any = None) -> Any:
        sent = dict(headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        with httpx.Client(base_url=self.address, headers=sent) as client:
            answer = client.get(path) if body is None else client.post(path, json=body)
        assert answer.status_code < 300, answer.text
        return answer.json()


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def tables(folder: Path, **logs: bytes) -> Iterator[Tables]:
    """A service with these games."""
    running = Tables(folder, logs)
    try:
        yield running
    finally:
        running.end()


class Line:
    """A proxy between the phones and the service: it can be cut, or say nothing."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.port = free_port()
        self.whole = True
        self.talks = True
        self.pairs: set[asyncio.StreamWriter] = set()
        self.loop = asyncio.new_event_loop()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.ready.wait(5)

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    def cut(self) -> None:
        """All connections break, and new ones are refused."""
        self.whole = False
        self.loop.call_soon_threadsafe(self._break)

    def mend(self) -> None:
        """Connections are taken again."""
        self.whole = self.talks = True

    def end(self) -> None:
        self.cut()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(5)

    def _break(self) -> None:
        for writer in list(self.pairs):
            writer.transport.abort()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(asyncio.start_server(self._serve, HOST, self.port))
        self.ready.set()
        self.loop.run_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.whole:
            writer.transport.abort()
            return
        with suppress(OSError):
            back, forth = await asyncio.open_connection(HOST, self.to)
            self.pairs |= {writer, forth}
            await asyncio.gather(self._pump(reader, forth), self._pump(back, writer))
        self.pairs -= {writer}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                while not self.talks:
                    await asyncio.sleep(0.05)
                writer.write(data)
                await writer.drain()
        writer.close()
