"""The quick reading of a whole log says what the strict reading of every line says.

However the JSON is written: blanks, the order of keys, escapes. And no key that stands twice is
ever missed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from ragami.game import game_named
from ragami.game.registry import SHIPPED
from ragami.judge.report import report
from ragami.log.codec import FEW, Codec
from ragami.log.record import Bad, Read
from ragami.log.strict import DEEPEST, READABLE_DIGITS, is_too_deep
from tests.laws.random_game import CODEC, LAW, whole_game, written
from tests.samples.samples import Sample, samples
from tests.scale import often

seeds = st.integers(0, 2**32)


@cache
def games() -> list[bytes]:
    seeds = range(often(4, 12))
    return [whole_game(seed, hidden=seed % 2 == 0, log_records=seed % 4 > 1) for seed in seeds]


def strictly(log: bytes) -> list[Read]:
    """Every line by itself."""
    lines = log.removesuffix(b"\n").split(b"\n")
    return [CODEC.read_line(line, number) for number, line in enumerate(lines, 1)]


def check_same(log: bytes) -> list[Read]:
    reads = list(CODEC.read_log(log))
    assert reads == strictly(log)
    return reads


# --- the same bytes ------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(often(2, 12)))
def test_quick_is_strict_on_whole_games(number: int) -> None:
    reads = check_same(games()[number])
    assert not any(isinstance(read, Bad) for read in reads)


@pytest.mark.parametrize("sample", samples("*"), ids=lambda sample: sample.name)
def test_quick_is_strict_on_samples(sample: Sample) -> None:
    check_same(sample.log)


PIECES: Final = [
    *(b" ", b"\t", b"\r", b"\n", b":", b",", b'"', b"{", b"}", b"[", b"]", b"\\", b"0", b"-1"),
    *(b"1e3", b"1.0", b"null", b"true", b"NaN", b"\xff", b"\x00", b"\xef\xbb\xbf", b'{}"', b'":'),
    *(b'"seq":1,', b'"player":"yellow",', b',"v":1', b'" :', b"\\u0041", b"}{", b"}\n\n{"),
]


@LAW
@given(seed=seeds)
def test_quick_is_strict_on_broken_bytes(seed: int) -> None:
    rng = Random(seed)
    log = rng.choice(games())
    lines = log.split(b"\n")
    start = rng.randrange(max(1, len(lines) - 12))
    for _ in range(often(4, 20)):
        part = bytearray(log)
        for _ in range(rng.randint(1, 3)):
            # In a few lines, so that one piece may make up for another.
            low = len(b"\n".join(lines[:start]))
            high = low + len(b"\n".join(lines[start : start + 3]))
            at = rng.randint(low, min(high, len(part)))
            part[at : at + rng.choice([0, 0, 1, 3])] = rng.choice(PIECES)
        check_same(bytes(part))


@pytest.mark.parametrize(
    ("inside", "with_blank"),
    [(b'"data":', b'"data":\n'), (b'"data":', b'"data"\n:'), (b'"player":"', b'"player"\n:"')],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_record_is_a_line(inside: bytes, with_blank: bytes, first: bool) -> None:
    """A record on two lines is none, also when two others share one, so that the sum is right."""
    lines = games()[1].splitlines()
    at = next(n for n in range(20, len(lines)) if inside in lines[n])
    broken = lines[at].replace(inside, with_blank, 1)
    before = [*lines[2:at]] if first else [*lines[2:4], lines[4] + lines[5], *lines[6:at]]
    after = [lines[at + 1] + lines[at + 2], *lines[at + 3 :]] if first else lines[at + 1 :]
    log = b"\n".join([*lines[:2], *before, broken, *after]) + b"\n"
    assert log.count(b"\n") == games()[1].count(b"\n")
    reads = check_same(log)
    assert any(isinstance(read, Bad) for read in reads)


# --- the same meaning ----------------------------------------------------------------------


def respaced(line: bytes, rng: Random) -> bytes:
    blanks = [rng.choice(["", " ", "  ", "\t"]) for _ in range(4)]
    comma, colon = blanks[0] + "," + blanks[1], blanks[2] + ":" + blanks[3]
    return json.dumps(json.loads(line), separators=(comma, colon), ensure_ascii=False).encode()


def reordered(line: bytes, rng: Random) -> bytes:
    def shuffled(value: Any) -> Any:
        if isinstance(value, list):
            return [shuffled(inside) for inside in value]
        if isinstance(value, dict):
            keys = rng.sample(list(value), len(value))
            return {key: shuffled(value[key]) for key in keys}
        return value

    return json.dumps(shuffled(json.loads(line)), separators=(",", ":")).encode()


def escaped(line: bytes, rng: Random) -> bytes:
    """Some letters of keys and texts as `\\uXXXX`."""

    def spelled(letter: str) -> str:
        escape = rng.random() < 0.3 and ord(letter) < 0xD800
        return f"\\u{ord(letter):04x}" if escape else json.dumps(letter)[1:-1]

    def spell(text: re.Match[bytes]) -> bytes:
        return ('"' + "".join(map(spelled, json.loads(text[0]))) + '"').encode()

    plain = rb'"type":"[^"]*"'  # a type is written plainly
    parts = re.split(b"(" + plain + b")", line)
    return b"".join(
        part if re.fullmatch(plain, part) else re.sub(rb'"(?:[^"\\]|\\.)*"', spell, part)
        for part in parts
    )


VARIANTS: Final[dict[str, Callable[[bytes, Random], bytes]]] = {
    "respaced": respaced,
    "reordered": reordered,
    "escaped": escaped,
}


@pytest.mark.parametrize("how", VARIANTS)
@pytest.mark.parametrize("number", range(often(2, 6)))
def test_written_otherwise_it_means_the_same(number: int, how: str) -> None:
    log, rng = games()[number], Random(how)
    lines = log.splitlines()
    other = [VARIANTS[how](line, rng) for line in lines]
    assert other != lines
    assert [json.loads(line) for line in other] == [json.loads(line) for line in lines]
    changed = b"".join(line + b"\n" for line in other)
    check_same(changed)
    assert report("a", changed) == report("a", log)


@pytest.mark.parametrize("how", VARIANTS)
def test_one_line_written_otherwise_among_the_others(how: str) -> None:
    rng = Random(how)
    said = report("a", games()[3])
    lines = games()[3].splitlines()
    for at in rng.sample(range(len(lines)), often(6, 30)):
        other = [*lines[:at], VARIANTS[how](lines[at], rng), *lines[at + 1 :]]
        changed = b"".join(line + b"\n" for line in other)
        check_same(changed)
        assert report("a", changed) == said


# --- keys that stand twice -----------------------------------------------------------------


def with_a_key_twice(line: bytes, rng: Random) -> bytes:
    """One key of one object once more, somewhere in it, perhaps with escapes in its name."""
    spans = [match.span() for match in re.finditer(rb'"(?:[^"\\]|\\.)*"(?=\s*:)', line)]
    start, end = rng.choice(spans)
    key = line[start:end]
    if rng.random() < 0.3:
        letter = rng.randrange(1, len(key) - 1)
        key = key[:letter] + b"\\u%04x" % key[letter] + key[letter + 1 :]
    colon = rng.choice([b":", b":", b" :", b"\t:", b": "])
    same = _value_at(line, end)
    value = rng.choice([b"null", b"1", b'"yellow"', b"{}", b"[]", b'"a\\":b"', same])
    return line[:start] + key + colon + value + b"," + line[start:]


def _value_at(line: bytes, end: int) -> bytes:
    """The value that follows a key."""
    text = line[end:].decode().lstrip().removeprefix(":").lstrip()
    value, _ = json.JSONDecoder().raw_decode(text)
    return json.dumps(value, separators=(",", ":")).encode()


def distracted(line: bytes, rng: Random) -> bytes:
    """The same record, written so that a count of `":` comes out otherwise."""
    spelled = rng.choice([b'" :', b'"\t:', b'":'])
    return line.replace(b'":', spelled, rng.randint(0, 3))


NOTE: Final = 'so: "seq":1, "player":"yellow"'


@LAW
@given(seed=seeds)
def test_a_key_that_stands_twice_is_found(seed: int) -> None:
    rng = Random(seed)
    for _ in range(often(3, 12)):
        lines = rng.choice(games()).splitlines()
        at = rng.randrange(len(lines))
        lines[at] = with_a_key_twice(lines[at], rng)
        for _ in range(rng.choice([0, 0, 1, 2])):
            other = rng.randrange(len(lines))
            lines[other] = distracted(lines[other], rng)
        if rng.random() < 0.3:
            lines.append(written(len(lines) + 1, "noted", {"text": NOTE}))
        reads = check_same(b"".join(line + b"\n" for line in lines))
        assert_twice(reads[at])


def assert_twice(read: Read) -> None:
    assert isinstance(read, Bad)
    assert read.breach.facts["problem"] == "duplicate-key"


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_a_key_twice_is_not_made_up_for_by_one_that_is_missing(missing: int) -> None:
    """Options may be left out: so many others twice, and the number of keys is right again."""
    lines = games()[1].splitlines()
    opened = json.loads(lines[0])["data"]
    options = list(opened["options"].items())[missing:]
    body = ",".join(
        json.dumps({key: value}, separators=(",", ":"))[1:-1]
        for key, value in [*options, *options[:missing]]
    )
    again = written(len(lines) + 1, "game_opened", opened | {"options": {}})
    again = again.replace(b'"options":{}', f'"options":{{{body}}}'.encode())
    log = b"".join(line + b"\n" for line in [*lines, again])
    assert_twice(check_same(log)[-1])


def test_a_key_twice_in_a_correction() -> None:
    """The record is malformed, and not only what it puts in the place of another."""
    lines = games()[1].splitlines()
    passed = next(n for n, line in enumerate(lines, 1) if b'"passed"' in line)
    correction = {"seq": passed, "type": "passed", "v": 1, "data": {}, "reason": None}
    line = written(len(lines) + 1, "corrected", correction | {"authority": None})
    line = line.replace(b'"data":{}', b'"data":{"player":"yellow","player":"green"}')
    reads = check_same(b"".join(line + b"\n" for line in [*lines, line]))
    assert_twice(reads[-1])


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (b'{"player":1.5}', "not-an-integer"),
        (b'{"player":[1e3]}', "not-an-integer"),
        (b"[1.5]", "not-an-integer"),
        (b"1.5", "not-an-integer"),
        (b'{"player":9007199254740993}', "number-too-large"),
        (b'{"deep":{"player":123456789012345678901234567890}}', "number-too-large"),
    ],
)
@pytest.mark.parametrize("type_", ["corrected", "opened"])
def test_what_is_not_looked_into_yet_is_read_strictly_too(
    value: bytes, problem: str, type_: str
) -> None:
    """Numbers that no record may have do not hide in what a correction or an opening carries."""
    lines = games()[1].splitlines()
    data: dict[str, Any] = {
        "corrected": {"seq": 3, "type": "passed", "v": 1, "data": {}, "reason": None},
        "opened": {"seq": 3, "place": "/player", "salt": "c2FsdA==", "value": {}},
    }[type_]
    data |= {"authority": None} if type_ == "corrected" else {}
    line = written(len(lines) + 1, type_, data).replace(b"{}", value)
    read = check_same(b"".join(line + b"\n" for line in [*lines, line]))[-1]
    assert isinstance(read, Bad)
    assert read.breach.facts["problem"] == problem


class Counting(Codec):
    """A codec that counts the lines that it reads one by one."""

    def __init__(self) -> None:
        super().__init__(CODEC.types)
        self.lines = 0

    def read_line(self, line: bytes, number: int) -> Read:
        self.lines += 1
        return super().read_line(line, number)


@pytest.mark.parametrize("at", [1, 2, 100, 200, -1])
def test_one_line_of_another_kind_does_not_hold_up_the_others(at: int) -> None:
    lines = max(games(), key=len).splitlines()
    end = at % (len(lines) + 1)
    unknown = written(end + 1, "photographed", {"camera": "old"})
    others = [json.loads(line) for line in lines[end:]]
    later = [
        written(seq, other["type"], other["data"]) for seq, other in enumerate(others, end + 2)
    ]
    codec = Counting()
    log = b"".join(line + b"\n" for line in [*lines[:end], unknown, *later])
    assert [read.seq for read in codec.read_log(log)] == [read.seq for read in check_same(log)]
    assert codec.lines <= 1 + FEW


def nested(inside: int, type_: str, field: str) -> bytes:
    """A log whose last line has lists in each other: `inside` and two objects deep."""
    lines = games()[1].splitlines()
    data: dict[str, Any] = {
        "photographed": {},
        "opened": {"seq": 3, "place": "player", "salt": "c2FsdA=="},
        "corrected": {"seq": 3, "type": "passed", "v": 1, "reason": None, "authority": None},
    }[type_]
    line = written(len(lines) + 1, type_, data | {field: "x"})
    line = line.replace(b'"x"', b"[" * inside + b'"["' + b"]" * inside)
    return b"".join(line + b"\n" for line in [*lines, line])


def at_depth(frames: int, log: bytes) -> list[Read]:
    """Read a log with so many calls around it."""
    return at_depth(frames - 1, log) if frames else check_same(log)


OPEN: Final = b"[" * (DEEPEST + 1)
CLOSED: Final = b"]" * (DEEPEST + 1)


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        (OPEN + CLOSED, True),
        (OPEN[1:] + CLOSED[1:], False),
        (b"[" + b'{"a":[]},' * DEEPEST + b"1]", False),
        (b'["%s"]' % OPEN, False),
        (b'["\\"%s\\""]' % OPEN, False),
        (b'["\\\\",%s%s]' % (OPEN, CLOSED), True),
        (b'["]",' * len(OPEN) + CLOSED, True),
        (b'["","[","]","",%s%s]' % (OPEN[2:], CLOSED[2:]), False),
        (b'"%s""%s' % (OPEN, OPEN[1:]), False),  # nobody closes the last text
        (b'"%s""%s' % (OPEN, OPEN), True),
        (b"]" + OPEN, False),
    ],
)
def test_only_what_stands_in_each_other_is_deep(text: bytes, deep: bool) -> None:
    """Whatever the texts have, and also where it is no JSON: that is for another finding."""
    assert is_too_deep(text) == deep


@pytest.mark.parametrize(
    ("type_", "field"), [("photographed", "x"), ("opened", "value"), ("corrected", "data")]
)
@pytest.mark.parametrize("inside", [60, DEEPEST - 2, DEEPEST - 1, 400, 900])
def test_how_deep_a_record_may_be_does_not_depend_on_who_reads_it(
    inside: int, type_: str, field: str
) -> None:
    for frames in (0, 500):
        read = at_depth(frames, nested(inside, type_, field))[-1]
        deep = isinstance(read, Bad) and read.breach.facts["problem"] == "too-deep"
        assert deep == (inside + 2 > DEEPEST), frames


def test_a_time_without_a_colon_in_its_offset_is_read_strictly_too() -> None:
    log = b"".join(written(seq, "noted", {"text": "x"}) + b"\n" for seq in range(1, 9))
    for offset, right in ((b"+00:00", True), (b"+0000", False), (b"-0000", False)):
        reads = check_same(re.sub(rb'"at":[^,]+', b'"at":"2026-11-20T19:04:31%b"' % offset, log))
        assert {isinstance(read, Bad) for read in reads} == {not right}


def lone_tags(kind: Any) -> list[str]:
    """The objects with a tag where there is no other to choose: msgspec reads them without it."""
    if isinstance(kind, inspect.UnionType):
        tagged = [part for part in kind.types if isinstance(part, inspect.StructType)]
        alone = tagged if len(tagged) == 1 else []
        others = [part for part in kind.types if part not in tagged]
        inside = [field.type for part in tagged for field in part.fields]
        return [*alone_in(alone), *found_in([*others, *inside])]
    if isinstance(kind, inspect.StructType):
        return [*alone_in([kind]), *found_in(field.type for field in kind.fields)]
    parts = [getattr(kind, name, None) for name in ("type", "item_type", "key_type", "value_type")]
    return found_in(part for part in (*parts, *getattr(kind, "item_types", ())) if part)


def alone_in(structs: list[inspect.StructType]) -> list[str]:
    return [struct.cls.__name__ for struct in structs if struct.tag is not None]


def found_in(kinds: Iterable[Any]) -> list[str]:
    return [name for kind in kinds for name in lone_tags(kind)]


@pytest.mark.parametrize("game", SHIPPED)
def test_no_key_may_be_missing_because_msgspec_does_not_need_it(game: str) -> None:
    for name, entry in game_named(game).codec.types.items():
        assert lone_tags(inspect.type_info(entry.struct)) == [], name


def test_after_a_broken_line_little_is_read() -> None:
    """Whoever reads a log stops there: the rest may be long."""
    codec = Counting()
    log = games()[0] + b"}\n" + b'{"seq" :1}\n' * 1000
    lines = games()[0].count(b"\n") + 1
    for stretch in codec.reading(log):
        if any(isinstance(read, Bad) for read in stretch):
            break
    assert codec.lines <= lines


@pytest.mark.parametrize("colon", [b" :", b"\t:", b"\r:", b" \t :"])
def test_a_key_twice_behind_a_blank(colon: bytes) -> None:
    """What counts keys does not see such a one, so it must not count there."""
    lines = games()[1].splitlines()
    at = next(n for n, line in enumerate(lines) if b'"player":"' in line and n)
    lines[at] = lines[at].replace(b'"player":', b'"player"' + colon + b'"yellow","player":', 1)
    assert_twice(check_same(b"".join(line + b"\n" for line in lines))[at])


@pytest.mark.parametrize("digits", [20, 21, 60, 4300, 5000])
def test_a_number_that_is_too_large_is_told_as_it_stands_and_briefly(digits: int) -> None:
    """`seq` is what the record says if that is an integer (R-LOG-01); a sentence shows a part."""
    lines = games()[1].splitlines()
    there = written(10, "noted", {"text": "a"}).replace(b'"seq":10', b'"seq":' + b"7" * digits)
    found = report("game", b"".join(line + b"\n" for line in [*lines[:9], there])).findings[-1]
    readable = digits <= READABLE_DIGITS
    assert found.seq == (int("7" * digits) if readable else None)
    assert found.facts["found"] == "7" * 20 + "…" * (digits > 20)
    assert len(found.en) <= 140
    assert found.en.startswith("Line 10 (record 777" if readable else "Line 10: 777")
    msgspec.json.encode(found.seq)
