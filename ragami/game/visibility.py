"""Visibility of events: who may see which field, declared in one place (law 7).

    class CardsDrawn(Struct, frozen=True):
        player: Colour
        kept: tuple[Annotated[Card | None, seen_by("player")], ...]

says that each card that is kept is known to the seat in the field `player` alone. Redacting, the
commitments of a private game, the views and the pages follow from that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from msgspec import Meta, inspect
from msgspec import inspect as types

from ragami.decoded import AnyEvent, Data, Fields, State
from ragami.findings import Finding
from ragami.log.places import find, put

KEY: Final = "visibility"
WORDING: Final = "wording"
REFEREE: Final = "referee"
PUBLIC: Final = "public"
EVERYTHING: Final = (None, REFEREE)
"""The viewers from whom nothing is kept."""


class Hidden(NamedTuple):
    """A secret in an event: its place in the data (`kept[0]`), its owners, and its replacement.

    `instead` is what those see who may not know it.
    """

    place: str
    owners: tuple[str, ...]
    instead: Any


class SeenBy(NamedTuple):
    """A declaration: the fields beside it that name the seats that know it (none: nobody does).

    `private`: only a private game keeps it apart, as a name; then what stands in the field
    `instead` stands in its place. `own`: the seat that is its key knows it.
    """

    by: tuple[str, ...]
    private: bool = False
    instead: str | None = None
    own: bool = False


def seen_by(*fields: str) -> Meta:
    """Declare that only the seats in these fields beside it know it; without a field nobody."""
    return Meta(extra={KEY: SeenBy(fields)})


def own() -> Meta:
    """Declare that the seat that is its key knows it: `dict[Seat, Annotated[Card, own()]]`."""
    return Meta(extra={KEY: SeenBy((), own=True)})


def name_of(field: str) -> Meta:
    """Mark a person's name, which a private game keeps apart; the seat in `field` replaces it."""
    return Meta(extra={KEY: SeenBy((field,), private=True, instead=field)})


def wording() -> Meta:
    """Mark words that people write as they like, in which a name may stand."""
    return Meta(extra={WORDING: True})


class Declared:
    """The visibility that the fields of a game's events declare. See `Visibility`."""

    # The records by which the secrets are opened that no keeper of a private game may know.
    opened_by: tuple[str, ...] = ()
    shares = False

    def __init__(self, structs: Mapping[str, type[object]]) -> None:
        self._structs = structs

    @cached_property
    def _declared(self) -> Mapping[type[Any], Sequence[tuple[str, SeenBy]]]:
        return {struct: list(declarations(struct, KEY)) for struct in self._structs.values()}

    @cached_property
    def wording(self) -> Mapping[str, Sequence[str]]:
        """The places of free text, by type of event."""
        places = {
            name: tuple(dict.fromkeys(place for place, _ in declarations(struct, WORDING)))
            for name, struct in self._structs.items()
        }
        return {name: places for name, places in places.items() if places}

    @property
    def hides(self) -> bool:
        """True if an event hides something besides names."""
        return any(not seen.private for some in self._declared.values() for _, seen in some)

    def places(self, event: object) -> Data:
        """Return the secret places of an event with their values; None for what is not known."""
        secret = [row for row in self._declared.get(type(event), ()) if not row[1].private]
        data = plain(event)
        return {place: value for pattern, _ in secret for place, value in find(data, pattern)}

    def secrets(self, event: object) -> Iterator[Hidden]:
        """Yield the values that a private game leaves out of an event."""
        if declared := self._declared.get(type(event)):
            yield from _hidden(plain(event), declared)

    def redact(self, event: object, viewer: str | None) -> AnyEvent:
        """Return an event as `viewer` may see it; the same object where nothing is left out."""
        secret = [row for row in self._declared.get(type(event), ()) if not row[1].private]
        if viewer in EVERYTHING or not secret:
            return event
        data = plain(event)
        changed = False
        for secret_value in list(_hidden(data, secret)):
            if viewer not in secret_value.owners:
                put(data, secret_value.place, secret_value.instead)
                changed = True
        return msgspec.convert(data, type(event), str_keys=True) if changed else event

    def folds(self, _opened: object) -> bool:
        """Return True: then a view cannot show what the viewer may not know."""
        return self.hides

    def seen(self, event: object, _whole: object, viewer: str, _standing: Standing) -> AnyEvent:
        """Redact an event: all that somebody knows stands in the events."""
        return self.redact(event, viewer)

    def insight(self, _standing: Standing, _state: State, _viewer: str) -> Mapping[Any, Any]:
        """Return nothing: all that is seen stands in the events."""
        return {}

    def give(self, state: object, insight: Mapping[Any, object]) -> None:
        """Change nothing: there is nothing else to see."""

    def redact_finding(self, finding: Finding, _viewer: str | None) -> Finding:
        """Return the finding: facts are of public things unless a game says more."""
        return finding


