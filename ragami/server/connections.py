"""Connections that cost little: so many in all and from one address, and ten seconds to ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ragami.server.door import SEND_SECONDS

MOST: Final = 200
MOST_OF_ONE: Final = 8


class Connections:
    """Those that there are, by address."""

    def __init__(self, most: int = MOST, most_of_one: int = MOST_OF_ONE) -> None:
        self.most, self.most_of_one = most, most_of_one
        self._of: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """One more. False: that is too many."""
        if self._of.total() >= self.most or self._of[address] >= self.most_of_one:
            return False
        self._of[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._of[address] -= 1
        if self._of[address] <= 0:
            del self._of[address]


class Counted(H11Protocol):
    """HTTP as uvicorn speaks it, on connections that are counted and do not dawdle."""

    counted: ClassVar[Connections]
    seconds: ClassVar[float]
    _address: str | None = None
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else "local"
        if not self.counted.enter(address):
            transport.abort()
            return
        self._address = address
        self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._address is not None:
            self.counted.leave(self._address)
            self._address = None
        self._disarm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._address is None:
            return
        if self._timer is None:
            self._arm()
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._disarm()

    def _arm(self) -> None:
        self._timer = self.loop.call_later(self.seconds, self._too_slow)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._timer = None
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.transport.abort()


def protocol(connections: Connections, seconds: float = SEND_SECONDS) -> type[H11Protocol]:
    """The protocol of a server with these connections."""
    return type("Protocol", (Counted,), {"counted": connections, "seconds": seconds})
