"""What-if says what comes: over many games and corrections, drawn at random."""

from __future__ import annotations

from random import Random
from time import perf_counter

from ragami.judge.report import replay_log
from ragami.referee.luck import play_again
from ragami.table.recording import Refused
from ragami.table.whatif import effect_of, tried
from tests.referee.desk_kit import (
    CODEC,
    GAME,
    judge_on,
    log_of,
    played,
    random_correction,
    recording,
)

GAMES = 300
CORRECTIONS = 10


def main() -> int:
    """Compare what is said beforehand with what `verify` says afterwards."""
    asked = wrong = again_wrong = 0
    spent = 0.0
    for seed in range(GAMES):
        lines = played(seed, hidden=seed % 4 == 0, log_records=seed % 3 == 0)
        game, rng = recording(lines), Random(seed)
        same = play_again(game.replay, game.replay)
        again_wrong += bool(same.notes or same.stop or same.final != game.replay.final)
        for _ in range(CORRECTIONS):
            try:
                start = perf_counter()
                attempt = tried(game, [random_correction(lines, rng)])
                effect = effect_of(game.replay, attempt.replay)
                spent += perf_counter() - start
            except Refused:
                continue
            play_again(game.replay, attempt.replay)  # stops somewhere, and raises nothing
            asked += 1
            log = log_of(attempt.lines)
            now = replay_log(log)
            errors = [one for one in judge_on(GAME, CODEC, log) if one.severity == "error"]
            told = effect.after.final == now.final and effect.after.error == now.error
            wrong += not told or errors[:1] != ([now.error] if now.error else [])
    print(f"{asked} corrections asked about, {wrong} told otherwise than they came;", end=" ")
    print(f"{1000 * spent / asked:.1f} ms each;", end=" ")
    print(f"same luck, nothing changed: {GAMES} games, {again_wrong} played otherwise")
    return 1 if wrong or again_wrong or not asked else 0
