"""Readings of a game, stored for the views of a database: `counting_events` and `points`."""

from __future__ import annotations

from typing import Any

import msgspec

from ragami.judge.moments import legal_moments
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.log.record import Unknown
from ragami.narration import TurnClock
from ragami.store.sqlite import SqliteStore


def refresh(store: SqliteStore, name: str) -> None:
    """Work out how a game reads, from what is published of it, and keep that."""
    lines = store.read(name)
    replay = replay_log(b"".join(line + b"\n" for line in lines))
    store.put_reading(name, len(lines), msgspec.json.encode(reading(replay)))


def reading(replay: Replay) -> dict[str, Any]:
    """Return the events that count, each with its round and turn, and the points by seat.

    Turns are counted within their round, as in the table of an export; 0: it is prepared. The type
    and data are given where a correction changed them.
    """
    game = replay.game
    events, clock, when = [], TurnClock(), (0, 0)
    for now in legal_moments(replay):
        if now.record and not isinstance(now.record, Unknown):
            changed = now.seq in replay.history.replaced
            type_and_event = (now.type, msgspec.to_builtins(now.event)) if changed else (None, None)
            events.append((now.seq, *when, *type_and_event))
        if now.coming:
            at = game.position(now.state)
            when = at.round, clock.turn(at)
    return {"events": events, "points": game.position(replay.state).scores}
