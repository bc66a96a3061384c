"""The README and the tour keep their word: both work as pasted, and the picture is current."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ragami.game.registry import SHIPPED

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
TOUR = (ROOT / "docs" / "tour.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
BIN = Path(sys.executable).parent
LEAGUE, FEW = 20, 2
"""The games of the tour, and as many of them as a test needs."""


def run(script: str, folder: Path, path: Path = BIN) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "PATH": f"{path}:{BIN}:{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "RAGAMI_KEYS": str(folder / "keys"),
    }
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_ten_lines_work_as_pasted(tmp_path: Path, warmed: Path) -> None:
    (lines,) = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    assert lines.count("\n") == 10
    pasted = run(f"export RAGAMI_DB=friday.db\n{lines}", tmp_path, warmed)
    assert pasted.returncode == 0, pasted.stderr
    assert b"<html" in (tmp_path / "friday.html").read_bytes()
    (script,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (tmp_path / "script.py").write_text(script, "utf-8")
    assert run("python script.py", tmp_path).stdout.startswith("setup ")


@pytest.mark.trial
def test_the_tour_works_as_pasted(tmp_path: Path, warmed: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", TOUR, re.DOTALL)
    assert len(blocks) == 5
    # The shell of SQLite is Debian's to install; what it prints is Python's to know.
    tour = "\n".join(blocks).replace("sqlite3 friday.db", "python -m sqlite3 friday.db")
    assert f"--games {LEAGUE} " in tour
    tour = tour.replace(f"--games {LEAGUE} ", f"--games {FEW} ")
    tour = tour if sys.version_info >= (3, 12) else re.sub(r"python -m sqlite3.*", "", tour)
    told = run(tour, tmp_path, warmed)
    assert told.returncode == 0, told.stderr
    assert (tmp_path / "friday.jsonl").read_text("utf-8").count("\n") == 4
    assert "<svg" in (tmp_path / "friday.svg").read_text("utf-8")
    assert len(list((tmp_path / "league").iterdir())) == FEW
    assert b"<html" in (tmp_path / "final.html").read_bytes()
    assert "seed conflicts 3:2 8:5 12:1 18:4 21:6 29:3" in told.stdout
    assert "R-MOVE-04" in told.stdout
    assert "dado de Virtud" in told.stdout
    assert "<svg" in (tmp_path / "forge.svg").read_text("utf-8")
    listed = re.findall(r"^(\S+) .* rules and rulings$", told.stdout, re.MULTILINE)
    assert set(listed) == set(SHIPPED)
    (script,) = re.findall(r"```python\n(.*?)```", TOUR, re.DOTALL)
    (tmp_path / "script.py").write_text(script, "utf-8")
    scored = run("python script.py", tmp_path)
    assert scored.returncode == 0, scored.stderr
    rounds = [line.partition(" ")[0] for line in scored.stdout.splitlines()]
    assert rounds[-2:] == ["True", "setup"]
    assert rounds[:-2] == [str(number) for number in range(len(rounds) - 2)]


@pytest.mark.parametrize(
    ("command", "path"),
    re.findall(
        r"\$\(BIN\)/(ragami .*) (docs/.*\.svg)$", MAKEFILE.replace("\\\n", ""), re.MULTILINE
    ),
)
def test_a_picture_is_current(command: str, path: str, tmp_path: Path, warmed: Path) -> None:
    told = run(f"{command.replace('examples', str(ROOT / 'examples'))} drawn.svg", tmp_path, warmed)
    assert told.returncode == 0, told.stderr
    assert (tmp_path / "drawn.svg").read_bytes() == (ROOT / path).read_bytes(), "make pictures"
