"""Proofs made from a sealed log, and checked with no more than the proof and the known keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.findings import Finding, finding_at
from ragami.proof.checking import (
    SealCheck,
    check_log,
    heads_of,
    held_against,
)
from ragami.proof.checking import fault_in as fault_in_leaves
from ragami.proof.files import Consistency, Inclusion, Leaves, ProofFile
from ragami.proof.forks import forks
from ragami.proof.keys import Ring
from ragami.proof.note import BadNote, is_own_form, origin_of, read_checkpoint
from ragami.proof.sealing import newest
from ragami.proof.signers import Signer, apart, judge_signatures, signers
from ragami.proof.tree import (
    consistency,
    inclusion,
    is_consistent,
    is_included,
    root_of,
)
from ragami.proof.withheld import WithheldShare, is_withheld, proven_by

# --- made ------------------------------------------------------------------------------------


def proof_of(
    checked: SealCheck,
    name: str,
    lines: Sequence[bytes],
    seq: int | None = None,
    since: int | None = None,
) -> ProofFile:
    """Return the proof that record `seq` is in the log, that it has only grown, or of all records.

    Raises `RagamiError`: `no-such-record`, and as the others here.
    """
    if seq is not None:
        if not 0 < seq <= len(lines):
            raise RagamiError("no-such-record", game=name, seq=seq, last=len(lines))
        return inclusion_of(checked, name, seq, lines[seq - 1])
    return leaves_of(checked, name) if since is None else consistency_from(checked, name, since)


def inclusion_of(checked: SealCheck, name: str, seq: int, record: bytes) -> Inclusion:
    """Return the proof that a record is in the log.

    Raises `RagamiError`: `record-withheld` for one whose bytes are not those that were sealed, and
    `not-sealed` where no seal covers it yet.
    """
    if is_withheld(record):
        raise RagamiError("record-withheld", game=name, seq=seq)
    seal = newest(checked, name, seq)
    path = inclusion(checked.leaves[: seal.checkpoint.size], seq - 1)
    return Inclusion(seq - 1, tuple(path), seal.note, record)


def consistency_from(checked: SealCheck, name: str, size: int) -> Consistency:
    """Return the proof that the log has only grown since it was sealed with `size` records.

    Raises `RagamiError` `not-sealed` where there is no seal of just so many.
    """
    seal = newest(checked, name, size)
    old = next((one for one in reversed(checked.seals) if one.checkpoint.size == size), None)
    if old is None:
        raise RagamiError("not-sealed", game=name, size=size)
    path = consistency(checked.leaves[: seal.checkpoint.size], size)
    return Consistency(tuple(path), old.note, seal.note)


def leaves_of(checked: SealCheck, name: str) -> Leaves:
    """Return the hashes of all records that are sealed. Raises `RagamiError` `not-sealed`."""
    seal = newest(checked, name)
    return Leaves(tuple(checked.leaves[: seal.checkpoint.size]), seal.note)


# --- checked ---------------------------------------------------------------------------------


def malformed(wrong: BadNote) -> Finding:
    """Return the finding of a file that is no proof."""
    return Finding("malformed-proof", facts={"problem": wrong.problem, **wrong.facts})


def check(proof: ProofFile, ring: Ring, record: bytes | None = None) -> list[Finding]:
    """Return the findings against a proof, of this `record` if given; empty if it holds.

    Signatures count that are made by keys of the ring and, where a key expires, say a time at which
    it did not.
    """
    return [*_faults(proof, record), *_unsigned(proof, ring)]


def _unsigned(proof: ProofFile, ring: Ring) -> Iterator[Finding]:
    notes = (proof.old, proof.new) if isinstance(proof, Consistency) else (proof.note,)
    for note in dict.fromkeys(notes):
        yield from judge_signatures(note, ring)[1]


def _faults(proof: ProofFile, record: bytes | None) -> Iterator[Finding]:
    match proof:
        case Inclusion():
            claimed = proof.record if record is None else record
            if claimed is not None and is_withheld(claimed):
                yield _broken("withheld", proof.place + 1)
            elif claimed is None or not _includes(proof, claimed):
                yield _broken("not-included", proof.place + 1)
        case Consistency():
            if not _connects(proof):
                yield _broken("not-consistent")
        case Leaves():
            fault = fault_in_leaves(proof)
            if fault:
                yield fault
            elif record is not None and is_withheld(record):
                yield _broken("withheld")
            elif record is not None and not set(proven_by(record)) & set(proof.sealed):
                yield _broken("not-included")


def _includes(proof: Inclusion, record: bytes) -> bool:
    """Return True if the proof includes the record's hash; what the record says does not count."""
    now = read_checkpoint(proof.note.text)
    return any(
        is_included(leaf, proof.place, now.size, proof.path, now.root) for leaf in proven_by(record)
    )


