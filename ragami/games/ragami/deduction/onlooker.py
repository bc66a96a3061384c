"""Onlooker: what can be known of the hands from the log, or from a player's seat.

Which deals are considered: all that a physical table can have had. Every unknown card that came
into a hand is any card that its deck can have held; a card that is played may have been any unknown
one of the hand that was acquired before this turn, one that is discarded for the hand limit any at
all. The slots of a hand (a card comes from the oldest unknown slot) are how the log keeps its
books, and no evidence: they say in which place of a hand a card is shown, and a deal in which
another card was the one that was played counts as well.

What tells something: cards face up, cards played, shown, discarded or revealed, and what lay in the
used zone when it was shuffled. What tells nothing: that a card was not played, what somebody
asserted, a `revealed` that fits no slot, events that were undone. And a card that is revealed may
be one that was shown before, and that the log put into the place of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from ragami.game.hidden_information import Hands
from ragami.games.ragami import events as ev
from ragami.games.ragami.deduction.places import Places
from ragami.games.ragami.rules.action_dice import CARD_OF_EVENT, cards_of
from ragami.games.ragami.rules.hand import reveal
from ragami.games.ragami.rules.judge import JUDGES
from ragami.games.ragami.state import POWER_CARD_6, State
from ragami.games.ragami.view import VISIBILITY


def hands(standing: Iterable[tuple[int, object]], viewer: str | None = None) -> Hands:
    """Return what `viewer` can know of every hand after the events that count."""
    events = list(standing)
    places = look_on(events, viewer)
    if places is None:
        return Hands({}, {})
    unknown = [slot.seq for row in places.rows.values() for slot in row if slot.card is None]
    if unknown:
        # Once more, now that it is known which cards will be asked for.
        places = look_on(events, viewer, unknown) or places
    return Hands(
        {player: places.held(player) for player in places.rows},
        {player: places.must_hold(player) for player in places.rows},
        places.finding,
    )


def look_on(
    events: Sequence[tuple[int, object]], viewer: str | None = None, seqs: Iterable[int] = ()
) -> Places | None:
    """Return the hands as `viewer` keeps them (None: as the log does); None while no game is open.

    `seqs`: the records whose cards will be asked for, besides those that are revealed.
    """
    return Onlooker(viewer, revealed(events).union(seqs)).look_on(events)


def revealed(events: Iterable[tuple[int, object]]) -> set[int]:
    """Return the records of which somebody has revealed a card."""
    return {event.seq for _, event in events if isinstance(event, ev.Revealed)}


class Onlooker:
    """One who looks on from the first event; `asked` are the records whose cards are asked for."""

    def __init__(self, viewer: str | None, seqs: AbstractSet[int]) -> None:
        self._viewer, self._asked = viewer, seqs
        self._seen: list[tuple[int, Any]] = []
        self._state = State()
        self._places: Places | None = None

    def goes_on(self, events: Sequence[tuple[int, object]], seqs: AbstractSet[int]) -> bool:
        """Return True if `events` continue those already seen and `seqs` are already tracked."""
        return seqs <= self._asked and self._seen == list(events[: len(self._seen)])

    def look_on(self, events: Sequence[tuple[int, object]]) -> Places | None:
        """Take in the events that came since the last time."""
        for seq, event in events[len(self._seen) :]:
            self._see(seq, event)
        self._seen = list(events)
        return self._places

    def _see(self, seq: int, event: Any) -> None:
        s, places = self._state, self._places
        if isinstance(event, ev.Revealed):
            fits = reveal(s, event) is None
            if places and fits:
                places.reveal(seq, event.player, event.card, event.seq)
            return
        see = SIGHTS.get(type(event))
        if places and see:
            see(places, s, seq, VISIBILITY.redact(event, self._viewer))
        JUDGES[type(event)][1](s, event, seq)
        self._places = places or Places(s, self._asked)


# --- what is seen of an event, before it is applied ----------------------------------------


def _start(places: Places, s: State, seq: int, e: ev.StartingCardKept) -> None:
    places.draw(seq, e.player, e.discarded, (e.kept,), s)


def _draw(places: Places, s: State, seq: int, e: ev.CardsDrawn) -> None:
    """Follow a draw as at the table: discard for the limit, draw, pay last (A-CARD-09)."""
    paid = cards_of(e.via)
    if e.discarded is not None:
        places.discard(seq, e.player, e.discarded, paid, s.turn)
    places.draw(seq, e.player, e.rejected, e.kept, s, e.discarded)
    places.play(seq, e.player, paid, s.turn)


def _conflict(places: Places, s: State, seq: int, e: ev.ConflictTried) -> None:
    """Play the cards of an attempt; after a failure all but card 6 are back, and known to all."""
    failed = e.withdraw_to is not None
    back = [card for card in e.cards if failed and card != POWER_CARD_6]
    places.play(seq, e.player, (*cards_of(e.via), *e.cards), s.turn, back)


def _paid(places: Places, s: State, seq: int, e: ev.RagamiMoved | ev.SaintAndDemonMoved) -> None:
    places.play(seq, e.player, cards_of(e.via), s.turn)


def _played(places: Places, s: State, seq: int, e: ev.PlayerEvent) -> None:
    places.play(seq, e.player, (CARD_OF_EVENT[type(e)],), s.turn)


def _traded(places: Places, s: State, seq: int, e: ev.CardTraded) -> None:
    places.play(seq, e.player, (e.card,), s.turn)


SIGHTS: Final[Mapping[type[Any], Callable[[Places, State, int, Any], None]]] = {
    ev.StartingCardKept: _start,
    ev.CardsDrawn: _draw,
    ev.ConflictTried: _conflict,
    ev.RagamiMoved: _paid,
    ev.SaintAndDemonMoved: _paid,
    ev.CardTraded: _traded,
    **dict.fromkeys(CARD_OF_EVENT, _played),
}
