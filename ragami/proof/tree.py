"""The Merkle tree of RFC 6962 and RFC 9162: roots, and proofs of inclusion and consistency.

A leaf is given by its hash, so that a proof can be made, and checked, by somebody who has no more
than the hashes of the records. Functions that verify never raise: what does not fit is False.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

HASH: Final = 32
"""Bytes of a hash."""

LEAF: Final = b"\x00"
NODE: Final = b"\x01"
"""Stand before the bytes that are hashed, so that no inner node can be taken for a record."""


def leaf_hash(record: bytes) -> bytes:
    return sha256(LEAF + record).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(NODE + left + right).digest()


class Frontier:
    """A tree that grows: of all its nodes only the roots of its perfect subtrees are kept."""

    __slots__ = ("_peaks", "size")

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        """Add the hash of the next record."""
        self.extend((leaf,))

    def extend(self, leaves: Iterable[bytes]) -> Frontier:
        """Add the hashes of the next records."""
        peaks, size, hashed = self._peaks, self.size, sha256
        for leaf in leaves:
            node, merges = leaf, size
            while merges & 1:
                node = hashed(NODE + peaks.pop() + node).digest()
                merges >>= 1
            peaks.append(node)
            size += 1
        self.size = size
        return self

    def root(self) -> bytes:
        """Return the root of what there is so far."""
        if not self._peaks:
            return sha256().digest()
        *lefts, root = self._peaks
        for left in reversed(lefts):
            root = node_hash(left, root)
        return root


class Tree:
    """A tree that grows and keeps its nodes: a root or a proof costs no more than its length."""

    __slots__ = ("_rows",)

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        # The roots of the perfect subtrees of 1, 2, 4, … leaves.
        self._rows: list[list[bytes]] = [[]]
        self.extend(leaves)

    @property
    def leaves(self) -> Sequence[bytes]:
        """The hashes of the records."""
        return self._rows[0]

    def extend(self, leaves: Iterable[bytes]) -> None:
        """Add the hashes of the next records."""
        for leaf in leaves:
            node = leaf
            for row in self._rows:
                row.append(node)
                if len(row) % 2:
                    break
                node = node_hash(row[-2], node)
            else:
                self._rows.append([node])

    def root(self, size: int, begin: int = 0) -> bytes:
        """Return the root over the `size` leaves from `begin` on, which are a subtree."""
        if not size & (size - 1):
            return self._rows[size.bit_length() - 1][begin // size]
        split = _split(size)
        return node_hash(self.root(split, begin), self.root(size - split, begin + split))

    def consistency(
        self, old: int, size: int, begin: int = 0, *, whole: bool = True
    ) -> list[bytes]:
        """Return the proof that the first `old` leaves are a tree that grew into `size` (2.1.4.1).

        It is SUBPROOF of the RFC over the leaves from `begin` on. `whole`: the old tree is known by
        its root, which is then no part of the proof.
        """
        if old == size:
            return [] if whole else [self.root(size, begin)]
        split = _split(size)
        rest = size - split
        if old <= split:
            left = self.consistency(old, split, begin, whole=whole)
            return [*left, self.root(rest, begin + split)]
        right = self.consistency(old - split, rest, begin + split, whole=False)
        return [*right, self.root(split, begin)]


def root_of(leaves: Iterable[bytes]) -> bytes:
    return Frontier().extend(leaves).root()


def inclusion(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the path from leaf `index` (from 0) up to the root: PATH of RFC 9162, 2.1.3.1."""
    if len(leaves) == 1:
        return []
    split = _split(len(leaves))
    left, right = leaves[:split], leaves[split:]
    if index < split:
        return [*inclusion(left, index), root_of(right)]
    return [*inclusion(right, index - split), root_of(left)]


def consistency(leaves: Sequence[bytes], old: int) -> list[bytes]:
    """Return the proof that the first `old` leaves are a tree that grew into this."""
    return Tree(leaves).consistency(old, len(leaves))


def is_included(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Return True if `leaf` is number `index` of this tree (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    place, last = index, size - 1
    for sibling in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            leaf = node_hash(sibling, leaf)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            leaf = node_hash(leaf, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and leaf == root


def is_consistent(
    old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]
) -> bool:
    """Return True if the tree `old` grew into the tree `new`. RFC 9162, 2.1.4.2."""
    if old == new:
        return old_root == new_root and not path
    if not 0 < old < new or not path:
        return False
    # The root of a perfect old tree is left out of the proof, since the verifier has it.
    first, *siblings = path if old & (old - 1) else [old_root, *path]
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    was = now = first
    for sibling in siblings:
        if last == 0:
            return False
        if place & 1 or place == last:
            was, now = node_hash(sibling, was), node_hash(sibling, now)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            now = node_hash(now, sibling)
        place, last = place >> 1, last >> 1
    return last == 0 and was == old_root and now == new_root


def _split(size: int) -> int:
    """Return the largest power of two below `size`: the leaves of the left subtree."""
    return 1 << (size - 1).bit_length() - 1
