"""Reading errors of a score sheet: the place, the text found, and the text expected."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec import Struct

from ragami.errors import N_, RagamiError
from ragami.language import Language, translator
from ragami.messages import plain

SHOWN: Final = 40
MANY: Final = 8
NEAREST: Final = 3
CHECK: Final = "*"
AMBIGUOUS: Final = N_("ambiguous: {words}")


class Word(NamedTuple):
    """A keyword of the sheet. Both are read, always; which one is written, the language says."""

    en: str
    es: str

    def say(self, language: Language) -> str:
        return self.es if language == "es" else self.en


def words_of(table: Mapping[str, Sequence[str]]) -> dict[str, Word]:
    return {code: Word(*both) for code, both in table.items()}


def codes_of(table: Mapping[str, Sequence[str]]) -> dict[Word, str]:
    return {Word(*both): code for code, both in table.items()}


class Range(NamedTuple):
    """A number within bounds, where one is expected."""

    least: int
    most: int

    def say(self, language: Language) -> str:
        _ = translator(language)
        return _("a number from {least} to {most}").format(least=self.least, most=self.most)


Term = Word | Range | str
"""Something that is expected: a keyword, a number, or a message that names a kind of thing."""


class Unread(Exception):
    """A line that cannot be read on from a column (from 1).

    `lost`: the line leaves out what the state would say, and the state does not say it. `row`
    counts the lines of the heads of a sheet, from 0. `instead` says what this is written for.
    """

    def __init__(
        self,
        column: int,
        found: str,
        *expected: Term,
        lost: bool = False,
        row: int = 0,
        instead: Word | None = None,
    ) -> None:
        super().__init__(column)
        self.column = column
        self.found = found
        self.expected = expected
        self.lost = lost
        self.row = row
        self.instead = instead


class NotDue(Struct, frozen=True):
    """The verb of a line that may not be written now, and what is due instead, as a sentence."""

    verb: str
    due: Word

    def say(self, language: Language) -> str:
        _ = translator(language)
        text = _("'{verb}' is not due now. {due}")
        due = self.due.say(language)
        sentence = due if due.endswith((".", "!", "?")) else f"{due}."
        return text.format(verb=self.verb, due=sentence)


class Misread(Struct, frozen=True):
    """A line of a sheet that is none: what was found at a column, and what was expected there.

    `nearest` is the line most like it that may be written there, `example` one that shows how it is
    written; each empty where there is none. `instead` says what is written for what was meant.
    `short_for` are the words that one which is cut short may stand for, where it may be several.
    `not_due` says that no line with this verb may be written now, however it is written.
    """

    line: int
    column: int
    found: str
    expected: tuple[Any, ...]
    nearest: str = ""
    example: str = ""
    instead: Word | None = None
    short_for: tuple[str, ...] = ()
    not_due: NotDue | None = None

    def say(self, language: Language, *, numbered: bool = True) -> str:
        """Say all of it; without the number of the line where there is only one."""
        _ = translator(language)
        if self.not_due:
            return self._say_what_is_due(self.not_due, language, numbered=numbered)
        token = _("'{found}'").format(found=plain(self.found, SHOWN))
        if self.short_for:
            text = _("{found} is {ambiguous}.")
        elif self.found[:1] == CHECK == str(self.expected[0])[:1]:
            text = _(
                "the line does not fit its check characters {found} (it would have {expected}), so"
                " something in it was misread."
            )
        elif not self.found:
            text = _("found nothing more, expected {expected}.")
        else:
            text = _("found {found}, expected {expected}.")
        where = _("Line {line}, column {column}: ") if numbered else _("Column {column}: ")
        message = (where + text).format(
            line=self.line,
            column=self.column,
            found=token,
            expected=_either(self.expected, language, self.found),
            ambiguous=self.ambiguous(language),
        )
        if self.instead:
            return f"{message} {self.instead.say(language)}"
        if self.nearest:
            message += " " + _("Nearest correct line: {line}").format(line=_short(self.nearest))
        elif self.example:
            message += " " + _("It is written like this: {line}").format(line=_short(self.example))
        return message

    def _say_what_is_due(self, not_due: NotDue, language: Language, *, numbered: bool) -> str:
        _ = translator(language)
        message = _("Line {line}: ").format(line=self.line) if numbered else ""
        message += not_due.say(language)
        if self.example:
            may_be = _("What can be written now: {line}")
            message += " " + may_be.format(line=_short(self.example))
        return message

    def missing(self, language: Language) -> str:
        """Say only what is expected there."""
        return _either(self.expected, language)

    def ambiguous(self, language: Language) -> str:
        """Say `ambiguous: move or reveal`."""
        return translator(language)(AMBIGUOUS).format(words=_either(self.short_for, language))


def _short(line: str) -> str:
    return plain(line.partition("\n")[0], 200)


def _either(expected: tuple[Term, ...], language: Language, token: str = "") -> str:
    """Say `a, b or c`: keywords as they are, kinds of things in words; of many the nearest."""
    _ = translator(language)
    terms = [_(term) if isinstance(term, str) else term.say(language) for term in expected]
    terms = list(dict.fromkeys(terms))
    if token and len(terms) > MANY:
        some = get_close_matches(token, terms, NEAREST, 0.4) or terms[:NEAREST]
        return _("one of {number} words, such as {some}").format(
            number=len(terms), some=", ".join(some)
        )
    if len(terms) < 2:
        return "".join(terms)
    return _("{some} or {last}").format(some=", ".join(terms[:-1]), last=terms[-1])


@lru_cache(4096)
def fold_word(text: str) -> str:
    """Return a word without capitals and accents: `Púrpura` is `purpura`."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(character for character in apart if not unicodedata.combining(character))


NOTHING_MORE: Final = N_("the end of the line")


class Misspelled(RagamiError):
    """Lines of a score sheet that cannot be read; `misread` says what was expected where."""

    def __init__(self, code: str, misread: Sequence[Misread], **facts: object) -> None:
        super().__init__(code, **facts)
        self.misread = misread

    def __str__(self) -> str:
        return "\n".join([*(line.say("en") for line in self.misread), super().__str__()])
