"""What nobody would write and no program should have to read: a limit, and said soon."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from ragami.errors import RagamiError
from ragami.sheet.files import MOST_MISREAD, read_sheet
from ragami.sources.logs import LONGEST_LINE, MOST_LINES, expect_short_lines
from tests.archive.games import logs

SECONDS: Final = 5
MEGABYTES: Final = 300
MANY: Final = 8 * MOST_LINES


# In a process between, since a child is counted as large as whoever starts it.
MEASURED: Final = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True, encoding="utf-8", check=False)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = used.ru_utime + used.ru_stime
told = {"code": done.returncode, "out": done.stdout, "seconds": seconds}
print(json.dumps(told | {"kilobytes": used.ru_maxrss}))
"""


def board_in_a_line() -> bytes:
    street = {str(n): [n % 360_000 + 1] for n in range(1, 360_001)}
    return json.dumps({"name": "big", "street": street}).encode()


def board_in_many_lines() -> bytes:
    return board_in_a_line().replace(b" ", b"\n").replace(b"[", b"[\n")


def long_line(text: bytes) -> bytes:
    begun = b"".join(logs(1)[0].splitlines(keepends=True)[:5])
    return begun + b'{"seq":6,"type":"noted","v":1,"at":null,"by":null,"data":%s}\n' % text


# Those that are longest are tried by the trial: others beside them say the same.
LONG: Final = {
    *("after.jsonl.gz", "board.json", "list.jsonl", "wrong.ragami"),
    *("games.ragami", "line.ragami", "text.jsonl"),
}
FILES: Final[dict[str, tuple[str, Callable[[], bytes], str]]] = {
    "board.json": ("board check", board_in_many_lines, "too"),
    "one-line.json": ("board check", board_in_a_line, "line-too"),
    "lines.jsonl.gz": ("verify", lambda: gzip.compress(b"\n" * MANY), "too-many-lines"),
    "after.jsonl.gz": (
        "verify",
        lambda: gzip.compress(logs(1)[0] + b"x\n" * MANY),
        "too-many-lines",
    ),
    "sheet.ragami.gz": (
        "verify",
        lambda: gzip.compress(b"game: ragami\n" + b"x\n" * MANY),
        "too-many-lines",
    ),
    "wrong.ragami": ("verify", lambda: b"game ragami 1\n" + b"foo bar\n" * 400_000, "misread"),
    "games.ragami": ("verify", lambda: b"game: ragami\nfoo\n" * 200_000, "misread"),
    "line.ragami": ("verify", lambda: b"game: ragami\n" + b"pass " * 1_200_000, "line-too-long"),
    "text.jsonl": ("verify", lambda: long_line(b'{"text":"%s"}' % (b"x" * 6 * 10**6)), "line-too"),
    "list.jsonl": ("verify", lambda: long_line(b"[%s1]" % (b"{}," * 2 * 10**6)), "line-too-long"),
    "deep.jsonl": ("verify", lambda: long_line(b"[" * 6 * 10**6), "line-too-long"),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.trial) if name in LONG else name for name in FILES],
)
def test_a_limit_is_said_soon_and_with_little_memory(tmp_path: Path, name: str) -> None:
    command, content, code = FILES[name]
    path = tmp_path / name
    path.write_bytes(content())
    words = [sys.executable, "-m", "ragami_cli", *command.split(), "--json", str(path)]
    said = json.loads(subprocess.check_output([sys.executable, "-ISs", "-c", MEASURED, *words]))
    assert said["code"] == 1
    assert code in said["out"]
    assert said["seconds"] < SECONDS
    assert said["kilobytes"] < MEGABYTES * 1024


def test_the_limits_are_exact() -> None:
    expect_short_lines(b"x" * LONGEST_LINE + b"\n" + b"y" * LONGEST_LINE, "a", MOST_LINES)
    for text, lines in ((b"\n" + b"x" * (LONGEST_LINE + 1), 1), (b"", MOST_LINES + 1)):
        with pytest.raises(RagamiError):
            expect_short_lines(text, "a", lines)


def test_of_a_wrong_sheet_as_many_lines_are_listed_as_somebody_looks_at() -> None:
    for text in (b"game: ragami\n" + b"foo\n" * 300, b"game: ragami\nfoo\n" * 300):
        found = sum(len(game.misread) for game in read_sheet(text))
        assert MOST_MISREAD <= found <= MOST_MISREAD + 1
