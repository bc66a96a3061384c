"""Statistics of a game that counts nothing itself: its players, its events, wins and length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec import inspect as types

from ragami.catalogue import Both
from ragami.decoded import State
from ragami.errors import N_
from ragami.game.definition import GameDefinition
from ragami.game.opening import opening_record
from ragami.game.statistics import (
    GAME,
    PLAYER,
    ROUND,
    SEQ,
    AnswerColumn,
    Column,
    CountedMoment,
    Kind,
    Row,
    Statistics,
    Table,
    TableQuestion,
)
from ragami.language import LANGUAGES, Language, capital, lowered

OF_A_PLAYER: Final = (
    GAME,
    PLAYER,
    Column("name", "text", "What the player is called."),
    Column("seat", "integer", "Clockwise, from 1 on, as the game was opened."),
    Column("points", "integer", "The points at the end, or so far."),
    Column("won", "truth", "Alone or with others; null while the game goes on."),
)
TAKEN: Final = frozenset(column.name for column in (GAME, SEQ, ROUND))
"""Columns that each table of events has: a field of an event of such a name is `round_said`."""

PLAYS: Final = Column("plays", "text", "The game whose points are kept.")
_PLAYERS: Final = AnswerColumn("players", N_("Players"))
_PLAYED: Final = AnswerColumn("plays", N_("Game played"))
_PLAYER: Final = AnswerColumn("name", N_("Player"))
_RESULTS: Final = (
    AnswerColumn("games", N_("Games")),
    AnswerColumn("wins", N_("Wins")),
    AnswerColumn("share", N_("Share")),
    AnswerColumn("points", N_("Points")),
)
_LENGTH: Final = (
    _PLAYERS,
    _RESULTS[0],
    AnswerColumn("rounds", N_("Rounds")),
    AnswerColumn("min_rounds", N_("fewest")),
    AnswerColumn("max_rounds", N_("most")),
    AnswerColumn("records", N_("Records")),
)


def of_events(game: GameDefinition) -> DerivedStatistics | None:
    """Return what can be counted of any game whose record 1 says who plays; None of another."""
    first = next((entry.struct for entry in game.events.values()), None)
    if first is None or not (opening_record(first) or game.plays):
        return None
    return DerivedStatistics(game)


class DerivedStatistics:
    """See `ragami.game.statistics.Statistics`. The tables begin with the name of the game."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game
        self._prefix = game.name.replace("-", "_")
        self._types = {entry.struct: type_ for type_, entry in list(game.events.items())[1:]}
        self._fields = {struct: _fields(struct) for struct in self._types}

    @property
    def tables(self) -> Sequence[Table]:
        """A table of the players, and one of each type of event with a column a field."""
        events = (
            Table(
                f"{self._prefix}_{type_}",
                f"an event {type_}",
                (GAME, SEQ, ROUND, *self._fields[struct]),
            )
            for struct, type_ in self._types.items()
        )
        return (self.of_players, *events)

    @property
    def of_players(self) -> Table:
        player = (*OF_A_PLAYER, PLAYS) if self._game.plays else OF_A_PLAYER
        return Table(f"{self._prefix}_players", "a player of a game", player)

    @property
    def questions(self) -> Sequence[TableQuestion]:
        """Results by place at the table and by seat, and how long games are."""
        table, name = f'"{self._prefix}_players"', self._game.name
        results = f"""
            SELECT *, count(*) OVER (PARTITION BY game) AS at_table,
                won::INTEGER / sum(won::INTEGER) OVER (PARTITION BY game) AS part
            FROM {table} WHERE won IS NOT NULL
        """  # noqa: S608 (nothing in it is from outside)
        counted = """count(*), round(sum(part), 1), round(sum(part) / count(*), 3),
            round(avg(points), 1)"""
        by_place = f"""SELECT at_table, seat, {counted} FROM ({results})
            GROUP BY at_table, seat ORDER BY at_table, seat"""  # noqa: S608
        by_seat = f"""SELECT player, {counted} FROM ({results})
            GROUP BY player ORDER BY player"""  # noqa: S608
        length = f"""SELECT players, count(*), round(avg(rounds), 1), min(rounds), max(rounds),
            round(avg(records), 1) FROM games WHERE ended AND kind = '{name}'
            GROUP BY players ORDER BY players"""  # noqa: S608
        place = (_PLAYERS, AnswerColumn("seat", N_("Seat")), *_RESULTS)
        colour = (AnswerColumn("seat", N_("Seat")), *_RESULTS)
        first, long = N_("By seat, clockwise from the first player"), N_("How long games are")
        if self._game.plays:  # seats are people, and every log says which game it is of
            by_player = f"""SELECT coalesce(plays, '–'), name, {counted}
                FROM ({results})
                GROUP BY ALL ORDER BY 1, 4 DESC, 2"""  # noqa: S608
            keys = (_PLAYED, _PLAYER, *_RESULTS)
            people = TableQuestion(name, N_("By game and player"), by_player, keys, 2, "wins")
            return people, TableQuestion(f"{name}-length", long, length, _LENGTH, 1, "rounds")
        return (
            TableQuestion(name, first, by_place, place, 2, "share"),
            TableQuestion(f"{name}-seats", N_("By seat"), by_seat, colour, 1, "share"),
            TableQuestion(f"{name}-length", long, length, _LENGTH, 1, "rounds"),
        )

    def rows(self, moments: Iterable[CountedMoment]) -> Iterator[tuple[str, Row]]:
        """Yield a row for each event that counts, and one for each player at the end."""
        game, state = self._game, self._game.new_state()
        for now in moments:
            state = now.state
            type_ = self._types.get(type(now.event))
            if type_ is not None:
                struct = type(now.event)
                columns = zip(struct.__struct_fields__, self._fields[struct], strict=True)
                values = (_cell(getattr(now.event, name), column.kind) for name, column in columns)
                row = (now.seq, game.position(state).round, *values)
                yield f"{self._prefix}_{type_}", row
        yield from self.players(state)

    def players(self, state: State) -> Iterator[tuple[str, Row]]:
        """Yield a row for each player of a game in this state."""
        game = self._game
        scores, final = game.position(state).scores, game.final(state)
        for number, (seat, name) in enumerate(game.seating(state).names.items(), 1):
            won = None if final is None else seat in final.get("winners", ())
            row = (seat, name, number, scores.get(seat), won)
            plays = (game.plays(state),) if game.plays else ()
            yield f"{self._prefix}_players", (*row, *plays)

    def word(self, code: str, language: Language) -> str | None:
        first = next(iter(self._game.events.values())).struct
        record = opening_record(first)
        if record is None or code not in record.seats:
            return None
        word = self._game.words.word(code, language)
        return capital(word)


