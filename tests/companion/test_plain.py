"""The companion line by line: a sheet is piped in, or somebody talks to it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from ragami.sheet.writing import write_sheet
from ragami.store import open_store
from ragami_cli.__main__ import run
from tests.companion.conftest import HEADS, SETUP
from tests.scale import often


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setenv("RAGAMI_DB", str(path))
    monkeypatch.setenv("RAGAMI_BY", "ana")


def said(monkeypatch: pytest.MonkeyPatch, text: str, *arguments: str) -> int:
    given = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", given)
    return run(["--lang", "en", "table", "--game", "ragami", *arguments])


def records(path: Path, name: str = "friday") -> int:
    with open_store(path) as store:
        return store.head(name)


def test_a_whole_sheet_is_piped_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    assert said(monkeypatch, HEADS + "\n" + SETUP + "Y pass\n", "friday", "--plain") == 0
    assert records(path) == 22
    told = capsys.readouterr().out.splitlines()
    assert told[-1] == "Yellow passes"


def test_the_heads_alone_open_a_game(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    assert said(monkeypatch, HEADS, "friday", "--plain") == 0
    assert records(path) == 1


def test_what_is_agreed_is_said_with_a_game_that_is_not_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    agreed = ("--game", "Rummy", "--option", "best=low")
    assert said(monkeypatch, "Ana, Bea\nrow 5 7\nround\nend\n", "friday", "--plain", *agreed) == 0
    assert run(["--lang", "en", "show", "friday"]) == 0
    assert "Ana wins (Ana 5, Bea 7)" in capsys.readouterr().out


@pytest.mark.parametrize(("bad", "code"), [("Y mvoe 3", 2), ("G pass", 5), ("\x00\x1b]0;x\x07", 2)])
def test_the_first_bad_line_of_a_pipe_ends_it(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    path: Path,
    bad: str,
    code: int,
) -> None:
    sheet = f"{HEADS}{SETUP}{bad}\nY pass\n"
    assert said(monkeypatch, sheet, "friday", "--plain") == code
    assert records(path) == 21
    errors = capsys.readouterr().err
    assert f"Line {len(sheet.splitlines()) - 1} is not written" in errors
    assert "\x1b" not in errors


def test_a_bad_line_right_after_the_heads_ends_it(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    assert said(monkeypatch, f"{HEADS}Y mvoe 3\nseed demons 1 5 11 28\n", "friday", "--plain") == 2
    assert records(path) == 1


def test_a_whole_recorded_game_as_a_sheet_becomes_the_same_log(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    example = Path(__file__).parents[2] / "examples" / "four-players.jsonl"
    log = b"".join(example.read_bytes().splitlines(keepends=True)[: often(80, 1000)])
    sheet = "\n".join(write_sheet(log, "es"))
    assert said(monkeypatch, sheet, "friday", "--plain") == 0
    with open_store(path) as store:
        written = [json.loads(line) for line in store.read("friday")]
    meant = [json.loads(line) for line in log.splitlines()]
    assert [(one["type"], one["data"]) for one in written] == [
        (one["type"], one["data"]) for one in meant
    ]


def test_heads_that_are_none_are_refused(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    assert said(monkeypatch, "game: ragami\nplayers: nobody\n", "friday", "--plain") == 2
    assert records(path) == 0


def test_as_json_every_answer_is_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said(monkeypatch, HEADS + SETUP, "friday", "--plain")
    capsys.readouterr()
    assert said(monkeypatch, "mo 14 d:d\nY pass\n", "friday", "--json") == 5
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["answer"] == "done"
    assert (second["answer"], second["code"], second["line"]) == ("refused", 5, 2)


def test_a_question_mark_lists_what_may_follow(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said(monkeypatch, HEADS + SETUP, "friday", "--plain")
    capsys.readouterr()
    assert said(monkeypatch, "Y ?\n", "friday", "--plain") == 0
    told = capsys.readouterr().out
    assert "Y move" in told
    assert "Y pass" in told
    assert "Y end" not in told


def test_in_spanish_it_answers_in_spanish(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(monkeypatch, HEADS + SETUP, "friday", "--plain", "--lang", "es") == 0
    assert "Amarillo" in capsys.readouterr().out


def test_the_words_for_the_program_are_understood_in_spanish_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    lines = "tablero\nregistro\npass\ndeshace\nrehace\nsalir\nY nothing\n"
    assert said(monkeypatch, HEADS + SETUP + lines, "friday", "--plain") == 0
    told = capsys.readouterr().out
    assert "[14]" in told
    assert "Friday" in told or "The game is opened" in told
    assert records(path) == 24