class Views:
    """The views of a state, as its fields declare them: `seen_by`, `own`."""

    def __init__(self, struct: type[object]) -> None:
        self._declared = [row for row in declarations(struct, KEY) if not row[1].private]

    def seen(self, state: object, viewer: str | None) -> Data:
        """Return the fields as JSON has them, with null in place of what `viewer` may not know."""
        data: Data = plain(state)
        if viewer not in EVERYTHING:
            for secret_value in list(_hidden(data, self._declared)):
                if viewer not in secret_value.owners:
                    put(data, secret_value.place, secret_value.instead)
        return data

    def places(self, state: object) -> Iterator[str]:
        """Yield the places of which something is declared, as far as a state has them."""
        data = plain(state)
        for pattern, _seen in self._declared:
            for place, _value in find(data, pattern):
                yield place


def plain(event: object) -> Any:
    """Return the data as JSON has it: lists, where a struct has tuples."""
    return msgspec.json.decode(msgspec.json.encode(event))


def _hidden(data: object, declared: Iterable[tuple[str, SeenBy]]) -> Iterator[Hidden]:
    """Yield the secrets in some data, each with its place, its owners and what stands instead."""
    for pattern, seen in declared:
        for place, value in find(data, pattern):
            if value is None:
                continue
            owners = [place.rpartition(".")[2]] if seen.own else []
            for field in seen.by:
                seats = _beside(data, place, field)
                owners += seats if isinstance(seats, list) else [seats]
            instead = _beside(data, place, seen.instead) if seen.instead else None
            yield Hidden(place, tuple(owners), instead)


def _beside(data: object, place: str, field: str) -> Any:
    """Return the value of a field of the object in which a place lies, or of one around it."""
    while True:
        place = place.rpartition(".")[0] if "." in place else ""
        inner = f"{place}.{field}" if place else field
        for _found, value in find(data, inner):
            return value
        if not place:
            return []


def declarations(struct: type[object], key: str) -> Iterator[tuple[str, Any]]:
    """Yield the places in a struct of which something is declared under this key, and what."""
    return _walk(inspect.type_info(struct), "", key)


@cache
def hidden_fields(struct: type[object]) -> frozenset[str]:
    """Return the fields of an event in which something is hidden besides names."""
    places = (place for place, seen in declarations(struct, KEY) if not seen.private)
    return frozenset(re.split(r"[.\[{]", place, maxsplit=1)[0] for place in places)


def _walk(kind: types.Type, place: str, key: str) -> Iterator[tuple[str, object]]:
    """Yield the places below a type that carry a declaration."""
    if isinstance(kind, types.Metadata) and kind.extra and key in kind.extra:
        yield place, kind.extra[key]
    elif isinstance(kind, types.Metadata):
        yield from _walk(kind.type, place, key)
    elif isinstance(kind, types.UnionType):
        for member in kind.types:
            yield from _walk(member, place, key)
    else:
        for step, inside in _inside(kind):
            yield from _walk(inside, f"{place}{step}".removeprefix("."), key)


def _inside(kind: types.Type) -> Iterator[tuple[str, types.Type]]:
    """Yield the types inside an object or a collection, each with the step of a place to it."""
    match kind:
        case types.StructType():
            for field in kind.fields:
                yield f".{field.encode_name}", field.type
        case types.ListType() | types.VarTupleType() | types.SetType():
            yield "[]", kind.item_type
        case types.DictType():
            yield ".{}", kind.value_type
        case types.TupleType():
            for number, item in enumerate(kind.item_types):
                yield f"[{number}]", item


Standing = Sequence[tuple[int, AnyEvent]]
# The state after some events, up to the first that is wrong, with the rulings of the log.
Fold = Callable[[Iterable[tuple[int, AnyEvent]]], State]


class Visibility(Protocol):
    """The visibility of events. The default reads it off the fields of the events (law 7)."""

    def secrets(self, event: AnyEvent) -> Iterable[Hidden]:
        """Return the values that a private game leaves out of an event."""

    def redact(self, event: AnyEvent, viewer: str | None) -> AnyEvent:
        """Return an event as `viewer` may see it; the same object where nothing is left out.

        A `Noted` without text where of the whole record nothing is for him.
        """

    def places(self, event: AnyEvent) -> Fields:
        """Return the secret places of an event with their values; None for what is not known."""

    def redact_finding(self, finding: Finding, viewer: str | None) -> Finding:
        """Return a finding as `viewer` may see it."""

    # Types of records: before the first of them not even the keeper of a private game may know
    # what it keeps apart, for an app keeps it. Empty where the keeper may.
    opened_by: tuple[str, ...]

    def folds(self, opened: AnyEvent) -> bool:
        """Return True if in such a game a viewer's state is the fold of what he may see.

        Else it is the state of the whole log, and its view leaves out what he may not see.
        """

    # True if a viewer knows what stands in no event that he may see (`seen`, `insight`).
    shares: bool

    def seen(
        self, event: AnyEvent, full_event: AnyEvent, viewer: str, standing: Standing
    ) -> AnyEvent:
        """Return an event as it reads in the log of `viewer`, where it is to be `redact`ed.

        `full_event` has all that is kept of it; `standing` are those before it that count.
        """

    def insight(self, standing: Standing, state: State, viewer: str) -> Mapping[Any, Any]:
        """Return what `viewer` sees of the events without knowing the owner, by record.

        `state` is that of all that is known.
        """

    def give(self, state: State, insight: Mapping[Any, Any]) -> None:
        """Put into a state what its viewer sees besides; it may grow while the game goes on."""

    @property
    def wording(self) -> Mapping[str, Sequence[str]]:
        """The places of free text in the data of its events, by type."""
