"""What a table agrees on before record 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

Value = bool | int | str


class Setting(Struct, frozen=True):
    """Something that a table agrees on before it plays.

    `usual` is what counts where nothing is said, None if something has to be said; without any
    `values` it is written. `meaning` has sentences by language.
    """

    name: str
    values: tuple[Value, ...]
    usual: Value | None
    meaning: Mapping[str, Sequence[str]]
