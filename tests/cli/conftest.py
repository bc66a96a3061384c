"""The `ragami` command for tests: in this process (quick), or as a process of its own (real)."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pytest

from ragami_cli.__main__ import run


class Said(NamedTuple):
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """The JSON lines on stdout."""
        return [json.loads(line) for line in self.out.splitlines()]


class Ragami(Protocol):
    """Runs a command line in this process."""

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Said: ...


class Process(Protocol):
    """Runs a command line as a process of its own, with `env` over a plain environment."""

    def __call__(self, *arguments: str, stdin: str = "", **env: str) -> Said: ...


@pytest.fixture
def ragami(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Ragami:
    """The command in this process, with a database of the test's own and an English locale."""
    monkeypatch.setenv("LANGUAGE", "C")
    for name, value in _plain_environment(tmp_path).items():
        monkeypatch.setenv(name, value)

    def run_here(*arguments: str, stdin: str | bytes = "") -> Said:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        code = run(arguments)
        return Said(code, *capsys.readouterr())

    return run_here


@pytest.fixture
def process(tmp_path: Path) -> Process:
    """The command as a process of its own."""

    return _apart(tmp_path, sys.executable, "-m", "ragami_cli")


@pytest.fixture
def fork(tmp_path: Path, warmed: Path) -> Process:
    """The same, forked where the house is loaded and no game of others yet: it starts at once."""
    return _apart(tmp_path, str(warmed / "ragami"))


def _apart(tmp_path: Path, *program: str) -> Process:
    def run_apart(*arguments: str, stdin: str = "", **env: str) -> Said:
        done = subprocess.run(
            [*program, *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env={**_of_ours(), **_plain_environment(tmp_path), **env},
            timeout=60,
            check=False,
        )
        return Said(done.returncode, done.stdout, done.stderr)

    return run_apart


def _of_ours() -> dict[str, str]:
    """Where programs are, and the code that is tested."""
    return {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}


def _plain_environment(folder: Path) -> dict[str, str]:
    return {
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "",
        "RAGAMI_DB": str(folder / "games.db"),
        "RAGAMI_KEYS": str(folder / "keys"),
        "TERM": "xterm",
    }
