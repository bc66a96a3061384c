"""`ragami verify` and `ragami import` of archives: whatever form, however many hands."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import zstandard

from ragami.analytics.reports import Reports
from ragami.errors import RagamiError
from ragami.sources.places import LARGE, sources
from ragami.store import open_store
from tests.archive.games import folder_of, illegal, logs
from tests.cli.conftest import Ragami
from tests.scale import often

NUMBER = 8
MANY = 18
"""So many that they are a large file, and that one may be killed on the way."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = folder_of(tmp_path / "games", NUMBER)
    (made / "game-006.jsonl").write_bytes(illegal(logs(NUMBER)[6]))
    (made / "deep" / "torn.jsonl.gz").write_bytes(b"\x1f\x8b\x08")
    return made


def archive(path: Path, number: int = NUMBER) -> Path:
    path.write_bytes(zstandard.ZstdCompressor().compress(b"".join(logs(number))))
    return path


@pytest.mark.parametrize(
    "how",
    [["--json"], *(pytest.param(how, marks=pytest.mark.trial) for how in ([], ["--lang", "es"]))],
)
def test_several_processes_say_the_same_bytes_as_one(
    ragami: Ragami, folder: Path, how: list[str]
) -> None:
    one, several = (ragami("verify", *how, "--processes", number, str(folder)) for number in "12")
    assert one == several
    assert one.code == 1
    assert "game-006" in one.out
    if how == ["--json"]:
        files = [line["file"] for line in one.lines]
        assert files == sorted(files)
        assert len(files) == NUMBER + 1
    assert "gzip" in one.err


def test_the_logs_of_one_file_are_numbered(ragami: Ragami, tmp_path: Path) -> None:
    packed = archive(tmp_path / "all.jsonl.zst")
    said = ragami("verify", "--json", str(packed))
    assert [line["file"] for line in said.lines] == [f"{packed}#{n + 1}" for n in range(NUMBER)]
    assert said.code == 0
    third = ragami("verify", "--json", f"{packed}#3").lines
    assert third == [said.lines[2]]
    assert ragami("export", f"{packed}#3").out.encode() == logs(NUMBER)[2]
    assert "#1" in ragami("show", str(packed)).err


def test_a_large_plain_file_is_read_in_parts(ragami: Ragami, tmp_path: Path) -> None:
    """By whoever works on a part, and not by the process that hands it out."""
    plain = tmp_path / "all.jsonl"
    plain.write_bytes(b"".join(logs(MANY)) + illegal(logs(MANY)[6]) + logs(MANY)[0])
    assert plain.stat().st_size > LARGE
    parts = list(sources([str(plain)], games=False))
    expected = [*logs(MANY), illegal(logs(MANY)[6]), logs(MANY)[0]]
    assert [part.read() for part in parts] == expected
    assert [part.name for part in parts] == [f"{plain}#{n + 1}" for n in range(MANY + 2)]
    one, two = (ragami("verify", "--json", "--processes", n, str(plain)) for n in "12")
    assert one == two
    assert [line["ok"] for line in one.lines].index(False) == MANY
    assert ragami("export", f"{plain}#3").out.encode() == logs(MANY)[2]
    plain.unlink()
    with pytest.raises(RagamiError, match="There is no file"):
        parts[0].read()


def test_an_archive_that_breaks_off_is_judged_up_to_there(ragami: Ragami, tmp_path: Path) -> None:
    packed = archive(tmp_path / "all.jsonl.zst")
    plain = zstandard.ZstdCompressor().compress(b"".join(logs(NUMBER)[:2])[:-500])
    packed.write_bytes(plain[:-50])
    said = ragami("verify", "--json", str(packed))
    assert said.code == 1
    assert said.lines[-1]["error"]["code"] == "bad-zstd"


def test_all_games_of_a_database(ragami: Ragami, folder: Path, tmp_path: Path) -> None:
    ragami("import", str(folder))
    with open_store(tmp_path / "games.db") as store:
        names = list(store.names())
        assert b"".join(line + b"\n" for line in store.read("game-003")) == logs(NUMBER)[3]
    assert len(names) == NUMBER - 1  # not the one that is illegal
    said = ragami("verify", "--json", "--all-games")
    assert [line["file"] for line in said.lines] == names
    path = str(tmp_path / "games.db")
    by_path = ragami("verify", "--json", path).lines
    assert [line["file"] for line in by_path] == [f"{path}#{name}" for name in names]
    assert ragami("verify", "--json", f"{path}#game-003").lines == [by_path[3]]
    assert ragami("verify", "--json", f"{path}#game-999").code == 3


