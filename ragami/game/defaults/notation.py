"""The plain score sheet: `type field=value …`, for a game that has no lines of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from msgspec import Struct, structs, to_builtins

from ragami.errors import N_
from ragami.game.capabilities import CHOICES, SETUP
from ragami.game.choosing import Written
from ragami.game.definition import GameDefinition
from ragami.language import Language
from ragami.notation.line import Line, text_in
from ragami.notation.misread import Word
from ragami.notation.protocol import Continuation, Vocabulary

FIELD_AND_VALUE: Final = N_("a field and its value, as in player=red")
VALUE: Final = N_("a value as in JSON, or a plain word")
OPENING_FIELDS: Final = frozenset({"game"})


class PlainNotation:
    """See `ragami.notation.protocol.Notation`. Types and fields stand as in the records."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    @property
    def heads(self) -> Mapping[Word, str]:
        return {}

    @property
    def verbs(self) -> Sequence[Word]:
        return [Word(name, name) for name in self._game.events]

    @cached_property
    def seats(self) -> Mapping[Word, str]:
        setup = self._game.get(SETUP)
        return {Word(seat, seat): seat for seat in setup.seats} if setup else {}

    def read(self, line: Line, state: Any) -> tuple[str, Any]:
        types = {Word(name, name): name for name in self._game.events}
        type_ = line.one_of(types)
        return type_, self._fields(line, self._game.events[type_].struct)

    def write(self, type_: str, event: Any, _state: Any, _language: Language) -> str | None:
        return " ".join((type_, *_written(to_builtins(event))))

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> Any:
        opening = next(iter(self._game.events.values())).struct
        return {"game": self._game.name} | self._fields(rules, opening)

    def write_opening(self, event: Any, _language: Language) -> list[str]:
        data = to_builtins(event)
        return [" ".join(_written({k: v for k, v in data.items() if k not in OPENING_FIELDS}))]

    def continuations(self, text: str, state: Any, language: Language) -> Iterable[Continuation]:
        """The types that are legal now, then the fields of the type with the values that they may
        have.
        """
        choices = self._game.get(CHOICES)
        legal = choices.legal(state) if choices else ()
        words = text.split()
        if not words:
            for type_ in dict.fromkeys(choice.type for choice in legal):
                yield Continuation(type_, self._game.words.word(type_, language))
            return
        given = {word.partition("=")[0] for word in words[1:]}
        tokens: dict[str, None] = {}
        for choice in legal:
            if choice.type == words[0]:
                fixed = _written({k: v for k, v in choice.data.items() if k not in given})
                tokens.update(dict.fromkeys(fixed))
                for name, values in choice.open.items():
                    if name in given:
                        continue
                    if isinstance(values, list):
                        tokens.update(dict.fromkeys(f"{name}={_value(one)}" for one in values))
                    elif isinstance(values, Written):
                        tokens[f"{name}="] = None
        for token in tokens:
            yield Continuation(token, "")

    def vocabulary(self, _state: Any) -> Vocabulary:
        return Vocabulary(self.verbs)

    def examples(self, _language: Language) -> Iterator[tuple[str, str]]:
        """Every type with its fields."""
        for type_, entry in list(self._game.events.items())[1:]:
            fields = (f"{one.encode_name}=…" for one in structs.fields(entry.struct))
            yield type_, " ".join((type_, *fields))

    def reference(self, language: Language) -> Iterator[tuple[str, str]]:
        for type_, line in self.examples(language):
            yield line, self._game.words.word(type_, language)

    def empty_heads(self, language: Language) -> Iterable[str]:
        return ()

    def _fields(self, line: Line, struct: type[Struct]) -> dict[str, Any]:
        """The fields that follow. Raises `Unread`."""
        known = struct.__struct_encode_fields__
        data: dict[str, Any] = {}
        while token := line.peek():
            name, equals, value = token.partition("=")
            if not equals or name not in known or name in data:
                lacking = [f"{each}=" for each in known if each not in data]
                raise line.stop(*(lacking or [FIELD_AND_VALUE]))
            data[name] = _read_value(line, value)
            line.take()
        return data


def _read_value(line: Line, value: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        text = text_in(value)
        if text is None:
            raise line.stop(VALUE) from None
        return text


def _written(data: Mapping[str, Any]) -> Iterator[str]:
    for name, value in data.items():
        yield f"{name}={_value(value)}"


def _value(value: Any) -> str:
    """A value without blanks outside of quotes; a plain word stands as it is."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if isinstance(value, str) and text_in(value) == value and not _is_json(value):
        return value
    return text


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
