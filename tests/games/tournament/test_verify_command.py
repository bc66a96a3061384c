"""`ragami verify` of a tournament: the samples through the command line (section 10)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ragami
from tests.games.tournament.harness import SAMPLES, expected_of, sample_names

TABLES = Path(__file__).parents[2] / "samples" / "logs"
LINKS = {
    *("missing-log", "head-differs", "unsealed-log", "foreign-game", "players-differ"),
    *("table-not-ended", "result-differs", "grown-log", "unlinked-table"),
}


def report_on(ragami: Ragami, name: str, *logs: Path) -> tuple[dict[str, Any], int]:
    done = ragami("verify", "--json", str(SAMPLES / f"{name}.jsonl"), *map(str, logs))
    return json.loads(done.out.splitlines()[0]), done.code


@pytest.mark.parametrize("name", list(sample_names()))
def test_a_sample(ragami: Ragami, name: str) -> None:
    expected = expected_of(name)
    report, code = report_on(ragami, name)
    legal = expected["verdict"] == "legal"
    assert (report["ok"], code) == (legal, 0 if legal else 1)
    assert report["final"] == expected.get("final")
    if not legal:
        wrong = next(one for one in report["findings"] if one["severity"] == "error")
        assert (wrong["seq"], wrong["line"]) == (expected["seq"], expected["line"])
        assert wrong["rule"] in (expected["rule"], *expected["alternatives"])


@pytest.mark.parametrize("name", ["legal-1", "legal-2", "legal-3"])
def test_the_states_of_a_sample(ragami: Ragami, name: str) -> None:
    for state in expected_of(name)["states"]:
        log = str(SAMPLES / f"{name}.jsonl")
        shown = ragami("show", "--json", "--at", str(state["seq"]), log)
        assert json.loads(shown.out) == state


@pytest.mark.parametrize("name", ["linked-1", "linked-2"])
def test_a_tournament_with_the_logs_of_its_tables(ragami: Ragami, name: str) -> None:
    expected = expected_of(name)
    logs = [TABLES / Path(one).name for one in expected["table_logs"]]
    report, code = report_on(ragami, name, *logs)
    found = [one for one in report["findings"] if one["code"] in LINKS]
    named = ("round", "table", "log", "origin")
    assert [
        {
            **{key: one[key] for key in ("code", "severity", "seq")},
            "facts": {key: one["facts"][key] for key in named},
        }
        for one in found
    ] == expected["link_findings"]
    assert code == (6 if name == "linked-2" else 0)
    alone, _code = report_on(ragami, name)
    assert [
        {key: one[key] for key in ("code", "severity", "seq")}
        for one in alone["findings"]
        if one["code"] in LINKS
    ] == expected["link_findings_without_the_logs"]


def test_the_logs_may_be_in_the_database(ragami: Ragami) -> None:
    for one in expected_of("linked-1")["table_logs"]:
        assert ragami("import", str(TABLES / Path(one).name)).code == 0
    report, _code = report_on(ragami, "linked-1")
    assert "missing-log" not in [one["code"] for one in report["findings"]]
