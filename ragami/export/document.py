"""A game as one JSON document: what was recorded, what is said about it, how it stands."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from ragami.report import Said


class Document(Struct, frozen=True):
    """A game for a program that wants all of it at once. Derived: the log is what counts.

    `viewer` is whom it was made for, null where nothing is left out. `standing` are the numbers of
    the events that count, `records` the log as it stands. `state` is what `ragami show --json`
    prints after the last of the records; `findings` and `final` are those of `ragami verify`.
    """

    game: str
    name: str
    viewer: str | None
    records: list[Raw]
    standing: list[int]
    findings: list[Said]
    final: dict[str, Any] | None
    state: dict[str, Any]
