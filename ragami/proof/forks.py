"""Signed heads of logs, and keys that have signed two logs of one name.

Whoever seals a log and then another one in its place has signed both: neither is wrong in itself,
and only who sees the two can tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import IO, Final, NamedTuple, Self

from ragami.findings import Finding, finding_at
from ragami.proof.note import PublicKey, encoded, origin_of
from ragami.proof.tree import HASH

IN_MEMORY: Final = 2**26
"""Bytes of hashes that are kept of the logs before; what is more goes to a file without a name."""


class SignedHead(NamedTuple):
    """The newest checkpoint that a key has signed of a log, and that its records fit.

    `origin` is the name in the checkpoint, or one of record 1: where they differ, each has a head.
    """

    origin: str
    key: PublicKey
    size: int
    root: bytes

    def __str__(self) -> str:
        return f"{self.size}:{encoded(self.root)}"

    @property
    def bond(self) -> tuple[str, bytes]:
        """The thing that may be signed once: the log, and the key by whatever name it is known."""
        return self.origin, self.key.raw


class Branch(NamedTuple):
    """A log as far as it is sealed: its heads, and the hashes of its records one after the other.

    It is sent between processes, a million of them in the worst case: hence the bytes. `first` is
    the origin that follows from the first of them.
    """

    heads: tuple[SignedHead, ...]
    hashes: bytes
    first: str


class _Kept(NamedTuple):
    name: str
    head: SignedHead
    at: int
    first: str


def newest_heads(heads: Iterable[SignedHead]) -> list[SignedHead]:
    """Return for each key and name of a log the head with the most records."""
    newest: dict[tuple[str, PublicKey], SignedHead] = {}
    for head in heads:
        was = newest.setdefault(head[:2], head)
        if head.size > was.size:
            newest[head[:2]] = head
    return list(newest.values())


def branch_of(leaves: Sequence[bytes], heads: tuple[SignedHead, ...]) -> Branch | None:
    """Return a log's branch, to compare with other logs; None if no known key has sealed it."""
    if not heads:
        return None
    hashes = b"".join(leaves[: max(head.size for head in heads)])
    return Branch(heads, hashes, origin_of(leaves[0]))


def parted_as_private(first: str, second: str, name: str) -> bool:
    """Say whether two logs of a `name` begin with one record 1, which only one of them hashes so.

    It is record 2 that makes a log private, and the hashes of all of its records others.
    """
    return first != second and name in (first, second)


def forks(
    ours: Iterable[SignedHead],
    theirs: Iterable[SignedHead],
    seq: int | None,
    problem: str,
    **facts: str,
) -> Iterator[Finding]:
    """Yield a finding for each key that has sealed both of two logs which part at record `seq`.

    Where only the other's root is known, so is no record: `seq` is None.
    """
    by_key = {head.bond: head for head in sorted(theirs, key=lambda head: head.size)}
    for head in ours:
        met = by_key.get(head.bond)
        if met and head.size >= (seq or met.size):
            of_key = {"signer": head.key.name, "key": head.key.id().hex()}
            of_heads = {"head": str(head), "other_head": str(met)}
            about = {**of_key, **of_heads, **facts}
            yield finding_at("forked-log", seq, problem=problem, **about)


class Branches:
    """The sealed logs that were looked at so far, each held against those of its name before it."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, bytes], list[_Kept]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_wrong: object) -> None:
        if self._kept:
            self._file.close()

    @cached_property
    def _file(self) -> IO[bytes]:
        """The hashes of the logs that are kept; most runs meet no sealed one."""
        from tempfile import SpooledTemporaryFile  # noqa: PLC0415 (law 10)

        return SpooledTemporaryFile(max_size=IN_MEMORY)

    def hold(self, name: str, branch: Branch) -> list[Finding]:
        """Return the findings against the same keys' earlier logs, each once; remember this log."""
        contradicted: list[Finding] = []
        for head in branch.heads:
            findings = self._hold(name, head, branch)
            contradicted += [finding for finding in findings if finding not in contradicted]
        return contradicted

    def _hold(self, name: str, head: SignedHead, branch: Branch) -> Iterator[Finding]:
        branches = self._kept.setdefault(head.bond, [])
        longer = True  # than all that it goes on from
        for n, branch_kept in enumerate(branches):
            seq = self._parting(branch_kept, head, branch)
            if seq is not None:
                yield from forks((head,), (branch_kept.head,), seq, "log", other=branch_kept.name)
            elif head.size <= branch_kept.head.size:
                longer = False
            else:
                branches[n] = self._keep(name, head, branch)
                longer = False
        if longer:
            branches.append(self._keep(name, head, branch))

    def _parting(self, earlier: _Kept, head: SignedHead, branch: Branch) -> int | None:
        """Return the first record in which two sealed logs are not the same."""
        if parted_as_private(earlier.first, branch.first, head.origin):
            return 2
        both, hashes = min(earlier.head.size, head.size), branch.hashes
        self._file.seek(earlier.at)
        there = self._file.read(both * HASH)
        if there == hashes[: both * HASH]:
            return None
        return next(
            n // HASH + 1
            for n in range(0, both * HASH, HASH)
            if there[n : n + HASH] != hashes[n : n + HASH]
        )

    def _keep(self, name: str, head: SignedHead, branch: Branch) -> _Kept:
        at = self._file.seek(0, 2)
        self._file.write(branch.hashes[: head.size * HASH])
        return _Kept(name, head, at, branch.first)
