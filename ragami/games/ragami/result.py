"""The result of a game in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragami.games.ragami.speech import speech
from ragami.language import Language


def tell_result(final: Mapping[str, Any], language: Language) -> str:
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
