"""The receipts that can be asked: read from files, believed or not, found by the bytes of a log."""

from __future__ import annotations

import os
import struct
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache, reduce
from hashlib import sha256
from operator import or_
from pathlib import Path
from random import SystemRandom
from typing import IO, Final, NamedTuple

import msgspec

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.game import GameDefinition
from ragami.game.capabilities import LINKS
from ragami.game.registry import by_name
from ragami.judge.replay import Replay
from ragami.judge.report import (
    Judgement,
    has_only_events,
    is_good,
    judge_replay,
    replay_log,
    report_judgement,
)
from ragami.language import LANGUAGES
from ragami.log.history import data_of
from ragami.log.strict import may_hold
from ragami.log.unredacted import JOINED, OF_PROOFS, split_joined
from ragami.receipts.lines import (
    LONGEST,
    FoundLine,
    ReceiptLine,
    Segment,
    as_json,
    line_at,
    opened,
    segments,
)
from ragami.receipts.manifest import ALL, Manifest, judge_of, manifest_of, met, units_of
from ragami.receipts.trust import OURS, Trust, claimed

KEY: Final = 16
"""Bytes of the hash of a log by which its receipts are found."""

ENTRY: Final = struct.Struct(f">{KEY}s3IQI{KEY}s")
"""An entry of the shelf: the key, file, judge, signer, where the line begins, its length and hash.

By the hash is noticed what somebody changes while the file is in use.
"""

_line: Final = msgspec.json.Decoder(ReceiptLine)
_found: Final = msgspec.json.Decoder(list[FoundLine])
_final: Final = msgspec.json.Decoder(Data | None)


class ReceiptPolicy(NamedTuple):
    """Which receipts count for a command; can be sent to a worker.

    What one of the rules `again` could have had a say in is judged all the same. `marks` is a
    folder for the signers of whom a false receipt was found, by whichever process.
    """

    paths: tuple[str, ...]
    named: tuple[str, ...] = ()
    only: bool = False
    recheck: float = 0.0
    again: tuple[str, ...] = ()
    marks: str = ""


class KnownVerdict(NamedTuple):
    """The verdict of a receipt on a log, with its file and line."""

    judged: Judgement
    proofs: bool
    line: ReceiptLine
    signer: int
    place: tuple[str, int]
    again: bool


class Rules(NamedTuple):
    """The rules of some receipts: units that have changed since, and that are to judge again."""

    game: GameDefinition
    revoked: int
    again: int