def test_an_import_that_was_interrupted_goes_on(ragami: Ragami, folder: Path) -> None:
    ragami("import", str(folder / "game-003.jsonl"))
    said = ragami("import", "--json", str(folder))
    there = {line["game"]: line["there_already"] for line in said.lines if "game" in line}
    assert there.pop("game-003") is True
    assert set(there.values()) == {False}
    again = ragami("import", "--json", str(folder))
    assert {line["there_already"] for line in again.lines if "game" in line} == {True}


def test_nobody_at_the_address(ragami: Ragami, folder: Path) -> None:
    said = ragami("verify", "--json", "--on", "tcp://127.0.0.1:1", str(folder))
    assert (said.code, said.lines[-1]["error"]["code"]) == (3, "cluster-not-reached")


# --- interrupted ---------------------------------------------------------------------------


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "ragami_cli", *arguments]


def test_killed_in_the_middle_it_goes_on_where_it_was(ragami: Ragami, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "games", MANY)
    whole = ragami("verify", "--json", str(folder)).out.splitlines()
    reports = tmp_path / "reports.jsonl"
    asked = ["verify", "--processes", "2", "--resume", str(reports), str(folder)]
    for _ in range(often(1, 3)):
        running = subprocess.Popen(command(*asked), stdout=subprocess.DEVNULL)
        before = reports.stat().st_size if reports.exists() else 0
        while running.poll() is None:
            if reports.exists() and reports.stat().st_size > before:
                running.send_signal(signal.SIGKILL)
                break
            time.sleep(0.001)
        running.wait(10)
    struck = reports.read_bytes()
    reports.write_bytes(struck[: -len(struck) // 50])  # and a line is torn
    said = ragami(*asked)
    assert said.code == 0
    assert f"{MANY} logs, {MANY} of them without an error." in said.out
    assert reports.read_text(encoding="utf-8").splitlines() == whole


def test_what_there_was_counts_for_the_exit_code(ragami: Ragami, folder: Path) -> None:
    reports = folder.parent / "reports.jsonl"
    first = ragami("verify", "--resume", str(reports), str(folder))
    kept = reports.read_bytes()
    again = ragami("verify", "--resume", str(reports), str(folder))
    assert (first.code, again.code) == (1, 1)
    assert "gzip" in first.err
    assert (again.out, again.err) == (first.out, "")
    assert reports.read_bytes() == kept


def test_another_file_is_left_alone(ragami: Ragami, folder: Path, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary\nno end", encoding="utf-8")
    said = ragami("verify", "--json", "--resume", str(diary), str(folder))
    assert said.lines[-1]["error"]["code"] == "not-reports"
    assert diary.read_text(encoding="utf-8") == "Dear diary\nno end"


def test_a_report_says_its_exit_code(tmp_path: Path) -> None:
    path = tmp_path / "reports.jsonl"
    said = [
        {"file": "a", "ok": True, "findings": []},
        {"file": "b", "ok": False, "findings": [{"code": "illegal-event"}]},
        {"file": "c", "ok": False, "findings": [{"code": "broken-proof"}]},
        {"file": "d", "error": {"code": "file-not-found"}},
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in said), encoding="utf-8")
    with Reports(path) as reports:
        assert reports.codes == {0: 1, 1: 1, 6: 1, RagamiError("file-not-found").exit_code: 1}
        assert [name for name in "abcde" if reports.has(name)] == ["a", "b", "c", "d"]


def test_of_an_audit_too_it_does_not_matter_how_many_work(ragami: Ragami, tmp_path: Path) -> None:
    packed = archive(tmp_path / "all.jsonl.zst", 3)
    one, two = (ragami("audit", "--json", "--processes", n, str(packed)) for n in "12")
    assert one == two
    assert {line["file"] for line in one.lines} == {f"{packed}#{n + 1}" for n in range(3)}


def test_an_audit_goes_on_where_it_was(ragami: Ragami, tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "games", 4)
    (folder / "game-003.jsonl").write_bytes(illegal(logs(4)[3]))
    reports = tmp_path / "reports.jsonl"
    asked = ("audit", "--resume", str(reports), str(folder))
    whole = ragami(*asked)
    kept = reports.read_bytes()
    assert [json.loads(line)["ok"] for line in kept.splitlines()].count(False) == 1
    reports.write_bytes(kept[: len(kept) // 2])  # one is torn, and the others are not there
    assert ragami(*asked) == whole
    assert (whole.code, reports.read_bytes()) == (1, kept)
    assert ragami(*asked, "--table").code == 2
