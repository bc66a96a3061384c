"""Templates: how a form stands in a line, and how it is read and written by that.

    <{player}> apply {faces} [again {again}]

A word or sign stands for itself, `{name}` or `{name:kind}` for a field, `{a.b}` for a field of a
field, `{*:kind}` for the object itself. `[…]` may be left out, and is not written where all in it
is as usual, or what the state says; neighbours of that sort come in any order. `<…>` may be left
out when reading, and is always written. What has no blank between it is one token:
`{face}>{die}.{slot}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from ragami.decoded import Data, Fields, FieldValue
from ragami.notation.kinds import NOT_GIVEN, Kind
from ragami.notation.line import word_in
from ragami.notation.misread import Term, Unread, Word, fold_word
from ragami.notation.reader import UNKNOWN, At, Begun, Misfit, Reader, Unsaid, merge, put, value_at

LeftOut = Mapping[str, Callable[[At], FieldValue]]


class TemplateFields(NamedTuple):
    """The definitions for the fields of a template.

    `kinds` by the name of the kind or of the field, `words` by their English, `usual` and
    `left_out` by the path of the field.
    """

    kinds: Mapping[str, Kind]
    words: Mapping[str, Word]
    usual: Fields
    left_out: LeftOut


class Terms(NamedTuple):
    """The terms reported where a token of a template cannot be read.

    `shape`: where a sign is missing. `all`: of whatever is wrong in it, at its beginning; else it
    is told at the part that is wrong.
    """

    shape: Term | None = None
    all: Term | None = None


NO_TERMS: Final = Terms()


class TemplatePart(Protocol):
    """A part of a template."""

    @property
    def fields(self) -> Sequence[Field]:
        """The fields in it."""

    def read(self, reader: Reader, into: Data) -> None:
        """Read its tokens into the data. Raises `Unread`."""

    def write(self, data: Data, at: At) -> list[str]:
        """Return its tokens. Raise `Unsaid`."""

    def begin(self, data: Data, at: At) -> list[str]:
        """Return its first tokens, where not all of it is known."""


class Literal:
    """A word or a sign that stands for itself. `whole`: it may not be cut short."""

    fields: Sequence[Field] = ()

    def __init__(self, word: Word, *, whole: bool) -> None:
        self.word = word
        self.whole = whole or not word.en[0].isalpha()
        self.term: Term = word if word.en[0].isalpha() else word.en
        self._spelt = {fold_word(spelt) for spelt in word}

    def read(self, reader: Reader, into: Data) -> None:
        token = reader.peek()
        cut = not self.whole and word_in(token, {self.word: True})
        if fold_word(token) not in self._spelt and not cut:
            raise reader.stop(self.term)
        reader.take()

    def write(self, data: Data, at: At) -> list[str]:
        return [self.word.say(at.language)]

    def begin(self, data: Data, at: At) -> list[str]:
        return self.write(data, at)


class Field:
    """A field of the data."""

    def __init__(self, name: str, kind: Kind) -> None:
        self.name = name
        self.path = tuple(name.split("."))
        self.kind = kind
        self.fields: Sequence[Field] = (self,)

    def read(self, reader: Reader, into: Data) -> None:
        put(into, self.path, self.kind.read(reader))

    def write(self, data: Data, at: At) -> list[str]:
        value = self.value(data)
        if isinstance(value, Begun):
            raise Unsaid(self.name)
        return self.kind.write(value, at)

    def begin(self, data: Data, at: At) -> list[str]:
        try:
            return self.kind.begin(self.value(data), at)
        except UNKNOWN:
            return []

    def value(self, data: Data) -> FieldValue:
        """Return its value. Raise `Unsaid` where the data has none."""
        value = value_at(data, self.path, NOT_GIVEN)
        if value is NOT_GIVEN:
            raise Unsaid(self.name)
        return value


class Optional:
    """An optional part: `[…]`, or with `always` `<…>`, which is always written."""

    def __init__(
        self, nodes: Sequence[TemplatePart], setting: TemplateFields, *, always: bool
    ) -> None:
        self.nodes = nodes
        self.always = always
        self.fields = [
            field for node in nodes if not isinstance(node, str) for field in node.fields
        ]
        self._usual = {
            field.name: setting.usual.get(field.name, field.kind.usual) for field in self.fields
        }
        self._left_out = {
            field.name: setting.left_out[field.name]
            for field in self.fields
            if field.name in setting.left_out
        }

    def take(self, reader: Reader, into: Data) -> bool:
        """Read it, if it comes next."""
        start = reader.line.at
        fields: Data = {}
        try:
            for node in self.nodes:
                node.read(reader, fields)
            if reader.line.at == start:
                return False
            self._check_content(reader, fields, start)
        except Unread:
            reader.line.at = start
            return False
        merge(into, fields)
        return True

    def _check_content(self, reader: Reader, fields: Data, start: int) -> None:
        """Raise `Unread` where a word stands alone: `build`, and not a building behind it.

        The line would say what it says without the word, and whoever typed it meant more.
        """
        words = sum(isinstance(node, Literal) for node in self.nodes)
        if not self.fields or reader.line.at != start + words or self.always:
            return
        empty = all(value_at(fields, field.path, None) in ([], {}) for field in self.fields)
        if empty and self.is_usual(fields, reader.at):
            raise reader.stop(*self.fields[0].kind.expected)

    def leave_out(self, reader: Reader, into: Data, *, lost: bool = False) -> None:
        """Set what it would say. Raises `Unread` where nobody can know.

        It is `lost` where it could not stand anywhere else, as at the end of a line.
        """
        try:
            self.fill(into, reader.at)
        except Misfit as missing:
            raise reader.stop(*missing.expected, lost=lost or not reader.peek()) from None

    def fill(self, into: Data, at: At) -> None:
        """Set what it would say. Raises `Misfit` where nobody can know."""
        for field in self.fields:
            value = self._usual[field.name] if at.strict else self._instead(field.name, at)
            if value is NOT_GIVEN:
                if self.always or field.name in self._left_out:
                    raise Misfit(*field.kind.expected)
                continue
            put(into, field.path, value.copy() if isinstance(value, list | dict) else value)

    def read(self, reader: Reader, into: Data) -> None:
        if not self.take(reader, into):
            self.leave_out(reader, into)

    def write(self, data: Data, at: At) -> list[str]:
        if not self.always and self.is_usual(data, at):
            return []
        return [token for node in self.nodes for token in node.write(data, at)]

    def begin(self, data: Data, at: At) -> list[str]:
        values = (value_at(data, field.path, NOT_GIVEN) for field in self.fields)
        is_given = any(value is not NOT_GIVEN and value != Begun() for value in values)
        return beginning(self.nodes, data, at) if is_given or self.always else []

    def is_usual(self, data: Data, at: At) -> bool:
        """Return True if all its values are those that it has when it is left out."""
        for field in self.fields:
            value = value_at(data, field.path, NOT_GIVEN)
            usual = self._usual[field.name] if self.always else self._instead(field.name, at)
            if value != usual or isinstance(value, Begun):
                return False
        return True

    def _instead(self, name: str, at: At) -> FieldValue:
        """Return what a field is that is left out: what the state says, else what is usual."""
        worked_out = self._left_out[name](at) if name in self._left_out else None
        return self._usual[name] if worked_out is None else worked_out


class AnyOrder:
    """Neighbours that may each be left out, in any order."""

    def __init__(self, nodes: Sequence[Optional]) -> None:
        self.nodes = nodes
        self.fields = [field for node in nodes for field in node.fields]

    def read(self, reader: Reader, into: Data) -> None:
        waiting = list(self.nodes)
        while node_ := next((node for node in waiting if node.take(reader, into)), None):
            waiting.remove(node_)
        for node in waiting:
            node.leave_out(reader, into)

    def write(self, data: Data, at: At) -> list[str]:
        return [token for node in self.nodes for token in node.write(data, at)]

    def begin(self, data: Data, at: At) -> list[str]:
        return beginning(self.nodes, data, at)


def beginning(nodes: Iterable[TemplatePart], data: Data, at: At) -> list[str]:
    """Return the first tokens of a line or an object of which only some is known."""
    tokens: list[str] = []
    for node in nodes:
        try:
            tokens += node.write(data, at)
        except UNKNOWN:
            return tokens + node.begin(data, at)
    return tokens


# --- within one token ----------------------------------------------------------------------


class TemplateToken:
    """Fields and signs without a blank between: one token."""

    def __init__(self, atoms: Sequence[str | Field | Optional], terms: Terms) -> None:
        self.atoms = atoms
        self.terms = terms
        self.fields = [
            field for atom in atoms if not isinstance(atom, str) for field in atom.fields
        ]
        self.shape = (terms.shape,) if terms.shape else self.fields[0].kind.expected
        self.may_lack = all(isinstance(atom, Optional) for atom in atoms)

    def read(self, reader: Reader, into: Data) -> None:
        token = reader.peek()
        fields: Data = {}
        try:
            self.text(token, fields, reader.at)
        except Misfit as wrong:
            fault = reader.misfit(wrong)
            if not self.may_lack:
                raise fault from None
            for atom in self.atoms:
                if isinstance(atom, Optional):
                    atom.leave_out(reader, into)
            return
        if token:
            reader.take()
        merge(into, fields)

    def text(self, text: str, into: Data, at: At) -> None:
        """Read the fields of one token into the data. Raises `Misfit`."""
        try:
            self._match_all(text, into, at)
        except Misfit as wrong:
            if self.terms.all is None:
                raise
            raise Misfit(self.terms.all) from wrong

    def _match_all(self, text: str, into: Data, at: At) -> None:
        end = self._match(self.atoms, text, 0, into, at)
        if end < len(text):
            raise Misfit(*self.shape, at=end)

    def _match(
        self, atoms: Sequence[Any], text: str, start: int, into: Data, at: At, after: str = ""
    ) -> int:
        """Match atoms from a place in the text on; return where they end."""
        at_atom = 0
        while at_atom < len(atoms):
            atom = atoms[at_atom]
            at_atom += 1
            if isinstance(atom, str):
                if text[start : start + len(atom)].lower() != atom.lower():
                    raise Misfit(*self.shape, text=text)
                start += len(atom)
            elif isinstance(atom, Field):
                end = self._end(text, start, [*_signs(atoms[at_atom:]), *after])
                try:
                    put(into, atom.path, atom.kind.text(text[start:end], at))
                except Misfit as wrong:
                    inside = text[start:end][wrong.at :] if wrong.text is None else wrong.text
                    raise Misfit(*wrong.expected, at=start + wrong.at, text=inside) from None
                start = end
            else:
                group = [atom]
                while at_atom < len(atoms) and isinstance(atoms[at_atom], Optional):
                    group.append(atoms[at_atom])
                    at_atom += 1
                start = self._any(group, text, start, into, at, _signs(atoms[at_atom:]))
        return start

    def _any(
        self,
        group: list[Optional],
        text: str,
        start: int,
        into: Data,
        at: At,
        after: list[str],
    ) -> int:
        """Match what may be left out, in any order."""
        parts = list(group)
        while parts and start < len(text):
            begun: Any = next((part for part in parts if _begins(part, text[start:], parts)), None)
            if begun is None:
                break
            parts.remove(begun)
            signs = [sign for part in parts for sign in _signs(part.nodes)]
            start = self._match(begun.nodes, text, start, into, at, [*signs, *after])  # type: ignore[arg-type]
        for part in parts:
            part.fill(into, at)
        return start

    @staticmethod
    def _end(text: str, start: int, signs: Iterable[str]) -> int:
        """Return the end of a field's text: the first of the signs that may follow it."""
        skip = 0
        if text[start : start + 1] == '"':
            closing = text.find('"', start + 1)
            skip = closing - start + 1 if closing > 0 else 0
        ends = [text.find(sign, start + skip) for sign in signs]
        return min((end for end in ends if end >= 0), default=len(text))

    def hanging(self) -> TemplateToken | None:
        """Return the parts that may hang on the first field, as one token; None without any."""
        tail = [
            atom
            for atom in self.atoms[1:]
            if isinstance(atom, Optional) and isinstance(atom.nodes[0], str)
        ]
        return (
            TemplateToken(tail, self.terms) if tail and len(tail) == len(self.atoms) - 1 else None
        )

    def begins(self, text: str) -> bool:
        """Return True if the text begins with a sign of an optional part."""
        return any(isinstance(atom, Optional) and _begins(atom, text, ()) for atom in self.atoms)

    def present(self, text: str, at: At) -> Data:
        """Return the fields that a token says, not those that it leaves out. Raise `Misfit`."""
        fields: Data = {}
        self.text(text, fields, at)
        optional = (atom for atom in self.atoms if isinstance(atom, Optional))
        left_out = [part for part in optional if part.is_usual(fields, at)]
        for field in (field for part in left_out for field in part.fields):
            fields.pop(field.name, None)
        return fields

    def write(self, data: Data, at: At) -> list[str]:
        text = self.say(data, at)
        return [text] if text else []

    def begin(self, _data: Data, _at: At) -> list[str]:
        return []

    def say(self, data: Data, at: At) -> str:
        return "".join(_said(self.atoms, data, at))


def _said(atoms: Sequence[Any], data: Data, at: At) -> Iterator[str]:
    for atom in atoms:
        if isinstance(atom, str):
            yield atom
        elif isinstance(atom, Field):
            yield atom.kind.say(atom.value(data), at)
        elif atom.always or not atom.is_usual(data, at):
            yield from _said(atom.nodes, data, at)


def _signs(atoms: Sequence[Any]) -> list[str]:
    """Return the signs that may come next: of optional parts, up to one that has to come."""
    signs: list[str] = []
    for atom in atoms:
        if isinstance(atom, str):
            return [*signs, atom]
        if isinstance(atom, Field):
            return signs
        signs += _signs(atom.nodes)[:1]
    return signs


def _begins(part: Optional, text: str, beside: Iterable[Optional]) -> bool:
    """Return True if a text goes on with this part: by its sign, or else with no other's sign."""
    first: object = part.nodes[0]
    if isinstance(first, str):
        return text[: len(first)].lower() == first.lower()
    signs = (neighbour.nodes[0] for neighbour in beside)
    return not any(isinstance(sign, str) and text.startswith(sign) for sign in signs)
