"""Statistics over many games of Ragami: the tables that are collected, and their columns.

Points and yields are read off the state before and after each event that counts, so they add up to
the scores whatever the rules of a later version say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ragami.errors import N_
from ragami.game.statistics import (
    GAME,
    PLAYER,
    SEQ,
    Answer,
    Column,
    CountedMoment,
    Row,
    Table,
    TableQuestion,
)
from ragami.games.ragami import events as ev
from ragami.games.ragami.action_dice import CARD_NUMBER, CARD_OF_EVENT
from ragami.games.ragami.chance import rolls
from ragami.games.ragami.page.gains import by_source
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


_GAMES: Final = Answer("games", N_("Games"))
_WINS: Final = Answer("wins", N_("Wins"))
_SHARE: Final = Answer("share", N_("Share"))
_VP: Final = Answer("vp", N_("VP"))
_AT_TABLE: Final = Answer("players", N_("Players"))

# A win that is shared counts as its part of one, so that the shares of a table add up to 1.
_RESULTS: Final = """
    SELECT *, count(*) OVER (PARTITION BY game) AS at_table,
        won::INTEGER / sum(won::INTEGER) OVER (PARTITION BY game) AS part
    FROM players WHERE won IS NOT NULL
"""

QUESTIONS: Final = (
    TableQuestion(
        "seats",
        N_("By seat, clockwise from the first player"),
        f"""
        SELECT at_table, position, count(*), round(sum(part), 1),
            round(sum(part) / count(*), 3), round(avg(vp), 1), round(avg(resolved), 2)
        FROM ({_RESULTS}) GROUP BY at_table, position ORDER BY at_table, position
        """,  # noqa: S608 (nothing in it is from outside)
        (
            _AT_TABLE,
            Answer("position", N_("Seat")),
            _GAMES,
            _WINS,
            _SHARE,
            _VP,
            Answer("resolved", N_("Conflicts")),
        ),
        2,
        "share",
    ),
    TableQuestion(
        "colours",
        N_("By colour"),
        f"""
        SELECT player, count(*), round(sum(part), 1), round(sum(part) / count(*), 3),
            round(avg(vp), 1)
        FROM ({_RESULTS}) GROUP BY player ORDER BY player
        """,  # noqa: S608 (nothing in it is from outside)
        (Answer("colour", N_("Colour")), _GAMES, _WINS, _SHARE, _VP),
        1,
        "share",
    ),
    TableQuestion(
        "length",
        N_("How long games are, those that have ended"),
        """
        SELECT players, reason, count(*), round(avg(rounds), 1), min(rounds), max(rounds),
            round(avg(records)), min(records), max(records)
        FROM games WHERE ended GROUP BY players, reason ORDER BY players, reason
        """,
        (
            _AT_TABLE,
            Answer("reason", N_("End")),
            _GAMES,
            Answer("rounds", N_("Rounds")),
            Answer("fewest_rounds", N_("fewest")),
            Answer("most_rounds", N_("most")),
            Answer("records", N_("Records")),
            Answer("fewest_records", N_("fewest")),
            Answer("most_records", N_("most")),
        ),
        2,
        "rounds",
    ),
    TableQuestion(
        "points",
        N_("Where points come from"),
        """
        SELECT source, sum(points),
            round(sum(points) / (SELECT count(*) FROM players), 2),
            round(sum(points) / (SELECT sum(points) FROM points), 3)
        FROM points GROUP BY source ORDER BY sum(points) DESC, source
        """,
        (
            Answer("source", N_("Source")),
            _VP,
            Answer("each", N_("Each player")),
            _SHARE,
        ),
        1,
        "share",
    ),
    TableQuestion(
        "cards",
        N_("Cards played, and what their events brought on average"),
        """
        SELECT card, count(*) FILTER (NOT traded), count(*) FILTER (traded),
            round(avg(vp) FILTER (NOT traded), 2), round(avg(cubes) FILTER (NOT traded), 2)
        FROM plays GROUP BY card ORDER BY card
        """,
        (
            Answer("card", N_("Card")),
            Answer("played", N_("Played")),
            Answer("traded", N_("Traded")),
            _VP,
            Answer("cubes", N_("White cubes")),
        ),
        1,
        "played",
    ),
    TableQuestion(
        "dice",
        N_("The faces of the dice"),
        """
        SELECT kind, face, count(*),
            round(count(*) / sum(count(*)) OVER (PARTITION BY kind), 3)
        FROM rolls GROUP BY kind, face ORDER BY kind, face
        """,
        (
            Answer("kind", N_("Die")),
            Answer("face", N_("Face")),
            Answer("rolls", N_("Rolls")),
            _SHARE,
        ),
        2,
        "share",
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
        for source, points in by_source(event, colour, won, die, player.bonus):
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
