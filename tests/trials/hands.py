"""Trial: hidden hands. No false alarm, every slip found where a search finds it, and how fast."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Final

from ragami.games.ragami.deduction.onlooker import look_on
from ragami.judge.report import replay_log
from tests.hands.games import first_deck, hidden_game, legal_part, with_a_slip
from tests.hands.searched import first_unexplained
from tests.simulate.clerk import records

GAMES: Final = 2000
LOGS: Final = 500
SLIPS: Final = 6000
MOST_MICROSECONDS: Final = 1000


def alarms_and_speed() -> tuple[int, float, float]:
    """False alarms; microseconds an event on the average, and in the slowest game."""
    alarms, spent, events, slowest = 0, 0.0, 0, 0.0
    for seed in range(GAMES):
        game = hidden_game(seed)
        start = perf_counter()
        places = look_on(game)
        took = perf_counter() - start
        alarms += places is not None and places.finding is not None
        spent, events = spent + took, events + len(game)
        slowest = max(slowest, took / len(game))
    return alarms, spent / events * 1e6, slowest * 1e6


def alarms_in_logs_with_everything() -> int:
    """False alarms where there are undos, corrections, rulings, reveals and assertions, too."""
    alarms = 0
    for seed in range(LOGS):
        lines = records(2 + seed % 3, seed, hidden=True, log_records=True)
        replay = replay_log(b"".join(line + b"\n" for line in lines))
        alarms += any(one.code == "impossible-hand" for one in replay.findings())
    return alarms


def slips() -> tuple[int, int]:
    """How many slips no deal explains, though each event is legal; how many were found there."""
    there, right = 0, 0
    for seed in range(SLIPS):
        game, s = legal_part(with_a_slip(hidden_game(seed), Random(seed)))
        wanted = first_unexplained(game, first_deck(s))
        places = look_on(game)
        found = places.finding.seq if places and places.finding else None
        there += wanted is not None
        right += wanted is not None and found == wanted
        if found != wanted:
            print(f"game {seed}: found at {found}, searched: {wanted}")
            return there, -1
    return there, right


def main() -> int:
    alarms, average, slowest = alarms_and_speed()
    print(f"{GAMES} hidden games: {alarms} false alarms; {average:.1f} µs an event,", end=" ")
    print(f"{slowest:.0f} µs in the slowest game")
    muddled = alarms_in_logs_with_everything()
    print(f"{LOGS} hidden logs with undos, corrections and reveals: {muddled} false alarms")
    there, right = slips()
    print(f"{SLIPS} games with a slip: {there} that no deal explains, {right} found where it is")
    return int(alarms + muddled > 0 or slowest > MOST_MICROSECONDS or right != there)
