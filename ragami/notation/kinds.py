"""The kinds of values that stand in a line: how one is spelt, read, called and asked for.

A kind is used by the fields of a template (`ragami.notation.forms`). One of one token says `text`
and `say`; one of several says `read` and `write`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, TypedDict, Unpack

from ragami.decoded import Data, Fields, FieldValue, State
from ragami.errors import N_
from ragami.language import Language
from ragami.log.record import LIMIT
from ragami.notation.line import A_NUMBER, bare_or_quoted, line_of_text, text_in, word_in
from ragami.notation.misread import Range, Term, Unread, Word, fold_word
from ragami.notation.protocol import Continuation
from ragami.notation.reader import At, Misfit, Reader, Unsaid

NOT_GIVEN: Final[FieldValue] = object()
A_WORD: Final = N_("a text in quotes")
COUNTED: Final = 1000
"""So many numbers at most are told by the first and the last."""


class KindOptions(TypedDict, total=False):
    """The optional arguments of a kind: its widget and its words, see `Kind`."""

    widget: str
    expected: Term | Iterable[Term]
    called: Callable[[FieldValue, Language], str]
    drawn: Callable[[FieldValue], str | None]


class Kind:
    """A kind of value.

    `widget` says how it is asked for on a phone, `expected` what is told where it is missing,
    `usual` what it is where its `[…]` is left out (`NOT_GIVEN`: then the field is absent).
    `covers` are the fields of the data that one says which is the object itself, in their order.
    `called` gives what people call a value (without it that is what the line has), `drawn` the id
    of the symbol that shows it. `pieces` is the kind of pieces that the values are, where one of
    the box that nobody has met before may be entered (`game.components.pieces.Pieces`).
    """

    widget: str = "text"
    pieces: str = ""
    expected: tuple[Term, ...] = ()
    usual: FieldValue = NOT_GIVEN
    covers: Sequence[str] = ()
    called: Callable[[FieldValue, Language], str] | None = None
    drawn: Callable[[FieldValue], str | None] | None = None

    def __init__(self, **options: Unpack[KindOptions]) -> None:
        expected = options.get("expected", self.expected)
        self.expected = (expected,) if isinstance(expected, str | Word | Range) else tuple(expected)
        self.widget = options.get("widget", self.widget)
        self.called = options.get("called")
        self.drawn = options.get("drawn")

    def text(self, text: str, at: At) -> FieldValue:
        """Return the value of a token, or of a part of one. Raises `Misfit`."""
        raise Misfit(*self.expected)

    def say(self, value: FieldValue, at: At) -> str:
        """Return the token of a value. Raises `Unsaid` where there is none."""
        raise Unsaid(value)

    def read(self, reader: Reader) -> FieldValue:
        """Read a value from the next token, or from several. Raises `Unread`."""
        token = reader.peek()
        if not token:
            raise reader.stop(*self.expected)
        try:
            value = self.text(token, reader.at)
        except Misfit as wrong:
            raise reader.misfit(wrong) from None
        reader.take()
        return value

    def write(self, value: FieldValue, at: At) -> list[str]:
        """Return the tokens of a value. Raises `Unsaid`."""
        return [self.say(value, at)]

    def begin(self, _value: FieldValue, _at: At) -> list[str]:
        """Return the tokens with which a value begins of which only some is known."""
        return []

    def continuations(self, _tokens: Sequence[str], _at: At) -> Iterable[Continuation] | None:
        """Return the tokens that may follow; None where the legal events say it."""
        return None

    def label(self, value: FieldValue, at: At) -> str:
        """Return the name that people have for a value."""
        return self.called(value, at.language) if self.called else " ".join(self.write(value, at))

    def tells(self, value: FieldValue, at: At) -> str:
        """Return what a value does, as a card says it; empty where its name says all."""
        return ""

    def picture(self, value: FieldValue, _at: At) -> str | None:
        """Return the id of the symbol that shows a value; None where it has none."""
        return self.drawn(value) if self.drawn else None

    def owner(self, value: FieldValue) -> str | None:
        """Return the seat whose a value is; None where it is nobody's."""
        return value if self.widget == "seat" else None

    def words(self) -> Iterable[Word]:
        return ()

    def parts(self) -> Iterable[Kind]:
        inside = (*vars(type(self)).values(), *vars(self).values())
        return [kind for kind in inside if isinstance(kind, Kind)]


