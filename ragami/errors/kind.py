"""The exit codes of the contract, and what is said of one sort of trouble."""

from __future__ import annotations

from typing import Final, NamedTuple


class ErrorKind(NamedTuple):
    """One sort of trouble: the exit code of the contract, what is said, and what to do about it."""

    exit_code: int
    says: str
    remedy: str


FOUND_WRONG: Final = 1
USAGE: Final = 2
NOT_FOUND: Final = 3
CONFLICT: Final = 4
REFUSED: Final = 5
PROOF_BROKEN: Final = 6
STORAGE: Final = 7
DEFECT: Final = 70  # not in the contract: none of its codes may stand for a fault of our own
INTERRUPTED: Final = 130


NOTHING_NEAR: Final = "–"
"""The fact `nearest` where no other name is like the one that was given."""
