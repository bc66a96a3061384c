"""The server as a process: which addresses it has, how it starts, and that it ends in a second."""

from __future__ import annotations

import asyncio
import signal
import socket
import ssl
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Final, NamedTuple

import uvicorn
from msgspec import Struct

from ragami.errors import RagamiError
from ragami.messages import plain
from ragami.server.access import beside
from ragami.server.app import App
from ragami.server.connections import (
    MOST,
    MOST_OF_ONE,
    MOST_WAITING,
    STUCK_SECONDS,
    Connections,
    notice_who_left,
    protocol,
)
from ragami.server.door import HEAD_BYTES, POSTS_A_SECOND, SEND_SECONDS, Network, host_in
from ragami.server.service import BEAT, Settings

PORT: Final = 8617
PORTS: Final = {"http": 80, "https": 443}
LOCAL: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 (asked for with --lan)
GOODBYE_SECONDS: Final = 1
OTHER_FILES: Final = 256


class ServerSettings(NamedTuple):
    """The settings of a server: the database, and the addresses."""

    database: Path | str
    lan: bool = False
    port: int = PORT
    tls: tuple[str, str] | None = None
    hosts: tuple[str, ...] = ()
    overlay_from: str | None = None
    cors: bool = False
    accesses: Callable[[str], object] | None = None
    beat: float = BEAT
    slow_seconds: float = SEND_SECONDS
    stuck_seconds: float = STUCK_SECONDS
    connections: tuple[int, int] = (MOST, MOST_OF_ONE)
    behind: str | None = None
    posts: int = POSTS_A_SECOND


def own_addresses() -> list[str]:
    """Return the numeric addresses of this machine in its networks, the likeliest first."""
    addresses: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: only asks for the way there
        addresses.append(probe.getsockname()[0])
    with suppress(OSError):
        entries = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        addresses += [str(entry[4][0]) for entry in entries]
    outside = (address for address in addresses if not ip_address(address).is_loopback)
    return list(dict.fromkeys(outside))


class Server(uvicorn.Server):
    """Ends its own streams before it waits for anybody; a signal ends it, and is no failure."""

    app: App

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {signum: signal.signal(signum, self.handle_exit) for signum in signals}
        try:
            yield
        finally:
            for signum, handler in before.items():
                signal.signal(signum, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.app.service.hub.close()
        await super().shutdown(sockets)


class Serving:
    """A server that is bound to its port, and not running yet. Raises `RagamiError`."""

    def __init__(self, served: ServerSettings) -> None:
        self.served = served
        behind = _network(served.behind) if served.behind is not None else None
        tls = _secured(served.tls) if served.tls else None
        self.socket = _bound(served)
        port = self.socket.getsockname()[1]
        scheme = "https" if served.tls else "http"
        numbers = [*own_addresses(), LOCAL] if served.lan else [LOCAL]
        self.addresses = [
            name if "://" in name else f"{scheme}://{name}:{port}"
            for name in (*served.hosts, *numbers)
        ]
        host_names = {host_in(name.rpartition("://")[2]) for name in served.hosts}
        hosts = {LOCAL, "localhost", "::1", *host_names, *own_addresses()}
        self.connections = Connections(*served.connections, behind)
        settings = Settings(
            served.database,
            beside(served.database),
            frozenset(hosts),
            tuple(self.addresses),
            served.beat,
            served.overlay_from,
            served.cors,
            served.accesses,
            posts_a_second=served.posts,
            connections=self.connections,
        )
        self.app = App(settings)
        self._server = Server(_config(served, self.app, tls))
        self._server.app = self.app

    def run(self, ready: Callable[[], Awaitable[object]]) -> None:
        """Serve until a signal comes; `ready` is called when the first request can come."""
        allow_files(self.connections.most)
        asyncio.run(self.serve(ready))

    async def serve(self, ready: Callable[[], Awaitable[object]]) -> None:
        """Run the server in the present event loop."""
        with closing(self.socket):
            await self._serve(ready)

    async def _serve(self, ready: Callable[[], Awaitable[object]]) -> None:
        async with self.app.running():
            serving = asyncio.ensure_future(self._server.serve([self.socket]))
            while not self._server.started and not serving.done():
                await asyncio.sleep(0.005)
            if not serving.done():
                await ready()
            await serving

    def stop(self) -> None:
        """End it, from any thread."""
        self._server.should_exit = True


def allow_files(connections: int) -> None:
    """Let this process have as many files open as its connections need, where it may."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 (not everywhere)

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = connections + MOST_WAITING + OTHER_FILES
        if soft < needed:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(needed, hard), hard))


def _bound(served: ServerSettings) -> socket.socket:
    host = EVERYWHERE if served.lan else LOCAL
    # asyncio turns Nagle off for what says that it is TCP: else each answer waits for 40 ms.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, served.port))
        listening.listen(256)
        notice_who_left(listening)
    except OSError as error:
        listening.close()
        raise RagamiError("port-taken", port=served.port, found=error.strerror) from error
    return listening


def _network(text: str) -> Network:
    """Return the network of a proxy, or its address. Raises `RagamiError` `bad-proxy`."""
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        raise RagamiError("bad-proxy", found=plain(text)) from None


def _secured(files: tuple[str, str]) -> ssl.SSLContext:
    """Return how TLS is spoken. Raises `RagamiError` `bad-certificate`."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(*files)
    except (OSError, ssl.SSLError) as error:
        raise RagamiError("bad-certificate", path=files[0], found=str(error)) from error
    return context


def _config(served: ServerSettings, app: App, tls: ssl.SSLContext | None) -> uvicorn.Config:
    return uvicorn.Config(
        app.door,
        interface="asgi3",
        loop="asyncio",
        http=protocol(app.settings.connections, served.slow_seconds, served.stuck_seconds, tls),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GOODBYE_SECONDS,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )


async def reachable(addresses: Sequence[str]) -> dict[str, bool]:
    """Return for each address if the server answers there, asked from this machine."""
    return {address: await _answers(address) for address in addresses}


async def _answers(address: str) -> bool:
    scheme, _, place = address.partition("://")
    host, _, port = place.partition(":")
    number = int(port or PORTS[scheme])
    anyone = ssl.create_default_context() if scheme == "https" else None
    if anyone is not None:  # whose certificate it is says nothing of whether it answers
        anyone.check_hostname, anyone.verify_mode = False, ssl.CERT_NONE
    try:
        async with asyncio.timeout(3):
            reader, writer = await asyncio.open_connection(host, number, ssl=anyone)
            writer.write(
                f"GET /v1/health HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n".encode()
            )
            status = await reader.readline()
            writer.close()
    except (OSError, TimeoutError):
        return False
    return b" 200 " in status


class ServerStarted(Struct, frozen=True):
    """The addresses of the server, the key of the referee's desk, and the code of each table."""

    addresses: list[str]
    hall_key: str
    codes: dict[str, str]


class Reached(Struct, frozen=True):
    """At which addresses the server answers."""

    answers: dict[str, bool]
