"""The lines that a sheet of any game may have, by example."""

from __future__ import annotations

from collections.abc import Iterator

from ragami.language import Language, translator
from ragami.sheet import words as w


def reference(language: Language) -> Iterator[tuple[str, str]]:
    """An example of each line, and what it says."""
    _ = translator(language)
    undo, to, redo, correct, strike, rule, by, note = (
        word.say(language)
        for word in (w.UNDO, w.TO, w.REDO, w.CORRECT, w.STRIKE, w.RULE, w.BY, w.NOTE)
    )
    yield undo, _("the last event is struck out")
    yield f'{undo} {to} 57 "…"', _("everything after record 57 is struck out, with a reason")
    yield redo, _("the last undo is taken back")
    yield f"{correct} 57 = …", _("record 57 reads like the line behind '='")
    yield f"{correct} 57 {strike}", _("record 57 is struck out")
    yield f'{rule} R-TURN-11 "…" {by} "…"', _("the next event may break this rule, and stands")
    yield f"{note} …", _("a remark")
    for head in w.HEADS.values():
        yield f"{head.say(language)} …", _("what stands in the head of a sheet")
