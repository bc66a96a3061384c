"""Logs, records and components made wrong at random; the same seed gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from ragami.game import game_named
from ragami.log.record import LOG_EVENTS

TYPES: Final = (*game_named("ragami").codec.types, "unheard_of", "", "\u0000", "Saint_set")
EVENTS: Final = tuple(game_named("ragami").events)
COLOURS: Final = ("yellow", "green", "blue", "purple", "neutral", "red")
DEEP: Final = 3000
# What comes of changing a line that earlier changes have broken.
NO_JSON: Final = (ValueError, TypeError, KeyError, RecursionError)

JUNK: Final = (
    b"",
    b"\n",
    b"\r\n",
    b"\x00",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"-0",
    b"0.5",
    b"9" * 400,
    b"null",
    b"{}",
    b"[]",
    b'"',
    b"\\",
    b"\\ud800",
    b"\\u0000",
    b"[" * DEEP,
    b'{"a":' * DEEP,
    b"/* */",
    b" ",
    b"\x1b[2J",
    "ÿ☃𝕏".encode(),
    b",",
    b"}",
)

ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    31,
    2**31,
    2**53,
    2**53 + 1,
    -(2**63),
    10**40,
    1.0,
    1.5,
    float("nan"),
    float("inf"),
    "",
    "neutral",
    "yellow",
    "saint",
    "Q1",
    "12",
    "\x00",
    "\ud800",
    "é" * 300,
    "{who} {0} %s",
    [],
    {},
    [None],
    [1, 2, 3],
    [[[[]]]],
    {"": 0},
    {"card": 9},
    {"card": 9, "space": "saint", "lower": None},
    {"from": None, "to": 1},
)


def mutated_logs(seed: int, number: int, logs: list[bytes]) -> Iterator[bytes]:
    """So many broken logs; each is a valid one, cut to a random length and changed a few times."""
    rng = Random(f"logs {seed}")
    for _ in range(number):
        lines = rng.choice(logs).splitlines()
        lines = lines[: rng.choice((3, 10, 30, 60, len(lines)))]
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            rng.choice(ON_LINES)(lines, rng)
        log = b"\n".join(lines) + rng.choice((b"\n", b"\n", b"\n", b""))
        if rng.random() < 0.25:
            log = rng.choice(ON_BYTES)(log, rng)
        yield log


def mutated_text(text: bytes, rng: Random) -> bytes:
    """One JSON text made wrong: as bytes, or as what it says."""
    if rng.random() < 0.4:
        return rng.choice(ON_BYTES)(text, rng)
    return encoded(mutated(json.loads(text), rng))


# --- bytes ---------------------------------------------------------------------------------


def flip_bit(text: bytes, rng: Random) -> bytes:
    """One bit turned round."""
    if not text:
        return b"\x80"
    at = rng.randrange(len(text))
    return text[:at] + bytes([text[at] ^ 1 << rng.randrange(8)]) + text[at + 1 :]


def cut(text: bytes, rng: Random) -> bytes:
    """A part left out, often to the end."""
    at = rng.randrange(len(text) + 1)
    end = len(text) if rng.random() < 0.5 else min(len(text), at + rng.randrange(1, 40))
    return text[:at] + text[end:]


def insert_junk(text: bytes, rng: Random) -> bytes:
    """Something put in that does not belong there."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(JUNK) + text[at:]


def repeat(text: bytes, rng: Random) -> bytes:
    """A part that stands twice."""
    at = rng.randrange(len(text) + 1)
    end = min(len(text), at + rng.randrange(1, 200))
    return text[:end] + text[at:end] + text[end:]


