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

from ragami.game.capabilities import CHOICES, GUIDANCE, NOTATION
from ragami.judge.choices import offered
from ragami.judge.replay import Replay
from ragami.judge.undoing import counting
from ragami.language import LANGUAGES, Language, capital
from ragami.notation.line import ends_of, word_in
from ragami.notation.misread import NotDue, Unread, Word, fold_word
from ragami.notation.protocol import Notation
from ragami.sheet import words as w
from ragami.sheet.check import as_read, meant_by
from ragami.sheet.completing import line_as_it_reads
from ragami.sheet.due_lines import SEAT, due_lines, legal_examples
from ragami.sheet.mend import BUDGET, LONGEST, distance, mend
from ragami.sheet.reading import read_entry

# Tokens at the beginning of a line among which its verb is looked for.
FIRST_TOKENS: Final = 3
# From so many letters on a verb may have two slips.
LONG: Final = 5
NO_EXAMPLE: Final = Word("", "")
UNKNOWN: Final = "?"
EXAMPLES: Final = {
    w.UNDO: Word("undo to {seq}", "deshace a {seq}"),
    w.REDO: Word("redo", "rehace"),
    w.CORRECT: Word(
        'correct {seq} "slip of the pen" = {line}', 'corrige {seq} "un desliz" = {line}'
    ),
    w.RULE: Word(
        'rule {rule} "agreed" by "the table"', 'dictamen {rule} "de acuerdo" por "la mesa"'
    ),
    w.PENALTY: Word(
        'penalty {who} slow-play time 5 "ten minutes" by "Carl"',
        'sanción {who} juego-lento tiempo 5 "diez minutos" por "Carlos"',
    ),
    w.NAME: Word("name dice action red white black", "nombra dados action rojo blanco negro"),
    **dict.fromkeys((w.SEAL, w.NOTE, w.GAME, w.RECORD, w.BYTES, *w.NOTED.values()), NO_EXAMPLE),
}


class Near(NamedTuple):
    """The line that was meant, and one that shows how such a line is written.

    `not_due` says that no such line may be written now; the example is of one that may.
    """

    legal: str = ""
    example: str = ""
    not_due: NotDue | None = None


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
    if meant:
        return Near(meant)
    text = in_full or proper
    return _example_now(replay, text, language) if budget else _written_like(replay, text, language)


def _written_like(replay: Replay, text: str, language: Language) -> Near:
    """Return an example of a line with this verb, where nobody knows what may be written."""
    notation = replay.game.need(NOTATION)
    verb = None if _head_of(text, notation) else _verb_of(text, notation)
    if verb is None:
        return Near()
    lines = [line for _type, line in notation.examples(language) if _has(line, verb, language)]
    return Near(example=_most_like(text, lines))


def _example_now(replay: Replay, text: str, language: Language) -> Near:
    """Return an example of a line that would be taken now; what is due, where this kind is not.

    The example has the verb of the line. Where none is known, it is of what is due.
    """
    notation = replay.game.need(NOTATION)
    if (head := _head_of(text, notation)) is not None:
        return Near(example=_of_any_game(replay, text, head, language))
    if replay.error or not replay.seq:
        return Near()
    verb, due = _verb_of(text, notation), due_lines(replay, language)
    if verb is None:
        return Near(example=_most_like(text, due[:1]))
    types = {type_ for type_, line in notation.examples(language) if _has(line, verb, language)}
    lines = [line for line in due if _has(line, verb, language)]
    lines += [line for line in legal_examples(replay, types, language) if line not in lines]
    first = text.split()[:FIRST_TOKENS]
    typed = next((word for word in first if len(word) > 1 and word_in(word, {verb: True})), None)
    if typed is None:  # the verb is only like one of its words
        return Near(example=_most_like(text, lines or due[:1]))
    seat, whose = _seat_of(text, notation), _who_may(replay, types)
    if whose is None:
        is_due = True
    elif whose:
        is_due = seat is None or bool(whose & {None, seat})
    else:  # nobody chooses it: a line that would be taken is due all the same
        is_due = bool(lines)
    if is_due:
        return Near(example=_most_like(text, lines))
    guidance = replay.game.need(GUIDANCE)
    now = Word(*(capital(guidance.guide(replay.state, each).due) for each in LANGUAGES))
    said = f"{first[0]} {typed}" if whose else typed
    return Near(example=next(iter(due), ""), not_due=NotDue(said, now))


