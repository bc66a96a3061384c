"""Logs on which two readers of the rules once differed, each with what is right (`readings/`)."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.export.excerpt import Excerpt
from ragami.findings import Finding
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log

LOGS = Path(__file__).parent / "readings"


def replayed(name: str) -> Replay:
    return replay_log((LOGS / f"{name}.jsonl").read_bytes())


def verdict(replay: Replay) -> tuple[str | None, int | None] | None:
    """The rule and the record of what stopped a game; None where nothing did."""
    return (replay.error.rule, replay.error.seq) if replay.error else None


def told(replay: Replay, code: str) -> list[Finding]:
    return [one for one in replay.findings() if one.code == code]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cover-covers-the-cover", None),
        ("bad-reveal-then-roles-shown", ("R-D-KNOW-05", 361)),
        ("as-seat-after-a-ruled-b-event", None),
        ("as-seat-goes-on-after-a-malformed-record", ("R-D-LOG-01", 248)),
        ("as-seat-goes-on-after-an-illegal-offer", ("R-D-DEAL-02", 70)),
        ("asserted-dice-outside-a-round", None),
        ("board-with-a-square-twice-in-a-block", ("R-LOG-01", 1)),
    ],
)
def test_the_verdict_is_that_of_the_rules(name: str, expected: tuple[str, int] | None) -> None:
    assert verdict(replayed(name)) == expected


def test_dice_are_compared_with_the_table_within_a_round_only() -> None:
    assert told(replayed("asserted-dice-outside-a-round"), "asserted-difference") == []


def test_R_D_KNOW_05_nothing_that_was_brought_to_light_after_a_bad_reveal_counts() -> None:
    replay = replayed("bad-reveal-then-roles-shown")
    assert replay.broken is replay.error
    assert [one for one in replay.findings() if "known_by" in one.facts] == []


@pytest.mark.parametrize(
    ("name", "step", "otherwise"),
    [
        ("as-seat-after-a-ruled-b-event", "actions/plan", {}),
        ("as-seat-goes-on-after-a-malformed-record", "actions/act", {}),
        (
            "as-seat-goes-on-after-an-illegal-offer",
            "deals/answer_2",
            {"red": "deals/answer_1", "green": "deals/offer"},
        ),
    ],
)
def test_a_view_goes_on_for_those_who_cannot_see_what_is_wrong(
    name: str, step: str, otherwise: dict[str, str]
) -> None:
    log = (LOGS / f"{name}.jsonl").read_bytes()
    for viewer in ("public", "red", "blue", "green", "yellow"):
        shown = Excerpt("x", log, viewer, "en").replay
        state = shown.game.view(shown.state, shown.seq, viewer)
        assert f"{state['phase']}/{state['step']}" == otherwise.get(viewer, step), viewer
        if name.endswith("b-event"):
            assert sorted(state["plan"]) == ["blue", "red"]
        if name.endswith("malformed-record"):
            assert (state["round"], verdict(shown)) == (4, ("R-D-LOG-01", 248))
