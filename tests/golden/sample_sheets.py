"""The sample logs as score sheets, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from ragami.export.excerpt import Excerpt
from ragami.export.formats import sheet
from ragami.game.registry import SHIPPED
from ragami.language import LANGUAGES, Language

TESTS: Final = Path(__file__).parents[1]
EXAMPLES: Final = TESTS.parent / "examples"
# Logs that take seconds to fold, since each of many reveals has all judged again.
SLOW: Final = ("deal_with_the_devil/samples/legal-4", "deal_with_the_devil/samples/legal-5")


def samples(game: str) -> list[Path]:
    """Return the legal sample logs of a game."""
    folder = TESTS / ("samples/logs" if game == "ragami" else f"games/{_package(game)}/samples")
    paths = sorted(folder.glob("legal-*.jsonl"))
    return [path for path in paths if not path.with_suffix("").as_posix().endswith(SLOW)]


def _package(game: str) -> str:
    return game.replace("-", "_")


def files() -> Iterator[tuple[str, Callable[[], str]]]:
    for game in SHIPPED:
        for path in samples(game):
            for language in LANGUAGES:
                name = f"sample_sheets/{game}-{path.stem}.{language}.ragami"
                yield name, partial(text, path, language)


def text(path: Path, language: Language) -> str:
    """Return the score sheet of a log."""
    return sheet(Excerpt(path.stem, path.read_bytes(), None, language)).decode()
