"""The result of a game: a line for the page of a club, or a link that the app BG Stats imports."""

from __future__ import annotations

from hashlib import sha256
from typing import Final
from urllib.parse import quote

from msgspec import Struct, json

from ragami.errors import RagamiError
from ragami.export.excerpt import Excerpt
from ragami.judge.placing import Played, day_of, players_of
from ragami.log.record import Bad
from ragami.messages import plain

LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="


def line(excerpt: Excerpt) -> bytes:
    """Return `2026-11-20 · Ragami · 1. Ana 36, 2. Bruno 30`. Raise as `places_of`."""
    places = sorted(places_of(excerpt), key=lambda played: (played.place, played.number))
    counted = any(played.score for played in places)
    people = ", ".join(
        f"{played.place}. {plain(played.name)}{f' {played.score}' if counted else ''}"
        for played in places
    )
    day = day_of(excerpt.game.codec.read_log(excerpt.log))
    title = excerpt.replay.seating.title
    parts = (day, plain(game_of(excerpt)), plain(title) if title else None, people)
    # A game of any name may be called as what it is of.
    return " · ".join(dict.fromkeys(part for part in parts if part)).encode() + b"\n"


def places_of(excerpt: Excerpt) -> tuple[Played, ...]:
    """Return who played, with places and scores. Raise `RagamiError` `no-result`."""
    people = () if excerpt.replay.error else players_of(excerpt.replay)
    if not people:
        raise RagamiError("no-result", game=excerpt.name)
    return people


def game_of(excerpt: Excerpt) -> str:
    """Return the title of the game that was played."""
    game = excerpt.replay.game
    return (game.plays and game.plays(excerpt.replay.state)) or game.called(excerpt.language)


class PlayedGame(Struct, frozen=True, rename="camel"):
    """The game of a play. `highest_wins`: more points are better; `no_points`: nobody has any."""

    name: str
    source_game_id: str
    highest_wins: bool
    no_points: bool


class BgPlayer(Struct, frozen=True, rename="camel"):
    """Somebody who played. The app wants `start_player` and `winner` of everybody."""

    name: str
    source_player_id: str
    start_player: bool
    rank: int
    score: int
    winner: bool


class Play(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A play as the app reads it: its date without a zone, minutes where the log has times."""

    source_name: str
    source_play_id: str
    game: PlayedGame
    players: list[BgPlayer]
    play_date: str | None = None
    duration_min: int | None = None


def bgstats(excerpt: Excerpt) -> bytes:
    """Return the link that BG Stats imports as a play. Raise `RagamiError` `no-result`."""
    people = places_of(excerpt)
    times = [
        read.at
        for read in excerpt.game.codec.read_log(excerpt.log)
        if not isinstance(read, Bad) and read.at is not None
    ]
    minutes = round((times[-1] - times[0]).total_seconds() / 60) if times else 0
    play = Play(
        source_name="ragami",
        source_play_id=sha256(excerpt.log).hexdigest()[:32],
        game=_game(excerpt, people),
        players=[_player(played) for played in people],
        play_date=times[0].strftime("%Y-%m-%d %H:%M:%S") if times else None,
        duration_min=minutes or None,
    )
    return (LINK + quote(json.encode(play), safe="")).encode() + b"\n"


def _game(excerpt: Excerpt, people: tuple[Played, ...]) -> PlayedGame:
    first = [played.score for played in people if played.place == 1]
    later_scores = [played.score for played in people if played.place > 1]
    fewer = bool(first and later_scores) and max(first) < min(later_scores)
    nothing = not any(played.score for played in people)
    return PlayedGame(game_of(excerpt), f"ragami:{excerpt.game.name}", not fewer, nothing)


def _player(played: Played) -> BgPlayer:
    """Describe somebody who played. A log knows nobody by an id: the name stands for one."""
    return BgPlayer(
        played.name, played.name, played.number == 1, played.place, played.score, played.place == 1
    )
