"""The opening dialogue of a game (`capabilities.Setup`): seats, settings, components, the box.

All of it is read off record 1; a game that says some of it itself has a class below `DefaultSetup`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Self

from msgspec import NODEFAULT, ValidationError, convert, inspect, structs, to_builtins

from ragami.decoded import AnyEvent, Data, Fields, FieldValue
from ragami.errors import N_, RagamiError
from ragami.findings import Finding
from ragami.game.capabilities import COMPONENTS, NOTATION, PIECES
from ragami.game.components.pieces import example_line
from ragami.game.definition import GameDefinition
from ragami.game.opening import (
    OPTIONS,
    OpeningRecord,
    Setting,
    Value,
    id_for,
    name_of,
    opening_record,
)
from ragami.language import LANGUAGES, Language, capital, translator
from ragami.notation.heads import reading
from ragami.notation.line import Line
from ragami.notation.misread import Misread, Unread
from ragami.notation.reader import At


class OptionMisread(RagamiError):
    """An option that is a list is not said as in the heads of a sheet (exit code 2)."""

    def __init__(self, option: str, found: str, misread: Misread) -> None:
        super().__init__("option-misread", option=option, found=found, column=misread.column)
        self.misread = (misread,)

    def say(self, language: Language) -> str:
        (misread,) = self.misread
        return f"{super().say(language)} {misread.say(language, numbered=False)}"


class DefaultSetup:
    """See `capabilities.Setup`."""

    def __init__(self, game: GameDefinition, record: OpeningRecord) -> None:
        self._game = game
        self._record = record
        self.seats = record.seats
        self.named = record.named
        self.least = record.least
        self.most = record.most

    @classmethod
    def of(cls, game: GameDefinition) -> Self | None:
        """Return the setup of a game by the struct of its record 1; None where that says none."""
        first = next(iter(game.events.values()), None)
        record = opening_record(first.struct) if first else None
        return cls(game, record) if record else None

    @cached_property
    def components(self) -> Mapping[str, tuple[str, ...]]:
        offered = self._game.get(COMPONENTS) if self._record.has_components else None
        return offered.shipped if offered else {}

    def settings(self) -> Sequence[Setting]:
        return self._settings

    @cached_property
    def _settings(self) -> Sequence[Setting]:
        """The settings, with the texts that record 1 leaves to the game."""
        return [
            setting
            if any(setting.meaning["en"])
            else structs.replace(setting, meaning=self.meaning(setting.name, setting.values))
            for setting in self._record.settings
        ]

    def meaning(self, option: str, values: Sequence[Value]) -> Mapping[str, Sequence[str]]:
        """Return what an option means, by language, where record 1 does not say it.

        That is the text of the code `option/NAME`, and of `option/NAME=VALUE` where a value has
        one; without a text what the rulings say that the option can turn round.
        """
        words, code = self._game.words, f"option/{option}"
        tables: Mapping[str, Mapping[str, str]] = getattr(words, "texts", {})
        rulings = self._game.rulebook.on_option(option)
        if code not in tables.get("en", {}) and rulings["en"]:
            return rulings
        return {
            at: [
                words.word(code, at),
                *(f"{v}: {text}" for v in values if (text := tables[at].get(f"{code}={v}"))),
            ]
            for at in LANGUAGES
        }

    def still_to_say(self, _seats: Iterable[str], chosen: Mapping[str, Value]) -> Sequence[Setting]:
        without_usual = (setting for setting in self.settings() if setting.usual is None)
        return [setting for setting in without_usual if setting.name not in chosen]

    def data(
        self,
        title: str | None,
        players: Sequence[tuple[str, str]],
        chosen: Mapping[str, Value],
        components: Mapping[str, object],
    ) -> Data:
        record = self._record
        people = _with_ids(name for _seat, name in players) if self.named else players
        seated = [{record.seat_field: seat, record.name_field: name} for seat, name in people]
        values: Data = {"title": title, "players": seated}
        usual = {setting.name: setting.usual for setting in self.settings()}
        values |= self._as_recorded({**usual, **chosen})
        if record.options:
            apart = (field.name for field in structs.fields(record.options))
            values[OPTIONS] = {
                name: values[name] for name in apart if name in chosen and values[name] is not None
            }
        if record.has_components:
            kinds = self.components.items()
            values["components"] = {kind: components.get(kind, names[0]) for kind, names in kinds}
        data = {
            field.name: values[field.name] if field.name in values else _only_value(field)
            for field in structs.fields(record.struct)
        }
        return data | {name: to_builtins(data[name]) for name in record.listed}

    def agreed(self, opened: object) -> Mapping[str, Value | None]:
        if not isinstance(opened, self._record.struct):
            return {}
        apart = structs.asdict(getattr(opened, OPTIONS)) if self._record.options else {}
        fields = structs.asdict(opened) | apart
        settings = (setting.name for setting in self.settings() if setting.name in fields)
        chosen = {name: self._chosen(name, fields[name]) for name in (*settings, *apart)}
        components = getattr(opened, "components", {}) if self.components else {}
        parts = components if isinstance(components, Mapping) else structs.asdict(components)
        return {**chosen, **{kind: name_of(part) for kind, part in parts.items()}}

    def under(self, opened: AnyEvent, chosen: Mapping[str, Value]) -> AnyEvent:
        values = self._as_recorded(chosen)
        fields = {name: value for name, value in values.items() if hasattr(opened, name)}
        if apart := {name: value for name, value in values.items() if name not in fields}:
            fields[OPTIONS] = structs.replace(opened.options, **apart)
        return structs.replace(opened, **fields)

    def _as_recorded(self, chosen: Fields) -> Data:
        """Return what was chosen as it stands in record 1. Raises `OptionMisread`.

        A list is chosen as a text by a person, and as it stands in record 1 by a program.
        """
        values = dict[str, Any]()
        for name, value in chosen.items():
            if name in self._record.listed and isinstance(value, str):
                values[name] = self._read(name, value)
            elif name in self._record.words and isinstance(value, str):
                values[name] = tuple(word.strip() for word in value.split(",") if word.strip())
            else:
                is_blank = name in self._record.blank and value == self._record.blank[name]
                values[name] = None if is_blank else value
        return values

    def _read(self, name: str, text: str) -> FieldValue:
        """Read a list as in the heads of a sheet."""
        line, fields = Line(text), structs.fields(self._record.struct)
        kind = next(field.type for field in fields if field.name == name)
        try:
            read = reading(self._game.need(NOTATION).head(name))(line) if line.peek() else ()
            line.end()
            return convert(read, kind)
        except Unread as wrong:
            fault = Misread(1, wrong.column, wrong.found, wrong.expected)
        except ValidationError:
            fault = Misread(1, 1, text, (N_("values that such a record may have"),))
        raise OptionMisread(name, text, fault)

    def _chosen(self, name: str, value: FieldValue) -> Value | None:
        """Return what stands in record 1 as it is chosen; a list as its parts."""
        if name in self._record.listed:
            kind = self._game.need(NOTATION).head(name)
            return " ".join(kind.write(to_builtins(value), At(None, {}))) if value else ""
        if isinstance(value, tuple):
            return ",".join(map(str, value))
        blank: Value | None = self._record.blank.get(name)
        return blank if value is None else value


def _with_ids(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield names, each behind an id made of it."""
    taken = set[str]()
    for name in names:
        taken.add(id_ := id_for(name, taken))
        yield id_, name


