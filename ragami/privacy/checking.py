"""The commitments of a log held against what it tells: each finding is at the record that tells it.

Nothing here needs to know a game, or what a value is worth: only that it is the one of before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from ragami.decoded import Data
from ragami.findings import LOG_RULE, Finding, breach, finding_of
from ragami.log.record import Committed, Opened
from ragami.log.strict import type_in
from ragami.log.unredacted import split_joined
from ragami.privacy.secrets import digest
from ragami.proof.note import BadNote
from ragami.proof.withheld import as_it_reads
from ragami.store import Secret

TELLING: Final = ("committed", "opened", "revealed", "corrected")


class Bound:
    """The commitments, openings and shown values of a log, each with its record."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self._digests: dict[tuple[int, str], str] = {}
        self._opened: list[tuple[int, Secret]] = []
        self._shown: list[tuple[int, int, Any]] = []
        self._corrections: dict[int, set[int]] = {}
        self._last = 0

    def take(self, seq: int, line: bytes) -> None:
        """Read one record. What is no record of the contract is not ours to judge."""
        parts = split_joined(line)
        for left in parts.openings if parts else ():
            text = bytes(left.value).decode()
            self._opened.append((seq, Secret(seq, left.place, left.salt, text)))
        reads = as_it_reads(line)
        if type_in(reads) not in TELLING:
            return
        try:
            self._take(seq, msgspec.json.decode(reads))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, LookupError, TypeError):
            return

    def _take(self, seq: int, record: Data) -> None:
        data = record["data"]
        match record["type"]:
            case "committed":
                self._commit(seq, msgspec.convert(data, Committed))
            case "opened":
                opened = msgspec.json.decode(msgspec.json.encode(data), type=Opened)
                text = bytes(opened.value).decode()
                self._opened.append((seq, Secret(opened.seq, opened.place, opened.salt, text)))
            case "revealed" if isinstance(data["seq"], int):
                self._shown.append((seq, data["seq"], data["card"]))
            case "corrected" if isinstance(data["seq"], int):
                self._corrections.setdefault(data["seq"], set()).add(seq)
            case _other:
                pass

    def _commit(self, seq: int, committed: Committed) -> None:
        for value in committed.values:
            where = (value.seq, value.place)
            if where in self._digests:
                self._find("committed-twice", seq, record=value.seq, place=value.place)
            elif not self._last < value.seq < seq:
                self._find("committed-late", seq, record=value.seq, place=value.place)
            else:
                self._digests[where] = value.digest
        self._last = seq

    def settle(self) -> None:
        """Compare what is opened and shown with what was committed, after the last record."""
        values: dict[int, list[Any]] = {}
        for seq, secret in self._opened:
            problem = self._wrong_with(secret)
            if problem:
                self._find(problem, seq, record=secret.seq, place=secret.place)
            else:
                values.setdefault(secret.seq, []).append(msgspec.json.decode(secret.value))
        for seq, record, card in self._shown:
            sources = {record} | self._corrections.get(record, set())
            disclosed = [value for source in sources for value in values.get(source, ())]
            if disclosed and card not in disclosed:
                self._find("other-card", seq, record=record, shown=card)

    def _wrong_with(self, secret: Secret) -> str | None:
        committed = self._digests.get((secret.seq, secret.place))
        if committed is None:
            return "uncommitted"
        try:
            return None if digest(secret) == committed else "other-value"
        except BadNote:
            return "malformed"

    def _find(self, problem: str, seq: int, **facts: object) -> None:
        self.findings.append(
            finding_of("broken-commitment", breach(LOG_RULE, problem=problem, **facts), seq, seq)
        )


def check_bound(lines: Sequence[bytes]) -> list[Finding]:
    """Return the findings against the commitments of a log."""
    bound = Bound()
    for seq, line in enumerate(lines, 1):
        bound.take(seq, line)
    bound.settle()
    return bound.findings
