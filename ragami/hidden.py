"""What in an event is not for everybody: as a game names it, and as every way out takes it."""

from __future__ import annotations

from typing import Any, NamedTuple


class Hidden(NamedTuple):
    """Something in an event that is secret: its place in the data (`kept[0]`), the seat whose it
    is, and what stands there instead for those who may not know it.
    """

    place: str
    owner: str
    instead: Any
