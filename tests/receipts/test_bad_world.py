"""Receipts in a bad world: huge files, killed writers, files that change or may not be written."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

import ragami as library
from ragami.errors import RagamiError
from ragami.receipts import Receipts, overview, writing
from ragami.receipts.lines import SEGMENT, Segment, segments
from ragami.receipts.lines import opened as open_receipts
from ragami.receipts.shelf import ReceiptPolicy, Shelf
from ragami.receipts.writing import segment
from tests.archive.games import folder_of, illegal, logs
from tests.archive.test_bad_world import command, ended, full_after, may_not_read_all
from tests.cli.conftest import Ragami
from tests.receipts.kit import lines_of
from tests.scale import seeds

LONG = 2**27
"""Bytes of a line."""

MEMORY_PER_RECEIPT = 100
"""Bytes, as promised."""


def receipts_of(path: Path, number: int) -> Path:
    """Receipts for one real log, and for so many that nobody has."""
    with Receipts(path) as receipts:
        receipts.ask(logs(1)[0])
    judge, line, _signed = lines_of(path)
    begun = line.index(b'"log":"') + 7
    with path.open("ab") as file:
        for first in range(0, number, SEGMENT):
            digests = [sha256(b"%d" % n).hexdigest() for n in range(first, first + SEGMENT)]
            made = [line[:begun] + one.encode() + line[begun + 64 :] for one in digests]
            file.write(segment([judge, *made]))
    return path


# --- much ----------------------------------------------------------------------------------


def seconds_to_read(path: Path) -> float:
    """The least of three readings."""
    taken = []
    for _again in range(3):
        begun = time.process_time()
        Shelf(ReceiptPolicy((str(path),))).close()
        taken.append(time.process_time() - begun)
    return min(taken)


@pytest.mark.trial
def test_many_lines_are_read_in_a_time_that_grows_as_they_do(tmp_path: Path) -> None:
    few, many = (receipts_of(tmp_path / str(n), n * SEGMENT) for n in (10, 40))
    assert seconds_to_read(many) <= 6 * seconds_to_read(few)
    with Receipts(many) as receipts:
        assert len(receipts.shelf) == 40 * SEGMENT + 1
        assert receipts.of(logs(1)[0]) is not None


@pytest.mark.trial
def test_a_receipt_takes_few_bytes_of_memory(tmp_path: Path) -> None:
    number = 20 * SEGMENT
    path = receipts_of(tmp_path / "judged", number)
    tracemalloc.start()
    shelf = Shelf(ReceiptPolicy((str(path),)))
    used, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    shelf.close()
    assert used <= MEMORY_PER_RECEIPT * number
    a_segment = 2**21
    assert most <= MEMORY_PER_RECEIPT * number + a_segment


def test_lines_that_nobody_closes_are_not_gathered(tmp_path: Path) -> None:
    path = receipts_of(tmp_path / "judged", 0)
    judge, line, _signed = lines_of(path)
    path.write_bytes(path.read_bytes() + judge + b"\n" + (line + b"\n") * 20 * SEGMENT)
    before = path.stat().st_size
    tracemalloc.start()
    shelf = Shelf(ReceiptPolicy((str(path),)))
    _used, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    shelf.close()
    assert most <= 2**22
    assert before == path.stat().st_size


@pytest.mark.parametrize(
    "place", ["first", pytest.param("between", marks=pytest.mark.trial), "last"]
)
def test_a_line_that_is_longer_than_the_memory(tmp_path: Path, place: str) -> None:
    path, log = receipts_of(tmp_path / "judged", 0), tmp_path / "log.jsonl"
    log.write_bytes(logs(1)[0])
    content = path.read_bytes()
    with path.open("r+b") as file:
        file.truncate(0 if place == "first" else len(content))
        file.truncate(file.seek(0, os.SEEK_END) + LONG)  # a hole, of zeros
        file.seek(0, os.SEEK_END)
        if place != "last":
            file.write(b"\n" + content)
    said = ended(command("verify", "--receipts", str(path), str(log)), little_memory)
    wrong = {"first": 1, "between": len(content.splitlines()) + 1}
    if place in wrong:
        assert said.code == 3
        assert f"Line {wrong[place]} of" in said.err
        assert path.stat().st_size > LONG
    else:
        assert said.code == 0, said
        assert said.err == ""


def little_memory() -> None:
    """Give less than what the line would take."""
    resource.setrlimit(resource.RLIMIT_DATA, (LONG * 3 // 4, LONG * 3 // 4))


# --- killed --------------------------------------------------------------------------------

WRITER = """
import sys
from hashlib import sha256
import msgspec
from ragami.judge.report import judge_replay, replay_log
from ragami.receipts import Receipts
from ragami.receipts.shelf import line_of
from tests.archive.games import logs

