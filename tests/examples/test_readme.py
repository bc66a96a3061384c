"""The page of the examples names every one of them, and its commands do what they promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.examples.files import EXAMPLES

PAGE: Final = (EXAMPLES / "README.md").read_text(encoding="utf-8")
BLOCKS: Final = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
LINES: Final = [line for block in BLOCKS for line in block.splitlines()]
CODE: Final = re.compile(r" +# exits with (\d+)$")

# Programs of the test's own environment. The queries are for any SQLite, so that of Python will do.
BEFORE: Final = f"""
python() {{ '{sys.executable}' "$@"; }}
sqlite3() {{ python -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row)' "$@"; }}
expect() {{ [ "$1" -eq "$2" ] || {{ echo "line $3 ended with $1" >&2; exit 99; }}; }}
"""


def script() -> str:
    """All the commands of the page one after the other, each with the exit code it should have."""
    steps = []
    for number, line in enumerate(LINES):
        code = CODE.search(line)
        steps += [CODE.sub("", line), f"expect $? {code[1] if code else 0} {number}"]
    return BEFORE + "\n".join(steps)


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory, warmed: Path) -> Path:
    """A folder that has the examples in it, in which the commands have been run."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "examples").symlink_to(EXAMPLES)
    (folder / "commands").write_text(script(), encoding="utf-8")
    path = f"{warmed}{os.pathsep}{os.environ['PATH']}"
    with (folder / "output").open("w") as output:
        done = subprocess.run(
            ["bash", "commands"],
            cwd=folder,
            env={**os.environ, "PATH": path, "LANG": "C.UTF-8", "HOME": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=120,
        )
    said = (folder / "output").read_text(encoding="utf-8")
    assert done.returncode == 0, f"{said[-3000:]}\n{LINES}"
    return folder


def test_every_file_is_named() -> None:
    there = [path for path in EXAMPLES.rglob("*") if path.is_file() and path.name != "README.md"]
    links = set(re.findall(r"\]\(([^)]+)\)", PAGE))
    assert links == {str(path.relative_to(EXAMPLES)) for path in there}


def test_commands_do_what_they_promise(workplace: Path) -> None:
    said = (workplace / "output").read_text(encoding="utf-8")
    assert "needs 7, has 6" in said
    assert "R-MOVE-04" in said


def test_commands_leave_what_they_promise(workplace: Path) -> None:
    assert (workplace / "examples.db").stat().st_size > 0
    assert (workplace / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_queries_find_something(workplace: Path) -> None:
    said = (workplace / "output").read_text(encoding="utf-8")
    assert re.search(r"^yellow \d+$", said, re.MULTILINE)
    assert 'Spring cup, final 291 ["yellow"]' in said
