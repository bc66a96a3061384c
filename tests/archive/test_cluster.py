"""The same work on a cluster: a real one, a scheduler and two workers in processes of their own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from ragami.analytics import cluster
from ragami.analytics.worker_pool import work
from ragami.errors import RagamiError
from tests.archive import tasks
from tests.archive.games import folder_of, illegal, logs
from tests.archive.test_crowd import wait_for
from tests.cli.conftest import Ragami
from tests.ports import free_port
from tests.scale import often


@contextmanager
def local_cluster(workers: int) -> Iterator[Any]:
    """A scheduler in this process, and workers in processes of their own."""
    from distributed import LocalCluster  # noqa: PLC0415 (every worker reads this file)

    making: Callable[..., Any] = LocalCluster
    with making(n_workers=workers, threads_per_worker=1, dashboard_address=":0") as started:
        yield started


@pytest.fixture(scope="module")
def here() -> Iterator[Any]:
    with local_cluster(2) as started:
        yield started


@pytest.fixture
def address(here: Any) -> str:
    return str(here.scheduler_address)


MANY: Final = often(300, 2000)


def test_a_cluster_gives_the_same_results_in_the_same_order(address: str) -> None:
    assert list(work(tasks.square, range(MANY), on=address)) == [n * n for n in range(MANY)]


def test_both_workers_of_the_cluster_work_and_we_do_not(address: str) -> None:
    found = set(work(tasks.pid, range(20), on=address))
    assert len(found) == 2
    assert os.getpid() not in found


def test_an_error_on_a_cluster_comes_in_its_place(address: str) -> None:
    results = work(tasks.refuse_seven, range(20), on=address)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(RagamiError) as caught:
        next(results)
    assert caught.value.code == "name-needed"


@pytest.mark.parametrize("bad", ["tcp://127.0.0.1:{port}", "nonsense", "ftp://x:1", ""])
def test_no_cluster_at_the_address(bad: str) -> None:
    with socket.socket() as held:  # nobody listens there, and nobody else is given it meanwhile
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        begun = time.monotonic()
        with pytest.raises(RagamiError) as caught:
            list(work(tasks.square, [1], on=bad.format(port=port)))
    assert caught.value.code == "cluster-not-reached"
    assert time.monotonic() - begun < 10


def test_somebody_else_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "TIMEOUT", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(RagamiError) as caught:
            list(work(tasks.square, [1], on=f"tcp://127.0.0.1:{silent.getsockname()[1]}"))
    assert caught.value.code == "cluster-not-reached"


def test_on_a_cluster_the_same_is_said(ragami: Ragami, address: str, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "games", 4)
    (folder / "game-003.jsonl").write_bytes(illegal(logs(4)[3]))
    (folder / "torn.jsonl.gz").write_bytes(b"\x1f\x8b\x08")
    for how in ([], ["--json"]):
        here = ragami("verify", *how, str(folder))
        assert ragami("verify", *how, "--on", address, str(folder)) == here
        assert here.code == 1


@pytest.mark.trial
def test_a_cluster_judges_imports_audits_and_counts(
    ragami: Ragami, address: str, tmp_path: Path
) -> None:
    folder = str(folder_of(tmp_path / "games", 3))
    for command in (["audit"], ["stats", "--question", "dice"], ["import"]):
        assert ragami(*command, "--json", "--on", address, folder).code == 0
    assert len(ragami("verify", "--json", "--all-games", "--on", address).lines) == 3


# --- clusters that go wrong: processes of their own, which are killed -------------------------

SCHEDULER: Final = """
import asyncio, sys
from distributed import Scheduler
async def main():
    async with Scheduler(host="127.0.0.1", port=int(sys.argv[1]), dashboard_address=None) as here:
        await here.finished()
asyncio.run(main())
"""
WORKER: Final = """
import asyncio, pathlib, sys
from distributed import Worker
async def main():
    async with Worker(sys.argv[1], nthreads=1, dashboard_address=None) as here:
        pathlib.Path(sys.argv[2]).touch()
        await here.finished()
asyncio.run(main())
"""
WITHOUT_RAGAMI: Final = (
    """
