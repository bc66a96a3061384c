"""The assertions of the kits are told as those of the tests are (said first of all)."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import WorkerInteractor  # type: ignore[import-untyped]

from ragami.analytics import worker_pool
from tests import postgres, warm
from tests.cli.conftest import fork, process, ragami
from tests.missing import left_out
from tests.scale import SEED

__all__ = ["fork", "process", "ragami"]

# What the tests write is forgotten with them: where there is room for it in memory, no disk is
# waited for, which is a quarter of the time of whatever opens a database.
MEMORY: Final = Path("/dev/shm")
ROOM: Final = 2 << 30
if (
    os.access(MEMORY, os.W_OK)
    and shutil.disk_usage(MEMORY).free > ROOM
    and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
):
    os.environ.setdefault("TMPDIR", str(MEMORY))
    tempfile.tempdir = None  # it is asked for anew

# Whoever runs the tests may have a key, and games of the tests are not to be sealed with it.
os.environ["RAGAMI_KEYS"] = os.path.join(os.devnull, "keys")  # noqa: PTH118 (no folder at all)

# Started in the background, the tests would inherit that Ctrl-C is ignored, and so would every
# command they start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What is drawn is the same in every run, however busy the machine: a suite that fails by chance
# teaches nobody anything. Chance has its place in `make trials`, and much more of it.
settings.register_profile(
    "suite",
    derandomize=True,
    max_examples=10,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "trials", settings.get_profile("suite"), derandomize=False, max_examples=500, print_blob=True
)
settings.load_profile("trials" if SEED else "suite")
if not SEED:
    # Else it parses all code that happens to be loaded, which takes ten seconds in each worker, and
    # draws its numbers and words: others in every run. No setting says so, and these names are not
    # public: where they are gone, the suite is slower.
    with suppress(ImportError):
        from hypothesis.internal.conjecture import providers
        from hypothesis.internal.constants_ast import Constants

        providers._get_local_constants = Constants


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to `make trials` what is marked so."""
    if not SEED:
        long = [item for item in items if item.get_closest_marker("trial")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("trial")]


class Reports:
    """Reports of a worker, without the set-up and the end of tests where they went well.

    Nobody counts those, and for a test of a millisecond a message takes as long as the test.
    """

    all: Final = WorkerInteractor.pytest_runtest_logreport

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            Reports.all(self, report)


WorkerInteractor.pytest_runtest_logreport = Reports.pytest_runtest_logreport


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a worker often waits for a command, a page or a server."""
    return (os.cpu_count() or 1) + 1


# What is read while tests are collected stays: looking through it for garbage takes a third of the
# time. Afterwards thousands of tests are not looked through again whenever memory is tidied up.
gc.disable()


def pytest_collection_finish() -> None:
    """Go on tidying up, without what was read so far."""
    gc.enable()
    gc.freeze()
    # What tests make, they let go of themselves, nearly all of it: looking through what is young
    # every 700 objects is a twentieth of the time.
    gc.set_threshold(20_000, 20, 20)


pytest.register_assert_rewrite(
    "tests.laws.pieces",
    "tests.laws.random_game",
    "tests.rules.kit",
    "tests.rules.oracle",
    "tests.rules.remembered",
    "tests.server.kit",
)


@pytest.fixture(scope="session", autouse=True)
def alone() -> Iterator[None]:
    """Commands call other processes only where a test asks for them, however busy the machine.

    Beside the threads that a cluster or a server leaves here they cannot be forked, and each
    begins with all of its imports.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_pool, "PATIENCE", 60)
        yield


@pytest.fixture(scope="session")
def warmed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a folder for the path of scripts, with a `ragami` that starts at once."""
    with warm.warmed(tmp_path_factory.mktemp("warm")) as folder:
        yield folder


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Server]:
    """A PostgreSQL server of these tests."""
    programs = postgres.programs()
    if programs is None:
        left_out(postgres.MISSING)
    with postgres.Server(programs) as server:
        yield server


@pytest.fixture
def database(server: postgres.Server) -> str:
    """Return the address of an empty schema on it, which stands for a database."""
    return server.schema()


@pytest.fixture
def whole_database(server: postgres.Server) -> Iterator[str]:
    """Yield the address of an empty database on it."""
    with server.database() as address:
        yield address


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say it loudly when tests were left out for what is missing here."""
    skipped = terminalreporter.stats.get("skipped", ())
    if skipped:
        terminalreporter.section("NOT EVERYTHING WAS TESTED", sep="!", red=True, bold=True)
    for why, number in Counter(str(report.longrepr[2]) for report in skipped).items():
        terminalreporter.line(f"{number} tests were left out: {why}", red=True)
