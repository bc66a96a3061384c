"""Pairings in words: what one costs, and who sits where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ragami.games.tournament.costs import Seated, terms
from ragami.games.tournament.people import labels_of
from ragami.games.tournament.state import State
from ragami.games.tournament.words import FOLLOWS, value
from ragami.language import Language


def say(code: str, language: Language, **facts: Any) -> str:
    """Return a sentence on what follows."""
    return FOLLOWS[code].text(language).format(**facts)


def priced(
    s: State, number: int, tables: Seated, byes: Sequence[str], language: Language
) -> Iterator[str]:
    """Yield what a pairing costs, with the terms that are not 0; its tables and byes."""
    costs = terms(s, s.rounds[: number - 1], tables, byes)
    parts = ", ".join(f"{value(f'cost/{name}', language)} {n}" for name, n in costs.items() if n)
    yield say("cost", language, cost=sum(costs.values()), parts=parts or "–")
    yield from seated(s, tables, byes, language)


def seated(s: State, tables: Seated, byes: Sequence[str], language: Language) -> Iterator[str]:
    """Yield each table with who sits there, and the byes, by name."""
    for number, seats in enumerate(tables, 1):
        yield f"{number}: {named(s, seats)}"
    if byes:
        yield f"{value('byes', language)}: {named(s, byes)}"


def named(s: State, entrants: Sequence[str]) -> str:
    """Return people by name."""
    called = labels_of(s)
    return ", ".join(called[entrant] for entrant in entrants)
