"""Events as `field=value …`: lines as sheets had them before games had forms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, to_builtins

from ragami.decoded import Data, FieldValue
from ragami.errors import N_
from ragami.notation.kinds import Kind
from ragami.notation.line import Line, text_in
from ragami.notation.reader import At, Misfit

FIELD_AND_VALUE: Final = N_("a field and its value, as in player=red")
A_VALUE: Final = N_("a value as in JSON, or a plain word")


class AnyValue(Kind):
    """A value of any shape: as JSON, or a plain word."""

    expected = (A_VALUE,)

    def text(self, text: str, _at: At) -> FieldValue:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            word = text_in(text)
            if word is None:
                raise Misfit(*self.expected) from None
            return word

    def say(self, value: FieldValue, _at: At) -> str:
        return as_token(value)


def plain_fields(line: Line, struct: type[Struct]) -> Data:
    """Read the fields that follow, each as `field=value`. Raises `Unread`."""
    fields = struct.__struct_encode_fields__
    data: dict[str, object] = {}
    while token := line.peek():
        name, equals, value = token.partition("=")
        if not equals or name not in fields or name in data:
            lacking = [f"{field}=" for field in fields if field not in data]
            raise line.stop(*(lacking or [FIELD_AND_VALUE]))
        try:
            data[name] = AnyValue().text(value, At(None, {}))
        except Misfit as wrong:
            raise line.stop(*wrong.expected) from None
        line.take()
    return data


def plainly(event: object) -> Iterator[str]:
    """Yield the fields of an event as `field=value`."""
    fields = event if isinstance(event, dict) else to_builtins(event)
    for name, value in fields.items():
        yield f"{name}={as_token(value)}"


def as_token(value: object) -> str:
    """Return a value without blanks outside of quotes; a plain word stands as it is."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, str) and text_in(value) == value and not _is_json(value):
        return value
    return text


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