def _connects(proof: Consistency) -> bool:
    old, new = read_checkpoint(proof.old.text), read_checkpoint(proof.new.text)
    same = old.origin == new.origin
    return same and is_consistent(old.size, old.root, new.size, new.root, proof.path)


def against(proof: ProofFile, lines: Sequence[bytes], ring: Ring) -> list[Finding]:
    """Return the findings against a proof as one of this log."""
    checked = check_log(lines, ring)
    leaves = checked.leaves
    if isinstance(proof, Leaves):
        return list(held_against(checked, proof, ring))
    note = proof.new if isinstance(proof, Consistency) else proof.note
    checkpoint = read_checkpoint(note.text)
    size, origin = checkpoint.size, origin_of(leaves[0]) if leaves else "–"
    fits = size <= len(leaves) and root_of(leaves[:size]) == checkpoint.root
    if checkpoint.origin != origin and (is_own_form(checkpoint.origin) or not fits):
        facts = {"origin": checkpoint.origin, "expected": origin}
        return [Finding("foreign-checkpoint", facts=facts)]
    if size > len(leaves):
        return [_broken("too-short", there=len(leaves), size=size)]
    if not fits:
        theirs = heads_of(checkpoint, judge_signatures(note, ring)[0], ring)
        forked = list(forks(checked.heads, theirs, None, "proof"))
        return forked or [_broken("other-root", size=size)]
    return []


def _broken(problem: str, seq: int | None = None, **facts: object) -> Finding:
    return finding_at("broken-proof", seq, problem=problem, **facts)


class Proven(Struct, frozen=True, kw_only=True):
    """The statement of a proof about the log `origin` when `size` records were sealed.

    `signers` are the names of the known keys that have signed that, `unknown_signers` all others.
    `seq` and `record` are those of an inclusion. A consistency begins with `old` records, which
    `old_signers` and `old_unknown_signers` have signed.
    """

    kind: Literal["inclusion", "consistency", "leaves"]
    origin: str
    size: int
    signers: list[str]
    unknown_signers: list[Signer]
    seq: int | UnsetType = UNSET
    record: str | UnsetType | None = UNSET
    old: int | UnsetType = UNSET
    old_signers: list[str] | UnsetType = UNSET
    old_unknown_signers: list[Signer] | UnsetType = UNSET
    withheld: WithheldShare | UnsetType = UNSET


def statement(proof: ProofFile, ring: Ring, part: WithheldShare | None = None) -> Proven:
    """Return the statement of a proof that holds; `part` is what is withheld of its log."""
    note = proof.new if isinstance(proof, Consistency) else proof.note
    now = read_checkpoint(note.text)
    about: Data = {"origin": now.origin, "size": now.size}
    about["signers"], about["unknown_signers"] = apart(signers(note, ring))
    about["withheld"] = part or UNSET
    match proof:
        case Inclusion(place, _path, _note, record):
            text = record.decode(errors="replace") if record else None
            return Proven(kind="inclusion", **about, seq=place + 1, record=text)
        case Consistency(_path, old, _new):
            about["old"] = read_checkpoint(old.text).size
            about["old_signers"], about["old_unknown_signers"] = apart(signers(old, ring))
            return Proven(kind="consistency", **about)
        case Leaves():
            return Proven(kind="leaves", **about)
