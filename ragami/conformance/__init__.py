"""The conformance kit: the checks that `ragami.game.testing` offers, built on all rooms.

Each check is a function of the material that yields the faults it finds as (where, found).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from ragami.conformance import playing, presentation, secrets
from ragami.conformance.material import Material, installed
from ragami.decoded import State
from ragami.errors import RagamiError, error_of
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
    "words": presentation.words,
    "labels": presentation.labels,
    "view": presentation.view,
    "position": presentation.position,
    "notation": presentation.notation,
    "setup": playing.setup,
    "bots": playing.bots,
    "conserved": playing.conserved,
    "taint": secrets.taint,
    "worlds": secrets.worlds,
    "private": secrets.private,
}


class CheckResult(NamedTuple):
    """The result of a check: its problems, and the number of trials."""

    check: str
    problems: list[Problem]
    tried: int


def results_of(
    game: GameDefinition,
    logs: tuple[bytes, ...],
    checks: tuple[str, ...],
    seeds: tuple[int, ...],
    conserved: Mapping[str, Callable[[State], object]],
    public: Callable[[State], object] | None = None,
) -> Iterator[CheckResult]:
    """Yield the result of each check. Logs that are unfit to be tried end it."""
    chosen = [(name, _CHECKS[name]) for name in checks]
    with installed(game):
        material = Material(game, logs, seeds, conserved, public)
        unfit = list(islice(_problems("logs", playing.unfit, material), MOST))
        if unfit:
            yield CheckResult("logs", unfit, len(unfit))
            return
        for name, check in chosen:
            material.tried = 0
            problems = list(islice(_problems(name, check, material), MOST))
            yield CheckResult(name, problems, material.tried)


def _problems(
    name: str, tried: Callable[[Material], Wrong], material: Material
) -> Iterator[Problem]:
    """Yield the problems that a check finds, or the exception that broke it."""
    try:
        for where, problem in tried(material):
            yield Problem(name, where, problem)
    except Exception as error:  # noqa: BLE001 (whatever is wrong with an author's game)
        yield Problem(name, material.game.name, playing.told_of(error))


def main() -> int:
    """Run `python -m ragami.game.testing NAME [LOG…]`."""
    name, *files = sys.argv[1:] or ["ragami"]
    try:
        game = game_named(name)
        logs = tuple(Path(file).read_bytes() for file in files)
    except (RagamiError, OSError) as problem:
        trouble = error_of(problem)
        print(trouble, file=sys.stderr)  # noqa: T201
        return trouble.exit_code
    problems = 0
    for result in results_of(game, logs, CHECKS, (0, 1), {}):
        good = "as it should be" if result.tried else "nothing was tried"
        print(f"{result.check:10} {'' if result.problems else good}".rstrip())  # noqa: T201
        for entry in result.problems:
            print(f"  {entry.where}: {entry.found}")  # noqa: T201
        problems += len(result.problems)
    return 1 if problems else 0
