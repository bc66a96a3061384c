"""The correct line that is most like one that cannot be read."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final, NamedTuple

import msgspec

from ragami.game.capabilities import NOTATION
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES, Language
from ragami.notation.line import Token, ends_of, tokens_of, word_in
from ragami.notation.misread import Unread, Word, folded
from ragami.sheet import words as w
from ragami.sheet.check import as_read, meant_by
from ragami.sheet.completing import complete
from ragami.sheet.reading import read_entry

ROUNDS: Final = 3
# How many of the first tokens of a line may be the slip, how many others are tried for one, and how
# much like it they are at least.
FIRST_TOKENS: Final = 3
TRIED: Final = 3
LITTLE_LIKE: Final = 0.4
MUCH_LIKE: Final = 0.6
LONGEST: Final = 200
REMARKS: Final = (w.NOTE, *w.HEADS.values())
NO_EXAMPLE: Final = Word("", "")
EXAMPLES: Final = {
    w.UNDO: Word("undo to 56", "deshace a 56"),
    w.REDO: Word("redo", "rehace"),
    w.CORRECT: Word('correct 57 "slip of the pen" strike', 'corrige 57 "un desliz" tacha'),
    w.RULE: Word('rule R-LOG-01 "agreed" by "the table"', 'dictamen R-LOG-01 "de acuerdo"'),
    w.PENALTY: Word(
        'penalty Y slow-play time 5 "ten minutes" by "Carl"',
        'sancion A juego-lento tiempo 5 "diez minutos" por "Carlos"',
    ),
    w.NAME: Word("name dice action red white black", "nombra dados action rojo blanco negro"),
    **dict.fromkeys((w.SEAL, w.NOTE, w.GAME, w.RECORD, w.BYTES, *w.HEADS.values()), NO_EXAMPLE),
}


class Near(NamedTuple):
    """What is like a line: one that may be written there, and one that shows how it is written."""

    legal: str = ""
    example: str = ""


def nearest(
    replay: Replay, text: str, wrong: Unread, language: Language, *, lost: bool = False
) -> Near:
    """What is like that line, each empty where nothing is near.

    In `language`, if the line does not begin in another. `lost`: what stands before the line could
    not be read, so nobody knows what is legal there.
    """
    if len(text) > LONGEST or text.lstrip()[:1] == "#" or wrong.instead:
        return Near()
    if wrong.found[:1] == "*" and wrong.column > 1:
        return Near(_as_it_was(replay, text, wrong))
    language = _language_of(text, replay) or language
    if wrong.expected == (w.GAME,):
        return Near(f"{w.GAME.say(language)} {replay.game.name}")
    for each in () if lost else dict.fromkeys((language, *LANGUAGES)):
        slip = _slip(replay, text, wrong, each)
        legal = slip and (_with_one_token_changed(slip) or _with_words_put_right(slip))
        if legal:
            return Near(legal)
    line = _put_right(replay, text, wrong, language)
    if line and (lost or _reads(replay, line, text)):
        return Near(line)
    return Near("", _example(replay, text, language))


def _put_right(replay: Replay, text: str, wrong: Unread, language: Language) -> str:
    """A line of the language that is like this one, whether it is legal or not."""
    line, fault = text, wrong
    for _round in range(ROUNDS):
        mended = _mended(line, fault, language)
        if mended is None:
            break
        line = mended
        try:
            if read_entry(replay, line):
                return ends_of(line).proper
        except Unread as again:
            fault = again
    return ""


def _example(replay: Replay, text: str, language: Language) -> str:
    """How lines of this kind are written."""
    notation = replay.game.need(NOTATION)
    known = EXAMPLES | dict.fromkeys(notation.heads, NO_EXAMPLE)
    example = word_in(_first_of(text), known, whole=True)
    return notation.example(text, language) if example is None else example.say(language)


def _first_of(text: str) -> str:
    return "".join(text.split(maxsplit=1)[:1])


def _language_of(text: str, replay: Replay) -> Language | None:
    """The language that its first word is of; None where it might be of either."""
    first = folded(_first_of(text))
    for word in (*replay.game.need(NOTATION).seats, *EXAMPLES):
        english, spanish = folded(word.en), folded(word.es)
        if first in (english, spanish) and english != spanish:
            return "en" if first == english else "es"
    return None


class _Slip(NamedTuple):
    """A line with something wrong in it: its tokens, which of them it is, and how many stay.

    Those that say what kind of line it is stay, where they could be read.
    """

    replay: Replay
    text: str
    language: Language
    tokens: list[Token]
    fault: int
    right: int

    def ways(self, before: str) -> list[str]:
        """The words that may follow now; a remark is none that anybody has mistyped."""
        ways = complete(self.replay, before, self.language)
        return [way.text.strip() for way in ways if not way.text.strip().endswith(":")]


def _slip(replay: Replay, text: str, wrong: Unread, language: Language) -> _Slip | None:
    """What is wrong with a line; None where it only breaks off."""
    try:
        tokens = tokens_of(ends_of(text).proper)
    except Unread:
        return None
    fault = sum(token.column <= wrong.column for token in tokens) - 1
    if fault < 0 or not wrong.found:
        return None
    notation = replay.game.need(NOTATION)
    seats = dict.fromkeys(notation.seats, True)
    known = dict.fromkeys((*notation.verbs, *EXAMPLES), True)
    seat = word_in(tokens[0].text, seats, whole=True)
    right = 0 if seat is None else 1
    if len(tokens) > right and word_in(tokens[right].text, known, whole=True):
        right += 1
    return _Slip(replay, text, language, tokens, fault, right)


def _with_one_token_changed(slip: _Slip) -> str:
    """The line with one token put right that is like it and legal there, or with one more.

    A slip may be seen only later: `ste` is a verb cut short, but what follows does not fit it.
    """
    text, tokens = slip.text, slip.tokens
    for at in (slip.fault, *range(min(slip.fault, FIRST_TOKENS))):
        token = tokens[at]
        start = token.column - 1
        ways = slip.ways(text[:start])
        lines = []
        if at >= slip.right:
            like = LITTLE_LIKE if at == slip.fault else MUCH_LIKE
            likely = get_close_matches(token.text, ways, TRIED, like)
            lines += [text[:start] + way + text[start + len(token.text) :] for way in likely]
        if at == slip.fault:
            known = _seats(slip)
            seats = [way for way in ways if word_in(way, known, whole=True)]
            only = ways if len(ways) <= len(LANGUAGES) else []
            lines += [f"{text[:start]}{way} {text[start:]}" for way in seats or only]
        for line in lines:
            if _reads(slip.replay, line, text):
                return ends_of(line).proper
    return ""


def _seats(slip: _Slip) -> dict[Word, bool]:
    return dict.fromkeys(slip.replay.game.need(NOTATION).seats, True)


def _with_words_put_right(slip: _Slip) -> str:
    """The line with each word from the slip on as the legal one that is most like it.

    What comes after the end of a line that is one is left out.
    """
    if slip.fault < slip.right:
        return ""
    line = slip.text[: slip.tokens[slip.fault].column - 1].rstrip()
    for token in slip.tokens[slip.fault :]:
        if line and _reads(slip.replay, line, slip.text):
            return line
        near = get_close_matches(token.text, slip.ways(f"{line} "), 1, LITTLE_LIKE)
        if not near:
            return ""
        line = f"{line} {near[0]}".lstrip()
    return line if _reads(slip.replay, line, slip.text) else ""


def _reads(replay: Replay, line: str, typed: str) -> bool:
    """Is it a line that the rules would take, and no remark unless one was typed?"""
    try:
        entry = read_entry(replay, line)
    except Unread:
        return False
    if entry is None or (entry.type == "noted" and not _is_remark(typed)):
        return False
    return _is_legal(replay, entry.type, entry.data)


def _is_remark(text: str) -> bool:
    first = folded(_first_of(text)).rstrip(":")
    return any(
        first == folded(word.say(each)).rstrip(":") for word in REMARKS for each in LANGUAGES
    )


def _mended(text: str, wrong: Unread, language: Language) -> str | None:
    """The line with the word that was not understood put right."""
    start, end = wrong.column - 1, wrong.column - 1 + len(wrong.found)
    if not wrong.found or not text.startswith(wrong.found, start):
        return None
    words = [term for term in wrong.expected if isinstance(term, Word)]
    for each in dict.fromkeys((language, *LANGUAGES)):
        said = {folded(word.say(each)): word.say(each) for word in words}
        likely = [word for word in said if len(word) > 1 or len(wrong.found) == 1]
        if near := get_close_matches(folded(wrong.found), likely, 1, 0.5):
            return text[:start] + said[near[0]] + text[end:]
    return text[:start] + text[end:].lstrip()  # perhaps it is one word too many


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
    if len(good) != 1:
        return ""
    proper = ends_of(good[0]).proper
    # Where the slip is in the stamp, that is what has to be seen.
    return good[0] if proper == ends_of(text).proper else proper


def _is_legal(replay: Replay, type_: str, data: bytes) -> bool:
    """May the rules have it next? What is no event of the game always may."""
    entry = replay.game.events.get(type_)
    if entry is None:
        return True
    return not replay.would_be_wrong(msgspec.json.decode(data, type=entry.struct))
