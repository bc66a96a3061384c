"""A cluster that is there already: Dask's, of which one function is used, `Client.submit`.

Of the two engines that could do it, Dask's client is pure Python; Ray is a large binary for a few
platforms. Dask has executors of its own, but theirs wait for ever where a scheduler has gone or no
worker is left. So what is awaited here is awaited in short turns, and between them we look whether
there is still somebody who could do it.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any, Final
from urllib.parse import urlsplit

from ragami.analytics.processes import BatchResult
from ragami.decoded import Data
from ragami.errors import RagamiError, needed

SCHEMES: Final = ("tcp", "tls")

LONGEST_GREETING: Final = 2**20
TIMEOUT: Final = 5
"""Seconds after which a cluster that does not answer is taken not to be there."""

TURN: Final = 0.5
"""Seconds that are waited for a result before we look whether the cluster is still there."""

PATIENCE: Final = 10
"""Seconds after which a cluster without a worker is given up: somebody may start another one."""

FETCHING: Final = 10
"""Seconds that a result may take on its way to us once it is there."""

FETCHES: Final = 6
"""How often it is asked for: a worker may die with it, and then another one does it again."""

RUNNING: Final = "running"
PACKAGE: Final = "ragami"


class Cluster:
    """The cluster at `address`: takes calls, and knows how many `hands` it has.

    Raises `RagamiError` `cluster-not-reached` whatever goes wrong between it and us, in every
    method; `cluster-without-workers`, and `cluster-without-ragami` where a worker could do nothing
    for us.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._client = self._joined()
        self._without_workers_since: float | None = None
        self.hands = self._count()
        if not self.hands:
            self.close()
            raise RagamiError("cluster-without-workers", address=address)

    def _joined(self) -> Any:
        with needed("cluster"):
            from distributed import Client  # noqa: PLC0415 (law 10)

        with self._to_blame():
            _expect_scheduler(self.address)
            joining: Callable[..., Any] = Client
            return joining(self.address, timeout=TIMEOUT, set_as_default=False)

    def expect_ragami(self) -> None:
        """Ask every worker whether it could do what we hand it; one that is gone need not answer.

        Raises `RagamiError`.
        """
        with self._to_blame():
            specs: Data = self._client.run(
                find_spec, PACKAGE, on_error="return", callback_timeout=PATIENCE
            )
        for worker, spec in specs.items():
            if spec is None:
                raise RagamiError("cluster-without-ragami", address=self.address, worker=worker)

    def submit(self, task: Callable[..., BatchResult[Any]], *args: object) -> ClusterCall:
        """Hand over a call, and go on."""
        with self._to_blame():
            return ClusterCall(self, self._client.submit(task, *args, pure=False))

    def expect_alive(self) -> None:
        """Raises `RagamiError` where nobody would do any more what was handed over."""
        with self._to_blame():
            if self._client.status != RUNNING:
                raise ConnectionError(self._client.status)
            if self._count():
                self._without_workers_since = None
                return
        since = self._without_workers_since or time.monotonic()
        self._without_workers_since = since
        if time.monotonic() - since > PATIENCE:
            raise RagamiError("cluster-without-workers", address=self.address)

    def fetched(self, future: Any) -> BatchResult[Any]:
        """Return the result of a call that is done."""
        result: BatchResult[Any]
        with self._to_blame():
            for _fetch in range(FETCHES - 1):
                with suppress(TimeoutError):
                    result = future.result(timeout=FETCHING)
                    return result
                self.expect_alive()
            result = future.result(timeout=FETCHING)
            return result

    def close(self) -> None:
        """Leave the cluster, whatever state it is in."""
        with suppress(Exception):
            self._client.close(timeout=TIMEOUT)

    def _count(self) -> int:
        with self._to_blame():
            return sum(self._client.nthreads(callback_timeout=TIMEOUT).values())

    @contextmanager
    def _to_blame(self) -> Iterator[None]:
        """Raise errors of the connection as `RagamiError`; errors of a task come as its result."""
        try:
            yield
        except RagamiError:
            raise
        except Exception as error:
            problem = str(error).partition("\n")[0] or type(error).__name__
            raise RagamiError(
                "cluster-not-reached", address=self.address, problem=problem
            ) from error


class ClusterCall:
    """A call that was handed to a cluster."""

    def __init__(self, cluster: Cluster, future: Any) -> None:
        self._cluster = cluster
        self._future = future
        ready = self._ready = threading.Event()
        future.add_done_callback(lambda _future: ready.set())

    def result(self) -> BatchResult[Any]:
        """Wait for the result and return it. Raise `RagamiError` if it can never come."""
        while not self._ready.wait(TURN):
            self._cluster.expect_alive()
        return self._cluster.fetched(self._future)


@contextmanager
def join_cluster(address: str) -> Iterator[Cluster]:
    """Join the cluster at `address` (such as `tcp://10.0.0.5:8786`), until the block ends.

    Raises `RagamiError` as `Cluster` does, also when it is lost in the middle of the work.
    """
    logging.disable()  # it would tell us in tracebacks what we say in a line
    try:
        cluster = Cluster(address)
        try:
            cluster.expect_ragami()
            yield cluster
        finally:
            cluster.close()
    finally:
        logging.disable(logging.NOTSET)


def _expect_scheduler(address: str) -> None:
    """Raise an error if no scheduler answers at the address: a client would wait for it for ever.

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
