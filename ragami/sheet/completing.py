"""Completion of a line that is being typed: only with what may be written down now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language
from ragami.notation.line import tokens_of
from ragami.notation.misread import Unread, folded
from ragami.sheet.continuing import ways_on
from ragami.sheet.short import in_full


class Completion(NamedTuple):
    """A token that may stand from column `start` (from 0) on, and what it says."""

    text: str
    start: int
    meaning: str


def complete(replay: Replay, text: str, language: Language) -> Sequence[Completion]:
    """Return completions of the last word of a line, or of the next one after a blank.

    In the language asked for; in the other one, if the word was begun in that. Never raises.
    """
    try:
        tokens = tokens_of(text)
    except Unread:
        return ()
    begun = tokens[-1] if tokens and not text[-1:].isspace() else None
    start = begun.column - 1 if begun else len(text)
    word = folded(begun.text) if begun else ""
    before = in_full(replay, text[:start], language)
    for tried in (language, *LANGUAGES):
        completions = [
            Completion(token, start, meaning)
            for token, meaning in ways_on(replay, before, tried)
            if folded(token).startswith(word)
        ]
        if completions:
            return completions
    return ()
