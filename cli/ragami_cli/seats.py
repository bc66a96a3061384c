"""Who plays a game that has been read, and what it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragami.fold import Replay


def seats_and_title(replay: Replay) -> tuple[dict[str, str], str | None]:
    """The players' names by their seats, and the title; nothing where record 1 is no opening."""
    first = next(iter(replay.history.standing()), None)
    if first is None:
        return {}, None
    return replay.game.seats_and_title(first[1])
