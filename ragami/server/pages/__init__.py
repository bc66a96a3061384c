"""The screens: HTML made by the server, of what everybody may see; a template each.

No token comes with the load of a page, so every page is the public one; its script asks for what
its holder may see besides. Without a script the public board, the story and the sheet still show.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import ragami.export.page as replay_page
from ragami.server.pages.context import Context
from ragami.server.pages.document import ScreenScript, data, modules, rules
from ragami.templates import render

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
    own = (Path(__file__).parents[1] / "static").iterdir()
    shared = Path(replay_page.__file__).with_name("regions.js")
    return {path.name: path for path in (*own, shared) if path.suffix == ".js"}


FILES: Final = _files()
"""What the pages load, by plain name; the replay page has one of them as well."""
