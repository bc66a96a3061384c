"""A short description of a game's position."""

from __future__ import annotations

from ragami.games.ragami.speech import PHASE_WORDS, speech
from ragami.games.ragami.state import State
from ragami.language import Language


def tell_moment(s: State, language: Language) -> str:
    """`Setup`, `round 3, Green to act`, `preparation of round 3`, or that it is over."""
    words = speech(language)
    _ = words.translate
    if s.phase == "turns" and s.active:
        player = words.player(s.active)
        return _("round {round}, {who} to act").format(round=s.round, who=player)
    if s.phase == "preparation":
        return _("preparation of round {round}").format(round=s.round)
    return _(PHASE_WORDS[s.phase])
