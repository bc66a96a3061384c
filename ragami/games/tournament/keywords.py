"""The keywords of a tournament's score sheet, in both languages."""

from __future__ import annotations

from typing import Final

from ragami.notation.misread import Word

CLUB: Final = Word("club", "club")
SEED: Final = Word("seed", "semilla")
BY: Final = Word("by", "por")
HAND: Final = Word("hand:", "mano:")
SWISS: Final = Word("swiss-1:", "swiss-1:")
BYE: Final = Word("bye", "descansa")
COST: Final = Word("cost", "coste")
SEATS: Final = Word("seats", "asientos")
POINTS: Final = Word("points", "puntos")
PLACES: Final = Word("places", "puestos")
SOURCES: Final = {Word("log:", "acta:"): "log", Word("referee:", "arbitro:"): "referee"}
HEADS: Final[dict[Word, str]] = {
    Word("title:", "titulo:"): "title",
    Word("plays:", "juega:"): "plays",
    Word("seed:", "semilla:"): "seed",
    Word("options:", "opciones:"): "options",
}
