"""The keywords of a sheet of any game."""

from __future__ import annotations

from typing import Final

from ragami.spelling.misread import Word

UNDO: Final = Word("undo", "deshace")
TO: Final = Word("to", "a")
REDO: Final = Word("redo", "rehace")
CORRECT: Final = Word("correct", "corrige")
STRIKE: Final = Word("strike", "tacha")
RULE: Final = Word("rule", "dictamen")
BY: Final = Word("by", "por")
SEAL: Final = Word("seal", "sella")
RECORD: Final = Word("record", "anotacion")
BYTES: Final = Word("bytes", "bytes")

GAME: Final = Word("game:", "juego:")
NOTE: Final = Word("note:", "nota:")
# Heads of a sheet that are kept as notes, by what the note begins with.
HEADS: Final = {
    "event": Word("event:", "evento:"),
    "table": Word("table:", "mesa:"),
    "date": Word("date:", "fecha:"),
}
