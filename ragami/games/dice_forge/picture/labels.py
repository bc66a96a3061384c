"""What stands in a picture, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ragami.games.dice_forge.picture.scene import Seat, Side
from ragami.games.dice_forge.sheet.words import LETTERS
from ragami.games.dice_forge.telling import AT, WORDS, face_name
from ragami.language import Language
from ragami.messages import listed

TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "islands": ("Islands", "Islas"),
    "island": ("Island {portal}", "Isla {portal}"),
    "sanctuary": ("Sanctuary", "Santuario"),
    "garden": ("Temple gardens", "Jardines del templo"),
    "score": (
        "{glory} glory ({track} + cards {cards})",
        "{glory} de gloria ({track} + cartas {cards})",
    ),
    "gold": ("gold {n}/{limit}", "oro {n}/{limit}"),
    "sun": ("sun {n}/{limit}", "solares {n}/{limit}"),
    "moon": ("moon {n}/{limit}", "lunares {n}/{limit}"),
    "portal": ("on island {portal}", "en la isla {portal}"),
    "start": ("at the start", "en el inicio"),
    "pile1": ("played: {feats}", "jugadas: {feats}"),
    "pile2": ("lasting: {feats}", "permanentes: {feats}"),
    "pile3": ("reinforcements: {feats}", "refuerzos: {feats}"),
    "hammer": ("hammer {steps}/30", "martillo {steps}/30"),
    "hammers": ("hammer {steps}/30 (and {more} more)", "martillo {steps}/30 (y {more} más)"),
    "cerberus": ("Cerberus tokens {n}", "fichas de Cerbero {n}"),
    "triton": ("Triton tokens {n}", "fichas de Tritón {n}"),
    "boars": ("boars: {boars}", "jabalíes: {boars}"),
    "legend": (
        "[ ] face up  * forged  g gold  s sun  m moon  p glory  + all  / one of  ×n left",
        "[ ] cara visible  * forjada  g oro  s solar  m lunar  p gloria  + todo  / uno  ×n quedan",
    ),
    "die": ("{who}, die {number}: {faces}", "{who}, dado {number}: {faces}"),
    "up": ("{face}, up", "{face}, visible"),
    "forged": ("{face}, forged", "{face}, forjada"),
    "round": ("Round {round} of {rounds}", "Ronda {round} de {rounds}"),
    "board": ("The table", "La mesa"),
    "left": ("{what}: {n} left", "{what}: quedan {n}"),
    "cost": ("costs {cost} gold", "cuesta {cost} de oro"),
    "first": ("face it began with", "cara del principio"),
    "now-up": ("face up", "cara visible"),
    "forged-face": ("forged face", "cara forjada"),
    "gold-sign": ("gold", "oro"),
    "sun-sign": ("sun", "solar"),
    "moon-sign": ("moon", "lunar"),
    "glory-sign": ("glory", "gloria"),
}


class Labels:
    """The words of a picture in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, code: str, **facts: Any) -> str:
        return TEXTS[code][AT[self.language]].format(**facts)

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
