"""Names for what JSON is decoded to, where no struct of the house says more."""

from __future__ import annotations

from collections.abc import Mapping
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
