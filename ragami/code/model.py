"""Models: what was counted in other games of the kind, so that a code says no more than is new."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pkgutil import get_data
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from ragami.game.capabilities import CODE_MODELS
from ragami.game.definition import GameDefinition, GameDoesNotLoad
from ragami.game.registry import game_named, installed

NO_MODEL: Final = 0
BY_DIGEST: Final = 255
"""The number of models of strangers' games: the first bytes of their SHA-256 follow it."""

DIGEST: Final = 4

Context = tuple[str, ...]
"""What came before a symbol, in as many texts as the context is fine."""


class Counts:
    """The counts of the symbols of an alphabet in a context, by index."""

    __slots__ = ("by_index", "total")

    def __init__(self, by_index: dict[int, int], total: int) -> None:
        self.by_index = by_index
        self.total = total


class PlaceModel(NamedTuple):
    """The counts at a place: its symbols in their order, and their counts by context."""

    symbols: list[str]
    numbers: dict[str, int]
    contexts: Mapping[Context, Counts]


NOTHING: Final = PlaceModel([], {}, {})

Model = Mapping[tuple[str, ...], PlaceModel]
"""The places of a game by their paths."""


class _File(Struct):
    """The file of a model. What is said by number stands in `texts`; a context is the numbers of
    what came before, and after them, in turn, the index of a symbol and how often it came.
    """

    texts: list[str]
    places: list[tuple[list[int], list[int], list[tuple[list[int], list[int]]]]]


def write_model(model: Model) -> bytes:
    texts: dict[str, int] = {}

    def number(text: str) -> int:
        return texts.setdefault(text, len(texts))

    places = []
    for path, place in model.items():
        counted = [
            (
                [number(text) for text in context],
                [each for pair in counts.by_index.items() for each in pair],
            )
            for context, counts in place.contexts.items()
        ]
        places.append(([*map(number, path)], [*map(number, place.symbols)], counted))
    return gzip.compress(msgspec.json.encode(_File(list(texts), places)), 9, mtime=0)


def read_model(packed: bytes) -> Model:
    file = msgspec.json.decode(gzip.decompress(packed), type=_File)
    texts = file.texts
    model = {}
    for path, symbols, counted in file.places:
        alphabet = [texts[each] for each in symbols]
        contexts = {
            tuple([texts[each] for each in context]): Counts(
                dict(zip(pairs[::2], pairs[1::2], strict=True)), sum(pairs[1::2])
            )
            for context, pairs in counted
        }
        index = {text: at for at, text in enumerate(alphabet)}
        model[tuple([texts[each] for each in path])] = PlaceModel(alphabet, index, contexts)
    return model


def head_of(game: GameDefinition) -> bytes:
    """Return the bytes by which a code names the newest model of a game. Raises `OSError`."""
    models = game.get(CODE_MODELS)
    return _head(*models[-1]) if models else bytes([NO_MODEL])


@cache
def model_at(head: bytes) -> Model | None:
    """Return the model that a code names.

    None where it is not known, or its file cannot be read.
    """
    if head == bytes([NO_MODEL]):
        return {}
    for name in installed():
        try:
            models = game_named(name).get(CODE_MODELS) or ()
        except GameDoesNotLoad:
            continue
        for number, place in models:
            with suppress(OSError, EOFError, zlib.error, msgspec.MsgspecError):
                if number == head[0] and _head(number, place) == head:
                    return read_model(_content(place))
    return None


def _head(number: int, place: str) -> bytes:
    digest = sha256(_content(place)).digest() if number == BY_DIGEST else b""
    return bytes([number]) + digest[:DIGEST]


def _content(place: str) -> bytes:
    """Return the bytes of a file that ships with a game. Raises `OSError`."""
    package, _, path = place.partition(":")
    content = get_data(package, path)
    if content is None:
        raise FileNotFoundError(place)
    return content
