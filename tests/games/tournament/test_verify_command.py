"""`ragami verify` of a tournament with the logs of its tables, and of its pairings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ragami
from tests.games.tournament.harness import SAMPLES, expected_of

TABLES = Path(__file__).parents[2] / "samples" / "logs"
LINKS = {
    *("missing-log", "head-differs", "unsealed-log", "foreign-game", "players-differ"),
    *("table-not-ended", "result-differs", "grown-log", "unlinked-table"),
}


def report_on(ragami: Ragami, name: str, *logs: Path) -> tuple[dict[str, Any], int]:
    done = ragami("verify", "--json", str(SAMPLES / f"{name}.jsonl"), *map(str, logs))
    return json.loads(done.out.splitlines()[0]), done.code


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
    if name == "linked-2":
        compared = {one["code"]: one["facts"] for one in found}
        assert compared["result-differs"]["recorded"] != compared["result-differs"]["played"]
        assert compared["head-differs"]["root"] != compared["head-differs"]["found"]
    alone, _code = report_on(ragami, name)
    assert [
        {key: one[key] for key in ("code", "severity", "seq")}
        for one in alone["findings"]
        if one["code"] in LINKS
    ] == expected["link_findings_without_the_logs"]


@pytest.mark.parametrize("name", ["legal-1", "legal-2", "legal-3"])
def test_the_pairings_of_a_sample(ragami: Ragami, name: str) -> None:
    expected = expected_of(name)
    found = report_on(ragami, name)[0]["findings"]
    unlike = [one["seq"] for one in found if one["code"] == "unlike-pairer"]
    assert unlike == expected["unlike_pairer"]
    assert [
        {"seq": one["seq"], "cost": one["facts"]["cost"], "swiss": one["facts"]["swiss"]}
        for one in found
        if one["code"] == "dearer-pairing"
    ] == expected["dearer_pairings"]


def test_the_logs_may_be_in_the_database(ragami: Ragami) -> None:
    for one in expected_of("linked-1")["table_logs"]:
        assert ragami("import", str(TABLES / Path(one).name)).code == 0
    report, _code = report_on(ragami, "linked-1")
    assert "missing-log" not in [one["code"] for one in report["findings"]]