with Receipts(sys.argv[1]) as receipts:
    log = logs(1)[0]
    fresh = judge_replay(replay_log(log))
    line = msgspec.json.encode(line_of(log, bytes(32), fresh, 1, proofs=False))
    begun = line.index(b'"log":"') + 7
    print("writing", flush=True)
    for number in range(int(sys.argv[2]), 10**9):
        digest = sha256(b"%d" % number).hexdigest().encode()
        receipts.put("ragami", line[:begun] + digest + line[begun + 64:])
"""


def test_a_writer_that_is_killed_leaves_whole_segments(tmp_path: Path) -> None:
    path = tmp_path / "judged"
    with Receipts(path) as receipts:
        receipts.ask(logs(2)[1])
    sizes = {path.stat().st_size}
    for seed in seeds(1, 100):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(seed * 10**6)], stdout=subprocess.PIPE
        )
        assert writer.stdout
        assert writer.stdout.readline() == b"writing\n"
        enough = path.stat().st_size + Random(seed).randrange(2 * SEGMENT * len(WRITER))
        while path.stat().st_size < enough:
            time.sleep(0.001)
        writer.kill()
        writer.wait()
        writer.stdout.close()
        with Receipts(path) as receipts:
            assert receipts.remarks == []
            assert receipts.of(logs(2)[1]) == library.verify(logs(2)[1])
            with path.open("rb") as file:
                for one in segments(file, str(path)):
                    assert one.whole
                    assert len(one.receipts) in {1, SEGMENT}
        sizes.add(path.stat().st_size)
    assert len(sizes) > 1  # killed after something was written
    with Receipts(path) as receipts:
        fresh = receipts.ask(logs(3)[2])
    with Receipts(path) as receipts:
        assert receipts.of(logs(3)[2]) is not None
        assert fresh.line is not None


# --- changing, and not to be written -------------------------------------------------------


def test_a_log_that_changes_is_read_once(ragami: Ragami, tmp_path: Path) -> None:
    """What is hashed is what is judged and said, whatever stands in the file a moment later."""
    both = [logs(1)[0], illegal(logs(1)[0])]
    log, new, over = tmp_path / "log.jsonl", tmp_path / "new", Event()
    log.write_bytes(both[0])

    def change() -> None:
        for content in cycle(both):
            new.write_bytes(content)
            new.replace(log)
            if over.is_set():
                return

    changing = Thread(target=change)
    changing.start()
    try:
        said = []
        for number in range(10):
            receipts = ("--receipts", str(tmp_path / f"judged-{number}"))
            said.append(ragami("verify", "--json", "--processes", "1", *receipts, str(log)))
    finally:
        over.set()
        changing.join()
    for number, one in enumerate(said):
        path = tmp_path / f"judged-{number}"
        with Receipts(path) as known:
            (there,) = [log for log in both if known.of(log)]
            assert known.of(there) == library.verify(there)
        assert one.code == both.index(there)
        assert one.lines[0]["ok"] == (there == both[0])


def with_more_records(path: Path) -> None:
    """Change a receipt where it stands."""
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"records":2', b'"records":9', 1))
    assert path.read_bytes() != content


def test_a_receipt_that_is_changed_after_it_was_read_counts_for_nothing(tmp_path: Path) -> None:
    path, log = receipts_of(tmp_path / "judged", 0), logs(1)[0]
    with Receipts(path) as receipts:
        assert receipts.of(log) is not None
        with_more_records(path)
        assert receipts.of(bytes(bytearray(log))) is None
        assert library.verify(log, receipts=receipts) == library.verify(log)
    with Receipts(path) as receipts:  # judged again, and written behind what was changed
        assert receipts.of(log) == library.verify(log)


def test_what_is_changed_meanwhile_is_not_signed_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = receipts_of(tmp_path / "judged", 0)

    def read_and_changed(path: str) -> list[Segment]:
        with open_receipts(path) as file:
            read = [*segments(file, path)]
        with_more_records(Path(path))
        return read

    monkeypatch.setattr(overview, "_segments", read_and_changed)
    assert overview.without(str(path), tmp_path / "new", ()) == (0, 1)
    assert (tmp_path / "new").read_bytes() == b""


def test_a_file_that_is_shortened_is_left_as_it_is(tmp_path: Path) -> None:
    path = receipts_of(tmp_path / "judged", 0)

    def judge_and_shorten() -> None:
        with Receipts(path) as receipts:
            path.write_bytes(b"")
            assert library.verify(logs(2)[1], receipts=receipts).ok

    with pytest.raises(RagamiError, match="Another command"):
        judge_and_shorten()
    assert path.read_bytes() == b""


def test_a_file_that_may_not_be_written_to_is_read_and_that_is_said(
    ragami: Ragami, tmp_path: Path
) -> None:
    path = receipts_of(tmp_path / "judged", 0)
    names = [str(tmp_path / f"{n}.jsonl") for n in range(2)]
    for name, log in zip(names, logs(2), strict=True):
        Path(name).write_bytes(log)
    before = path.read_bytes()
    true = ragami("verify", *names).out.rstrip("\n")
    path.chmod(0o444)
    asked = command("verify", "--processes", "1", "--receipts", str(path), *names)
    said = ended(asked, may_not_read_all)
    assert said.code == 0
    assert f"{path} cannot be written to" in said.err
    assert said.out == f"{true} 1 by a receipt.\n"
    assert path.read_bytes() == before


def test_a_disk_that_is_full_takes_no_verdict_away(ragami: Ragami, tmp_path: Path) -> None:
    path, folder = receipts_of(tmp_path / "judged", 0), folder_of(tmp_path / "games", 4)
    (folder / "game-000.jsonl").unlink()
    before = path.read_bytes()
    with full_after(len(before) + 100):
        said = ragami("verify", "--processes", "1", "--receipts", str(path), str(folder))
    assert said.code == 7
    assert said.out == ragami("verify", str(folder)).out
    assert len(said.err.splitlines()) == 1
    assert str(path) in said.err
    assert path.read_bytes()[: len(before)] == before
    with Receipts(path) as receipts:
        assert receipts.of(logs(1)[0]) is not None
        assert receipts.of(logs(2)[1]) is None


def judged_without_room(path: Path) -> Iterator[library.Report]:
    """Judge logs while no receipt can be written."""
    with Path("/dev/full").open("r+b") as full, Receipts(path) as receipts:
        assert receipts._file
        os.dup2(full.fileno(), receipts._file.fileno())
        yield from (library.verify(log, receipts=receipts) for log in logs(3))


def test_judging_goes_on_where_there_is_no_room_for_a_segment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "SEGMENT", 1)
    reports: list[library.Report] = []
    with pytest.raises(RagamiError, match="refused"):
        reports.extend(judged_without_room(tmp_path / "judged"))
    assert reports == [library.verify(log) for log in logs(3)]
