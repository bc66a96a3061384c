"""Record 1 as its struct describes it: who may sit where, how many play, and what is agreed.

class Player(Event):
    seat: Literal["south", "north"]
    name: Annotated[str, name_of("seat")]

class GameOpened(Event):
    game: Literal["kalah"]
    rules: Literal[1]
    title: Title
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=2)]
    seeds: Annotated[int, Meta(ge=3, le=6), option("Seeds in each pit.", "Semillas …")] = 4

Where a seat may be any id, seats are called by the names of who sits there. The fields to agree on
may stand in an object of their own, in the field `options`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, count
from typing import (
    Any,
    Final,
    Literal,
    NamedTuple,
    get_args,
    get_origin,
)

from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType, structs
from msgspec import inspect as types

from ragami.catalogue import Both
from ragami.decoded import AnyEvent, Fields
from ragami.game.visibility import KEY, SeenBy

Value = bool | int | str
YES_OR_NO: Final[Mapping[str, bool]] = {"yes": True, "sí": True, "si": True, "no": False}
"""Ways to say a truth, as a score sheet does, beside `true` and `false`."""


class Setting(Struct, frozen=True):
    """A setting that a table agrees on before it plays.

    `usual` is what counts where nothing is said, None if something has to be said. `free` is
    "number" or "text" where a value may be written that is not among `values`. `meaning` has
    sentences by language. `players` is how many play where it counts, if that is not any number.
    """

    name: str
    values: tuple[Value, ...]
    usual: Value | None
    meaning: Mapping[str, Sequence[str]]
    free: Literal["number", "text"] | UnsetType = UNSET
    players: int | UnsetType = UNSET

    def other(self, text: str) -> Value | None:
        """Read a value that is none of those listed; None where it is none at all."""
        if any(isinstance(value, bool) for value in self.values):
            return YES_OR_NO.get(text.strip().lower())
        if self.free == "number" and text.removeprefix("-").isdecimal():
            return int(text)
        return text.strip() or None if self.free == "text" else None


OPTION: Final = "option"
OPTIONS: Final = "options"
"""The field of record 1 with an object of what is agreed."""

MOST_VALUES: Final = 100


BLANK: Final[Mapping[str, Value]] = {"number": 0, "text": ""}
"""What is chosen for None, where any number or text may be."""


class _Option(NamedTuple):
    meaning: Both
    often: tuple[Value, ...]


UNMARKED: Final = _Option(Both("", ""), ())


def option(en: str = "", es: str = "", often: Sequence[Value] = ()) -> Meta:
    """Mark a field of record 1 as something to agree on, and say what in both languages.

    Without a text it is that of the code `option/NAME` of the game's words (`option/NAME=VALUE` for
    one of its values), else what the rulings on it say.

    Its values are those of its type: those of a `Literal`, yes and no, or the numbers of a range.
    Of a type with more values than can be listed, those chosen `often` are offered. A list is said
    as in the heads of a sheet, `often=("",)`. The default of the field is the usual one; without a
    default it has to be said. Fields of `options` whose type lists its values need no mark.
    """
    return Meta(extra={OPTION: _Option(Both(en, es), tuple(often))})


class OpeningRecord(NamedTuple):
    """The struct of record 1: the fields of a player, the seats, how many play, the settings.

    `blank` is what is chosen for None, by setting; `options` the struct of what is agreed, where it
    stands apart. `listed` are settings that are lists as the heads of a sheet say them, `words`
    those of `options` that are lists of words.
    """

    struct: type[Struct]
    seat_field: str
    name_field: str
    seats: tuple[str, ...]
    least: int
    most: int
    settings: tuple[Setting, ...]
    blank: Mapping[str, Value]
    listed: frozenset[str]
    words: frozenset[str]
    options: type[Struct] | None
    has_components: bool

    @property
    def named(self) -> bool:
        """True if seats are called by the names of who sits there."""
        return self.seats == _numbered(len(self.seats))

    def of_players(self, opened: AnyEvent) -> list[str]:
        """Return the seats of the players, in the order in which they stand."""
        return [structs.asdict(player)[self.seat_field] for player in opened.players]

    def names(self, opened: AnyEvent) -> dict[str, str]:
        """Return the players' names by seat."""
        names = [structs.asdict(player)[self.name_field] for player in opened.players]
        return dict(zip(self.of_players(opened), names, strict=True))


@cache
def opening_record(struct: type[Struct]) -> OpeningRecord | None:
    """Describe record 1 by its struct.

    None for one without `players` that have a seat (a `Literal`, or any id for as many as may play)
    and a name (`name_of`).
    """
    fields = {field.name: field for field in _struct(struct).fields}
    players = _bare(fields["players"].type) if "players" in fields else None
    if not isinstance(players, types.VarTupleType | types.ListType):
        return None
    player = _bare(players.item_type)
    seated = _seat_and_name(player) if isinstance(player, types.StructType) else None
    if seated is None or not (seated[2] or players.max_length):
        return None
    seat_field, name_field, seats = seated
    seats = seats or _numbered(players.max_length or 0)
    options = _bare(fields[OPTIONS].type) if OPTIONS in fields else None
    nested = options if isinstance(options, types.StructType) else None
    settings = [*_settings(struct), *(_settings(nested.cls, UNMARKED) if nested else ())]
    inside = {field.name: field for field in nested.fields} if nested else {}
    listed, words = (
        frozenset(setting.name for setting, _optional in settings if _is_list(among, setting.name))
        for among in (fields, inside)
    )
    return OpeningRecord(
        struct,
        seat_field,
        name_field,
        seats,
        least=players.min_length or 1,
        most=min(players.max_length or len(seats), len(seats)),
        settings=tuple(setting for setting, _optional in settings),
        blank={s.name: BLANK[s.free] for s, optional in settings if optional and s.free},
        listed=listed,
        words=words,
        options=nested.cls if nested else None,
        has_components="components" in fields,
    )


