"""Every sample log gives the verdict, the states and the final that are expected of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from ragami.games.scores.game import GAME
from ragami.judge.report import replay_log
from ragami.log.record import Record
from ragami.sheet import Misread, logs_in
from ragami.sheet.writing import write_sheet

SAMPLES: Final = Path(__file__).parent / "samples"
LEGAL: Final = sorted(SAMPLES.glob("legal-*.jsonl"))
ILLEGAL: Final = sorted(SAMPLES.glob("illegal-*.jsonl"))


def expected_of(path: Path) -> dict[str, Any]:
    expected: dict[str, Any] = json.loads(path.with_suffix(".expected.json").read_bytes())
    return expected


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: path.stem)
def test_a_legal_sample(path: Path) -> None:
    expected, replay = expected_of(path), replay_log(path.read_bytes())
    found = replay.findings()
    assert replay.error is None
    assert (replay.seq, replay.final) == (expected["records"], expected["final"])
    for code, key in (
        ("asserted-difference", "asserted_differences"),
        ("unknown-record", "unknown_records"),
    ):
        assert [one.seq for one in found if one.code == code] == expected[key]
    breaches = [{"seq": one.seq, "rule": one.rule} for one in found if one.code == "ruled-breach"]
    assert breaches == expected["ruled_breaches"]


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: path.stem)
def test_the_states_of_a_legal_sample(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    for state in expected_of(path)["states"]:
        replay = replay_log(b"".join(lines[: state["seq"]]))
        assert GAME.view(replay.state, replay.seq) == state


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.stem)
def test_an_illegal_sample(path: Path) -> None:
    expected, error = expected_of(path), replay_log(path.read_bytes()).error
    assert error is not None
    assert (error.seq, error.line, error.ruling) == (
        expected["seq"],
        expected["line"],
        expected["ruling"],
    )
    assert error.rule in {expected["rule"], *expected["alternatives"]}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("path", [*LEGAL, *ILLEGAL], ids=lambda path: path.stem)
def test_a_sample_as_a_sheet_says_the_same(path: Path, language: Any) -> None:
    log = path.read_bytes()
    (game,) = logs_in("\n".join(write_sheet(log, language)).encode())
    assert not isinstance(game, Misread)
    before, after = (
        [record.data for record in GAME.codec.read_log(each) if isinstance(record, Record)]
        for each in (log, game.log)
    )
    assert before == after
