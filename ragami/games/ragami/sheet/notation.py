"""Ragami as a score sheet. See `ragami.notation.protocol.Notation`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ragami.games.ragami.sheet import opening
from ragami.games.ragami.sheet import words as w
from ragami.games.ragami.sheet.forms import BY_TYPE, BY_VERB, FORMS
from ragami.games.ragami.sheet.pieces import Pen
from ragami.games.ragami.sheet.reading import read
from ragami.games.ragami.state import State
from ragami.language import Language
from ragami.notation import protocol
from ragami.notation.line import Line
from ragami.notation.misread import Word
from ragami.notation.protocol import Continuation, Vocabulary

WORDS: Final = [
    *(word for word in vars(w).values() if isinstance(word, Word)),
    *(*w.RAGAMIS, *w.IN_FULL, *w.SPACES),
]


class Notation:
    """The lines of Ragami."""

    heads: Mapping[Word, str] = opening.HEADS
    seats: Mapping[Word, str] = w.SEATS
    verbs: Sequence[Word] = tuple(BY_VERB)

    def read(self, line: Line, state: State) -> tuple[str, Any]:
        return read(line, state)

    def write(self, type_: str, event: Any, state: State, language: Language) -> str | None:
        form = BY_TYPE.get(type_)
        if form is None:
            return None
        pen = Pen(state, language)
        tokens = [pen.colour(getattr(event, form.who))] if form.who else []
        tokens.append(pen.word(form.verb))
        if form.what:
            tokens.append(pen.word(form.what) if isinstance(form.what, Word) else str(form.what))
        for field in form.fields:
            tokens += field.write(event, pen)
        return " ".join(tokens)

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> Any:
        return opening.read_opening(rules, heads)

    def write_opening(self, event: Any, language: Language) -> list[str]:
        return opening.write_opening(event, language)

    def continuations(self, text: str, state: State, language: Language) -> Iterable[Continuation]:
        from ragami.games.ragami.sheet.completing import continuations  # noqa: PLC0415 (slow to load)

        return continuations(text, state, language)

    def vocabulary(self, state: State) -> Vocabulary:
        return Vocabulary(WORDS, state.board.blocks if state.opened else ())

    def examples(self, language: Language) -> Iterable[tuple[str, str]]:
        from ragami.games.ragami.sheet.reference import example  # noqa: PLC0415 (law 10)

        return [(form.type, example(form.example, language)) for form in FORMS]

    def reference(self, language: Language) -> Iterable[tuple[str, str]]:
        from ragami.games.ragami.sheet.reference import reference  # noqa: PLC0415 (law 10)

        return reference(language)

    def empty_heads(self, language: Language) -> Iterable[str]:
        from ragami.games.ragami.sheet.reference import empty_heads  # noqa: PLC0415 (law 10)

        return empty_heads(language)


NOTATION: Final[protocol.Notation] = Notation()
