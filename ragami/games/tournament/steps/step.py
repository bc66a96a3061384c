"""A step of the referee, and what is read out of its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ragami.decoded import Fields
from ragami.game.choices.choice import Choice
from ragami.game.gathering import Way
from ragami.games.tournament.choices import SIGNED
from ragami.games.tournament.people import Unclear
from ragami.games.tournament.state import State
from ragami.language import Language

Answers = Fields


class Step(NamedTuple):
    """A step: the choices that it offers now, and the ways in which an answered one is taken."""

    offered: Callable[[State], Iterator[Choice]]
    ways: Callable[[State, Answers, Language], list[Way]]


def text(fields: Answers, field: str) -> str | None:
    answer = fields.get(field)
    return answer if isinstance(answer, str) and answer else None


def listed(fields: Answers, field: str) -> list[str]:
    entries = fields.get(field) or []
    return entries if isinstance(entries, list) else [entries]


def signature(fields: Answers) -> dict[str, str]:
    return {name: text(fields, name) or "" for name in SIGNED}


def entrant_of(s: State, fields: Answers) -> str:
    entrant = text(fields, "entrant") or ""
    if entrant not in s.entrants:
        raise Unclear("not-entered", entrant=entrant)
    return entrant
