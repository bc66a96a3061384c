"""Nothing comes and nothing goes: the supply invariants hold after every event of many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ragami.games.ragami.bot import decide, open_game, play
from ragami.games.ragami.bot_table import Chance, Table
from ragami.games.ragami.events import ActionDiceSet, Event
from ragami.games.ragami.rules.judge import JUDGES
from ragami.games.ragami.state import State
from tests.rules.oracle import check_invariants
from tests.scale import seeds

GAMES = seeds(4, 5000)
PARTS = 2


def steps(players: int, seed: int, *, hidden: bool) -> Iterator[tuple[State, Event]]:
    """A state after each event; the judge has nothing against any of them."""
    s = State()
    for seq, (_, event) in enumerate(play(players, seed, hidden=hidden), 1):
        assert isinstance(event, Event)
        check, apply = JUDGES[type(event)]
        assert check(s, event) == [], (players, seed, seq, event)
        apply(s, event, seq)
        yield s, event


@pytest.mark.parametrize("part", range(PARTS))
def test_the_invariants_hold_after_every_event(part: int) -> None:
    for seed in GAMES[part::PARTS]:
        dice: tuple[int, ...] = (0, 0, 0)
        scores: tuple[int, ...] = ()
        for s, event in steps(2 + seed % 3, seed, hidden=seed % 4 == 3):
            check_invariants(s)
            dice = check_dice(s, event, dice)
            scores = check_scores(s, scores)
        assert s.phase == "over"


def check_dice(s: State, event: Event, before: tuple[int, ...]) -> tuple[int, ...]:
    """R-INV-08: a die rises only when all are set, and falls by one at a time."""
    dice = tuple(s.space_dice.values())
    if not isinstance(event, ActionDiceSet):
        fallen = [was - now for was, now in zip(before, dice, strict=True) if was != now]
        assert fallen in ([], [1]), "R-INV-08"
    return dice


def check_scores(s: State, before: tuple[int, ...]) -> tuple[int, ...]:
    """R-INV-09: VP and resolved conflicts never go down."""
    scores = tuple(n for player in s.players.values() for n in (player.vp, player.resolved))
    assert all(was <= now for was, now in zip(before, scores, strict=False)), "R-INV-09"
    return scores


@pytest.mark.parametrize("seed", seeds(1, 100))
def test_the_deck_is_a_real_one(seed: int) -> None:
    """R-INV-05, card by card: deck, used zone, hands and what is out of the game are the deck."""
    chance = Chance(f"deck {seed}")
    t = Table(chance, hidden=False)
    t.happen(open_game(chance, 2 + seed % 3, None, None), 1)
    seq = 1
    while t.s.phase != "over":
        seq += 1
        t.happen(decide(t), seq)
        assert len(t.deck) == t.s.deck_left
        cards: Counter[int | None] = Counter(t.deck)
        cards.update({kind: used for kind, used in enumerate(t.s.used) if used})
        cards.update(slot.card for player in t.s.players.values() for slot in player.hand)
        copies = t.s.deck.copies
        assert copies is not None
        assert cards == {kind: n for kind, n in copies.items() if kind not in t.s.removed}
