"""A moment of a game as a picture (SVG)."""

from __future__ import annotations

from ragami.errors import RagamiError
from ragami.export.excerpt import Excerpt
from ragami.game.capabilities import DRAWING


def export(excerpt: Excerpt) -> bytes:
    """Draw the position after the last record. Raise `RagamiError` `nothing-to-draw`."""
    replay = excerpt.replay
    game = replay.game
    names, title = replay.seating
    view = game.view(replay.state, replay.seq, excerpt.viewer)
    drawn = game.need(DRAWING).svg(view, replay.state, names, title, excerpt.language)
    if drawn is None:
        raise RagamiError("nothing-to-draw", game=excerpt.name)
    return drawn.encode() + b"\n"
