"""The keywords of a sheet of any game."""

from __future__ import annotations

from typing import Final

from ragami.judge.placing import BROKEN_OFF
from ragami.log.record import Offence, PenaltyLevel
from ragami.notation.misread import Word

UNDO: Final = Word("undo", "deshace")
TO: Final = Word("to", "a")
REDO: Final = Word("redo", "rehace")
CORRECT: Final = Word("correct", "corrige")
STRIKE: Final = Word("strike", "tacha")
RULE: Final = Word("rule", "dictamen")
BY: Final = Word("by", "por")
SEAL: Final = Word("seal", "sella")
NAME: Final = Word("name", "nombra")
DICE: Final = Word("dice", "dados")
RECORD: Final = Word("record", "anotacion")
BYTES: Final = Word("bytes", "bytes")

GAME: Final = Word("game:", "juego:")
NOTE: Final = Word("note:", "nota:")
# Penalties: what for, how much.
PENALTY: Final = Word("penalty", "sancion")
AGAINST: Final = Word("against", "contra")
OFFENCES: Final[dict[Word, Offence]] = {
    Word("late", "tarde"): "late",
    Word("slow-play", "juego-lento"): "slow-play",
    Word("procedure", "procedimiento"): "procedure",
    Word("hidden-information", "informacion-oculta"): "hidden-information",
    Word("outside-help", "ayuda-de-fuera"): "outside-help",
    Word("conduct", "conducta"): "conduct",
}
LEVELS: Final[dict[Word, PenaltyLevel]] = {
    Word("warning", "advertencia"): "warning",
    Word("time", "tiempo"): "time",
    Word("points", "puntos"): "points",
}

# Heads of a sheet that are kept as notes, by what the note begins with.
HEADS: Final = {
    "event": Word("event:", "evento:"),
    "table": Word("table:", "mesa:"),
    "date": Word("date:", "fecha:"),
}
# Every line that is kept as a note, by what the note begins with.
NOTED: Final = HEADS | {BROKEN_OFF: Word("broken-off:", "interrumpida:")}
