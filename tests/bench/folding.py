"""A validated fold (records in memory, final state) beside what others replay and check."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from ragami.game import game_named
from ragami.judge.replay import Replay
from ragami.judge.report import report
from tests.bench.games import simulated
from tests.bench.measuring import (
    PROCESSOR,
    Effort,
    Goal,
    Result,
    Side,
    compared,
    in_turns,
    present,
)

FOLD: Final = "validated fold"
VERIFY: Final = "verify, JSON lines to verdict"
CHESS: Final = "python-chess, push_uci"
POKER: Final = "pokerkit, a PHH hand"
BACKGAMMON: Final = "OpenSpiel backgammon, legal_actions + apply_action"
CATAN: Final = "catanatron, validated replay"
GOALS: Final = {CHESS: Goal(8, 12), POKER: Goal(35, 60)}
MOVES: Final = 120
HANDS: Final = 12
CATAN_GAMES: Final = 4

# A hand of the kind that the format was made for: three players, a bluff, all in on the turn.
HAND: Final = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [10000, 10000, 10000]
actions = [
  "d dh p1 As9d", "d dh p2 8c8h", "d dh p3 KdQd", "p3 cbr 250", "p1 cc", "p2 cbr 900", "p3 cc",
  "p1 f", "d db 8s7d2d", "p2 cbr 1200", "p3 cc", "d db Td", "p2 cc", "p3 cbr 2500",
  "p2 cbr 7900", "p3 cc", "p2 sm 8c8h", "p3 sm KdQd", "d db 2h",
]
"""


def measure(effort: Effort) -> Iterator[Result]:
    fold, verify = our_sides(effort.games)
    makers = {
        CHESS: lambda: chess_side(effort.games),
        POKER: poker_side,
        BACKGAMMON: backgammon_side,
        CATAN: catan_side,
    }
    others, missing = present(FOLD, makers)
    rates = in_turns([fold, verify, *others], effort.passes, PROCESSOR)
    yield from compared(FOLD, fold, others, rates, GOALS)
    yield from missing
    chess = [side for side in others if side.name == CHESS]
    yield from compared(VERIFY, verify, chess, rates, {})


def our_sides(games: int) -> tuple[Side, Side]:
    """Folding, and the whole way from bytes to a verdict."""
    logs = simulated(games)
    codec, game = game_named("ragami").codec, game_named("ragami")
    read = [codec.read_log(log) for log in logs]
    events = sum(map(len, read))

    def fold() -> None:
        for reads in read:
            assert Replay(game, codec).take_all(reads).final

    def verify() -> None:
        for log in logs:
            assert report("log", log).ok

    return Side(FOLD, "events", events, fold), Side(VERIFY, "records", events, verify)


def chess_side(count: int) -> Side:
    """Random legal games; every move is looked for among the legal ones."""
    import chess  # noqa: PLC0415 (may be missing)

    chance = random.Random(1)
    games = []
    for _ in range(count):
        board = chess.Board()
        moves: list[str] = []
        while len(moves) < MOVES and not board.is_game_over():
            move = chance.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        games.append(moves)

    def replay() -> None:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)

    return Side(CHESS, "moves", sum(map(len, games)), replay)


def poker_side() -> Side:
    """A hand that has been read, replayed to its end: every action is verified."""
    from pokerkit import HandHistory  # noqa: PLC0415 (may be missing)

    hand = HandHistory.loads(HAND)

    def replay() -> None:
        for _ in range(HANDS):
            *_, last = hand
            assert not last.status

    return Side(POKER, "actions", HANDS * len(hand.actions), replay)


def backgammon_side() -> Side:
    """Random games; every action, also of chance, is looked for among those that are legal."""
    import pyspiel  # noqa: PLC0415 (may be missing)

    chance = random.Random(1)
    game = pyspiel.load_game("backgammon")
    games = []
    for _ in range(HANDS):
        state, actions = game.new_initial_state(), []
        while not state.is_terminal():
            actions.append(chance.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        games.append(actions)

    def replay() -> None:
        for actions in games:
            state = game.new_initial_state()
            for action in actions:
                assert action in state.legal_actions()
                state.apply_action(action)
            assert state.is_terminal()

    return Side(BACKGAMMON, "actions", sum(map(len, games)), replay)


def catan_side() -> Side:
    """Random games with their rolls: each decision validated as `Game.execute` does it."""
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415 (may be missing)

    games = []
    for seed in range(1, CATAN_GAMES + 1):
        game = Game([RandomPlayer(colour) for colour in Color], seed=seed)
        start, actions = game.copy(), []
        while game.winning_color() is None and game.state.num_turns < 1000:
            decided = game.state.current_player().decide(game, game.state.playable_actions)
            actions.append((decided, game.execute(decided)))
        games.append((start, actions, game.winning_color()))

    def replay() -> None:
        for start, actions, winner in games:
            game = start.copy()
            for decided, happened in actions:
                assert decided in game.state.playable_actions
                game.execute(happened, validate_action=False)
            assert game.winning_color() == winner

    return Side(CATAN, "actions", sum(len(actions) for _, actions, _ in games), replay)
