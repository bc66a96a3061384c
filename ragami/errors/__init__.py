"""What stops a command: a code, the exit code it means, the facts, and how it is said.

A `RagamiError` is a value that travels as an exception. Its English text stands here once, as the
message id of the gettext catalogue; the other language is looked up when it is shown.
"""

from __future__ import annotations

from typing import Final

from ragami.errors.asking import ASKING
from ragami.errors.keeping import KEEPING
from ragami.errors.kind import (
    CONFLICT,
    DEFECT,
    FOUND_WRONG,
    INTERRUPTED,
    NOT_FOUND,
    NOTHING_NEAR,
    PROOF_BROKEN,
    REFUSED,
    STORAGE,
    USAGE,
    Kind,
)
from ragami.findings import N_
from ragami.language import Translate

__all__ = [
    "CONFLICT",
    "DEFECT",
    "FOUND_WRONG",
    "INTERRUPTED",
    "KINDS",
    "NOTHING_NEAR",
    "NOT_FOUND",
    "N_",
    "PROOF_BROKEN",
    "REFUSED",
    "STORAGE",
    "USAGE",
    "Kind",
    "RagamiError",
]

KINDS: Final[dict[str, Kind]] = {**ASKING, **KEEPING}


class RagamiError(Exception):
    """Something that a command cannot go on from.

    `code` is a key of `KINDS`; `facts` fill the places in its text. Raises `KeyError` for a code
    that is not in the table, so that no trouble can be without its text.
    """

    def __init__(self, code: str, /, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.kind = KINDS[code]
        self.facts = facts

    @property
    def exit_code(self) -> int:
        return self.kind.exit_code

    def say(self, translate: Translate) -> str:
        """The whole message: what is wrong, and what to do."""
        said = [translate(text) for text in (self.kind.says, self.kind.remedy) if text]
        if self.facts.get("nearest") == NOTHING_NEAR:  # named in the first sentence of a remedy
            said[1] = said[1].partition(". ")[2]
        return " ".join(text.format_map(self.facts) for text in said)

    def __str__(self) -> str:
        return self.say(str)
