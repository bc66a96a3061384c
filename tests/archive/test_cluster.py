"""The same work on a cluster: a real one, a scheduler and two workers in processes of their own."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from ragami.archive import cluster
from ragami.archive.crowd import work
from ragami.trouble import Trouble
from tests.archive import tasks
from tests.archive.games import folder_of, illegal, logs
from tests.cli.conftest import Ragami


@pytest.fixture(scope="module")
def here() -> Iterator[Any]:
    making: Callable[..., Any] = LocalCluster
    with making(n_workers=2, threads_per_worker=1, dashboard_address=None) as started:
        yield started


@pytest.fixture
def address(here: Any) -> str:
    return str(here.scheduler_address)


def test_a_cluster_gives_the_same_results_in_the_same_order(address: str) -> None:
    assert list(work(tasks.square, range(2000), on=address)) == [n * n for n in range(2000)]


def test_both_workers_of_the_cluster_work_and_we_do_not(address: str) -> None:
    found = set(work(tasks.pid, range(20), on=address))
    assert len(found) == 2
    assert os.getpid() not in found


def test_an_error_on_a_cluster_comes_in_its_place(address: str) -> None:
    results = work(tasks.refuse_seven, range(20), on=address)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(Trouble) as caught:
        next(results)
    assert caught.value.code == "name-needed"


@pytest.mark.parametrize("bad", ["tcp://127.0.0.1:{port}", "nonsense", "ftp://x:1", ""])
def test_no_cluster_at_the_address(bad: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    begun = time.monotonic()
    with pytest.raises(Trouble) as caught:
        list(work(tasks.square, [1], on=bad.format(port=port)))
    assert caught.value.code == "cluster-not-reached"
    assert time.monotonic() - begun < 10


def test_somebody_else_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "TIMEOUT", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with pytest.raises(Trouble) as caught:
            list(work(tasks.square, [1], on=f"tcp://127.0.0.1:{silent.getsockname()[1]}"))
    assert caught.value.code == "cluster-not-reached"


def test_on_a_cluster_the_same_is_said(ragami: Ragami, address: str, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "games", 12)
    (folder / "game-006.jsonl").write_bytes(illegal(logs(12)[6]))
    (folder / "torn.jsonl.gz").write_bytes(b"\x1f\x8b\x08")
    for how in ([], ["--json"]):
        here = ragami("verify", *how, str(folder))
        assert ragami("verify", *how, "--on", address, str(folder)) == here
        assert here.code == 1


def test_a_cluster_judges_imports_audits_and_counts(
    ragami: Ragami, address: str, tmp_path: Path
) -> None:
    folder = str(folder_of(tmp_path / "games", 6))
    for command in (["audit"], ["stats", "--question", "dice"], ["import"]):
        assert ragami(*command, "--json", "--on", address, folder).code == 0
    assert len(ragami("verify", "--json", "--all-games", "--on", address).lines) == 6


def test_a_cluster_that_is_lost_in_the_middle(here: Any, address: str) -> None:
    """The last test of this file: nothing works there any more."""
    results = work(tasks.pid, range(2000), on=address)
    next(results)
    here.close()
    with pytest.raises(Trouble) as caught:
        list(results)
    assert caught.value.code == "cluster-not-reached"
