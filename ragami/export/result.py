"""The result of a game in a line, as a club writes it on its page."""

from __future__ import annotations

from ragami.errors import RagamiError
from ragami.export.excerpt import Excerpt
from ragami.judge.placing import Played, day_of, players_of
from ragami.messages import plain


def export(excerpt: Excerpt) -> bytes:
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
