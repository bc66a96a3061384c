"""A file of reports (JSON lines) that is written on where it was left, also by a process killed.

`Names` keeps which logs are there already.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import IO, Final, Self

import msgspec
from msgspec import Struct

from ragami.errors import FOUND_WRONG, PROOF_BROKEN, RagamiError, kinds

BROKEN_PROOF: Final = "broken-proof"


class Reports:
    """The reports in the file at `path`, and those that are added while the block runs.

    `codes` counts the exit codes that the logs deserve. A last line that is not whole, since
    whoever wrote it was stopped, is cut off. Raises `RagamiError` `not-reports` for another file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.codes: Counter[int] = Counter()

    def __enter__(self) -> Self:
        self._names = Names(self._read())
        self._file: IO[bytes] = self.path.open("ab")
        return self

    def __exit__(self, *_error: object) -> None:
        with suppress(OSError):  # what it still holds had no room before
            self._file.close()

    def has(self, name: str) -> bool:
        """Return True if there was a report on this log when the file was opened."""
        return name in self._names

    def add(self, line: bytes, code: int) -> None:
        """Write a report: the system has it when this returns. Raises `RagamiError`."""
        try:
            self._file.write(line + b"\n")
            self._file.flush()
        except OSError as error:  # which does not say where
            problem = f"{self.path}: {error.strerror}"
            raise RagamiError("system-refused", problem=problem) from error
        self.codes[code] += 1

    def _read(self) -> Iterator[str]:
        if not self.path.exists():
            return
        end = 0
        with self.path.open("r+b") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    file.truncate(end)
                    return
                report = self._report(line, number)
                self.codes[report.code] += 1
                end += len(line)
                yield report.file

    def _report(self, line: bytes, number: int) -> _Said:
        try:
            return msgspec.json.decode(line, type=_Said)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise RagamiError("not-reports", path=str(self.path), line=number) from error


class _Coded(Struct):
    """The part of a finding or an error that is needed here."""

    code: str


class _Said(Struct):
    """The part of a report that is needed here."""

    file: str
    ok: bool = True
    proof_broken: bool = False
    findings: list[_Coded] = []
    error: _Coded | None = None

    @property
    def code(self) -> int:
        """The exit code that the log deserves."""
        if self.error:
            kind = kinds().get(self.error.code)
            return kind.exit if kind else FOUND_WRONG
        if self.ok:
            return 0
        broken = self.proof_broken or any(finding.code == BROKEN_PROOF for finding in self.findings)
        return PROOF_BROKEN if broken else FOUND_WRONG


class Names:
    """Eight bytes for each name, sorted: a set of a million would take ten times as many."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._keys = array("Q", sorted(map(_key, names)))

    def __contains__(self, name: str) -> bool:
        key = _key(name)
        at = bisect_left(self._keys, key)
        return at < len(self._keys) and self._keys[at] == key

    def __len__(self) -> int:
        return len(self._keys)


def _key(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(errors="replace"), digest_size=8).digest(), "big")
