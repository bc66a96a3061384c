"""The scripts of the screens: which modules each loads, and what stands in the page for them.

What a module says is in `data/words.jsonl`, in the table of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import to_builtins

from ragami.catalogue import texts
from ragami.decoded import Data
from ragami.game.registry import game_named, is_installed
from ragami.language import LANGUAGES, Language
from ragami.server.pages.context import Context

STATIC: Final = Path(__file__).parents[1] / "static"
WORDS: Final = texts("ragami.server.pages")


class ScreenScript(NamedTuple):
    """The script of a screen, for whom it asks, whether it has a clock, and what else it is told.

    What it shows is said by the template of its name.
    """

    script: str = ""
    audience: str | None = None
    clock: bool = False
    more: Callable[[Context], Data] | None = None


def rules(context: Context) -> Data:
    """Return the rules of the game in both languages, by id."""
    game = context.entry.game if context.entry else ""
    rules_there = game_named(game).rulebook.rules() if is_installed(game) else {}
    return {
        "rules": {
            id_: [rule.text(language) for language in LANGUAGES]
            for id_, rule in rules_there.items()
        }
    }


def data(screen: ScreenScript, context: Context) -> Data:
    """Return the data of a screen's script; texts only in the language of the page."""
    document_data: Data = {"lang": context.lang, "table": context.table}
    if context.whole and context.entry:
        document_data |= {"path": context.path, "seq": context.whole.seq}
        document_data |= {"seats": context.seats(), "app": context.entry.app}
    if screen.audience:
        document_data["audience"] = screen.audience
    if screen.clock and context.clock:
        document_data["clock"] = to_builtins(context.clock)
    if screen.more:
        document_data |= screen.more(context)
    return document_data | {"words": words_for(modules(screen.script), context.lang)}


def words_for(names: Iterable[str], language: Language) -> dict[str, str]:
    """Return the words of modules."""
    tables = (WORDS.get(name, {}) for name in names)
    return {code: both.text(language) for table in tables for code, both in table.items()}


def modules(script: str) -> list[str]:
    """A module and what it imports, directly or not: fetched at once, not one after the other."""
    seen: list[str] = []
    ahead = [script] if script else []
    while ahead:
        name = ahead.pop(0)
        if name not in seen:
            seen.append(name)
            ahead += _imports(name)
    return seen


def _imports(name: str) -> list[str]:
    path = STATIC / name
    if not path.exists():  # what the replay page has as well imports nothing
        return []
    lines = path.read_text("utf-8").splitlines()
    return [line.split('"./')[1].rstrip('";') for line in lines if ' from "./' in line]
