"""Names for what JSON is decoded to, where no struct says more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Data = dict[str, Any]
"""An object of JSON, such as the data of an event."""

Fields = Mapping[str, Any]
"""An object of JSON, or the facts of a finding, that is only read."""
