"""A game as one file that replays it in a browser (HTML), without a network or a server.

The board and what lies beside it come from the game (`ragami.staging.Stage`); what is here is for
any game. All that is shown has been through `view`, `Teller` and `redact` for the viewer (law 7):
no record's data stands in the file.
"""

from __future__ import annotations

from ragami.export.page.frame import Page
from ragami.export.page.moments import Moments, Stock
from ragami.export.page.points import Points
from ragami.export.taken import Taken
from ragami.game.capabilities import PAGE
from ragami.telling import tell_log
from ragami.trouble import Trouble


def export(taken: Taken) -> bytes:
    """The page; it opens at the last record. Raises `Trouble` `nothing-to-draw`."""
    replay = taken.replay
    game = replay.game
    names, title = game.seating(replay.state)
    stock = Stock()
    stage = game.need(PAGE).stage(replay.state, names, taken.language, stock.keep)
    if stage is None:
        raise Trouble("nothing-to-draw", game=taken.name)
    lines = tell_log(game, game.words.narrator(taken.language, taken.viewer), taken.log)
    moments = Moments(taken, stage)
    points = Points(taken, stage)
    page = Page(taken, stage, title or taken.name, lines)
    return page.write(moments, stock, points).encode("utf-8", errors="replace")
