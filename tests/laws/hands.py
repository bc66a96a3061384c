"""Logs that differ only in cards that some player keeps and that nobody else may know."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from ragami.games.ragami.state import State
from ragami.judge.replay import Replay
from tests.laws.random_game import CODEC, GAME, replayed

KEEPING: Final = ("starting_card_kept", "cards_drawn")

Records = list[dict[str, Any]]


def parsed(log: bytes) -> Records:
    return [json.loads(line) for line in log.splitlines()]


def encoded(records: Records) -> bytes:
    return b"".join(
        json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        for record in records
    )


def with_kept(record: dict[str, Any], at: int, card: int | None) -> dict[str, Any]:
    """A record that keeps another card as its card number `at`."""
    kept = record["data"]["kept"]
    changed = [*kept[:at], card, *kept[at + 1 :]] if isinstance(kept, list) else card
    return record | {"data": record["data"] | {"kept": changed}}


def hidden_at_random(log: bytes, rng: Random, share: float) -> bytes:
    """The log with some of the kept cards unknown."""
    records = parsed(log)
    for n, record in enumerate(records):
        if record["type"] in KEEPING:
            kept = record["data"]["kept"]
            for at in range(len(kept) if isinstance(kept, list) else 1):
                if rng.random() < share:
                    record = with_kept(record, at, None)  # noqa: PLW2901
            records[n] = record
    return encoded(records)


def with_another_card(log: bytes, owner: str, rng: Random) -> bytes | None:
    """The log with another card in the owner's hand, of those that nobody has seen so far.

    None where there is no such card. Both logs are legal.
    """
    records = parsed(log)
    state: State = replayed(log).state
    mine = [slot for slot in state.players[owner].hand if slot.card]  # type: ignore[index]
    rng.shuffle(mine)
    for slot in mine:
        record = records[slot.seq - 1]
        kept = record["data"]["kept"]
        cards = kept if isinstance(kept, list) else [kept]
        at = cards.index(slot.card)
        for card in rng.sample(range(1, 16), 15):
            changed = list(records)
            changed[slot.seq - 1] = with_kept(record, at, card)
            other = encoded(changed)
            if card not in cards and replayed(other).error is None:
                return other
    return None


def views(log: bytes, viewer: str | None) -> list[dict[str, Any]]:
    """What a viewer sees after each record."""
    replay = Replay(GAME, CODEC)
    seen = []
    for read in CODEC.read_log(log):
        replay.take(read)
        seen.append(GAME.view(replay.state, replay.seq, viewer))
    return seen
