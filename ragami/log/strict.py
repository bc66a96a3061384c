"""The strict reading of one line: what the contract forbids and JSON parsers let through.

Duplicate keys, floats, NaN, integers beyond 2^53, a byte order mark, blanks lines. And: what a
msgspec error means, as facts.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache
from itertools import accumulate, chain
from operator import attrgetter
from typing import Any, Final, get_args, get_origin

import msgspec
from msgspec import Struct

from ragami.decoded import Data

LIMIT: Final = 2**53
DIGITS: Final = 20
DEEPEST: Final = 128
"""As many objects and lists as may stand in each other in a record.

The JSON of Python and of msgspec gives up where the stack happens to end: a verdict may not.
"""
READABLE_DIGITS: Final = 4300
"""As many digits as Python makes a number of; it takes longer with each."""
_TYPE: Final = re.compile(rb'"[A-Za-z0-9_]+"')


class Malformed(Exception):
    """Bytes that are no record: a stable word, and the facts (JSON path, found, expected)."""

    def __init__(self, problem: str, **facts: object) -> None:
        super().__init__(problem)
        self.facts: Data = {"problem": problem, **facts}


def strict_json(line: bytes) -> dict[str, object]:
    """Return the JSON object in a line.

    Raises `Malformed` for everything that the contract forbids.
    """
    if line.startswith(b"\xef\xbb\xbf"):
        raise Malformed("byte-order-mark")
    if not line.strip():
        raise Malformed("empty-line")
    if line.endswith(b"\r"):
        raise Malformed("line-end")
    plain = strict_value(line)
    if not isinstance(plain, dict):
        raise Malformed("not-an-object")
    return plain


def strict_value(text: bytes) -> object:
    """Return the JSON in a text. Raise `Malformed` for what no record may have."""
    if is_too_deep(text):
        raise Malformed("too-deep", limit=DEEPEST)
    try:
        return _decoder().decode(text.decode())
    except UnicodeDecodeError as wrong:
        raise Malformed("not-utf8", byte=wrong.start) from None
    except json.JSONDecodeError as wrong:
        raise Malformed("not-json", column=wrong.colno) from None


_CURLY_AS_SQUARE: Final = bytes.maketrans(b"{}", b"[]")
_NO_BRACKETS: Final = bytes(set(range(256)).difference(b"[]{}"))
_NO_SIGNS: Final = bytes(set(_NO_BRACKETS).difference(b'"'))


def is_too_deep(text: bytes) -> bool:
    """Return True if more than `DEEPEST` objects and lists stand in each other."""
    if text.count(b"[") + text.count(b"{") <= DEEPEST:
        return False
    if b"\\" not in text and not text.count(b'"') % 2:  # every mark begins or ends a text
        text = text.translate(None, _NO_SIGNS).replace(b'""', b"")
    brackets = re.sub(rb'"(?:[^"\\]|\\.)*"', b"", text).translate(_CURLY_AS_SQUARE, _NO_BRACKETS)
    within = brackets
    for _ in range(DEEPEST):  # each time the innermost go: far quicker than to step through all
        if not within:
            return False
        within = within.replace(b"[]", b"")
    steps = (1 if bracket == ord("[") else -1 for bracket in brackets)
    return max(accumulate(steps), default=0) > DEEPEST


@cache
def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=_object,
        parse_float=_no_float,
        parse_int=_integer,
        parse_constant=_no_float,
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, object]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Malformed("duplicate-key", key=twice.encode(errors="replace").decode())
    return plain


def _no_float(text: str) -> object:
    raise Malformed("not-an-integer", found=short(text))


def _integer(text: str) -> int:
    if len(text) > DIGITS or not -LIMIT <= int(text) <= LIMIT:
        raise Malformed("number-too-large", found=short(text), limit=LIMIT)
    return int(text)


def short(number: object) -> str:
    """Return a number as it is written, cut where it is long."""
    text = str(number)
    return text if len(text) <= DIGITS else f"{text[:DIGITS]}…"


@cache
def _lenient() -> json.JSONDecoder:
    """Return a decoder of any JSON that keeps numbers as text where Python has none like them."""
    return json.JSONDecoder(parse_float=str, parse_int=_any_integer, parse_constant=_no_constant)


def _any_integer(text: str) -> int | str:
    return int(text) if len(text) <= READABLE_DIGITS else text


def _no_constant(text: str) -> object:
    raise ValueError(text)


class _Typed(Struct):
    type: str


class _AsWritten(Struct):
    type: msgspec.Raw


_typed: Final = msgspec.json.Decoder(_Typed)
_as_written: Final = msgspec.json.Decoder(_AsWritten)


def may_say(text: bytes, *words: bytes) -> bool:
    """Return True if one of these words (in quotation marks) can be a value in some JSON.

    If not, it need not be looked into: where nothing is escaped, a value stands as it reads.
    """
    return b"\\" in text or any(map(text.__contains__, words))


def may_hold(text: bytes, *types: str) -> bool:
    """Return True if a record of one of these types may stand in some lines, packed ones included.

    If not, they need not be looked for: where nothing is escaped, a type stands as it reads.
    """
    return b"\\" in text or _records_of(types).search(text) is not None


@cache
def _records_of(types: tuple[str, ...]) -> re.Pattern[bytes]:
    # Without the first quotation mark: those are everywhere, and it is searched for more quickly.
    return re.compile(rb'type"\s*:\s*"(?:%s)"' % "|".join(types).encode())


def type_in(line: bytes) -> str | None:
    """Return the type of the record in a line, as it decodes; None where there is none."""
    try:
        return _typed.decode(line).type
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def expect_plain_type(text: bytes, where: str = "$.type") -> None:
    """Raise `Malformed` unless a type is ASCII letters, digits and `_`, without escapes.

    Otherwise two readers of the same bytes could take a record for two different ones.
    """
    written = bytes(_as_written.decode(text).type)
    if not _TYPE.fullmatch(written):
        raise Malformed("type-not-plain", where=where, found=written.decode(errors="replace"))


def escaped_type(correction: bytes) -> dict[str, object] | None:
    """Return what is wrong with the type in the data of a correction; None where it is plain."""
    try:
        expect_plain_type(correction, "$.data.type")
    except Malformed as wrong:
        return wrong.facts
    return None


def claims_of(line: bytes) -> tuple[int | None, str | None]:
    """Return the seq and the type that a malformed record claims, where it is a JSON object at all.

    JSON as RFC 8259 has it: in UTF-8, without a byte order mark, NaN or Infinity.
    """
    if is_too_deep(line):
        return None, None
    try:
        plain = _lenient().decode(line.decode())
    except ValueError:
        return None, None
    if not isinstance(plain, dict):
        return None, None
    seq, type_ = plain.get("seq"), plain.get("type")
    is_number = isinstance(seq, int) and not isinstance(seq, bool)
    return seq if is_number else None, type_ if isinstance(type_, str) else None


NO_COLON: Final = (b'+0000"', b'-0000"')
"""The end of a time in UTC whose offset is not as RFC 3339 has it."""


def expect_colon(at: object) -> None:
    """Raise `Malformed` for an offset without a colon, against RFC 3339; msgspec lets it pass."""
    if isinstance(at, str) and re.search(r"[+-][0-9]{4}$", at):
        raise Malformed("not-utc", where="$.at", found=at)


# The last second of a month in UTC may be its 60th (RFC 3339, section 5.7), and no datetime can be.
_LEAP: Final = r"([0-9-]{10}[Tt]23:59:)60((?:\.[0-9]+)?(?:[Zz]|[+-]00:00))"


def without_leap(line: bytes) -> bytes:
    """Return a record whose `at` is a leap second, as one of the second before.

    Any other as it is.
    """
    if b":60" not in line:
        return line
    record = strict_json(line)
    leap = re.fullmatch(_LEAP, at) if isinstance(at := record.get("at"), str) else None
    if leap is None or not _ends_a_month(leap[1]):
        return line
    return json.dumps(record | {"at": f"{leap[1]}59{leap[2]}"}).encode()


def _ends_a_month(moment: str) -> bool:
    try:
        day = date.fromisoformat(moment[:10])
    except ValueError:
        return False
    return (day + timedelta(days=1)).day == 1


# --- what msgspec says ---------------------------------------------------------------------

# Compiled when somebody writes what is malformed (law 10): most logs are not.
_AT: Final = r" - at (?:`key` in )?`(?P<where>[^`]+)`$"
_SAID: Final = (
    ("missing-field", r"Object missing required field `(?P<field>[^`]+)`"),
    ("unknown-field", r"Object contains unknown field `(?P<field>.+)`"),
    ("not-utc", r"(?:Invalid RFC3339|Expected `datetime)"),
    ("wrong-type", r"Expected `(?P<expected>[^`]+)`, got `(?P<found>[^`]+)`"),
    ("wrong-length", r"Expected `array` of length (?P<expected>.+)"),
    ("out-of-range", r"Expected `(?:int|str)` (?P<expected>.+)"),
    ("wrong-value", r"Invalid (?:enum )?value '?(?P<found>.+?)'?$"),
    ("nothing-hidden", r"Nothing is hidden"),
)


def explain(error: Exception, below: str = "$") -> Malformed:
    """Return a msgspec error as facts; `below` is the JSON path of what was decoded."""
    text = str(error)
    where = re.search(_AT, text)
    facts = {"where": below + where["where"][1:] if where else below}
    text = re.sub(_AT, "", text)
    for problem, pattern in _SAID:
        match = re.match(pattern, text)
        if match:
            return Malformed(problem, **facts, **match.groupdict())
    if isinstance(error, UnicodeDecodeError):
        return Malformed("not-utf8", byte=error.start)
    return Malformed("wrong-value", **facts, found=text)


# --- how many keys a record has ------------------------------------------------------------


# Added for what may be left out without a trace, so that no count of it can be right.
UNCOUNTABLE: Final = 10**9


def keys_in(values: Iterable[object], within: int = 0) -> int:
    """Return the keys inside some values, their own included; each once, however often it was
    written.

    What was not read yet (`Raw`) is read strictly. Raises `Malformed` for that, and where the type
    of a field lets any value in: for a number that no record may have, and for what may be too
    deep. `within`: in how many objects and lists the values stand.
    """
    if within > DEEPEST // 2:
        raise Malformed("too-deep", limit=DEEPEST)
    alike: defaultdict[type[Any], list[Any]] = defaultdict(list)
    for value in values:
        alike[value.__class__].append(value)
    keys = 0
    for kind, those in alike.items():
        if kind is not str:
            keys += _keys_in_alike(kind, those, within + 1)
    return keys


def _keys_in_alike(kind: type[object], values: list[Any], within: int) -> int:
    """Return the number of keys in values of one type."""
    if issubclass(kind, Struct):
        fixed, varying = _keys_of(kind)
        keys = fixed * len(values)
        for inside in varying:
            keys += keys_in(map(inside, values), within)
        return keys
    if kind in (tuple, list):
        return keys_in(chain.from_iterable(values), within)
    if kind is dict:
        deeper = chain.from_iterable(mapping.values() for mapping in values)
        return keys_in(deeper, within) + sum(map(len, values))
    if kind is msgspec.Raw:
        return keys_in((strict_value(bytes(value)) for value in values), within)
    if kind is float or (kind is int and not -LIMIT <= min(values) <= max(values) <= LIMIT):
        raise Malformed("not-an-integer" if kind is float else "number-too-large", limit=LIMIT)
    return -len(values) if kind is msgspec.UnsetType else 0


@cache
def _keys_of(kind: type[Struct]) -> tuple[int, tuple[attrgetter[Any], ...]]:
    """Return the keys that the JSON of a struct always has, and getters of what may add more."""
    keys, ways = _keys_and_ways(kind)
    return keys, tuple(map(attrgetter, ways))


def _keys_and_ways(kind: type[Struct]) -> tuple[int, list[str]]:
    keys = len(kind.__struct_fields__) + (kind.__struct_config__.tag_field is not None)
    ways = []
    for field in msgspec.structs.fields(kind):
        if not field.required and field.default is not msgspec.UNSET:
            keys += UNCOUNTABLE
        if not field.required or _may_add(field.type):
            ways.append(field.name)
        elif _is_struct(field.type):
            inside, further = _keys_and_ways(field.type)
            keys += inside
            ways += [f"{field.name}.{way}" for way in further]
    return keys, ways


def _may_add(annotation: object) -> bool:
    """Return True if values of this type can differ in their number of keys."""
    if annotation in (Any, msgspec.Raw, dict) or get_origin(annotation) is dict:
        return True
    return any(_is_struct(part) or _may_add(part) for part in get_args(annotation))


def _is_struct(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Struct)
