"""A cluster that is there already, behind the interface of `concurrent.futures`: Dask's.

Of the two engines that could do it, Dask's client is such an executor itself and is pure Python;
Ray's own interface is another one, its stand-in for `multiprocessing.Pool` starts what it does not
find, and it is a large binary for a few platforms.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from ragami.extras import needed
from ragami.trouble import Trouble

SCHEMES: Final = ("tcp", "tls")

LONGEST_GREETING: Final = 2**20
TIMEOUT: Final = 5
"""Seconds after which a cluster that does not answer is taken not to be there."""


@contextmanager
def joined(address: str) -> Iterator[tuple[Executor, int]]:
    """The cluster at `address` (such as `tcp://10.0.0.5:8786`), and how many hands it has.

    Raises `Trouble` `cluster-not-reached`, also when it is lost in the middle of the work, or
    `cluster-without-workers`.
    """
    client = _client(address)
    from distributed import KilledWorker  # noqa: PLC0415 (law 10)

    executor: Executor | None = None
    logging.disable()  # it would tell us in tracebacks what we say in a line
    try:
        hands = sum(client.nthreads().values())
        if not hands:
            raise Trouble("cluster-without-workers", address=address)
        executor = client.get_executor(pure=False)
        assert executor
        yield executor, hands
    except (CancelledError, KilledWorker) as error:
        raise _not_reached(address, error) from error
    finally:
        if executor:
            executor.shutdown(wait=False)
        client.close()
        logging.disable(logging.NOTSET)


def _client(address: str) -> Any:
    with needed("cluster"):
        from distributed import Client  # noqa: PLC0415 (law 10)
    try:
        _expect_scheduler(address)
        joining: Callable[..., Any] = Client
        return joining(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise _not_reached(address, error) from error


def _not_reached(address: str, error: BaseException) -> Trouble:
    problem = str(error).partition("\n")[0] or type(error).__name__
    return Trouble("cluster-not-reached", address=address, problem=problem)


def _expect_scheduler(address: str) -> None:
    """Is there somebody who speaks as a scheduler does? A client waits for ever for one who is not.

    Raises `OSError`, or `ValueError` for what is no address.
    """
    parts = urlsplit(address if "//" in address else f"tcp://{address}")
    if parts.scheme not in SCHEMES or not parts.hostname or not parts.port:
        raise ValueError("tcp://HOST:PORT")
    with socket.create_connection((parts.hostname, parts.port), TIMEOUT) as caller:
        # Over tls the caller speaks first; else the scheduler does, with the length of a greeting.
        if parts.scheme == "tcp":
            greeting = caller.recv(8)
            if len(greeting) < 8 or int.from_bytes(greeting, "little") > LONGEST_GREETING:
                raise OSError("no scheduler")
