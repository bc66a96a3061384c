"""Which records count, worked out once more and as simply as can be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.laws.random_game import GAME


class Books(NamedTuple):
    """What counts after some records: events by seq, undos that may be redone, open rulings."""

    standing: list[int]
    undos: int
    rulings: list[str]


def books(lines: Iterable[bytes]) -> Books:
    """Every line read from the beginning; all of them must be possible where they stand."""
    events: list[int] = []
    undone: list[set[int]] = []  # what each undo took away, the latest last
    gone_for_good: set[int] = set()
    corrected_away: set[int] = set()
    rulings: list[str] = []
    for line in lines:
        record: dict[str, Any] = json.loads(line)
        data = record["data"]
        gone = gone_for_good.union(*undone)
        match record["type"]:
            case type_ if type_ in GAME.events:
                events.append(record["seq"])
                gone_for_good, undone, rulings = gone, [], []
            case "undone":
                undone.append({seq for seq in events if seq > data["to"] and seq not in gone})
            case "redone":
                undone.pop()
            case "corrected" if data["type"] is None:
                corrected_away.add(data["seq"])
            case "corrected":
                corrected_away.discard(data["seq"])
            case "ruled":
                rulings.append(data["rule"])
    gone = gone_for_good.union(*undone) | corrected_away
    return Books([seq for seq in events if seq not in gone], len(undone), rulings)
