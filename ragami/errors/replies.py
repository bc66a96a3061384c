"""Replies to programs about the error that stopped a command."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, Struct, UnsetType

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.language import LANGUAGES


class ErrorSaid(Struct, frozen=True):
    """An error: its code, the facts, and its words in both languages."""

    code: str
    facts: Data
    en: str
    es: str


class Stopped(Struct, frozen=True, kw_only=True):
    """The error that stopped a command or, with `file`, the reading of one of several files."""

    file: str | UnsetType = UNSET
    error: ErrorSaid


def stopped(error: RagamiError, file: str | None = None) -> Stopped:
    """Return an error as programs are told of it."""
    en, es = (error.say(language) for language in LANGUAGES)
    name = UNSET if file is None else file
    return Stopped(file=name, error=ErrorSaid(error.code, error.facts, en, es))


REPLIES: Final[dict[str, type[Struct]]] = {"error": Stopped}