def _is_list(fields: Mapping[str, types.Field], name: str) -> bool:
    return name in fields and isinstance(_bare(fields[name].type), types.VarTupleType)


def _seat_and_name(player: types.StructType) -> tuple[str, str, tuple[str, ...]] | None:
    """Return the field of the name, that of the seat for which it stands, and the seats."""
    kinds = {field.name: field.type for field in player.fields}
    for name, kind in kinds.items():
        declared = _extra(kind).get(KEY)
        if isinstance(declared, SeenBy) and declared.instead:
            seat = _bare(kinds[declared.instead])
            if isinstance(seat, types.LiteralType):
                return declared.instead, name, _in_order(player.cls, declared.instead)
            return (declared.instead, name, ()) if isinstance(seat, types.StrType) else None
    return None


def _numbered(most: int) -> tuple[str, ...]:
    """Return seats for as many as may play, where each is called by who sits there."""
    return tuple(f"p{n}" for n in range(1, most + 1))


def _in_order(struct: type[Struct], field: str) -> tuple[Any, ...]:
    """Return the values of a `Literal` as they are written: msgspec gives them sorted."""
    kind = next(declared.type for declared in structs.fields(struct) if declared.name == field)
    kinds = [part for part in (kind, *get_args(kind)) if get_origin(part) is Literal]
    return get_args(kinds[0])


def _settings(
    struct: type[Struct], unmarked: _Option | None = None
) -> Iterator[tuple[Setting, bool]]:
    """Yield what is agreed, each with whether it may be None. `unmarked`: as if marked so."""
    for field in _struct(struct).fields:
        declared = _extra(field.type).get(OPTION)
        if declared is None and isinstance(_bare(field.type), types.LiteralType | types.BoolType):
            declared = unmarked
        if declared is not None:
            meaning, often = declared
            free, optional = _free(field.type)
            values = often or _values(struct, field)
            usual = None if field.default is NODEFAULT else field.default
            is_list = isinstance(_bare(field.type), types.VarTupleType)
            if is_list or (optional and usual is None):
                usual = BLANK[free]
            ordered = tuple(sorted(values, key=lambda value: value != usual))
            meanings = {"en": [meaning.en], "es": [meaning.es]}
            setting = Setting(field.name, ordered, usual, meanings, free if often else UNSET)
            yield setting, optional


def _free(kind: types.Type) -> tuple[Literal["number", "text"], bool]:
    """Return what may be written for a type, and whether it may be None."""
    bare = _bare(kind)
    members = bare.types if isinstance(bare, types.UnionType) else (bare,)
    kinds = [*map(_bare, members)]
    number = any(isinstance(member, types.IntType) for member in kinds)
    optional = any(isinstance(member, types.NoneType) for member in kinds)
    return "number" if number else "text", optional


def _values(struct: type[Struct], field: types.Field) -> tuple[Value, ...]:
    """Return all values of an option. Raises `TypeError` for a type that has too many."""
    kind = _bare(field.type)
    match kind:
        case types.LiteralType():
            return _in_order(struct, field.name)
        case types.BoolType():
            return (True, False)
        case types.IntType(ge=int() as least, le=int() as most) if most - least < MOST_VALUES:
            return tuple(range(least, most + 1))
    raise TypeError(f"an option is a Literal, a bool or an int with ge and le, not {kind}")


def _struct(struct: type[Struct]) -> types.StructType:
    kind = types.type_info(struct)
    assert isinstance(kind, types.StructType)
    return kind


def _bare(kind: types.Type) -> types.Type:
    """Return a type without what is declared of it."""
    while isinstance(kind, types.Metadata):
        kind = kind.type
    return kind


def _extra(kind: types.Type) -> Fields:
    """Return all that is declared of a type by `Meta(extra=…)`."""
    extra: dict[str, object] = {}
    while isinstance(kind, types.Metadata):
        extra |= kind.extra or {}
        kind = kind.type
    return extra


LONGEST_ID: Final = 28
"""Characters of an id that is made from a name; a number may come behind them."""


def option_values(options: type[Struct]) -> dict[str, list[Any]]:
    """Return every value of every option, the usual one first."""
    return {setting.name: [*setting.values] for setting, _ in _settings(options, UNMARKED)}


def id_for(name: str, taken: Collection[str]) -> str:
    """Return an id made of a name, not taken yet: `Ana Ruiz` is `ana-ruiz`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-_")[:LONGEST_ID] or "player"
    ways = chain([stem], (f"{stem}-{n}" for n in count(2)))
    return next(way for way in ways if way not in taken)


def name_of(component: Any) -> str:
    """Return the name of a component, which is given by name or whole."""
    if isinstance(component, str):
        return component
    if isinstance(component, Mapping):
        return str(component.get("name", ""))
    name: str = component.name
    return name


def named(setup: object) -> bool:
    """Tell whether seats are called by the names of who sits there, so that nobody chooses one.

    A setup says so with `named = True`.
    """
    return bool(getattr(setup, "named", False))
