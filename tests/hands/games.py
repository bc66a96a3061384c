"""Whole games with hidden hands, and slips in them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from ragami.decoded import type_of
from ragami.games.ragami.bot import play
from ragami.games.ragami.components import CARDS, KINDS
from ragami.games.ragami.events import CardsDrawn, CardTraded
from ragami.games.ragami.rules.judge import JUDGES
from ragami.games.ragami.state import State
from ragami.log.codec import encode_record

Standing = list[tuple[int, Any]]


def hidden_game(seed: int) -> Standing:
    """The events of a game of which the log does not know the kept cards."""
    return list(enumerate((data for _type, data in play(2 + seed % 3, seed, hidden=True)), 1))


def with_a_slip(standing: Standing, rng: Random) -> Standing:
    """One card that was turned in or rejected is written down as another one."""
    n = rng.choice(
        [n for n, (_, e) in enumerate(standing) if isinstance(e, CardTraded | CardsDrawn)]
    )
    seq, event = standing[n]
    wrong = rng.choice(KINDS)
    if isinstance(event, CardTraded):
        event = replace(event, card=wrong)
    else:
        event = replace(event, rejected=(wrong, *event.rejected[1:]))
    return [*standing[:n], (seq, event), *standing[n + 1 :]]


def legal_part(standing: Standing) -> tuple[Standing, State]:
    """The events up to the first one that breaks a rule by itself."""
    s = State()
    for n, (seq, event) in enumerate(standing):
        check, apply = JUDGES[type(event)]
        if check(s, event):
            return standing[:n], s
        apply(s, event, seq)
    return standing, s


def first_deck(s: State) -> Counter[int]:
    """How many cards of each kind there can be at most before anything is drawn."""
    copies = s.deck.copies or dict.fromkeys(KINDS, CARDS)
    return Counter({kind: copies[kind] for kind in KINDS if kind not in s.removed})


def log_of(standing: Standing) -> bytes:
    """The log with these events."""
    return b"".join(
        encode_record(seq, type_of(event), 1, None, None, event) + b"\n" for seq, event in standing
    )
