"""Suggestions for a line that cannot be read: the line that was meant, or an example.

A line is offered only if it has the facts that were typed (`ragami.sheet.mend`), or if the check
characters of a line on paper say what it was. An example is only to be looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

import msgspec

from ragami.game.capabilities import NOTATION
from ragami.judge.choices import offered
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.notation.line import ends_of, word_in
from ragami.notation.misread import Unread, Word, fold_word
from ragami.sheet import words as w
from ragami.sheet.check import as_read, meant_by
from ragami.sheet.mend import BUDGET, LONGEST, distance, mend
from ragami.sheet.reading import read_entry

# Tokens at the beginning of a line among which its verb is looked for.
FIRST_TOKENS: Final = 3
# From so many letters on a verb may have two slips.
LONG: Final = 5
NO_EXAMPLE: Final = Word("", "")
EXAMPLES: Final = {
    w.UNDO: Word("undo to {seq}", "deshace a {seq}"),
    w.REDO: Word("redo", "rehace"),
    w.CORRECT: Word('correct {seq} "slip of the pen" =', 'corrige {seq} "un desliz" ='),
    w.RULE: Word('rule R-LOG-01 "agreed" by "the table"', 'dictamen R-LOG-01 "de acuerdo"'),
    w.PENALTY: Word(
        'penalty Y slow-play time 5 "ten minutes" by "Carl"',
        'sanción A juego-lento tiempo 5 "diez minutos" por "Carlos"',
    ),
    w.NAME: Word("name dice action red white black", "nombra dados action rojo blanco negro"),
    **dict.fromkeys((w.SEAL, w.NOTE, w.GAME, w.RECORD, w.BYTES, *w.NOTED.values()), NO_EXAMPLE),
}


class Near(NamedTuple):
    """The line that was meant, and one that shows how such a line is written."""

    legal: str = ""
    example: str = ""


def nearest(
    replay: Replay,
    text: str,
    misread: Unread,
    language: Language,
    *,
    in_full: str = "",
    budget: float = BUDGET,
) -> Near:
    """Return the suggestions for a line, each empty where there is none.

    In `language`, if the line does not begin in another. `in_full` is the line with no word cut
    short. `budget` is the processor time, in seconds, for the line that was meant: 0 where nobody
    knows what is legal there.
    """
    if len(text) > LONGEST or text.lstrip()[:1] == "#" or misread.instead:
        return Near()
    if misread.found[:1] == "*" and misread.column > 1:
        return Near(_as_it_was(replay, text, misread))
    language = _language_of(text, replay) or language
    if misread.expected == (w.GAME,):
        return Near(f"{w.GAME.say(language)} {replay.game.name}")
    try:
        proper = ends_of(text).proper
    except Unread:
        proper = text
    meant = ""
    if budget:
        meant = mend(replay, proper, language, budget)
        # A verb that was cut short is one; another word may be short for a fact.
        verb_in_full = in_full.split(" ")[2:] == text.split(" ")[2:] and in_full != text
        meant = meant or (mend(replay, in_full, language, budget) if verb_in_full else "")
    return Near(meant) if meant else Near("", example(replay, in_full or proper, language))


def example(replay: Replay, text: str, language: Language) -> str:
    """Return an example of a line with this verb, or else of one that is due now."""
    notation = replay.game.need(NOTATION)
    examples = EXAMPLES | dict.fromkeys(notation.heads, NO_EXAMPLE)
    of_any_game = word_in(_first_of(text), examples, whole=True)
    lines = list(notation.examples(language))
    if of_any_game is not None:
        shortest = min((line for _type, line in lines), key=len, default="…")
        behind = f" {shortest}" if of_any_game is EXAMPLES[w.CORRECT] else ""
        number = re.search(r" ([0-9]{1,9})\b", text)
        return of_any_game.say(language).format(seq=number[1] if number else 57) + behind
    verb = _verb_of(text, notation.verbs)
    if verb is not None:
        spelt = fold_word(verb.say(language))
        of_verb = [entry_ for entry_ in lines if spelt in map(fold_word, entry_[1].split()[:2])]
        chosen = list(dict(reversed(of_verb)).values())  # of each type the first
    else:
        legal = [] if replay.error else [choice.type for choice in offered(replay)]
        due = [type_ for type_, _ in lines if type_ in legal][:1]
        chosen = [line for type_, line in lines if type_ in due]
    return next(iter(get_close_matches(text, chosen, 1, 0)), "")


def _verb_of(text: str, verbs: Sequence[Word]) -> Word | None:
    """Return the verb among the first words of a line, or the only one that one slip makes."""
    first = [fold_word(token) for token in text.split()[:FIRST_TOKENS]]
    for token in first:
        for verb in verbs:
            if token in map(fold_word, verb):
                return verb
    for token in first[:2]:
        if (cut := word_in(token, {verb: verb for verb in verbs})) is not None:
            return cut
    for token in first:
        near = [verb for verb in verbs if any(_is_like(token, fold_word(text)) for text in verb)]
        if len(near) == 1:
            return near[0]
    return None


def _is_like(token: str, word: str) -> bool:
    return len(token) > 2 and distance(token, word) <= 1 + (len(token) > LONG)


def _first_of(text: str) -> str:
    return "".join(text.split(maxsplit=1)[:1])


def _language_of(text: str, replay: Replay) -> Language | None:
    """Return the language that its first word is of; None where it might be of either."""
    first = fold_word(_first_of(text))
    for word in (*replay.game.need(NOTATION).seats, *EXAMPLES):
        english, spanish = fold_word(word.en), fold_word(word.es)
        if first in (english, spanish) and english != spanish:
            return "en" if first == english else "es"
    return None


def _as_it_was(replay: Replay, text: str, misread: Unread) -> str:
    """Return the only legal line that fits the check and that one slip makes this one."""
    good = []
    for near in meant_by(text[: misread.column - 1], as_read(misread.found[1:])):
        try:
            entry = read_entry(replay, near)
        except Unread:
            continue
        if entry and _is_legal(replay, entry.type, entry.data):
            good.append(near)
    good = list(dict.fromkeys(good))
    if len(good) != 1:
        return ""
    proper = ends_of(good[0]).proper
    # Where the slip is in the stamp, that is what has to be seen.
    return good[0] if proper == ends_of(text).proper else proper


def _is_legal(replay: Replay, type_: str, data: bytes) -> bool:
    """Return True if the rules allow the event next, or if it is no event of the game."""
    entry = replay.game.events.get(type_)
    if entry is None:
        return True
    return not replay.would_be_wrong(msgspec.json.decode(data, type=entry.struct))
