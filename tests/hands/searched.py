"""Is there a deal that explains a log? Searched for, one choice after the other.

Slow and simple, and nothing of it is taken from the reasoning of the game: a log becomes a list
of steps, and a deal is found by trying for each step every card that it can have been.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from ragami.games.ragami import events as ev
from ragami.games.ragami.rules.judge import JUDGES
from ragami.games.ragami.state import State

CARD_OF: dict[Any, int] = {
    ev.SaintsMoved: 1,
    ev.DemonsMoved: 2,
    ev.RagamisSwapped: 3,
    ev.CubesGathered: 4,
    ev.ConflictDieTurned: 7,
    ev.LastPlayerRaised: 10,
    ev.VirtueDieMoved: 12,
    ev.ByCard5: 5,
    ev.ByCard8: 8,
    ev.ByCard9: 9,
    ev.OnlyByCard9: 9,
    ev.ByCard11: 11,
}


class Draw(NamedTuple):
    """Cards from the deck; `left` of them from the old one, then `shuffled` is the new one."""

    player: str
    turn: int
    rejected: tuple[int, ...]
    kept: tuple[int | None, ...]
    left: int
    shuffled: tuple[int, ...]


class Use(NamedTuple):
    """A card leaves a hand, or is only shown; one acquired before `turn`."""

    player: str
    kind: int
    turn: float
    gone: bool


class Card(NamedTuple):
    """A card in a hand; `kind` 0 as long as nothing says what it is."""

    turn: int
    deck: int
    kind: int


Hands = tuple[tuple[str, tuple[Card, ...]], ...]
Step = Draw | Use


def steps(standing: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, list[Step]]]:
    """What each event does with cards, by its number."""
    s = State()
    for seq, event in standing:
        yield seq, list(_steps(s, event))
        JUDGES[type(event)][1](s, event, seq)


def _steps(s: State, e: Any) -> Iterator[Step]:
    via = CARD_OF.get(type(getattr(e, "via", None)))
    if isinstance(e, ev.StartingCardKept):
        yield Draw(e.player, s.turn, e.discarded, (e.kept,), 3, ())
    elif isinstance(e, ev.CardsDrawn):
        if e.discarded:
            yield Use(e.player, e.discarded, float("inf"), True)
        used = list(s.used)
        if e.discarded:
            used[e.discarded] += 1
        left = min(s.deck_left, len(e.rejected) + len(e.kept))
        yield Draw(e.player, s.turn, e.rejected, e.kept, left, tuple(used))
    if via:
        yield Use(e.player, via, s.turn, True)
    if isinstance(e, ev.ConflictTried):
        for kind in e.cards:
            yield Use(e.player, kind, s.turn, e.withdraw_to is None or kind == 6)
    elif isinstance(e, ev.CardTraded):
        yield Use(e.player, e.card, s.turn, True)
    elif type(e) in CARD_OF:
        yield Use(e.player, CARD_OF[type(e)], s.turn, True)


class Search:
    """Looks for one deal that explains some steps."""

    def __init__(self, deck: tuple[int, ...], todo: list[Step]) -> None:
        self.todo = todo
        self.deck = deck
        self.dead: set[Any] = set()

    def finds_one(self) -> bool:
        return self._go(0, (), (self.deck,))

    def _go(self, n: int, hands: Hands, decks: tuple[tuple[int, ...], ...]) -> bool:
        """Is there a deal for the steps from `n` on? `decks`: what nobody has named of each."""
        if n == len(self.todo):
            return True
        if (n, hands, decks) in self.dead:
            return False
        step = self.todo[n]
        ways = _draws(step, hands, decks) if isinstance(step, Draw) else _uses(step, hands, decks)
        if any(self._go(n + 1, *after) for after in ways):
            return True
        self.dead.add((n, hands, decks))
        return False


def _draws(
    step: Draw, hands: Hands, decks: tuple[tuple[int, ...], ...]
) -> Iterator[tuple[Hands, tuple[tuple[int, ...], ...]]]:
    cards = [*step.rejected, *(kind or 0 for kind in step.kept)]
    old = len(decks) - 1
    all_decks = decks if step.left == len(cards) else (*decks, step.shuffled)
    for before in set(combinations(range(len(cards)), step.left)):
        after = all_decks
        mine = []
        for n, kind in enumerate(cards):
            deck = old if n in before else old + 1
            after = _named(after, deck, kind) if kind else after
            if not after:
                break
            if n >= len(step.rejected):
                mine.append(Card(step.turn, deck, kind))
        else:
            hand = dict(hands).get(step.player, ())
            yield _with(hands, step.player, (*hand, *mine)), after


def _uses(
    step: Use, hands: Hands, decks: tuple[tuple[int, ...], ...]
) -> Iterator[tuple[Hands, tuple[tuple[int, ...], ...]]]:
    hand = dict(hands).get(step.player, ())
    for card in set(hand):
        if card.turn >= step.turn or card.kind not in (0, step.kind):
            continue
        after = decks if card.kind else _named(decks, card.deck, step.kind)
        if after:
            others = list(hand)
            others.remove(card)
            left = others if step.gone else [*others, card._replace(kind=step.kind)]
            yield _with(hands, step.player, left), after


def _with(hands: Hands, player: str, cards: Iterable[Card]) -> Hands:
    return tuple(sorted({**dict(hands), player: tuple(sorted(cards))}.items()))


def _named(decks: tuple[tuple[int, ...], ...], deck: int, kind: int) -> tuple[tuple[int, ...], ...]:
    """One card of a deck is named; () if it has none of that kind left."""
    counts = list(decks[deck])
    counts[kind] -= 1
    if counts[kind] < 0:
        return ()
    return (*decks[:deck], tuple(counts), *decks[deck + 1 :])


def first_unexplained(standing: list[tuple[int, Any]], deck: Counter[int]) -> int | None:
    """The number of the first event up to which no deal explains the log."""
    told = list(steps(standing))
    todo = [step for _seq, some in told for step in some]
    first = tuple(deck[kind] for kind in range(16))
    if Search(first, todo).finds_one():
        return None
    good, bad = 0, len(todo)
    while bad - good > 1:
        middle = (good + bad) // 2
        if Search(first, todo[:middle]).finds_one():
            good = middle
        else:
            bad = middle
    return next(seq for seq, some in _counted(told) if some >= bad)


def _counted(told: list[tuple[int, list[Step]]]) -> Iterator[tuple[int, int]]:
    """How many steps there are up to each event."""
    total = 0
    for seq, some in told:
        total += len(some)
        yield seq, total
