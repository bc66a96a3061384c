"""Replies of the commands for many logs to programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from ragami.analytics.season import Season


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
    final: Mapping[str, Any] | None


REPLIES: Final[dict[str, type[Struct]]] = {
    "stats": QuestionAnswered,
    "export-parquet": TablesWritten,
    "simulate": GamePlayed,
    "season": Season,
}
