"""The part of a log that a viewer may know: what is left out of it, and the game as he sees it.

Every way out leads through here, so that what a player may not see is left out before anything is
made of the log (law 7).
"""

from __future__ import annotations

import json
from contextlib import suppress

import msgspec
from msgspec import Raw

from ragami.decoded import Data
from ragami.findings import Breach
from ragami.game import GameDefinition
from ragami.game.capabilities import VISIBILITY
from ragami.game.visibility import EVERYTHING
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, replay_log
from ragami.log.codec import lines_in
from ragami.log.record import Bad, Corrected, Envelope, Noted, Read, Record, Unknown
from ragami.log.unredacted import log_of
from ragami.privacy.secrets import seen_by
from ragami.privacy.viewing import Viewing, is_readable, shares
from ragami.proof.withheld import as_it_reads


def seen_log(log: bytes, viewer: str | None) -> bytes:
    """Return a log as far as it tells a viewer how the game stands.

    Where the state of a viewer is the fold of what he may see, that is his lines and nothing else.
    """
    game = game_of(log)
    seen = seen_by(log, viewer, game)
    if viewer in EVERYTHING or not _folds(seen, game):
        return seen
    return _as_lines(seen, viewer, game)


def _as_lines(seen: bytes, viewer: str | None, game: GameDefinition) -> bytes:
    return log_of(seen_lines(seen, viewer, game))


def replay_as(log: bytes, viewer: str | None, full_replay: Replay | None = None) -> Replay:
    """Return the game as it stands for a viewer, who besides has his own things in front of him.

    `full_replay` is the fold of all that the log has, where somebody has it already.
    """
    game = game_of(log)
    if viewer is not None and shares(game, viewer):
        reads = (game.codec.read_log(text) for text in (log, seen_by(log, viewer, game)))
        replay = Viewing(game, viewer).take_all(*reads)
        if replay.broken:  # nothing more is read, and the last record is the last one all the same
            replay.seq = lines_in(log)
        return replay
    seen = seen_log(log, viewer)
    return full_replay if full_replay and seen == log else replay_log(seen)


def own_replay(log: bytes, viewer: str) -> Replay:
    """Fold what a viewer may see of a log and nothing else, whatever the game has views made of.

    It is what a device in a seat knows, and what a bot may decide by.
    """
    game = game_of(log)
    if shares(game, viewer):
        return replay_as(log, viewer)
    return replay_log(_as_lines(seen_by(log, viewer, game), viewer, game))


def _folds(log: bytes, game: GameDefinition) -> bool:
    opening = game.codec.read_line(log.partition(b"\n")[0], 1)
    return isinstance(opening, Record) and bool(game.need(VISIBILITY).folds(opening.data))


def seen_lines(log: bytes, viewer: str | None, game: GameDefinition) -> list[bytes]:
    """Return the lines of a log, each with what the viewer may see in it."""
    lines = log.removesuffix(b"\n").split(b"\n")
    reads = list(game.codec.read_log(log))
    if viewer is None or not shares(game, viewer):
        return [
            seen_line(read, line, viewer, game) for read, line in zip(reads, lines, strict=True)
        ]
    own = Viewing(game, viewer).read_all(reads, reads)
    return [
        as_seen(read, seen, line, viewer, game)
        for read, seen, line in zip(reads, own, lines, strict=True)
    ]


def as_seen(read: Read, own: Read, line: bytes, viewer: str, game: GameDefinition) -> bytes:
    """Return a line of the viewer's own log, where `own` is the record `read` in it (`Viewing`)."""
    if isinstance(read, Record) and isinstance(own, Record):
        if not isinstance(own.data, Corrected):
            return _with_data(line, read, own.data, game)
        if not is_readable(read.data, game.codec):
            return seen_line(read, line, viewer, game)
        if own.data is read.data:
            return line
        if bytes(own.data.data) != b"null":
            event = {"v": own.data.v, "data": json.loads(bytes(own.data.data))}
            return _changed(line, {"data": _data(line) | event})
    return seen_line(read, line, viewer, game)


def replay_at(log: bytes, seq: int, viewer: str) -> Replay | None:
    """Fold the first `seq` records of a log for a viewer, as `replay_as`.

    Return None where the viewer has the same records as everybody.
    """
    part = log_of(log.split(b"\n", seq)[:seq])
    if not part or (not shares(game_of(part), viewer) and seen_log(part, viewer) == part):
        return None
    return replay_as(part, viewer)


