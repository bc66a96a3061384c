"""Sealing a log: a checkpoint of all that is there, signed. The table writes it down.

Nothing is signed that contradicts an earlier seal: a log that does not fit its own seals, or those
that were made here before, is refused with exit code 6.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from ragami.errors import RagamiError
from ragami.proof.checking import CopyOf, Seal, SealCheck, check_log
from ragami.proof.keys import known_ring
from ragami.proof.note import (
    BadNote,
    Checkpoint,
    Note,
    SecretKey,
    Signature,
    origin_of,
    read_checkpoint,
    read_note,
)
from ragami.proof.seen import recall_leaves
from ragami.proof.signers import judge_signatures
from ragami.proof.tree import root_of
from ragami.proof.withheld import HEADED_LINE, binds_heads

OF_ANOTHER_COPY: Final = frozenset({"earlier-state", "other-continuation"})


def sound(lines: Sequence[bytes], name: str, copy_of: CopyOf | None = None) -> SealCheck:
    """Return a log that fits all of its seals. Raises `RagamiError` `seals-broken`."""
    checked = check_log(lines, known_ring(), seen=recall_leaves, copy_of=copy_of)
    if checked.broken:
        facts = {"game": name, "finding": checked.broken.code, "seq": checked.broken.seq or "–"}
        raise RagamiError("seals-broken", **facts)
    return checked


def to_sign(lines: Sequence[bytes], name: str, copy_of: CopyOf | None = None) -> SealCheck:
    """Return a sound log that may be signed here: no other copy of it was.

    Raises `RagamiError` `seals-broken`, and `sealed-otherwise` or `witnessed-otherwise` where a
    signature on it would be a second one on the log that begins with this record 1.
    """
    checked = sound(lines, name, copy_of)
    for finding in checked.findings:
        if finding.code in OF_ANOTHER_COPY and "other" in finding.facts:
            raise RagamiError("sealed-otherwise", game=name, other=finding.facts["other"])
        if finding.code in OF_ANOTHER_COPY:
            raise RagamiError("witnessed-otherwise", game=name)
    return checked


def newest(checked: SealCheck, name: str, size: int = 1) -> Seal:
    """Return the newest seal of so many records or more.

    Raises `RagamiError` `not-sealed`, `never-sealed`.
    """
    seal = checked.covering(size)
    if seal is None:
        code = "not-sealed" if checked.seals else "never-sealed"
        raise RagamiError(code, game=name, size=size)
    return seal


def sign(lines: Sequence[bytes], name: str, key: SecretKey, copy_of: CopyOf | None = None) -> Note:
    """Return a checkpoint of all records, signed. Raises what `to_sign` does."""
    leaves = to_sign(lines, name, copy_of).leaves
    kind = (HEADED_LINE,) if binds_heads(lines) else ()
    text = Checkpoint(origin_of(leaves[0]), len(leaves), root_of(leaves), kind).text()
    return Note(text, (key.sign(text),))


def to_witness(checked: SealCheck, name: str) -> Seal:
    """Return the newest seal, if it calls the log by the name that its record 1 has.

    Whoever signs under a name signs one log of it alone. Raises `RagamiError` `sealed-as-another`,
    and what `newest` does.
    """
    seal = newest(checked, name)
    origin = origin_of(checked.leaves[0])
    if seal.checkpoint.origin != origin:
        facts = {"origin": seal.checkpoint.origin, "expected": origin}
        raise RagamiError("sealed-as-another", game=name, **facts)
    return seal


def cosign(seal: Seal, key: SecretKey) -> Note:
    """Return a checkpoint (`to_witness`) with one more signature, which says when it was made."""
    return seal.note.joined([key.cosign(seal.note.text, int(time.time()))])


def merge_signatures(checked: SealCheck, name: str, content: bytes) -> Note:
    """Return a checkpoint that others have signed, with the signatures that the log has on it
    already.

    Only good signatures are taken in, of keys that are known: what is written stays, and one that
    turns out to be false later would be found in the log for ever. Raises `RagamiError`:
    `not-a-checkpoint`, `other-checkpoint` for one that is not of this log, `false-signature`,
    `unknown-witness`.
    """
    try:
        note = read_note(content.decode())
        checkpoint = read_checkpoint(note.text)
    except (BadNote, UnicodeDecodeError) as wrong:
        raise RagamiError("not-a-checkpoint", game=name) from wrong
    size, leaves = checkpoint.size, checked.leaves
    fits = 0 < size <= len(leaves) and root_of(leaves[:size]) == checkpoint.root
    if not fits or checkpoint.origin != origin_of(leaves[0]):
        raise RagamiError("other-checkpoint", game=name, size=size)
    good = Note(note.text, tuple(_good(note, name)))
    for seal in checked.seals:
        if seal.note.text == good.text:
            good = seal.note.joined(good.signatures)
    return good


def _good(note: Note, name: str) -> list[Signature]:
    """Return the good signatures of known keys, one at least. Raises `RagamiError`."""
    good, wrong = judge_signatures(note, known_ring())
    for finding in wrong:
        if finding.code == "bad-signature":
            raise RagamiError("false-signature", game=name, signer=finding.facts["signer"])
    if not good:
        raise RagamiError("unknown-witness", game=name)
    return good
