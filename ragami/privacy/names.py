"""A name that is searched for, and taken out of a record: of who played, who wrote, and free words.

Capitals, the way in which accents are written and what stands between two words do not count, and a
name has whole words: "Ana" is not in "Anabel". Who has a longer name is somebody else.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw

from ragami.decoded import Data
from ragami.findings import Breach
from ragami.game import GameDefinition
from ragami.game.capabilities import SETUP, VISIBILITY
from ragami.log.places import find, put, strings
from ragami.proof.withheld import as_it_reads, withheld

GONE: Final = "–"
"""What stands in free words in the place of a name."""

WORDING: Final[Mapping[str, Sequence[str]]] = {
    "undone": ("reason",),
    "corrected": ("reason", "authority"),
    "ruled": ("reason", "authority"),
    "noted": ("text",),
    "dice_named": ("kind", "names[]"),
    "penalized": ("reason", "authority"),
}
"""Where people write what they like, in the records of any game."""


class Name:
    """A name to be found in texts."""

    def __init__(self, name: str) -> None:
        """Raises `ValueError` for one without a letter or digit: it would be found everywhere."""
        words = unicodedata.normalize("NFC", name).split()
        if not any(char.isalnum() for char in name):
            raise ValueError(name)
        ways = {unicodedata.normalize(form, " ".join(words)) for form in ("NFC", "NFD")}
        either = "|".join(re.escape(way).replace(r"\ ", r"[\W_]+") for way in sorted(ways))
        self._in_words = re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])", re.IGNORECASE)

    def is_all_of(self, text: str) -> bool:
        """Return True if the text is this name and nothing else."""
        return self._in_words.fullmatch(text.strip()) is not None

    def is_in(self, text: str) -> bool:
        return self._in_words.search(text) is not None

    def may_be_in(self, line: bytes) -> bool:
        """Return True if the name could be in the line: JSON may write letters as numbers."""
        text = line.decode(errors="replace")
        return "\\" in text or self.is_in(text)

    def taken_from(self, text: str) -> str:
        return self._in_words.sub(GONE, text)


class Cleared(NamedTuple):
    """A record without a name: the line for its place, None where nothing is to be taken out of it.

    `left` are the places where the name still stands, because something else depends on it.
    """

    line: bytes | None
    left: tuple[str, ...] = ()


def cleared(line: bytes, name: Name, game: GameDefinition) -> Cleared:
    """Return a line of a log without a name."""
    if not name.may_be_in(line):
        return Cleared(None)
    try:
        was = json.loads(as_it_reads(line))
    except (ValueError, RecursionError):  # damaged: nobody can say what would stand for it
        text = line.decode(errors="replace")
        return Cleared(None, ("?",) if name.is_in(text) else ())
    if not _is_record(was):
        return Cleared(None, ("?",) if any(name.is_in(text) for _at, text in strings(was)) else ())
    now = json.loads(as_it_reads(line))
    if _binds_heads(was):  # withheld, it would not say any more what the seals vouch for
        return Cleared(None, tuple(at for at, text in strings(was) if name.is_in(text)))
    if isinstance(now["by"], str) and name.is_all_of(now["by"]):
        now["by"] = None
    _clear(now, name, game)
    # A word of the game may be somebody's name: the seats of a table keep theirs.
    setup = game.get(SETUP)
    codes = set(setup.seats) if setup else set()
    places = [at for at, text in strings(now) if text not in codes and name.is_in(text)]
    return Cleared(withheld(line, now) if now != was else None, tuple(dict.fromkeys(places)))


def _is_record(plain: object) -> bool:
    return (
        isinstance(plain, dict)
        and plain.keys() == {"seq", "type", "v", "at", "by", "data"}
        and isinstance(plain["type"], str)
        and isinstance(plain["v"], int)
    )


def _binds_heads(record: Data) -> bool:
    """Say whether this is record 2 of a private log, which says what the hashes bind."""
    data = record["data"]
    committed = record["seq"] == 2 and record["type"] == "committed" and isinstance(data, dict)
    return committed and "leaves" in data


def _clear(record: Data, name: Name, game: GameDefinition) -> None:
    """Take a name out of the data of a record, or of the event that a correction brings."""
    type_, data = record["type"], record["data"]
    if type_ == "corrected" and isinstance(data, dict) and isinstance(data.get("data"), dict):
        _clear(data, name, game)
    for place, stand_in in _names(record, name, game):
        put(data, place, stand_in)
    for pattern in (*WORDING.get(type_, ()), *game.need(VISIBILITY).wording.get(type_, ())):
        for place, text in find(data, pattern):
            if isinstance(text, str):
                put(data, place, name.taken_from(text))
    if type_ not in game.codec.types and isinstance(data, dict | list):
        for place, text in list(strings(data)):
            if place and name.is_in(text):
                _put_text(data, place, name.taken_from(text))


def _put_text(data: object, place: str, text: str) -> None:
    """Write over a text, unless it is the key of an object that stands at the place."""
    for _place, value in list(find(data, place)):
        if isinstance(value, str):
            put(data, place, text)


def _names(record: Data, name: Name, game: GameDefinition) -> Iterator[tuple[str, object]]:
    """Yield the places where an event calls somebody by the name, with the replacement of each."""
    codec = game.codec
    type_, version, data = record["type"], record["v"], record["data"]
    event_type = game.events.get(type_)
    if event_type is None or version != event_type.version:
        return
    event = codec.read_event(type_, version, Raw(msgspec.json.encode(data)))
    for hidden in () if isinstance(event, Breach) else game.need(VISIBILITY).secrets(event):
        for place, value in find(data, hidden.place):
            if isinstance(value, str) and name.is_all_of(value):
                yield place, hidden.instead
