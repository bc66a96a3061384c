"""The keywords of a sheet of Dice Forge (section 10): (English, Spanish). Both are always read."""

from __future__ import annotations

from typing import Final

from ragami.games.dice_forge.faces import RESOURCES, Resource
from ragami.notation.misread import Word

COLOURS: Final = {
    Word("O", "J"): "orange",
    Word("G", "V"): "green",
    Word("B", "Z"): "blue",
    Word("K", "N"): "black",
}
LETTERS: Final = {colour: word for word, colour in COLOURS.items()}
SEATS: Final = {
    **COLOURS,
    Word("orange", "naranja"): "orange",
    Word("green", "verde"): "green",
    Word("blue", "azul"): "blue",
    Word("black", "negro"): "black",
}

REMOVE: Final = Word("remove", "retira")
ROLL: Final = Word("roll", "tira")
APPLY: Final = Word("apply", "aplica")
AGAIN: Final = Word("again", "otra")
BOAR: Final = Word("boar", "jabalí")
CALL: Final = Word("call", "llama")
OFFER: Final = Word("offer", "ofrece")
FEAT: Final = Word("feat", "hazaña")
FORGE: Final = Word("forge", "forja")
SEND: Final = Word("send", "envía")
SPLIT: Final = Word("split", "reparte")
TRITON: Final = Word("triton", "tritón")
END: Final = Word("end", "fin")
ASSERT: Final = Word("assert", "comprueba")

VERBS: Final = {
    REMOVE: "faces_removed",
    ROLL: "dice_rolled",
    APPLY: "faces_applied",
    BOAR: "boar_paid",
    CALL: "reinforced",
    OFFER: "offering_made",
    FEAT: "feat_performed",
    FORGE: "face_forged",
    SEND: "boar_sent",
    SPLIT: "gold_split",
    TRITON: "triton_spent",
    END: "turn_ended",
    ASSERT: "asserted",
}
VERB_OF: Final = {type_: verb for verb, type_ in VERBS.items()}

FEATS: Final = {
    Word("hammer", "martillo"): "hammer",
    Word("chest", "cofre"): "chest",
    Word("hind", "cierva"): "hind",
    Word("bear", "oso"): "bear",
    Word("satyrs", "sátiros"): "satyrs",
    Word("boar", "jabalí"): "boar",
    Word("ferryman", "barquero"): "ferryman",
    Word("cerberus", "cerbero"): "cerberus",
    Word("helmet", "casco"): "helmet",
    Word("cancer", "cáncer"): "cancer",
    Word("sentinel", "centinela"): "sentinel",
    Word("hydra", "hidra"): "hydra",
    Word("typhon", "tifón"): "typhon",
    Word("sphinx", "esfinge"): "sphinx",
    Word("cyclops", "cíclope"): "cyclops",
    Word("mirror", "espejo"): "mirror",
    Word("gorgon", "gorgona"): "gorgon",
    Word("triton", "tritón"): "triton",
    Word("minotaur", "minotauro"): "minotaur",
    Word("shield", "escudo"): "shield",
    Word("owl", "búho"): "owl",
    Word("ship", "nave"): "ship",
    Word("spirits", "espíritus"): "spirits",
    Word("elder", "anciano"): "elder",
}
FEAT_WORDS: Final = {feat: word for word, feat in FEATS.items()}

# The parts of what a table shows.
SHOWN: Final = {
    Word("gold", "oro"): "gold",
    Word("sun", "solares"): "sun",
    Word("moon", "lunares"): "moon",
    Word("glory", "gloria"): "glory",
    Word("sanctuary", "santuario"): "sanctuary",
    Word("garden", "jardines"): "garden",
    Word("feats", "hazañas"): "feats",
    Word("dice", "dados"): "dice",
    Word("up", "arriba"): "up",
    Word("portals", "portales"): "portals",
}
SHOWN_WORDS: Final = {part: word for word, part in SHOWN.items()}

RESOURCE_OF: Final[dict[str, Resource]] = dict(zip("gsmp", RESOURCES, strict=True))
LETTER_OF: Final[dict[str, str]] = {resource: letter for letter, resource in RESOURCE_OF.items()}

# Heads.
TITLE: Final = Word("title:", "título:")
PLAYERS: Final = Word("players:", "jugadores:")
OPTIONS: Final = Word("options:", "opciones:")
TEMPLE: Final = Word("temple:", "templo:")
FEATS_USED: Final = Word("feats:", "hazañas:")
DICE_USED: Final = Word("dice:", "dados:")
HEADS: Final = {
    TITLE: "title",
    PLAYERS: "players",
    OPTIONS: "options",
    TEMPLE: "temple",
    FEATS_USED: "feats",
    DICE_USED: "dice",
}

# What is expected where it cannot be read.
A_FACE: Final = Word("a face such as 2g+1m", "una cara como 2g+1m")
A_DIE: Final = Word("a die such as 1 or O.1", "un dado como 1 o J.1")
A_ROLLED_DIE: Final = Word(
    "a die with its slot or face, such as 1.3 or 2.1m",
    "un dado con su lado o su cara, como 1.3 o 2.1m",
)
A_FORGE: Final = Word(
    "a face and where it goes, such as 4g>1.3", "una cara y adónde va, como 4g>1.3"
)
A_POOL: Final = Word(
    "a pool and its faces, such as 4:6g,2g+1m", "una reserva y sus caras, como 4:6g,2g+1m"
)
A_SENDING: Final = Word(
    "a colour of boar and its bearer, such as red>B",
    "un color de jabalí y quién lo lleva, como red>Z",
)
A_COUNT: Final = Word("how many, such as hind:2", "cuántos, como cierva:2")
A_PLAYER: Final = Word("a player: a colour and a name", "un jugador: un color y un nombre")
ON_HAMMER: Final = Word("h and a number: gold on the hammer", "h y un número: oro al martillo")
