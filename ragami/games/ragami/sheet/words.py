"""The keywords of a sheet of Ragami, and how colours, spaces and cards are written.

Two letters stand for each colour, an English and a Spanish one; no letter stands for two colours.
"""

from __future__ import annotations

from typing import Final

from ragami.errors import N_
from ragami.notation.misread import Word

COLOURS: Final = {
    Word("Y", "A"): "yellow",
    Word("G", "V"): "green",
    Word("B", "Z"): "blue",
    Word("P", "P"): "purple",
}
LETTERS: Final = {colour: word for word, colour in COLOURS.items()}
NEUTRAL: Final = Word("N", "N")
RAGAMIS: Final = {**COLOURS, NEUTRAL: "neutral"}
RAGAMI_LETTERS: Final = {ragami: word for word, ragami in RAGAMIS.items()}
IN_FULL: Final = {
    Word("yellow", "amarillo"): "yellow",
    Word("green", "verde"): "green",
    Word("blue", "azul"): "blue",
    Word("purple", "purpura"): "purple",
    Word("neutral", "neutral"): "neutral",
}
SEATS: Final = {
    **COLOURS,
    **{word: ragami for word, ragami in IN_FULL.items() if ragami != "neutral"},
}
SPACES: Final = {
    Word("saint", "santo"): "saint",
    Word("draw", "robo"): "draw",
    Word("conflict", "conflicto"): "conflict",
}
SPACE_WORDS: Final = {space: word for word, space in SPACES.items()}

# What somebody does.
FIRST: Final = Word("first", "primero")
START: Final = Word("start", "inicial")
SET: Final = Word("set", "pon")
DICE: Final = Word("dice", "dados")
MOVE: Final = Word("move", "mueve")
SAINT: Final = Word("saint", "santo")
DRAW: Final = Word("draw", "roba")
RESOLVE: Final = Word("resolve", "resuelve")
PLAY: Final = Word("play", "juega")
TRADE: Final = Word("trade", "cambia")
CUBES: Final = Word("cubes", "cubos")
VIRTUE: Final = Word("virtue", "virtud")
END: Final = Word("end", "fin")
PASS: Final = Word("pass", "pasa")
OUT: Final = Word("out", "sale")
STEP: Final = Word("step", "ajusta")
REVEAL: Final = Word("reveal", "muestra")

# What happens on the table.
SEED: Final = Word("seed", "siembra")
CONFLICTS: Final = Word("conflicts", "conflictos")
DEMONS: Final = Word("demons", "demonios")
SAINTS: Final = Word("saints", "santos")
ASSERT: Final = Word("assert", "consta")

# What belongs to these.
RAGAMI: Final = Word("ragami", "ragami")
DEMON: Final = Word("demon", "demonio")
ROLL: Final = Word("roll", "tira")
FROM: Final = Word("from", "de")
VP: Final = Word("vp", "pv")
RESOLVED: Final = Word("resolved", "resueltos")
HANDS: Final = Word("hands", "manos")

TITLE: Final = Word("title:", "titulo:")
PLAYERS: Final = Word("players:", "jugadores:")
OPTIONS: Final = Word("options:", "opciones:")
BOARD: Final = Word("board:", "tablero:")
DECK: Final = Word("deck:", "mazo:")
DICE_USED: Final = Word("dice:", "dados:")
NEUTRAL_COLOUR: Final = Word("neutral:", "neutral:")
YES: Final = Word("yes", "si")
NO: Final = Word("no", "no")

# The cards that are not played by themselves, and where they stand.
_IN_A_CONFLICT: Final = Word(
    "Card {n} is not played by itself, it pays: resolve … k{n}",
    "La carta {n} no se juega sola, paga: resuelve … k{n}",
)
_FOR_AN_ACTION: Final = Word(
    "Card {n} is not played by itself, it pays: {verb} … c:{n}",
    "La carta {n} no se juega sola, paga: {verb} … c:{n}",
)


def _said(word: Word, n: int, verb: Word = MOVE) -> Word:
    return Word(word.en.format(n=n, verb=verb.en), word.es.format(n=n, verb=verb.es))


NOT_PLAYED: Final = {
    5: _said(_FOR_AN_ACTION, 5, MOVE),
    8: _said(_FOR_AN_ACTION, 8, RESOLVE),
    9: Word(
        "Card 9 is not played by itself, it pays: draw … c:9:draw:saint",
        "La carta 9 no se juega sola, paga: roba … c:9:robo:santo",
    ),
    11: _said(_FOR_AN_ACTION, 11, DRAW),
    **{n: _said(_IN_A_CONFLICT, n) for n in (6, 13, 14, 15)},
}

# Kinds of things that are expected.
A_COLOUR: Final = N_("a colour")
A_SQUARE: Final = N_("a square, 1 to 30")
A_BLOCK: Final = N_("a block of the board")
A_CARD: Final = N_("a card, 1 to 15")
A_HIDDEN_CARD: Final = N_("a card, 1 to 15, or '?'")
A_DIE: Final = N_("the value of a die")
WHAT_PAYS: Final = N_("what pays: d:saint, d:draw, d:conflict, c:5 …")
