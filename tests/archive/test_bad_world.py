"""What may go wrong around an archive: one clear message each, and everything else is done."""

from __future__ import annotations

import ctypes
import gzip
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Final, NamedTuple

import pytest
import zstandard

from ragami.errors import RagamiError
from ragami.sources.places import places, sources
from tests.archive.games import folder_of, logs
from tests.archive.test_crowd import wait_for
from tests.cli.conftest import Ragami

NUMBER: Final = 12
FAR: Final = 10
"""Seconds after which what should have happened has not."""


class Ended(NamedTuple):
    code: int
    out: str
    err: str


def ended(command: list[str], before: Callable[[], None] | None = None) -> Ended:
    """How a command ends that is prepared by something in its own process."""
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=60, check=False, preexec_fn=before
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "ragami_cli", *arguments]


# --- files ---------------------------------------------------------------------------------


def may_not_read_all() -> None:
    """Take from root, whose permissions nobody checks, what makes it so."""
    drop_of_the_bounding_set = 24
    for capability in (1, 2):  # DAC_OVERRIDE, DAC_READ_SEARCH
        ctypes.CDLL(None).prctl(drop_of_the_bounding_set, capability, 0, 0, 0)


@pytest.fixture
def bad(tmp_path: Path) -> Iterator[Path]:
    """A folder with everything that may be wrong with a file, between two good ones."""
    folder = tmp_path / "bad"
    folder.mkdir()
    log = logs(1)[0]
    packed, squeezed = gzip.compress(log), zstandard.ZstdCompressor().compress(log)
    files = {
        "a.jsonl": log,
        "broken.jsonl.gz": packed[:2000] + b"\x55" * 8 + packed[2008:],
        "broken.jsonl.zst": squeezed[:2000] + b"\x55" * 8 + squeezed[2008:],
        "cut.jsonl": log[:5000],
        "cut.jsonl.gz": packed[:2000],
        "cut.jsonl.zst": squeezed[:2000],
        "empty.jsonl": b"",
        "flood.jsonl.gz": gzip.compress(b"x" * 2**24, 1),
        "locked.jsonl": log,
        "records.parquet": b"PAR1" + bytes(20),
        "z.jsonl": log,
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    os.mkfifo(folder / "fifo.jsonl")
    (folder / "endless.jsonl").symlink_to("/dev/zero")
    (folder / "gone.jsonl").symlink_to("nowhere.jsonl")
    (folder / "self.jsonl").symlink_to("self.jsonl")
    (folder / "circle").symlink_to(folder)
    (folder / "nothing.jsonl").mkdir()
    (folder / "shut").mkdir()
    for name in ("locked.jsonl", "shut"):
        (folder / name).chmod(0)
    yield folder
    (folder / "shut").chmod(0o700)


@pytest.mark.parametrize("processes", [pytest.param("1", marks=pytest.mark.trial), "2"])
def test_what_is_bad_is_said_in_its_place_and_stops_nothing(bad: Path, processes: str) -> None:
    asked = command("verify", "--json", "--processes", processes, str(bad))
    said = ended(asked, may_not_read_all)
    reports = [json.loads(line) for line in said.out.splitlines()]
    told = {
        Path(one["file"]).name: one["error"]["code"] if "error" in one else one["ok"]
        for one in reports
    }
    assert told == {
        "a.jsonl": True,
        "broken.jsonl.gz": "bad-gzip",
        "broken.jsonl.zst": "bad-zstd",
        "cut.jsonl": False,
        "cut.jsonl.gz": "bad-gzip",
        "cut.jsonl.zst": "bad-zstd",
        "empty.jsonl": False,
        "endless.jsonl": "not-a-file",
        "fifo.jsonl": "not-a-file",
        "flood.jsonl.gz": "line-too-long",
        "gone.jsonl": "file-not-found",
        "locked.jsonl": "system-refused",
        "records.parquet": "bad-parquet",
        "self.jsonl": "system-refused",
        "shut": "system-refused",
        "z.jsonl": True,
    }
    assert list(told) == sorted(told)
    assert "Traceback" not in said.err
    assert said.code == RagamiError("not-a-file").exit_code


def test_a_file_that_vanishes_is_said_to_be_gone(tmp_path: Path) -> None:
    found = sources([str(folder_of(tmp_path / "games", 3))], games=False)
    first = next(found)
    last = tmp_path / "games" / "game-000.jsonl"
    assert first.name != str(last)
    last.unlink()
    *_others, gone = found
    with pytest.raises(RagamiError) as caught:
        gone.read()
    assert (caught.value.code, caught.value.facts["path"]) == ("file-not-found", str(last))


def test_very_many_small_logs_in_a_small_file_come_one_by_one(tmp_path: Path) -> None:
    """Else one process would have to do all of them, and keep what is said of them."""
    first, second = (log.splitlines(keepends=True)[0] for log in logs(2))
    path = tmp_path / "many.jsonl.gz"
    path.write_bytes(gzip.compress((first + second) * 5000))
    assert path.stat().st_size < 2**19
    some = list(islice(places([str(path)], games=False), 3))
    assert [place.names for place in some] == [(f"{path}#{n}",) for n in (1, 2, 3)]
    assert all(len(list(place.sources())) == 1 for place in some)


# --- processes -----------------------------------------------------------------------------


@contextmanager
def at_work(tmp_path: Path, *how: str) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes], Path]]:
    """`verify --resume` in the middle of its work: it has said something, and waits for more.

    Gives it, the end of the pipe that it waits for, and the file with the reports.
    """
    folder = folder_of(tmp_path / "games", NUMBER)
    reports = tmp_path / "reports.jsonl"
    reader, end = os.pipe()
    writer = os.fdopen(end, "wb")
    options = ("--resume", str(reports), "--processes", "2", *how)
    running = subprocess.Popen(
        command("verify", *options, str(folder), f"/dev/fd/{reader}"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=[reader],
        start_new_session=True,
    )
    os.close(reader)
    try:
        wait_for(lambda: len(lines_of(reports)) >= 3 and len(workers_of(running.pid)) == 2)
        yield running, writer, reports
    finally:
        running.kill()
        running.communicate(timeout=FAR)
        writer.close()


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines() if path.exists() else []


def workers_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_ctrl_c_ends_all_and_loses_nothing(ragami: Ragami, tmp_path: Path) -> None:
    with at_work(tmp_path) as (running, _writer, reports):
        workers = workers_of(running.pid)
        os.killpg(running.pid, signal.SIGINT)
        _out, err = running.communicate(timeout=FAR)
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    kept = lines_of(reports)
    assert 3 <= len(kept) <= NUMBER
    assert all(json.loads(line)["ok"] for line in kept)
    said = ragami("verify", "--resume", str(reports), str(tmp_path / "games"))
    assert said.code == 0
    assert len(lines_of(reports)) == NUMBER
    assert lines_of(reports)[: len(kept)] == kept


@pytest.mark.trial  # as tests/archive/test_crowd.py has it
def test_a_worker_that_is_killed_by_chance_costs_nothing(tmp_path: Path) -> None:
    with at_work(tmp_path) as (running, writer, reports):
        os.kill(workers_of(running.pid)[0], signal.SIGKILL)
        writer.write(logs(1)[0])
        writer.close()
        _out, err = running.communicate(timeout=FAR)
    assert (running.returncode, err) == (0, b"")
    assert len({json.loads(line)["file"] for line in lines_of(reports)}) == NUMBER + 1


# --- a full disk ---------------------------------------------------------------------------


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """Let no file grow larger: the system refuses to write on, as on a full disk.

    Python would leave torn files of compiled code behind, and take them for whole ones later.
    """
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_reports_for_which_there_is_no_room(ragami: Ragami, tmp_path: Path) -> None:
    folder = str(folder_of(tmp_path / "games", NUMBER))
    reports = tmp_path / "reports.jsonl"
    asked = ["verify", "--resume", str(reports), folder]
    with full_after(5000):
        said = ragami(*asked, "--processes", "2")
    assert said.code == 7
    assert str(reports) in said.err
    assert len(said.err.splitlines()) == 1
    assert reports.stat().st_size == 5000  # the fault has struck, in the middle of a line
    assert ragami(*asked).code == 0
    assert len({json.loads(line)["file"] for line in lines_of(reports)}) == NUMBER


def test_of_the_tables_all_are_written_or_none(ragami: Ragami, tmp_path: Path) -> None:
    folder = str(folder_of(tmp_path / "games", 2))
    tables = tmp_path / "tables"
    asked = ("export", "--json", folder, "--to", "parquet", "-o", str(tables))
    assert ragami(*asked).code == 0
    whole = {path: path.read_bytes() for path in tables.iterdir()}
    sizes = sorted(map(len, whole.values()))
    with full_after(sizes[-1] - 1):  # the largest of them has no room
        said = ragami(*asked)
    assert said.code == 7
    assert {path: path.read_bytes() for path in tables.iterdir()} == whole


def test_a_picture_for_which_there_is_no_room(ragami: Ragami, tmp_path: Path) -> None:
    folder = str(folder_of(tmp_path / "games", 2))
    said = ragami("stats", "--question", "dice", "--chart", "-o", "/dev/full", folder)
    assert said.code == 7
    assert len(said.err.splitlines()) == 1
