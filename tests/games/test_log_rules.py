"""What the contract says of corrections and of malformed records holds in every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

import ragami
from ragami.game import game_named
from ragami.game.capabilities import BOT

RULES: Final = {
    "ragami": "R-LOG-01",
    "dice-forge": "R-F-LOG-01",
    "deal-with-the-devil": "R-D-LOG-01",
    "tournament": "R-T-LOG-01",
}
LAST: Final = 8
NAMED: Final = 6
NEXT: Final = LAST + 1

MALFORMED: Final = "malformed-record"
ILLEGAL: Final = "illegal-event"
UNKNOWN: Final = "unknown-record"
Wrong = tuple[str, int | None]
"""The code and the record of a finding, which carries the log rule of the game."""


@pytest.fixture(autouse=True)
def no_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log whose types are not plain is looked through for seals."""
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "keys"))


def record(seq: int, type_: str, data: object, v: int = 1) -> bytes:
    fields = {"seq": seq, "type": type_, "v": v, "at": None, "by": None, "data": data}
    return msgspec.json.encode(fields)


@cache
def begun(game: str) -> tuple[tuple[str, Any], ...]:
    """The first events of a legal game."""
    played = game_named(game).need(BOT).play(4, 3)
    return tuple(event for _number, event in zip(range(LAST), played, strict=False))


def lines(game: str) -> list[bytes]:
    return [record(seq, *event) for seq, event in enumerate(begun(game), 1)]


def corrected(named: int, type_: str | None, v: int | None, data: object, seq: int = NEXT) -> bytes:
    said = {"seq": named, "type": type_, "v": v, "data": data}
    return record(seq, "corrected", {**said, "reason": "x", "authority": "y"})


def escaped(type_: str) -> bytes:
    return b"\\u00%02x" % ord(type_[0]) + type_[1:].encode()


def undone(to: int, seq: int) -> bytes:
    return record(seq, "undone", {"to": to, "reason": None})


def wrong(log: list[bytes]) -> list[tuple[str, str | None, int | None]]:
    report = ragami.verify(b"".join(line + b"\n" for line in log))
    told = (one for one in report.findings if one.severity == "error" or one.code == UNKNOWN)
    return [(one.code, one.rule, one.seq) for one in told]


Added = Callable[[str, Any], list[bytes]]
CASES: Final[dict[str, tuple[Added, list[Wrong]]]] = {
    "it names itself": (lambda t, d: [corrected(NEXT, t, 1, d)], [(ILLEGAL, NEXT)]),
    "it names a remark": (
        lambda t, d: [record(NEXT, "noted", {"text": "x"}), corrected(NEXT, t, 1, d, NEXT + 1)],
        [(ILLEGAL, NEXT + 1)],
    ),
    "it strikes out record 1": (
        lambda _t, _d: [corrected(1, None, None, None)], [(ILLEGAL, NEXT)],
    ),
    "no type": (lambda _t, d: [corrected(NAMED, None, 1, d)], [(ILLEGAL, NEXT)]),
    "no version": (lambda t, d: [corrected(NAMED, t, None, d)], [(ILLEGAL, NEXT)]),
    "data alone": (lambda _t, d: [corrected(NAMED, None, None, d)], [(ILLEGAL, NEXT)]),
    "null": (lambda t, _d: [corrected(NAMED, t, 1, None)], [(MALFORMED, NAMED)]),
    "a list": (lambda t, _d: [corrected(NAMED, t, 1, [])], [(MALFORMED, NAMED)]),
    "wrong keys": (lambda t, _d: [corrected(NAMED, t, 1, {"no": 1})], [(MALFORMED, NAMED)]),
    "wrong keys, undone": (
        lambda t, _d: [corrected(NAMED, t, 1, {"no": 1}), undone(NAMED - 1, NEXT + 1)], [],
    ),
    "wrong keys, mended": (
        lambda t, d: [corrected(NAMED, t, 1, {}), corrected(NAMED, t, 1, d, NEXT + 1)], [],
    ),
    "a record of the log": (
        lambda _t, _d: [corrected(NAMED, "noted", 1, {"text": "x"})], [(MALFORMED, NAMED)],
    ),
    "record 1 as another event": (
        lambda t, d: [corrected(1, t, 1, d)], [(MALFORMED, 1)],
    ),
    "a type that is not plain": (
        lambda t, d: [corrected(NAMED, t, 1, d).replace(t.encode(), escaped(t))],
        [(MALFORMED, NEXT)],
    ),
    "a wrong number": (
        lambda t, d: [record(NEXT + 3, t, d), undone(LAST, NEXT + 1)], [(MALFORMED, NEXT + 3)],
    ),
    "no JSON": (lambda _t, _d: [b"{", undone(LAST, NEXT + 1)], [(MALFORMED, None)]),
    "an undo of nothing": (lambda _t, _d: [undone(NEXT, NEXT)], [(ILLEGAL, NEXT)]),
    "a redo of nothing": (lambda _t, _d: [record(NEXT, "redone", {})], [(ILLEGAL, NEXT)]),
}  # fmt: skip

FAULTS: Final = {
    "a float": b'"data":{"x":1.5}',
    "a key twice": b'"data":{"x":1,"x":2}',
    "a list": b'"data":[]',
    "beyond 2^53": b'"data":{"x":9007199254740994}',
    "a key that is not ASCII": '"data":{"ñ":1}'.encode(),
    "one key more": b'"data":{},"more":1',
}


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("case", CASES)
def test_where_a_fault_stands(game: str, case: str) -> None:
    added, found = CASES[case]
    type_, data = begun(game)[NAMED - 1]
    log = [*lines(game), *added(type_, msgspec.to_builtins(data))]
    assert wrong(lines(game)) == []
    assert wrong(log) == [(code, RULES[game], seq) for code, seq in found]


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_malformed_event_is_taken_back_and_no_other_record(game: str, fault: str) -> None:
    rest = FAULTS[fault]

    def malformed(type_: str) -> bytes:
        return b'{"seq":%d,"type":"%s","v":1,"at":null,"by":null,%s}' % (NEXT, type_.encode(), rest)

    log, type_ = lines(game), begun(game)[NAMED - 1][0]
    found = [(MALFORMED, RULES[game], NEXT)]
    assert wrong([*log, malformed(type_)]) == found
    assert wrong([*log, malformed(type_), undone(LAST, NEXT + 1)]) == []
    assert wrong([*log, malformed(type_), corrected(NEXT, None, None, None, NEXT + 1)]) == []
    assert wrong([*log, malformed("noted"), undone(LAST, NEXT + 1)]) == found


@pytest.mark.parametrize("game", RULES)
def test_what_is_not_known_is_kept_and_opens_no_game(game: str) -> None:
    log, (type_, _data) = lines(game), begun(game)[NAMED - 1]
    unknown = [(UNKNOWN, None, NEXT)]
    assert wrong([*log, record(NEXT, "never_heard_of", {"ñ": 1})]) == unknown
    assert wrong([*log, record(NEXT, type_, {"x": 1}, 99)]) == unknown
    for named in (("never_heard_of", 1), (type_, 99)):
        assert wrong([*log[:NAMED], corrected(NAMED, *named, {}, NAMED + 1)]) == [
            (UNKNOWN, None, NAMED)
        ]
    opened = record(1, *begun(game)[0], v=99)
    assert wrong([opened, *log[1:]]) == [(UNKNOWN, None, 1), (ILLEGAL, RULES[game], 2)]
