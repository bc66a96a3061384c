"""The screens: HTML made by the server, of what everybody may see; a template each.

No token comes with the load of a page, so every page is the public one; its script asks for what
its holder may see besides. Without a script the public board, the story and the sheet still show.

What a script says is in `data/words.jsonl`, in the table of its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import to_builtins

import ragami.export.page as replay_page
from ragami.catalogue import texts
from ragami.decoded import Data
from ragami.game.registry import game_named, is_installed
from ragami.language import LANGUAGES, Language
from ragami.server.pages.context import Context
from ragami.templates import render

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


# The screens of a table, by the last part of their address; the seat is the table's own.
OF_A_TABLE: Final[Mapping[str, ScreenScript]] = {
    "board": ScreenScript("board.js", "public", clock=True),
    "projector": ScreenScript("projector.js", "public", clock=True),
    "keeper": ScreenScript("keeper.js", "keeper", clock=True),
    "story": ScreenScript("story.js"),
    "sheet": ScreenScript(),
    "what-follows": ScreenScript("follows.js"),
    "trust": ScreenScript("trust.js"),
    "result": ScreenScript("result.js", "public"),
}
SCREENS: Final = frozenset(OF_A_TABLE)

OF_A_GATHERING: Final = {"seat": "mine", "projector": "wall"}
"""The screens that look otherwise where a game has tables of its own."""

PAGES: Final[Mapping[str, ScreenScript]] = {
    **OF_A_TABLE,
    "seat": ScreenScript("seat.js", clock=True),
    "join": ScreenScript("join.js"),
    "help": ScreenScript(),
    "problem": ScreenScript(),
    "desk": ScreenScript("desk.js"),
    "ruling": ScreenScript("ruling.js", "referee", more=rules),
    "mine": ScreenScript("mine.js", "public", clock=True),
    "place": ScreenScript("place.js", "public", clock=True, more=lambda at: {"place": at.place}),
    "wall": ScreenScript("wall.js", "public", clock=True),
    "rounds": ScreenScript("rounds.js", "referee", clock=True, more=lambda _: {"plays": True}),
}


def page(name: str, context: Context) -> str:
    """A whole HTML document. Raises `KeyError` for a name that is no page."""
    screen = PAGES[name]
    page_context = replace(
        context,
        name=name,
        script=screen.script,
        modules=modules(screen.script),
        data=data(screen, context),
    )
    return render(f"ragami/server/pages/{name}.html", context.lang, page_context)


def _files() -> Mapping[str, Path]:
    own = STATIC.iterdir()
    shared = Path(replay_page.__file__).with_name("regions.js")
    return {path.name: path for path in (*own, shared) if path.suffix == ".js"}


FILES: Final = _files()
"""What the pages load, by plain name; the replay page has one of them as well."""


# --- what a script is told -------------------------------------------------------------------


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
