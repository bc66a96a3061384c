"""Connections that cost little: so many in all and from one address, and ten seconds to ask.

Whoever comes when there are as many as there may be is still heard: the request decides. The
referee is let in; everybody else reads why not. So many may wait to be heard, and the last to come
takes the place of the first that has not said anything.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ragami.server.door import SEND_SECONDS

MOST: Final = 1000
MOST_OF_ONE: Final = 64
MOST_WAITING: Final = 100
WAIT_SECONDS: Final = 3.0
LINE: Final = "line"
"""Where a request says on which connection it came: in the state of its scope."""


class Connections:
    """The connections of a server, by address. One that stands for many addresses is `behind`."""

    def __init__(
        self, most: int = MOST, most_of_one: int = MOST_OF_ONE, behind: str | None = None
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
        return address == self.behind or self._of[address] < self.most_of_one

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


class Counted(H11Protocol):
    """HTTP as uvicorn speaks it, on connections that are counted and do not dawdle."""

    counted: ClassVar[Connections]
    seconds: ClassVar[float]
    address = "local"
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        if isinstance(peer, tuple):
            self.address = str(peer[0])
        self.app_state = {**self.app_state, LINE: self}
        self._arm(self.seconds if self.counted.enter(self) else min(self.seconds, WAIT_SECONDS))

    def connection_lost(self, exc: Exception | None) -> None:
        self.counted.leave(self)
        self._disarm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._timer is None:
            self._arm(self.seconds)
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._disarm()

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


def protocol(connections: Connections, seconds: float = SEND_SECONDS) -> type[H11Protocol]:
    """The protocol of a server with these connections."""
    return type("Protocol", (Counted,), {"counted": connections, "seconds": seconds})