class Shelf:
    """The receipts of some files that count. `remarks` is what has to be said of the files.

    `ends` has where the last segment of each file ends. Raises `RagamiError` `not-receipts`,
    and what `opened` and `Trust` raise.
    """

    def __init__(self, policy: ReceiptPolicy) -> None:
        self.policy = policy
        self.remarks: list[RagamiError] = []
        self.ends: list[int] = []
        self._files: list[IO[bytes]] = []
        self._manifests: list[Manifest] = []
        self._rules: dict[int, Rules] = {}
        # The numbers of judges by their digests, and of signers.
        self._judges: dict[bytes, int] = {}
        self._signers = {OURS: 0}
        self._rechecked = False
        # The log that was asked for last, its SHA-256, and what is known of it.
        self._log: bytes | None = None
        self.digest = b""
        self._known: KnownVerdict | None = None
        self._entries: list[bytes] = []
        trust = Trust(policy.named, only=policy.only)
        try:
            for number, path in enumerate(policy.paths):
                self._entries += self._read(number, path, trust)
        except BaseException:
            self.close()
            raise
        self._entries.sort()

    def close(self) -> None:
        for file in self._files:
            file.close()

    def __len__(self) -> int:
        return len(self._entries)

    def _read(self, number: int, path: str, trust: Trust) -> Iterator[bytes]:
        file = opened(path)
        self._files.append(file)
        end, idle, changed = 0, Counter[str](), 0
        for segment in segments(file, path):
            end = segment.end
            signer = trust.signer(segment) if segment.whole else None
            if signer is not None:
                yield from self._entries_of(number, segment, signer)
            elif segment.whole:
                idle[claimed(segment)] += len(segment.receipts)
            else:
                changed += len(segment.receipts)
        self.ends.append(end)
        for name, count in idle.items():
            facts = {"path": path, "signer": name, "number": count}
            self.remarks.append(RagamiError("unknown-receipt-signer", **facts))
        if changed:
            self.remarks.append(RagamiError("changed-receipts", path=path, number=changed))

    def _entries_of(self, number: int, segment: Segment, signer: str) -> Iterator[bytes]:
        by = self._signers.setdefault(signer, len(self._signers))
        for digest, judge in segment.judges.items():
            if (key := bytes.fromhex(digest)) not in self._judges:
                self._judges[key] = len(self._manifests)
                self._manifests.append(judge.manifest())
        for place in segment.receipts:
            where = number, self._judges[place.judge], by, place.offset, place.length
            yield ENTRY.pack(place.log[:KEY], *where, place.leaf[:KEY])

    def find(self, log: bytes) -> KnownVerdict | None:
        """Return what is known of a log by its bytes; None where it has to be judged.

        `digest` is that of the log from then on. Raises `RagamiError` `contradicting-receipts`
        where it is said in two ways.
        """
        if log is not self._log:
            self._log, self.digest = None, sha256(log).digest()
            self._known = self._found(self.digest)
            self._log = log
        return self._known

    def is_good(self, log: bytes) -> bool:
        """Say whether a log is known to be good by what was judged on this machine."""
        with suppress(RagamiError):
            known = self.find(log)
            return known is not None and known.line.ok and not known.signer
        return False

    def _found(self, key: bytes) -> KnownVerdict | None:
        found: list[KnownVerdict] = []
        short = key[:KEY]
        for at in range(bisect_left(self._entries, short), len(self._entries)):
            if not self._entries[at].startswith(short):
                break
            if known := self._read_entry(self._entries[at], key):
                found.append(known)
        if len(found) > 1 and len({_verdict(one.line) for one in found}) > 1:
            path, offset = found[0].place
            facts = {"path": path, "line": _line_at(path, offset), "log": found[0].line.log}
            raise RagamiError("contradicting-receipts", **facts)
        return found[0] if found else None

    def _read_entry(self, entry: bytes, key: bytes) -> KnownVerdict | None:
        _key, file, judge, signer, *where = ENTRY.unpack(entry)
        rules = self._rules_of(judge)
        if rules.revoked == ALL or self._false(signer):
            return None
        line = line_at(self._files[file], *where)
        if line is None:
            return None
        try:
            read = _line.decode(line)
            findings = _findings(bytes(read.findings))
            final = _final.decode(read.final)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None
        bits = read.bits()
        if bits & rules.revoked or bytes.fromhex(read.log) != key:
            return None
        judged = Judgement(rules.game, read.records, findings, final)
        if signer and not _can_be_said(judged):
            return None
        place = self.policy.paths[file], where[0]
        return KnownVerdict(
            judged, read.proofs, read, signer, place, again=bool(bits & rules.again)
        )

    def _rules_of(self, judge: int) -> Rules:
        if judge not in self._rules:
            written = self._manifests[judge]
            game = by_name(written.game)
            again = {unit for rule in self.policy.again for unit in units_of(game, rule)}
            rests = game.judged and not game.has(LINKS)
            changed = written.changed(manifest_of(game)) if rests else {"": ALL}
            revoked = reduce(or_, changed.values(), 0)
            self._rules[judge] = Rules(game, revoked, written.bits(again))
        return self._rules[judge]

    # --- judging again -----------------------------------------------------------------------

    def rechecks(self, known: KnownVerdict) -> bool:
        """Say whether a log is judged all the same: it was asked for, or is one of the share.

        Of those that are known one is at least.
        """
        if known.again:
            return True
        share = self.policy.recheck
        if not share:
            return False
        chosen = not self._rechecked or SystemRandom().random() < share
        self._rechecked = self._rechecked or chosen
        return chosen

    def check(
        self, known: KnownVerdict, fresh: ReceiptLine | None, name: str
    ) -> RagamiError | None:
        """Compare a receipt with a fresh judging; return the error where it is false.

        Then none of its signer's receipts count any more.
        """
        if fresh is not None and _verdict(fresh) == _verdict(known.line):
            return None
        Path(self.policy.marks, str(known.signer)).touch()
        self._log = None
        path, offset = known.place
        facts = {"path": path, "line": _line_at(path, offset), "log": name}
        return RagamiError("false-receipt", **facts, signer=[*self._signers][known.signer] or "–")

    def _false(self, signer: int) -> bool:
        marks = self.policy.marks
        return bool(marks) and os.path.exists(f"{marks}/{signer}")  # noqa: PTH110 (of every log)