def _only_value(field: structs.FieldInfo) -> object:
    """Return what stands in a field that nobody chooses: the name of the game, the rules."""
    kind = inspect.type_info(field.type)
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    if isinstance(kind, inspect.VarTupleType):
        return []
    return None if field.default is NODEFAULT else field.default


class DefaultBox:
    """See `capabilities.Box`."""

    left_open: Final[Fields] = {}

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    @property
    def asked(self) -> Sequence[str]:
        components = self._game.get(COMPONENTS)
        return tuple(components.shipped) if components else ()

    def question(self, kind: str, usual: str, language: Language) -> str:
        _ = translator(language)
        sentence = _(
            "{kind}: Enter takes {usual}; 'new' enters that of your box. One that was entered"
            " before goes by its name."
        )
        name = self._game.words.word(kind, language)
        text = sentence.format(kind=capital(name), usual=usual)
        caveat = self.stand_in(kind, usual, language)
        return f"{text} {caveat}" if caveat else text

    def stand_in(self, kind: str, name: str, language: Language) -> str:
        """Return the caveat about what ships and is not the printed one, with the way on."""
        components = self._game.get(COMPONENTS)
        if components is None or name not in components.shipped.get(kind, ()):
            return ""
        if getattr(components.inspect(components.read(kind, name)).component, "verified", True):
            return ""
        _ = translator(language)
        text = _("{name} is invented, and not the printed one.").format(name=name)
        pieces = self._game.get(PIECES)
        if pieces and pieces.component == kind:
            met = _("A card of your box is entered when it is met: '{line}'.")
            text += " " + met.format(line=example_line(pieces, language))
        return text

    def rests_on(self, state: object, finding: Finding) -> tuple[str, str] | None:
        """Ask the components of the game, if they say what a refusal rests on."""
        rests_on = getattr(self._game.get(COMPONENTS), "rests_on", None)
        component: tuple[str, str] | None = rests_on(state, finding) if rests_on else None
        return component
