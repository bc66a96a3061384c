"""What `crowd.work` promises: order, bounded memory, and nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from ragami.analytics import worker_pool
from ragami.analytics.worker_pool import work
from ragami.errors import RagamiError
from tests.archive import tasks

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("processes", [1, 2, pytest.param(3, marks=pytest.mark.trial), None])
def test_results_come_in_the_order_of_the_items(processes: int | None) -> None:
    assert list(work(tasks.square, range(1000), processes)) == [n * n for n in range(1000)]


@pytest.mark.parametrize("processes", [1, 2, None])
def test_no_items_no_results(processes: int | None) -> None:
    assert list(work(tasks.square, [], processes)) == []


def test_the_work_is_done_by_as_many_processes_as_asked_for(tmp_path: Path) -> None:
    found = set(work(partial(tasks.meet, number=3), [tmp_path] * 12, 3))
    assert len(found) == 3
    assert os.getpid() not in found


def test_quick_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "PATIENCE", 60)  # a busy machine is slow, also at this
    assert set(work(tasks.square, range(5))) == {0, 1, 4, 9, 16}
    assert set(work(tasks.pid, range(2))) == {os.getpid()}


def test_nobody_is_called_for_a_last_item(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "PATIENCE", -1)
    assert list(work(tasks.pid, range(1))) == [os.getpid()]
    assert os.getpid() not in set(work(tasks.pid, range(2)))


def test_items_are_taken_when_they_are_needed() -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    results = work(tasks.square, items(), 2)
    for _ in range(500):
        next(results)
    results.close()  # type: ignore[attr-defined]  # it is a generator
    assert taken < 500 + 2 * 3 * 256 + 1


def test_an_error_comes_in_its_place() -> None:
    results = work(tasks.refuse_seven, range(20), 2)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(RagamiError) as caught:
        next(results)
    assert caught.value.code == "name-needed"


def test_a_process_that_dies_is_named_by_its_item_after_the_results_before_it() -> None:
    items = [tasks.Named(f"log-{n}", deadly=n == 40) for n in range(60)]
    results = work(tasks.die_of_some, items, 2)
    assert [next(results) for _ in range(40)] == [f"log-{n}" for n in range(40)]
    with pytest.raises(RagamiError) as caught:
        next(results)
    assert caught.value.code == "worker-died"
    assert caught.value.facts == {"item": "log-40"}


def test_what_a_process_dies_of_may_be_left_out() -> None:
    items = [tasks.Named(f"log-{n}", deadly=n in (4, 5)) for n in range(60)]
    said = list(work(tasks.die_of_some, items, 2, lost=lambda item, _trouble: f"no {item.name}"))
    assert said == [f"no {item.name}" if item.deadly else item.name for item in items]


def test_a_process_that_dies_by_chance_stops_nothing(tmp_path: Path) -> None:
    marks = [tmp_path / str(n) for n in range(6)]
    assert len(list(work(tasks.die_once, marks[:1], 2))) == 1
    assert marks[0].exists()  # the fault has struck


def test_a_process_that_dies_while_it_writes_a_result_keeps_nobody_waiting(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
from ragami.analytics.worker_pool import work
from tests.archive.tasks import die_while_writing
print(len(list(work(die_while_writing, [Path(sys.argv[1])] * 8, 2))))
"""
    done = subprocess.run(  # by itself: threads of ours would keep it from forking
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}"},
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert (done.stdout, done.stderr) == (b"8\n", b"")
    assert (tmp_path / "dead").exists()  # the fault has struck


PROGRAM = """
import sys
from pathlib import Path
from ragami.analytics.worker_pool import work
from tests.archive.tasks import write_pid_and_wait
try:
    list(work(write_pid_and_wait, [Path(sys.argv[1])] * 10, 2))
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.parametrize(
    ("sign", "to_all", "code"),
    [
        (signal.SIGINT, True, 130),  # Ctrl-C reaches the whole group
        pytest.param(signal.SIGINT, False, 130, marks=pytest.mark.trial),
        (signal.SIGTERM, False, -signal.SIGTERM),
        (signal.SIGKILL, False, -signal.SIGKILL),
    ],
)
def test_nobody_is_left_when_it_is_stopped(
    tmp_path: Path, sign: signal.Signals, to_all: bool, code: int
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}"},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_for(lambda: len(list(tmp_path.iterdir())) == 2)
    workers = [int(path.name) for path in tmp_path.iterdir()]
    (os.killpg if to_all else os.kill)(process.pid, sign)
    _, said = process.communicate(timeout=10)
    assert process.returncode == code
    assert said == b""
    wait_for(lambda: not any(alive(worker) for worker in workers))


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def alive(pid: int) -> bool:
    """Does it run? One that has ended and that nobody has asked about does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
