"""The score sheet of a game by its forms, and by what follows from its structs where it has none.

`type field=value …`, which sheets had before, is still read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, ValidationError, convert, to_builtins

from ragami.decoded import AnyEvent, Data, Fields
from ragami.game.capabilities import SETUP
from ragami.game.defaults.forms import AnyValue, Derived, plain_fields, plainly, written_words
from ragami.game.definition import GameDefinition
from ragami.game.opening import opening_record
from ragami.language import Language
from ragami.notation.heads import RULES, Players, RecordHeads
from ragami.notation.kinds import Kind, Text
from ragami.notation.line import Line, word_in
from ragami.notation.misread import Word
from ragami.notation.reader import At, Misfit, Reader, Unsaid
from ragami.notation.score_sheet import ScoreSheet


class DerivedSheet(ScoreSheet):
    """See `ragami.notation.protocol.Notation`."""

    def __init__(self, game: GameDefinition) -> None:
        derived = Derived(game)
        super().__init__(derived.forms, DerivedHeads(game, derived), derived.seats)
        self._game, self._examples = game, derived.examples
        self._types = {Word(name, name): name for name in game.events}

    def read(self, line: Line, state: object) -> tuple[str, AnyEvent]:
        struct = self._plain_type(line)
        if struct:
            return struct, plain_fields(line, self._game.events[struct].struct)
        return super().read(line, state)

    def write(self, type_: str, event: object, state: object, language: Language) -> str | None:
        line = super().write(type_, event, state, language)
        return line or " ".join((type_, *plainly(event)))

    def examples(self, language: Language) -> Iterator[tuple[str, str]]:
        for type_, event in self._examples.items():
            line = self.forms.write(type_, event, None, language)
            if line is not None:
                yield type_, line

    def reference(self, language: Language) -> Iterator[tuple[str, str]]:
        for type_, line in self.examples(language):
            yield line, self._game.words.word(type_, language)

    def _plain_type(self, line: Line) -> str | None:
        """Return the type of a line such as `rolled face=3`; None for another line."""
        type_ = word_in(line.peek(), self._types)
        if type_ is None or line.at + 1 >= len(line.tokens):
            return None
        name, equals, _value = line.tokens[line.at + 1].text.partition("=")
        if not equals or name not in self._game.events[type_].struct.__struct_encode_fields__:
            return None
        line.take()
        return type_


HEADS: Final = {
    "title": Word("title:", "título:"),
    "players": Word("players:", "jugadores:"),
    "options": Word("options:", "opciones:"),
}


class NoRecord(Struct):
    """Record 1 of a game that is not installed."""


class DerivedOptions(Kind):
    """The options agreed on, each by the kind of its field: `seeds=4 quick=yes`."""

    widget = "options"

    def __init__(self, words: Mapping[Word, str], kinds: Mapping[str, Kind]) -> None:
        super().__init__(expected=[f"{word.en}=" for word in words])
        self._names, self._kinds = dict(words), kinds

    def read(self, reader: Reader) -> Data:
        chosen: Data = {}
        while token := reader.peek():
            spelt, _sign, value = token.partition("=")
            name = word_in(spelt, self._names)
            if name is None or name in chosen:
                raise reader.stop(*self.expected)
            try:
                chosen[name] = self._kinds[name].text(value, reader.at)
            except Misfit as wrong:
                raise reader.stop(*wrong.expected) from None
            reader.take()
        return chosen

    def write(self, value: Fields, at: At) -> list[str]:
        return [
            f"{word.say(at.language)}={self._kinds[name].say(value[name], at)}"
            for name, word in written_words(self._names).items()
        ]


class DerivedHeads:
    """See `ragami.notation.score_sheet.Heads`. A record 1 that they cannot say is one line."""

    def __init__(self, game: GameDefinition, derived: Derived) -> None:
        self._game = game
        self._struct = next((entry.struct for entry in game.events.values()), NoRecord)
        record = opening_record(self._struct) if game.get(SETUP) else None
        self._record = None if record and record.listed else record
        self._heads: RecordHeads | None = None
        self.kinds: Mapping[str, Kind] = {}
        if record:
            fields = derived.fields(self._struct)
            names = [setting.name for setting in game.need(SETUP).settings()]
            self.kinds = {
                name: fields[name].kind if name in fields else AnyValue() for name in names
            }
        if self._record:
            seats = len(written_words(derived.seats))
            kinds = {
                "title": Text(rest=True),
                "players": Players({} if self._record.named else derived.seats, most=seats),
                "options": DerivedOptions(derived.words(self.kinds), self.kinds),
            }
            usual: Data = {"title": None, "options": {}}
            self._heads = RecordHeads(game.name, HEADS, kinds, usual, "players")
        self.HEADS = self._heads.HEADS if self._heads else {}

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> AnyEvent:
        if self._heads is None or "=" in rules.peek():
            return {"game": self._game.name} | plain_fields(rules, self._struct)
        values = self._heads.read_opening(rules, heads)
        players = [(player["colour"], player["name"]) for player in values["players"]]
        return self._data(values["title"], players, values["options"])

    def _data(self, title: str | None, players: Sequence[tuple[str, str]], chosen: Data) -> Data:
        """Return record 1 with these seats, also where they are made of the names otherwise."""
        assert self._record
        data = self._game.need(SETUP).data(title, players, chosen, {})
        seat, name = self._record.seat_field, self._record.name_field
        return data | {"players": [{seat: who, name: called} for who, called in players]}

    def write_opening(self, event: object, language: Language) -> list[str]:
        plain = {k: v for k, v in to_builtins(event).items() if k != "game"}
        return self._lines(event, language) or [" ".join(plainly(plain))]

    def _lines(self, event: AnyEvent, language: Language) -> list[str]:
        """Return the lines of record 1; none where they do not say all of it."""
        if self._record is None or self._heads is None or getattr(event, "rules", None) != RULES:
            return []
        agreed = self._game.need(SETUP).agreed(event)
        players = list(self._record.names(event).items())
        chosen = {name: agreed[name] for name in self.kinds}
        data = self._data(event.title, players, {k: v for k, v in chosen.items() if v is not None})
        seated = [{"colour": seat, "name": name} for seat, name in players]
        values = {"rules": RULES, "title": event.title, "players": seated, "options": chosen}
        try:
            same = convert(data, self._struct) == event
            return self._heads.write_opening(values, language) if same else []
        except (ValidationError, Unsaid):
            return []

    def empty_heads(self, language: Language) -> Iterable[str]:
        """Write the heads to be filled in by hand."""
        return self._heads.empty_heads(language) if self._heads else ()
