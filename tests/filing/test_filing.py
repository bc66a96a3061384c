"""Files that are written whole: what a full disk, a cut or another writer leave of them."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from stat import S_IMODE
from typing import Final

import pytest

from ragami.errors import RagamiError
from ragami.filing import beside, write_whole
from tests.cli.conftest import Ragami
from tests.samples.samples import samples
from tests.scale import SEED

ROOT: Final = Path(__file__).parents[2]
LIMIT: Final = 20
"""Bytes that a file may have on the disk that is full."""


def test_the_content_is_there_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"one", b"", b"two" * 10_000):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_synced_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    path = tmp_path / "file"
    sync: Callable[[int], None] = os.fsync

    def noted(handle: int) -> None:
        there = "after" if path.exists() else "before"
        kind = "folder" if os.path.isdir(f"/proc/self/fd/{handle}") else "file"  # noqa: PTH112
        steps.append(f"{kind} {there}")
        sync(handle)

    monkeypatch.setattr("os.fsync", noted)
    write_whole(path, b"x")
    assert steps == ["file before", "folder after"]


def test_what_was_there_stands_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def interrupted() -> None:
        with beside(path) as new:
            new.write_bytes(b"half")
            assert path.read_bytes() == b"old"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_modes_are_those_of_the_umask_of_the_old_file_or_of_the_owner(tmp_path: Path) -> None:
    path = tmp_path / "file"
    before = os.umask(0o027)
    try:
        write_whole(path, b"x")
        assert S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        write_whole(path, b"y")
        assert S_IMODE(path.stat().st_mode) == 0o604
        write_whole(path, b"z", private=True)
        assert S_IMODE(path.stat().st_mode) == 0o600
    finally:
        os.umask(before)


def test_a_link_goes_on_leading_to_where_it_led(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    link = tmp_path / "link"
    link.symlink_to("deep/file")
    write_whole(link, b"x")
    assert link.is_symlink()
    assert (tmp_path / "deep" / "file").read_bytes() == b"x"


@pytest.mark.parametrize("links", [True, False])
def test_anew_replaces_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def no_links(_old: object, _new: object) -> None:
        raise PermissionError

    if not links:
        monkeypatch.setattr("os.link", no_links)
    path = tmp_path / "file"
    write_whole(path, b"first", anew=True)
    with pytest.raises(FileExistsError):
        write_whole(path, b"second", anew=True)
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_what_the_system_refuses_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "no" / "file", tmp_path / "file" / "in", Path("/dev/full")):
        with pytest.raises(RagamiError) as caught:
            write_whole(path, b"x")
        assert caught.value.code == "system-refused"
        assert str(caught.value.facts["problem"]).startswith(f"{path}: ")


# --- every command that writes ----------------------------------------------------------------


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[], AbstractContextManager[None]]:
    """No file may grow larger meanwhile, as on a full disk; SQLite's own too."""
    # What is compiled would be cut short, too, and stay so for all that run after us.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    @contextmanager
    def limited() -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return limited


def log_file(folder: Path) -> str:
    path = folder / "game.jsonl"
    path.write_bytes(samples("legal")[4].log)
    return str(path)


SIMULATED: Final = ["simulate", "--games", "1", "--seed", "7", "--game", "ragami", "-o"]
WRITING: Final = {
    "log": ["export", "{log}", "-o", "{out}"],
    "csv": ["export", "{log}", "--to", "csv", "-o", "{out}"],
    "page": ["export", "{log}", "--to", "html", "-o", "{out}"],
    "simulate": [*SIMULATED, "{out}.jsonl"],
    "folder": [*SIMULATED, "{out}-games"],
    "merge": ["merge", "{log}", "{log}", "-o", "{out}"],
    "report": ["report", "{log}", "-o", "{out}"],
    "sarif": ["audit", "{log}", "--sarif", "{out}"],
    "sheet": ["sheet", "{log}", "-o", "{out}.html"],
    "board": ["board", "draw", "{log}", "-o", "{out}.svg"],
    "schema": ["schema", "--game", "ragami", "--write", "{out}-schemas"],
    "key": ["key", "new", "ana"],
    "chart": ["stats", "{log}", "--question", "dice", "--chart", "-o", "{out}"],
}


@pytest.mark.parametrize("what", WRITING if SEED else ["log", "folder", "schema", "key", "chart"])
def test_a_command_on_a_full_disk_leaves_nothing_and_names_the_file(
    ragami: Ragami,
    full: Callable[[], AbstractContextManager[None]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    log = log_file(tmp_path)
    folder = tmp_path / "out"
    folder.mkdir()
    monkeypatch.setenv("RAGAMI_KEYS", str(folder / "keys"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # for the processes that are started
    words = [word.format(log=log, out=folder / "made") for word in WRITING[what]]
    with full():
        done = ragami(*words)
    assert done.code == 7, done
    assert str(tmp_path) in done.err or what == "chart"
    assert len(done.err.splitlines()) == 1
    assert [path for path in folder.rglob("*") if not path.is_dir()] == []
    again = ragami(*words)
    assert again.code == 0, again
    assert [path for path in folder.rglob("*") if not path.is_dir()]


def test_a_key_that_cannot_be_made_known_is_not_made(ragami: Ragami, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.mkdir()
    (keys / "known").write_text("nonsense\n")
    assert ragami("key", "new", "ana").code != 0
    assert not (keys / "ana.key").exists()
    (keys / "known").unlink()
    assert ragami("key", "new", "ana").code == 0


def test_a_log_is_written_over_itself(ragami: Ragami, tmp_path: Path) -> None:
    log = log_file(tmp_path)
    before = Path(log).read_bytes()
    assert ragami("export", log, "--as", "referee", "-o", log).code == 0
    assert Path(log).read_bytes() == before


def test_nothing_else_writes_files() -> None:
    """Whoever adds a way to write a file finds this test."""
    known = {
        "ragami/filing.py",
        "ragami/analytics/folder.py",  # rows that wait, in a folder that is thrown away
        "ragami/receipts/writing.py",  # appended to by one writer, a segment at a time
        "ragami/analytics/reports.py",  # goes on where it was left, line by line
    }
    ways = (".write_bytes(", ".write_text(", '.open("w', '.open("a', "O_CREAT")
    found = {
        str(path.relative_to(ROOT))
        for place in ("ragami", "cli")
        for path in (ROOT / place).rglob("*.py")
        if any(way in path.read_text() for way in ways)
    }
    assert found <= known
