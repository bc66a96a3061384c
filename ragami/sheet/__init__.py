"""The score sheet: a game as lines that are typed with a thumb and read a year later.

    from ragami.sheet import read_line, write_line, complete, logs_in

The lines of a game are its own (`ragami.notation`); those that any game may have are here.

- `reading` and `writing` are of one line, `log_lines` of those that any game may have (in the
  keywords of `words`), `files` of whole sheets; `check` is about the check characters.
- `completing` and `due_lines` say how a line may go on; `mend` and `nearest` what was meant by a
  wrong one.
"""

from __future__ import annotations

from typing import Final

from ragami.errors import N_
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.log.record import Draft
from ragami.notation.misread import Misread
from ragami.sheet.completing import Completion, complete, read_in_full
from ragami.sheet.files import SheetGame, game_of_sheet, logs_in
from ragami.sheet.mend import BUDGET
from ragami.sheet.nearest import Near, nearest
from ragami.sheet.writing import write_line

__all__ = [
    "Completion",
    "Misread",
    "SheetGame",
    "complete",
    "game_of_sheet",
    "logs_in",
    "read_line",
    "write_line",
]

A_KNOWN_TYPE: Final = N_("a record of a type that is known here")


def read_line(
    replay: Replay,
    text: str,
    number: int = 1,
    language: Language = "en",
    *,
    suggests: bool = True,
    budget: float = BUDGET,
) -> Draft | Misread | None:
    """Return the record a line stands for after `replay`; None if it is blank or only a comment.

    Never raises. `number` is that of the line, for the message; `language` is for the nearest
    correct line, where the line itself might be of either. It is looked for within `budget` seconds
    of processor time; with `suggests` false none is looked for.
    """
    read = read_in_full(replay, text, language)
    entry, misread = read.entry, read.wrong
    if misread is not None:
        near = Near()
        if suggests and not read.short_for:
            near = nearest(replay, text, misread, language, in_full=read.text, budget=budget)
        at = (number, misread.column, misread.found, misread.expected)
        legal, example, not_due = near
        return Misread(*at, legal, example, misread.instead, read.short_for, not_due)
    if entry is None:
        return None
    if entry.type not in replay.codec.types:
        return Misread(number, 1, text.strip(), (A_KNOWN_TYPE,))
    return Draft(entry.type, entry.data, entry.at, entry.by)
