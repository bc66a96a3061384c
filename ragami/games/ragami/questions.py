"""Questions that `ragami stats` answers over many games of Ragami."""

from __future__ import annotations

from typing import Final

from ragami.errors import N_
from ragami.game.statistics import Answer, TableQuestion

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
