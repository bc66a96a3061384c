"""Names for what JSON is decoded to, and for the type of the record that it is the data of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

Data = dict[str, Any]
"""An object of JSON, such as the data of an event."""

Fields = Mapping[str, Any]
"""An object of JSON, or the facts of a finding, that is only read."""

AnyEvent = Any
"""The data of a record as the struct that its game declares for it."""

FieldValue = Any
"""The value of a field, whatever type the struct gives it."""

State = Any
"""The state of a game, which only its own package looks into."""


def type_name(struct: type[Any]) -> str:
    """Return the type of a record whose data is this struct: `GameOpened` is `game_opened`."""
    return _snake_case(struct.__name__)


def type_of(event: AnyEvent) -> str:
    """Return the type of a record with this data."""
    return _snake_case(type(event).__name__)


@cache
def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
