"""A game that was broken off is marked so, is said to be, and is left out of statistics."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ragami as library
from ragami.judge.placing import broken_off
from ragami.judge.report import replay_log
from tests.cli.conftest import Ragami
from tests.cli.played import event, lines, play

MARK = "broken-off: the last bus"


def why(ragami: Ragami, name: str) -> str | None:
    """Why the log says that a game was broken off."""
    return broken_off(replay_log(ragami("export", name).out.encode()))


def test_a_mark_counts_until_the_game_goes_on(ragami: Ragami) -> None:
    play(ragami, 30, "friday")
    assert why(ragami, "friday") is None
    assert ragami("record", "friday", MARK).code == 0
    assert why(ragami, "friday") == "the last bus"
    ragami("record", "friday", "note: Bo has the key")
    assert why(ragami, "friday") == "the last bus"
    ragami("record", "friday", "interrumpida:  el   reloj")
    assert why(ragami, "friday") == "el reloj"
    record = json.loads(lines()[30])
    goes_on = ragami("record", "friday", event(record["type"], **record["data"]))
    assert goes_on.code == 0, goes_on.err
    assert why(ragami, "friday") is None
    ragami("record", "friday", "undo")
    assert why(ragami, "friday") == "el reloj"


def test_a_game_that_is_over_was_not_broken_off(ragami: Ragami) -> None:
    play(ragami, len(lines()), "over")
    ragami("record", "over", MARK)
    assert why(ragami, "over") is None
    assert "broken off" not in ragami("games").out


def test_a_mark_needs_a_reason(ragami: Ragami) -> None:
    play(ragami, 30, "friday")
    said = ragami("record", "friday", "broken-off:")
    assert (said.code, said.err.count("expected why")) == (5, 1)


def test_whoever_looks_at_the_game_is_told(ragami: Ragami) -> None:
    play(ragami, 30, "friday")
    ragami("record", "friday", MARK)
    assert "broken off: the last bus" in ragami("games").out
    assert ragami("games", "--json").lines[0]["broken_off"] == "the last bus"
    assert "Broken off: the last bus" in ragami("show", "friday").err
    assert "broken" not in ragami("show", "friday", "--at", "30").err
    assert "interrumpida: the last bus" in ragami("games", "--lang", "es").out
    assert "The game is broken off: the last bus" in ragami("log", "friday").out
    sheet = ragami("export", "friday", "--to", "sheet").out
    assert MARK in sheet.splitlines()[-1]


@pytest.fixture
def evenings(ragami: Ragami, tmp_path: Path) -> str:
    """Two games, of which one was broken off in the middle."""
    folder = tmp_path / "evenings"
    folder.mkdir()
    for seed in (1, 2):
        log = bytes(library.simulate("ragami", 3, seed=seed))
        (folder / f"{seed}.jsonl").write_bytes(log)
    whole = log.splitlines(keepends=True)
    half = len(whole) // 2
    mark = {"type": "noted", "v": 1, "at": None, "by": None, "data": {"text": MARK}}
    part = [*whole[:half], json.dumps({"seq": half + 1} | mark).encode() + b"\n"]
    (folder / "2.jsonl").write_bytes(b"".join(part))
    return str(folder)


@pytest.mark.trial
def test_statistics_leave_it_out_unless_asked(
    ragami: Ragami, evenings: str, tmp_path: Path
) -> None:
    alone = ragami("stats", f"{evenings}/1.jsonl", "--json")
    said = ragami("stats", evenings, "--json")
    assert (said.code, said.out) == (0, alone.out)
    assert "1 game that was broken off is left out" in said.err
    every = ragami("stats", evenings, "--json", "--broken-off")
    assert every.out != alone.out
    assert "left out" not in every.err
    # The same of tables, in which it is.
    tables = str(tmp_path / "tables")
    assert ragami("export", evenings, "--to", "parquet", "-o", tables).code == 0
    assert ragami("stats", tables, "--json").out == alone.out
    assert ragami("stats", tables, "--json", "--broken-off").out == every.out
    kept = str(tmp_path / "kept")
    assert ragami("stats", evenings, "--json", "--resume", kept).out == alone.out
    assert ragami("stats", kept, "--json", "--broken-off").out == every.out


def test_the_question_of_time_leaves_it_out(ragami: Ragami, evenings: str) -> None:
    said = ragami("stats", evenings, "--question", "time")
    assert "1 game that was broken off is left out" in said.err
    assert "left out;" not in ragami("stats", evenings, "--question", "time", "--broken-off").err


def test_a_season_names_it(ragami: Ragami, evenings: str) -> None:
    said = ragami("season", evenings, "--json")
    (season,) = said.lines
    assert [one["why"] for one in season["left_out"]] == ["broken-off"]
    assert "does not count: it was broken off." in said.err
