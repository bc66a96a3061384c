"""Logs of another implementation: every verdict, state and final as it says, by the commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ragami

SAMPLES = Path(__file__).parent / "samples"
EXAMPLE = Path(__file__).parents[3] / "examples" / "deal-with-the-devil.jsonl"
NAMES = sorted(path.stem for path in SAMPLES.glob("*.jsonl"))


def expected_of(name: str) -> Any:
    return json.loads((SAMPLES / f"{name}.expected.json").read_text())


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("legal")])
def test_legal(name: str, ragami: Ragami) -> None:
    expected = expected_of(name)
    file = str(SAMPLES / f"{name}.jsonl")
    report = json.loads(ragami("verify", "--json", file).out)
    assert report["ok"]
    assert report["records"] == expected["records"]
    assert report["final"] == expected["final"]
    for state in expected["states"]:
        assert json.loads(ragami("show", "--json", file, "--at", str(state["seq"])).out) == state
    codes = [(one["code"], one["seq"]) for one in report["findings"]]
    for key, code in (
        ("asserted_differences", "asserted-difference"),
        ("unknown_records", "unknown-record"),
        ("ruled_breaches", "ruled-breach"),
        ("chance_repeated_differently", "chance-repeated-differently"),
    ):
        assert [seq for found, seq in codes if found == code] == expected[key]
    assert ("not-judged" in dict(codes)) == expected["not_judged"]
    assert ("seed-not-opened" in dict(codes)) == expected["seed_not_opened"]


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("illegal")])
def test_illegal(name: str, ragami: Ragami) -> None:
    expected = expected_of(name)
    file = SAMPLES / f"{name}.jsonl"
    said = ragami("verify", "--json", str(file))
    assert said.code == 1
    wrong = next(one for one in json.loads(said.out)["findings"] if one["severity"] == "error")
    assert wrong["rule"] in [expected["rule"], *expected["alternatives"]]
    assert (wrong["seq"], wrong["line"]) == (expected["seq"], expected["line"])
    assert wrong["ruling"] == expected["ruling"]
    assert wrong["facts"].get("known_by") == expected["known_by"]
    lines = file.read_text().splitlines()
    assert json.loads(lines[expected["line"] - 1])["type"] == expected["type"]


def test_what_cannot_even_be_carried_out_ends_an_audit_of_everything(
    ragami: Ragami, tmp_path: Path
) -> None:
    """An illegal event stands there; one whose penalty cannot be carried out is beyond judging."""
    log = EXAMPLE.read_bytes()
    file = tmp_path / "kept.jsonl"
    file.write_bytes(
        log.replace(b'"given":{"marble":1},"kept":3', b'"given":{"marble":1},"kept":4', 1)
    )
    found = ragami("audit", "--all", "--json", str(file))
    codes = {(one["code"], one["seq"]) for one in found.lines if "code" in one}
    assert found.code == 1
    assert {("illegal-event", 198), ("beyond-judging", 198)} <= codes