def _can_be_said(judged: Judgement) -> bool:
    """Return False for a finding whose words name what is not there: no judging finds that."""
    try:
        report_judgement("", judged)
        for language in LANGUAGES if judged.final else ():
            judged.game.named_result(judged.final or {}, {}, language)
    except Exception:  # noqa: BLE001 (whatever a game's words do with what somebody made up)
        return False
    return True


@lru_cache(maxsize=512)
def _findings(written: bytes) -> list[Finding]:
    """Return the findings of a receipt; kept, because most logs have the same."""
    return [one.finding() for one in _found.decode(written)]


_shelves: Final[dict[ReceiptPolicy, Shelf]] = {}


def shelf(policy: ReceiptPolicy) -> Shelf:
    """Return the shelf of a command, read once in a process."""
    if policy not in _shelves:
        _shelves[policy] = Shelf(policy)
    return _shelves[policy]


def close_shelf(policy: ReceiptPolicy) -> None:
    """Close the shelf of a command, and let others be."""
    closing = _shelves.pop(policy, None)
    if closing is not None:  # an empty one is false
        closing.close()


class ReceiptAnswer(NamedTuple):
    """The answer of the receipts on a log.

    `replay` is None where it was known, and `line` what may be written where it was not. `remark`
    is what has to be said of a receipt.
    """

    judged: Judgement
    replay: Replay | None = None
    proofs: bool | None = None
    line: bytes | None = None
    remark: RagamiError | None = None


def ask(policy: ReceiptPolicy, log: bytes, name: str) -> ReceiptAnswer:
    """Return the verdict on a log by its receipt, or by judging it.

    `name` is how the log is called where a receipt is false. Raises what `Shelf` and
    `replay_log` raise.
    """
    there = shelf(policy)
    known, remark = None, None
    try:
        known = there.find(log)
    except RagamiError as trouble:
        remark = trouble
    if known and not there.rechecks(known):
        # Whether there are seals to be looked at nobody else is asked.
        return ReceiptAnswer(known.judged, None, None if known.signer else known.proofs)
    replay = replay_log(log)
    fresh = judge_replay(replay)
    only_events = has_only_events(replay)
    proofs = not only_events and may_hold(log, *OF_PROOFS)
    bits = met(log, replay, fresh.findings, only_events=only_events)
    line = line_of(log, there.digest, fresh, bits, proofs=proofs)
    if known:
        remark = there.check(known, line, name)
    wanted = (
        line
        and (remark or not known)
        and _names_stand_in_record_1(log, replay, only_events=only_events)
    )
    return ReceiptAnswer(
        fresh, replay, proofs, msgspec.json.encode(line) if wanted else None, remark
    )


def _names_stand_in_record_1(log: bytes, replay: Replay, *, only_events: bool) -> bool:
    """Say whether the result is told alike with the names that record 1 gives.

    Without a fold there are no others: who came later, and a name that was corrected, are unknown.
    """
    if replay.final is None:
        return True
    game = replay.game
    if only_events and not replay.error:  # then it needs no judging again
        opened, opening = game.new_state(), data_of(replay.history.events[0])
        game.judges[type(opening)][1](opened, opening, 1)
    else:
        opened = replay_log(log.partition(b"\n")[0], game).state
    return game.seating(opened).names == game.seating(replay.state).names


def line_of(
    log: bytes, digest: bytes, judged: Judgement, met: int, *, proofs: bool
) -> ReceiptLine | None:
    """Return the receipt for a log that was judged; None where there is none to be made.

    `proofs`: may it hold records `OF_PROOFS`?

    None is made of what rests on other logs or on rules that nobody can tell, of a log with
    openings in it, and of what would be a line that is too long. `ask` makes none of a result with
    other names than those of record 1, either.
    """
    judge, findings = judge_of(judged.game), judged.findings
    if judge is None:
        return None
    if proofs and may_hold(log, JOINED) and any(map(split_joined, log.split(b"\n"))):
        return None
    line = ReceiptLine(
        digest.hex(),
        judge,
        f"{met:x}",
        proofs,
        judged.records,
        is_good(findings),
        as_json([FoundLine.of(one) for one in findings]),
        as_json(judged.final),
    )
    return line if len(msgspec.json.encode(line)) <= LONGEST else None


def _verdict(line: ReceiptLine) -> tuple[int, bool, bytes, bytes]:
    return line.records, line.ok, bytes(line.findings), bytes(line.final)


def _line_at(path: str, offset: int) -> int:
    """Return the number of the line that begins at a place; counted only where it is printed."""
    with Path(path).open("rb") as file:
        return file.read(offset).count(b"\n") + 1
