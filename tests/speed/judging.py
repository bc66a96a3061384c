"""How many events a second are judged, beside the moves that python-chess replays.

    python -m tests.speed.judging

Ours: JSON lines of whole simulated games to the report with verdict and result. Theirs: random
games by `push_uci`, which looks for each move among the legal ones. One process, in turns.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Final

import chess

from ragami.fold import Replay
from ragami.game import codec_of, game_named
from ragami.games.ragami.bots.play import records
from ragami.report import report

PASSES: Final = 11
GAMES: Final = 40
MOVES: Final = 120


def logs() -> list[bytes]:
    """Games of 2, 3 and 4 players."""
    return [b"\n".join(records(2 + seed % 3, seed)) + b"\n" for seed in range(GAMES)]


def chess_games() -> list[list[str]]:
    """Random legal games, as moves in UCI."""
    chance = random.Random(1)
    games = []
    for _ in range(GAMES):
        board = chess.Board()
        moves: list[str] = []
        while len(moves) < MOVES and not board.is_game_over():
            move = chance.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        games.append(moves)
    return games


def replay_chess(games: list[list[str]]) -> None:
    """Every move of every game, each looked for among the legal ones."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)


def rate(work: Callable[[], None], things: int) -> float:
    """Things a second."""
    begun = perf_counter()
    work()
    return things / (perf_counter() - begun)


def ratios() -> tuple[float, float, float]:
    """Verifying and folding by python-chess, and our verified events a second: medians."""
    ours, theirs = logs(), chess_games()
    codec = codec_of("ragami")
    read = [codec.read_log(log) for log in ours]
    events, moves = sum(map(len, read)), sum(map(len, theirs))

    def verify() -> None:
        for log in ours:
            assert report("log", log).ok

    def fold() -> None:
        for reads in read:
            assert Replay(game_named("ragami"), codec).take_all(reads).final

    verified, folded, played = [], [], []
    for _ in range(PASSES):
        played.append(rate(lambda: replay_chess(theirs), moves))
        verified.append(rate(verify, events))
        folded.append(rate(fold, events))
    by = [mine / other for mine, other in zip(verified, played, strict=True)]
    folds = [mine / other for mine, other in zip(folded, played, strict=True)]
    return median(by), median(folds), median(verified)


def main() -> None:
    """Print the ratios."""
    verified, folded, rate_ = ratios()
    print(
        f"verify, JSON lines to verdict: {verified:.2f} times python-chess ({rate_:,.0f} events/s)"
    )
    print(f"fold, records to final state: {folded:.2f} times python-chess")


if __name__ == "__main__":
    main()
