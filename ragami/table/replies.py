"""Replies to programs about the games of a database, and about writing to them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from ragami.decoded import Data, Fields
from ragami.findings import Finding
from ragami.judge.placing import broken_off
from ragami.log.origin import Origin
from ragami.log.record import Offence, PenaltyLevel
from ragami.notation.misread import Misread
from ragami.penalties import CountedOffence, Rung
from ragami.store import Appended
from ragami.table.listing import Listed
from ragami.table.withdrawing import NameOccurrences


class GameListed(Struct, frozen=True):
    """A game of the database. `active` is what it shows as whose turn it is, if it shows any.

    `origin` is where it goes on from, if it is a branch of another game. `broken_off` is why it
    was broken off, if it was.
    """

    name: str
    title: str | None
    players: Mapping[str, str]
    records: int
    phase: str
    round: int
    active: Any
    broken_at: int | None
    final: Fields | None
    last_at: str | None
    origin: Origin | UnsetType = UNSET
    broken_off: str | UnsetType = UNSET


class Branched(Struct, frozen=True):
    """A game that was opened, and where it goes on from; it has so many `records` already."""

    game: str
    records: int
    origin: Origin


def game_listed(game: Listed) -> GameListed:
    replay = game.replay
    # What a game shows is its own affair: where it is not said there, the position says it.
    at = replay.position
    view: Data = {"phase": at.phase, "round": at.round}
    view |= replay.game.view(replay.state, replay.seq, "public")
    return GameListed(
        game.name,
        game.title,
        game.players,
        replay.seq,
        view["phase"],
        view["round"],
        view.get("active"),
        replay.error.line if replay.error else None,
        replay.final,
        game.last_at,
        game.origin or UNSET,
        broken_off(replay) or UNSET,
    )


class RecordsWritten(Struct, frozen=True):
    """Records `first` to `last` are on the disk, and what has been found because of them.

    `repeated`: they were there before. `sealed` is the record of the seal that followed.
    """

    game: str
    first: int
    last: int
    repeated: bool
    findings: list[Finding]
    sealed: int | UnsetType = UNSET


def records_written(
    game: str, wrote: Appended, findings: list[Finding], sealed: int | None
) -> RecordsWritten:
    seal = sealed if sealed and sealed > wrote.last else UNSET
    return RecordsWritten(game, wrote.first, wrote.last, wrote.repeated, findings, seal)


class LineReply(Struct, frozen=True):
    """The reply to line `line` of the input at the table; `code` is its exit code."""

    line: int
    answer: str
    lines: tuple[str, ...]
    code: int


class Imported(Struct, frozen=True):
    """A log that is in the database; of one that was `salvaged` the rest is left out."""

    file: str
    game: str
    records: int
    salvaged: bool | UnsetType = UNSET
    misread: tuple[Misread, ...] | UnsetType = UNSET
    there_already: bool = False


class Left(Struct, frozen=True):
    """A place where a name has to stay: something else depends on it."""

    seq: int
    place: str


class Withdrawn(Struct, frozen=True):
    """The reply to a withdrawal: what was taken out of a game with a name."""

    game: str
    renamed: bool
    records: list[int]
    secrets: int
    keys: int
    left: list[Left]


def withdrawn(occurrences: NameOccurrences) -> Withdrawn:
    withdrawal = occurrences.withdrawal
    return Withdrawn(
        withdrawal.name or withdrawal.game,
        withdrawal.name is not None,
        sorted(withdrawal.lines),
        len(withdrawal.forgotten),
        len(withdrawal.keys),
        [Left(seq, place) for seq, place in occurrences.left],
    )


class OffenceListed(Struct, frozen=True):
    """An offence, and what it costs the first time, the second …"""

    offence: Offence
    ladder: tuple[Rung, ...]


class PenaltyTold(Struct, frozen=True):
    """A penalty in a log; `occasion` counts those of this player for this offence, from 1."""

    seq: int
    at: datetime | None
    by: str | None
    occasion: int
    player: str
    offence: Offence
    level: PenaltyLevel
    points: int
    minutes: int | None
    rule: str | None
    reason: str | None
    authority: str | None


def penalty_told(counted: CountedOffence) -> PenaltyTold:
    penalty = counted.penalty
    about = (penalty.player, penalty.offence, penalty.level, penalty.points, penalty.minutes)
    return PenaltyTold(
        counted.seq, counted.at, counted.by, counted.occasion,
        *about, penalty.rule, penalty.reason, penalty.authority,
    )  # fmt: skip


class PiecesEntered(Struct, frozen=True):
    """The number of pieces of a kind entered, and of those in the box."""

    entered: int
    of: int


class BoxFilled(Struct, frozen=True):
    """The progress of a component that is entered piece by piece."""

    file: str
    name: str
    entered: dict[str, PiecesEntered]
