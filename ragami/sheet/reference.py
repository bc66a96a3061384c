"""The lines that a sheet of any game may have, by example."""

from __future__ import annotations

from collections.abc import Iterator

from ragami.judge.placing import BROKEN_OFF
from ragami.language import Language, translator
from ragami.sheet import words as w


def reference(language: Language) -> Iterator[tuple[str, str]]:
    """An example of each line, and what it says."""
    _ = translator(language)
    undo, to, redo, correct, strike, rule, by, note = (
        word.say(language)
        for word in (w.UNDO, w.TO, w.REDO, w.CORRECT, w.STRIKE, w.RULE, w.BY, w.NOTE)
    )
    yield undo, _("what was written last is taken back")
    yield f'{undo} {to} 57 "…"', _("everything after record 57 is struck out, with a reason")
    yield redo, _("the last undo is taken back")
    yield f"{correct} 57 = …", _("record 57 reads like the line behind '='")
    yield f"{correct} 57 {strike}", _("record 57 is struck out")
    yield f'{rule} R-LOG-01 "…" {by} "…"', _("the next event may break this rule, and stands")
    yield f"{note} …", _("a remark")
    heads = " · ".join(f"{head.say(language)} …" for head in w.HEADS.values())
    yield heads, _("what stands in the head of a sheet")
    mark = w.NOTED[BROKEN_OFF].say(language)
    yield f"{mark} …", _("the game was broken off, and why, until it goes on")
    yield from _of_the_referee(language)


def _of_the_referee(language: Language) -> Iterator[tuple[str, str]]:
    """Yield the lines that a table seldom writes itself."""
    _ = translator(language)
    late = next(iter(w.OFFENCES)).say(language)
    yield f"{w.PENALTY.say(language)} … {late}", _("a penalty: who, what for, perhaps how much")
    yield f"{w.NAME.say(language)} {w.DICE.say(language)} …", _("a kind of dice, and their names")
    yield f"{w.SEAL.say(language)} 57 …", _("a signed checkpoint of the records up to 57")
    yield f"{w.RECORD.say(language)} {{…}}", _("a record that has no words, as it stands")