def overwrite(text: bytes, rng: Random) -> bytes:
    """A few bytes of noise."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.randbytes(rng.randrange(1, 8)) + text[at + 4 :]


ON_BYTES: Final = (flip_bit, cut, insert_junk, repeat, overwrite)


# --- what it says --------------------------------------------------------------------------


def mutated(plain: Any, rng: Random) -> Any:
    """A value with one place in it changed; what was given stays as it is."""
    copy = json.loads(json.dumps(plain))
    spots = list(places(copy))
    if not spots:
        return rng.choice(ODD)
    inside, key = rng.choice(spots)
    match rng.randrange(6):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, dict):
            inside[rng.choice(("x", "", "type", "seq", "é", "\ud800"))] = inside[key]
        case 2 if isinstance(inside, list):
            inside.insert(key, inside[key])
        case 3 if isinstance(inside[key], int):
            inside[key] += rng.choice((-30, -1, 1, 30))
        case 4 if isinstance(inside[key], str):
            inside[key] = rng.choice((*COLOURS, "saint", "draw", "Q3", "Q99"))
        case _other:
            inside[key] = rng.choice(ODD)
    return copy


def places(plain: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a value: what it is in, and its key there."""
    keys: Any = ()
    if isinstance(plain, dict):
        keys = list(plain)
    elif isinstance(plain, list):
        keys = range(len(plain))
    for key in keys:
        yield plain, key
        yield from places(plain[key])


def encoded(plain: Any) -> bytes:
    """JSON as others may write it: NaN and lone surrogates come through."""
    return json.dumps(plain, separators=(",", ":")).encode()


# --- lines ---------------------------------------------------------------------------------


def change_line(lines: list[bytes], rng: Random) -> None:
    """One record says something else."""
    if lines:
        at = rng.randrange(len(lines))
        lines[at] = mutated_line(lines[at], rng)


def mutated_line(line: bytes, rng: Random) -> bytes:
    """A line with something changed, mostly in its data."""
    try:
        record = json.loads(line)
    except NO_JSON:
        return insert_junk(line, rng)
    if isinstance(record, dict) and rng.random() < 0.7:
        record["data"] = mutated(record.get("data"), rng)
        return encoded(record)
    return mutated_text(line, rng)


def other_type(lines: list[bytes], rng: Random) -> None:
    """A record of another type or version, with the data that it had."""
    if lines:
        at = rng.randrange(len(lines))
        rename(lines, at, rng)


def rename(lines: list[bytes], at: int, rng: Random) -> None:
    """Another type for the record in this line."""
    try:
        record = json.loads(lines[at])
        record[rng.choice(("type", "type", "v"))] = rng.choice((*TYPES, 0, 2, -1, "1", None))
    except NO_JSON:
        return
    lines[at] = encoded(record)


def double_key(lines: list[bytes], rng: Random) -> None:
    """A key that stands twice."""
    if lines:
        at = rng.randrange(len(lines))
        key, value = rng.choice(((b"seq", b"1"), (b"player", b'"green"'), (b"data", b"{}")))
        lines[at] = lines[at].replace(b"{", b'{"' + key + b'":' + value + b",", rng.choice((1, -1)))


def swap(lines: list[bytes], rng: Random) -> None:
    """Two lines in each other's place."""
    if lines:
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]


def double(lines: list[bytes], rng: Random) -> None:
    """A line that stands twice."""
    if lines:
        at = rng.randrange(len(lines))
        lines.insert(rng.randrange(len(lines)), lines[at])


def drop(lines: list[bytes], rng: Random) -> None:
    if lines:
        del lines[rng.randrange(len(lines))]


def renumber(lines: list[bytes], rng: Random) -> None:
    """The numbers in order again, so that what stands behind them is read."""
    for at, line in enumerate(lines):
        try:
            record = json.loads(line)
            record["seq"] = at + 1
        except NO_JSON:
            continue
        lines[at] = encoded(record)


def with_order(change: Callable[[list[bytes], Random], None]) -> Callable[..., None]:
    """A change after which the numbers are right again."""

    def ordered(lines: list[bytes], rng: Random) -> None:
        change(lines, rng)
        renumber(lines, rng)

    return ordered


