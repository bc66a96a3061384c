"""A setting: something that a table agrees on before record 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

Value = bool | int | str
YES_OR_NO: Final[Mapping[str, bool]] = {"yes": True, "sí": True, "si": True, "no": False}
"""Ways to say a truth, as a score sheet does, beside `true` and `false`."""


class Setting(Struct, frozen=True):
    """A setting that a table agrees on before it plays.

    `usual` is what counts where nothing is said, None if something has to be said. `free` is
    "number" or "text" where a value may be written that is not among `values`. `meaning` has
    sentences by language.
    """

    name: str
    values: tuple[Value, ...]
    usual: Value | None
    meaning: Mapping[str, Sequence[str]]
    free: Literal["number", "text"] | UnsetType = UNSET

    def other(self, text: str) -> Value | None:
        """Read a value that is none of those listed; None where it is none at all."""
        if any(isinstance(value, bool) for value in self.values):
            return YES_OR_NO.get(text.strip().lower())
        if self.free == "number" and text.removeprefix("-").isdecimal():
            return int(text)
        return text.strip() or None if self.free == "text" else None
