"""Receipts as they are used: a file that is read and added to, others that are read."""

from __future__ import annotations

import fcntl
import os
import platform
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from io import FileIO
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Self

import msgspec

from ragami.errors import RagamiError
from ragami.game import GameDefinition
from ragami.game.registry import by_name
from ragami.judge.report import Report, report_judgement
from ragami.log.unredacted import log_of
from ragami.receipts.lines import FORMAT, SEGMENT, JudgeLine, expect_file, signed_line
from ragami.receipts.manifest import judge_of, manifest_of
from ragami.receipts.shelf import ReceiptAnswer, ReceiptPolicy, ask, close_shelf, shelf
from ragami.receipts.trust import secret, signature

OTHERS_RECHECKED = 0.01
"""The share of logs judged all the same where somebody else's receipts count."""


class _JudgeName(msgspec.Struct):
    """The name in a receipt of the rules by which it was made."""

    judge: str


class Receipts:
    """The receipts at `path`, to which new ones are added, and those of other `paths`.

    `from_` are keys whose receipts count besides those of this machine, or `only` they;
    `recheck` is the share of known logs that is judged all the same (None: 1 % where `from_` is
    given, else 0), and `again` are ids of rules: what they could have had a say in is too. A
    context manager: it holds the file, and closes the last segment at its end.
    Raises `RagamiError` `not-receipts`, `receipts-in-use`, `file-not-found`, `bad-verifier-key`;
    and at the end `system-refused`, where there was no room.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *paths: str | os.PathLike[str],
        from_: Sequence[str] = (),
        only: bool = False,
        recheck: float | None = None,
        again: Sequence[str] = (),
    ) -> None:
        self._paths = tuple(map(str, (path, *paths)))
        self._from, self._only = tuple(from_), only
        self._recheck = recheck if recheck is not None else OTHERS_RECHECKED if from_ else 0.0
        self._again = tuple(again)
        self._lines: list[bytes] = []
        self._judges: set[str] = set()
        self._held = 0
        self._refusal: RagamiError | None = None

    def __enter__(self) -> Self:
        self._remarks: list[RagamiError] = []
        self._file = self._opened(self._paths[0])
        marks = mkdtemp(prefix="ragami-") if self._recheck or self._again else ""
        which = self._paths, self._from, self._only
        self.policy = ReceiptPolicy(*which, self._recheck, self._again, marks)
        try:
            self.shelf = shelf(self.policy)
        except BaseException:
            self._close()
            raise
        self._end = self.shelf.ends[0]
        self.remarks = [*self._remarks, *self.shelf.remarks]
        return self

    def __exit__(self, kind: type[BaseException] | None, *_error: object) -> None:
        try:
            self._sign()
        finally:
            self._close()
        if self._refusal and kind is None:
            raise self._refusal

    def _close(self) -> None:
        close_shelf(self.policy)
        if self._file:
            self._file.close()
        if self.policy.marks:
            rmtree(self.policy.marks, ignore_errors=True)

    def _opened(self, path: str) -> FileIO | None:
        """Return the file to write to, held; None where it may only be read."""
        expect_file(path)
        try:
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
        except OSError as error:
            if not Path(path).is_file():
                raise _refused(path, error) from error
            self._remarks.append(RagamiError("receipts-read-only", path=path))
            return None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            raise RagamiError("receipts-in-use", path=path) from error
        return file

    def of(self, log: bytes) -> Report | None:
        """Return the report on what the rules found in a log, if that is known; else None."""
        try:
            known = shelf(self.policy).find(log)
        except RagamiError as trouble:
            self.remarks.append(trouble)
            return None
        return report_judgement("", known.judged) if known else None

    def ask(self, log: bytes, name: str = "") -> ReceiptAnswer:
        """Return the verdict on a log by its receipt, else judge it, and write a receipt."""
        answer = ask(self.policy, log, name)
        if answer.line:
            self.put(answer.judged.game.name, answer.line)
        if answer.remark:
            self.remarks.append(answer.remark)
        return answer

    def put(self, game: str, line: bytes) -> None:
        """Write a receipt; a segment is closed after `SEGMENT` of them.

        Where the disk is full no more are written, which is said at the end: judging goes on.
        """
        if self._file is None or self._refusal:
            return
        judge = judge_of(by_name(game))
        if msgspec.json.decode(line, type=_JudgeName).judge != judge:
            return  # a worker has loaded other rules than we have
        if judge not in self._judges:
            self._judges.add(judge)
            self._lines.append(msgspec.json.encode(judge_line(by_name(game))))
        self._lines.append(line)
        self._held += 1
        if self._held >= SEGMENT:
            self._sign()

    def _sign(self) -> None:
        """Close the segment: what stands after the last one is cut off before."""
        if not self._held or self._file is None:
            return
        content = segment(self._lines)
        try:
            self._append(self._file, content)
        except RagamiError as refusal:
            self._refusal = refusal
        self._end += len(content)
        self._lines, self._judges, self._held = [], set(), 0

    def _append(self, file: FileIO, content: bytes) -> None:
        """Write a segment. Raises `RagamiError`, also where somebody has shortened the file."""
        path = self._paths[0]
        try:
            if os.fstat(file.fileno()).st_size < self._end:
                raise RagamiError("receipts-in-use", path=path)
            file.truncate(self._end)
            file.seek(self._end)
            left = content
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except OSError as error:
            raise _refused(path, error) from error


def _refused(path: str, error: OSError) -> RagamiError:
    return RagamiError("system-refused", problem=f"{path}: {error.strerror}")


def segment(lines: Sequence[bytes]) -> bytes:
    """Return lines as a segment that this machine has signed."""
    closing = signed_line(lines, secret(), signature)
    return log_of((*lines, closing))


@lru_cache(maxsize=8)
def judge_line(game: GameDefinition) -> JudgeLine:
    """Return the line of the rules of now, with the versions that tell whose they are."""
    manifest = manifest_of(game)
    about = version("ragami"), platform.python_version().rpartition(".")[0]
    return JudgeLine(manifest.judge, FORMAT, game.name, *about, manifest.base, manifest.units)
