"""Kinds of several tokens, or of several values in one: lists and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Unpack

from ragami.decoded import Data, FieldValue, State
from ragami.errors import N_
from ragami.notation.kinds import Kind, KindOptions, Words
from ragami.notation.line import Token
from ragami.notation.misread import NOTHING_MORE, Term, Unread, Word
from ragami.notation.protocol import Continuation
from ragami.notation.reader import UNKNOWN, At, Misfit, Reader, Unsaid

ONCE: Final = N_("something that is not said yet")
ENDS: Final = ("", "--")
"""What ends a table: the end of the line, or the reason behind it."""


class Several(Kind):
    """A list: its elements one after the other, as many as fit.

    A `divider` may stand between them: `a 1, b 2`. With `parted` it has to, and elements may differ
    in length.
    """

    def __init__(
        self,
        of: Kind,
        least: int = 0,
        most: int | None = None,
        *,
        divider: str = "",
        joined: str = "",
        parted: bool = False,
    ) -> None:
        super().__init__(expected=of.expected, widget=of.widget)
        self.of = of
        self.least = least
        self.most = most
        self.divider = divider
        self.joined = joined
        self.parted = parted
        self.usual: FieldValue = []

    def text(self, text: str, at: At) -> list[FieldValue]:
        """Return a list within one token, its elements parted by `joined`."""
        values, start = [], 0
        for part in text.split(self.joined):
            try:
                values.append(self.of.text(part, at))
            except Misfit as wrong:
                raise Misfit(*wrong.expected, at=start + wrong.at, text=wrong.text) from None
            start += len(part) + len(self.joined)
        return values

    def say(self, value: FieldValue, at: At) -> str:
        return self.joined.join(self.of.say(entry, at) for entry in value)

    def read(self, reader: Reader) -> list[FieldValue]:
        if self.joined:
            return list(super().read(reader))
        line, outer, at = reader.line, reader.divider, reader.at
        reader.divider = self.divider or outer
        values: list[FieldValue] = []
        try:
            while self.most is None or len(values) < self.most:
                start = line.at
                if values and not line.peek() and len(values) >= self.least:
                    break
                try:
                    value = self._part(reader) if self.parted else self.of.read(reader)
                except Unread:
                    line.at = start
                    if len(values) < self.least:
                        raise
                    break
                if values and line.at == start:
                    break
                values.append(value)
                # From the second one on each has to be said in full.
                reader.at = at._replace(strict=True)
                if self.divider and line.peek() == self.divider:
                    line.at += 1
        finally:
            reader.divider, reader.at = outer, at
        return values

    def _part(self, reader: Reader) -> FieldValue:
        """Read a part that is all that stands before the next divider. Raises `Unread`."""
        line = reader.line
        line.limit = _end_of_part(line.tokens, line.at, self.divider)
        try:
            value = self.of.read(reader)
            if line.peek():
                raise reader.fault or reader.stop(NOTHING_MORE)
        finally:
            line.limit = None
        return value

    def write(self, value: FieldValue, at: At) -> list[str]:
        if self.joined:
            return [self.say(value, at)]
        groups = [self.of.write(entry, at) for entry in value]
        if self.divider == ",":
            for group in groups[:-1]:
                group[-1] += ","
        return [token for group in groups for token in group]

    def begin(self, value: FieldValue, at: At) -> list[str]:
        tokens: list[str] = []
        for entry in () if self.joined else value:
            try:
                tokens += self.of.write(entry, at)
            except UNKNOWN:
                return tokens + self.of.begin(entry, at)
        return tokens

    def label(self, value: FieldValue, at: At) -> str:
        return ", ".join(self.of.label(entry, at) for entry in value)


def _end_of_part(tokens: Sequence[Token], start: int, divider: str) -> int:
    """Return the place behind the part of a list that begins at `start`."""
    for at in range(start, len(tokens)):
        if tokens[at].text.endswith(divider):
            return at + (tokens[at].text != divider)
    return len(tokens)


class Pairs(Kind):
    """A table of keys and values: `O:5 B:3`. A token is cut by `cut`: at its last `SIGN`, usually.

    `empty` is written for a table with nothing in it. A fault is told at the key or the value that
    does not fit; in a `solid` table, at the beginning of the token.
    """

    SIGN: str = ":"
    cut = staticmethod(str.rpartition)

    def __init__(
        self,
        key: Kind,
        value: Kind,
        *,
        least: int = 0,
        empty: str = "",
        solid: bool = False,
        **options: Unpack[KindOptions],
    ) -> None:
        super().__init__(**({"expected": key.expected} | options))
        self.key = key
        self.value = value
        self.least = least
        self.empty = empty
        self.solid = solid

    def pair(self, text: str, at: At, pairs: Data) -> tuple[FieldValue, FieldValue]:
        """Return a key and its value. Raises `Misfit`."""
        key, sign, value = self.cut(text, self.SIGN)
        if not sign or not key:
            raise Misfit(*self.expected)
        at_fault = text if self.solid else key
        try:
            name = self.key.text(key, at)
        except Misfit as wrong:
            raise Misfit(*wrong.expected, at=wrong.at, text=wrong.text or at_fault) from None
        if name in pairs:
            raise Misfit(ONCE, text=at_fault)
        try:
            return name, self.value.text(value, at)
        except Misfit as wrong:
            within = 0 if self.solid else len(key) + len(sign) + wrong.at
            inside = text if self.solid else value if wrong.text is None else wrong.text
            raise Misfit(*wrong.expected, at=within, text=inside) from None

    def read(self, reader: Reader) -> Data:
        table: Data = {}
        if self.empty and reader.peek() == self.empty:
            reader.take()
            return table
        while (token := reader.peek()) or len(table) < self.least:
            try:
                key, value = self.pair(token, reader.at, table)
            except Misfit as wrong:
                fault = reader.misfit(wrong)
                if len(table) < self.least:
                    raise fault from None
                break
            table[key] = value
            reader.take()
        return table

    def write(self, value: FieldValue, at: At) -> list[str]:
        tokens = [
            f"{self.key.say(k, at)}{self.SIGN}{self.value.say(v, at)}" for k, v in value.items()
        ]
        return tokens or ([self.empty] if self.empty else [])


class Entries(Kind):
    """A table whose values stand behind their keys, or `before` them: `ana 12, bea 7`, `1 ana`.

    Where a key stands twice, the error says that `again` was expected.
    """

    def __init__(
        self,
        key: Kind,
        value: Kind,
        *,
        before: bool = False,
        again: Term = ONCE,
        **options: Unpack[KindOptions],
    ) -> None:
        super().__init__(**({"expected": key.expected} | options))
        self.key = key
        self.value = value
        self.before = before
        self.again = again

    def read(self, reader: Reader) -> Data:
        table: Data = {}
        while not table or reader.peek() not in ENDS:
            value = self.value.read(reader) if self.before else None
            reader.divider = ","
            key = self.key.read(reader)
            if key in table:
                reader.line.at -= 1
                raise reader.stop(self.again)
            table[key] = value if self.before else self.value.read(reader)
            reader.divider = ""
        return table

    def write(self, value: FieldValue, at: At) -> list[str]:
        pairs = [(self.key.say(k, at), self.value.say(v, at)) for k, v in value.items()]
        return ", ".join(" ".join(pair[:: -1 if self.before else 1]) for pair in pairs).split(" ")


class InOrder(Kind):
    """A table whose keys go without saying, in their order: `12 7 . 20`; `.` has no value.

    `keys(state)` are those that it may have. A table with the value of one key alone, where there
    are several, is left to a form that writes the key.
    """

    NONE: Final = "."

    def __init__(
        self, keys: Callable[[State], Sequence[str]], value: Kind, **options: Unpack[KindOptions]
    ) -> None:
        super().__init__(**({"expected": value.expected} | options))
        self.keys = keys
        self.value = value

    def read(self, reader: Reader) -> Data:
        table: Data = {}
        for key in self.keys(reader.at.state):
            if reader.peek() == self.NONE:
                reader.take()
            elif reader.peek() or not table:
                table[key] = self.value.read(reader)
        return table

    def write(self, value: FieldValue, at: At) -> list[str]:
        keys = self.keys(at.state)
        ordered = list(value) == [key for key in keys if key in value]
        if not ordered or len(value) == 1 < len(keys):
            raise Unsaid(value)
        return [self.value.say(value[key], at) if key in value else self.NONE for key in keys]


class Sections(Kind):
    """Tables behind words: `gold O:5 dice O.1:…`; the whole is an object of those that are said."""

    def __init__(self, sections: Mapping[Word, tuple[str, Kind]]) -> None:
        super().__init__(expected=tuple(sections))
        self.sections = dict(sections)
        self._words = Words({word: (word, *spellings) for word, spellings in sections.items()})

    def read(self, reader: Reader) -> Data:
        data: Data = {}
        while reader.peek() or not data:
            start = reader.line.at
            try:
                _word, name, kind = self._words.read(reader)
                table = kind.read(reader)
            except Unread:
                reader.line.at = start
                if not data:
                    raise
                break
            data.setdefault(name, {}).update(table)
        return data

    def write(self, value: FieldValue, at: At) -> list[str]:
        tokens: list[str] = []
        for word, (name, kind) in self.sections.items():
            if name in value:
                tokens += [word.say(at.language), *kind.write(value[name], at)]
        return tokens

    def words(self) -> Iterable[Word]:
        return self.sections

    def continuations(self, tokens: Sequence[str], at: At) -> Iterable[Continuation]:
        """Return the first of its words; what follows it nobody can know."""
        return [] if tokens else [Continuation(word.say(at.language), "") for word in self.sections]

    def parts(self) -> Iterable[Kind]:
        return [kind for _, kind in self.sections.values()]
