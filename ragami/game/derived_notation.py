"""The score sheet of a game by its forms, derived from the structs of its events where it has none.

    south sow 3                    the label of the type, the value of its only field
    red bid count 2 face 6         several fields, each behind its name; `red bid 2 6` is read too
    bid player=red count=2         `field=value`: lines as sheets had them before games had forms

A word of a line is what the game's texts call the code that stands in the template.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import NODEFAULT, Struct, ValidationError, convert, to_builtins
from msgspec import inspect as types

from ragami.decoded import AnyEvent, Data, Fields, FieldValue
from ragami.errors import N_
from ragami.game.capabilities import FORMS, SETUP
from ragami.game.definition import GameDefinition
from ragami.game.opening import named, opening_record
from ragami.game.visibility import KEY
from ragami.language import LANGUAGES, Language
from ragami.log.record import LIMIT
from ragami.notation.forms import Form, Forms, Part
from ragami.notation.heads import RULES, Players, RecordHeads
from ragami.notation.kinds import A_WORD, Kind, Known, Number, Or, Text, Words
from ragami.notation.line import Line, text_in, word_in
from ragami.notation.lists import Pairs, Several
from ragami.notation.misread import Word, fold_word
from ragami.notation.reader import At, Misfit, Reader, Unsaid
from ragami.notation.score_sheet import ScoreSheet

FIELD_AND_VALUE: Final = N_("a field and its value, as in player=red")
A_VALUE: Final = N_("a value as in JSON, or a plain word")


class AnyValue(Kind):
    """A value of any shape: as JSON, or a plain word."""

    expected = (A_VALUE,)

    def text(self, text: str, _at: At) -> FieldValue:
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            word = text_in(text)
            if word is None:
                raise Misfit(*self.expected) from None
            return word

    def say(self, value: FieldValue, _at: At) -> str:
        return as_token(value)


def plain_fields(line: Line, struct: type[Struct]) -> Data:
    """Read the fields that follow, each as `field=value`. Raises `Unread`."""
    fields = struct.__struct_encode_fields__
    data: dict[str, object] = {}
    while token := line.peek():
        name, equals, value = token.partition("=")
        if not equals or name not in fields or name in data:
            lacking = [f"{field}=" for field in fields if field not in data]
            raise line.stop(*(lacking or [FIELD_AND_VALUE]))
        try:
            data[name] = AnyValue().text(value, At(None, {}))
        except Misfit as wrong:
            raise line.stop(*wrong.expected) from None
        line.take()
    return data


def plainly(event: object) -> Iterator[str]:
    """Yield the fields of an event as `field=value`."""
    fields = event if isinstance(event, dict) else to_builtins(event)
    for name, value in fields.items():
        yield f"{name}={as_token(value)}"


def as_token(value: object) -> str:
    """Return a value without blanks outside of quotes; a plain word stands as it is."""
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


SEAT: Final = "player"
"""The field of an event that says whose doing it is."""

YES_OR_NO: Final = {Word("yes", "sí"): True, Word("no", "no"): False}
UNKNOWN: Final = "?"
NOTHING: Final = "-"
_FIELD: Final = re.compile(r"\{[^}]*\}")
_LITERAL: Final = re.compile(r"[^\W\d_]\w*")


class FieldForm(NamedTuple):
    """The form of a value: its kind, and an example."""

    kind: Kind
    example: Any


class Derived:
    """The forms of a game, and an example of each type of event."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game
        setup = game.get(SETUP)
        self.seats = self.words(setup.seats if setup else ())
        self._player: Kind = Words(self.seats, whole=True, widget="seat")
        if setup and named(setup):
            self._player = Known(self._people, expected=A_WORD, widget="seat")
        own: Sequence[Form] = game.get(FORMS) or ()
        types_of_own = {form.type for form in own}
        self.examples: Data = {}
        rows, kinds = list(own), dict[str, Kind]()
        for type_, entry in list(game.events.items())[1:]:
            fields = self.fields(entry.struct)
            self.examples[type_] = {name: form.example for name, form in fields.items()}
            if type_ in types_of_own:
                kinds |= {name: form.kind for name, form in fields.items()}
            else:
                rows += self._rows(type_, entry.struct, fields)
        literals = (
            word for row in rows for word in _LITERAL.findall(_FIELD.sub(" ", row.template))
        )
        self.forms = Forms(
            rows,
            tables={"sheet": {code: self.word(code) for code in literals}},
            kinds=kinds,
            left_out={SEAT: self._due},
        )

    def _due(self, at: At) -> str | None:
        """Return the only player who is due."""
        due = self._game.position(at.state).due
        return due[0] if len(due) == 1 else None

    def _people(self, state: object) -> Mapping[str, Sequence[str]]:
        return {seat: (name,) for seat, name in self._game.seating(state).names.items()}

    # --- words -----------------------------------------------------------------------------

    def word(self, code: str) -> Word:
        """Return how a code is spelt on a line: as it is called, in one word."""
        called = [self._game.words.word(code, language) for language in LANGUAGES]
        spelt = [word.strip().lower().replace(" ", "_") for word in called]
        return Word(*(word if text_in(word) == word else code for word in spelt))

    def words(self, codes: Iterable[str]) -> dict[Word, str]:
        """Return the spellings of some codes: as they are called, and as they are."""
        codes = list(codes)
        called = {self.word(code): code for code in codes}
        bare = {Word(code, code): code for code in codes}
        by_language = ([fold_word(word[n]) for word in called] for n, _ in enumerate(LANGUAGES))
        if any(len(set(spellings)) < len(codes) for spellings in by_language):
            return bare
        return called | {word: code for word, code in bare.items() if word not in called}

    # --- rows ------------------------------------------------------------------------------

    def fields(self, struct: type[Struct]) -> dict[str, FieldForm]:
        return {
            field.encode_name: FieldForm(self._player, next(iter(self.seats.values())))
            if field.name == SEAT and self.seats
            else self.of(field.type)
            for field in _fields(struct)
        }

    def _rows(
        self, type_: str, struct: type[Struct], fields: Mapping[str, FieldForm]
    ) -> Iterator[Form]:
        """Yield the row of a type, and the short one that is read besides."""
        kinds = {name: form.kind for name, form in fields.items()}
        lead = f"<{{{SEAT}}}> " if self.seats and SEAT in kinds else ""
        own = [field for field in _fields(struct) if not lead or field.name != SEAT]
        usual = {field.encode_name: _default(field) for field in own if not field.required}
        names = [field.encode_name for field in own]
        parts = (f"{{{name}}}" if len(names) == 1 else f"{name} {{{name}}}" for name in names)
        way = " ".join(f"[{p}]" if n in usual else p for n, p in zip(names, parts, strict=True))
        lists = [name for name in names if isinstance(kinds[name], Several)]
        short = " ".join(f"{{{name}}}" for name in names)
        for verb, options in self._verbs(type_):
            line = f"{lead}{verb} {way}".strip()
            yield Form(type_, line, kinds=kinds, usual=usual, **options)
            if len(names) > 1 and not usual and lists in ([], names[-1:]):
                yield Form(type_, f"{lead}{verb} {short}", kinds=kinds, read_only=True)

    def _verbs(self, type_: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield how a line of a type may begin: as its label, where that has several words."""
        labels = {at: self._game.words.word(type_, at).lower() for at in LANGUAGES}
        words = [word for label in labels.values() for word in label.split()]
        several = len(words) > len(labels) and all(text_in(word) == word for word in words)
        if several:
            yield from ((label, {"only": at}) for at, label in labels.items())
        yield type_, {"read_only": several}

    # --- kinds -----------------------------------------------------------------------------

    def of(self, type_: types.Type, sign: str = NOTHING) -> FieldForm:
        """Return the form of a type; `sign` stands for null."""
        form = FieldForm(AnyValue(), 1)
        match type_:
            case types.Metadata(type=inside, extra=extra):
                form = self.of(inside, UNKNOWN if KEY in (extra or {}) else sign)
            case types.UnionType(types=(one, types.NoneType()) | (types.NoneType(), one)):
                form = _or_null(self.of(one), sign)
            case types.LiteralType(values=values) if all(isinstance(code, str) for code in values):
                codes = [str(value) for value in values]
                form = FieldForm(Words(self.words(codes)), codes[0])
            case types.BoolType():
                form = FieldForm(Words(YES_OR_NO), example=True)
            case types.IntType(ge=int() as least, le=most):
                form = FieldForm(Number(least, LIMIT if most is None else most), max(least, 1))
            case types.StrType():
                form = FieldForm(Text(), "text")
            case types.VarTupleType(item_type=item) | types.ListType(item_type=item):
                form = _list(self.of(item), type_.min_length or 0, type_.max_length)
            case types.DictType(key_type=key, value_type=value):
                form = _table(self.of(key), self.of(value))
            case types.StructType(cls=struct):
                form = _part(self.fields(struct))
        return form


def written_words(words: Mapping[Word, str]) -> dict[str, Word]:
    """Return the word with which each code is written: the first one of it."""
    spelt: dict[str, Word] = {}
    for word, code in words.items():
        spelt.setdefault(code, word)
    return spelt


def _fields(struct: type[Struct]) -> Sequence[types.Field]:
    described = types.type_info(struct)
    assert isinstance(described, types.StructType)
    return described.fields


def _default(field: types.Field) -> object:
    """Return the value of a field that is left out, as JSON has it."""
    value = field.default
    if value is NODEFAULT:
        value = field.default_factory()
    return msgspec.json.decode(msgspec.json.encode(value))


def _is_one_token(kind: Kind) -> bool:
    inside = kind.kinds if isinstance(kind, Or) else (kind,)
    return all(isinstance(part, Words | Number) for part in inside)


def _or_null(form: FieldForm, sign: str) -> FieldForm:
    inside = form.kind.of if isinstance(form.kind, Several) else None
    if isinstance(form.kind, AnyValue) or (isinstance(inside, Or) and sign in inside.signs):
        return FieldForm(AnyValue(), form.example)
    return FieldForm(Or(form.kind, signs={sign: None}), form.example)


def _list(of: FieldForm, least: int, most: int | None) -> FieldForm:
    example = [of.example] * max(least, 1)
    if _is_one_token(of.kind):
        return FieldForm(Several(of.kind, least, most), example)
    if isinstance(of.kind, Part):
        return FieldForm(Several(of.kind, least, most, divider=","), example)
    return FieldForm(AnyValue(), example)


def _table(key: FieldForm, value: FieldForm) -> FieldForm:
    example = {key.example: value.example}
    if _is_one_token(key.kind) and _is_one_token(value.kind):
        return FieldForm(Pairs(key.kind, value.kind, least=1, empty=NOTHING), example)
    return FieldForm(AnyValue(), example)


def _part(fields: Mapping[str, FieldForm]) -> FieldForm:
    example = {name: form.example for name, form in fields.items()}
    if fields and all(_is_one_token(form.kind) for form in fields.values()):
        template = " ".join(f"{{{name}}}" for name in fields)
        return FieldForm(Part(template, {n: form.kind for n, form in fields.items()}), example)
    return FieldForm(AnyValue(), example)


# --- the sheet -----------------------------------------------------------------------------


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
