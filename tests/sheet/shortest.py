"""The shortest way to write an event on a sheet, found by leaving out and cutting short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import json, to_builtins

from ragami import sheet
from ragami.game.capabilities import NOTATION
from ragami.judge.replay import Replay
from ragami.notation.reader import At
from ragami.table.recording import Draft
from tests.narrowing.walking import SPELLED, plain


def shortest(replay: Replay, type_: str, event: Any) -> str:
    """The shortest line found that says an event where a game stands."""
    data = plain(event)
    if type_ == "dice_rolled":  # a side that shows the face is as good
        data = SPELLED[replay.game.name](replay.state, type_, data)
    notation: Any = replay.game.need(NOTATION)
    at = At(replay.state, data, "en", type=type_)
    written = [row.write(data, at) for row in notation.forms.of(type_) if row.form.only != "es"]
    lines = [line for line in written if line]
    meant = _said(replay, lines[0])
    tried = (line for each in lines for line in (each, *_shorter(each)))
    found = [_cut(replay, line, meant) for line in tried if _said(replay, line) == meant]
    return min(found, key=len)


def _said(replay: Replay, line: str) -> object:
    read = sheet.read_line(replay, line, suggests=False)
    if not isinstance(read, Draft):
        return None
    return read.type, to_builtins(json.decode(read.data))


def _cut(replay: Replay, line: str, meant: object) -> str:
    """The line without what may be left out, and each word as short as it may be."""
    tokens = line.split(" ")
    for at in reversed(range(len(tokens))):
        if len(tokens) > 1 and _said(replay, _without(tokens, at)) == meant:
            del tokens[at]
            continue
        for shorter in _beginnings(tokens[at]):
            if _said(replay, _without(tokens, at, shorter)) == meant:
                tokens[at] = shorter
                break
    return " ".join(tokens)


def _without(tokens: list[str], at: int, *instead: str) -> str:
    return " ".join((*tokens[:at], *instead, *tokens[at + 1 :]))


def _beginnings(token: str) -> Iterator[str]:
    """A token cut short, the shortest first; of `saint:3` only the number."""
    word, colon, rest = token.partition(":")
    if colon and word not in ("d", "c"):
        yield rest
    if token.isalpha():
        yield from (token[:end] for end in range(1, len(token)))


def _shorter(line: str) -> Iterator[str]:
    """A roll by its faces alone: of each player, and of all who are due."""
    bare = re.sub(r"(?<= )[12]\.", "", line)
    yield bare
    yield re.sub(r"(?<= )[A-Z] ", "", bare)
