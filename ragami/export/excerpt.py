"""A game that is taken out: its log up to some record, for somebody's eyes.

Every export starts here, so that what a player may not see is left out before anything is made of
the log (law 7).
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cached_property
from typing import Any

import msgspec

from ragami.findings import Breach
from ragami.game import GameDefinition
from ragami.game.capabilities import VISIBILITY
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, replay_log
from ragami.language import Language
from ragami.log.record import Corrected, Envelope, Read, Record
from ragami.privacy.secrets import published, seen_by
from ragami.proof.withheld import as_it_reads


class Excerpt:
    """A log on its way out; `viewer` None takes all that it has, but no secret of a private game.

    Of those `log` has only the viewer's; the referee's are all.
    """

    def __init__(self, name: str, log: bytes, viewer: str | None, language: Language) -> None:
        self.name = name
        whole = viewer is not None
        self.log = seen_by(log, viewer, game_of(log)) if whole else published(log)
        self.viewer = viewer
        self.language = language

    @cached_property
    def replay(self) -> Replay:
        """The game as it stands after the last record."""
        return replay_log(self.log)

    @cached_property
    def lines(self) -> list[bytes]:
        """The lines of the log as the viewer may have them; byte for byte where that is all."""
        lines = self.log.removesuffix(b"\n").split(b"\n")
        if self.viewer is None:
            return lines
        reads = self.replay.codec.read_log(self.log)
        game = self.replay.game
        return [
            seen_line(read, line, self.viewer, game)
            for read, line in zip(reads, lines, strict=True)
        ]


def seen_line(read: Read, line: bytes, viewer: str | None, game: GameDefinition) -> bytes:
    """A line with what the viewer may see in it; `read` is what it says."""
    if not isinstance(read, Record):
        return _emptied(read.seq, line)
    if isinstance(read.data, Corrected):
        return _seen_correction(read.data, line, viewer, game)
    seen = game.need(VISIBILITY).redact(read.data, viewer)
    if seen == read.data:
        return line
    version = game.codec.types[read.type].version
    return _changed(line, {"v": version, "data": msgspec.to_builtins(seen)})


def _seen_correction(
    given: Corrected, line: bytes, viewer: str | None, game: GameDefinition
) -> bytes:
    """A correction holds an event, and that may hold what is hidden."""
    if given.type is None or given.v is None:
        return line
    event = None
    known = game.codec.types.get(given.type)
    if known and given.v <= known.version:
        event = game.codec.read_event(given.type, given.v, given.data)
    if known is None or event is None or isinstance(event, Breach):
        return _changed(line, {"data": _data(line) | {"data": {}}})
    seen = game.need(VISIBILITY).redact(event, viewer)
    if seen == event:
        return line
    inside = {"v": known.version, "data": msgspec.to_builtins(seen)}
    return _changed(line, {"data": _data(line) | inside})


def _emptied(seq: int | None, line: bytes) -> bytes:
    """What is not understood might tell what is hidden: only the frame of the record is left."""
    frame: dict[str, Any] = {"seq": seq, "type": "unreadable", "v": 1, "at": None, "by": None}
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        read = msgspec.json.decode(line, type=Envelope)
        frame |= {"type": read.type, "v": read.v, "at": read.at, "by": read.by}
    return msgspec.json.encode(frame | {"data": {}})


def _changed(line: bytes, changes: dict[str, Any]) -> bytes:
    """The record in a line with some of its fields changed, in the order that they had."""
    record: dict[str, Any] = json.loads(as_it_reads(line))
    return msgspec.json.encode(record | changes)


def _data(line: bytes) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(as_it_reads(line))["data"]
    return data
