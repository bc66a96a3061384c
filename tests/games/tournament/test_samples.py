"""Every sample log gives the verdict, the states and the final that are expected of it."""

from __future__ import annotations

import pytest

from tests.games.tournament.harness import expected_of, log_of, read_log, sample_names

NAMES = list(sample_names())
LEGAL = [name for name in NAMES if not name.startswith("illegal")]
ILLEGAL = [name for name in NAMES if name.startswith("illegal")]


@pytest.mark.parametrize("name", LEGAL)
def test_a_legal_sample(name: str) -> None:
    expected, fold = expected_of(name), read_log(log_of(name))
    found = fold.found()
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
    wrong = next(one for one in fold.found() if one.severity == "error")
    assert (wrong.seq, wrong.line, wrong.ruling) == (
        expected["seq"],
        expected["line"],
        expected["ruling"],
    )
    assert wrong.rule in {expected["rule"], *expected["alternatives"]}
