"""What lies on a table, counted from what `show --json` prints of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

View = dict[str, Any]


def pieces(view: View) -> dict[str, int]:
    """How many there are of everything that neither comes nor goes."""
    players = view["players"].values()
    chips = view["chips"]
    return {
        "cubes": view["supply"]["cubes"] + sum(player["cubes"] for player in players),
        "demons": view["supply"]["demons"] + sum(view["demons"].values()),
        "conflict_dice": view["supply"]["conflict_dice"] + len(view["conflicts"]),
        "chips": chips["pool"] + sum(len(out) for kind, out in chips.items() if kind != "pool"),
        "cards": view["deck"] + view["used"] + sum(len(player["hand"]) for player in players),
    }


def least(view: View) -> int:
    """The smallest number of anything."""
    players = view["players"].values()
    return min(
        int(number)
        for number in [
            *view["supply"].values(),
            *view["demons"].values(),
            *view["conflicts"].values(),
            *view["dice"].values(),
            *(player[what] for player in players for what in ("vp", "cubes", "resolved")),
            view["deck"],
            view["used"],
            view["chips"]["pool"],
        ]
    )


def named_twice(view: View) -> list[int]:
    """The chips that lie in two places."""
    out = [square for kind, chips in view["chips"].items() if kind != "pool" for square in chips]
    return [square for square, times in Counter(out).items() if times > 1]
