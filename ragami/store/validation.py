"""Validation of names, keys and lines before they enter any store."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import count
from typing import Final

import msgspec

from ragami.errors import RagamiError
from ragami.store.protocol import Appended, Store

NAME_LIMIT: Final = 60
"""Characters: with four bytes each, `NAME.jsonl.gz` is still a file name (255 bytes)."""

KEY_LIMIT: Final = 200

_json = msgspec.json.Decoder(msgspec.Raw)


@lru_cache(maxsize=256)
def game_name(name: str) -> str:
    """Return `name` if a game can have it: it is also a file name and a word of the command line.

    Raises `RagamiError` `bad-game-name`.
    """
    if (
        _is_word(name, NAME_LIMIT)
        and not name.startswith((".", "-"))
        and "/" not in name
        and "\\" not in name
    ):
        return name
    raise RagamiError("bad-game-name", name=name, limit=NAME_LIMIT)


def free_name(store: Store, title: str | None) -> str:
    """Return a name for a game that was given none."""
    return not_taken(fit_for_a_name(title or ""), {entry.name for entry in store.games()})


def fit_for_a_name(text: str) -> str:
    """Return a title as the name of a game and word of a command line: `fridays-final`."""
    letters = re.sub(r"['’]", "", text.lower())
    return re.sub(r"[\W_]+", "-", letters).strip("-")[:40]


def not_taken(name: str, names: Collection[str]) -> str:
    """Return the name, with a number behind it where it is taken."""
    if name and name not in names:
        return name
    numbered = (f"{name or 'game'}-{number}" for number in count(2 if name else 1))
    return next(free for free in numbered if free not in names)


def command_key(key: str) -> str:
    """Return `key` if a command can have it. Raises `RagamiError` `bad-key`."""
    if _is_word(key, KEY_LIMIT):
        return key
    raise RagamiError("bad-key", key=key, limit=KEY_LIMIT)


def lines(game: str, expected: int, bodies: Sequence[bytes]) -> list[tuple[str, int, str]]:
    """Return `bodies` as rows (game, seq, text) from `expected` + 1 on, all of them fit to be kept.

    Raises `RagamiError` `nothing-to-append` or `bad-record-line`.
    """
    rows = []
    seq = expected
    for body in bodies:
        seq += 1
        rows.append((game, seq, line(game, seq, body)))
    if not rows:
        raise RagamiError("nothing-to-append", game=game)
    return rows


def line(game: str, seq: int, body: bytes) -> str:
    """Return the text of `body`: UTF-8, one line, one JSON value; its bytes come back from
    `encode()`.

    Raises `RagamiError` `bad-record-line`.
    """
    try:
        text = body.decode()
        _json.decode(body)
    except (UnicodeDecodeError, msgspec.DecodeError, RecursionError) as error:
        raise bad_line(game, seq, str(error)) from error
    if "\n" in text:
        raise bad_line(game, seq, "it is more than one line")
    return text


def bad_line(game: str, seq: int, problem: str) -> RagamiError:
    """Return the trouble of a line that no store keeps."""
    return RagamiError("bad-record-line", game=game, seq=seq, found=problem)


def repeated(game: str, key: str, earlier: Appended, same: bool) -> Appended:
    """Return the answer to a key that came before: the first answer, if it is the `same` command.

    Raises `RagamiError` `key-used` if it is another one.
    """
    if same:
        return earlier
    raise RagamiError("key-used", game=game, key=key, first=earlier.first, last=earlier.last)


def _is_word(text: str, limit: int) -> bool:
    return 0 < len(text) <= limit and text.isprintable() and text == text.strip()
