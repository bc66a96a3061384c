"""Whole games of bots: everything happens, nothing is lost, and what is undone was not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import convert

from ragami.games.dice_forge import state
from ragami.games.dice_forge.bot import play
from ragami.games.dice_forge.components import EFFECTS, shipped
from ragami.games.dice_forge.events import values
from ragami.games.dice_forge.game import GAME
from ragami.games.dice_forge.rules import ending
from ragami.games.dice_forge.state import State
from tests.games.dice_forge.conserved import (
    check_conserved,
    faces_at_the_start,
    faces_in,
    forged_by,
    taken_out_by,
)
from tests.games.dice_forge.harness import CODEC, Fold, folded, line
from tests.scale import seeds

GAMES = seeds(40, 5000)
UNDONE = seeds(3, 200)


def events(seed: int) -> Iterator[Any]:
    for type_, data in play(2 + seed % 3, seed):
        yield convert(data, GAME.events[type_].struct)


def log(seed: int, **options: str) -> bytes:
    records = play(2 + seed % 3, seed, options or None)
    lines = [line(seq, type_, data) for seq, (type_, data) in enumerate(records, 1)]
    return b"".join(one + b"\n" for one in lines)


def test_faces_cards_and_limits_are_kept_after_every_event_of_many_games() -> None:
    happened: Counter[str] = Counter()
    for seed in GAMES:
        s = State()
        forged = 0
        out: Counter[str] = Counter()
        faces: Counter[str] = Counter()
        for seq, event in enumerate(events(seed), 1):
            glory = {colour: p.glory for colour, p in s.players.items()}
            why = s.stack[-1].why if s.stack else None
            GAME.judges[type(event)][1](s, event, seq)
            forged += len(forged_by(event))
            out += taken_out_by(event)
            happened.update(_what(event))
            check_conserved(s, forged)
            fell = [colour for colour, had in glory.items() if s.players[colour].glory < had]
            assert not fell or why == "minotaur"
            faces = faces_at_the_start(s, out) if seq == 1 or (out and seq == 2) else faces
            assert faces_in(s) == faces
        assert s.phase == "over"
        happened.update(_at_the_end(s))
    _check_everything_happened(happened)


def _what(event: Any) -> Iterator[str]:
    type_ = type(event).__name__
    yield type_
    if type_ == "GameOpened":
        yield from (f"{name}={value}" for name, value in event.options.items())
    elif type_ == "FeatPerformed":
        yield f"feat {event.feat}"
    elif type_ == "FacesApplied":
        yield from ["again"] if event.again else []
        yield from ("copy" for entry in event.faces if entry.copy)
        yield from ("to glory" for entry in event.faces if any(_numbers(entry.to_glory)))
    yield from (f"face {forge.face}" for forge in forged_by(event))


def _numbers(to_glory: Any) -> tuple[int, int, int]:
    return to_glory.gold, to_glory.sun, to_glory.moon


def _at_the_end(s: State) -> Iterator[str]:
    for feat, left in s.stacks.items():
        if not left:
            yield "stack exhausted"
        yield f"took {feat}" if left < len(s.players) else f"left {feat}"
    for pool in s.table.temple.sanctuary:
        if not any(s.sanctuary[face] for face in pool.faces):
            yield f"pool {pool.pool} exhausted"
    result = ending.final(s)
    assert result is not None
    yield "shared victory" if len(result["winners"]) > 1 else "victory"
    if any("hammer" in p.piles[0] for p in s.players.values()):
        yield "hammer finished"


def _check_everything_happened(happened: Counter[str]) -> None:
    expected = {f"feat {feat}" for feat in EFFECTS}
    temple = shipped("temple", "temple-1")
    bought = {face for pool in temple.sanctuary for face in pool.faces}
    expected |= {f"face {face}" for face in {*bought, *temple.garden}}
    feats = shipped("feats", "feats-1")
    expected |= {f"{name}={v}" for name, known in values(feats).items() for v in known}
    expected |= {struct.__name__ for struct in GAME.judges}
    expected |= {f"pool {pool.pool} exhausted" for pool in temple.sanctuary}
    expected |= {"again", "copy", "to glory", "stack exhausted", "hammer finished"}
    expected |= {"shared victory"}
    missing = expected - happened.keys()
    assert not missing, f"no game of GAMES has it (another seed may): {sorted(missing)}"


def test_somebody_is_ousted() -> None:
    ousted = 0
    for seed in range(10):
        s = State()
        for seq, event in enumerate(events(seed), 1):
            GAME.judges[type(event)][1](s, event, seq)
            ousted += bool(s.stack) and s.stack[-1].why == "ousted"
    assert ousted


def test_undo_of_every_event_restores_the_state() -> None:
    for seed in UNDONE:
        fold = Fold()
        seen = [state.SNAPSHOTS.pack(fold.state)]
        for read in CODEC.read_log(log(seed)):
            fold.take_all([read])
            seen.append(state.SNAPSHOTS.pack(fold.state))
        _check_undone(fold, seen)


def _check_undone(fold: Fold, seen: list[bytes]) -> None:
    """Back event by event, from the last one to the first."""
    last = len(seen) - 1
    for to in range(last - 1, 0, -1):
        data = {"to": to, "reason": None}
        fold.take_all([CODEC.read_line(line(fold.seq + 1, "undone", data), fold.seq + 1)])
        fold._settle()
        assert state.SNAPSHOTS.pack(fold.state) == seen[to]


@pytest.mark.parametrize("seed", seeds(3, 40))
def test_a_packed_state_goes_on_as_the_one_it_was_taken_from(seed: int) -> None:
    one = State()
    for seq, event in enumerate(events(seed), 1):
        other = state.SNAPSHOTS.unpack(state.SNAPSHOTS.pack(one), one) if one.opened else State()
        for played in (one, other):
            assert GAME.judges[type(event)][0](played, event) == []
            GAME.judges[type(event)][1](played, event, seq)
        assert state.SNAPSHOTS.pack(one) == state.SNAPSHOTS.pack(other)


@pytest.mark.parametrize("seed", seeds(3, 40))
def test_the_log_of_a_game_is_legal_and_ends(seed: int) -> None:
    fold = folded(log(seed))
    assert fold.verdict is None
    assert fold.final is not None
    assert ending.position(fold.state).scores == {
        seat: player["glory"] for seat, player in fold.final["players"].items()
    }


def test_position_and_seating_tell_whose_decision_it_is() -> None:
    s = State()
    assert ending.position(s) == (0, 0, "setup", (), {})
    assert ending.seating(s) == ({}, None)
    turns = []
    for seq, event in enumerate(events(1), 1):
        GAME.judges[type(event)][1](s, event, seq)
        at = ending.position(s)
        assert at.round == s.round
        assert at.due or s.phase == "over"
        turns.append(at.turn)
    assert turns == sorted(turns)
    assert set(turns) == set(range(1, 31))
    assert len(ending.seating(s).names) == 3
