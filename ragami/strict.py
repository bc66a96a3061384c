"""The strict reading of one line: what the contract forbids and JSON parsers let through.

Duplicate keys, floats, NaN, integers beyond 2^53, a byte order mark, blanks lines. And: what a
msgspec error means, as facts.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, Final, get_args, get_origin

import msgspec
from msgspec import Struct

LIMIT: Final = 2**53
DIGITS: Final = 20


class Malformed(Exception):
    """Why bytes are no record: a stable word, and the facts (JSON path, found, expected)."""

    def __init__(self, problem: str, **facts: Any) -> None:
        super().__init__(problem)
        self.facts: dict[str, Any] = {"problem": problem, **facts}


def strict_json(line: bytes) -> dict[str, Any]:
    """The JSON object in a line. Raises `Malformed` for everything that the contract forbids."""
    if line.startswith(b"\xef\xbb\xbf"):
        raise Malformed("byte-order-mark")
    if not line.strip():
        raise Malformed("empty-line")
    if line.endswith(b"\r"):
        raise Malformed("line-end")
    try:
        plain = _decoder().decode(line.decode())
    except UnicodeDecodeError as wrong:
        raise Malformed("not-utf8", byte=wrong.start) from None
    except json.JSONDecodeError as wrong:
        raise Malformed("not-json", column=wrong.colno) from None
    except RecursionError:
        raise Malformed("too-deep") from None
    if not isinstance(plain, dict):
        raise Malformed("not-an-object")
    return plain


@cache
def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=_object,
        parse_float=_no_float,
        parse_int=_integer,
        parse_constant=_no_float,
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Malformed("duplicate-key", key=twice.encode(errors="replace").decode())
    return plain


def _no_float(text: str) -> Any:
    raise Malformed("not-an-integer", found=text[:DIGITS])


def _integer(text: str) -> int:
    if len(text) > DIGITS or not -LIMIT <= int(text) <= LIMIT:
        raise Malformed("number-too-large", found=text[:DIGITS], limit=LIMIT)
    return int(text)


def claims_of(line: bytes) -> tuple[int | None, str | None]:
    """The seq and the type that a malformed record claims, where they can be read at all."""
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError):
        return None, None
    if not isinstance(plain, dict):
        return None, None
    seq, type_ = plain.get("seq"), plain.get("type")
    whole = isinstance(seq, int) and not isinstance(seq, bool)
    return seq if whole else None, type_ if isinstance(type_, str) else None


# --- what msgspec says ---------------------------------------------------------------------

_AT: Final = re.compile(r" - at (?:`key` in )?`(?P<where>[^`]+)`$")
_SAID: Final = (
    ("missing-field", re.compile(r"Object missing required field `(?P<field>[^`]+)`")),
    ("unknown-field", re.compile(r"Object contains unknown field `(?P<field>.+)`")),
    ("wrong-type", re.compile(r"Expected `(?P<expected>[^`]+)`, got `(?P<found>[^`]+)`")),
    ("wrong-length", re.compile(r"Expected `array` of length (?P<expected>.+)")),
    ("out-of-range", re.compile(r"Expected `(?:int|str)` (?P<expected>.+)")),
    ("wrong-value", re.compile(r"Invalid (?:enum )?value '?(?P<found>.+?)'?$")),
    ("not-utc", re.compile(r"(?:Invalid RFC3339|Expected `datetime`)")),
)


def explain(wrong: Exception, below: str = "$") -> Malformed:
    """A msgspec error as facts; `below` is the JSON path of what was decoded."""
    text = str(wrong)
    where = _AT.search(text)
    facts = {"where": below + where["where"][1:] if where else below}
    text = _AT.sub("", text)
    for problem, said in _SAID:
        match = said.match(text)
        if match:
            return Malformed(problem, **facts, **match.groupdict())
    if isinstance(wrong, UnicodeDecodeError):
        return Malformed("not-utf8", byte=wrong.start)
    return Malformed("wrong-value", **facts, found=text)


# --- how many keys a record has ------------------------------------------------------------


# Added for what may be left out without a trace, so that no count of it can be right.
UNCOUNTABLE: Final = 10**9


@cache
def keys_of(kind: type[Struct]) -> tuple[int, tuple[str, ...]]:
    """The keys that the JSON of a struct always has, and the fields that may add more."""
    keys = len(kind.__struct_fields__) + (kind.__struct_config__.tag_field is not None)
    varying = []
    for field in msgspec.structs.fields(kind):
        inside = _keys_below(field.type)
        if not field.required and field.default is not msgspec.UNSET:
            keys += UNCOUNTABLE
        if inside is None or not field.required:
            varying.append(field.name)
        else:
            keys += inside
    return keys, tuple(varying)


def _keys_below(annotation: Any) -> int | None:
    """The keys inside a value of this type; None where that depends on the value."""
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        keys, varying = keys_of(annotation)
        return None if varying else keys
    if annotation in (Any, msgspec.Raw, dict) or get_origin(annotation) is dict:
        return None
    inside = [_keys_below(part) for part in get_args(annotation)]
    return 0 if all(keys == 0 for keys in inside) else None


def count_keys(value: Any) -> int:
    """The keys inside a value, its own included; each once, however often it was written."""
    if isinstance(value, Struct):
        keys, varying = keys_of(type(value))
        for field in varying:
            inside = getattr(value, field)
            if inside.__class__ is not str:
                keys += count_keys(inside)
        return keys
    if isinstance(value, (tuple, list)):
        return sum(map(count_keys, value))
    if isinstance(value, dict):
        return len(value) + sum(map(count_keys, value.values()))
    if isinstance(value, msgspec.Raw):
        return count_keys(msgspec.json.decode(value))
    return -1 if value is msgspec.UNSET else 0