class ViewerFolds:
    """The folds of a log for its viewers, each as far as somebody has asked for it."""

    def __init__(self, log: bytes) -> None:
        self._log = log
        self._game = game_of(log)
        self._sees_all: dict[str, bool] = {}
        self._viewings: dict[str, tuple[Viewing, list[tuple[Read, Read]]]] = {}

    def at(self, seq: int, viewer: str) -> Replay | None:
        """Return the game after a record as the viewer has it, as `replay_at`."""
        game = self._game
        if not shares(game, viewer):
            if viewer not in self._sees_all:
                self._sees_all[viewer] = seen_log(self._log, viewer) == self._log
            return None if self._sees_all[viewer] else replay_at(self._log, seq, viewer)
        viewing, reads = self._viewings.get(viewer, (None, []))
        if viewing is None or viewing.whole.seq > seq:
            viewing = Viewing(game, viewer)
            logs = (self._log, seen_by(self._log, viewer, game))
            reads = reads or list(zip(*map(game.codec.read_log, logs), strict=True))
            self._viewings[viewer] = viewing, reads
        for read, own in reads[viewing.whole.seq : seq]:
            viewing.seen.take(viewing.read_one(read, own))
        return viewing.seen


def seen_line(read: Read, line: bytes, viewer: str | None, game: GameDefinition) -> bytes:
    """Return a line with what the viewer may see in it; `read` is what it says."""
    if not isinstance(read, Record):
        return _emptied(read, line, game)
    if isinstance(read.data, Corrected):
        return _seen_correction(read.data, line, viewer, game)
    return _with_data(line, read, game.need(VISIBILITY).redact(read.data, viewer), game)


def _with_data(line: bytes, read: Record, seen: object, game: GameDefinition) -> bytes:
    if seen == read.data:
        return line
    if isinstance(seen, Noted):
        return _changed(line, {"type": "noted", "v": 1, "data": msgspec.to_builtins(seen)})
    version = game.codec.types[read.type].version
    return _changed(line, {"v": version, "data": msgspec.to_builtins(seen)})


def _seen_correction(
    correction: Corrected, line: bytes, viewer: str | None, game: GameDefinition
) -> bytes:
    """Return the line of a correction without what the viewer may not see of its event."""
    if correction.type is None or correction.v is None:
        return line
    event = None
    event_type = game.codec.types.get(correction.type)
    if event_type and correction.v <= event_type.version:
        event = game.codec.read_event(correction.type, correction.v, correction.data)
    if event_type is None or event is None or isinstance(event, Breach):
        fits = event_type and not isinstance(
            game.codec.read_event(correction.type, correction.v, Raw(b"{}")), Breach
        )
        nothing: object = None if fits and isinstance(event, Breach) else {}
        return _changed(line, {"data": _data(line) | {"data": nothing}})
    seen = game.need(VISIBILITY).redact(event, viewer)
    if seen == event:
        return line
    inside = {"v": event_type.version, "data": msgspec.to_builtins(seen)}
    return _changed(line, {"data": _data(line) | inside})


def _emptied(read: Unknown | Bad, line: bytes, game: GameDefinition) -> bytes:
    """Return only the frame of a record that is not understood: its data might hold secrets.

    What is malformed stays so for everybody: where it would not be without its data, it has null.
    """
    type_ = read.type if read.type in game.codec.types else "unreadable"
    frame: dict[str, object] = {"seq": read.seq, "type": type_, "v": 1, "at": None, "by": None}
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        envelope = msgspec.json.decode(line, type=Envelope)
        frame |= {"type": envelope.type, "v": envelope.v, "at": envelope.at, "by": envelope.by}
    emptied = msgspec.json.encode(frame | {"data": {}})
    if isinstance(read, Bad) and not isinstance(game.codec.read_line(emptied, read.seq or 0), Bad):
        return msgspec.json.encode(frame | {"data": None})
    return emptied


def _changed(line: bytes, changes: Data) -> bytes:
    """Return the record in a line with some of its fields changed, in the order that they had."""
    record: dict[str, object] = json.loads(as_it_reads(line))
    return msgspec.json.encode(record | changes)


def _data(line: bytes) -> Data:
    data: dict[str, object] = json.loads(as_it_reads(line))["data"]
    return data