def _who_may(replay: Replay, types: set[str]) -> set[object] | None:
    """Return the seats that may write such an event now, None among them for everybody's.

    None where nobody knows: of assertions, and of what may come at any time.
    """
    game = replay.game
    if game.get(CHOICES) is None or not types <= game.events.keys() - game.at_any_time:
        return None
    return {choice.data.get(SEAT) for choice in offered(replay) if choice.type in types}


def _head_of(text: str, notation: Notation) -> Word | None:
    """Return the example of a line that any game has, by its first word; None for another."""
    examples: dict[Word, Word] = EXAMPLES | dict.fromkeys(notation.heads, NO_EXAMPLE)
    return word_in(_first_of(text), examples, whole=True)


def _of_any_game(replay: Replay, text: str, example: Word, language: Language) -> str:
    """Return an example with the records and seats of this game; empty if none would be taken."""
    events, seats = counting(replay), replay.seating.names
    number = re.search(r" ([0-9]{1,9})\b", text)
    seq = int(number[1]) if number else 0
    facts: dict[str, object] = {}
    if example is EXAMPLES[w.REDO] and not replay.history.undos:
        return ""
    if example is EXAMPLES[w.UNDO]:
        last = events[-1] if events else 1
        facts = {"seq": seq if 0 < seq < last else last - 1}
    elif example is EXAMPLES[w.CORRECT]:
        seq = seq if seq in events else max(events, default=0)
        facts = {"seq": seq, "line": seq and line_as_it_reads(replay, seq, language)}
    elif example is EXAMPLES[w.RULE]:
        book = replay.game.rulebook
        facts = {"rule": next(filter(book.may_be_waived, book.rules()), "")}
    elif example is EXAMPLES[w.PENALTY]:
        signs = replay.game.need(NOTATION).seats.items()
        facts = {"who": next((word.say(language) for word, seat in signs if seat in seats), "")}
    return example.say(language).format(**facts) if all(facts.values()) else ""


def _most_like(text: str, lines: Sequence[str]) -> str:
    """Return the line most like a text; one with something unknown where the text has that."""
    unknown = [line for line in lines if UNKNOWN in line] if UNKNOWN in text else []
    return next(iter(get_close_matches(text, unknown or lines, 1, 0)), "")


def _has(line: str, verb: Word, language: Language) -> bool:
    """Return True if a line begins with a verb, or with whose it is and a verb."""
    return fold_word(verb.say(language)) in map(fold_word, line.split()[:2])


def _verb_of(text: str, notation: Notation) -> Word | None:
    """Return the verb among the first words of a line, or the only one that one slip makes."""
    verbs = notation.verbs
    first = [fold_word(token) for token in text.split()[:FIRST_TOKENS]]
    for token in first:
        for verb in verbs:
            if token in map(fold_word, verb):
                return verb
    for token in first[_seat_of(text, notation) is not None : 2]:
        if len(token) > 1 and (cut := word_in(token, {verb: verb for verb in verbs})) is not None:
            return cut
    for token in first:
        near = [verb for verb in verbs if any(_is_like(token, fold_word(text)) for text in verb)]
        if len(near) == 1:
            return near[0]
    return None


def _seat_of(text: str, notation: Notation) -> str | None:
    """Return the seat whose line it is, by its first word."""
    seats: dict[Word, str] = dict(notation.seats)
    return word_in(_first_of(text), seats, whole=True)


def _is_like(token: str, word: str) -> bool:
    return len(token) > 2 and distance(token, word) <= 1 + (len(token) > LONG)


def _first_of(text: str) -> str:
    return "".join(text.split(maxsplit=1)[:1])


def _language_of(text: str, replay: Replay) -> Language | None:
    """Return the language that its first word is of; None where it might be of either."""
    first, notation = fold_word(_first_of(text)), replay.game.need(NOTATION)
    for word in (*notation.seats, *EXAMPLES, *notation.verbs):
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
