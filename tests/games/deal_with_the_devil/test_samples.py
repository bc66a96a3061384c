"""Logs of another implementation: every verdict, state and final as it says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.deal_with_the_devil.folding import SAMPLES, error_of, folded, known_by, read, shown

NAMES = sorted(path.stem for path in SAMPLES.glob("*.jsonl"))


def load(name: str) -> tuple[list[Any], dict[str, Any]]:
    log = (SAMPLES / f"{name}.jsonl").read_bytes()
    return read(log), json.loads((SAMPLES / f"{name}.expected.json").read_text())


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("legal")])
def test_legal(name: str) -> None:
    reads, expected = load(name)
    whole = folded(reads)
    assert error_of(whole) is None
    assert len(reads) == expected["records"]
    assert whole.final == expected["final"]
    for state in expected["states"]:
        assert shown(reads, state["seq"]) == state
    codes = [(one.code, one.seq) for one in whole.findings()]
    for key, code in (
        ("asserted_differences", "asserted-difference"),
        ("unknown_records", "unknown-record"),
        ("ruled_breaches", "ruled-breach"),
    ):
        assert [seq for found, seq in codes if found == code] == expected[key]
    assert [one.seq for one in whole.repeated()] == expected["chance_repeated_differently"]
    assert ("not-judged" in dict(codes)) == expected["not_judged"]
    assert ("seed-not-opened" in dict(codes)) == expected["seed_not_opened"]


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("illegal")])
def test_illegal(name: str) -> None:
    reads, expected = load(name)
    wrong = error_of(folded(reads))
    assert wrong is not None
    rules = [expected["rule"], *expected["alternatives"]]
    assert (wrong.seq, wrong.rule in rules) == (expected["seq"], True), wrong
    assert wrong.ruling == expected["ruling"]
    assert reads[expected["seq"] - 1].type == expected["type"]
    assert known_by(reads, wrong) == expected["known_by"]
