"""The files of a killed writer cut off or spoilt anywhere: whole appends are read, or none at all.

What a disk may have kept of them is never more than that: no half append, and no event that was
not written.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ragami.errors import STORAGE, RagamiError
from ragami.store import schema
from ragami.store.sqlite import SqliteStore
from tests.scale import often
from tests.store.test_kill import Writers, whole_commands

HEADER, FRAME_HEADER = 32, 24
FRAME = FRAME_HEADER + schema.PAGE
FRAMES = 40  # of the write-ahead log that are looked at, from its beginning
IN_A_FRAME = (0, 1, 8, FRAME_HEADER - 1, FRAME_HEADER, FRAME_HEADER + 1, FRAME // 2, FRAME - 1)
SOME = often(4, 1)
PLACES = [
    0, 1, 24, HEADER - 1,
    *(HEADER + number * FRAME + place
      for number in range(FRAMES) for place in IN_A_FRAME[number % SOME :: SOME]),
]  # fmt: skip


@pytest.fixture(scope="module")
def remains(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a killed writer left: a database and a write-ahead log that is full of appends."""
    path = tmp_path_factory.mktemp("killed") / "logs.db"
    with Writers() as writers:
        writers.killed(path, "g", appends=2 * FRAMES)
    assert Path(f"{path}-wal").stat().st_size > PLACES[-1]
    return path


def read_copy(remains: Path, path: Path, change: Callable[[Path], object]) -> list[bytes] | None:
    """The log in a copy of `remains` after a change to it; None if the copy is refused."""
    shutil.copy(remains, path)
    log = Path(f"{path}-wal")
    shutil.copy(f"{remains}-wal", log)
    change(log)
    try:
        with SqliteStore(path) as store:
            return store.read("g") if store.head("g") else []
    except RagamiError as trouble:
        assert trouble.exit_code == STORAGE
        return None


@pytest.fixture
def whole(remains: Path, path: Path) -> list[bytes]:
    bodies = read_copy(remains, path, lambda _: None)
    assert bodies
    assert whole_commands(bodies)
    return bodies


def beginnings(whole: list[bytes], found: Iterator[list[bytes] | None]) -> set[int]:
    """The lengths that were read, all of them whole appends from the beginning of the log."""
    lengths = set()
    for bodies in found:
        if bodies:
            assert bodies == whole[: len(bodies)]
            assert whole_commands(bodies)
            lengths.add(len(bodies))
    return lengths


def test_a_log_that_is_cut_off_is_read_up_to_its_last_whole_append(
    remains: Path, path: Path, whole: list[bytes]
) -> None:
    def cut(at: int) -> Callable[[Path], object]:
        return lambda log: log.write_bytes(log.read_bytes()[:at])

    found = (read_copy(remains, path, cut(at)) for at in PLACES)
    lengths = beginnings(whole, found)
    assert len(lengths) > 10, "the cuts are between different appends"
    assert max(lengths) < len(whole)


def test_a_log_with_a_wrong_byte_is_read_up_to_the_append_before(
    remains: Path, path: Path, whole: list[bytes]
) -> None:
    def spoil(at: int) -> Callable[[Path], object]:
        def change(log: Path) -> None:
            kept = bytearray(log.read_bytes())
            kept[at] ^= 0x10
            log.write_bytes(kept)

        return change

    found = (read_copy(remains, path, spoil(at)) for at in PLACES)
    assert len(beginnings(whole, found)) > 10


def test_a_log_that_ends_in_rubbish_is_read_whole(
    remains: Path, path: Path, whole: list[bytes]
) -> None:
    def add(rubbish: bytes) -> Callable[[Path], object]:
        return lambda log: log.write_bytes(log.read_bytes() + rubbish)

    for rubbish in (b"\0", b"\xff" * FRAME_HEADER, bytes(FRAME), b"\xff" * (3 * FRAME)):
        assert read_copy(remains, path, add(rubbish)) == whole


def test_what_was_cut_off_can_be_appended_again(
    remains: Path, path: Path, whole: list[bytes]
) -> None:
    middle = HEADER + FRAMES // 2 * FRAME + 100
    before = read_copy(remains, path, lambda log: log.write_bytes(log.read_bytes()[:middle]))
    assert before
    with SqliteStore(path) as store:
        store.append("g", len(before), whole[len(before) :])
        assert store.read("g") == whole
