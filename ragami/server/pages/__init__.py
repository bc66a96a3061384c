"""The screens: HTML drawn by the server, of what everybody may see.

No token comes with the load of a page, so every page is the public one; its script asks for what
its holder may see besides. Without a script the public board, the story and the sheet still show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import ragami.export.page as replay_page
from ragami.server.pages import entering, gathering, looking, refereeing, trusting
from ragami.server.pages.context import Context
from ragami.server.pages.document import PageBody, document

Drawing = Callable[[Context], PageBody]

# The screens of a table, by the last part of their address; the seat is the table's own.
OF_A_TABLE: Final[Mapping[str, Drawing]] = {
    "board": looking.board,
    "projector": looking.projector,
    "keeper": entering.keeper,
    "story": looking.story,
    "sheet": looking.sheet,
    "what-follows": entering.what_follows,
    "trust": trusting.trust,
    "result": trusting.result,
}
SCREENS: Final = frozenset(OF_A_TABLE)

OF_A_GATHERING: Final = {"seat": "mine", "projector": "wall"}
"""The screens that look otherwise where a game has tables of its own."""

PAGES: Final[Mapping[str, Drawing]] = {
    **OF_A_TABLE,
    "seat": entering.seat,
    "join": entering.join,
    "help": entering.lost,
    "problem": entering.problem,
    "desk": refereeing.desk,
    "ruling": refereeing.ruling,
    "mine": gathering.mine,
    "place": gathering.place,
    "wall": gathering.wall,
    "rounds": gathering.rounds,
}

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What a browser may do with them: load our own files, and talk to us alone."""


def page(name: str, context: Mapping[str, Any]) -> str:
    """A whole HTML document. Raises `KeyError` for a name that is no page."""
    drawing = PAGES[name]
    given = Context.of(context)
    return document(name, given, drawing(given))


def _files() -> Mapping[str, Path]:
    own = (Path(__file__).parents[1] / "static").iterdir()
    shared = (Path(replay_page.__file__).with_name(name) for name in ("regions.js", "page.css"))
    return {path.name: path for path in (*own, *shared) if path.suffix in (".js", ".css")}


FILES: Final = _files()
"""What the pages load, by plain name; the replay page has two of them as well."""
