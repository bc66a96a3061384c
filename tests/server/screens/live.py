"""A line between the phones and the service that can be cut, and held."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import suppress
from typing import Final

HOST: Final = "127.0.0.1"
CHUNK: Final = 65536


class Line:
    """A proxy on a port of its own. `to` is the port of the service, which may change."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.port = free_port()
        self.whole = True
        self.talks = True
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(5)

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    def cut(self) -> None:
        """All connections break, and new ones are refused."""
        self.whole = False
        self._loop.call_soon_threadsafe(self._break)

    def hold(self) -> None:
        """Nothing comes through, and nothing breaks: a Wi-Fi that is silent."""
        self.talks = False

    def mend(self) -> None:
        """All is well again."""
        self.whole = self.talks = True

    def end(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def _break(self) -> None:
        for writer in list(self._writers):
            writer.transport.abort()
        self._writers.clear()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, HOST, self.port))
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(asyncio.sleep(0.05))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.whole:
            writer.transport.abort()
            return
        with suppress(OSError, asyncio.CancelledError):
            back, forth = await asyncio.open_connection(HOST, self.to)
            self._writers |= {writer, forth}
            await asyncio.gather(self._pump(reader, forth), self._pump(back, writer))
        self._writers.discard(writer)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                while not self.talks:
                    await asyncio.sleep(0.02)
                writer.write(data)
                await writer.drain()
        writer.close()


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
