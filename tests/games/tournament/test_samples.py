"""Every sample log gives the verdict, the states and the final that are expected of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.games.tournament.verifying import link_findings, pairing_findings
from ragami.referee.linked import link_findings as linked
from tests.games.tournament.harness import Shelf, expected_of, log_of, read_log, sample_names

# The tables' logs are samples of the game that is played there.
TABLES = Path(__file__).parents[2] / "samples" / "logs"

NAMES = list(sample_names())
LEGAL = [name for name in NAMES if not name.startswith("illegal")]
ILLEGAL = [name for name in NAMES if name.startswith("illegal")]


@pytest.mark.parametrize("name", LEGAL)
def test_a_legal_sample(name: str) -> None:
    expected, fold = expected_of(name), read_log(log_of(name))
    found = fold.findings()
    assert fold.error is None
    assert fold.seq == expected["records"]
    assert fold.final == expected["final"]
    assert [one.seq for one in found if one.code == "asserted-difference"] == expected.get(
        "asserted_differences", []
    )
    assert [
        {"seq": one.seq, "rule": one.rule} for one in found if one.code == "ruled-breach"
    ] == expected.get("ruled_breaches", [])


@pytest.mark.parametrize("name", ["legal-1", "legal-2", "legal-3"])
def test_the_states_of_a_legal_sample(name: str) -> None:
    lines = log_of(name).splitlines(keepends=True)
    for state in expected_of(name)["states"]:
        assert read_log(b"".join(lines[: state["seq"]])).view() == state


@pytest.mark.parametrize("name", ILLEGAL)
def test_an_illegal_sample(name: str) -> None:
    expected, fold = expected_of(name), read_log(log_of(name))
    wrong = next(one for one in fold.findings() if one.severity == "error")
    assert (wrong.seq, wrong.line, wrong.ruling) == (
        expected["seq"],
        expected["line"],
        expected["ruling"],
    )
    assert wrong.rule in {expected["rule"], *expected["alternatives"]}


@pytest.mark.parametrize("name", ["linked-1", "linked-2"])
def test_the_findings_about_links(name: str) -> None:
    expected, fold = expected_of(name), read_log(log_of(name))
    shelf = Shelf(*((TABLES / Path(one).name).read_bytes() for one in expected["table_logs"]))
    found = [one for one in linked(fold, shelf, log_of(name)) if "origin" in one.facts]
    named = ("round", "table", "log", "origin")
    assert [
        {
            "code": one.code,
            "severity": one.severity,
            "seq": one.seq,
            "facts": {name: one.facts[name] for name in named},
        }
        for one in found
    ] == expected["link_findings"]
    compared = {one.code: one.facts for one in found}
    if name == "linked-2":
        assert compared["result-differs"]["recorded"] != compared["result-differs"]["played"]
        assert compared["head-differs"]["root"] != compared["head-differs"]["found"]


@pytest.mark.parametrize("name", ["linked-1", "linked-2"])
def test_the_findings_about_links_without_the_logs(name: str) -> None:
    found = link_findings(read_log(log_of(name)).state, {})
    expected = expected_of(name)["link_findings_without_the_logs"]
    assert [{"code": o.code, "severity": o.severity, "seq": o.seq} for o in found] == expected


@pytest.mark.parametrize("name", LEGAL)
def test_the_pairings_of_a_legal_sample(name: str) -> None:
    expected, fold = expected_of(name), read_log(log_of(name))
    found = pairing_findings(fold.standing())
    unlike = [one.seq for one in found if one.code == "unlike-pairer"]
    assert unlike == expected.get("unlike_pairer", [])
    if "dearer_pairings" in expected:
        assert [
            {"seq": one.seq, "cost": one.facts["cost"], "swiss": one.facts["swiss"]}
            for one in found
            if one.code == "dearer-pairing"
        ] == expected["dearer_pairings"]
