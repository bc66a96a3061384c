"""`make demo`, run for real: piped, and on a terminal."""

from __future__ import annotations

import os
import pty
import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.examples.files import EXAMPLES
from tests.examples.logs import LOGS, judged

SECONDS: Final = 20


def environment(folder: Path, path: Path) -> dict[str, str]:
    """Where `ragami` is on the path and temporary files go to a folder of the test."""
    return {
        "PATH": f"{path}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "LANG": "C.UTF-8",
        "TERM": "xterm",
    }


def run(folder: Path, path: Path) -> str:
    """What the demo says when it is piped."""
    done = subprocess.run(
        ["bash", str(EXAMPLES / "demo.sh")],
        cwd=folder,
        env=environment(folder, path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, warmed: Path) -> tuple[str, Path]:
    """What the demo says, and where it put its files."""
    folder = tmp_path_factory.mktemp("demo")
    return run(folder, warmed), folder


def worked() -> float:
    """Seconds that processes begun here have worked: others may be at work, too."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.trial
def test_it_is_quick(tmp_path: Path) -> None:
    before = worked()
    run(tmp_path, Path(sys.executable).parent)
    assert worked() - before < SECONDS


@pytest.mark.trial
def test_it_leaves_nothing_behind(demo: tuple[str, Path]) -> None:
    assert list(demo[1].iterdir()) == []


@pytest.mark.trial
def test_it_names_every_log(demo: tuple[str, Path]) -> None:
    for name in LOGS:
        mark = "✓" if judged(name).ok else "✗"
        assert f"{mark} examples/{name}" in demo[0]


@pytest.mark.trial
def test_it_shows_a_refusal_and_a_verdict(demo: tuple[str, Path]) -> None:
    assert "The rules refuse record 107 (R-CONF-25). It was not written." in demo[0]
    assert "Record 105: the attempt at 15 has too few Power Points (needs 7, has 6" in demo[0]


@pytest.mark.trial
def test_it_tells_who_won(demo: tuple[str, Path]) -> None:
    assert "Purple wins (Purple 36, Blue 34, Yellow 33)" in demo[0]


@pytest.mark.trial
def test_it_has_no_colours_when_it_is_piped(demo: tuple[str, Path]) -> None:
    assert "\x1b" not in demo[0]


def test_it_has_headings_and_colours_on_a_terminal(tmp_path: Path, warmed: Path) -> None:
    """In its first scenes: each command is run on a terminal by a test of its own."""
    script = (EXAMPLES / "demo.sh").read_text("utf-8").partition('say "What Carmen may try')[0]
    ours, its = pty.openpty()
    running = subprocess.Popen(
        ["bash", "-c", script, str(EXAMPLES / "demo.sh")],
        env=environment(tmp_path, warmed),
        stdout=its,
        stderr=its,
    )
    os.close(its)
    said = _all_that_comes(ours)
    assert running.wait(timeout=120) == 0, said
    assert "\x1b[1m== How it stands" in said
    assert "\x1b[" in said.partition("How it stands\x1b[0m")[2]
    assert "Traceback" not in said


def _all_that_comes(terminal: int) -> str:
    """Read until nobody writes any more."""
    said = b""
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        said += more
    os.close(terminal)
    return said.decode()
