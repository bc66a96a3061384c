"""How a game is tried: what `ragami.game.testing` promises, on top of all rooms.

Each check is a function of the material that yields what is wrong as (where, found).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

from ragami.conformance import playing, secrets, telling
from ragami.conformance.material import Material, known
from ragami.game import GameDefinition, game_named
from ragami.game.testing import CHECKS, Problem

Wrong = Iterator[tuple[str, str]]
MOST: Final = 20
"""Problems of one check: nobody reads more at once."""

_CHECKS: Final[Mapping[str, Callable[[Material], Wrong]]] = {
    "events": playing.events,
    "fold": playing.fold,
    "undo": playing.undo,
    "check": playing.check,
    "choices": playing.choices,
    "words": telling.words,
    "view": telling.view,
    "position": telling.position,
    "notation": telling.notation,
    "bots": playing.bots,
    "conserved": playing.conserved,
    "taint": secrets.taint,
    "worlds": secrets.worlds,
    "private": secrets.private,
}


def conform(
    game: GameDefinition,
    logs: tuple[bytes, ...],
    checks: tuple[str, ...],
    seeds: tuple[int, ...],
    conserved: Mapping[str, Callable[[Any], Any]],
    public: Callable[[Any], Any] | None = None,
) -> list[Problem]:
    """See `ragami.game.testing.conform`."""
    problems: list[Problem] = []
    chosen = [(name, _CHECKS[name]) for name in checks]
    with known(game):
        material = Material(game, logs, seeds, conserved, public)
        problems += (Problem("logs", *one) for one in playing.unfit(material))
        if problems:
            return problems
        for name, tried in chosen:
            problems += islice(_problems(name, tried, material), MOST)
    return problems


def _problems(
    name: str, tried: Callable[[Material], Wrong], material: Material
) -> Iterator[Problem]:
    """What a check finds; also that the game broke down under it."""
    try:
        for where, found in tried(material):
            yield Problem(name, where, found)
    except Exception as error:  # noqa: BLE001 (whatever is wrong with an author's game)
        yield Problem(name, material.game.name, playing.told_of(error))


def main() -> int:
    """`python -m ragami.game.testing NAME [LOG…]`."""
    name, *files = sys.argv[1:] or ["ragami"]
    logs = [Path(file).read_bytes() for file in files]
    problems = 0
    for check in CHECKS:
        found = conform(game_named(name), tuple(logs), (check,), (0, 1), {})
        print(f"{check:10} {'as it should be' if not found else ''}")  # noqa: T201
        for one in found:
            print(f"  {one.where}: {one.found}")  # noqa: T201
        problems += len(found)
    return 1 if problems else 0
