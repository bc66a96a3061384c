"""The games of a store, each folded from its first record: what is listed is what `show` says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from ragami.decoded import Data
from ragami.game import GameDoesNotLoad, GameFails
from ragami.game.registry import not_installed
from ragami.judge.moments import legal_moments
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.log.origin import FORM, Origin, origin_of
from ragami.log.record import Unknown
from ragami.log.strict import may_say
from ragami.log.unredacted import log_of
from ragami.narration import TurnClock
from ragami.privacy.secrets import read_kept
from ragami.store import Store
from ragami.store.sqlite import SqliteStore


class Listed(NamedTuple):
    """A game of a store. `last_at` is when its last record was written, as that says itself.

    A game whose package does not load, or fails, is not judged: `wrong` says why. `origin` is where
    a branch goes on from.
    """

    name: str
    title: str | None
    players: dict[str, str]
    replay: Replay
    last_at: str | None
    wrong: GameDoesNotLoad | GameFails | None = None
    origin: Origin | None = None


def listed(store: Store) -> Iterator[Listed]:
    """Yield every game of a store, the numbers in names as numbers: 4-7 comes before 4-10."""
    for game in sorted(store.games(), key=lambda game: _as_counted(game.name)):
        log = log_of(read_kept(store, game.name))
        unloadable = None
        try:
            replay = replay_log(log)
        except (GameDoesNotLoad, GameFails) as problem:
            unloadable, replay = problem, replay_log(log, not_installed(str(problem.facts["game"])))
        players, title = replay.seating
        origin = origin_of(replay.codec.read_log(log)) if may_say(log, FORM.encode()) else None
        at = _recorded_at(game.last)
        yield Listed(game.name, title, dict(players), replay, at, unloadable, origin)


def as_tree(games: Sequence[Listed]) -> Iterator[tuple[int, Listed]]:
    """Yield games with their depth: each branch below the game that it goes on from.

    A branch of a game that is not among them stands at the top, as any game.
    """
    names = {game.name for game in games}
    branches: dict[str | None, list[Listed]] = {}
    for game in games:
        origin = game.origin.game if game.origin else None
        branches.setdefault(origin if origin in names - {game.name} else None, []).append(game)

    def below(name: str | None, depth: int) -> Iterator[tuple[int, Listed]]:
        for game in branches.pop(name, ()):
            yield depth, game
            yield from below(game.name, depth + 1)

    yield from below(None, 0)
    for name in list(branches):  # two that go on from each other: nobody wrote that
        yield from below(name, 0)


def _as_counted(name: str) -> list[tuple[int, str]]:
    parts = enumerate(re.split(r"([0-9]{1,18})", name))
    return [(int(part) if at % 2 else -1, part) for at, part in parts]


def _recorded_at(record: bytes) -> str | None:
    """Return the time of a record as it says itself; None for a damaged one."""
    at = None
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        at = msgspec.json.decode(record)
    at = at.get("at") if isinstance(at, dict) else None
    return at if isinstance(at, str) else None


def refresh(store: SqliteStore, name: str) -> None:
    """Work out how a game reads, from what is published of it, and keep that."""
    lines = store.read(name)
    replay = replay_log(log_of(lines))
    store.put_reading(name, len(lines), msgspec.json.encode(reading(replay)))


def reading(replay: Replay) -> Data:
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
    return {"events": events, "points": replay.position.scores}
