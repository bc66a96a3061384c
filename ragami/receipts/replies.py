"""Replies of `ragami receipts --json`: a line for each file."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class ReceiptsFile(Struct, frozen=True):
    """The receipts of a file: how many, how many hold now, and by whom they are.

    `ours` are those of this machine; `signers` has the others by the names that they give
    themselves. `changed` are not those that were signed. `stale` has those that do not hold, by
    what has changed since: a unit of a game's rules (`ragami:cards_drawn`), or its `base`.
    `touched` are those in which the rule that was asked for could have had a say.
    """

    file: str
    receipts: int
    holding: int
    ours: int
    signers: dict[str, int]
    changed: int
    stale: dict[str, int]
    touched: int | None = None


REPLIES: Final[dict[str, type[Struct]]] = {"receipts": ReceiptsFile}
