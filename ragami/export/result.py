"""The result of a game in a line, as a club writes it on its page."""

from __future__ import annotations

from ragami.errors import RagamiError
from ragami.export.excerpt import Excerpt
from ragami.judge.placing import Played, day_of, players_of
from ragami.messages import plain


def export(taken: Excerpt) -> bytes:
    """Return `2026-11-20 · Ragami · 1. Ana 36, 2. Bruno 30`. Raise as `places_of`."""
    places = sorted(places_of(taken), key=lambda one: (one.place, one.number))
    counted = any(one.score for one in places)
    people = ", ".join(
        f"{one.place}. {plain(one.name)}{f' {one.score}' if counted else ''}" for one in places
    )
    day = day_of(taken.game.codec.read_log(taken.log))
    title = taken.replay.game.seating(taken.replay.state).title
    parts = (day, plain(game_of(taken)), plain(title) if title else None, people)
    return " · ".join(part for part in parts if part).encode() + b"\n"


def places_of(taken: Excerpt) -> tuple[Played, ...]:
    """Return who played, with places and scores. Raise `RagamiError` `no-result`."""
    people = () if taken.replay.error else players_of(taken.replay)
    if not people:
        raise RagamiError("no-result", game=taken.name)
    return people


def game_of(taken: Excerpt) -> str:
    """Return the title of the game that was played."""
    game = taken.replay.game
    return (game.plays and game.plays(taken.replay.state)) or game.called(taken.language)
