"""Words that are cut short: what they stand for among what may be written now, then at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language
from ragami.notation.misread import Unread, Word, folded
from ragami.sheet import words as w
from ragami.sheet.continuing import ways_on
from ragami.sheet.reading import SheetEntry, read_entry


class Read(NamedTuple):
    """A line read with every word in full: `text` is that line.

    `entry` is what it says, `wrong` why it says nothing (in the columns of the line as it was
    typed), `short_for` the words that one of its words may be short for, where they are several.
    """

    text: str
    entry: SheetEntry | None
    wrong: Unread | None = None
    short_for: tuple[str, ...] = ()


def read_in_full(replay: Replay, text: str, language: Language) -> Read:
    """Read a line some of whose words may be cut short."""
    longer: list[tuple[int, int]] = []  # from which column on the line is longer, and by how much
    while True:
        try:
            return Read(text, read_entry(replay, text))
        except Unread as unread:
            misread = unread
        stands_for = [] if "\n" in text else _stands_for(replay, text, misread, language)
        if len(stands_for) != 1:
            misread.column -= sum(more for column, more in longer if column < misread.column)
            return Read(text, None, misread, tuple(stands_for))
        start, end = misread.column - 1, misread.column - 1 + len(misread.found)
        longer.append((misread.column, len(stands_for[0]) - len(misread.found)))
        text = text[:start] + stands_for[0] + text[end:]


def _stands_for(replay: Replay, text: str, misread: Unread, language: Language) -> list[str]:
    """The words that the one at fault may be short for: what is legal and in the language first."""
    start_of = folded(misread.found)
    start = misread.column - 1
    if not start_of or not text.startswith(misread.found, start):
        return []
    words = [word for word in misread.expected if isinstance(word, Word) and " " not in word.en]
    in_language = list(_begun(words, start_of, language))
    begun = list(dict.fromkeys(m for lang in LANGUAGES for m in _begun(words, start_of, lang)))
    if not begun:
        return []
    legal = _legal_at(replay, text, start)
    for group in (in_language, begun):
        some = [word for word in group if folded(word) in legal]
        if some:
            return some
    return in_language or begun


def _begun(words: list[Word], start: str, language: Language) -> Iterator[str]:
    for word in words:
        text = word.say(language)
        # Of what is no event, only a remark: its colon is easily forgotten.
        begins = folded(text) == f"{start}:" if text[-1:] == ":" else folded(text).startswith(start)
        if begins and (text[-1:] != ":" or word == w.NOTE):
            yield text


def _legal_at(replay: Replay, text: str, start: int) -> set[str]:
    """The words that may be written there now; of a token with parts only what begins there."""
    before = text[:start].rpartition(" ")[0]
    part = len(text[:start]) - len(before) - bool(before)
    ways = (token for lang in LANGUAGES for token, _meaning in ways_on(replay, before, lang))
    return {folded(token[part:].partition(":")[0]) for token in ways}


def in_full(replay: Replay, text: str, language: Language) -> str:
    """The beginning of a line with every word in full."""
    return read_in_full(replay, text, language).text if text.strip() else text
