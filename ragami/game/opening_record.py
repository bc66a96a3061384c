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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    NamedTuple,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import NODEFAULT, Meta, Struct

from ragami.game.setting import Setting, Value
from ragami.game.texts import Both
from ragami.game.visibility import KEY, SeenBy

if TYPE_CHECKING:
    from msgspec import inspect as types

OPTION: Final = "option"
MOST_VALUES: Final = 100


def option(en: str, es: str) -> Meta:
    """Mark a field of record 1 as something to agree on, and say what in both languages.

    Its values are those of its type: those of a `Literal`, yes and no, or the numbers of a range.
    The default of the field is the usual one; without a default it has to be said.
    """
    return Meta(extra={OPTION: Both(en, es)})


class OpeningRecord(NamedTuple):
    """The struct of record 1: the fields of a player, the seats, how many play, the settings."""

    struct: type[Struct]
    seat_field: str
    name_field: str
    seats: tuple[str, ...]
    least: int
    most: int
    settings: tuple[Setting, ...]
    has_components: bool

    def names(self, opened: Any) -> dict[str, str]:
        """Return the players' names by seat."""
        return {
            getattr(player, self.seat_field): getattr(player, self.name_field)
            for player in opened.players
        }


@cache
def opening_record(struct: type[Struct]) -> OpeningRecord | None:
    """Describe record 1 by its struct.

    None for one without `players` that have a seat (a `Literal`) and a name (`name_of`).
    """
    from msgspec import inspect as types  # noqa: PLC0415 (slow to load)

    fields = {field.name: field for field in _struct(struct).fields}
    players = _bare(fields["players"].type) if "players" in fields else None
    if not isinstance(players, types.VarTupleType | types.ListType):
        return None
    player = _bare(players.item_type)
    seated = _seat_and_name(player) if isinstance(player, types.StructType) else None
    if seated is None:
        return None
    seat_field, name_field, seats = seated
    return OpeningRecord(
        struct,
        seat_field,
        name_field,
        seats,
        least=players.min_length or 1,
        most=min(players.max_length or len(seats), len(seats)),
        settings=tuple(_settings(struct, fields.values())),
        has_components="components" in fields,
    )


def _seat_and_name(player: types.StructType) -> tuple[str, str, tuple[str, ...]] | None:
    """Return the field of the name, that of the seat for which it stands, and the seats."""
    from msgspec import inspect as types  # noqa: PLC0415 (slow to load)

    kinds = {field.name: field.type for field in player.fields}
    for name, kind in kinds.items():
        declared = _extra(kind).get(KEY)
        if isinstance(declared, SeenBy) and declared.instead:
            seat = _bare(kinds[declared.instead])
            if isinstance(seat, types.LiteralType):
                return declared.instead, name, _in_order(player.cls, declared.instead)
    return None


def _in_order(struct: type[object], field: str) -> tuple[Any, ...]:
    """Return the values of a `Literal` as they are written: msgspec gives them sorted."""
    kind = get_type_hints(struct)[field]
    kinds = [part for part in (kind, *get_args(kind)) if get_origin(part) is Literal]
    return get_args(kinds[0])


def _settings(struct: type[Struct], fields: Iterable[types.Field]) -> Iterator[Setting]:
    for field in fields:
        meaning = _extra(field.type).get(OPTION)
        if meaning is not None:
            values = _values(struct, field)
            usual = None if field.default is NODEFAULT else field.default
            ordered = tuple(sorted(values, key=lambda value: value != usual))
            meanings = {"en": [meaning.en], "es": [meaning.es]}
            yield Setting(field.name, ordered, usual, meanings)


def _values(struct: type[Struct], field: types.Field) -> tuple[Value, ...]:
    """Return all values of an option. Raises `TypeError` for a type that has too many."""
    from msgspec import inspect as types  # noqa: PLC0415 (slow to load)

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
    from msgspec import inspect as types  # noqa: PLC0415 (slow to load)

    kind = types.type_info(struct)
    assert isinstance(kind, types.StructType)
    return kind


def _bare(kind: types.Type) -> types.Type:
    """Return a type without what is declared of it."""
    from msgspec import inspect as types  # noqa: PLC0415 (slow to load)

    while isinstance(kind, types.Metadata):
        kind = kind.type
    return kind


def _extra(kind: types.Type) -> Mapping[str, Any]:
    """Return all that is declared of a type by `Meta(extra=…)`."""
    from msgspec import inspect as types  # noqa: PLC0415 (slow to load)

    extra: dict[str, Any] = {}
    while isinstance(kind, types.Metadata):
        extra |= kind.extra or {}
        kind = kind.type
    return extra
