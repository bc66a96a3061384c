"""Trial: 1,000 pairs of score sheets of one game, half of them with a planted contradiction."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from ragami.game import game_named
from ragami.game.capabilities import BOT, CHOICES, RECONCILIATION
from ragami.game.choices.narrowing import narrowing
from ragami.judge.replay import Replay
from ragami.log.codec import encode_record
from ragami.referee.accounts import Account, account
from ragami.referee.merge import Merge

PAIRS = 1000
LEFT_OUT = 0.03
UNKNOWN = 0.5
TRIES = 40

GAME = game_named("ragami")
CODEC = game_named("ragami").codec
Event = tuple[str, Any]


class Pair(NamedTuple):
    """Two sheets, the game that they are of, and which of its events the second one contradicts."""

    game: list[Event]
    one: bytes
    other: bytes
    planted: int | None


def pair(seed: int, *, plant: bool) -> Pair:
    """Two sheets of one simulated game; each event stands in one of them at least."""
    rng = Random(seed)
    game = list(GAME.need(BOT).play(2 + seed % 3, seed))
    planted, told = contradiction(game, rng) if plant else (None, None)
    sheets: tuple[list[Event], list[Event]] = ([game[0]], [game[0]])
    for n, event in enumerate(game[1:], 1):
        absent = rng.choice([0, 1]) if rng.random() < 2 * LEFT_OUT and n != planted else None
        for which, sheet in enumerate(sheets):
            if which != absent:
                said = (event[0], told) if which == 1 and n == planted else event
                sheet.append(forgetful(said, rng))
    turned = another_order(sheets[1], rng, None if planted is None else game[planted][0])
    return Pair(game, log(sheets[0], rng), log(turned, rng), planted)


def another_order(sheet: list[Event], rng: Random, planted: str | None) -> list[Event]:
    """The sheet of somebody who asked the players for their starting cards in another order."""
    kept = [event for event in sheet if event[0] == "starting_card_kept" != planted]
    turned = iter(rng.sample(kept, len(kept)))
    return [next(turned) if event in kept else event for event in sheet]


def contradiction(game: list[Event], rng: Random) -> tuple[int, Any]:
    """An event of the game that may be told otherwise at its place, and how."""
    while True:
        n = rng.randrange(1, len(game))
        type_, event = game[n]
        replay = Replay(GAME, CODEC).take_all(CODEC.read_log(log(game[:n], rng)))
        choices = [
            choice for choice in GAME.need(CHOICES).choices(replay.state) if choice.type == type_
        ]
        for _ in range(TRIES if choices else 0):
            data = narrowing(GAME, replay.state, rng.choice(choices)).draw(rng)
            if data is None:
                continue
            told = msgspec.convert(data, type(event))
            contradicts = (
                GAME.need(RECONCILIATION).rivals(event, told)
                and GAME.need(RECONCILIATION).join(event, told) is None
            )
            if contradicts and not replay.would_be_wrong(told):
                return n, told


def forgetful(event: Event, rng: Random) -> Event:
    """The event as one writes it who has not seen every card."""
    type_, data = event
    if not hasattr(data, "kept") or rng.random() > UNKNOWN:
        return event
    kept = [None] * len(data.kept) if isinstance(data.kept, tuple) else None
    return type_, msgspec.convert(msgspec.to_builtins(data) | {"kept": kept}, type(data))


def log(events: list[Event], rng: Random) -> bytes:
    """The events as one person writes them down, at times of their own."""
    by = rng.choice(["ana", "bea", None])
    return b"".join(
        encode_record(seq, type_, 1, f"2026-11-20T19:{seq % 60:02}:{rng.randrange(60):02}Z", by, d)
        + b"\n"
        for seq, (type_, d) in enumerate(events, 1)
    )


def read(name: str, sheet: bytes) -> Account:
    return account(name, Replay(GAME, CODEC), list(CODEC.read_log(sheet)))


def verdict(sheets: Pair) -> str:
    """What came of merging: `right`, or what went wrong."""
    merge = Merge(GAME, read("a", sheets.one), read("b", sheets.other))
    divergence = merge.go_on()
    if sheets.planted is None:
        if divergence:
            return "false alarm"
        played = [event for _type, event in sheets.game]
        same = len(merge.merged) == len(played)
        return "right" if same else "merged into another game"
    if divergence is None:
        return "not found"
    at_the_place = divergence.at == sheets.planted and divergence.unexplained is None
    return "right" if at_the_place else "found elsewhere"


def main(pairs: int = PAIRS) -> int:
    """Print how many of the pairs were judged right, and how long one took."""
    verdicts: dict[str, int] = {}
    spent = 0.0
    for seed in range(pairs):
        sheets = pair(seed, plant=bool(seed % 2))
        start = perf_counter()
        said = verdict(sheets)
        spent += perf_counter() - start
        verdicts[said] = verdicts.get(said, 0) + 1
        if said != "right":
            print(f"pair {seed} (planted: {sheets.planted}): {said}")
    print(f"{pairs} pairs: {verdicts}; {spent / pairs * 1000:.0f} ms a pair")
    return int(verdicts != {"right": pairs})
