"""A line of a score sheet in pieces: its tokens, and what hangs at its end.

    Y move 14 d:draw @2026-11-20T19:04:31Z ana *7K # Ana's third turn

is the line proper, then when and by whom it was recorded (`--stamps`), then the check characters
(`--check`), then a comment. What somebody says stands in quotes, as in JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from ragami.errors import N_
from ragami.log.record import LIMIT
from ragami.notation.misread import NOTHING_MORE, Term, Unread, Word, fold_word

Found = TypeVar("Found")

A_TEXT: Final = N_("a text in quotes")
A_NUMBER: Final = N_("a number")
CLOSING_QUOTE: Final = N_("a closing quote")

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+(?:"(?:[^"\\]|\\.)*"[^\s"]*)*|"')
STAMP: Final = re.compile(r"@(-|\d{4}-\S*?)(?:/v(\d+))?$")
_BARE: Final = re.compile(r"[^\W\d_][\w.-]*")
_NUMBER: Final = re.compile(r"[+-]?\d{1,17}")
# What the keyboard of a phone makes of plain signs.
_PLAIN_SIGNS: Final = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "→": ">", "“": '"', "”": '"', "„": '"'}
)


class Token(NamedTuple):
    """A piece of a line, and its column (from 1)."""

    text: str
    column: int

    @property
    def quoted(self) -> bool:
        return self.text[:1] == '"'


class Ends(NamedTuple):
    """A line without its comment: the line proper, the stamp, and the check characters."""

    proper: str
    stamp: Sequence[Token]
    check: Token | None
    # What the check characters are reckoned from: all that stands before them.
    checked: str


def ends_of(text: str) -> Ends:
    """Take a line apart. Raises `Unread` where a quote is open."""
    tokens = tokens_of(text, to_comment=True)
    check = None
    if tokens and tokens[-1].text[0] == "*" and len(tokens) > 1:
        check = tokens.pop()
    checked = text[: _end(tokens)]
    stamp = _stamp_in(tokens)
    proper = text[: _end(tokens[: len(tokens) - len(stamp)])]
    return Ends(proper, stamp, check, checked)


def _end(tokens: Sequence[Token]) -> int:
    return tokens[-1].column - 1 + len(tokens[-1].text) if tokens else 0


def _stamp_in(tokens: list[Token]) -> list[Token]:
    """Return the last one or two tokens, if they say when and by whom."""
    for length in (1, 2):
        stamp = tokens[-length:]
        if len(tokens) > length and STAMP.fullmatch(stamp[0].text):
            return stamp
    return []


def tokens_of(text: str, *, to_comment: bool = False) -> list[Token]:
    """Return the pieces of a line. Raises `Unread` where a quote is open."""
    text = text.translate(_PLAIN_SIGNS) if not text.isascii() and '"' not in text else text
    tokens = []
    for match in _TOKEN.finditer(text):
        piece = match.group()
        if to_comment and piece[0] == "#":
            break
        if piece == '"':
            raise Unread(len(text) + 1, "", CLOSING_QUOTE)
        tokens.append(Token(piece, match.start() + 1))
    return tokens


class Line:
    """The tokens of a line, read from left to right. `row`: see `Unread`."""

    def __init__(self, text: str, row: int = 0) -> None:
        self.text = text
        self.tokens = tokens_of(text)
        self.at = 0
        self.row = row
        # The place at which a part of it ends that is read as if it were the whole.
        self.limit: int | None = None

    @property
    def column(self) -> int:
        """The column of the next token, also where there is none."""
        if self.at < len(self.tokens):
            return self.tokens[self.at].column
        return len(self.text.rstrip()) + 2 if self.tokens else 1

    def peek(self) -> str:
        """Return the next token; empty at the end of the line, and at its limit."""
        end = len(self.tokens) if self.limit is None else self.limit
        return self.tokens[self.at].text if self.at < end else ""

    def take(self) -> str:
        """Return the next token, which is used up."""
        text = self.peek()
        self.at += 1
        return text

    def rest(self) -> str:
        """Return the rest of the line, as it stands."""
        self.at, column = len(self.tokens), self.column
        return self.text[column - 1 :].strip()

    def stop(self, *expected: Term, lost: bool = False, instead: Word | None = None) -> Unread:
        """Return the error for a next token that was not expected."""
        token = self.peek()
        return Unread(self.column, token, *expected, lost=lost, row=self.row, instead=instead)

    def end(self, *instead: Term) -> None:
        """Raise `Unread` unless the line ends here; `instead` might have come."""
        if self.at < len(self.tokens):
            raise self.stop(*instead, NOTHING_MORE)

    # --- words -----------------------------------------------------------------------------

    def accept(self, word: Word) -> bool:
        """Use up a keyword, if it comes next."""
        if word_in(self.peek(), {word: True}, whole=True):
            self.at += 1
            return True
        return False

    def expect(self, word: Word) -> None:
        """Use up a keyword. Raises `Unread`."""
        if not word_in(self.peek(), {word: True}):
            raise self.stop(word)
        self.at += 1

    def one_of(self, words: dict[Word, Found], *expected: Term) -> Found:
        """Return the meaning of the next keyword. Raise `Unread`; `expected` would do as well."""
        meaning = word_in(self.peek(), words)
        if meaning is None:
            raise self.stop(*words, *expected)
        self.at += 1
        return meaning

    # --- numbers and texts -----------------------------------------------------------------

    def number(self, *expected: Term, least: int = -LIMIT, most: int = LIMIT) -> int:
        """Return a whole number. Raises `Unread`."""
        number = number_in(self.peek(), least, most)
        if number is None:
            raise self.stop(*(expected or (A_NUMBER,)))
        self.at += 1
        return number

    def quote(self, *expected: Term) -> str:
        """Return a text in quotes, or one bare word. Raises `Unread`."""
        text = text_in(self.peek())
        if text is None:
            raise self.stop(A_TEXT, *expected)
        self.at += 1
        return text


def word_in(text: str, words: dict[Word, Found], *, whole: bool = False) -> Found | None:
    """Return the meaning of a keyword. It may be cut short, unless `whole`, if it stays clear.

    A keyword that is a number may be written as any number: `01`, `+1`.
    """
    number = number_in(text)
    spelt = fold_word(text) if number is None else str(number)
    if not spelt:
        return None
    for word, meaning in words.items():
        if spelt == fold_word(word.en) or spelt == fold_word(word.es):
            return meaning
    if whole:
        return None
    near = [
        word for word in words if any(fold_word(spelling).startswith(spelt) for spelling in word)
    ]
    return words[near[0]] if len(near) == 1 else None


def number_in(text: str, least: int = -LIMIT, most: int = LIMIT) -> int | None:
    """Return the number that a text is, if it lies between these."""
    if not _NUMBER.fullmatch(text) or not text.isascii():
        return None
    number = int(text)
    return number if least <= number <= most else None


def text_in(token: str) -> str | None:
    """Return the text of a token: a bare word, or anything in quotes; None for neither."""
    if token[:1] != '"':
        return token if _BARE.fullmatch(token) else None
    try:
        text = json.loads(token, strict=False)
    except (ValueError, RecursionError):
        return None
    return text if isinstance(text, str) and _is_whole(text) else None


def _is_whole(text: str) -> bool:
    """Return False for half of a character (`\\ud800`), which no record can hold."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def quoted(text: str) -> str:
    """Return a text as it stands in a sheet: in quotes, control characters written out."""
    written = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in written)


def bare_or_quoted(text: str) -> str:
    """Return a text without quotes, where it is a plain word."""
    return text if _BARE.fullmatch(text) and text.isprintable() else quoted(text)


def text_of_line(line: Line) -> str:
    """Return the rest of a line as a text: in quotes, or as it stands. Raise `Unread`."""
    if line.peek()[:1] != '"':
        return line.rest()
    text = line.quote()
    line.end()
    return text


def line_of_text(text: str) -> str:
    """Return a text to the end of its line: in quotes only where that is needed."""
    plain = text.isprintable() and text == text.strip() and "  " not in text and text
    return text if plain and not set(text) & set('"#@*\\“”„–—−→') else quoted(text)
