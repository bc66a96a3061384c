"""`ragami verify`: which logs are judged, what is said of each, and with what exit code."""

from __future__ import annotations

import gzip
import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ragami.sources import logs
from ragami_cli import output
from ragami_cli.output import Output
from tests.cli.conftest import Process, Ragami
from tests.samples.samples import samples

LEGAL = samples("legal")[0]
ILLEGAL = samples("illegal")[0]
REPORT = ["file", "records", "ok", "findings", "final"]
FINDING = [
    "code", "severity", "rule", "ruling", "seq", "line", "facts", "en", "es", "sources",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with logs, packed and not, in folders of their own, and with other files."""
    place = tmp_path / "logs"
    (place / "inner").mkdir(parents=True)
    (place / "b.jsonl").write_bytes(LEGAL.log)
    (place / "a.jsonl").write_bytes(ILLEGAL.log)
    (place / "inner" / "c.jsonl.gz").write_bytes(gzip.compress(LEGAL.log))
    (place / "notes.txt").write_text("no log")
    return place


# --- the report ----------------------------------------------------------------------------


def test_a_report_has_the_fields_of_the_contract_in_their_order(ragami: Ragami) -> None:
    said = ragami("verify", "--json", str(ILLEGAL.path))
    assert said.code == 1
    (report,) = said.lines
    assert list(report) == REPORT
    assert [list(finding) for finding in report["findings"]] == [FINDING] * 2
    assert report["findings"][-1]["en"] != report["findings"][-1]["es"]


def test_a_log_without_errors_ends_with_0_whatever_else_is_found(ragami: Ragami) -> None:
    sample = next(one for one in samples("legal") if one.expected["asserted_differences"])
    said = ragami("verify", "--json", str(sample.path))
    assert said.code == 0
    assert "warning" in {finding["severity"] for finding in said.lines[0]["findings"]}


def test_in_words_a_log_is_a_line_and_a_finding_a_paragraph(ragami: Ragami) -> None:
    said = ragami("verify", str(LEGAL.path), str(ILLEGAL.path))
    assert said.code == 1
    lines = said.out.splitlines()
    result = "Yellow · eva wins (eva 41, lola 23)"
    assert lines[0] == f"✓ {LEGAL.path}  135 records · {result}"
    assert f"✗ {ILLEGAL.path}  43 records" in lines
    assert any(line.startswith("  error    Record 40: Purple acts, but") for line in lines)
    assert lines[-1] == "2 logs, 1 of them without an error."
    widths = [len(line.removeprefix(f"✓ {LEGAL.path.parent}/")) for line in lines]
    assert max(widths) <= 100


def test_an_encoding_without_ticks_has_plainer_signs(process: Process) -> None:
    said = process("verify", str(LEGAL.path), str(ILLEGAL.path), PYTHONIOENCODING="ascii")
    assert [line[0] for line in said.out.splitlines() if ".jsonl" in line] == ["+", "-"]


@pytest.mark.parametrize(
    "value",
    [
        {"é": '\u00f1 \x07\x7f\n"\\', "l": [1, None, True, 0.5]},
        {"dice": "\U0001f3b2é"},
        "half \ud83c of a sign",
        {"n": 2**70},
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "ascii"])
def test_json_is_ascii_where_the_encoding_lacks_a_character(value: object, encoding: str) -> None:
    output = Output("en", json=True)
    output.encoding = encoding
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = json.dumps(value, separators=(",", ":"))
    assert output.as_json(value) == text


# --- which logs ----------------------------------------------------------------------------


def test_a_folder_is_all_its_logs_sorted(ragami: Ragami, folder: Path) -> None:
    said = ragami("verify", "--json", str(folder))
    names = ["a.jsonl", "b.jsonl", "inner/c.jsonl.gz"]
    assert [report["file"] for report in said.lines] == [f"{folder}/{name}" for name in names]
    assert [report["ok"] for report in said.lines] == [False, True, True]


def test_the_order_is_as_asked_and_a_log_may_be_asked_for_twice(
    ragami: Ragami, folder: Path
) -> None:
    asked = [str(folder / "b.jsonl"), str(folder / "a.jsonl"), str(folder / "b.jsonl")]
    said = ragami("verify", "--json", *asked)
    assert [report["file"] for report in said.lines] == asked


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_lone_dash_is_stdin(ragami: Ragami, pack: type[bytes]) -> None:
    said = ragami("verify", "--json", "-", stdin=pack(LEGAL.log))
    assert said.code == 0
    assert (said.lines[0]["file"], said.lines[0]["records"]) == ("-", 135)


def test_a_name_is_a_game_where_it_is_no_file(
    ragami: Ragami, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ragami("import", str(LEGAL.path), "--name", "final").code == 0
    said = ragami("verify", "--json", "final")
    assert (said.lines[0]["file"], said.lines[0]["ok"]) == ("final", True)
    Path("final").write_bytes(ILLEGAL.log)
    assert ragami("verify", "--json", "final").lines[0]["ok"] is False


def test_what_is_not_there_is_said_and_the_others_are_judged(ragami: Ragami, folder: Path) -> None:
    asked = [str(folder / "a.jsonl"), str(folder / "bb.jsonl"), str(folder / "b.jsonl")]
    said = ragami("verify", "--json", *asked)
    assert said.code == 3
    first, missing, last = said.lines
    assert (first["ok"], last["ok"]) == (False, True)
    assert missing["file"] == asked[1]
    assert missing["error"]["code"] == "log-not-found"
    assert str(folder / "b.jsonl") in missing["error"]["facts"]["nearest"]


def test_a_mistyped_game_is_answered_with_the_nearest(ragami: Ragami) -> None:
    assert ragami("import", str(LEGAL.path), "--name", "semifinal").code == 0
    said = ragami("verify", "semifnal")
    assert said.code == 3
    assert "Nearest to it: semifinal." in said.err


def test_a_folder_without_logs_is_not_found(ragami: Ragami, tmp_path: Path) -> None:
    said = ragami("verify", str(tmp_path), "--json")
    assert said.code == 3
    assert said.lines[0]["error"]["code"] == "no-logs-in-folder"


def test_nothing_asked_is_wrong_usage(ragami: Ragami) -> None:
    assert ragami("verify").code == 2


# --- what is no log ------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b"\n", b"hello\n", b"\x00\xff", b"[]", b"{}\n{}\n"])
def test_what_is_no_log_is_malformed(ragami: Ragami, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    said = ragami("verify", "--json", str(path))
    assert said.code == 1
    assert said.lines[0]["findings"][0]["code"] == "malformed-record"


@pytest.mark.parametrize("spoil", [lambda packed: packed[:300], lambda packed: packed + b"x"])
def test_a_broken_gzip_file_is_said_to_be_one(
    ragami: Ragami, tmp_path: Path, spoil: type[bytes]
) -> None:
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(spoil(gzip.compress(LEGAL.log)))
    said = ragami("verify", "--json", str(path))
    assert said.code == 1
    assert said.lines[0]["error"]["code"] == "bad-gzip"


def test_a_packed_flood_is_not_unpacked_to_its_end(
    ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "LONGEST_LOG", 1000)
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress(b" " * 1001))
    said = ragami("verify", "--json", str(path))
    assert said.code == 1
    assert said.lines[0]["error"]["code"] == "log-too-long"
    path.write_bytes(gzip.compress(b" " * 1000))
    assert ragami("verify", "--json", str(path)).lines[0]["records"] == 1


def test_pipes_and_devices_are_refused_and_not_waited_for(process: Process, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    said = process("verify", "--json", str(pipe), "/dev/zero", str(LEGAL.path))
    assert said.code == 2
    assert [line.get("error", {}).get("code") for line in said.lines] == ["not-a-file"] * 2 + [None]


def test_a_way_that_leads_in_a_circle_is_the_system_s_refusal(
    ragami: Ragami, tmp_path: Path
) -> None:
    circle = tmp_path / "circle.jsonl"
    circle.symlink_to(circle)
    said = ragami("verify", "--json", str(circle))
    assert said.code == 7
    assert said.lines[0]["error"]["code"] == "system-refused"


@pytest.mark.parametrize(
    "log",
    [b"\n" * 2**22, b"x\n" * 2**21, b"[" * 2**23, b'{"a":' * 2**21, b"9" * 2**23],
    ids=["lines", "words", "depth", "objects", "digits"],
)
def test_floods_are_over_in_no_time(ragami: Ragami, tmp_path: Path, log: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(log)
    began = time.process_time()
    said = ragami("verify", "--json", str(path))
    assert said.code == 1
    limit = "too-many-lines" if b"\n" in log else "line-too-long"
    assert said.lines[0]["error"]["code"] == limit
    assert time.process_time() - began < 5


# --- as it goes on -------------------------------------------------------------------------


def test_a_report_comes_as_soon_as_its_log_is_judged() -> None:
    """The second log is a pipe that nobody has written into yet."""
    reader, writer = os.pipe()
    command = [sys.executable, "-m", "ragami_cli", "verify", "--json"]
    with subprocess.Popen(
        [*command, str(LEGAL.path), f"/dev/fd/{reader}"], stdout=subprocess.PIPE, pass_fds=[reader]
    ) as running:
        assert running.stdout is not None
        ready, _, _ = select.select([running.stdout], [], [], 30)
        assert ready
        assert json.loads(running.stdout.readline())["ok"] is True
        os.write(writer, ILLEGAL.log)
        os.close(writer)
        assert json.loads(running.stdout.readline())["ok"] is False
        assert running.wait(30) == 1
    os.close(reader)


SLOWLY = """
import sys, time
from ragami.sources import files
from ragami_cli import output
output.PATIENCE, output.INTERVAL = 0, 0
read = files.read_file
files.read_file = lambda path: (time.sleep(0.01), read(path))[1]
from ragami_cli.__main__ import run
sys.exit(run(sys.argv[1:]))
"""


def test_how_far_it_is_is_shown_on_a_terminal_and_on_stderr_only(folder: Path) -> None:
    master, terminal = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-c", SLOWLY, "verify", "--json", str(folder)],
        stdout=subprocess.PIPE,
        stderr=terminal,
        check=False,
        timeout=60,
    )
    os.close(terminal)
    shown = os.read(master, 10_000).decode()
    os.close(master)
    assert "] 2/3" in shown
    assert shown.endswith("\r\x1b[K")
    assert len(done.stdout.splitlines()) == 3
    assert b"\x1b" not in done.stdout
    piped = subprocess.run(
        [sys.executable, "-c", SLOWLY, "verify", "--json", str(folder)],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert piped.stderr == b""


def test_the_bar_is_back_as_soon_as_something_was_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "shows_progress", lambda: True)
    monkeypatch.setattr(output, "PATIENCE", 0)
    with output.ProgressLine(10) as bar:
        bar.step()
        assert " 1/10 " in capsys.readouterr().err
        bar.step()
        assert capsys.readouterr().err == ""  # too soon after the last drawing
        bar.hide()
        bar.step()
        assert " 3/10 " in capsys.readouterr().err


def test_only_what_is_bad_enough_is_said(ragami: Ragami, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(samples("legal")[4].log)
    whole = ragami("verify", str(path))
    assert "notice" in whole.out
    for how in ("error", "warning"):
        said = ragami("verify", "--severity", how, str(path))
        assert (said.code, len(said.out.splitlines())) == (0, 1)
        assert ragami("verify", "--severity", how, "--json", str(path)).lines[0]["findings"] == []
    assert ragami("verify", "--severity", "notice", str(path)).out == whole.out


def test_of_many_logs_a_good_one_takes_a_line(ragami: Ragami, tmp_path: Path) -> None:
    for name, sample in (("a", samples("legal")[4]), ("b", samples("illegal")[0])):
        (tmp_path / f"{name}.jsonl").write_bytes(sample.log)
    said = ragami("verify", str(tmp_path))
    lines = said.out.splitlines()
    assert said.code == 1
    assert "a.jsonl" in lines[0]
    assert "b.jsonl" in lines[1]
    assert len(lines) > 3
    assert "notice" in ragami("verify", "--severity", "notice", str(tmp_path)).out.splitlines()[1]
    told = ragami("verify", "--json", str(tmp_path)).lines[0]
    assert told == ragami("verify", "--json", str(tmp_path / "a.jsonl")).lines[0]