class Words(Kind):
    """One of some words: seats, letters, enumerations, booleans with two words.

    A word may be cut short while it stays clear, unless `whole`. The first word of a value is the
    one that is written.
    """

    widget = "word"

    def __init__(
        self,
        table: Mapping[Word, FieldValue],
        *,
        whole: bool = False,
        **options: Unpack[KindOptions],
    ) -> None:
        super().__init__(**({"expected": tuple(table)} | options))
        self.table = dict(table)
        self.whole = whole
        self._exact: Data = {}
        self._word: dict[FieldValue, Word] = {}
        for word, value in table.items():
            for spelt in word:
                self._exact.setdefault(fold_word(spelt), value)
            self._word.setdefault(value, word)

    def text(self, text: str, _at: At) -> FieldValue:
        value = self._exact.get(fold_word(text), NOT_GIVEN)
        if value is NOT_GIVEN and not self.whole:
            value = word_in(text, {word: (value,) for word, value in self.table.items()})
            value = NOT_GIVEN if value is None else value[0]
        if value is NOT_GIVEN:
            raise Misfit(*self.expected)
        return value

    def say(self, value: FieldValue, at: At) -> str:
        try:
            return self._word[value].say(at.language)
        except (KeyError, TypeError):
            raise Unsaid(value) from None

    def words(self) -> Iterable[Word]:
        return self.table


class Number(Kind):
    """A whole number; `signed`: written as `+2`. A sign is read where one may stand.

    `ending` stands behind it without a blank: `4:`. Its bounds are told where they are small.
    """

    widget = "number"

    def __init__(
        self,
        least: int = 0,
        most: int = LIMIT,
        *,
        signed: bool = False,
        ending: str = "",
        **options: Unpack[KindOptions],
    ) -> None:
        expected = Range(least, most) if most - least < COUNTED else A_NUMBER
        super().__init__(**({"expected": expected} | options))
        self.least = least
        self.most = most
        self.signed = signed
        self.ending = ending
        self._shape = re.compile(r"[+-]?\d{1,17}" if signed or least < 0 else r"\d{1,17}", re.ASCII)

    def text(self, text: str, _at: At) -> int:
        number, ends = text.removesuffix(self.ending), text.endswith(self.ending)
        if ends and self._shape.fullmatch(number) and self.least <= int(number) <= self.most:
            return int(number)
        raise Misfit(*self.expected)

    def say(self, value: FieldValue, _at: At) -> str:
        if not isinstance(value, int):
            raise Unsaid(value)
        return (f"{value:+}" if self.signed else str(value)) + self.ending


class Known(Kind):
    """Something that the table knows: a player, a category, a card.

    It is called by its id, by one of `words`, or by a name. `names(state)` are the names of all
    that there are, by id; without it any id will do. `missing(state)` is what is told to be
    expected now. An id that is one of the `verbs` of a line stands behind `=`.
    """

    expected = (A_WORD,)

    def __init__(
        self,
        names: Callable[[State], Mapping[str, Sequence[str]]] | None = None,
        words: Mapping[Word, str] | None = None,
        *,
        verbs: Collection[str] = (),
        missing: Callable[[State], Iterable[Term]] | None = None,
        **options: Unpack[KindOptions],
    ) -> None:
        super().__init__(**options)
        self._names = names
        self.verbs = verbs
        self.missing = missing
        self.table = dict(words or {})
        self._word = {id_: word for word, id_ in self.table.items()}

    def names(self, state: State) -> Mapping[str, Sequence[str]]:
        """Return the names by id; none where any id will do, or before there is a table."""
        return self._names(state) if self._names and state is not None else {}

    def text(self, text: str, at: At) -> str:
        names, by_id = self.names(at.state), text.startswith("=")
        spelt = text[1:] if by_id else text_in(text) or ""
        if spelt in names:
            return spelt
        if (by_word := word_in(text, self.table)) is not None:
            return by_word
        if spelt and (spelt in self._word or self._names is None or at.state is None):
            return spelt
        called = ((id_, map(fold_word, (id_, *of))) for id_, of in names.items())
        alike = [id_ for id_, spellings in called if fold_word(spelt) in spellings]
        if by_id or len(alike) != 1:
            raise Misfit(*(self.missing(at.state) if self.missing else self.expected))
        return alike[0]

    def read(self, reader: Reader) -> FieldValue:
        if self._names and not self.table and not self.names(reader.at.state):
            raise reader.stop()
        return super().read(reader)

    def say(self, value: FieldValue, at: At) -> str:
        if not isinstance(value, str):
            raise Unsaid(value)
        if word := self._word.get(value):
            return word.say(at.language)
        return f"={value}" if fold_word(value) in self.verbs else bare_or_quoted(value)

    def label(self, value: FieldValue, at: At) -> str:
        names = () if self.called or self.table else self.names(at.state).get(value, ())
        return names[0] if names else super().label(value, at)

    def words(self) -> Iterable[Word]:
        return self.table


class Pattern(Kind):
    """A text of a certain shape: a face, a digest. Capitals are small letters if `fold`."""

    def __init__(self, shape: str, *, fold: bool = False, **options: Unpack[KindOptions]) -> None:
        super().__init__(**options)
        self.shape = re.compile(shape)
        self.fold = fold

    def text(self, text: str, _at: At) -> str:
        text = text.lower() if self.fold else text
        if not self.shape.fullmatch(text):
            raise Misfit(*self.expected)
        return text

    def say(self, value: FieldValue, _at: At) -> str:
        return str(value)


