"""Transcripts: command lines with what they print, in both languages.

`transcripts/NAME.en.txt` is the script as well: `make golden` runs the lines that begin with `$ `
and writes what they print below them, there and in `NAME.es.txt`. A line of `ragami` runs in this
process, what stands before and after it in a pipe in the shell. What goes to standard error begins
with `! `, an exit code other than 0 is written as `[code]`. A line that begins with `#` is kept.

A transcript runs in an empty folder, in which `examples` is the folder of this project. Times,
keys and other things that chance makes are written as `<time>`, `<hex>` and `<key>`.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Final
from unittest.mock import patch

from ragami.analytics import worker_pool
from tests.golden.sample_sheets import EXAMPLES, TESTS

FOLDER: Final = Path(__file__).parent / "transcripts"
LOCALES: Final = {"en": "C.UTF-8", "es": "es_ES.UTF-8"}
RACE: Final = TESTS / "games/race"
CHANGING: Final = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?"), "<time>"),
    (re.compile(r"\d{4}-\d\d-\d\d(\s+)\d\d:\d\d:\d\d"), r"<date>\1<clock>"),
    (re.compile(r"\b[0-9a-f]{32,}\b"), "<hex>"),
    (re.compile(r"[A-Za-z0-9+/]{40,}={0,2}"), "<key>"),
    (re.compile(r"\bragami, version \S+"), "ragami, version <version>"),
)


def files() -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield each transcript in both languages."""
    for path in sorted(FOLDER.glob("*.en.txt")):
        name = path.name.removesuffix(".en.txt")
        for language in LOCALES:
            yield f"transcripts/{name}.{language}.txt", partial(text, name, language)


def text(name: str, language: str) -> str:
    return texts(language)[name]


@cache
def texts(language: str) -> Mapping[str, str]:
    """Run all transcripts in a process of their own, since help is translated when imported."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden.transcripts"],
        capture_output=True,
        encoding="utf-8",
        cwd=TESTS.parent,
        env={
            "COLUMNS": "80",
            "LC_ALL": LOCALES[language],
            "LANGUAGE": "C",
            "NO_COLOR": "1",
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join((str(TESTS.parent), str(RACE))),
            "PYTHONUTF8": "1",
            "TERM": "dumb",
            "TMPDIR": tempfile.gettempdir(),
            "TZ": "UTC",
            "LOGNAME": "tester",
        },
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, str] = json.loads(done.stdout)
    return told


def commands(script: str) -> Iterator[str]:
    """Yield the lines of a transcript that are kept: commands, remarks and empty lines."""
    for line in script.splitlines():
        if line.startswith(("$ ", "#")):
            yield line


def perform(script: str) -> Iterator[str]:
    """Run the commands of a transcript; yield all its lines."""
    for number, line in enumerate(commands(script)):
        if number:
            yield ""
        yield line
        if line.startswith("$ "):
            yield from outcome(line.removeprefix("$ "))


def outcome(line: str) -> Iterator[str]:
    """Run one command line; yield what it prints."""
    parts = line.split(" | ")
    ours = next((n for n, part in enumerate(parts) if part.split()[:1] == ["ragami"]), None)
    if ours is None:
        code, out, err = *shell(line, ""), ""
    else:
        given = shell(" | ".join(parts[:ours]), "")[1] if ours else ""
        code, out, err = ragami(parts[ours], given)
        out = steady(out)
        if rest := " | ".join(parts[ours + 1 :]):
            _code, out = shell(rest, out)
    for each in steady(out).splitlines():
        yield each.rstrip()
    for each in steady(err).splitlines():
        yield f"! {each}".rstrip()
    if code:
        yield f"[{code}]"


def shell(line: str, given: str) -> tuple[int, str]:
    """Run a line in the shell; return its exit code and what it prints."""
    done = subprocess.run(
        ["bash", "-c", line],
        input=given,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"LC_ALL": "C.UTF-8"},  # bash complains of a locale that is not there
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def ragami(line: str, given: str) -> tuple[int, str, str]:
    """Run a command of ours here; return its exit code and what it prints."""
    from ragami_cli.__main__ import run  # noqa: PLC0415 (once the locale is known)

    line, _, file = line.partition(" > ")
    stdin = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    before, sys.stdin = sys.stdin, stdin
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(shlex.split(line)[1:])
    finally:
        sys.stdin = before
    printed = []
    for stream in (out, err):
        stream.flush()
        printed.append(stream.detach().getvalue().decode())
    if file:
        Path(file).write_text(printed[0], "utf-8")
        printed[0] = ""
    return code, printed[0], printed[1]


def steady(text: str) -> str:
    """Return a text without what changes from run to run."""
    text = text.replace(os.getcwd(), ".")  # noqa: PTH109 (a text is wanted)
    for pattern, name in CHANGING:
        text = pattern.sub(name, text)
    return text


def main() -> None:
    """Print all transcripts as they are now, as JSON by their names.

    Only `tests/archive` needs commands that call other processes.
    """
    environment = dict(os.environ)
    told = {}
    with patch.object(worker_pool, "PATIENCE", 60):
        for path in sorted(FOLDER.glob("*.en.txt")):
            told[path.name.removesuffix(".en.txt")] = performed(path.read_text("utf-8"))
            os.environ.clear()
            os.environ.update(environment)
    sys.stdout.write(json.dumps(told))


def performed(script: str) -> str:
    with tempfile.TemporaryDirectory(prefix="transcript-") as folder, contextlib.chdir(folder):
        Path("examples").symlink_to(EXAMPLES)
        os.environ |= {
            "HOME": folder,
            "RAGAMI_CHESTS": f"{folder}/chests",
            "RAGAMI_DB": f"{folder}/games.db",
            "RAGAMI_KEYS": f"{folder}/keys",
            "XDG_DATA_HOME": f"{folder}/data",
        }
        return "".join(f"{line}\n" for line in perform(script))


if __name__ == "__main__":
    main()
