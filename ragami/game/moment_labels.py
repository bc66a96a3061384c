"""The labels of a game in one state: the texts of a place, or what its kind or its words say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import json

from ragami.catalogue import Both, Table
from ragami.decoded import Data, FieldValue
from ragami.errors import N_
from ragami.game.capabilities import LABELS
from ragami.game.definition import GameDefinition
from ragami.game.labels import Label, Labels, places
from ragami.game.opening import Setting, Value
from ragami.language import LANGUAGES, Language, capital, lowered, translator
from ragami.messages import listed, plain, value_in_words
from ragami.notation.kinds import Kind
from ragami.notation.reader import At, Unsaid

UNSAYABLE: Final = (Unsaid, TypeError, ValueError, AttributeError, KeyError)
_OF_A_RECORD: Final = {"at": N_("when"), "by": N_("recorded by"), "type": N_("event")}
_OF_A_VIEW: Final = {
    "active": N_("whose turn"),
    "club": N_("club"),
    "due": N_("due"),
    "first": N_("first player"),
    "hand": N_("hand"),
    "name": N_("name"),
    "phase": N_("phase"),
    "place": N_("place"),
    "players": N_("players"),
    "round": N_("round"),
    "status": N_("status"),
    "supply": N_("supply"),
    "total": N_("total"),
    "used": N_("used"),
    "value": N_("value"),
}
"""What views of many games have, where a game has no word of its own."""
_GAPS: Final = re.compile(r"[\s·:,]*\{\}|\{\}[\s·:,]*")


def label_of(text: Callable[[Language], str]) -> Label:
    """Return what is said in each language."""
    return Label(*map(text, LANGUAGES))


class MomentLabels:
    """The labels of a game in one state."""

    def __init__(self, labels: Labels, game: GameDefinition, state: object) -> None:
        self.labels, self._game, self._state = labels, game, state
        self._seats = dict(game.seating(state).names)

    # --- events and fields -----------------------------------------------------------------

    def form(self, type_: str, data: Data) -> Label:
        """Return what an event with these fixed values is called."""
        fixed = {name: value for name, value in data.items() if name != "player"}
        labels = {name: self.value(type_, (name,), value, data) for name, value in fixed.items()}
        plain = {name: value for name, value in fixed.items() if _is_plain(value)}
        exact = (f"{type_}.{name}={_code(value)}" for name, value in plain.items())
        codes = (code for code in (*exact, type_) if code in self.labels.forms)
        if (code := next(codes, None)) is not None:
            return self._filled(self.labels.forms[code], labels)
        details = [labels[name] for name, value in fixed.items() if value is not None]
        return label_of(
            lambda language: " · ".join(
                (self.word(type_, language), *(label.text(language) for label in details))
            )
        )

    def _filled(self, template: Both, labels: Mapping[str, Label]) -> Label:
        """Fill in a template; what it names and the event has not is left out."""

        def filled(language: Language) -> str:
            facts = _Facts({name: label.text(language) or "{}" for name, label in labels.items()})
            filled = _GAPS.sub("", template.text(language).format_map(facts)).strip()
            return capital(filled)

        return label_of(filled)

    def field(self, type_: str, path: Sequence[str | int]) -> Label:
        """Return what is asked of a place in an event."""
        names = self.labels.names(path)
        key = next((part for part in reversed(path) if isinstance(part, str)), "")
        if (template := self._text_at(self.labels.fields, type_, names)) is not None:
            labels = {"key": self.key(type_, path)} if names[-1:] == ("*",) else {}
            return self._filled(template, labels)
        return self.key(type_, path) if names[-1:] == ("*",) else self._worded(key)

    def key(self, type_: str, path: Sequence[str | int]) -> Label:
        """Return what the key that a path ends with is called."""
        *above, key = (part for part in path if isinstance(part, str))
        kind = self.labels.keys.get(above[-1]) if above else None
        return self._of_kind(kind, key, At(self._state, {}, type=type_))

    def owner(self, path: Sequence[str | int]) -> str | None:
        """Return the seat whose the key is that a path ends with."""
        *above, key = [part for part in path if isinstance(part, str)] or [""]
        kind = self.labels.keys.get(above[-1]) if above else None
        return kind.owner(key) if kind else None

    def whole(self, type_: str, path: Sequence[str | int]) -> Label:
        """Return what an object is called that is asked for key by key."""
        names = self.labels.names(path)
        template = self._text_at(self.labels.fields, type_, (*names, "whole"))
        return self._filled(template, {}) if template else self.field(type_, path)

    def in_record(self, type_: str, path: Sequence[str]) -> Label:
        """Return where in a record something stands, the fields of its event as they are asked."""
        first, *inside = path
        if first != "data" or not inside:
            return self._step(first, _OF_A_RECORD)
        inside = self._with_whole_keys(inside)
        return _one_in_another(
            [self._owned(type_, inside[: n + 1]) for n in range(len(inside)) if inside[n]]
        )

    def _with_whole_keys(self, path: Sequence[str]) -> list[str]:
        """Return a path that was split at dots, with the keys whole that have one (`blue.2`)."""
        whole: list[str] = []
        for part in path:
            key = ".".join((*whole[-1:], part))
            if len(whole) > 1 and self.owner((*whole[:-1], key)) in self._seats:
                whole[-1] = key
            else:
                whole.append(part)
        return whole

    def _owned(self, type_: str, path: Sequence[str]) -> Label:
        """Return what is asked of a place, behind the seat whose it is."""
        label, owner = self.field(type_, path), self.owner(path)
        if owner is None or owner == path[-1]:
            return label
        return label_of(
            lambda language: f"{self.word(owner, language)} {lowered(label.text(language))}"
        )

    def in_view(self, path: Sequence[str]) -> Label:
        """Return where in a view something stands: `Ana · gold`."""
        # That there is one for each seat goes without saying.
        parts = path[1:] if path[1:2] and path[1] in self._seats else path
        return _one_in_another([self._step(part, _OF_A_VIEW) for part in parts])

    def _step(self, part: str, of_the_house: Mapping[str, str]) -> Label:
        if part in self._seats:
            return self.seat(part)
        if (text := self.labels.views.get(part)) is not None:
            return Label(*text)
        if part in of_the_house and not self.has_words(part):
            return label_of(lambda language: translator(language)(of_the_house[part]))
        return label_of(lambda language: self._game.words.word(part, language))

    # --- values ----------------------------------------------------------------------------

    def value(self, type_: str, path: Sequence[str | int], value: object, data: Data) -> Label:
        """Return what a value at a place is called."""
        names = self.labels.names(path)
        if _is_plain(value) and names:
            exact = (*names[:-1], f"{names[-1]}={_code(value)}")
            if (template := self._text_at(self.labels.choices, type_, exact)) is not None:
                return self._filled(template, {})
        at = At(self._state, data, type=type_)
        return self._of_kind(self.labels.kind(type_, names), value, at)

    def tells(self, type_: str, path: Sequence[str | int], value: object) -> Label | None:
        """Return what a value does; None where its name says all."""
        kind = self.labels.kind(type_, self.labels.names(path))
        if kind is None or value is None:
            return None
        at = At(self._state, {}, type=type_)
        try:
            label = label_of(lambda language: kind.tells(value, at._replace(language=language)))
        except UNSAYABLE:
            return None
        return label if label.en else None

    def picture(self, type_: str, path: Sequence[str | int], value: object) -> str | None:
        """Return the id of the symbol that shows a value."""
        kind = self.labels.kind(type_, self.labels.names(path))
        try:
            picture = kind.picture(value, At(self._state, {}, type=type_)) if kind else None
        except UNSAYABLE:
            return None
        return picture if picture in self.labels.pictures() else None

    def is_seat(self, value: str) -> bool:
        return value in self._seats

    def seat(self, seat: str) -> Label:
        name = plain(self._seats.get(seat, ""))
        if name and not self.has_words(seat):
            return label_of(lambda _language: name)
        return label_of(
            lambda language: " · ".join(filter(None, (self.word(seat, language), name)))
        )

    def has_words(self, code: str) -> bool:
        """Return True if a code has words in every language, and is not only spelled out."""
        words = self._game.words
        tables = getattr(words, "texts", {})
        return all(
            words.word(code, language) != code.replace("_", " ")
            or tables.get(language, {}).get(code)
            for language in LANGUAGES
        )

    def word(self, code: str, language: Language) -> str:
        """Return what a code is called where it stands alone."""
        word = self._game.words.word(code, language)
        return capital(word)

    def _worded(self, code: str) -> Label:
        return label_of(lambda language: self.word(code, language))

    def _of_kind(self, kind: Kind | None, value: FieldValue, at: At) -> Label:
        is_seat = isinstance(value, str) and value in self._seats
        if is_seat and (kind is None or kind.widget == "seat"):
            return self.seat(value)
        if kind is not None:
            try:
                return label_of(lambda language: kind.label(value, at._replace(language=language)))
            except UNSAYABLE:
                pass
        return label_of(lambda language: self._spoken(value, language))

    def in_words(self, value: object, path: Sequence[str] = ()) -> Label:
        """Return a value of a record in words, or of a view, of which the place is known."""
        name = next((part for part in reversed(path) if not part.isdigit()), "")
        kind = self.labels.kinds.get(f"view.{name}")
        if kind is None or not value:
            return label_of(lambda language: self._spoken(value, language))
        entries = value if isinstance(value, list | tuple) else (value,)
        labels = [self._of_kind(kind, entry, At(self._state, {})) for entry in entries]
        return label_of(
            lambda language: listed([label.text(language) for label in labels], language)
        )

    def _spoken(self, value: object, language: Language) -> str:
        """Say a value of which no kind is known."""
        word, _ = self._game.words.word, translator(language)
        match value:
            case None:
                return _("none")
            case str() if value in self._seats:
                return self.seat(value).text(language)
            case str() if value in self._game.rulebook.rules():
                return f"{value}: {self._game.rulebook.rules()[value].text(language)}"
            case str():
                return word(value, language)
        return value_in_words(value, language, self._spoken, word) or "–"

    @staticmethod
    def _text_at(table: Table, type_: str, names: Sequence[str]) -> Both | None:
        return next((table[place] for place in places(type_, names) if place in table), None)


class _Facts(dict[str, str]):
    """Facts of a template; what is not there leaves a gap."""

    def __missing__(self, _key: str) -> str:
        return "{}"


def _one_in_another(steps: Sequence[Label]) -> Label:
    return label_of(lambda language: " · ".join(step.text(language) for step in steps))


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, bool | int | str)


def _code(value: object) -> str:
    return value if isinstance(value, str) else json.encode(value).decode()


def setting_words(
    game: GameDefinition, setting: Setting, language: Language
) -> tuple[str, list[str]]:
    """Return what a setting is called, and each of its values."""
    labels = MomentLabels(game.need(LABELS), game, game.new_state())
    type_, path = next(iter(game.events)), ("options", setting.name)
    label = labels.field(type_, path).text(language)
    meaning = setting.meaning.get(language, ())
    if meaning and label.lower() == setting.name.replace("_", " "):
        label = meaning[0].removesuffix(".")
    return label, [labels.value(type_, path, v, {}).text(language) for v in setting.values]


def agreed_in_words(
    game: GameDefinition, setting: Setting, value: Value, language: Language
) -> str:
    """Say what is agreed: `Who wins: the fewest points`, `Which face? the last one`."""
    label, values = setting_words(game, setting, language)
    text = dict(zip(setting.values, values, strict=True)).get(value)
    if label.endswith("?"):
        return f"{label} {text or value}"
    return f"{label}: {lowered(text) if text else value}"


def options_in_words(
    game: GameDefinition, settings: Iterable[Setting], language: Language
) -> dict[str, tuple[Setting, Value | None]]:
    """Return what may be agreed on otherwise than usual, by how it is said.

    None is the value where a text has to follow.
    """
    options: dict[str, tuple[Setting, Value | None]] = {}
    for setting in settings:
        for value in setting.values:
            if setting.usual not in (None, value):
                options[agreed_in_words(game, setting, value, language)] = setting, value
        if setting.free == "text":
            options[f"{setting_words(game, setting, language)[0]}: "] = setting, None
    return options
