"""Connections that cost little: so many in all and from one address, and ten seconds to ask.

A handshake of TLS counts from its beginning. Who takes nothing of what is sent for a minute is cut
off: that phone has left, or is none.

Whoever comes when there are as many as there may be is still heard: the request decides. The
referee is let in; everybody else reads why not. So many may wait to be heard, and the last to come
takes the place of the first that has not said anything.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from ssl import SSLContext
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.h11_impl import H11Protocol

from ragami.server.door import SEND_SECONDS, Network, is_in

MOST: Final = 1000
MOST_OF_ONE: Final = 64
MOST_WAITING: Final = 100
WAIT_SECONDS: Final = 3.0
STUCK_SECONDS: Final = 60.0
LINE: Final = "line"
"""Where a request says on which connection it came: in the state of its scope."""


class Connections:
    """The connections of a server, by address. One that stands for many addresses is `behind`."""

    def __init__(
        self, most: int = MOST, most_of_one: int = MOST_OF_ONE, behind: Network | None = None
    ) -> None:
        self.most, self.most_of_one, self.behind = most, most_of_one, behind
        self._in: set[Counted] = set()
        self._referees: set[Counted] = set()
        self._waiting: dict[Counted, None] = {}
        self._of: Counter[str] = Counter()

    def enter(self, line: Counted) -> bool:
        """Count one more. Return whether it is in; else it waits for what it asks."""
        if self._room(line):
            self._in.add(line)
            self._of[line.address] += 1
            return True
        self._waiting[line] = None
        if len(self._waiting) > MOST_WAITING:
            next(iter(self._waiting)).cut()
        return False

    def leave(self, line: Counted) -> None:
        self._waiting.pop(line, None)
        self._referees.discard(line)
        if line in self._in:
            self._in.remove(line)
            self.less(line.address)

    def _room(self, line: Counted) -> bool:
        return len(self._in) < self.most and self._may_come(line.address)

    def _may_come(self, address: str) -> bool:
        return is_in(address, self.behind) or self._of[address] < self.most_of_one

    def over(self, line: Counted | None) -> str | None:
        """Return the code of the limit that a request is over, None where it is in."""
        if line is None or line in self._in or line in self._referees:
            return None
        self._waiting.pop(line, None)
        if self.enter(line):
            return None
        return "too-many-connections" if self._may_come(line.address) else "too-many-of-one"

    def let_in(self, line: Counted | None) -> None:
        """Let in a referee, who is not counted."""
        if line is not None:
            self._waiting.pop(line, None)
            self._referees.add(line)

    # --- behind a proxy, whose connections are everybody's ----------------------------------

    def more(self, address: str) -> bool:
        """Count a request that a proxy passes on. Return whether its address may have it."""
        self._of[address] += 1
        return self._of[address] <= self.most_of_one

    def less(self, address: str) -> None:
        """Count a request less that a proxy has passed on."""
        self._of[address] -= 1
        if self._of[address] <= 0:
            del self._of[address]


class Corked:
    """A transport that holds back what is written until the event loop has done its step.

    So the head of an answer goes with its body, and wakes whoever waits for it once.
    """

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._parts: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._parts:
            self._loop.call_soon(self.send)
        self._parts.append(data)
        self._size += len(data)
        if self._size > HIGH_WATER_LIMIT:  # whoever writes so much may have to wait
            self.send()

    def close(self) -> None:
        self.send()
        self._transport.close()

    def send(self) -> None:
        if self._parts:
            parts, self._parts, self._size = self._parts, [], 0
            self._transport.write(b"".join(parts))


class Counted(H11Protocol):
    """HTTP as uvicorn speaks it, on connections that are counted and do not dawdle."""

    counted: ClassVar[Connections]
    seconds: ClassVar[float]
    stuck: ClassVar[float]
    tls: ClassVar[SSLContext | None]
    address = "local"
    _timer: asyncio.TimerHandle | None = None
    _full: asyncio.TimerHandle | None = None
    _handshake: asyncio.Task[None] | None = None
    _early: bytes | None = None

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        if isinstance(peer, tuple):
            self.address = str(peer[0])
        self.transport = transport
        in_time = self.seconds if self.counted.enter(self) else min(self.seconds, WAIT_SECONDS)
        if self.tls is None:
            self._begin(transport, in_time)
        else:
            self._early = b""
            self._handshake = self.loop.create_task(self._secure(self.tls, transport, in_time))

    async def _secure(self, tls: SSLContext, transport: Any, seconds: float) -> None:
        try:
            secured = await self.loop.start_tls(
                transport,
                self,
                tls,
                server_side=True,
                ssl_handshake_timeout=seconds,
                ssl_shutdown_timeout=WAIT_SECONDS,
            )
        except OSError:
            secured = None
        if secured is None or secured.is_closing():
            self.counted.leave(self)
        else:
            early, self._early = self._early, None
            self._begin(secured, seconds)
            if early:
                self.data_received(early)

    def _begin(self, transport: Any, seconds: float) -> None:
        super().connection_made(Corked(transport, self.loop))  # type: ignore[arg-type]
        self.app_state = {**self.app_state, LINE: self}
        self._arm(seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self.counted.leave(self)
        self._disarm()
        self._takes_again()
        if self._early is None:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._early is not None:
            self._early += data
            return
        if self._timer is None:
            self._arm(self.seconds)
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._disarm()

    def on_response_complete(self) -> None:
        self.transport.send()  # type: ignore[attr-defined]
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._full = self.loop.call_later(self.stuck, self.transport.abort)

    def resume_writing(self) -> None:
        self._takes_again()
        super().resume_writing()

    def _takes_again(self) -> None:
        if self._full is not None:
            self._full.cancel()
            self._full = None

    def cut(self) -> None:
        """End it at once, to make room."""
        self.counted.leave(self)
        self.transport.abort()

    def _arm(self, seconds: float) -> None:
        self._timer = self.loop.call_later(seconds, self._too_slow)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.transport.abort()


def protocol(
    connections: Connections,
    seconds: float = SEND_SECONDS,
    stuck: float = STUCK_SECONDS,
    tls: SSLContext | None = None,
) -> type[H11Protocol]:
    how = {"counted": connections, "seconds": seconds, "stuck": stuck, "tls": tls}
    return type("Protocol", (Counted,), how)


def notice_who_left(listening: socket.socket) -> None:
    """Let the system end what nobody has acknowledged for a minute, where it can."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; what is accepted here has it, too
        listening.setsockopt(
            socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(STUCK_SECONDS * 1000)
        )
