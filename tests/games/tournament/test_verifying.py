"""Places and scores out of the `final` of each game that may be played at the tables (10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ragami.game.capabilities import RANKING
from ragami.game.registry import by_name
from ragami.games.tournament.verifying import Ranked, ranked


def final(winners: str, **players: Mapping[str, int | None]) -> dict[str, Any]:
    return {"ended": True, "players": players, "winners": list(winners)}


@pytest.mark.parametrize(
    ("game", "given", "expected"),
    [
        (
            "ragami",
            final("b", a={"vp": 36, "resolved": 4}, b={"vp": 30, "resolved": 5}),
            {"a": (2, 36), "b": (1, 30)},
        ),
        (
            "ragami",
            final("a", **{seat: {"vp": 30, "resolved": at} for at, seat in enumerate("abc")}),
            {"a": (1, 30), "b": (3, 30), "c": (2, 30)},
        ),
        (
            "ragami",
            final("ab", **{seat: {"vp": 30, "resolved": 2} for seat in "abc"}),
            {"a": (1, 30), "b": (1, 30), "c": (3, 30)},
        ),
        (
            "dice-forge",
            final("a", a={"glory": 80}, b={"glory": 87}, c={"glory": 87}),
            {"a": (3, 80), "b": (1, 87), "c": (1, 87)},
        ),
        (
            "deal-with-the-devil",
            final("a", a={"total": 19, "fifths": 4}, b={"total": 19, "fifths": 3}),
            {"a": (1, 19), "b": (2, 19)},
        ),
        (
            "deal-with-the-devil",
            final("b", a={"total": 20, "fifths": 3}, b={"total": 19, "fifths": 4}),
            {"a": (1, 20), "b": (2, 19)},
        ),
        (
            "deal-with-the-devil",
            final("ab", a={"total": 19, "fifths": 3}, b={"total": 19, "fifths": 3}),
            {"a": (1, 19), "b": (1, 19)},
        ),
        (
            "scores",
            final("b", a={"score": 70, "place": 2}, b={"score": 20, "place": 1}),
            {"a": (2, 70), "b": (1, 20)},
        ),
        (
            "scores",
            final("ab", **{s: {"score": 1, "place": 1 + (s in "cd")} for s in "abcd"}),
            {"a": (1, 1), "b": (1, 1), "c": (3, 1), "d": (3, 1)},
        ),
        (
            "scores",
            final("", a={"score": 2_000_000, "place": None}, b={"score": 0, "place": None}),
            {"a": (1, None), "b": (1, 0)},
        ),
        (
            "golf",
            final("a", a={"score": 70}, b={"score": 75}, c={"score": 75}),
            {"a": (1, 70), "b": (2, 75), "c": (2, 75)},
        ),
        ("chess", final("a", a={}, b={}), {"a": (1, None), "b": (2, None)}),
    ],
)
def test_what_a_final_says(game: str, given: dict[str, Any], expected: Ranked) -> None:
    assert ranked(by_name(game).get(RANKING), given) == expected
