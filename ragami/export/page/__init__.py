"""A game as one file that replays it in a browser (HTML), without a network or a server.

The board and what lies beside it come from the game (`ragami.game.page_content.PageContent`); what
is here is for any game. All that is shown has been through `view`, `Narrator` and `redact` for the
viewer (law 7):
no record's data stands in the file but in the QR code of what the viewer may see.
"""

from __future__ import annotations

from pathlib import PurePath

from ragami.errors import RagamiError
from ragami.export.excerpt import Excerpt
from ragami.export.page.frame import write
from ragami.export.page.moments import Stock
from ragami.game.capabilities import PAGE


def export(excerpt: Excerpt, *, spoiler_free: bool = False) -> bytes:
    """Return the page; it opens at the last record. Raises `RagamiError` `nothing-to-draw`.

    One that is `spoiler_free` opens at the first, and shows neither how long the game is nor how
    it ends until one gets there.
    """
    replay = excerpt.replay
    game = replay.game
    names, title = replay.seating
    stock = Stock()
    stage = game.need(PAGE).stage(replay.state, names, excerpt.language, stock.keep)
    if stage is None:
        raise RagamiError("nothing-to-draw", game=excerpt.name)
    title = title or PurePath(excerpt.name).stem
    page = write(excerpt, stage, title, stock, spoiler_free=spoiler_free)
    return page.encode("utf-8", errors="replace")
