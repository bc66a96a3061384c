"""Logs of another implementation: verdict, states, finals and findings are as it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.dice_forge.harness import CODEC, Fold, folded

SAMPLES = Path(__file__).parent / "samples"


def names(kind: str) -> list[str]:
    return sorted(path.stem for path in SAMPLES.glob(f"{kind}-*.jsonl"))


def sample(name: str) -> tuple[bytes, dict[str, Any]]:
    log = (SAMPLES / f"{name}.jsonl").read_bytes()
    return log, json.loads((SAMPLES / f"{name}.expected.json").read_text())


@pytest.mark.parametrize("name", names("legal"))
def test_a_legal_log_ends_as_expected(name: str) -> None:
    log, expected = sample(name)
    fold = folded(log)
    assert fold.verdict is None
    assert fold.seq == expected["records"]
    assert fold.final == expected["final"]
    said: dict[str, list[Any]] = {}
    for one in fold.findings():
        said.setdefault(one.code, []).append(one)
    assert [f.seq for f in said.get("asserted-difference", [])] == expected["asserted_differences"]
    assert [f.seq for f in said.get("unknown-record", [])] == expected["unknown_records"]
    assert [{"seq": f.seq, "rule": f.rule} for f in said.get("ruled-breach", [])] == (
        expected["ruled_breaches"]
    )
    kinds = {"temple", "feats", "dice"} - set(expected["inline_components"])
    (notice,) = said["unverified-components"]
    assert kinds <= notice.facts.keys()


@pytest.mark.parametrize("name", names("legal"))
def test_the_states_of_a_legal_log_are_as_expected(name: str) -> None:
    log, expected = sample(name)
    states = {state["seq"]: state for state in expected["states"]}
    fold = Fold()
    for read in CODEC.read_log(log):
        fold.take_all([read])
        if fold.seq in states:
            expected_state = states.pop(fold.seq)
            assert fold.view() == expected_state
            assert json.dumps(fold.view()) == json.dumps(expected_state)  # the order of keys too
    assert not states


@pytest.mark.parametrize("name", names("illegal"))
def test_an_illegal_log_is_illegal_where_and_as_expected(name: str) -> None:
    log, expected = sample(name)
    verdict = folded(log).verdict
    assert verdict is not None
    assert (verdict.seq, verdict.line) == (expected["seq"], expected["line"])
    assert verdict.rule in [expected["rule"], *expected["alternatives"]]
    assert verdict.ruling == expected["ruling"]


@pytest.mark.parametrize("name", names("illegal"))
def test_an_illegal_log_is_read_on_if_all_is_asked_for(name: str) -> None:
    log, expected = sample(name)
    fold = Fold(continue_after_errors=True)
    fold.take_all(CODEC.read_log(log))
    errors = [one for one in fold.findings() if one.severity == "error"]
    assert errors[0].seq == expected["seq"]
    assert fold.seq == len(log.splitlines())
