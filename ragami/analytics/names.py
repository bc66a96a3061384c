"""The names of very many things, to ask whether one is among them."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from hashlib import blake2b


class Names:
    """Eight bytes for each name, sorted: a set of a million would take ten times as many."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._keys = array("Q", sorted(map(_key, names)))

    def __contains__(self, name: str) -> bool:
        key = _key(name)
        at = bisect_left(self._keys, key)
        return at < len(self._keys) and self._keys[at] == key

    def __len__(self) -> int:
        return len(self._keys)


def _key(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(errors="replace"), digest_size=8).digest(), "big")
