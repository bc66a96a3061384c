"""The standings as rows of words: on the terminal and on paper."""

from __future__ import annotations

from ragami.games.tournament.closing import ranking
from ragami.games.tournament.narration import points
from ragami.games.tournament.people import labels_of
from ragami.games.tournament.standings import Standing, standings
from ragami.games.tournament.state import State
from ragami.games.tournament.words import PAPER
from ragami.language import Language

OUT = " ×"
"""Behind the name of somebody who is not in any more."""
LOT = 6
"""So many characters of a lot are shown."""


def in_order(s: State) -> list[tuple[int | None, Standing]]:
    """Return everybody with the place that counts: that of the ranking when all is over."""
    lines = standings(s)
    if s.phase != "over":
        return [(standing.place, standing) for standing in lines]
    places = ranking(s)
    ranked = [(places[standing.entrant], standing) for standing in lines]
    return sorted(ranked, key=lambda placed: len(lines) + 1 if placed[0] is None else placed[0])


def headed_rows(s: State, language: Language) -> list[tuple[str, ...]]:
    """Return the headings, and a row for each entrant."""
    called = labels_of(s)
    heads = ("place", "name", "points", "wins", "share", "opponents", "small", "lot")
    rows = [tuple(PAPER[head].text(language) for head in heads)]
    for place, line in in_order(s):
        out = "" if s.entrants[line.entrant].status == "in" else OUT
        rows.append(
            (
                *("–" if place is None else str(place), called[line.entrant] + out),
                *(points(line.points12), points(line.wins12), f"{line.share / 1e6:.3f}"),
                *(f"{line.opponents / 1e6:.3f}", str(line.small), line.lot[:LOT]),
            )
        )
    return rows
