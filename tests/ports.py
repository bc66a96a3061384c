"""Ports for servers of the tests that have to be known before they begin."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from itertools import count

# Below those that the system gives to whoever asks for just any. Each process begins far from the
# one that was begun before it: a port is free from when it is looked at until the server is there.
_PORTS = count(12_000 + os.getpid() * 401 % 16_000)


def free_port() -> int:
    """One that nobody has, and that nobody else is going to be given."""
    for port in _PORTS:
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError
