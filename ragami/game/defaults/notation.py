"""The score sheet of a game by its forms, and by what follows from its structs where it has none.

`type field=value …`, which sheets had before, is still read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct, ValidationError, convert, to_builtins

from ragami.decoded import AnyEvent, Data
from ragami.game.capabilities import SETUP
from ragami.game.defaults.forms import AnyValue, Derived, plain_fields, plainly, written
from ragami.game.definition import GameDefinition
from ragami.game.opening import opening_record
from ragami.language import Language
from ragami.notation.heads import Players, read_heads, reading
from ragami.notation.kinds import Kind
from ragami.notation.line import Line, line_of_text, text_of_line, word_in
from ragami.notation.misread import Word
from ragami.notation.reader import At, Misfit, Unsaid
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


TITLE: Final = Word("title:", "título:")
PLAYERS: Final = Word("players:", "jugadores:")
OPTIONS: Final = Word("options:", "opciones:")
BLANK: Final = "_" * 12


class NoRecord(Struct):
    """Record 1 of a game that is not installed."""


class DerivedHeads:
    """See `ragami.notation.score_sheet.Heads`. A record 1 that they cannot say is one line."""

    def __init__(self, game: GameDefinition, derived: Derived) -> None:
        self._game = game
        self._struct = next((entry.struct for entry in game.events.values()), NoRecord)
        record = opening_record(self._struct) if game.get(SETUP) else None
        self._record = None if record and record.listed else record
        self._seats = derived.seats
        self._letters = written(derived.seats)
        is_named = record is not None and record.named
        self._players = Players({} if is_named else derived.seats, most=len(self._letters))
        self.HEADS: Mapping[Word, str] = {}
        self.kinds: Mapping[str, Kind] = {}
        if record:
            fields = derived.fields(self._struct)
            names = [setting.name for setting in game.need(SETUP).settings()]
            self.kinds = {
                name: fields[name].kind if name in fields else AnyValue() for name in names
            }
        if self._record:
            self.HEADS = {TITLE: "title", PLAYERS: "players", OPTIONS: "options"}
            self._options = derived.words(self.kinds)
            self._spelt = written(self._options)

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> AnyEvent:
        if self._record is None or "=" in rules.peek():
            return {"game": self._game.name} | plain_fields(rules, self._struct)
        readers = {
            "title": text_of_line,
            "players": reading(self._players),
            "options": self._chosen,
        }
        values = read_heads(rules, heads, readers, ("players", PLAYERS))
        players = [(player["colour"], player["name"]) for player in values["players"]]
        return self._data(values.get("title"), players, values.get("options", {}))

    def _data(self, title: str | None, players: Sequence[tuple[str, str]], chosen: Data) -> Data:
        """Return record 1 with these seats, also where they are made of the names otherwise."""
        assert self._record
        data = self._game.need(SETUP).data(title, players, chosen, {})
        seat, name = self._record.seat_field, self._record.name_field
        return data | {"players": [{seat: who, name: called} for who, called in players]}

    def _chosen(self, line: Line) -> Data:
        """Read `seeds=4 quick=yes`. Raises `Unread`."""
        chosen: dict[str, object] = {}
        while token := line.peek():
            spelt, _sign, value = token.partition("=")
            name = word_in(spelt, self._options)
            if name is None or name in chosen:
                raise line.stop(*(f"{word.en}=" for word in self._options))
            try:
                chosen[name] = self.kinds[name].text(value, At(None, {}))
            except Misfit as wrong:
                raise line.stop(*wrong.expected) from None
            line.take()
        return chosen

    def write_opening(self, event: object, language: Language) -> list[str]:
        plain = {k: v for k, v in to_builtins(event).items() if k != "game"}
        return list(self._heads(event, language)) or [" ".join(plainly(plain))]

    def _heads(self, event: AnyEvent, language: Language) -> Iterator[str]:
        """Yield the lines of record 1; none where they do not say all of it."""
        if self._record is None or getattr(event, "rules", None) != 1:
            return
        setup, title = self._game.need(SETUP), event.title
        players = list(self._record.names(event).items())
        chosen = {name: setup.agreed(event)[name] for name in self.kinds}
        data = self._data(title, players, {k: v for k, v in chosen.items() if v is not None})
        try:
            same = convert(data, self._struct) == event
            at = At(None, {}, language)
            options = [
                f"{word.say(language)}={self.kinds[name].say(chosen[name], at)}"
                for name, word in self._spelt.items()
            ]
        except (ValidationError, Unsaid):
            return
        if not same:
            return
        yield "1"
        if title is not None:
            yield f"{TITLE.say(language)} {line_of_text(title)}"
        seated = [{"colour": seat, "name": name} for seat, name in players]
        yield " ".join([PLAYERS.say(language), *self._players.write(seated, at)])
        if options:
            yield f"{OPTIONS.say(language)} {' '.join(options)}"

    def empty_heads(self, language: Language) -> Iterator[str]:
        """Write the heads to be filled in by hand."""
        for head, key in self.HEADS.items():
            blanks = [f"{seat.say(language)} {BLANK}" for seat in self._letters.values()]
            if self._record and self._record.named:
                blanks = [f"{BLANK} {BLANK}"] * len(blanks)
            seats = ", ".join(blanks)
            yield f"{head.say(language)} {seats}" if key == "players" else head.say(language)
