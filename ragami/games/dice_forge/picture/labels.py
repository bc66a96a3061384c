"""What stands in a picture, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ragami.games.dice_forge.picture.scene import Seat, Side
from ragami.games.dice_forge.sheet.words import LETTERS
from ragami.games.dice_forge.telling import WORDS, face_name
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language
from ragami.messages import listed

TEXTS: Final = TABLES["label"]


class Labels:
    """The words of a picture in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, code: str, **facts: Any) -> str:
        return TEXTS[code].text(self.language).format(**facts)

    def score(self, glory: int, track: int) -> str:
        return self("score", glory=glory, track=track, cards=glory - track)

    def reserves(self, player: Mapping[str, Any]) -> list[str]:
        """Each reserve with its limit."""
        return [self(kind, n=player[kind], limit=limit) for kind, limit in player["limits"].items()]

    def stands(self, seat: Seat) -> str:
        portal = seat.view["portal"]
        return self("start") if portal is None else self("portal", portal=portal)

    def cards(self, player: Mapping[str, Any]) -> list[str]:
        """Cards by pile, the hammer, tokens and boars; only what there is."""
        return list(self._cards(player))

    def _cards(self, player: Mapping[str, Any]) -> Iterator[str]:
        for number, pile in player["piles"].items():
            if pile:
                yield self(f"pile{number}", feats=", ".join(map(self.word, pile)))
        if cards := player["hammer"]["cards"]:
            code = "hammers" if cards > 1 else "hammer"
            yield self(code, steps=player["hammer"]["steps"], more=cards - 1)
        for token, n in player["tokens"].items():
            if n:
                yield self(token, n=n)
        if player["boars"]:
            yield self("boars", boars=", ".join(map(self.word, player["boars"])))

    def letter(self, colour: str) -> str:
        """As on a score sheet: each colour has a letter of its own."""
        return LETTERS[colour].say(self.language)

    def word(self, code: str) -> str:
        return WORDS.word(code, self.language)

    def die(self, seat: Seat, number: int, die: tuple[Side, ...]) -> str:
        """A die for somebody who does not see it."""
        faces = listed([self.side(side) for side in die], self.language)
        return self("die", who=self.word(seat.colour), number=number, faces=faces)

    def side(self, side: Side) -> str:
        told = face_name(side.face, self.language)
        if side.forged:
            told = self("forged", face=told)
        return self("up", face=told) if side.up else told

    def legend(self) -> str:
        return self("legend")
