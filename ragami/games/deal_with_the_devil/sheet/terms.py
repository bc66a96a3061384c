"""The words and letters of the score sheet, in both languages; both are read, always."""

from __future__ import annotations

import re
from typing import Final

from ragami.errors import N_
from ragami.notation.misread import Word

SEATS: Final[dict[Word, str]] = {
    Word("R", "R"): "red",
    Word("B", "Z"): "blue",
    Word("G", "V"): "green",
    Word("Y", "A"): "yellow",
}
ROLES: Final[dict[Word, str]] = {
    Word("m1", "m1"): "mortal_1",
    Word("m2", "m2"): "mortal_2",
    Word("cu", "se"): "cultist",
    Word("de", "di"): "devil",
}
SOUGHT: Final[dict[Word, str]] = {
    Word("devil", "diablo"): "devil",
    Word("cultist", "sectario"): "cultist",
    Word("mortal", "mortal"): "mortal",
}
COURTIERS: Final[dict[Word, str]] = {
    Word("rural", "rural"): "rural",
    Word("urban", "urbano"): "urban",
    Word("religious", "religioso"): "religious",
    Word("alchemist", "alquimista"): "alchemist",
}
SIDES: Final[dict[Word, str]] = {Word("left", "izq"): "left", Word("right", "der"): "right"}
STEPS: Final[dict[Word, str]] = {
    **SIDES,
    Word("use", "usa"): "use",
    Word("build", "construye"): "build",
    Word("act", "actúa"): "act",
    Word("hire", "contrata"): "hire",
    Word("wheat", "trigo"): "wheat",
}
GOODS: Final = {
    "marble": Word("M", "M"),
    "glass": Word("G", "V"),
    "wood": Word("W", "D"),
    "stone": Word("S", "P"),
    "wheat": Word("H", "T"),
    "coins": Word("$", "$"),
    "indulgences": Word("I", "I"),
}
LETTERS: Final = {letter: good for good, word in GOODS.items() for letter in word}
GOODS_SHAPE: Final = re.compile(r"(\d+)([MGVWDSPHT$I])")
SOULS_SHAPE: Final = re.compile(r"(?:(\d+)m)?(?:(\d+)[cs])?")
PRICE_SHAPE: Final = re.compile(r"(\d+)(\$|soul|alma)s?")
A_PIECE: Final = N_("a card, an achievement or '?'")
SOME_GOODS: Final = N_("goods as in 2M1S, or '-'")
SOME_SOULS: Final = N_("souls as in 2m1c")
A_PRICE: Final = N_("a price as in 4$ or 1soul")
A_PLACE: Final = N_("a secret place, as offer, roles.red or drawn[2]")
A_PASS: Final = N_("a pass that was sent in this round")
A_PAIR: Final = N_("a colour and what belongs to it, as in R:cu or R>Y")

VERBS: Final[dict[str, Word]] = {
    "sealed": Word("sealed", "sellado"),
    "roles": Word("roles", "papeles"),
    "send": Word("send", "reparto"),
    "return": Word("return", "devolver"),
    "votes": Word("votes", "votos"),
    "shown": Word("shown", "descubiertos"),
    "ritual": Word("ritual", "ritual"),
    "turn": Word("turn", "gira"),
    "seed": Word("seed", "semilla"),
    "wish": Word("wish", "prefiere"),
    "word": Word("word", "palabra"),
    "draw": Word("draw", "roba"),
    "hand": Word("hand", "pasa"),
    "offer": Word("offer", "ofrece"),
    "take": Word("take", "acepta"),
    "leave": Word("leave", "rechaza"),
    "answer": Word("answer", "responde"),
    "plan": Word("plan", "plan"),
    "do": Word("do", "hace"),
    "skip": Word("skip", "omite"),
    "claim": Word("claim", "logro"),
    "end": Word("end", "fin"),
    "innocent": Word("innocent", "inocente"),
    "guilty": Word("guilty", "confiesa"),
    "wings": Word("wings", "alas"),
    "is": Word("is", "es"),
    "face": Word("face", "responde"),
    "wall": Word("wall", "muro"),
    "buy": Word("buy", "compra"),
    "sell": Word("sell", "vende"),
    "loan": Word("loan", "préstamo"),
    "repay": Word("repay", "paga"),
    "asks": Word("asks", "pide"),
    "reveal": Word("reveal", "revela"),
    "back": Word("back", "retroceder"),
}
KEPT: Final = Word("k", "g")
EVENT: Final = Word("ev", "ev")
FOR: Final = Word("for", "por")
FROM: Final = Word("from", "de")
DROP: Final = Word("drop", "tira")
WITH: Final = Word("with", "con")
NOT: Final = Word("not", "no")
VERBS["not"] = NOT
SOULS: Final = Word("souls", "almas")
INDULGENCES: Final = Word("ind", "ind")
CONVINCED: Final = Word("ok", "ok")
LEFT_OVER: Final = Word("kept", "quedan")
EMPTY: Final = Word("-", "-")
UNKNOWN: Final = Word("?", "?")
