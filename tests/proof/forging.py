"""What a forger can do who knows the formats: every change of every part, one after the other.

He has the logs of one key, its notes and its proofs, and not the key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from ragami.log.unredacted import LeftOutValue, join
from ragami.proof.note import BadNote, decoded, encoded
from ragami.proof.withheld import withheld
from tests.proof.kit import AT, played, sealed
from tests.scale import often
from tests.sheet.every_record import line_of
from tests.sheet.every_record import records as of_any_game

BY_HAND: Final = {
    "asserted": {"vp": {"yellow": 7}},
    "virtue_converted": {"player": "yellow", "vp": 1},
    "revealed": {"player": "yellow", "seq": 3, "card": 7},
}
"""What bots never write."""

BEFORE: Final = ("sealed", "withheld")
"""Types of `of_any_game` that are no true ones there."""


class Forged(NamedTuple):
    """What was done, and what came of it."""

    how: str
    lines: list[bytes]


@cache
def every_type(seed: int = 1) -> tuple[bytes, ...]:
    """A sealed log with a record of every type; the rules have no part in it."""
    of_game = {
        record["type"]: record
        for bots in (seed + 20, seed + 10, seed)
        for record in map(json.loads, reversed(played(bots)))
    }
    for type_, data in BY_HAND.items():
        of_game[type_] = {"type": type_, "data": data, "at": AT, "by": "bo"}
    of_game.pop("sealed")
    opened = of_game.pop("game_opened")
    every = [opened, *of_game.values(), *map(json.loads, of_any_game(1, by=f"Ana {seed}"))]
    lines: list[bytes] = []
    for one in every:
        if one["type"] not in BEFORE:
            lines.append(line_of(len(lines) + 1, one["type"], one["data"], one["by"], one["at"]))
        if len(lines) == 12:
            lines = sealed(lines)
    return tuple(sealed(lines))


# --- records -------------------------------------------------------------------------------


def forgeries(lines: Sequence[bytes], at: int, other: Sequence[bytes]) -> Iterator[Forged]:
    """Everything that can be done with the record at index `at`."""
    line, lines = lines[at], list(lines)
    for how, new in (*substituted(line, at), *respelled(line)):
        yield Forged(how, [*lines[:at], new, *lines[at + 1 :]])
    if at < len(other):
        yield Forged("of another log", [*lines[:at], other[at], *lines[at + 1 :]])
    yield Forged("cut", lines[:at] + lines[at + 1 :])
    yield Forged("repeated", [*lines[: at + 1], *lines[at:]])
    yield Forged("repeated first", [line, *lines])
    for to in {0, at - 1, at + 1, len(lines) - 2} - {at, -1}:
        moved = lines[:at] + lines[at + 1 :]
        moved.insert(to, line)
        yield Forged(f"moved to {to + 1}", moved)


def substituted(line: bytes, at: int) -> Iterator[tuple[str, bytes]]:
    """Another record in its place."""
    record = json.loads(line)
    changes = {
        "seq": at + 2, "type": "noted", "v": 2, "at": "2020-01-01T00:00:00Z", "by": "Mallory",
        "data": {"text": "nothing happened"},
    }  # fmt: skip
    for name, value in changes.items():
        yield f"other {name}", json.dumps(record | {name: value}, separators=(",", ":")).encode()
    other = record | {"type": "noted", "data": {"text": "nothing happened"}}
    yield "withheld as another", withheld(line, other)
    yield "withheld as it is", withheld(line, record)
    again = json.loads(withheld(line, other))
    again["data"]["type"], again["data"]["data"] = "withheld", json.loads(withheld(line, other))
    yield "withheld twice", json.dumps(again).encode()
    yield "joined with a lie", join(at + 1, line, [LeftOutValue("text", "AAAA", b'"x"')])  # type: ignore[arg-type]


def respelled(line: bytes) -> Iterator[tuple[str, bytes]]:
    """The same values, in other bytes."""
    record = json.loads(line)
    yield "with blanks", json.dumps(record).encode()
    yield "in another order", json.dumps(dict(reversed(record.items()))).encode()
    yield "with a blank behind", line + b" "
    yield "with a return", line + b"\r"
    yield "twice a key", line[:-1] + b',"by":null}'
    yield "a fraction", line.replace(b'"v":1', b'"v":1.0', 1)
    type_ = record["type"]
    for index in range(0, len(type_), often(5, 1)):
        escaped = f"{type_[:index]}\\u{ord(type_[index]):04x}{type_[index + 1 :]}"
        yield "escaped", line.replace(f'"{type_}"'.encode(), f'"{escaped}"'.encode(), 1)


# --- notes ---------------------------------------------------------------------------------


def parts_changed(text: str, other: str) -> Iterator[tuple[str, str]]:
    """A file of lines after something was done to one line, or to a part of one.

    `other` is a file of the same kind: its lines are put in the place of these.
    """
    lines, others = text.split("\n"), other.split("\n")
    for n, line in enumerate(lines):
        yield f"cut at {n}", "\n".join(lines[:n])
        yield f"dropped {n}", "\n".join(lines[:n] + lines[n + 1 :])
        yield f"repeated {n}", "\n".join([*lines[: n + 1], *lines[n:]])
        yield f"inserted {n}", "\n".join([*lines[:n], "x", *lines[n:]])
        if n + 1 < len(lines):
            swapped = [*lines[:n], lines[n + 1], line, *lines[n + 2 :]]
            yield f"swapped {n}", "\n".join(swapped)
        for new in {*others, *respelled_line(line)} - {line}:
            yield f"line {n}: {new}", "\n".join([*lines[:n], new, *lines[n + 1 :]])


def respelled_line(line: str) -> Iterator[str]:
    """The same line, or nearly so, in other characters."""
    yield f"{line} "
    yield f" {line}"
    yield f"{line}\r"
    yield line.swapcase()
    yield line.replace("—", "-")
    yield re.sub(r"\b(\d+)$", r"0\1", line)
    yield re.sub(r"\b(\d+)$", r"+\1", line)
    yield re.sub(r"(\d+)$", lambda found: str(int(found[1]) + 1), line)
    word = line.rpartition(" ")[2]
    try:
        raw = decoded(word)
    except BadNote:
        return
    head = line.removesuffix(word)
    yield head + word.rstrip("=")
    yield head + word.replace("+", "-").replace("/", "_")
    yield head + raw.hex()
    for at in {0, len(raw) // 2, len(raw) - 1} if raw else ():
        yield head + encoded(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
    yield head + encoded(raw[:-1])
    yield head + encoded(raw + b"\0")
    if word.endswith("="):  # bits that count for nothing
        body = word.rstrip("=")
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        yield head + body[:-1] + letters[letters.index(body[-1]) ^ 1] + word[len(body) :]