import pathlib, sys
sys.path = [one for one in sys.path if not pathlib.Path(one or ".", "ragami").is_dir()]
"""
    + WORKER
)


class Processes:
    """A scheduler and its workers, each a process that can be ended by itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._begun: list[subprocess.Popen[bytes]] = []
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = self._begin(SCHEDULER, str(port))
        wait_for(lambda: answers(port))

    def worker(self, program: str = WORKER) -> subprocess.Popen[bytes]:
        mark = self.folder / f"worker-{len(self._begun)}"
        begun = self._begin(program, self.address, str(mark))
        wait_for(mark.exists)
        return begun

    def _begin(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        begun = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))},
        )
        self._begun.append(begun)
        return begun

    def end(self) -> None:
        for one in self._begun:
            one.kill()
            one.wait()


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    made = Processes(tmp_path)
    yield made
    made.end()


def how_it_ends(results: Iterator[int]) -> str:
    """The code of the trouble, which comes soon."""
    begun = time.monotonic()
    with pytest.raises(RagamiError) as caught:
        list(results)
    assert time.monotonic() - begun < 45
    return caught.value.code


LOST: Final = {"cluster-not-reached", "cluster-without-workers"}


@pytest.mark.trial  # some seconds of waiting for it
def test_a_scheduler_that_does_not_answer_any_more(processes: Processes) -> None:
    processes.worker()
    results = work(tasks.pid, range(2000), on=processes.address)
    next(results)
    processes.scheduler.send_signal(signal.SIGSTOP)
    assert how_it_ends(results) == "cluster-not-reached"


@pytest.mark.trial  # half a minute passes before all have given up
def test_a_cluster_that_has_no_worker_left(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 2)
    workers = [processes.worker(), processes.worker()]
    results = work(tasks.pid, range(2000), on=processes.address)
    next(results)
    for one in workers:
        one.kill()
    assert how_it_ends(results) in LOST


def test_a_worker_that_is_killed_costs_nothing(address: str) -> None:
    (first,) = work(tasks.pid, range(1), on=address)
    results = work(tasks.square, range(1000), on=address)
    begun = [next(results) for _ in range(5)]
    os.kill(first, signal.SIGKILL)
    assert begun + list(results) == [n * n for n in range(1000)]


def test_a_result_that_its_worker_took_along_is_asked_for_again(address: str) -> None:
    """Where a worker dies after its call is done, a first try waits for it in vain."""

    class Gone:
        """The result of a call, which comes when it is asked for the second time."""

        tries = 0

        def __init__(self, future: Any) -> None:
            self.future = future

        def result(self, timeout: float) -> Any:
            self.tries += 1
            if self.tries == 1:
                raise TimeoutError
            return self.future.result(timeout=timeout)

    with cluster.join_cluster(address) as there:
        gone = Gone(there._client.submit(abs, -7))
        result: Any = there.fetched(gone)
        assert (result, gone.tries) == (7, 2)


@pytest.mark.trial
def test_a_worker_without_ragami_is_named_at_the_start(processes: Processes) -> None:
    processes.worker(WITHOUT_RAGAMI)
    assert how_it_ends(work(tasks.square, [1], on=processes.address)) == "cluster-without-ragami"


@pytest.mark.trial  # two seconds pass before it is given up
def test_what_a_worker_cannot_do_is_the_fault_of_the_cluster(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that comes later was not asked; it may also end itself over what it cannot read."""
    monkeypatch.setattr(cluster, "PATIENCE", 2)
    monkeypatch.setattr(cluster.Cluster, "expect_ragami", lambda _self: None)
    processes.worker(WITHOUT_RAGAMI)
    assert how_it_ends(work(tasks.square, [1], on=processes.address)) in LOST


def test_a_cluster_without_workers() -> None:
    with local_cluster(0) as alone:
        results = work(tasks.square, [1], on=str(alone.scheduler_address))
        assert how_it_ends(results) == "cluster-without-workers"


def test_a_cluster_that_is_lost_in_the_middle(here: Any, address: str) -> None:
    """The last test of this file: nothing works there any more."""
    results = work(tasks.pid, range(2000), on=address)
    next(results)
    here.close()
    assert how_it_ends(results) in LOST
