"""Default setup, read off record 1: seats, players, options with their values; the box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import NODEFAULT, inspect, structs

from ragami.findings import Finding
from ragami.game.capabilities import COMPONENTS
from ragami.game.definition import GameDefinition
from ragami.game.opening import name_of
from ragami.game.opening_record import OpeningRecord, opening_record
from ragami.game.setting import Setting, Value
from ragami.language import Language, translator


def from_record_1(game: GameDefinition) -> DefaultSetup | None:
    """Return the setup of a game by the struct of its record 1; None where that does not say it."""
    first = next(iter(game.events.values()), None)
    record = opening_record(first.struct) if first else None
    return DefaultSetup(game, record) if record else None


class DefaultSetup:
    """See `capabilities.Setup`."""

    def __init__(self, game: GameDefinition, record: OpeningRecord) -> None:
        self._record = record
        self.seats = record.seats
        self.least = record.least
        self.most = record.most
        offered = game.get(COMPONENTS) if record.has_components else None
        self.components: Mapping[str, tuple[str, ...]] = offered.shipped if offered else {}

    def settings(self) -> Sequence[Setting]:
        return self._record.settings

    def still_to_say(self, _seats: Iterable[str], chosen: Mapping[str, Value]) -> Sequence[Setting]:
        without_usual = (setting for setting in self.settings() if setting.usual is None)
        return [setting for setting in without_usual if setting.name not in chosen]

    def data(
        self,
        title: str | None,
        players: Sequence[tuple[str, str]],
        chosen: Mapping[str, Value],
        components: Mapping[str, object],
    ) -> dict[str, Any]:
        record = self._record
        seated = [{record.seat_field: seat, record.name_field: name} for seat, name in players]
        values: dict[str, Any] = {"title": title, "players": seated}
        values |= {s.name: chosen.get(s.name, s.usual) for s in self.settings()}
        if record.has_components:
            kinds = self.components.items()
            values["components"] = {kind: components.get(kind, of[0]) for kind, of in kinds}
        return {
            field.name: values.get(field.name, _only_value(field))
            for field in structs.fields(record.struct)
        }

    def agreed(self, opened: object) -> Mapping[str, Value | None]:
        if not isinstance(opened, self._record.struct):
            return {}
        chosen = {setting.name: getattr(opened, setting.name) for setting in self.settings()}
        components = getattr(opened, "components", {}) if self.components else {}
        return {**chosen, **{kind: name_of(part) for kind, part in components.items()}}

    def under(self, opened: Any, chosen: Mapping[str, Value]) -> Any:
        return structs.replace(opened, **chosen)


def _only_value(field: structs.FieldInfo) -> Any:
    """Return what stands in a field that nobody chooses: the name of the game, the rules."""
    kind = inspect.type_info(field.type)
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    return None if field.default is NODEFAULT else field.default


class DefaultBox:
    """See `capabilities.Box`."""

    left_open: Final[Mapping[str, Any]] = {}

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    @property
    def asked(self) -> Sequence[str]:
        components = self._game.get(COMPONENTS)
        return tuple(components.shipped) if components else ()

    def question(self, kind: str, usual: str, language: Language) -> str:
        _ = translator(language)
        sentence = _("{kind}: the name of one of your own; 'new' enters that of your box.")
        name = self._game.words.word(kind, language)
        question = sentence.format(kind=name[:1].upper() + name[1:])
        return question + " " + _("Enter: {usual}.").format(usual=usual)

    def stand_in(self, _kind: str, _name: str, _language: Language) -> str:
        return ""

    def rests_on(self, state: object, finding: Finding) -> tuple[str, str] | None:
        """Ask the components of the game, if they say what a refusal rests on."""
        rests_on = getattr(self._game.get(COMPONENTS), "rests_on", None)
        component: tuple[str, str] | None = rests_on(state, finding) if rests_on else None
        return component
