"""The correct line that is most like one that cannot be read."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

import msgspec

from ragami.fold import Replay
from ragami.sheet import words as w
from ragami.sheet.check import as_read, meant_by
from ragami.sheet.reading import read_entry
from ragami.spelling.line import ends_of, word_in
from ragami.spelling.misread import Unread, Word, folded

ROUNDS: Final = 3
LONGEST: Final = 200
EXAMPLES: Final = {
    w.UNDO: "undo to 56",
    w.REDO: "redo",
    w.CORRECT: 'correct 57 "slip of the pen" strike',
    w.RULE: 'rule R-TURN-11 "agreed" by "the table"',
    w.SEAL: "",
    **dict.fromkeys((w.NOTE, w.GAME, w.RECORD, w.BYTES, *w.HEADS.values()), ""),
}


def nearest(replay: Replay, text: str, wrong: Unread) -> str:
    """That line; empty where none is near."""
    if len(text) > LONGEST:
        return ""
    if wrong.found[:1] == "*" and wrong.column > 1:
        return _as_it_was(replay, text, wrong)
    line, fault = text, wrong
    for _round in range(ROUNDS):
        mended = _mended(line, fault)
        if mended is None:
            break
        line = mended
        try:
            if read_entry(replay, line):
                return ends_of(line).proper
        except Unread as again:
            fault = again
    first = "".join(text.split(maxsplit=1)[:1])
    example = word_in(first, EXAMPLES, whole=True)
    return replay.game.notation.example(text) if example is None else example


def _mended(text: str, wrong: Unread) -> str | None:
    """The line with the word that was not understood put right."""
    words = {
        folded(each): each
        for term in wrong.expected
        if isinstance(term, Word)
        for each in term
        if len(each) > 1 or len(wrong.found) == 1
    }
    near = get_close_matches(folded(wrong.found), words, 1, 0.5)
    start = wrong.column - 1
    if not wrong.found or not text.startswith(wrong.found, start):
        return None
    if not near:  # perhaps it is one word too many
        return text[:start] + text[start + len(wrong.found) :].lstrip()
    return text[:start] + words[near[0]] + text[start + len(wrong.found) :]


def _as_it_was(replay: Replay, text: str, wrong: Unread) -> str:
    """The only line that one slip of the hand makes this one, that fits its check and is legal."""
    good = []
    for near in meant_by(text[: wrong.column - 1], as_read(wrong.found[1:])):
        try:
            entry = read_entry(replay, near)
        except Unread:
            continue
        if entry and _is_legal(replay, entry.type, entry.data):
            good.append(near)
    good = list(dict.fromkeys(good))
    return ends_of(good[0]).proper if len(good) == 1 else ""


def _is_legal(replay: Replay, type_: str, data: bytes) -> bool:
    """May the rules have it next? What is no event of the game always may."""
    entry = replay.game.events.get(type_)
    if entry is None:
        return True
    return not replay.would_be_wrong(msgspec.json.decode(data, type=entry.struct))
