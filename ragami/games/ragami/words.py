"""All that is said of a game of Ragami."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ragami.decoded import Fields
from ragami.findings import Finding
from ragami.games.ragami.messages import say
from ragami.games.ragami.speech import speech
from ragami.games.ragami.state import State
from ragami.language import Language

if TYPE_CHECKING:
    from ragami.games.ragami.narrator import Narrator


def tell_moment(s: State, language: Language) -> str:
    """`Setup`, `round 3, Green to act`, `preparation of round 3`, or that it is over."""
    words = speech(language)
    _ = words.translate
    if s.phase == "turns" and s.active:
        player = words.player(s.active)
        return _("round {round}, {who} to act").format(round=s.round, who=player)
    if s.phase == "preparation":
        return words.say("preparation_of", round=s.round)
    return words.value(s.phase)


def tell_result(final: Fields, language: Language) -> str:
    """The winners, and everybody's VP from the best to the last: `Blue wins (Blue 38, …)`."""
    words = speech(language)
    _ = words.translate
    points = {colour: player["vp"] for colour, player in final["players"].items()}
    ranking = sorted(points, key=lambda colour: -points[colour])
    ranked = ", ".join(f"{words.player(colour)} {points[colour]}" for colour in ranking)
    winners = words.listed(map(words.player, final["winners"]))
    alone = len(final["winners"]) == 1
    sentence = _("{winners} wins ({points})") if alone else _("{winners} win together ({points})")
    return sentence.format(winners=winners, points=ranked)


class Words:
    """All that is said of the game. See `ragami.game.speech.Words`."""

    def word(self, code: str, language: Language) -> str:
        return speech(language).value(code)

    def say(self, finding: Finding, language: Language) -> str:
        return say(finding, language)

    def result(self, final: Mapping[str, object], language: Language) -> str:
        return tell_result(final, language)

    def moment(self, state: State, language: Language) -> str:
        return tell_moment(state, language)

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        from ragami.games.ragami.narrator import Narrator  # noqa: PLC0415 (law 10)

        return Narrator(language, viewer)


WORDS: Final = Words()
