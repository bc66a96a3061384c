"""Reading a line by a template: the place in the line, what is read so far, the furthest error.

A template is tried from left to right. What does not fit is noted with its column and what was
expected there, and something else is tried; where nothing fits in the end, the note that is
furthest to the right is the error.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ragami.decoded import Data, FieldValue, State
from ragami.language import Language
from ragami.notation.line import Line
from ragami.notation.misread import Term, Unread, Word

WHOLE: Final = "*"
"""The name of a field that is the object itself: its value is a dict that goes into the data."""


class At(NamedTuple):
    """The circumstances in which a value is read or written.

    `data` are the fields of the event read so far, or all of those that are written; `type` is the
    type of the event. With `strict` nothing that may be left out is worked out from the state.
    """

    state: State
    data: Data
    language: Language = "en"
    strict: bool = False
    type: str = ""


class Misfit(Exception):
    """A text that is no value of a kind, at an offset into it: `expected` might stand there.

    `text` is the part of it that is wrong; None is all of it from the offset on.
    """

    def __init__(self, *expected: Term, at: int = 0, text: str | None = None) -> None:
        super().__init__(expected)
        self.expected = expected
        self.at = at
        self.text = text


class Unsaid(LookupError):
    """A value that no line of this form can say."""


# What writing a value raises of which only some is known.
UNKNOWN: Final = (Unsaid, LookupError, TypeError, ValueError, AttributeError)


class Begun(list[FieldValue]):
    """A list of which only the beginning is known."""


class Reader:
    """A line while it is read. `fault` is the error furthest to the right so far."""

    def __init__(self, line: Line, at: At) -> None:
        self.line = line
        self.at = at
        self.fault: Unread | None = None
        # What may hang at the end of a token and parts a list: `ana 1 36, bea 2 31`.
        self.divider = ""

    def peek(self) -> str:
        """Return the next token without the divider at its end; empty at the end of the line."""
        text = self.line.peek()
        return text.removesuffix(self.divider) if self.divider and text != self.divider else text

    def take(self) -> str:
        """Return the next token, which is used up."""
        text = self.peek()
        self.line.at += 1
        return text

    def stop(
        self,
        *expected: Term,
        within: int = 0,
        found: str | None = None,
        lost: bool = False,
        instead: Word | None = None,
    ) -> Unread:
        """Note that the next token does not fit, and return what is to be raised.

        `within` counts the characters of the token before the fault, `found` is its text there.
        """
        line = self.line
        column = line.column + within
        found = self.peek()[within:] if found is None else found
        fault = self.fault
        if fault is None or column > fault.column:
            fault = self.fault = Unread(
                column, found, *expected, lost=lost, row=line.row, instead=instead
            )
        elif column == fault.column:
            fault.expected += tuple(term for term in expected if term not in fault.expected)
            fault.lost = fault.lost or lost
            fault.instead = fault.instead or instead
        return fault

    def misfit(self, misfit: Misfit) -> Unread:
        """Note what is wrong within the next token."""
        return self.stop(*misfit.expected, within=misfit.at, found=misfit.text)


def put(data: Data, path: tuple[str, ...], value: FieldValue) -> None:
    """Set a field, or a field of a field."""
    if path[0] == WHOLE:
        data.update(value)
        return
    for name in path[:-1]:
        data = data.setdefault(name, {})
    data[path[-1]] = value


def value_at(data: Data, path: tuple[str, ...], missing: object = None) -> object:
    """Return the value of a field, or of a field of a field; `missing` where there is none."""
    if path[0] == WHOLE:
        return data
    value: object = data
    for name in path:
        if not isinstance(value, dict) or name not in value:
            return missing
        value = value[name]
    return value


def merge(data: Data, more: Data) -> None:
    """Take over fields; of an object that both have, its fields."""
    for name, value in more.items():
        if isinstance(value, dict) and isinstance(data.get(name), dict):
            merge(data[name], value)
        else:
            data[name] = value
