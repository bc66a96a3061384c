"""The heads of a sheet by the struct of record 1: title, players, options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, ValidationError, convert, to_builtins

from ragami.game.capabilities import SETUP
from ragami.game.defaults.forms import Derived, written
from ragami.game.defaults.plain import AnyValue, plain_fields, plainly
from ragami.game.definition import GameDefinition
from ragami.game.opening_record import opening_record
from ragami.language import Language
from ragami.notation.heads import players_head, read_heads, read_players, title_head
from ragami.notation.kinds import Kind
from ragami.notation.line import Line, text_of_line, word_in
from ragami.notation.misread import Word
from ragami.notation.reader import At, Misfit, Unsaid

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
        self._record = opening_record(self._struct) if game.get(SETUP) else None
        self._seats = derived.seats
        self._letters = written(derived.seats)
        self.HEADS: Mapping[Word, str] = {}
        if self._record:
            self.HEADS = {TITLE: "title", PLAYERS: "players", OPTIONS: "options"}
            fields = derived.fields(self._struct)
            names = [setting.name for setting in game.need(SETUP).settings()]
            self._options = derived.words(names)
            self._spelt = written(self._options)
            self._kinds: dict[str, Kind] = {
                name: fields[name].kind if name in fields else AnyValue() for name in names
            }

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> Any:
        if self._record is None or "=" in rules.peek():
            return {"game": self._game.name} | plain_fields(rules, self._struct)
        readers = {"title": text_of_line, "players": self._read_players, "options": self._chosen}
        values = read_heads(rules, heads, readers, ("players", PLAYERS))
        title, chosen = values.get("title"), values.get("options", {})
        return self._game.need(SETUP).data(title, values["players"], chosen, {})

    def _read_players(self, line: Line) -> list[tuple[str, str]]:
        players = read_players(line, self._seats, len(self._letters))
        return [(player["colour"], player["name"]) for player in players]

    def _chosen(self, line: Line) -> dict[str, Any]:
        """Read `seeds=4 quick=yes`. Raises `Unread`."""
        chosen: dict[str, Any] = {}
        while token := line.peek():
            spelt, _sign, value = token.partition("=")
            name = word_in(spelt, self._options)
            if name is None or name in chosen:
                raise line.stop(*(f"{word.en}=" for word in self._options))
            try:
                chosen[name] = self._kinds[name].text(value, At(None, {}))
            except Misfit as wrong:
                raise line.stop(*wrong.expected) from None
            line.take()
        return chosen

    def write_opening(self, event: object, language: Language) -> list[str]:
        plain = {k: v for k, v in to_builtins(event).items() if k != "game"}
        return list(self._heads(event, language)) or [" ".join(plainly(plain))]

    def _heads(self, event: Any, language: Language) -> Iterator[str]:
        """Yield the lines of record 1; none where they do not say all of it."""
        if self._record is None or event.rules != 1:
            return
        setup, title = self._game.need(SETUP), event.title
        players = list(self._record.names(event).items())
        chosen = {name: setup.agreed(event)[name] for name in self._kinds}
        data = setup.data(title, players, {k: v for k, v in chosen.items() if v is not None}, {})
        try:
            same = convert(data, self._struct) == event
            at = At(None, {}, language)
            options = [
                f"{word.say(language)}={self._kinds[name].say(chosen[name], at)}"
                for name, word in self._spelt.items()
            ]
        except (ValidationError, Unsaid):
            return
        if not same:
            return
        yield "1"
        yield from title_head(title, TITLE, language)
        yield players_head(((self._letters[s], name) for s, name in players), PLAYERS, language)
        if options:
            yield f"{OPTIONS.say(language)} {' '.join(options)}"

    def empty_heads(self, language: Language) -> Iterator[str]:
        """Write the heads to be filled in by hand."""
        for head, key in self.HEADS.items():
            seats = ", ".join(f"{seat.say(language)} {BLANK}" for seat in self._letters.values())
            yield f"{head.say(language)} {seats}" if key == "players" else head.say(language)
