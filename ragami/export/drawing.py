"""A moment of a game as a picture (SVG)."""

from __future__ import annotations

from ragami.export.taken import Taken
from ragami.trouble import Trouble


def export(taken: Taken) -> bytes:
    """How the game stands after the last record. Raises `Trouble` `nothing-to-draw`."""
    replay = taken.replay
    game = replay.game
    opened = next(iter(replay.history.standing()), (0, None))[1]
    names, title = game.seats_and_title(opened)
    view = game.view(replay.state, replay.seq, taken.viewer)
    drawn = game.svg(view, replay.state, names, title, taken.language)
    if drawn is None:
        raise Trouble("nothing-to-draw", game=taken.name)
    return drawn.encode() + b"\n"
