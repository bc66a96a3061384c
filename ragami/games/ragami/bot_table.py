"""The table of a simulated game: what the log tells, and what only the table knows.

`s` is the truth: every card is known there. `seen` is what the log tells of it, the same object
unless cards are hidden. A bot may do what both allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, TypeVar, cast

from msgspec.structs import replace

from ragami.games.ragami.components import CARDS, KINDS, SQUARES, Place
from ragami.games.ragami.events import CardsDrawn, Colour, Event, GameOpened, StartingCardKept
from ragami.games.ragami.rules.judge import JUDGES
from ragami.games.ragami.rules.movement import reach
from ragami.games.ragami.state import Player, State

# A deck that says nothing of its kinds gets these: two of each, three of the last.
USUAL_COPIES: Final = {kind: 2 if kind < 13 else 3 for kind in KINDS}
# How gladly a card is kept; chance adds up to 4.
LIKED: Final = (0, 5, 4, 4, 6, 6, 5, 6, 7, 7, 6, 6, 5, 7, 7, 6)


class Temper:
    """A bot's style of play, each trait from 0 to 1."""

    __slots__ = ("bold", "bookish", "eager", "pious", "restless", "thrifty")

    def __init__(self, chance: Chance, mood: float) -> None:
        self.bold = chance.random()  # rolls the Power die on small chances
        self.eager = mood * (0.7 + 0.3 * chance.random())  # goes for conflicts
        self.bookish = chance.random()  # draws and plays cards
        self.pious = chance.random()  # moves Saints and Demons
        self.restless = chance.random()  # does what comes to mind
        self.thrifty = chance.random()  # keeps cubes and Virtue points


class Table:
    """One simulated game between two records."""

    __slots__ = ("_ordered", "_rest", "chance", "deck", "keeper", "s", "seen", "tempers")

    def __init__(self, chance: Chance, *, hidden: bool) -> None:
        self.chance = chance
        self.s = State()
        self.seen = State() if hidden else self.s
        # Who sees his own cards when the others' are hidden.
        self.keeper: Colour | None = None
        self.tempers: dict[Colour, Temper] = {}
        # The top card is the last.
        self.deck: list[int] = []
        self._rest: list[int] = []
        self._ordered: dict[frozenset[Place], list[Place]] = {}

    # --- what may happen, and what happens -------------------------------------------------

    def allows(self, event: Event) -> bool:
        """Return True if the event is legal in the true state and in the one known to the log."""
        check = JUDGES[type(event)][0]
        return not check(self.s, event) and (
            self.seen is self.s or not check(self.seen, self.as_seen(event))
        )

    def happen(self, event: Event, seq: int) -> None:
        apply = JUDGES[type(event)][1]
        apply(self.s, event, seq)
        if self.seen is not self.s:
            apply(self.seen, self.as_seen(event), seq)
        if isinstance(event, GameOpened):
            self._sit_down(event)
        elif isinstance(event, CardsDrawn | StartingCardKept):
            self.deck = self._rest

    def as_seen(self, event: Event) -> Event:
        """Return an event as the log has it, where cards that others keep may be unknown."""
        if self.seen is self.s:
            return event
        if isinstance(event, StartingCardKept) and event.player != self.keeper:
            return replace(event, kept=None)
        if isinstance(event, CardsDrawn) and event.player != self.keeper:
            return replace(event, kept=(None,) * len(event.kept))
        return event

    # --- cards -----------------------------------------------------------------------------

    def _sit_down(self, opened: GameOpened) -> None:
        """Shuffle the cards, and give each bot its style."""
        mood = self.chance.random()
        self.tempers = {seat.colour: Temper(self.chance, mood) for seat in opened.players}
        copies = self.s.deck.copies or USUAL_COPIES
        cards = [kind for kind in KINDS for _ in range(copies[kind]) if kind not in self.s.removed]
        if self.s.deck.copies is None:
            # 33 cards all the same, also without the kinds that are not played with.
            cards += cards[: CARDS - len(cards)]
        self.deck = self.chance.shuffled(cards)

    def peek(self, number: int, discarded: int | None = None) -> list[int]:
        """Return the next cards. They leave the deck when an event with them happens.

        Where the deck runs out the used zone is shuffled, with what is discarded first.
        """
        cards = self.deck[: -number - 1 : -1]
        self._rest = self.deck[:-number]
        if len(cards) < number:
            used = [kind for kind in KINDS for _ in range(self.s.used[kind])]
            fresh = self.chance.shuffled(used if discarded is None else [*used, discarded])
            more = number - len(cards)
            cards += fresh[: -more - 1 : -1]
            self._rest = fresh[:-more]
        return cards

    # --- looking round ---------------------------------------------------------------------

    def in_reach(self, start: Place) -> list[Place]:
        """Return the places a Ragami may go to; now and then any, if distances are not checked."""
        if self._unmeasured():
            return [*SQUARES, *self.s.board.blocks]
        return self._in_order(reach(self.s, start))

    def along_streets(self, square: int) -> list[int]:
        """Return the squares a Saint or a Demon may go to; now and then any, as in `in_reach`."""
        if self._unmeasured():
            return list(SQUARES)
        return cast("list[int]", self._in_order(self.s.board.in_street_reach[square]))

    def _unmeasured(self) -> bool:
        return self.s.options.movement_check != "full" and self.chance.odds(0.2)

    def _in_order(self, near: frozenset[Place]) -> list[Place]:
        """Return the places in order, from a cache: there are few such sets in a game."""
        places = self._ordered.get(near)
        if places is None:
            places = self._ordered[near] = self.s.board.in_order(near)
        return places

    def ready(self, player: Player) -> list[int]:
        """Return the cards that a player may play now."""
        turn = self.s.turn
        return [slot.card for slot in player.hand if slot.turn < turn and slot.card]

    def dearest_first(self, cards: Iterable[int]) -> list[int]:
        """Return cards in the order in which a bot would keep them today."""
        random = self.chance.random
        return sorted(cards, key=lambda card: LIKED[card] + 4 * random(), reverse=True)


T = TypeVar("T")


class Chance:
    """A source of chance; `random()` is a number from 0 up to 1."""

    __slots__ = ("random",)

    def __init__(self, seed: str) -> None:
        self.random = Random(seed).random  # noqa: S311 (a game, not a secret)

    def odds(self, chance: float) -> bool:
        """Return True with this probability."""
        return self.random() < chance

    def pick(self, options: Sequence[T]) -> T:
        return options[int(self.random() * len(options))]

    def upto(self, most: int) -> int:
        """Return a number from 0 to `most`."""
        return int(self.random() * (most + 1))

    def some(self, options: Iterable[T], number: int) -> list[T]:
        """Return `number` of the options in any order; all where there are fewer."""
        remaining = list(options)
        chosen = []
        for _ in range(min(number, len(remaining))):
            at = int(self.random() * len(remaining))
            remaining[at], remaining[-1] = remaining[-1], remaining[at]
            chosen.append(remaining.pop())
        return chosen

    def shuffled(self, options: Iterable[T]) -> list[T]:
        remaining = list(options)
        return self.some(remaining, len(remaining))
