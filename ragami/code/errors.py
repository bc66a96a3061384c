"""Errors of codes, and why of some logs none is made."""

from __future__ import annotations

from typing import Final

from ragami.errors import N_, RagamiError
from ragami.language import Language, translator

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
    "model": N_("the file that codes of this game are made with cannot be read"),
    "work": N_("too many different things stand in it"),
    "code": N_("the code would have more than {limit} bytes"),
    "paper": N_("the code of {size} bytes is too long for a QR code"),
}


class NoCode(RagamiError):
    """A log of which no code is made (exit code 2); `reason` is a key of `REASONS`."""

    def __init__(self, reason: str, **facts: int) -> None:
        super().__init__("no-code", why=REASONS[reason].format_map(facts), **facts)
        self.reason = reason

    def say(self, language: Language) -> str:
        """Say the error with its reason."""
        why = translator(language)(REASONS[self.reason]).format_map(self.facts)
        return self.kind.says(language).format(why=why)
