"""Completion of a line, only with what may be written now; and words that were cut short.

A word that is cut short stands for one of those that may be written there now, then for any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ragami.errors import N_
from ragami.game.capabilities import NOTATION
from ragami.game.choices.completion import Completions
from ragami.judge.choices import offered
from ragami.judge.kept import once
from ragami.judge.replay import Replay
from ragami.judge.undoing import before_record
from ragami.language import LANGUAGES, Language, translator
from ragami.notation.forms import Forms
from ragami.notation.line import tokens_of
from ragami.notation.misread import Unread, Word, fold_word
from ragami.sheet import words as w
from ragami.sheet.reading import SheetEntry, read_entry

LATEST_EVENTS: Final = 9
"""How many of the latest events are offered for correction."""


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
    word = fold_word(begun.text) if begun else ""
    before = in_full(replay, text[:start], language)
    for tried in (language, *LANGUAGES):
        completions = [
            Completion(token, start, meaning)
            for token, meaning in ways_on(replay, before, tried)
            if fold_word(token).startswith(word)
        ]
        if completions:
            return completions
    return ()


# --- the tokens that may follow -------------------------------------------------------------


def ways_on(replay: Replay, before: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the tokens that may follow, each with its meaning."""
    _ = translator(language)
    first = not before.strip()
    if first and replay.seq == 0:
        yield w.GAME.say(language), _("the sheet of a game begins with its heads")
        return
    forms = replay.game.forms
    if forms and not replay.error:
        yield from _continuing(replay, forms).continuations(before, language)
    if first:
        for word, meaning in _of_any_game(replay):
            yield word.say(language), _(meaning)
    elif fold_word(before.strip()) in map(fold_word, w.UNDO):
        yield w.TO.say(language), _("back to a record")
    elif fold_word(before.split(maxsplit=1)[0]) in map(fold_word, w.CORRECT):
        yield from _correcting(replay, before, language)


def _correcting(replay: Replay, before: str, language: Language) -> Iterator[tuple[str, str]]:
    """Yield what may follow `correct`: the latest events, then how one reads now.

    Behind the equals sign it is what could be written before that event.
    """
    _ = translator(language)
    _correct, *words = before.split(maxsplit=3)
    standing = dict(replay.history.standing())
    if not words:
        yield from ((str(seq), "") for seq in [*standing][: -LATEST_EVENTS - 1 : -1])
        return
    seq = int(words[0]) if words[0].isdecimal() else 0
    if seq not in standing:
        return
    if len(words) == 1:
        if line := line_as_it_reads(replay, seq, language):
            yield f"= {line}", _("as it reads now, to be changed")
        yield w.STRIKE.say(language), _("it never happened")
    elif words[1] == "=" and (forms := replay.game.forms):
        begun = before.partition("=")[2].lstrip()
        yield from _continuing(_before(replay, seq), forms).continuations(begun, language)


def line_as_it_reads(replay: Replay, seq: int, language: Language) -> str:
    """Return the line of an event as it reads now; empty where it has none."""
    event = dict(replay.as_it_reads())[seq]
    type_, state = replay.codec.names[type(event)], _before(replay, seq).state
    line = replay.game.need(NOTATION).write(type_, event, state, language)
    return line if line and "\n" not in line else ""


def _before(replay: Replay, seq: int) -> Replay:
    """Return the game as it stood before an event."""
    return once(replay, (before_record, seq), lambda: before_record(replay, seq))


def _continuing(replay: Replay, forms: Forms) -> Completions:
    """Return the completions where a game stands."""
    return once(
        replay, Completions, lambda: Completions(replay.game, forms, replay.state, offered(replay))
    )


def _of_any_game(replay: Replay) -> Iterator[tuple[Word, str]]:
    if any(seq > 1 for seq, _ in replay.history.standing()):
        yield w.UNDO, N_("strike out the last event, or so many")
    if replay.history.undos:
        yield w.REDO, N_("take back the last undo")
    yield w.CORRECT, N_("let a record read otherwise")
    yield w.RULE, N_("let the next event break a rule")
    yield w.NOTE, N_("a remark")


# --- words that are cut short ----------------------------------------------------------------


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
    """Return the words that the one at fault may be short for, what is legal first."""
    start_of = fold_word(misread.found)
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
        some = [word for word in group if fold_word(word) in legal]
        if some:
            return some
    return in_language or begun


def _begun(words: list[Word], start: str, language: Language) -> Iterator[str]:
    for word in words:
        text = word.say(language)
        # Of the words with a colon only `note:` can be begun: its colon is easily forgotten.
        begins = (
            fold_word(text) == f"{start}:"
            if text[-1:] == ":"
            else fold_word(text).startswith(start)
        )
        if begins and (text[-1:] != ":" or word == w.NOTE):
            yield text


def _legal_at(replay: Replay, text: str, start: int) -> set[str]:
    """Return the words that may be written there; of a token with parts what begins there."""
    before = text[:start].rpartition(" ")[0]
    part = len(text[:start]) - len(before) - bool(before)
    ways = (token for lang in LANGUAGES for token, _meaning in ways_on(replay, before, lang))
    return {fold_word(token[part:].partition(":")[0]) for token in ways}


def in_full(replay: Replay, text: str, language: Language) -> str:
    """Return the beginning of a line with every word in full."""
    return read_in_full(replay, text, language).text if text.strip() else text
