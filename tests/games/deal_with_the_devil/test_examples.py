"""The examples are what the scripts make of them, and each shows what it is there to show."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from ragami.games.deal_with_the_devil.rules.judge import EVENTS
from ragami.judge.report import Report, report
from ragami.privacy.secrets import published
from tests.games.deal_with_the_devil.examples import EXAMPLES, files

made = cache(files)
NAMES = ("all-rules", "app", "app-with-openings", "illegal", "walled", "walled-completed")


@cache
def judged(name: str) -> Report:
    return report(name, (EXAMPLES / f"{name}.jsonl").read_bytes())


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EXAMPLES / f"{name}.jsonl").read_bytes().splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_are_current(name: str) -> None:
    content = (EXAMPLES / f"{name}.jsonl").read_bytes()
    assert content == made()[f"{name}.jsonl"], "'make examples' writes them"


def test_no_others_lie_there() -> None:
    assert (
        {path.name for path in EXAMPLES.iterdir()} == set(made()) == {f"{n}.jsonl" for n in NAMES}
    )


def test_in_one_of_them_everything_happens() -> None:
    told = records("all-rules")
    assert {one["type"] for one in told} == set(EVENTS)
    skipped = [one for one in told if one["type"] == "step_resolved" and not one["data"]["done"]]
    assert skipped
    steps = {
        one["data"]["step"].partition(":")[0] for one in told if one["type"] == "step_resolved"
    }
    assert steps == {"left", "use", "build", "act", "hire", "right", "wheat"}
    answers = {one["data"]["answer"] for one in told if one["type"] == "charge_answered"}
    assert answers == {"innocent", "guilty"}
    assert judged("all-rules").final


def test_in_one_a_mortal_asks_for_too_much() -> None:
    (error,) = (one for one in judged("illegal").findings if one.severity == "error")
    assert (error.code, error.rule) == ("illegal-event", "R-D-DEAL-02")
    assert error.seq
    assert records("illegal")[error.seq - 1]["data"]["offer"]["asks"] == {"coins": 8}


def test_what_an_observer_kept_is_judged_whole_when_all_is_told() -> None:
    walled, completed = judged("walled"), judged("walled-completed")
    assert "not-judged" in {one.code for one in walled.findings}
    assert "not-judged" not in {one.code for one in completed.findings}
    assert walled.final == completed.final
    kept, told = records("walled"), records("walled-completed")
    assert told[: len(kept)] == kept
    assert {one["type"] for one in told[len(kept) :]} == {"revealed"}
    assert all(one["data"]["offer"] is None for one in kept if one["type"] == "offer_made")


def test_what_the_app_publishes_tells_no_role_and_proves_all() -> None:
    lines = (EXAMPLES / "app.jsonl").read_bytes()
    assert published((EXAMPLES / "app-with-openings.jsonl").read_bytes()) == lines
    before = [one for one in records("app") if one["type"] not in ("roles_shown", "ritual_opened")]
    for one in before:
        if one["type"] in ("characters_dealt", "offers_sent"):
            assert not any((one["data"].get("roles") or one["data"].get("chests") or {}).values())
    assert judged("app").ok
    assert judged("app").final == judged("app-with-openings").final
    assert "seed-not-opened" not in {one.code for one in judged("app").findings}
