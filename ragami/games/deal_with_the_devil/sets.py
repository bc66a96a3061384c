"""The set of cards that a game is played with: one that ships, or the whole of record 1 (6.4)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ragami.catalogue import shipped as data_file
from ragami.decoded import Data
from ragami.games.deal_with_the_devil.components import SHIPPED, CardFile, Cards
from ragami.games.deal_with_the_devil.faults import faults


class Faulty(Exception):
    """A set that is not as section 6.4 says; `facts` name the item."""

    def __init__(self, facts: Data) -> None:
        super().__init__(facts)
        self.facts = facts


@lru_cache(maxsize=8)
def _read(raw: bytes) -> Cards:
    try:
        file = msgspec.json.decode(raw, type=CardFile)
    except msgspec.ValidationError as wrong:
        raise Faulty({"problem": "shape", "found": str(wrong)}) from None
    for fault in faults(file):
        raise Faulty(fault)
    return Cards(file)


@lru_cache(maxsize=1)
def shipped(name: str) -> Cards:
    """A set that ships. Raises `KeyError` for a name that is not known."""
    if name not in SHIPPED:
        raise KeyError(name)
    text = data_file("ragami.games.deal_with_the_devil", f"{name}.json")
    return Cards(msgspec.json.decode(text, type=CardFile))


def cards(card_set: str | Data) -> Cards:
    """The set of record 1. Raises `KeyError` for an unknown name, `Faulty` for R-D-SET-01."""
    return shipped(card_set) if isinstance(card_set, str) else _read(msgspec.json.encode(card_set))
