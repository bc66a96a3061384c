"""Errors of codes, and why of some logs none is made."""

from __future__ import annotations

from typing import Final

from ragami.errors import FOUND_WRONG, KINDS, N_, NOT_FOUND, USAGE, ErrorKind, RagamiError
from ragami.language import Translate

KINDS.update(
    {
        "no-code": ErrorKind(USAGE, N_("No code is made of this game: {why}."), ""),
        "damaged-code": ErrorKind(
            FOUND_WRONG,
            N_("This code is damaged, or not all of it is here."),
            N_("Get it once more from where it came."),
        ),
        "unknown-code": ErrorKind(
            NOT_FOUND,
            N_("This code is of a kind, or of a game, that this program does not know."),
            N_("A newer version of ragami, or the package of the game, may read it."),
        ),
    }
)

REASONS: Final = {
    "empty": N_("it has no records"),
    "left-out": N_("record {seq} tells that something was left out, which a code cannot prove"),
    "unknown-record": N_("record {seq} is malformed, or of a type or version not known here"),
    "not-canonical": N_(
        "record {seq} is not written in the usual way, so that it would not come back to the byte"
    ),
    "records": N_("it has more than {limit} records"),
    "bytes": N_("it has more than {limit} bytes"),
    "depth": N_("objects and lists stand in each other more than {limit} deep"),
    "text": N_("a text in it has {limit} bytes or more"),
    "code": N_("the code would have more than {limit} bytes"),
    "paper": N_("the code of {size} bytes is too long for a QR code"),
}


class NoCode(RagamiError):
    """A log of which no code is made (exit code 2); `reason` is a key of `REASONS`."""

    def __init__(self, reason: str, **facts: int) -> None:
        super().__init__("no-code", why=REASONS[reason].format_map(facts), **facts)
        self.reason = reason

    def say(self, translate: Translate) -> str:
        """Say the error with its reason."""
        why = translate(REASONS[self.reason]).format_map(self.facts)
        return translate(self.kind.says).format(why=why)
