"""What is to be said about the seals of a log, by the keys and the memory of this machine."""

from __future__ import annotations

from typing import Final

from ragami.finding import Finding

_SEALED: Final = b'"sealed"'


def verdict(log: bytes, beside: bytes | None = None) -> list[Finding]:
    """Everything that a log's own seals, the list of leaves `beside` it and the last seal that was
    made here say against it. A log that nobody sealed costs a look.

    Raises `Trouble` where keys or memory cannot be read.
    """
    from ragami.proof.keys import folder  # noqa: PLC0415 (law 10)

    if beside is None and _SEALED not in log and not (folder() / "seen").is_dir():
        return []
    from ragami.proof.checking import check_log, lines_of  # noqa: PLC0415 (law 10)
    from ragami.proof.files import Leaves, read_proof  # noqa: PLC0415 (law 10)
    from ragami.proof.keys import known  # noqa: PLC0415 (law 10)
    from ragami.proof.note import BadNote  # noqa: PLC0415 (law 10)
    from ragami.proof.seen import seen  # noqa: PLC0415 (law 10)

    findings: list[Finding] = []
    leaves = None
    try:
        read = read_proof(beside) if beside is not None else None
        leaves = read if isinstance(read, Leaves) else None
    except BadNote as wrong:
        facts = {"problem": wrong.problem, **wrong.facts}
        findings.append(Finding("malformed-proof", facts=facts))
    return [*findings, *check_log(lines_of(log), known(), leaves, seen).findings]
