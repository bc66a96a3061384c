"""The server is killed while somebody appends: nothing is lost, nothing is there twice."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable
from itertools import count

from ragami.errors import STORAGE, RagamiError
from ragami.store import Store, open_store
from tests import postgres
from tests.patience import patience
from tests.scale import often
from tests.store.test_kill import whole_commands
from tests.store.writer import command

KILLS = often(2, 30)


def append_until_it_fails(store: Store, head: int, name: str) -> tuple[int, str, RagamiError]:
    """The last seq that was acknowledged, the key of the command that was not, and why."""
    for number in count():
        key = f"{name} {number}"
        try:
            head = store.append("g", head, command(head, head % 3 + 1), key=key).last
        except RagamiError as trouble:
            return head, key, trouble
    raise AssertionError


def after(seconds: float, do: Callable[[], None]) -> threading.Timer:
    timer = threading.Timer(seconds, do)
    timer.start()
    return timer


def test_no_acknowledged_event_is_lost_and_none_is_there_twice(server: postgres.Server) -> None:
    programs = postgres.programs()
    assert programs
    with (
        postgres.Server(programs) as mortal,
        mortal.database() as address,
        open_store(address) as store,
        store.watch() as watch,
    ):
        head = 0
        for number in range(KILLS):
            kill = after(random.uniform(0.05, 0.3), lambda: mortal.stop(signal.SIGKILL))
            known, key, trouble = append_until_it_fails(store, head, str(number))
            kill.join()
            assert (trouble.code, trouble.exit_code) == ("server-lost", STORAGE)
            try:
                store.head("g")
            except RagamiError as away:
                assert (away.code, away.exit_code) == ("server-not-reached", STORAGE)
            watch.wait(0.1)
            mortal.start()
            found = store.head("g")
            assert found in {known, known + known % 3 + 1}, "the last one is there or not"
            head = store.append("g", known, command(known, known % 3 + 1), key=key).last
            assert head == known + known % 3 + 1
        bodies = store.read("g")
        assert len(bodies) == head
        assert whole_commands(bodies)
        meant: list[bytes] = []
        while len(meant) < head:
            meant += command(len(meant), len(meant) % 3 + 1)
        assert bodies == meant
        until = time.monotonic() + 5 * patience()
        while watch.wait(0.2) is not None:
            assert time.monotonic() < until, "who watches looks again"
