"""The heads of a sheet of the score keeper, which make record 1."""

from __future__ import annotations

import re
from typing import Any, Final

from ragami.decoded import Data
from ragami.games.scores.forms import CELL, EXPECTED, FORMS, ID_SHAPE
from ragami.games.scores.words import TABLES
from ragami.notation.forms import At, Part
from ragami.notation.heads import Chosen, RecordHeads
from ragami.notation.kinds import Number, Or, Pattern, Text
from ragami.notation.line import quoted
from ragami.notation.lists import Several
from ragami.notation.misread import Word, words_of
from ragami.notation.reader import Misfit
from ragami.notation.score_sheet import ScoreSheet

# What counts, the limits, and the word of a sum: `x0 0..26 sum 26`.
NO_NAME: Final = re.compile(r"x-?\d+|-?\d*\.\.-?\d*|sum|suma")


class Name(Text):
    """A name, written in quotes; without them it is none where something else is meant."""

    def text(self, text: str, at: At) -> str:
        if NO_NAME.fullmatch(text):
            raise Misfit(*self.expected)
        return super().text(text, at)

    def say(self, value: str, _at: At) -> str:
        return quoted(value)


def _with_name(named: Data, _at: At) -> Data:
    """Call who has no name by the id."""
    return {"id": named["id"], "name": named["id"].capitalize(), **named}


def _parts(template: str, expected: Word = EXPECTED["new-player"], **options: Any) -> Several:
    """Return the kind of a list of people or categories."""
    kinds = {"id": ID, "name": Name(expected=ID.expected), "players": Several(ID, 1), **LIMITS}
    part = Part(template, kinds, gather=_with_name, expected=expected, **options)
    return Several(part, 1, divider=",", parted=True)


ID: Final = Pattern(ID_SHAPE, fold=True, expected=EXPECTED["new-player"])
BOUND: Final = Or(CELL, signs={"": None})
LIMITS: Final = {"times": Number(-9999, 9999), "min": BOUND, "max": BOUND, "sum": CELL}
HEADS: Final = RecordHeads(
    "scores",
    words_of(TABLES["head"]),
    {
        "title": Text(rest=True),
        "plays": Text(rest=True),
        "players": _parts("{id} [{name}]"),
        "teams": _parts("{id} {name} {players}"),
        "categories": _parts(
            "{id} [{name}] [x{times}] [{min}..{max}] [sum {sum}]",
            EXPECTED["category-part"],
            usual={"times": 1, "min": None, "max": None, "sum": None},
            words={"sum": Word("sum", "suma")},
        ),
        "options": Chosen(EXPECTED["option"], listed=("ties",)),
    },
    usual={"title": None, "plays": None, "teams": [], "categories": [], "options": {}},
    needed="players",
)
NOTATION: Final = ScoreSheet(FORMS, HEADS, {})
