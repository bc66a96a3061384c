"""The game of a log, read off its first record without judging it."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from ragami.log.record import OPENING, WITHHELD
from ragami.log.strict import is_too_deep
from ragami.log.unredacted import stored_line


class _Named(Struct):
    """The part of record 1's data that names the game; in withheld records one level deeper."""

    game: Any = None
    data: Raw = Raw(b"{}")


class _First(Struct):
    """The part of record 1 that leads to the name of the game."""

    type: str
    data: _Named


# Escaped surrogates, which no decoder takes where they stand alone.
_HALVES: Final = re.compile(r"(?<!\\)\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
_first: Final = msgspec.json.Decoder(_First)
_named: Final = msgspec.json.Decoder(_Named)


def game_named_in(line: bytes) -> str | None:
    """Return the game that record 1 names, read without judging the record; None where it names
    none.

    A record that opens nothing names no game, whatever stands in its data. Half a character
    somewhere in it makes it malformed, and leaves it the game that it names.
    """
    if is_too_deep(line):
        return None
    try:
        first = _first.decode(_HALVES.sub("?", stored_line(line).decode()))
        opening = _named.decode(first.data.data) if first.type == WITHHELD else first.data
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    opens = first.type in (OPENING, WITHHELD)
    return opening.game if opens and isinstance(opening.game, str) else None
