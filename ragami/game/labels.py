"""Labels for people: names of events, fields and values, and pictures of the values.

A game gives them as data, in the tables `form`, `field` and `choice` of its `words.jsonl`, and by
the kinds of its values. All three go by *places*: the names that lead to a value in an event, with
dots between and without numbers. The place `moves.from` of an event `sown` is looked for as
`sown.moves.from`, `moves.from`, `sown.from` and `from`; `*` stands for a key that is a value itself
(a seat, a die).

    {"in":"form","code":"sown","en":"Sow","es":"Sembrar"}
    {"in":"field","code":"from","en":"From which pit?","es":"¿Desde qué hoyo?"}
    {"in":"choice","code":"from=null","en":"None","es":"Ninguno"}

A form of which some fixed value matters has it in its code (`sown.again=true`); an object that is
asked for key by key has a text of its own (`moves.whole`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from ragami.catalogue import Table
from ragami.decoded import Data
from ragami.language import Language
from ragami.notation.kinds import Kind

if TYPE_CHECKING:
    from ragami.game.choices.choice import Written

NOWHERE: Final[Table] = {}
NUMBER: Final = Kind(widget="number", called=lambda number, _language: str(number))
SEAT: Final = Kind(widget="seat")


class Label(Struct, frozen=True):
    """A text in both languages."""

    en: str
    es: str

    def text(self, language: Language) -> str:
        return self.es if language == "es" else self.en


class Labels:
    """The labels of a game: its tables, and the kinds of its values by their places.

    `keys` are the kinds of keys, by the name of the object that has them. `written` says of what
    somebody writes, by its kind, which fields it has, each open as in a choice; it is called with
    that, and the facts of the choice with what is filled in before it. `symbol` draws a picture
    within 30 round the origin, and `pictures` are the ids of those that there are: `face` is shown
    as `face.es` to who reads Spanish, where there is one.
    """

    def __init__(
        self,
        tables: Mapping[str, Table] | None = None,
        kinds: Mapping[str, Kind] | None = None,
        *,
        keys: Mapping[str, Kind] | None = None,
        written: Mapping[str, Callable[[Written, Data], Data]] | None = None,
        pictures: Callable[[], Sequence[str]] = tuple,
        symbol: Callable[[str], str] = lambda _picture: "",
    ) -> None:
        tables = tables or {}
        self.forms = tables.get("form", NOWHERE)
        self.fields = tables.get("field", NOWHERE)
        self.choices = tables.get("choice", NOWHERE)
        self.views = tables.get("view", NOWHERE)
        self.kinds, self.keys, self.written = kinds or {}, keys or {}, written or {}
        self.pictures, self.symbol = pictures, symbol
        self._kind_of: dict[tuple[str, ...], Kind | None] = {}

    def names(self, path: Sequence[str | int]) -> tuple[str, ...]:
        """Return a path as the names of a place."""
        return tuple(
            "*" if before in self.keys else part
            for before, part in zip((None, *path), path, strict=False)
            if isinstance(part, str)
        )

    def kind(self, type_: str, names: Sequence[str]) -> Kind | None:
        """Return the kind of the values at a place."""
        place = (type_, *names)
        if place not in self._kind_of:  # every value of every question asks for it
            kinds = (self.kinds[at] for at in places(type_, names) if at in self.kinds)
            self._kind_of[place] = next(kinds, None)
        return self._kind_of[place]


def places(type_: str, names: Sequence[str]) -> Iterator[str]:
    """Spell a place, the most exact way first."""
    for start in range(len(names)):
        tail = ".".join(names[start:])
        yield f"{type_}.{tail}"
        yield tail


def of_words(_game: object) -> Labels:
    """Return the labels of a game that has none of its own: its words."""
    return Labels()
