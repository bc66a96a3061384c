"""Lines of a sheet that cannot be read, as an error."""

from __future__ import annotations

from collections.abc import Sequence

from ragami.errors import RagamiError
from ragami.notation.misread import Misread


class Misspelled(RagamiError):
    """Lines of a score sheet that cannot be read; `misread` says what was expected where."""

    def __init__(self, code: str, misread: Sequence[Misread], **facts: object) -> None:
        super().__init__(code, **facts)
        self.misread = misread

    def __str__(self) -> str:
        return "\n".join([*(line.say("en") for line in self.misread), super().__str__()])
