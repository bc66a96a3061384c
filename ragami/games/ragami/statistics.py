"""Statistics over many games of Ragami: the tables that are collected, and their columns.

Points and yields are read off the state before and after each event that counts, so they add up to
the scores whatever the rules of a later version say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from ragami.game.statistics import CountedMoment, Row, ShippedStatistics
from ragami.games.ragami import events as ev
from ragami.games.ragami.chance import CHIPS, LUCK, rolls
from ragami.games.ragami.changes import by_source
from ragami.games.ragami.rules.action_dice import CARD_NUMBER, CARD_OF_EVENT
from ragami.games.ragami.speech import speech
from ragami.games.ragami.state import Player, State
from ragami.language import Language


class Statistics(ShippedStatistics):
    """See `ragami.game.statistics.Statistics`."""

    package = "ragami.games.ragami"

    def word(self, code: str, language: Language) -> str | None:
        """Name colours, sources of points, kinds of dice, and why a game ended."""
        words = speech(language)
        if code in ev.COLOURS or code == ev.NEUTRAL:
            return words.player(code)
        return words.tables["counted"].get(code)

    def rows(self, moments: Iterable[CountedMoment]) -> Iterator[tuple[str, Row]]:
        """Yield every row of a game; an event is compared with the moment before it."""
        state = State()
        first: str | None = None
        names: dict[str, str] = {}
        before: dict[ev.Colour, _Stand] = {}
        die = round_ = 0
        for now in moments:
            state, seq, event = now.state, now.seq, now.event
            if isinstance(event, ev.GameOpened):
                names = {seat.colour: seat.name for seat in event.players}
            elif isinstance(event, ev.FirstPlayerDrawn):
                first = event.player
            if event is not None and not isinstance(event, ev.Revealed):
                yield from _by_chance(seq, event)
                for row in _points(state, event, before, die):
                    yield "points", (seq, round_, *row)
                for row in _plays(state, event, before):
                    yield "plays", (seq, round_, *row)
            before = {c: _Stand(p.vp, p.cubes, len(p.hand)) for c, p in _players(state).items()}
            die, round_ = _conflict_die(state, now.coming_event), state.round
        yield from _results(state, names, first)


class _Stand(NamedTuple):
    """A player's resources before an event."""

    vp: int
    cubes: int
    cards: int


def _players(state: State) -> dict[ev.Colour, Player]:
    return state.players if state.opened else {}


def _results(state: State, names: dict[str, str], first: str | None) -> Iterator[tuple[str, Row]]:
    """Yield the players, and how the game ended for them."""
    seats = list(names)
    for seat, colour in enumerate(seats):
        position = (seat - seats.index(first)) % len(seats) + 1 if first in names else None
        player = _players(state).get(colour)  # type: ignore[call-overload]  # is a colour
        outcome: Row = (None,) * 5
        if player and state.phase == "over":
            numbers = (player.vp, player.resolved, player.cubes, player.bonus)
            outcome = (*numbers, colour in state.winners)
        yield "players", (colour, names[colour], seat + 1, position, *outcome)


def _by_chance(seq: int, event: object) -> Iterator[tuple[str, Row]]:
    """Yield rows for each die rolled and each card or chip drawn."""
    player = getattr(event, "player", None)
    for roll in rolls(event):
        yield "rolls", (seq, player, roll.kind, roll.die, roll.face)
    match event:
        case ev.StartingCardKept():
            drawn = [(card, False) for card in event.discarded] + [(event.kept, True)]
        case ev.CardsDrawn():
            drawn = [(card, False) for card in event.rejected]
            drawn += [(card, True) for card in event.kept]
        case _:
            drawn = []
    for card, into_hand in drawn:
        yield "draws", (seq, player, "card", card, into_hand)
    for square in LUCK.drawn(event).get(CHIPS, ()):
        yield "draws", (seq, None, "chip", square, None)


def _conflict_die(state: State, event: object) -> int:
    """Return the value of the die of the conflict that the event resolves, or 0."""
    if not isinstance(event, ev.ConflictTried) or event.withdraw_to is not None:
        return 0
    place = state.ragamis.get(event.player)
    return state.conflicts.get(place, 0) if isinstance(place, int) else 0


def _points(
    state: State, event: object, before: dict[ev.Colour, _Stand], die: int
) -> Iterator[Row]:
    """Yield the VP of an event by source (R-VP-01..07)."""
    for colour, had in before.items():
        player = state.players[colour]
        won = player.vp - had.vp
        if not won:
            continue
        for source, points in by_source(event, colour, won, die, player.bonus):
            yield colour, source, points


def _plays(state: State, event: Any, before: dict[ev.Colour, _Stand]) -> Iterator[Row]:
    """Yield the cards that an event plays, and what it brought to who played them."""
    for card in _cards(event):
        had, has = before[event.player], state.players[event.player]
        brought = (has.vp - had.vp, has.cubes - had.cubes, len(has.hand) - had.cards)
        yield event.player, card, isinstance(event, ev.CardTraded), *brought


def _cards(event: object) -> list[int]:
    if isinstance(event, ev.CardTraded):
        return [event.card]
    cards = [CARD_OF_EVENT[type(event)]] if type(event) in CARD_OF_EVENT else []
    via = type(getattr(event, "via", None))
    cards += [CARD_NUMBER[via]] if via in CARD_NUMBER else []
    return cards + list(getattr(event, "cards", ()))


STATISTICS: Final = Statistics()
