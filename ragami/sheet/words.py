"""The keywords of a sheet of any game, and an example of each of its lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ragami.judge.placing import BROKEN_OFF
from ragami.language import Language, translator
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
RECORD: Final = Word("record", "anotación")
BYTES: Final = Word("bytes", "bytes")

GAME: Final = Word("game:", "juego:")
NOTE: Final = Word("note:", "nota:")
# Penalties: what for, how much.
PENALTY: Final = Word("penalty", "sanción")
AGAINST: Final = Word("against", "contra")
OFFENCES: Final[dict[Word, Offence]] = {
    Word("late", "tarde"): "late",
    Word("slow-play", "juego-lento"): "slow-play",
    Word("procedure", "procedimiento"): "procedure",
    Word("hidden-information", "información-oculta"): "hidden-information",
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


def reference(language: Language) -> Iterator[tuple[str, str]]:
    """Yield an example of each line, and what it says."""
    _ = translator(language)
    undo, to, redo, correct, strike, rule, by, note = (
        word.say(language) for word in (UNDO, TO, REDO, CORRECT, STRIKE, RULE, BY, NOTE)
    )
    yield undo, _("what was written last is taken back")
    yield f'{undo} {to} 57 "…"', _("everything after record 57 is struck out, with a reason")
    yield redo, _("the last undo is taken back")
    yield f"{correct} 57 = …", _("record 57 reads like the line behind '='")
    yield f"{correct} 57 {strike}", _("record 57 is struck out")
    yield f'{rule} R-LOG-01 "…" {by} "…"', _("the next event may break this rule, and stands")
    yield f"{note} …", _("a remark")
    heads = " · ".join(f"{head.say(language)} …" for head in HEADS.values())
    yield heads, _("what stands in the head of a sheet")
    mark = NOTED[BROKEN_OFF].say(language)
    yield f"{mark} …", _("the game was broken off, and why, until it goes on")
    yield from _of_the_referee(language)


def _of_the_referee(language: Language) -> Iterator[tuple[str, str]]:
    """Yield the lines that a table seldom writes itself."""
    _ = translator(language)
    late = next(iter(OFFENCES)).say(language)
    yield f"{PENALTY.say(language)} … {late}", _("a penalty: who, what for, perhaps how much")
    yield f"{NAME.say(language)} {DICE.say(language)} …", _("a kind of dice, and their names")
    yield f"{SEAL.say(language)} 57 …", _("a signed checkpoint of the records up to 57")
    yield f"{RECORD.say(language)} {{…}}", _("a record that has no words, as it stands")
