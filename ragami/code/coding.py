"""Records as symbols, each weighed by what came at its place before: the body of a code.

A place is where in which type of record a value stands. The symbols there are texts of JSON: the
name of a type, `["=",value]`, `["{",keys…]`, `["[",length]`. A symbol is weighed by how often it
came in the same contexts, in other games (the model) and in this one; one that never came is
spelled, behind an escape. Nothing here knows a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Final

from msgspec import MsgspecError, Struct, json

from ragami.code.model import NOTHING, Context, Counts, Model, PlaceModel
from ragami.code.range_coder import Damaged, RangeReader, RangeWriter

MOST_RECORDS: Final = 65_536
LONGEST: Final = 2**20
"""Bytes of a log that is read out of a code."""

MOST_WORK: Final = 2**22
"""Weights that may be looked at: a second or two. Each symbol counts for `A_SYMBOL` besides."""

A_SYMBOL: Final = 16
WORK_AT_ONCE: Final = 2**20
WORK_A_BYTE: Final = 2**12
"""Weights for each byte of a code so far, beyond those at once: games need a twelfth of it."""

DEEPEST: Final = 64
"""Objects and lists in each other."""

SPELLED: Final = 4096
"""A symbol that is spelled has fewer bytes."""

PRINTED: Final = 0x20
"""No byte of JSON is below it."""

MOST_BITS: Final = 22
"""Bits of the seconds between two records; what is longer is spelled."""

SHARE: Final = 2**22
THIS_GAME: Final = 24
"""How much more a symbol of this game weighs than one of another."""

END: Final = "null"
NONE: Final = ""
"""Stands in a context where nothing came before."""

TYPES: Final = ("type",)
AT: Final = ("at",)
BY: Final = ("by",)
TEXT: Final = ("txt",)

PLAYER: Final = ("player",)
ITEMS: Final = "[]"

_SECONDS: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_TYPE: Final = re.compile(r'"[A-Za-z0-9_]+(@([2-9]|[1-9][0-9]+))?"')
_LENGTH: Final = re.compile(r'\["\[",(0|[1-9][0-9]{0,6})\]')


class TooLarge(Exception):
    """A log that is too large for a code; `problem` says in what."""

    def __init__(self, problem: str, limit: int) -> None:
        super().__init__(problem, limit)
        self.problem, self.limit = problem, limit


class CodedRecord(Struct):
    """A record of a coded log; `at` and `by` count only where the code has them."""

    type: str
    v: int
    at: str | None
    by: str | None
    data: Any


class Place:
    """A place, with what came there in other games and in this one."""

    __slots__ = ("children", "contexts", "last", "model", "new", "new_symbols", "path")

    def __init__(self, path: tuple[str, ...], model: Model) -> None:
        self.path = path
        self.model: PlaceModel = model.get(path, NOTHING)
        self.children: dict[str, Place] = {}
        self.contexts: dict[Context, Counts] = {}
        self.new: dict[str, int] = {}
        self.new_symbols: list[str] = []
        self.last = NONE

    @property
    def known(self) -> int:
        """Return the number of symbols that need no spelling here."""
        return len(self.model.symbols) + len(self.new)

    def index(self, symbol: str, otherwise: int) -> int:
        """Return the number of a symbol in the alphabet; `otherwise` where it never came."""
        found = self.model.numbers.get(symbol)
        return self.new.get(symbol, otherwise) if found is None else found

    def symbol(self, index: int) -> str:
        shipped = self.model.symbols
        return shipped[index] if index < len(shipped) else self.new_symbols[index - len(shipped)]

    def add(self, symbol: str) -> None:
        self.new[symbol] = self.known
        self.new_symbols.append(symbol)

    def counts(self, context: Context) -> Counts | None:
        """Return the counts of the symbols in a context; those of this game weigh more."""
        return self.contexts.get(context) or self.model.contexts.get(context)

    def count(self, contexts: Iterable[Context], index: int) -> None:
        """Count a symbol of this game in these contexts."""
        for context in contexts:
            counts = self.contexts.get(context)
            if counts is None:
                shipped = self.model.contexts.get(context)
                by_index = dict(shipped.by_index) if shipped else {}
                counts = Counts(by_index, shipped.total if shipped else 0)
                self.contexts[context] = counts
            counts.by_index[index] = counts.by_index.get(index, 0) + THIS_GAME
            counts.total += THIS_GAME


class Weights:
    """The weights of the `size` symbols that may come: `base` each, and `extra` for some."""

    __slots__ = ("base", "extra", "size", "total")

    def __init__(self, place: Place, contexts: Iterable[Context], size: int) -> None:
        share, parts = SHARE, []
        for context in contexts:
            counts = place.counts(context)
            if counts is not None:
                total, by_index = counts.total, counts.by_index
                mine = share * total // (total + 6 + 2 * len(by_index))
                parts.append((mine, total, by_index))
                share -= mine
        extra: dict[int, int] = {}
        for mine, total, by_index in reversed(parts):  # most symbols come in the last context
            if extra:
                for index, count in by_index.items():
                    extra[index] = extra.get(index, 0) + mine * count // total
            else:
                extra = {index: mine * count // total for index, count in by_index.items()}
        self.extra = extra
        self.size = size
        self.base = 1 + share // size
        self.total = self.base * size + sum(extra.values())

    def put(self, writer: RangeWriter, index: int) -> None:
        """Write the symbol of a number."""
        before = sum([weight for each, weight in self.extra.items() if each < index])
        size = self.base + self.extra.get(index, 0)
        writer.put(self.base * index + before, size, self.total)

    def take(self, reader: RangeReader) -> int:
        """Read the number of a symbol."""
        base, target = self.base, reader.target(self.total)
        before = 0  # what the symbols with more than the base have more, as far as we are
        for index, weight in sorted(self.extra.items()):
            start = base * index + before
            if target < start:
                break
            if target < start + base + weight:
                reader.take(start, base + weight, self.total)
                return index
            before += weight
        index = (target - before) // base
        reader.take(base * index + before, base, self.total)
        return index


class Coding:
    """The records of one log, written as the body of a code or read out of one.

    With `times` the records have `at` and `by`. Both ways raise `TooLarge`, reading `Damaged`.
    """

    def __init__(self, model: Model, coder: RangeWriter | RangeReader, *, times: bool) -> None:
        self.places: dict[tuple[str, ...], Place] = {}
        self._model = model
        self._coder = coder
        self._times = times
        self._types, self._text, self._at, self._by = map(self._place, (TYPES, TEXT, AT, BY))
        self._roots: dict[str, Place] = {}
        # The types and the players of the last three records, the latest first.
        self._past = [(NONE, NONE)] * 3
        self._one = self._two = self._player = NONE
        self._clock: int | None = None
        self._size = self._work = 0

    def write(self, record: CodedRecord) -> None:
        name = record.type if record.v == 1 else f"{record.type}@{record.v}"
        self._begin(self._pick_type(f'"{name}"'))
        self._write_value(self._root(name), record.data)
        if self._times:
            self._write_at(record.at)
            self._write_value(self._by, record.by)

    def write_end(self) -> None:
        """Write that there are no more records."""
        self._pick_type(END)

    def read(self, seq: int) -> str | None:
        """Return the line of the next record, which is number `seq`; None at the end."""
        symbol = self._pick_type()
        if symbol == END:
            return None
        self._begin(symbol)
        name, _, version = symbol[1:-1].partition("@")
        data = self._read_value(self._root(symbol[1:-1]))
        at, by = (self._read_at(), self._read_value(self._by)) if self._times else (END, END)
        head = f'{{"seq":{seq},"type":"{name}","v":{version or 1},"at":{at},"by":{by},"data":'
        self._grow(len(head))
        return f"{head}{data}}}\n"

    # --- the walk --------------------------------------------------------------------------

    def _begin(self, type_: str) -> None:
        """Begin a record: before its first symbol stand the two records before it."""
        self._one, self._two = ("".join(each) for each in self._past[:2])
        self._past = [(type_, NONE), *self._past[:2]]

    def _pick_type(self, type_: str | None = None) -> str:
        (last, player), (second, _), (third, _) = self._past
        contexts = ((last, second, third, player), (last, second), (last,), ())
        return self._pick(self._types, contexts, type_)

    def _pick_value(self, place: Place, symbol: str | None = None) -> str:
        last, one, two = place.last, self._one, self._two
        symbol = self._pick(place, ((last, one, two), (last, one), (one,), ()), symbol)
        self._one, self._two = symbol, one
        if place.path[1:] == PLAYER:
            self._past[0] = (self._past[0][0], symbol)
        return symbol

    def _write_value(self, place: Place, value: object) -> None:
        _expect_depth(place)
        match value:
            case dict():
                self._pick_value(place, spelling("{", *value))
                for key, inner in value.items():
                    self._write_value(self._child(place, key), inner)
            case list():
                self._pick_value(place, spelling("[", len(value)))
                for inner in value:
                    self._write_value(self._child(place, ITEMS), inner)
            case _:
                self._pick_value(place, spelling("=", value))

    def _read_value(self, place: Place) -> str:
        _expect_depth(place)
        symbol = self._pick_value(place)
        self._grow(len(symbol))
        if symbol.startswith('["="'):
            return symbol[5:-1]
        if symbol.startswith('["["'):
            item = self._child(place, ITEMS)
            return f"[{','.join([self._read_value(item) for _ in range(int(symbol[5:-1]))])}]"
        _, *keys = json.decode(symbol)
        values = [f"{spelled(key)}:{self._read_value(self._child(place, key))}" for key in keys]
        return f"{{{','.join(values)}}}"

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > 2 * LONGEST:
            raise TooLarge("bytes", LONGEST)

    # --- times -----------------------------------------------------------------------------

    def _write_at(self, at: str | None) -> None:
        """Write a time by the seconds since the one before, where these are whole and not many."""
        clock, now = self._clock, seconds_of(at)
        passed = -1 if clock is None or now is None else now - clock
        self._clock = clock if now is None else now
        if passed < 0 or passed.bit_length() > MOST_BITS:
            self._pick_value(self._at, spelling("=", at))
        else:
            bits = passed.bit_length()
            self._pick_value(self._at, spelling("=", bits))
            self._evenly(1 << bits, passed)

    def _read_at(self) -> str:
        at = json.decode(self._pick_value(self._at))[1]
        if isinstance(at, int):
            if self._clock is None:
                raise Damaged
            self._clock += self._evenly(1 << at)
            at = written_time(self._clock)
        else:
            now = seconds_of(at)
            self._clock = self._clock if now is None else now
        return spelled(at)

    # --- symbols ---------------------------------------------------------------------------

    def _place(self, path: tuple[str, ...]) -> Place:
        return self.places.setdefault(path, Place(path, self._model))

    def _root(self, type_: str) -> Place:
        if type_ not in self._roots:
            taken = (type_,) in (TYPES, AT, BY, TEXT)
            self._roots[type_] = self._place((f"{type_}@1" if taken else type_,))
        return self._roots[type_]

    def _child(self, place: Place, key: str) -> Place:
        if key not in place.children:
            place.children[key] = self._place((*place.path, key))
        return place.children[key]

    def _pick(self, place: Place, contexts: Iterable[Context], symbol: str | None) -> str:
        """Write a symbol, or read it where there is none to be written; either way count it."""
        known = place.known
        weights = self._weights(place, contexts, known + 1)
        if isinstance(self._coder, RangeReader):
            index = weights.take(self._coder)
            symbol = self._spelled(place) if index == known else place.symbol(index)
        else:
            assert symbol is not None, "there is something to be written"
            index = place.index(symbol, known)
            weights.put(self._coder, index)
            if index == known:
                self._spell(symbol.encode())
        if index == known:
            place.add(symbol)
        place.count(contexts, index)
        place.last = symbol
        return symbol

    def _weights(self, place: Place, contexts: Iterable[Context], size: int) -> Weights:
        weights = Weights(place, contexts, size)
        self._work += A_SYMBOL + len(weights.extra)
        if self._work > WORK_AT_ONCE:
            most = min(MOST_WORK, WORK_AT_ONCE + WORK_A_BYTE * self._coder.filled)
            if self._work > most:
                raise TooLarge("work", most)
        return weights

    def _spell(self, symbol: bytes) -> None:
        if len(symbol) >= SPELLED:
            raise TooLarge("text", SPELLED)
        self._evenly(SPELLED, len(symbol))
        before = 0
        for byte in symbol:
            before = self._byte(before, byte)

    def _spelled(self, place: Place) -> str:
        before, written = 0, bytearray()
        for _ in range(self._evenly(SPELLED)):
            before = self._byte(before)
            if before < PRINTED:
                raise Damaged
            written.append(before)
        return expect_symbol(bytes(written), place)

    def _byte(self, before: int, byte: int = 0) -> int:
        contexts = ((str(before),), ())
        weights = self._weights(self._text, contexts, 256)
        if isinstance(self._coder, RangeReader):
            byte = weights.take(self._coder)
        else:
            weights.put(self._coder, byte)
        self._text.count(contexts, byte)
        return byte

    def _evenly(self, total: int, number: int = 0) -> int:
        """Write or read a number below `total`, of which none is likelier than another."""
        if isinstance(self._coder, RangeReader):
            return self._coder.evenly(total)
        self._coder.put(number, 1, total)
        return number


def _expect_depth(place: Place) -> None:
    if len(place.path) > DEEPEST:
        raise TooLarge("depth", DEEPEST)


def spelled(value: object) -> str:
    """Return a value as JSON."""
    return json.encode(value).decode()


def spelling(*symbol: object) -> str:
    """Return a symbol from its kind and what it says."""
    return spelled(symbol)


def expect_symbol(written: bytes, place: Place) -> str:
    """Return the symbol that is spelled, if it can stand at the place and never stood there.

    Raises `Damaged`.
    """
    try:
        text = written.decode()
        symbol = json.decode(written)
        same = spelled(symbol) == text
    except (MsgspecError, UnicodeDecodeError, RecursionError, ValueError):
        raise Damaged from None
    if not (same and _fits(symbol, text, place.path) and place.index(text, -1) == -1):
        raise Damaged
    return text


def _fits(symbol: object, text: str, path: tuple[str, ...]) -> bool:
    """Return True if a symbol can stand at a place: a type, a time, or what a value begins with."""
    if path == TYPES:
        return text == END or bool(_TYPE.fullmatch(text))
    match symbol:
        case ["=", None | str()]:
            fits = True
        case ["=", int(value)] if path == AT:
            fits = not isinstance(value, bool) and 0 <= value <= MOST_BITS
        case ["=", int()]:
            fits = path != BY
        case ["{", *keys] if path not in (AT, BY):
            fits = all(isinstance(key, str) for key in keys) and len(set(keys)) == len(keys)
        case ["[", _] if path not in (AT, BY):
            fits = bool(_LENGTH.fullmatch(text))
        case _:
            fits = False
    return fits


def written_time(seconds: int) -> str:
    """Return a time as it is written in whole seconds. Raise `Damaged` where no year has it."""
    try:
        return f"{datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None).isoformat()}Z"
    except ValueError:
        raise Damaged from None


def seconds_of(at: str | None) -> int | None:
    """Return the seconds of a time that is written as whole ones are; None of any other."""
    if at is None or not _SECONDS.fullmatch(at):
        return None
    try:
        return int(datetime.fromisoformat(at).timestamp())
    except ValueError:
        return None
