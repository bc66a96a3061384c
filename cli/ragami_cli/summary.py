"""A game at a glance: who plays, what it is called, how it stands."""

from __future__ import annotations

from collections.abc import Iterator
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
        sentence = replay.game.result(final, replay.state, language)
    else:
        sentence = replay.game.words.moment(replay.state, language)
    parts = (sentence, points_off(replay, language), why_broken_off(replay))
    return "; ".join(filter(None, parts))


def why_broken_off(replay: Replay) -> str:
    """Return why the game was broken off as text; empty where it was not."""
    from ragami.judge.placing import broken_off

    reason = broken_off(replay)
    return _("broken off: {reason}").format(reason=reason) if reason else ""


def points_off(replay: Replay, language: Language) -> str:
    """Return the points after penalties as text; empty where there are none."""
    if not replay.penalties:
        return ""
    from ragami.penalties import count, say_count

    return say_count(count(replay), replay.game, language)


def who_deals(replay: Replay, *, private: bool) -> Iterator[str]:
    """Yield where the app's part is played, where it is due; nothing for a game without one."""
    from ragami.game.capabilities import APP

    app = replay.game.get(APP)
    if replay.error or not app or not app.is_due(replay.state):
        return
    if private:
        yield _("This device deals: 'app next' in 'ragami table' does what is due.")
    else:
        yield _("The phones of all deal: 'ragami serve' shows the code that they scan.")