class WithResults:
    """Statistics of a game's own, and beside them those of any: its players, wins and length."""

    def __init__(self, game: GameDefinition, own: Statistics) -> None:
        self._game, self._own, self._any = game, own, DerivedStatistics(game)

    @property
    def tables(self) -> Sequence[Table]:
        return (*self._own.tables, self._any.of_players)

    @property
    def questions(self) -> Sequence[TableQuestion]:
        """Its own, and the results with the name of the game before them."""
        return (*self._own.questions, *map(self._of_the_game, self._any.questions))

    def _of_the_game(self, question: TableQuestion) -> TableQuestion:
        word = self._game.words.word
        return question._replace(
            heading=Both(
                *(
                    f"{word(self._game.name, language)}: {lowered(question.title(language))}"
                    for language in LANGUAGES
                )
            )
        )

    def rows(self, moments: Iterable[CountedMoment]) -> Iterator[tuple[str, Row]]:
        """Yield its own rows, and one for each player at the end."""
        state = self._game.new_state()

        def seen() -> Iterator[CountedMoment]:
            nonlocal state
            for now in moments:
                state = now.state
                yield now

        yield from self._own.rows(seen())
        yield from self._any.players(state)

    def word(self, code: str, language: Language) -> str | None:
        return self._own.word(code, language)


def _fields(struct: type[Struct]) -> tuple[Column, ...]:
    described = types.type_info(struct)
    assert isinstance(described, types.StructType)
    return tuple(
        Column(
            f"{field.name}_said" if field.name in TAKEN else field.name,
            _kind(field.type),
            f"The field '{field.name}' of the event.",
        )
        for field in described.fields
    )


def _kind(type_: types.Type) -> Kind:
    while isinstance(type_, types.Metadata):
        type_ = type_.type
    match type_:
        case types.UnionType(types=(one, types.NoneType()) | (types.NoneType(), one)):
            return _kind(one)
        case types.BoolType():
            return "truth"
        case types.IntType():
            return "integer"
        case types.StrType():
            return "text"
        case types.LiteralType(values=values) if all(isinstance(value, str) for value in values):
            return "text"
    return "json"


def _cell(value: object, kind: Kind) -> object:
    return msgspec.json.encode(value).decode() if kind == "json" else value
