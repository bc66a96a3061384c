"""Penalties: a small fixed catalogue, and what they take off the points in the end.

A penalty is an overlay: the play, its states and its result stay what they were. Each offence has
a ladder; who does the same again in the same game stands a rung higher, and on the last rung for
good.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ragami.errors import N_
from ragami.judge.replay import Replay
from ragami.language import Language, Translate, capital, translator
from ragami.log.record import Offence, Penalized, PenaltyLevel, Record
from ragami.messages import plain

REASON: Final = 200


class Rung(Struct, frozen=True):
    """The cost of an offence: a warning, minutes of the time to think, or points."""

    level: PenaltyLevel
    points: int = 0
    minutes: int | None = None


WARNING: Final = Rung("warning")

CATALOGUE: Final[dict[Offence, tuple[Rung, ...]]] = {
    "late": (Rung("time", minutes=5), Rung("points", 1), Rung("points", 2)),
    "slow-play": (WARNING, Rung("time", minutes=5), Rung("points", 1), Rung("points", 2)),
    "procedure": (WARNING, WARNING, Rung("points", 1), Rung("points", 2)),
    "hidden-information": (WARNING, Rung("points", 2), Rung("points", 4)),
    "outside-help": (Rung("points", 2), Rung("points", 4)),
    "conduct": (WARNING, Rung("points", 2), Rung("points", 5)),
}

OFFENCES: Final[dict[Offence, str]] = {
    "late": N_("not at the table in time"),
    "slow-play": N_("slow play"),
    "procedure": N_("a rule of the procedure broken by oversight"),
    "hidden-information": N_("hidden information looked at, or shown"),
    "outside-help": N_("help from outside"),
    "conduct": N_("unsporting conduct"),
}

LEVELS: Final[dict[PenaltyLevel, str]] = {
    "warning": N_("a warning"),
    "time": N_("{minutes} minutes less to think"),
    "points": N_("{points} points off"),
}


class CountedPoints(Struct, frozen=True):
    """A player's points: those of the play, those taken off, and the rest, which counts."""

    play: int
    penalty: int
    counts: int


class CountedOffence(Struct, frozen=True):
    """A penalty in a log; `occasion` counts those of this player for this offence, from 1."""

    seq: int
    at: Any
    by: str | None
    occasion: int
    penalty: Penalized


def cost_of(
    penalties: Sequence[Record],
    player: str,
    offence: Offence,
    level: PenaltyLevel | None = None,
    points: int | None = None,
    minutes: int | None = None,
) -> Rung:
    """Return the cost of an offence: what the referee says of it, the rest by the catalogue.

    `penalties` are those of the game so far. An amount alone says the level that it is for; one
    that the level is not for does not count.
    """
    ladder = CATALOGUE[offence]
    usual = ladder[min(earlier(penalties, player, offence), len(ladder) - 1)]
    if level is None and points is None and minutes is None:
        return usual
    if level is None:
        level = "points" if points is not None else "time"
    if level == "points":
        return Rung(level, points=max(usual.points, 1) if points is None else points)
    return Rung(level, minutes=minutes or usual.minutes or 5) if level == "time" else Rung(level)


def earlier(penalties: Sequence[Record], player: str, offence: Offence) -> int:
    """Return the number of a player's penalties for an offence."""
    return sum(
        (penalty.data.player, penalty.data.offence) == (player, offence) for penalty in penalties
    )


def count_offences(replay: Replay) -> list[CountedOffence]:
    so_far: dict[tuple[str, str], int] = {}
    offences = []
    for record in replay.penalties:
        data: Penalized = record.data
        kind = data.player, data.offence
        so_far[kind] = so_far.get(kind, 0) + 1
        offences.append(CountedOffence(record.seq, record.at, record.by, so_far[kind], data))
    return offences


def deduct_points(
    scores: Mapping[str, int], penalties: Iterable[Record]
) -> dict[str, CountedPoints]:
    """Return each player's points after penalties.

    Points off are for the players of the table; they may lead below 0.
    """
    off = dict.fromkeys(scores, 0)
    for record in penalties:
        data: Penalized = record.data
        if data.player in off and data.level == "points":
            off[data.player] += data.points
    return {
        seat: CountedPoints(play, -off[seat], play - off[seat]) for seat, play in scores.items()
    }


def count(replay: Replay) -> dict[str, CountedPoints]:
    """Return each player's points after penalties; empty where none have been taken off."""
    scores = replay.position.scores
    table = deduct_points(scores, replay.penalties)
    return table if any(points.penalty for points in table.values()) else {}


# --- in words ------------------------------------------------------------------------------


def say_count(table: Mapping[str, CountedPoints], replay: Replay, language: Language) -> str:
    """Say `Green: by play 36, penalty −2, counts 34`, for everybody with points off."""
    _ = translator(language)
    return "; ".join(
        _("{who}: by play {play}, penalty −{off}, counts {counts}").format(
            who=_called(seat, replay, language), play=points.play, off=-points.penalty,
            counts=points.counts,
        )
        for seat, points in table.items()
        if points.penalty
    )  # fmt: skip


def say_penalty(data: Penalized, replay: Replay, language: Language) -> str:
    """Return a penalty in words: who, what for, how much, and on whose word."""
    _ = translator(language)
    sentence = _("penalty for {who}: {level} ({offence})").format(
        who=_called(data.player, replay, language),
        level=say_level(data, _),
        offence=_(OFFENCES[data.offence]),
    )
    why = [
        (_("rule {rule}"), {"rule": plain(data.rule or "")}, data.rule),
        (_("reason: {reason}"), {"reason": plain(data.reason or "", REASON)}, data.reason),
        (_("by {authority}"), {"authority": plain(data.authority or "")}, data.authority),
    ]
    more = [text.format_map(facts) for text, facts, applies in why if applies]
    return capital(sentence) + (f" ({'; '.join(more)})" if more else "")


def _called(seat: str, replay: Replay, language: Language) -> str:
    """Return the word of a seat, or the name of who has none."""
    people = replay.game.people(replay.state, language)
    return people.get(seat) or plain(replay.game.words.word(seat, language))


def say_level(data: Penalized | Rung, _: Translate) -> str:
    """Say `a warning`, `5 minutes less to think`, `2 points off`."""
    if data.level == "points" and data.points == 1:
        return _("1 point off")
    if data.level == "time" and data.minutes == 1:
        return _("1 minute less to think")
    return _(LEVELS[data.level]).format(points=data.points, minutes=data.minutes or 0)
