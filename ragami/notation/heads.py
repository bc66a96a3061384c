"""The heads of a sheet that make record 1, as far as they are the same in every game."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct, structs

from ragami.decoded import AnyEvent, Data, Fields, FieldValue
from ragami.errors import N_
from ragami.language import Language
from ragami.notation.kinds import Kind
from ragami.notation.line import Line, bare_or_quoted, line_of_text, text_in, text_of_line
from ragami.notation.misread import Word
from ragami.notation.reader import At, Reader

RULES: Final = 1
BLANK: Final = "_" * 12
A_NEW_HEAD: Final = N_("a head that was not there yet")
A_NAME: Final = N_("a name, in quotes if it has blanks")
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


def read_players(line: Line, seats: dict[Word, str] | None, most: int) -> list[dict[str, str]]:
    """Read `O Ana, G "Rui, the elder"`, clockwise from the first player. Raise `Unread`.

    Without `seats` any word is one.
    """
    players: list[dict[str, str]] = []
    while line.peek() or not players:
        if len(players) == most:
            line.end()
        colour = line.quote(A_SEAT) if seats is None else line.one_of(seats)
        text = line.peek()
        name = text_in(text.removesuffix(",") if text[:1] != '"' or text[-1:] == "," else text)
        if name is None:
            raise line.stop(A_NAME)
        line.take()
        if line.peek() == ",":
            line.take()
        players.append({"colour": colour, "name": name})
    return players


def read_component(line: Line) -> object:
    """Return the name of one that ships, or the whole object as JSON. Raises `Unread`."""
    if line.peek()[:1] != "{":
        return line.quote(A_COMPONENT)
    misread = line.stop(A_COMPONENT)
    try:
        return json.loads(line.rest())
    except (ValueError, RecursionError):
        raise misread from None


def title_head(title: str | None, head: Word, language: Language) -> Iterator[str]:
    if title is not None:
        yield f"{head.say(language)} {line_of_text(title)}"


def players_head(players: Iterable[tuple[Word, str]], head: Word, language: Language) -> str:
    """Return the line of the players: the letter and the name of each."""
    texts = (f"{letter.say(language)} {bare_or_quoted(name)}" for letter, name in players)
    return f"{head.say(language)} {', '.join(texts)}"


class Chosen(Kind):
    """The options that are not at their defaults: `rounds=3 best=low`, else JSON.

    `names` are those that there are (none: any), `listed` those whose values are words with commas
    between. The rules judge the values.
    """

    widget = "options"

    def __init__(
        self, expected: Word, names: Collection[str] = (), listed: Collection[str] = ()
    ) -> None:
        super().__init__(expected=expected)
        self._names = names
        self._listed = listed

    def read(self, reader: Reader) -> Data:
        options: Data = {}
        while token := reader.peek():
            name, equals, text = token.partition("=")
            is_option = not self._names or name in self._names
            if not equals or not text or not is_option or name in options:
                raise reader.stop(*self.expected)
            options[name] = text.split(",") if name in self._listed else _json_or_text(text)
            reader.take()
        return options

    def write(self, value: Fields, at: At) -> list[str]:
        return [f"{name}={self._said(name, option)}" for name, option in value.items()]

    def _said(self, name: str, option: FieldValue) -> str:
        if name in self._listed:
            return ",".join(option)
        return option if isinstance(option, str) else json.dumps(option, separators=(",", ":"))


def _json_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


class RecordHeads(NamedTuple):
    """The heads of a game, each a field of record 1: see `ragami.notation.score_sheet.Heads`.

    `words` and `kinds` by field; one that is as `usual` has no head, and `needed` has to be there.
    """

    game: str
    words: Mapping[str, Word]
    kinds: Mapping[str, Kind]
    usual: Fields
    needed: str

    @property
    def HEADS(self) -> dict[Word, str]:  # noqa: N802 (a module has it as a constant)
        return {word: key for key, word in self.words.items()}

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> Data:
        """Return the data of record 1. Raises `Unread`."""
        readers = {key: reading(kind) for key, kind in self.kinds.items()}
        values = read_heads(rules, heads, readers, (self.needed, self.words[self.needed]))
        return {"game": self.game, "rules": RULES, **self.usual, **values}

    def write_opening(self, event: object, language: Language) -> list[str]:
        """Record 1 in lines; the first one is the version of the rules."""
        at, values = At(None, {}, language), msgspec.to_builtins(event)
        return [str(RULES)] + [
            " ".join([word.say(language), *self.kinds[key].write(values[key], at)])
            for key, word in self.words.items()
            if key == self.needed or values[key] not in (self.usual[key], ())
        ]

    def empty_heads(self, language: Language) -> Iterator[str]:
        """Yield the heads to be filled in by hand."""
        for key, word in self.words.items():
            blanks = f" {', '.join([BLANK] * 4)}" if key == "players" else ""
            yield f"{word.say(language)}{blanks}"


class SetHeads(NamedTuple):
    """The heads of a game with a set of components: see `ragami.notation.score_sheet.Heads`.

    `words` are the words of all heads by their keys, `seats` those of the seats: the first one of
    each is written. `components` are the sets that ship of each kind, the usual one first.
    `readers` are for heads that a game reads in its own way, `chosen` writes the options, and
    `more` are the kinds of further heads.
    """

    game: str
    words: Mapping[str, Word]
    seats: dict[Word, str]
    components: Mapping[str, Sequence[str]]
    readers: Mapping[str, Callable[[Line], Any]]
    chosen: Callable[[AnyEvent, Language], Iterable[str]]
    more: Mapping[str, Kind] = {}

    @property
    def HEADS(self) -> dict[Word, str]:  # noqa: N802 (a module has it as a constant)
        return {word: key for key, word in self.words.items()}

    @property
    def _letters(self) -> dict[str, Word]:
        letters: dict[str, Word] = {}
        for word, seat in self.seats.items():
            letters.setdefault(seat, word)
        return letters

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, object]:
        """Return the data of record 1. Raises `Unread`."""
        readers: dict[str, Callable[[Line], Any]] = {
            "title": text_of_line,
            "players": lambda line: read_players(line, self.seats, len(self._letters)),
            **dict.fromkeys(self.components, read_component),
            **{key: reading(kind) for key, kind in self.more.items()},
            **self.readers,
        }
        values = read_heads(rules, heads, readers, ("players", self.words["players"]))
        of_set = {kind: values.get(kind, names[0]) for kind, names in self.components.items()}
        return {
            "game": self.game,
            "rules": RULES,
            "title": values.get("title"),
            "players": values["players"],
            "options": values.get("options", {}),
            "components": of_set,
            **{key: values.get(key) for key in self.more},
        }

    def write_opening(self, event: AnyEvent, language: Language) -> list[str]:
        """Record 1 in lines; the first one is the version of the rules."""
        return [str(event.rules), *self._heads(event, language)]

    def _heads(self, event: AnyEvent, language: Language) -> Iterator[str]:
        words = self.words
        yield from title_head(event.title, words["title"], language)
        players = ((self._letters[seat.colour], seat.name) for seat in event.players)
        yield players_head(players, words["players"], language)
        if chosen := list(self.chosen(event.options, language)):
            yield f"{words['options'].say(language)} {' '.join(chosen)}"
        for kind in self.components:
            component = getattr(event.components, kind)
            is_name = isinstance(component, str)
            text = bare_or_quoted(component) if is_name else msgspec.json.encode(component).decode()
            yield f"{words[kind].say(language)} {text}"
        for key, kind_of in self.more.items():
            if (value := getattr(event, key)) is not None:
                yield f"{words[key].say(language)} {kind_of.say(value, At(None, {}, language))}"

    def empty_heads(self, language: Language) -> Iterator[str]:
        """Yield the heads to be filled in by hand."""
        for key, word in self.words.items():
            if key == "players":
                seats = (f"{letter.say(language)} {BLANK}" for letter in self._letters.values())
                yield f"{word.say(language)} {', '.join(seats)}"
            elif key not in self.more:
                yield word.say(language)


def reading(kind: Kind) -> Callable[[Line], Any]:
    """Return what reads a head of a kind. It raises `Unread`."""

    def read(line: Line) -> FieldValue:
        reader = Reader(line, At(None, {}))
        value = kind.read(reader)
        if line.peek() and reader.fault:
            raise reader.fault
        return value

    return read


def not_usual(yes_or_no: Mapping[Word, bool]) -> Callable[[Struct, Language], Iterator[str]]:
    """Return what writes the options that are not at their defaults, which never change."""

    def chosen(options: Struct, language: Language) -> Iterator[str]:
        usual = structs.asdict(type(options)())
        for name, value in structs.asdict(options).items():
            if value != usual[name]:
                yield f"{name}={said(value, yes_or_no, language)}"

    return chosen


def said(value: object, yes_or_no: Mapping[Word, bool], language: Language) -> str:
    """Return the value of an option: a truth in words."""
    return next((word.say(language) for word, of in yes_or_no.items() if of is value), str(value))
