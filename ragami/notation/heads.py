"""The heads of a sheet that make record 1, as far as they are the same in every game."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from ragami.decoded import Data, Fields, FieldValue
from ragami.errors import N_
from ragami.language import Language
from ragami.notation.kinds import NOT_GIVEN, Kind, Text
from ragami.notation.line import Line, bare_or_quoted, number_in, text_in, word_in
from ragami.notation.misread import Term, Word, words_of
from ragami.notation.reader import At, Reader

RULES: Final = 1
BLANK: Final = "_" * 12
A_NEW_HEAD: Final = N_("a head that was not there yet")
A_NAME: Final = N_("a name, in quotes if it has blanks")
TOO_MANY: Final = N_("no more players than seats")
A_SEAT: Final = N_("an id for a player, as in 'ana Ana'")
A_COMPONENT: Final = N_("a component as JSON")


def read_heads(
    rules: Line,
    heads: Sequence[tuple[str, Line]],
    readers: Mapping[str, Callable[[Line], object]],
    needed: tuple[str, Word],
) -> Data:
    """Return the value of each head by its key. Raise `Unread`, also if the `needed` head is
    missing.

    `rules` is the rest of the line that names the game: the version of its rules, or nothing.
    """
    if rules.peek():
        rules.number(str(RULES), least=RULES, most=RULES)
        rules.end()
    values: dict[str, object] = {}
    for key, line in heads:
        if key in values:
            line.at = 0
            raise line.stop(A_NEW_HEAD)
        values[key] = readers[key](line)
        line.end()
    key, word = needed
    if key not in values:
        raise rules.stop(word)
    return values


class Players(Kind):
    """The people who play, clockwise from the first player: `O Ana, G "Rui, the elder"`.

    `seats` are the words of each seat, of which the first one is written; without any, every word
    is a seat. From `least` to `most` sit down, who are as many as there are seats if it is not
    said.
    """

    def __init__(self, seats: Mapping[Word, str], least: int = 1, most: int = 0) -> None:
        super().__init__()
        self._seats = dict(seats)
        self.letters: dict[str, Word] = {}
        for word, seat in seats.items():
            self.letters.setdefault(seat, word)
        self._least, self._most = least, most or len(self.letters)

    def read(self, reader: Reader) -> list[dict[str, str]]:
        line, players = reader.line, list[dict[str, str]]()
        while line.peek() or len(players) < self._least:
            if len(players) == self._most:
                raise line.stop(TOO_MANY)
            seat = line.one_of(self._seats) if self._seats else line.quote(A_SEAT)
            text = line.peek()
            name = text_in(text.removesuffix(",") if text[:1] != '"' or text[-1:] == "," else text)
            if name is None:
                raise line.stop(A_NAME)
            line.take()
            if line.peek() == ",":
                line.take()
            players.append({"colour": seat, "name": name})
        return players

    def blanks(self, language: Language) -> str:
        """Return the seats, to be filled in by hand."""
        seats = [word.say(language) for word in self.letters.values()] or [BLANK] * self._most
        return ", ".join(f"{seat} {BLANK}" for seat in seats)

    def write(self, value: Iterable[Fields], at: At) -> list[str]:
        def spelt(player: Fields) -> str:
            letter = self.letters.get(player["colour"])
            seat = letter.say(at.language) if letter else player["colour"]
            return f"{seat} {bare_or_quoted(player['name'])}"

        return [", ".join(map(spelt, value))]


class Component(Kind):
    """A component: the name of one that ships, or the whole object as JSON."""

    def read(self, reader: Reader) -> FieldValue:
        line = reader.line
        if line.peek()[:1] != "{":
            return line.quote(A_COMPONENT)
        misread = line.stop(A_COMPONENT)
        try:
            return json.loads(line.rest())
        except (ValueError, RecursionError):
            raise misread from None

    def write(self, value: FieldValue, _at: At) -> list[str]:
        is_name = isinstance(value, str)
        return [bare_or_quoted(value) if is_name else msgspec.json.encode(value).decode()]


class OptionWords:
    """The words for options and for their values in both languages, by `best` and `best=low`.

    What has none is called in both by its name in record 1.
    """

    def __init__(self, table: Mapping[str, Sequence[str]] | None = None) -> None:
        self._words = words_of(table or {})

    def names(self, options: Iterable[str]) -> dict[Word, str]:
        return {self._word(option, option): option for option in options}

    def values(self, option: str, values: Iterable[FieldValue]) -> dict[Word, Any]:
        return {self._word(f"{option}={value}", str(value)): value for value in values}

    def _word(self, code: str, name: str) -> Word:
        return self._words.get(code, Word(name, name))

    def read_name(self, text: str) -> str:
        """Return the option that a whole word stands for, else the word."""
        codes = (code for code in self._words if "=" not in code)
        return word_in(text, self.names(codes), whole=True) or text

    def read_value(self, option: str, text: str) -> str:
        """Return the value that a whole word stands for, else the word."""
        start = f"{option}="
        values = [code.removeprefix(start) for code in self._words if code.startswith(start)]
        return word_in(text, self.values(option, values), whole=True) or text

    def say_name(self, option: str, language: Language) -> str:
        return self._word(option, option).say(language)

    def say_value(self, option: str, value: str, language: Language) -> str:
        return self._word(f"{option}={value}", value).say(language)


def _in_either(text: str, words: Mapping[Word, Any]) -> Any:
    """Return the meaning of a word, which may be cut short: in English, else in either language."""
    english = {Word(word.en, word.en): meaning for word, meaning in words.items()}
    meaning = word_in(text, english)
    return word_in(text, dict(words)) if meaning is None else meaning


class Agreed(Kind):
    """The options that are not at their defaults, which never change: `seeds=4 quick=yes`.

    `values` are those of each option, the default first; `truths` are the words of yes and no, and
    `words` those of the options and their other values.
    """

    widget = "options"

    def __init__(
        self,
        values: Mapping[str, Sequence[FieldValue]],
        truths: Mapping[Word, bool],
        words: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        super().__init__()
        self._values, self._truths, self._words = values, dict(truths), OptionWords(words)

    def read(self, reader: Reader) -> Data:
        names = self._words.names(self._values)
        options: Data = {}
        while token := reader.peek():
            name, equals, _text = token.partition("=")
            option = _in_either(name, names)
            if option is None or option in options:
                raise reader.stop(*names, found=name)
            options[option] = self._value(reader, len(name + equals), option)
            reader.take()
        return options

    def _value(self, reader: Reader, start: int, option: str) -> FieldValue:
        """Read the value of an option, which stands at an offset into the next token."""
        text, values = reader.peek()[start:], self._values[option]
        words: Mapping[Word, Any] = self._truths
        if not isinstance(values[0], bool):
            words = self._words.values(option, values)
            if (number := number_in(text)) is not None and number in values:
                return number
        value: FieldValue = _in_either(text, words)
        if value is None:
            raise reader.stop(*words, within=start, found=text)
        return value

    def write(self, value: Fields, at: At) -> list[str]:
        return [
            f"{self._words.say_name(name, at.language)}={self._said(name, chosen, at.language)}"
            for name, chosen in value.items()
            if chosen != self._values[name][0]
        ]

    def _said(self, option: str, value: FieldValue, language: Language) -> str:
        words = (word.say(language) for word, truth in self._truths.items() if truth is value)
        return next(words, self._words.say_value(option, str(value), language))


class Chosen(Kind):
    """The options that are not at their defaults: `rounds=3 best=low`, else JSON.

    `names` are those that there are (none: any), `listed` those whose values are words with commas
    between. Where they are `texts`, a value is a text whatever it looks like. `words` are those of
    the options and their values. The rules judge the values.
    """

    widget = "options"

    def __init__(
        self,
        *expected: Term,
        names: Collection[str] = (),
        listed: Collection[str] = (),
        texts: bool = False,
        words: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        super().__init__(expected=expected)
        self._names, self._listed, self._texts = names, listed, texts
        self._words = OptionWords(words)

    def read(self, reader: Reader) -> Data:
        options: Data = {}
        while token := reader.peek():
            name, equals, text = token.partition("=")
            name = self._words.read_name(name)
            is_option = not self._names or name in self._names
            if not equals or not text or not is_option or name in options:
                raise reader.stop(*self.expected)
            options[text_in(name) or name] = self._value(name, text)
            reader.take()
        return options

    def _value(self, name: str, text: str) -> FieldValue:
        if name in self._listed:
            return text.split(",")
        text = self._words.read_value(name, text)
        return text_in(text) or text if self._texts else _json_or_text(text)

    def write(self, value: Fields, at: At) -> list[str]:
        return [
            f"{bare_or_quoted(self._words.say_name(name, at.language))}"
            f"={self._said(name, option, at.language)}"
            for name, option in value.items()
        ]

    def _said(self, name: str, option: FieldValue, language: Language) -> str:
        if name in self._listed:
            return ",".join(option)
        if not isinstance(option, str):
            return json.dumps(option, separators=(",", ":"))
        word = self._words.say_value(name, option, language)
        return bare_or_quoted(word) if self._texts else word


def _json_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


class RecordHeads(NamedTuple):
    """The heads of a game, each a field of record 1: see `ragami.notation.score_sheet.Heads`.

    `words` and `kinds` by field; one that is as `usual` has no head, and `needed` has to be there.
    `components` are fields of the field of that name: the sets that ship of each kind, the usual
    one first. A sheet that is to be filled in has no head that is `rare`.
    """

    game: str
    words: Mapping[str, Word]
    kinds: Mapping[str, Kind]
    usual: Fields
    needed: str
    components: Mapping[str, Sequence[str]] = {}
    rare: Collection[str] = ()

    @property
    def HEADS(self) -> dict[Word, str]:  # noqa: N802 (a module has it as a constant)
        return {word: key for key, word in self.words.items()}

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> Data:
        """Return the data of record 1. Raises `Unread`."""
        readers = {key: reading(kind) for key, kind in self.kinds.items()}
        values = read_heads(rules, heads, readers, (self.needed, self.words[self.needed]))
        data = {"game": self.game, "rules": RULES, **self.usual, **values}
        if self.components:
            of_set = self.components.items()
            data["components"] = {kind: data.pop(kind, names[0]) for kind, names in of_set}
        return data

    def write_opening(self, event: object, language: Language) -> list[str]:
        """Record 1 in lines; the first one is the version of the rules."""
        at, values = At(None, {}, language), msgspec.to_builtins(event)
        values |= values.pop("components", {})
        lines = [str(values["rules"])]
        for key, word in self.words.items():
            if key == self.needed or values[key] not in (self.usual.get(key, NOT_GIVEN), ()):
                tokens = self.kinds[key].write(values[key], at)
                lines += [" ".join([word.say(language), *tokens])] if tokens else []
        return lines

    def empty_heads(self, language: Language) -> Iterator[str]:
        """Yield the heads to be filled in by hand."""
        for key, word in self.words.items():
            if key not in self.rare:
                yield f"{word.say(language)} {self._blanks(key, language)}".rstrip(" ")

    def _blanks(self, key: str, language: Language) -> str:
        kind = self.kinds[key]
        if isinstance(kind, Players):
            return kind.blanks(language)
        return ", ".join([BLANK] * 4) if key == "players" else ""


def set_heads(
    game: str,
    words: Mapping[str, Word],
    players: Players,
    components: Mapping[str, Sequence[str]],
    options: Kind,
    more: Mapping[str, Kind] | None = None,
) -> RecordHeads:
    """Return the heads of a game with a set of components; `more` are usually absent."""
    kinds = {
        "title": Text(rest=True),
        "players": players,
        "options": options,
        **dict.fromkeys(components, Component()),
        **(more or {}),
    }
    # In the order in which they stand in record 1, whose bytes are made of it.
    usual: Data = {"title": None, "players": (), "options": {}, "components": {}}
    usual |= dict.fromkeys(more or {})
    return RecordHeads(game, words, kinds, usual, "players", components, tuple(more or ()))


def reading(kind: Kind) -> Callable[[Line], Any]:
    """Return what reads a head of a kind. It raises `Unread`."""

    def read(line: Line) -> FieldValue:
        reader = Reader(line, At(None, {}))
        value = kind.read(reader)
        if line.peek() and reader.fault:
            raise reader.fault
        return value

    return read
