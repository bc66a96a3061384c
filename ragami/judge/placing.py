"""Players of a game that is over with their places, its day, and why one was broken off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from ragami.decoded import Fields
from ragami.game.capabilities import REVEALS
from ragami.judge.replay import Replay
from ragami.log.record import Bad, Read

BROKEN_OFF: Final = "broken-off"
"""What the remark begins with that marks a game as broken off: `broken-off: the last bus`."""


class Played(Struct, frozen=True):
    """Somebody in a game: the seat and its number, the place (1 is the best), the score.

    Who sits without a name, or has withdrawn it, is `nameless`: called by the seat, or by a dash.
    """

    name: str
    seat: str
    number: int
    place: int
    score: int
    nameless: bool = False


def players_of(replay: Replay) -> tuple[Played, ...]:
    """Return everybody who played, in seat order; nobody while the game is not over."""
    if replay.final is None:
        return ()
    seats = replay.seating.names
    place, scores = _places(replay, replay.final), replay.position.scores

    def is_nobody(seat: str, name: str) -> bool:
        return name.strip() in ("", "–") or (name == seat and replay.game.is_word(seat, "en"))

    return tuple(
        Played(
            " ".join(name.split()), seat, number, place[seat], scores.get(seat, 0),
            is_nobody(seat, name),
        )
        for number, (seat, name) in enumerate(seats.items(), 1)
    )  # fmt: skip


def day_of(reads: Iterable[Read]) -> str | None:
    """Return the day of the first record that has a time (ISO 8601, UTC)."""
    for read in reads:
        if not isinstance(read, Bad) and read.at is not None:
            return read.at.date().isoformat()
    return None


def broken_off(replay: Replay) -> str | None:
    """Return why a game was broken off, by its latest mark; None for one that was not, or is over.

    A mark counts while no event that counts follows it.
    """
    for note in reversed(replay.notes):
        key, _, reason = note.data.text.partition(":")
        if key == BROKEN_OFF and reason.strip():
            reveals = replay.game.get(REVEALS)  # what was hidden may still be told
            reveal_type = reveals.struct if reveals else ()
            later = replay.history.standing(note.seq)
            goes_on = any(not isinstance(event, reveal_type) for _seq, event in later)
            return None if goes_on or replay.final is not None else " ".join(reason.split())
    return None


def _places(replay: Replay, final: Fields) -> dict[str, int]:
    """Give the place of each seat: as the result says, else the winners and then by points.

    Where the winners have the fewest points, fewer points are better. Equal ones share a place.
    """
    seats = list(replay.seating.names)
    places = {seat: final.get("players", {}).get(seat, {}).get("place") for seat in seats}
    if all(isinstance(place, int) for place in places.values()):
        return {seat: int(place or 0) for seat, place in places.items()}
    scores = replay.position.scores
    winners = set(final.get("winners", ()))
    losers = [scores.get(seat, 0) for seat in seats if seat not in winners]
    least = max((scores.get(seat, 0) for seat in winners), default=0)
    fewer = bool(winners and losers) and least < min(losers)

    def key(seat: str) -> tuple[bool, int]:
        score = scores.get(seat, 0)
        return seat not in winners, 0 if seat in winners else score if fewer else -score

    return {seat: 1 + sum(key(rival) < key(seat) for rival in seats) for seat in seats}
