"""Replies of the commands for many logs to programs."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ragami.analytics.season import Season
from ragami.decoded import Fields


class QuestionAnswered(Struct, frozen=True):
    """The answer to a question of `ragami stats`: its rows, by the names of its columns."""

    question: str
    rows: list[dict[str, str | int | float | None]]


class TablesWritten(Struct, frozen=True):
    """The tables of so many games lie in this folder."""

    folder: str
    games: int


class GamePlayed(Struct, frozen=True):
    """A game that bots have played: where it is, and how it ended."""

    game: str
    players: int
    seed: int
    records: int
    final: Fields | None


REPLIES: Final[dict[str, type[Struct]]] = {
    "stats": QuestionAnswered,
    "export-parquet": TablesWritten,
    "simulate": GamePlayed,
    "season": Season,
}
