"""A log held against its seals: what does not fit is a finding, at the first bad record.

Roots alone say no more than that something before them has changed. A list of leaves that fits a
signed root says of every record whether it is the one that was sealed; without such a list the
place is narrowed down to the records between two seals, and by their numbers where these are off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from ragami.decoded import Data
from ragami.findings import Finding, finding_at
from ragami.log.record import Sealed
from ragami.log.strict import may_say
from ragami.proof.files import Leaves
from ragami.proof.forks import SignedHead, forks, newest_heads
from ragami.proof.keys import Ring
from ragami.proof.note import (
    BadNote,
    Checkpoint,
    Note,
    PublicKey,
    Signature,
    encoded,
    is_own_form,
    origin_of,
    read_checkpoint,
    read_note,
)
from ragami.proof.signers import judge_signatures
from ragami.proof.tree import Frontier, root_of
from ragami.proof.withheld import (
    HEADED_LINE,
    WithheldShare,
    as_it_reads,
    binds_heads,
    both_leaves,
    is_withheld,
    leaf_of,
    leaves_of,
)

Seen = Callable[[str], Leaves | None]
"""Gives what was sealed last of the log of a name."""

CopyOf = Callable[[Leaves], str | None]
"""Gives the game in which something was seen if that is another copy than the log that is judged:
empty if it was a file, None if it is that log itself."""


class Seal(NamedTuple):
    """A `sealed` record that has the form of one."""

    seq: int
    at: datetime | None
    note: Note
    checkpoint: Checkpoint


class Mismatch(NamedTuple):
    """The first record that is not as it was sealed, and what has happened there."""

    problem: str
    seq: int
    facts: Data = {}  # noqa: RUF012 (never changed)


class _SealedRecord(Struct):
    type: str
    v: int
    at: datetime | None
    data: Sealed


_record: Final = msgspec.json.Decoder(_SealedRecord)


def lines_of(log: bytes) -> list[bytes]:
    """Return the records of a log as they stand; the last one may lack its line feed."""
    return log.removesuffix(b"\n").split(b"\n") if log else []


class SealCheck(NamedTuple):
    """The result of checking a log against its seals. `seals` are those that are well-formed."""

    leaves: list[bytes]
    seals: list[Seal]
    findings: list[Finding]
    heads: tuple[SignedHead, ...] = ()

    @property
    def broken(self) -> Finding | None:
        """The first finding that says that the proof is broken."""
        return next((finding for finding in self.findings if finding.severity == "error"), None)

    def covering(self, size: int = 1) -> Seal | None:
        """Return the newest seal of at least so many records."""
        fit = [seal for seal in self.seals if seal.checkpoint.size >= size]
        return max(fit, key=lambda seal: (seal.checkpoint.size, seal.seq), default=None)


def check_log(
    lines: Sequence[bytes],
    ring: Ring,
    beside: Leaves | None = None,
    seen: Seen | None = None,
    copy_of: CopyOf | None = None,
) -> SealCheck:
    """Check a log against its seals, against a list of leaves that came with it (`beside`), and
    against what this machine has `seen` of it.

    What was seen is no more than a notice where `copy_of` knows that it was seen of another copy of
    the log, and the seals of this one hold.
    """
    leaves = leaves_of(lines)
    seals: list[Seal] = []
    findings: list[Finding] = []
    for read in _read_seals(lines):
        if isinstance(read, Seal):
            seals.append(read)
        else:
            findings.append(read)
    fitting = _fitting(seals, leaves)
    own = {origin_of(leaf) for line in lines[:1] for leaf in both_leaves(line)}
    origins = {origin_of(leaf) for leaf in (*leaves[:1], *map(leaf_of, lines[:1]))}
    heads: list[SignedHead] = []
    for seal in seals:  # each for itself: a good note vouches for nothing that came after it
        good, faults = judge_signatures(seal.note, ring, seal.at, seal.seq)
        findings += faults
        if seal in fitting:
            heads += heads_of(seal.checkpoint, good, ring, origins)
    if beside and fault_in(beside) is None and leaves[: len(beside.sealed)] == [*beside.sealed]:
        good, _wrong = judge_signatures(beside.note, ring)
        heads += heads_of(beside.checkpoint, good, ring, origins)
    findings += _names_of(fitting, leaves)
    findings += _on_kind(lines, fitting)
    checked = SealCheck(leaves, seals, [], tuple(newest_heads(heads)))
    located = list(_by_lists(checked, ring, beside))
    located += _by_memory(checked, ring, fitting, own, seen, copy_of) if seen else ()
    first = min(
        (finding.seq for finding in located if finding.seq and finding.severity == "error"),
        default=None,
    )
    located += _by_roots(lines, leaves, seals, fitting, first)
    findings = _once(sorted([*findings, *located], key=lambda finding: finding.seq or 0))
    return checked._replace(findings=findings)


def not_signed_by(
    keys: Sequence[PublicKey], checked: SealCheck, withheld: WithheldShare | None = None
) -> Finding | None:
    """Return the finding if none of these keys has sealed the log to its end.

    Only seals may come after the last sealed record. What is `withheld` counts as sealed by nobody.
    A log in which a known key's word is broken has other findings too.
    """
    facts: Data = {"signer": keys[0].name, "key": keys[0].id().hex()}
    facts["sealed"] = max((head.size for head in checked.heads if head.key in keys), default=0)
    facts["records"] = len(checked.leaves)
    unsealed = set(range(facts["sealed"] + 1, len(checked.leaves) + 1))
    if not facts["sealed"] or not unsealed <= {seal.seq for seal in checked.seals}:
        return finding_at("not-signed-by", None, **facts)
    if withheld:
        facts |= {"problem": "withheld", "withheld": withheld.records}
        return finding_at("not-signed-by", None, **facts)
    return None


def heads_of(
    checkpoint: Checkpoint, good: Iterable[Signature], ring: Ring, origins: Iterable[str] = ()
) -> Iterator[SignedHead]:
    """Yield the head that each good signature on a checkpoint attests.

    It holds for the log of this name, and for those `origins` by its record 1.
    """
    for signature in good:
        if match := ring.of(signature):
            for name in sorted({checkpoint.origin, *origins}):
                yield SignedHead(name, match.key, checkpoint.size, checkpoint.root)


def _once(findings: Iterable[Finding]) -> list[Finding]:
    """Return each finding once for its record or signer, however many seals or lists report it."""
    by_subject: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        about = finding.facts.get("signer") if finding.severity == "warning" else finding.seq
        by_subject.setdefault((finding.code, about), finding)
    return list(by_subject.values())


# --- the seals in a log ----------------------------------------------------------------------


def _read_seals(lines: Sequence[bytes]) -> Iterator[Seal | Finding]:
    """Yield the `sealed` records; a finding for one that is none. One without a note
    is nobody's word, and counts for nothing. Lines that are no record are not ours.

    The number of a record is that of its line: the rules of the log see to that.
    """
    for seq, line in enumerate(lines, 1):
        if not may_say(line, b'"sealed"'):
            continue
        try:
            record = _record.decode(as_it_reads(line))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            continue
        if record.type == "sealed" and record.v == 1 and record.data.note is not None:
            yield _seal(seq, record, record.data.note)


def newest_seal(log: bytes, size: int) -> Seal | None:
    """Return the newest seal of at least so many records.

    Whether it is good is another question.
    """
    seals = [seal for seal in _read_seals(lines_of(log)) if isinstance(seal, Seal)]
    return SealCheck([], seals, []).covering(size)


def notes_in(lines: Sequence[bytes]) -> list[str]:
    """Return the notes of the seals in a log, good or not."""
    return [str(seal.note) for seal in _read_seals(lines) if isinstance(seal, Seal)]


def _seal(seq: int, record: _SealedRecord, text: str) -> Seal | Finding:
    try:
        note = read_note(text)
        checkpoint = read_checkpoint(note.text)
    except BadNote as wrong:
        return finding_at("malformed-note", seq, problem=wrong.problem, **wrong.facts)
    roots = (encoded(checkpoint.root), checkpoint.root.hex())  # as the note has it, or in hex
    if checkpoint.size != record.data.size or record.data.root not in roots:
        return finding_at("malformed-note", seq, problem="another-note")
    return Seal(seq, record.at, note, checkpoint)


# --- by roots: between which two seals ---------------------------------------------------------


def _fitting(seals: Sequence[Seal], leaves: Sequence[bytes]) -> list[Seal]:
    """Return the seals that fit the records before them.

    A root that fits is proof enough, whatever another program calls the log.
    """
    roots = _roots_at({seal.checkpoint.size for seal in seals}, leaves)
    return [
        seal
        for seal in seals
        if seal.checkpoint.size < seal.seq and roots[seal.checkpoint.size] == seal.checkpoint.root
    ]


def _names_of(fitting: Sequence[Seal], leaves: Sequence[bytes]) -> Iterator[Finding]:
    """Yield the seals that call the log otherwise than its record 1 does.

    Other programs may have names of their own; one of ours is that of another log.
    """
    for seal in fitting:
        facts = {"origin": seal.checkpoint.origin, "expected": origin_of(leaves[0])}
        if facts["origin"] != facts["expected"]:
            ours = is_own_form(facts["origin"])
            yield finding_at("foreign-checkpoint" if ours else "other-origin", seal.seq, **facts)


def _on_kind(lines: Sequence[bytes], fitting: Sequence[Seal]) -> Iterator[Finding]:
    """Yield the finding that record 2, which defines the hashes of a private log, is missing."""
    if binds_heads(lines):
        if is_withheld(lines[1]):
            yield finding_at("broken-proof", 2, problem="second-withheld")
    elif any(HEADED_LINE in seal.checkpoint.extensions for seal in fitting):
        yield finding_at("broken-proof", 2, problem="heads-hidden")


def _by_roots(
    lines: Sequence[bytes],
    leaves: Sequence[bytes],
    seals: Sequence[Seal],
    fitting: Sequence[Seal],
    first: int | None,
) -> Iterator[Finding]:
    """Yield the first seal that the records before it do not fit, unless `first` explains it."""
    origin = origin_of(leaves[0]) if leaves else ""
    foreign = [seal for seal in seals if seal.checkpoint.origin != origin and seal not in fitting]
    if foreign and len(foreign) == len(seals) and first != 1:
        problem = {"problem": "first-record", "origin": foreign[0].checkpoint.origin}
        yield finding_at("broken-proof", 1, **problem)
        return
    good = 0
    for seal in seals:
        if seal in fitting:
            good = max(good, seal.checkpoint.size)
        elif seal in foreign:
            if first != 1:
                facts = {"origin": seal.checkpoint.origin, "expected": origin}
                yield finding_at("foreign-checkpoint", seal.seq, **facts)
        elif first is None or first > seal.seq:
            yield _between(lines, seal, good + 1)
            return


def _roots_at(sizes: set[int], leaves: Sequence[bytes]) -> dict[int, bytes]:
    """Return the roots over the first so many records; nothing stands for more than there are."""
    roots = dict.fromkeys(sizes, b"")
    tree = Frontier()
    for size in sorted(size for size in sizes if size <= len(leaves)):
        roots[size] = tree.extend(leaves[tree.size : size]).root()
    return roots


def _between(lines: Sequence[bytes], seal: Seal, start: int) -> Finding:
    """Return the finding on a seal that does not fit: the wrong record, or the span it lies in."""
    size = seal.checkpoint.size
    facts: dict[str, object] = {"seal": seal.seq, "first": start, "last": min(size, seal.seq - 1)}
    for number in range(start, seal.seq + 1):
        if _number_in(lines[number - 1]) != number:
            return finding_at("broken-proof", number, problem="out-of-place", **facts)
    if size >= seal.seq:
        return finding_at("broken-proof", seal.seq, problem="size-ahead", size=size, **facts)
    if start == facts["last"]:
        return finding_at("broken-proof", start, problem="changed", **facts)
    return Finding("broken-proof", line=seal.seq, facts={"problem": "between", **facts})


class _Numbered(Struct):
    seq: int


_numbered: Final = msgspec.json.Decoder(_Numbered)


def _number_in(line: bytes) -> int | None:
    try:
        return _numbered.decode(line).seq
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


# --- by lists of leaves: the very record -------------------------------------------------------


def _by_lists(log: SealCheck, ring: Ring, beside: Leaves | None) -> Iterator[Finding]:
    """Yield the first record that is not as the list beside the log has it, or who sealed both."""
    if beside:
        yield from judge_signatures(beside.note, ring)[1]
        yield from held_against(log, beside, ring)


def _by_memory(
    log: SealCheck,
    ring: Ring,
    fitting: Sequence[Seal],
    own: set[str],
    seen: Seen,
    copy_of: CopyOf | None,
) -> Iterator[Finding]:
    """Yield findings against what this machine has seen of the log, under each of its names.

    `own` are those of record 1, as an open and as a private log.
    """
    claimed = own | {seal.checkpoint.origin for seal in fitting}
    for origin in sorted(claimed | {seal.checkpoint.origin for seal in log.seals}):
        remembered = seen(origin)
        if remembered is None or not (origin in claimed or _is_of(log.leaves, remembered)):
            continue
        place = locate(log.leaves, remembered.sealed)
        if place is None:
            continue
        if origin in own and origin != origin_of(log.leaves[0]):
            place = Mismatch("changed", 2)  # one of the two is private
        broken = any(
            other_seal.checkpoint.origin == origin
            for other_seal in log.seals
            if other_seal not in fitting
        )
        excused = copy_of(remembered) if copy_of and origin in own and not broken else None
        if place.problem == "cut-off":
            yield _cut_off(place, log, remembered, excused)
        else:
            yield from _otherwise(place, log, _heads_in(remembered, ring, own), "seen", excused)


def _cut_off(place: Mismatch, log: SealCheck, remembered: Leaves, excused: str | None) -> Finding:
    facts = {"there": len(log.leaves), "seen": len(remembered.sealed)}
    if excused is None:
        return finding_at("rolled-back", place.seq, **facts)
    return finding_at("earlier-state", None, **facts, **_called(excused))


def _called(copy: str) -> dict[str, str]:
    """Return the facts that name the game in which a log was seen.

    A file has no name that would last.
    """
    return {"problem": "game", "other": copy} if copy else {"problem": "file"}


def held_against(log: SealCheck, leaf_list: Leaves, ring: Ring) -> Iterator[Finding]:
    """Yield the first record of a log that is not as a list has it.

    Or what is wrong with the list.
    """
    leaves = log.leaves
    fault = fault_in(leaf_list)
    if fault:
        yield fault
    elif not _is_of(leaves, leaf_list):
        facts = {"origin": leaf_list.checkpoint.origin, "expected": origin_of(leaves[0])}
        yield finding_at("foreign-checkpoint", None, **facts)
    elif place := locate(leaves, leaf_list.sealed):
        yield from _otherwise(place, log, _heads_in(leaf_list, ring), "list")


def _otherwise(
    place: Mismatch,
    log: SealCheck,
    theirs: Iterable[SignedHead],
    other_log: str,
    excused: str | None = None,
) -> Iterator[Finding]:
    """Yield a record that is not as a list has it: who has sealed both, or else that it is broken.

    Where it is `excused` by another copy of the log, of which the list is, that is told.
    """
    if sealed_both := list(forks(log.heads, theirs, place.seq, other_log)):
        yield from sealed_both
    elif excused is None:
        yield _broken(place)
    else:
        yield finding_at("other-continuation", place.seq, **_called(excused))


def _heads_in(leaves: Leaves, ring: Ring, origins: Iterable[str] = ()) -> Iterator[SignedHead]:
    good, _wrong = judge_signatures(leaves.note, ring)
    return heads_of(leaves.checkpoint, good, ring, {origin_of(leaves.leaves[0]), *origins})


def fault_in(leaves: Leaves) -> Finding | None:
    """Return the finding against a list of leaves that is not the one signed; None if it is."""
    checkpoint = leaves.checkpoint
    if root_of(leaves.sealed) != checkpoint.root:
        return finding_at("broken-proof", None, problem="leaves-changed")
    own_form = is_own_form(checkpoint.origin)  # another program may call the log as it likes
    if checkpoint.size and own_form and origin_of(leaves.leaves[0]) != checkpoint.origin:
        return finding_at("foreign-checkpoint", None, origin=checkpoint.origin, expected="–")
    return None


def _is_of(leaves: Sequence[bytes], list_of: Leaves) -> bool:
    """Return True if the list is of this log, or of one from which it was changed.

    Where record 1 differs, more than half of the other records have to be the same.
    """
    if not leaves or list_of.checkpoint.origin == origin_of(leaves[0]):
        return True
    shared = len(set(list_of.sealed).intersection(leaves))
    return shared * 2 > min(len(leaves), len(list_of.sealed))


def _broken(place: Mismatch) -> Finding:
    return finding_at("broken-proof", place.seq, problem=place.problem, **place.facts)


def locate(leaves: Sequence[bytes], sealed: Sequence[bytes]) -> Mismatch | None:
    """Return the place where a log is not as it was; None if it has at most grown."""
    at = next(
        (n for n, pair in enumerate(zip(leaves, sealed, strict=False)) if pair[0] != pair[1]),
        min(len(leaves), len(sealed)),
    )
    seq = at + 1
    if at == len(sealed):
        return None
    if at == len(leaves):
        return Mismatch("cut-off", seq, {"size": len(sealed)})
    tail = list(sealed[at:])
    if list(leaves[at + 1 : at + 1 + len(tail)]) == tail:
        return Mismatch("doubled" if leaves[at] in sealed else "inserted", seq)
    if tail[1:] and list(leaves[at : at + len(tail) - 1]) == tail[1:]:
        return Mismatch("dropped", seq)
    return _swapped(leaves, sealed, at) or Mismatch("changed", seq)


def _swapped(leaves: Sequence[bytes], sealed: Sequence[bytes], at: int) -> Mismatch | None:
    """Find two records that have changed places."""
    if leaves[at] not in sealed:
        return None
    position = sealed.index(leaves[at])
    back = list(leaves[: len(sealed)])
    if position >= len(back) or position < at:
        return None
    back[at], back[position] = back[position], back[at]
    return Mismatch("swapped", at + 1, {"other": position + 1}) if back == list(sealed) else None
