"""A proof checked: what it proves, or what is wrong with it, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragami.game.registry import untold
from ragami.judge.report import with_texts
from ragami.proof import proving
from ragami.proof.files import read_proof
from ragami.proof.keys import ring_with
from ragami.proof.note import BadNote
from ragami.proof.withheld import share
from ragami.referee.replies import ProofChecked


def checked_proof(
    name: str,
    content: bytes,
    *,
    keys: Iterable[str] = (),
    record: bytes | None = None,
    lines: Sequence[bytes] | None = None,
) -> ProofChecked:
    """Check the proof in a file called `name`, against the known keys and these verifier `keys`.

    With `record` or with the `lines` of a log, also that it is about these.
    """
    ring = ring_with(keys)
    game = untold()  # what is wrong with proofs is the same for every game
    try:
        proof = read_proof(content)
    except BadNote as wrong:
        return ProofChecked(name, False, [with_texts(proving.malformed(wrong), game)], None)
    findings = proving.check(proof, ring, record)
    if lines is not None:
        findings += proving.against(proof, lines, ring)
    part = None if lines is None else share(lines)
    proven = None if findings else proving.statement(proof, ring, part)
    return ProofChecked(
        name, not findings, [with_texts(finding, game) for finding in findings], proven
    )