def insert_log_record(lines: list[bytes], rng: Random) -> None:
    """An undo, a correction, a ruling … somewhere, whether it makes sense or not."""
    at = rng.randrange(1, len(lines) + 2)
    type_ = rng.choice((*LOG_EVENTS, "asserted", "revealed", "corrected", "undone"))
    record = {
        "seq": at,
        "type": type_,
        "v": 1,
        "at": rng.choice((None, "2026-11-20T19:04:31Z", "2026-11-20T19:04:31+02:00", "never")),
        "by": rng.choice((None, "ana")),
        "data": log_data(type_, lines, rng),
    }
    lines.insert(at - 1, encoded(record))
    renumber(lines, rng)


def log_data(type_: str, lines: list[bytes], rng: Random) -> Any:
    """Data for a record of any game, right in its form and mostly wrong in what it says."""
    near = rng.randrange(0, len(lines) + 3)
    why = {"reason": rng.choice((None, "so")), "authority": None}
    colours = {rng.choice(COLOURS): rng.choice((0, 3, 2**53))}
    made: dict[str, Any] = {
        "undone": {"to": near, "reason": None},
        "corrected": {"seq": near, **correction(lines, rng), **why},
        "ruled": {"rule": rng.choice(("R-MOVE-01", "R-TURN-02", "A-LOG-02", "R-X", "")), **why},
        "noted": {"text": rng.choice(("well played", "\x1b[2J", "\ud800", ""))},
        "penalized": {
            "player": rng.choice(COLOURS),
            "offence": "conduct",
            "level": "points",
            "points": near,
            "minutes": None,
            "rule": None,
            **why,
        },
        "withheld": {"leaf": "x", **correction(lines, rng)},
        "committed": {"values": [{"seq": near, "place": place(rng), "digest": "x"}]},
        "opened": {"seq": near, "place": place(rng), "salt": "x", "value": rng.choice(ODD)},
        "sealed": {"size": near, "root": "x", "note": "y"},
        "revealed": {"player": rng.choice(COLOURS), "seq": near, "card": rng.randrange(17)},
        "asserted": {rng.choice(("vp", "cubes", "hands", "dice", "demons")): colours},
    }
    return made.get(type_, {})


def place(rng: Random) -> str:
    """Where something may have been left out of a record."""
    return rng.choice(("kept", "kept[0]", "players[0].name", "data.kept", "x[", "", "seq"))


def join_a_line(lines: list[bytes], rng: Random) -> None:
    """A record as the keeper of a private game would have it, if it left out something there."""
    at = rng.randrange(1, len(lines)) if lines[1:] else 1  # a record 1 begins another log
    openings = [{"place": place(rng), "salt": "x", "value": rng.choice(ODD)}]
    data = {"line": b"".join(lines[at : at + 1]).decode(errors="replace"), "openings": openings}
    record = {"seq": at + 1, "type": "joined", "v": 1, "at": None, "by": None, "data": data}
    lines[at : at + 1] = [encoded(record)]


def correction(lines: list[bytes], rng: Random) -> dict[str, Any]:
    """What an event is to read as: nothing, or what some other line says."""
    if rng.random() < 0.3 or not lines:
        return {"type": None, "v": None, "data": None}
    try:
        record = json.loads(rng.choice(lines))
        data = mutated(record["data"], rng) if rng.random() < 0.5 else record["data"]
        return {"type": record["type"], "v": record["v"], "data": data}
    except NO_JSON:
        return {"type": rng.choice(TYPES), "v": 1, "data": rng.choice(ODD)}


ON_LINES: Final = (
    change_line,
    change_line,
    change_line,
    other_type,
    double_key,
    swap,
    double,
    drop,
    with_order(swap),
    with_order(double),
    with_order(drop),
    insert_log_record,
    insert_log_record,
    insert_log_record,
    join_a_line,
)
