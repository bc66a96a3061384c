"""Logs that come into a database as games: from elsewhere, as copies, as branches of another game.

They are judged first, and then all of it is written or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from secrets import token_hex
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
from msgspec import Raw, Struct
from msgspec.json import encode

from ragami.decoded import Fields
from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.game.capabilities import SETUP
from ragami.game.opening import named
from ragami.judge.replay import Replay
from ragami.judge.report import on_line_of, replay_log
from ragami.log.codec import encode_record
from ragami.log.origin import Origin
from ragami.log.record import Noted, WrittenRecord
from ragami.log.strict import may_say
from ragami.log.unredacted import (
    has_commitments,
    join,
    log_of,
    split_joined,
    stored_line,
    stored_lines,
)
from ragami.privacy.checking import check_bound
from ragami.proof.note import encoded
from ragami.proof.tree import root_of
from ragami.proof.withheld import as_it_reads, leaves_of
from ragami.sources.sheets import SheetLog, UnreadableSheet
from ragami.store import Conflict, Store, open_store
from ragami.table.drafts import Stamp
from ragami.table.opening import GivenOpening
from ragami.table.recording import import_log

if TYPE_CHECKING:
    from ragami.sheet import Misread
    from ragami.sources.places import LogPlace, Source

COPY: Final = 8
"""Random bytes in record 1 of a copy."""


class _Titled(Struct):
    title: str | None = None


class _Opened(Struct):
    """The part of record 1 that is needed here."""

    data: _Titled


class Judged(NamedTuple):
    """The result of judging a log: its number of records, its error, and the result of the game."""

    records: int
    wrong: Finding | None
    final: Fields | None


def judge_log(log: bytes) -> Judged:
    """Judge all of a log. Raises `RagamiError` where it is none."""
    replay = replay_log(log)
    return Judged(replay.seq, replay.error or contradiction(log), replay.final)


def contradiction(log: bytes) -> Finding | None:
    """Return the finding against a log that opens something other than it committed to."""
    if not has_commitments(log):
        return None
    return next(iter(check_bound(log.removesuffix(b"\n").split(b"\n"))), None)


def as_own_log(log: bytes) -> bytes:
    """Make of a copy of a log one of its own, with a record 1 that no other log has.

    Its `by` says that it was copied, with a number drawn for this copy. Seals of the other log
    would be false here: a note stands in the place of each. Raises `RagamiError` `no-own-log`.
    """
    first, *later_lines = log.removesuffix(b"\n").split(b"\n")
    copied = [_copied(first), *(_without_seal(line) for line in later_lines)]
    return log_of(copied)


def _copied(first: bytes) -> bytes:
    """Record 1, written by the copy."""
    parts = split_joined(first)
    line = as_it_reads(parts.line.encode() if parts else first)
    try:
        record = msgspec.json.decode(line, type=WrittenRecord)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise RagamiError("no-own-log") from None
    record.by = f"copy {token_hex(COPY)}"
    return join(1, encode(record), parts.openings) if parts else encode(record)


def _without_seal(line: bytes) -> bytes:
    if not may_say(line, b'"sealed"'):
        return line
    try:
        record = msgspec.json.decode(as_it_reads(line), type=WrittenRecord)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return line
    if record.type != "sealed":
        return line
    record.type, record.v, record.data = "noted", 1, Raw(b'{"text":"sealed"}')
    return encode(record)


def lines_to_store(log: bytes) -> list[bytes]:
    """Return the lines of a log; of what a keeper knows besides, those that everybody may see."""
    return [stored_line(line) for line in log.removesuffix(b"\n").split(b"\n")]


def title_of(log: bytes) -> str | None:
    """Return the title that record 1 gives the game; None where it gives none."""
    try:
        opened = msgspec.json.decode(as_it_reads(log.partition(b"\n")[0]), type=_Opened)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return opened.data.title


def is_there(store: Store, game: str, lines: list[bytes]) -> bool:
    """Return True if the database has these lines as the first ones of the game."""
    with suppress(RagamiError):
        return store.read(game)[: len(lines)] == lines
    return False


def has_all(db: str, game: str, lines: list[bytes]) -> bool:
    """Return True if the game in a database that is not open already has these lines."""
    with suppress(RagamiError), open_store(db, create=False) as store:
        return is_there(store, game, lines)
    return False


def keep(store: Store, game: str, log: bytes, final: Fields | None) -> bool:
    """Write a log as a new game; was it there already (and has it perhaps gone on since)?

    Raises `RagamiError` `other-game-of-this-name`.
    """
    try:
        import_log(store, game, log, final)
    except Conflict as conflict:
        if is_there(store, game, lines_to_store(log)):
            return True
        raise RagamiError("other-game-of-this-name", game=game, found=conflict.found) from conflict
    return False


def same_again(replay: Replay, called: str | None, log: str) -> GivenOpening:
    """Say who plays with what in a game that is `called` so, as in the one of a replay.

    `log` is the name of that one. The same people take the same seats, each one
    further on: who sat second sits first. Raises `RagamiError` `opens-no-game`.
    """
    game, opened = replay.game, replay.opening
    if opened is None:
        raise RagamiError("opens-no-game", log=log)
    setup = game.need(SETUP)
    names = replay.seating.names if game.players[1] else {}
    people = list(names.values())
    seats = setup.seats[: len(people)] if named(setup) else names
    settings = {setting.name for setting in setup.settings()}
    agreed = setup.agreed(opened).items()
    chosen = {name: value for name, value in agreed if name in settings and value is not None}
    components = msgspec.to_builtins(getattr(opened, "components", {})) or {}
    brought = {kind: components[kind] for kind in setup.components if components.get(kind)}
    turned = list(zip(seats, people[1:] + people[:1], strict=True))
    return GivenOpening(called, None, {}, turned, chosen, brought=brought)


def origin_at(log: bytes, name: str, seq: int) -> Origin:
    """Describe the first `seq` records of the log of a game. Raises `RagamiError`."""
    lines = stored_lines(log)
    if not 0 < seq <= len(lines):
        raise RagamiError("no-such-record", game=name, seq=seq, last=len(lines))
    return Origin(name, seq, encoded(root_of(leaves_of(lines[:seq]))))


def branched(log: bytes, origin: Origin, stamp: Stamp) -> bytes:
    """Make a log of its own that begins as `log` does, and says where it goes on from.

    It has a record 1 that no other log has, and a remark in place of each seal, as a copy has.
    Raises `RagamiError` `no-own-log`.
    """
    lines = log.split(b"\n", origin.seq)[: origin.seq]
    copied = as_own_log(log_of(lines))
    remark = Noted(origin.remark())
    return copied + encode_record(origin.seq + 1, "noted", 1, stamp.at, stamp.by, remark) + b"\n"


# --- the good part of a log: its records before the first wrong one ---


class GoodPart(SheetLog):
    """A log up to the first error in it; `misread` and `wrong` say what came there."""

    misread: tuple[Misread, ...] = ()
    wrong: Finding | None = None


def good_parts(place: LogPlace) -> Iterator[Source]:
    """Yield the logs of a place, or what is good of them: at least one record."""
    for source in place.sources():
        try:
            log = source.read()
        except UnreadableSheet as unread:
            for number, game in enumerate(unread.games, 1):
                name = f"{source.name}#{number}" if len(unread.games) > 1 else source.name
                good = good_part(SheetLog.of(game))
                good.misread = game.misread
                yield source._replace(name=name, read=partial(_read, good, unread))
        except RagamiError:
            yield source
        else:
            good = good_part(log)
            yield source._replace(read=partial(bytes, good or log))


def _read(good: GoodPart, unread: UnreadableSheet) -> bytes:
    if not good:
        raise unread
    return good


def good_part(log: bytes) -> GoodPart:
    """Return the records before the first that is wrong."""
    lines: Sequence[int] = getattr(log, "lines", ())
    first = None
    while log and (error := replay_log(log).error):
        first = error
        log = b"".join(log.splitlines(keepends=True)[: (error.line or 1) - 1])
    good = GoodPart(log)
    good.lines = tuple(lines)
    good.wrong = first and on_line_of(lines, first)
    return good
