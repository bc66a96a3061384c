"""A record of every type that there is, each in the ways that make a difference to a sheet."""

from __future__ import annotations

import json
from typing import Any, Final

WHY: Final = {"reason": "ten minutes", "authority": "Carl"}
NO_WHY: Final = {"reason": None, "authority": None}
DIGEST: Final = "3q2+7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

# What people say at a table: a line each.
IN_WORDS: Final[dict[str, list[dict[str, Any]]]] = {
    "undone": [{"to": 2, "reason": None}, {"to": 1, "reason": "the wrong square"}],
    "redone": [{}],
    "corrected": [
        {"seq": 2, "type": None, "v": None, "data": None, **WHY},
        {"seq": 2, "type": "passed", "v": 1, "data": {"player": "green"}, **NO_WHY},
        {"seq": 2, "type": "passed", "v": 7, "data": {"player": "green"}, **NO_WHY},
    ],
    "ruled": [{"rule": "R-TURN-11", **WHY}, {"rule": "R-TURN-11", **NO_WHY}],
    "noted": [{"text": "supper"}, {"text": "date: 2026-05-30"}],
    "dice_named": [
        {"kind": "action", "names": ["red", "white", "black"]},
        {"kind": "the small ones", "names": ["a b", "7", ""]},
    ],
    "penalized": [
        {"player": "green", "offence": "slow-play", "level": "warning", "points": 0,
         "minutes": None, "rule": None, **NO_WHY},
        {"player": "yellow", "offence": "late", "level": "time", "points": 0,
         "minutes": 5, "rule": None, **WHY},
        {"player": "blue", "offence": "conduct", "level": "points", "points": 2,
         "minutes": None, "rule": "R-TURN-11", **WHY},
    ],
    "sealed": [{"size": 3, "root": DIGEST, "note": "example\n3\n\n— example 7w==\n"}],
}  # fmt: skip

# What only programs write: it stands as it is.
AS_IT_IS: Final[dict[str, list[dict[str, Any]]]] = {
    "withheld": [{"leaf": DIGEST, "type": "noted", "v": 1, "data": {"text": "names taken out"}}],
    "committed": [{"values": [{"seq": 2, "place": "kept[0]", "digest": DIGEST}]}],
    "opened": [{"seq": 2, "place": "kept[0]", "salt": "AAAA", "value": 7}],
    # Said in another way than the catalogue of penalties has it, or of nobody at the table.
    "penalized": [
        {"player": "red", "offence": "late", "level": "warning", "points": 0, "minutes": None,
         "rule": None, **NO_WHY},
        {"player": "blue", "offence": "late", "level": "warning", "points": 2, "minutes": 5,
         "rule": None, **NO_WHY},
    ],
    "sung_in_a_later_version": [{"song": "fado"}],
}  # fmt: skip


def records(first: int, by: str | None = "Ana") -> list[bytes]:
    """All of them, numbered from `first` on."""
    every = [
        (type_, data)
        for types in (IN_WORDS, AS_IT_IS)
        for type_, ways in types.items()
        for data in ways
    ]
    return [line_of(seq, type_, data, by) for seq, (type_, data) in enumerate(every, first)]


def line_of(seq: int, type_: str, data: Any, by: str | None = None, at: str | None = None) -> bytes:
    """A record as it stands in a log."""
    record = {"seq": seq, "type": type_, "v": 1, "at": at, "by": by, "data": data}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
