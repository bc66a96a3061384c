"""A game at a glance: who plays, what it is called, how it stands."""

from __future__ import annotations

from gettext import gettext as _
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragami.judge.replay import Replay
    from ragami.language import Language


def how_it_stands(replay: Replay, language: Language) -> str:
    """The result, or when in the game it is."""
    final = replay.final
    if replay.error:
        return _("broke off at record {seq}").format(seq=replay.error.line)
    if final is not None:
        told = replay.game.words.result(final, language)
    else:
        told = replay.game.words.moment(replay.state, language)
    return f"{told}; {off}" if (off := points_off(replay, language)) else told


def points_off(replay: Replay, language: Language) -> str:
    """Return the points after penalties as text; empty where there are none."""
    if not replay.penalties:
        return ""
    from ragami.penalties import count, say_count

    return say_count(count(replay), replay.game, language)