class Text(Kind):
    """A text in quotes or a bare word; with `rest` all up to one of the signs `until`, as it is."""

    expected = (A_WORD,)

    def __init__(
        self, *, rest: bool = False, until: Iterable[str] = (), **options: Unpack[KindOptions]
    ) -> None:
        super().__init__(**options)
        self.rest = rest
        self.until = frozenset(until)

    def text(self, text: str, _at: At) -> str:
        value = text_in(text)
        if value is None:
            raise Misfit(*self.expected)
        return value

    def read(self, reader: Reader) -> FieldValue:
        line = reader.line
        if not self.rest or line.peek()[:1] == '"':
            return super().read(reader)
        if self.until and line.peek() in {"", *self.until}:
            raise reader.stop(*self.expected)
        start = line.column - 1
        while line.peek() and line.peek() not in self.until:
            line.take()
        return line.text[start : line.column - 1 if line.peek() else len(line.text)].strip()

    def say(self, value: FieldValue, _at: At) -> str:
        return line_of_text(value) if self.rest else bare_or_quoted(value)


class Or(Kind):
    """One of several kinds, or a sign that stands for a value: `?` unknown, `-` nothing."""

    def __init__(
        self, *kinds: Kind, signs: Fields | None = None, **options: Unpack[KindOptions]
    ) -> None:
        super().__init__(**options)
        self.kinds = kinds
        self.signs = dict(signs or {})
        self.told = bool(self.expected)
        inside = (term for kind in kinds for term in kind.expected)
        self.expected = self.expected or (*inside, *self.signs)
        self.widget = options.get("widget", kinds[0].widget)

    def text(self, text: str, at: At) -> FieldValue:
        if text in self.signs:
            return self.signs[text]
        furthest = Misfit(*self.expected)
        for kind in self.kinds:
            try:
                return kind.text(text, at)
            except Misfit as wrong:
                furthest = max(furthest, wrong, key=lambda misfit: misfit.at)
        raise Misfit(*self.expected) if self.told else furthest

    def read(self, reader: Reader) -> FieldValue:
        if reader.peek() in self.signs:
            return self.signs[reader.take()]
        start = reader.line.at
        for kind in self.kinds:
            try:
                return kind.read(reader)
            except Unread:
                reader.line.at = start
        raise reader.stop(*self.expected)

    def say(self, value: FieldValue, at: At) -> str:
        (token,) = self.write(value, at) or ("",)
        return token

    def write(self, value: FieldValue, at: At) -> list[str]:
        for sign, meaning in self.signs.items():
            if meaning == value and type(meaning) is type(value):
                return [sign]
        for kind in self.kinds:
            try:
                return kind.write(value, at)
            except (Unsaid, TypeError, ValueError, AttributeError):
                continue
        raise Unsaid(value)

    def parts(self) -> Iterable[Kind]:
        return self.kinds


class Flag(Kind):
    """True where its word stands, else false: `hire`, `!`."""

    widget = "flag"
    usual = False

    def __init__(self, word: Word | str) -> None:
        super().__init__(expected=word)
        self.word = word if isinstance(word, Word) else Word(word, word)

    def text(self, text: str, _at: At) -> bool:
        if fold_word(text) not in map(fold_word, self.word):
            raise Misfit(*self.expected)
        return True

    def say(self, value: FieldValue, at: At) -> str:
        return self.word.say(at.language) if value else ""

    def words(self) -> Iterable[Word]:
        return (self.word,)


class Tally(Kind):
    """Counts by letter: `2M1S`. Empty is `-`; `every`: all keys, those left out at 0."""

    widget = "tally"

    def __init__(
        self,
        letters: Mapping[Word, str],
        *,
        every: bool = False,
        empty: str = "-",
        **options: Unpack[KindOptions],
    ) -> None:
        super().__init__(**options)
        self.letters = dict(letters)
        self.every = every
        self.empty = empty
        self._key = {spelt: key for word, key in letters.items() for spelt in word}
        any_letter = "|".join(map(re.escape, sorted(self._key, key=len, reverse=True)))
        self._each = re.compile(rf"(\d{{1,9}})({any_letter})", re.ASCII)

    def text(self, text: str, _at: At) -> dict[str, int]:
        counts: dict[str, int] = dict.fromkeys(self.letters.values(), 0) if self.every else {}
        parts = self._each.findall(text)
        if text != self.empty and (not parts or "".join(n + sign for n, sign in parts) != text):
            raise Misfit(*self.expected)
        for number, letter in parts:
            counts[self._key[letter]] = int(number)
        return counts

    def say(self, value: FieldValue, at: At) -> str:
        words = {key: word.say(at.language) for word, key in self.letters.items()}
        # In the order in which they were named: the line says the record to the letter.
        named = words if self.every else [key for key in value if key in words]
        counts = ((words[key], value.get(key)) for key in named)
        parts = (f"{n}{sign}" for sign, n in counts if n is not None and (n or not self.every))
        return "".join(parts) or self.empty
