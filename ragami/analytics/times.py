"""The time between two records, by who was to act: how long a table thought, as far as logs tell.

The times of records say when each was written down. What lies between two of them is thinking,
talking, moving and writing together; whoever was to act before a record is said to have taken it.
A gap of more than `PAUSE` is a pause: it is counted and left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Final, NamedTuple

from ragami.errors import N_
from ragami.game.statistics import Answer, Row, TableQuestion
from ragami.judge.moments import legal_moments
from ragami.judge.report import replay_log
from ragami.log.record import Bad, Read

PAUSE: Final = timedelta(minutes=10)

TIME: Final = TableQuestion(
    "time",
    N_(
        "Time between records (thinking, talking and writing down), by who was to act;"
        " gaps of more than 10 minutes are left out as pauses"
    ),
    "",
    (
        Answer("player", N_("Player")),
        Answer("round", N_("Round")),
        Answer("records", N_("Records")),
        Answer("minutes", N_("Minutes")),
        Answer("median_seconds", N_("Median (s)")),
        Answer("longest_seconds", N_("Longest (s)")),
        Answer("pauses", N_("Pauses")),
    ),
    keys=2,
    drawn="minutes",
)
"""The answer has a row for each seat and round, before them one for the seat (`round` is null)."""


class ThinkingTime(NamedTuple):
    """The time before a record: the seat that was to act, the round, the seconds."""

    player: str
    round: int
    seconds: float


def gaps_in(log: bytes) -> list[ThinkingTime]:
    """List the time before each event that counts, where the log says when both were written.

    Where several were to act, it is the time of the one whose event it is; where nobody was, or
    that is not known, of nobody.
    """
    replay = replay_log(log)
    times = [_time(read) for read in replay.codec.read_log(log)]
    gaps = []
    for now in legal_moments(replay):
        seq = now.coming.seq if now.coming else None
        if seq is None or seq < 2:  # before record 1 nobody plays
            continue
        before, at = times[seq - 2], times[seq - 1]
        player = _to_act(now.due, getattr(now.coming_event, "player", None))
        if before and at and player and at >= before:
            gaps.append(ThinkingTime(player, now.round, (at - before).total_seconds()))
    return gaps


def _time(read: Read) -> datetime | None:
    return None if isinstance(read, Bad) else read.at


def _to_act(due: Sequence[str], player: str | None) -> str | None:
    """The seat whose time it is."""
    if player in due or not due:
        return player
    return due[0] if len(due) == 1 else None


def answer_time(gaps: Iterable[ThinkingTime]) -> list[Row]:
    """Answer the question `TIME`: whoever took longest first."""
    by_player: dict[str, list[ThinkingTime]] = {}
    for gap in gaps:
        by_player.setdefault(gap.player, []).append(gap)
    rows: list[tuple[float, list[Row]]] = []
    for player, some in by_player.items():
        total = _row(player, None, some)
        rounds = sorted({gap.round for gap in some})
        by_round = [_row(player, n, [gap for gap in some if gap.round == n]) for n in rounds]
        rows.append((total[3], [total, *by_round]))
    return [row for _minutes, some in sorted(rows, key=lambda entry: -entry[0]) for row in some]


def _row(player: str, round_: int | None, gaps: Sequence[ThinkingTime]) -> Row:
    seconds = list(_without_pauses(gaps))
    minutes = round(sum(seconds) / 60, 1)
    usual, longest = (median(seconds), max(seconds)) if seconds else (None, None)
    return (player, round_, len(gaps), minutes, usual, longest, len(gaps) - len(seconds))


def _without_pauses(gaps: Iterable[ThinkingTime]) -> Iterator[float]:
    return (gap.seconds for gap in gaps if gap.seconds <= PAUSE.total_seconds())
