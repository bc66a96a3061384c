"""Which test fails when a module is changed? For `tests.trials.mutants`.

The tests of a room run once as they are; which of them pass through which line, and how long each
takes, is kept. With a change, the quickest tests through its line run first (through its module, if
the line runs when that is loaded), then the others. Each run is a fork of this process, which by
then has loaded pytest and all else that the tests load from outside the project.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

import pytest
from coverage import Coverage, CoverageData

from tests.trials.mutation import Mutation

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 4
"""A run that takes so many times as long as without a change, and GRACE seconds, hangs."""
GRACE: Final = 60
FIRST: Final = 2.0
"""The quickest tests, so many seconds of them, run before the others are loaded."""
MOST: Final = 60.0
"""Of tests through a line that nearly all pass, only the quickest run, so many seconds of them."""
MEMORY: Final = 4 << 30
OPTIONS: Final = (
    "-q", "-n0", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning",
)  # fmt: skip


class Reply(NamedTuple):
    """What a fork says of its run."""

    failed: list[str]
    """The tests that failed, and the files that could not be loaded."""
    code: int
    """As pytest exits."""
    seconds: dict[str, float]
    outside: list[str]
    """The modules that were loaded and are not the project's."""


class Copy:
    """A copy of the project in which one module at a time is changed."""

    def __init__(self, folder: Path, sources: Sequence[str], tests: Sequence[str]) -> None:
        self._folder = folder / "copy"
        self._beside = folder
        self._sources = sources
        self._tests = tests
        listed = ["git", "-C", str(ROOT), "ls-files", "-coz", "--exclude-standard"]
        names = subprocess.run(listed, capture_output=True, check=True).stdout.decode()
        for name in names.rstrip("\0").split("\0"):
            if (ROOT / name).is_file():
                (self._folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self._folder / name)

    def trace(self) -> list[str]:
        """Run the tests as they are, and leave out those that fail; return these.

        Raise `SystemExit` where the run breaks off.
        """
        recorded = str(self._beside / "coverage")

        def traced() -> Reply:
            coverage = Coverage(recorded, source=self._sources, config_file=False)
            with coverage.collect():
                reply = self._run(_Watch(None, coverage.switch_context), self._tests)
            coverage.save()
            return reply

        reply = self._forked(traced, None)
        if reply is None or reply.code > pytest.ExitCode.TESTS_FAILED:
            output = (self._beside / "output").read_text(errors="replace")
            raise SystemExit(f"the tests cannot be run:\n{output[-3000:]}")
        failing = sorted({*reply.failed})
        self._seconds = {n: took for n, took in reply.seconds.items() if n not in failing}
        self._lines = CoverageData(recorded)
        self._lines.read()
        _load(reply.outside)
        return failing

    def noticed_by(self, path: str, mutation: Mutation) -> str | None:
        """Give the test that fails with this change; None if they all pass."""
        changed = self._folder / path
        stages = [*self._stages(changed, mutation.line)]
        changed.write_bytes(mutation.applied_to(changed.read_bytes()))
        try:
            for names in stages:
                limit = GRACE + PATIENCE * sum(self._seconds[name] for name in names)
                files = sorted({name.partition("::")[0] for name in names})
                reply = self._forked(
                    partial(self._run, _Watch(names), [*files, "-x", f"--timeout={GRACE}"]), limit
                )
                if reply is None:
                    return "a run that hangs or breaks off"
                if reply.failed or reply.code:
                    return next(iter(reply.failed), f"exit code {reply.code}")
            return None
        finally:
            shutil.copy2(ROOT / path, changed)

    def _stages(self, changed: Path, line: int) -> Iterator[Sequence[str]]:
        """Yield the tests that may notice a change of a line, in the order in which they run."""
        by_line = self._lines.contexts_by_lineno(str(changed))
        through = set(by_line.get(line, ()))
        inside = _in_functions(changed.read_bytes())
        loading = set().union(*(tests for at, tests in by_line.items() if at not in inside))
        # Who loads the module first says nothing about what runs then.
        if line not in inside or (through and through <= loading):
            through = set().union(*by_line.values())
        # A test that passes through no line of the room may start a process that does.
        elsewhere = self._seconds.keys() - self._lines.measured_contexts()
        quickest = sorted(self._seconds, key=lambda name: self._seconds[name])
        near = [name for name in quickest if name in through]
        far = [name for name in quickest if name in elsewhere]
        first = self._within(FIRST, near)
        last = self._within(MOST, near)
        stages = (near[:first], near[first:last], far[: self._within(MOST, far)])
        yield from (names for names in stages if names)

    def _within(self, seconds: float, names: Sequence[str]) -> int:
        """Count the tests, from the first on, that take no more than so many seconds."""
        return sum(end < seconds for end in accumulate(self._seconds[name] for name in names))

    def _run(self, watch: _Watch, arguments: Sequence[str]) -> Reply:
        """Run tests in this process."""
        code = pytest.main(
            [*OPTIONS, f"--basetemp={self._beside / 'scratch'}", *arguments], [watch]
        )
        outside = [
            name
            for name, module in sys.modules.items()
            if (getattr(module, "__file__", None) or "").startswith((sys.prefix, sys.base_prefix))
        ]
        return Reply(watch.failed, int(code), dict(watch.seconds), outside)

    def _forked(self, run: Callable[[], Reply], limit: float | None) -> Reply | None:
        """Run in a fork; None where it says nothing, or not in so many seconds."""
        replied = self._beside / "reply.json"
        replied.unlink(missing_ok=True)
        if not (child := os.fork()):
            self._in_child(run, replied)
        ended = _waited_for(child, limit)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        if not ended:
            os.waitpid(child, 0)
        return Reply(*json.loads(replied.read_text())) if ended and replied.exists() else None

    def _in_child(self, run: Callable[[], Reply], replied: Path) -> NoReturn:
        """Run, as if Python had been started in the copy, and end this process."""
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
            output = os.open(self._beside / "output", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.chdir(self._folder)
            path = [str(self._folder), str(self._folder / "cli")]
            os.environ["PYTHONPATH"] = os.pathsep.join(path)
            sys.path[:] = [*path, *(entry for entry in sys.path if entry not in {"", str(ROOT)})]
            sys.dont_write_bytecode = True
            for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
                del sys.modules[name]
            replied.write_text(json.dumps(run()))
        finally:
            os._exit(0)


class _Watch:
    """A plugin of pytest: which tests run, in which order, how long they take and which fail."""

    def __init__(
        self, order: Sequence[str] | None, begins: Callable[[str], object] = lambda _name: None
    ) -> None:
        self._order = order and {name: place for place, name in enumerate(order)}
        self._begins = begins
        self.failed: list[str] = []
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if order := self._order:
            wanted = (item for item in items if item.nodeid in order)
            items[:] = sorted(wanted, key=lambda item: order[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._begins(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def _in_functions(source: bytes) -> set[int]:
    """Return the lines of a module that do not run when it is loaded, unless they are called."""
    return {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)
    }


def _waited_for(child: int, limit: float | None) -> bool:
    """Wait for the end of a process; False if it takes longer."""
    until = None if limit is None else time.monotonic() + limit
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if until is not None and time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def _load(names: Collection[str]) -> None:
    """Load modules, so that forks have them."""
    with warnings.catch_warnings(action="ignore"):
        for name in names:
            with suppress(Exception):
                importlib.import_module(name)
    gc.collect()
    gc.freeze()
