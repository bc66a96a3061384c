"""Statistics over many games of Ragami: the tables that are collected, and their columns.

Points and yields are read off the state before and after each event that counts, so they add up to
the scores whatever the rules of a later version say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ragami.game.statistics import GAME, PLAYER, SEQ, Column, CountedMoment, Row, Table
from ragami.games.ragami import events as ev
from ragami.games.ragami.action_dice import CARD_NUMBER, CARD_OF_EVENT
from ragami.games.ragami.chance import rolls
from ragami.games.ragami.page.gains import OF_EVENT
from ragami.games.ragami.questions import QUESTIONS
from ragami.games.ragami.speech import speech
from ragami.games.ragami.state import Player, State
from ragami.language import Language

_ROUND: Final = Column("round", "integer", "The round, 0 in the setup.")

PLAYERS: Final = Table(
    "players",
    "a player of a game",
    (
        GAME,
        PLAYER,
        Column("name", "text", "What the player is called."),
        Column("seat", "integer", "Clockwise, from 1 on, as the game was opened."),
        Column("position", "integer", "Clockwise from the first player of the game, who has 1."),
        Column("vp", "integer", "VP at the end, with bonus; null while the game goes on."),
        Column("resolved", "integer", "Conflicts resolved; null while the game goes on."),
        Column("cubes", "integer", "White cubes left; null while the game goes on."),
        Column("bonus", "integer", "The end bonus; null while the game goes on."),
        Column("won", "truth", "Alone or with others; null while the game goes on."),
    ),
)
ROLLS: Final = Table(
    "rolls",
    "a die that was rolled, in an event that counts",
    (
        GAME,
        SEQ,
        Column("player", "text", "Who rolled; null for the Conflict dice of the setup."),
        Column("kind", "text", "action, power or conflict."),
        Column("die", "integer", "Which of its kind, from 0 on; null where nobody can tell."),
        Column("face", "integer", "What it shows."),
    ),
)
DRAWS: Final = Table(
    "draws",
    "a card or a Location chip that was drawn, in an event that counts",
    (
        GAME,
        SEQ,
        Column("player", "text", "Who drew; null for chips."),
        Column("kind", "text", "card or chip."),
        Column("value", "integer", "The kind of the card (null: unknown), the chip's square."),
        Column("kept", "truth", "Did it come into a hand? Null for chips."),
    ),
)
POINTS: Final = Table(
    "points",
    "VP that an event brought to a player",
    (
        GAME,
        SEQ,
        _ROUND,
        PLAYER,
        Column("source", "text", "conflicts, saints, purifying, conversions, card_10 or bonus."),
        Column("points", "integer", "How many; they add up to the score."),
    ),
)
PLAYS: Final = Table(
    "plays",
    "a card that was played or traded",
    (
        GAME,
        SEQ,
        _ROUND,
        PLAYER,
        Column("card", "integer", "Its kind."),
        Column("traded", "truth", "Turned in for a white cube?"),
        Column("vp", "integer", "VP that the event brought to its player."),
        Column("cubes", "integer", "White cubes that it brought, less those that it cost."),
        Column("cards", "integer", "Cards that the hand had more after it."),
    ),
)


class Statistics:
    """See `ragami.game.statistics.Statistics`."""

    tables = (PLAYERS, ROLLS, DRAWS, POINTS, PLAYS)
    questions = QUESTIONS

    def word(self, code: str, language: Language) -> str | None:
        """Colours, sources of points, kinds of dice, and why a game ended."""
        words = speech(language)
        if code in ev.COLOURS or code == ev.NEUTRAL:
            return words.player(code)
        return words.tables["counted"].get(code)

    def rows(self, moments: Iterable[CountedMoment]) -> Iterator[tuple[str, Row]]:
        """Every row of a game; what an event brought is seen from the moment before it."""
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
            before = {colour: _Stand(player) for colour, player in _players(state).items()}
            die, round_ = _conflict_die(state, now.coming_event), state.round
        yield from _results(state, names, first)


class _Stand:
    """A player's resources before an event."""

    __slots__ = ("cards", "cubes", "vp")

    def __init__(self, player: Player) -> None:
        self.vp = player.vp
        self.cubes = player.cubes
        self.cards = len(player.hand)


def _players(state: State) -> dict[ev.Colour, Player]:
    return state.players if state.opened else {}


def _results(state: State, names: dict[str, str], first: str | None) -> Iterator[tuple[str, Row]]:
    """The players, and how the game ended for them."""
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
    for square in _chips(event):
        yield "draws", (seq, None, "chip", square, None)


def _chips(event: object) -> list[int]:
    match event:
        case ev.ConflictsSeeded() | ev.ConflictsDrawn():
            return [conflict.square for conflict in event.conflicts]
        case ev.DemonsSeeded():
            return list(event.squares)
        case ev.NeutralSaintsSeeded():
            return [saint.square for saint in event.saints]
    return []


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
        own = die if colour == getattr(event, "player", None) else 0
        parts = {"bonus": player.bonus}  # is 0 until the last event
        if isinstance(event, ev.ConflictTried):
            parts |= {"conflicts": own, "saints": won - own}
        elif type(event) in OF_EVENT:
            parts[OF_EVENT[type(event)]] = won
        parts["conversions"] = won - sum(parts.values())
        for source, points in parts.items():
            if points:
                yield colour, source, points


def _plays(state: State, event: Any, before: dict[ev.Colour, _Stand]) -> Iterator[Row]:
    """The cards that an event plays, and what it brought to who played them."""
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
