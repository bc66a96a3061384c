"""What is to be said about the seals of a log, by the keys and the memory of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ragami.finding import Finding
from ragami.joined import has_commitments

_SEALED: Final = b'"sealed"'
_WITHHELD: Final = b'"withheld"'


def verdict(log: bytes, beside: bytes | None = None) -> list[Finding]:
    """Everything that a log's own commitments and seals, the list of leaves `beside` it and the
    last seal that was made here say against it. A log that nobody sealed costs a look.

    Raises `Trouble` where keys or memory cannot be read.
    """
    from ragami.proof.folder import folder  # noqa: PLC0415 (law 10)

    findings = list(_on_withheld(log)) if _WITHHELD in log else []
    findings += _on_commitments(log) if has_commitments(log) else []
    if beside is None and _SEALED not in log and not (folder() / "seen").is_dir():
        return findings
    from ragami.proof.checking import check_log, lines_of  # noqa: PLC0415 (law 10)
    from ragami.proof.files import Leaves, read_proof  # noqa: PLC0415 (law 10)
    from ragami.proof.keys import known  # noqa: PLC0415 (law 10)
    from ragami.proof.note import BadNote  # noqa: PLC0415 (law 10)
    from ragami.proof.seen import seen  # noqa: PLC0415 (law 10)

    leaves = None
    try:
        read = read_proof(beside) if beside is not None else None
        leaves = read if isinstance(read, Leaves) else None
    except BadNote as wrong:
        facts = {"problem": wrong.problem, **wrong.facts}
        findings.append(Finding("malformed-proof", facts=facts))
    return [*findings, *check_log(lines_of(log), known(), leaves, seen).findings]


def _on_withheld(log: bytes) -> Iterator[Finding]:
    """That there are records of which the proof does not say how they read."""
    from ragami.privacy.withheld import is_withheld  # noqa: PLC0415 (law 10)

    found = [seq for seq, line in enumerate(log.split(b"\n"), 1) if is_withheld(line)]
    if found:
        yield Finding("withheld-record", facts={"records": len(found), "first": found[0]})


def _on_commitments(log: bytes) -> list[Finding]:
    """What is told in this log, and is not what it committed to."""
    from ragami.privacy.bound import check_bound  # noqa: PLC0415 (law 10)

    return check_bound(log.removesuffix(b"\n").split(b"\n"))
