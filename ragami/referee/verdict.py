"""The verdict on the seals of a log, by the keys and the memory of this machine."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from msgspec.structs import asdict

from ragami.findings import Finding
from ragami.log.record import WITHHELD
from ragami.log.strict import may_hold
from ragami.log.unredacted import OF_PROOFS, has_commitments

if TYPE_CHECKING:
    from ragami.code import CodeLog
    from ragami.proof.files import Leaves
    from ragami.proof.forks import Branch
    from ragami.proof.withheld import WithheldShare
    from ragami.sources.places import Source, StoredLog

SEALED: Final = "sealed"


class Verdict(NamedTuple):
    """Everything that is said against a log, and what is to be held against others of its name."""

    findings: list[Finding]
    branch: Branch | None = None


class SealDemands(NamedTuple):
    """The demands on the seals of a log.

    Where there are verifier keys `signed_by`, one of them must have sealed it to its end, but for
    what is `withheld` where that is allowed. `memory` is False where nothing can have been
    sealed on this machine.
    """

    signed_by: tuple[str, ...] = ()
    withheld: bool = False
    memory: bool = True


NONE: Final = SealDemands()


def verdict(
    log: bytes,
    beside: bytes | None = None,
    demands: SealDemands = NONE,
    game: StoredLog | None = None,
    *,
    proofs: bool | None = None,
) -> Verdict:
    """Check a log against its commitments and seals, the leaves `beside` it and its last seal here.

    A log that nobody sealed is only searched, not checked. `game` is its game in a database.
    `proofs` says whether the log may hold records `OF_PROOFS`, where that is known. Raises
    `RagamiError` where keys or memory cannot be read.
    """
    signed_by, withheld, memory = demands
    code = _signed_code(log)
    beside = beside or (code and code.leaves())
    proofs = may_hold(log, *OF_PROOFS) if proofs is None else proofs
    remembered = memory and _remembered(log)
    if not (proofs or beside or signed_by or remembered):
        return Verdict([])
    part = _withheld(log) if proofs and may_hold(log, WITHHELD) else None
    findings = [Finding("withheld-record", facts=asdict(part))] if part else []
    findings += _on_commitments(log) if proofs and has_commitments(log) else []
    sealed = part is not None or (proofs and may_hold(log, SEALED)) or remembered
    if beside is None and not sealed and not signed_by:
        return Verdict(findings)
    from ragami.proof.checking import check_log, lines_of, not_signed_by  # noqa: PLC0415 (law 10)
    from ragami.proof.forks import branch_of  # noqa: PLC0415 (law 10)
    from ragami.proof.keys import ring_with  # noqa: PLC0415 (law 10)
    from ragami.proof.note import BadNote, read_public  # noqa: PLC0415 (law 10)
    from ragami.proof.seen import recall_leaves  # noqa: PLC0415 (law 10)
    from ragami.sources.originals import copy_of  # noqa: PLC0415 (law 10)

    leaves = None
    try:
        leaves = _read_leaves(beside) if beside is not None else None
    except BadNote as wrong:
        facts = {"problem": wrong.problem, **wrong.facts}
        findings.append(Finding("malformed-proof", facts=facts))
    checked = check_log(lines_of(log), ring_with(signed_by), leaves, recall_leaves, copy_of(game))
    findings += checked.findings
    if signed_by:
        unsigned = None if withheld else part
        missing = not_signed_by([*map(read_public, signed_by)], checked, unsigned)
        findings += [missing] if missing else []
    # Two views of one game differ in what is hidden: who has signed both has not forked the log.
    one_of_several = code and code.is_view()
    return Verdict(findings, None if one_of_several else branch_of(checked.leaves, checked.heads))


def verdict_on(
    source: Source, log: bytes, demands: SealDemands = NONE, *, proofs: bool | None = None
) -> Verdict:
    """Judge the seals of a log, also by the list of leaves beside its file. Raises as `verdict`."""
    beside = None if source.alone else _beside(source.name)
    return verdict(log, beside, demands, source.game, proofs=proofs)


def _beside(name: str) -> bytes | None:
    """Return the list of leaves beside a file; None where there is none."""
    from ragami.sources.files import read_file  # noqa: PLC0415 (law 10)
    from ragami.sources.places import LEAVES  # noqa: PLC0415 (law 10)

    leaves = name + LEAVES
    return read_file(leaves) if os.path.isfile(leaves) else None  # noqa: PTH113 (of every log)


def _read_leaves(content: bytes) -> Leaves:
    """Read a list of leaves. Raise `BadNote`."""
    from ragami.proof.files import Leaves, read_proof  # noqa: PLC0415 (law 10)
    from ragami.proof.note import BadNote  # noqa: PLC0415 (law 10)

    read = read_proof(content)
    if not isinstance(read, Leaves):
        raise BadNote("no-leaves")
    return read


def _signed_code(log: bytes) -> CodeLog | None:
    """Return a log that was read out of a signed code; None of any other log."""
    return cast("CodeLog", log) if getattr(log, "signature", None) else None


def _remembered(log: bytes) -> bool:
    """Say whether this machine has sealed a log of this name: hashes of record 1 tell."""
    from ragami.proof.folder import remembers  # noqa: PLC0415 (law 10)

    if not remembers():
        return False
    from ragami.proof.note import origin_of  # noqa: PLC0415 (law 10)
    from ragami.proof.seen import is_remembered  # noqa: PLC0415 (law 10)
    from ragami.proof.withheld import both_leaves  # noqa: PLC0415 (law 10)

    leaves = both_leaves(log.partition(b"\n")[0])
    return any(is_remembered(origin_of(leaf)) for leaf in leaves)


def _withheld(log: bytes) -> WithheldShare | None:
    """Return the share of records whose content the proof does not tell; None if there are none."""
    from ragami.proof.checking import lines_of  # noqa: PLC0415 (law 10)
    from ragami.proof.withheld import share  # noqa: PLC0415 (law 10)

    return share(lines_of(log))


def _on_commitments(log: bytes) -> list[Finding]:
    from ragami.privacy.checking import check_bound  # noqa: PLC0415 (law 10)

    return check_bound(log.removesuffix(b"\n").split(b"\n"))
