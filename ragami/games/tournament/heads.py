"""The heads of a sheet of a tournament, which make record 1."""

from __future__ import annotations

from typing import Final

from ragami.games.tournament.forms import EXPECTED, FORMS
from ragami.games.tournament.options import Options
from ragami.games.tournament.words import TABLES
from ragami.notation.heads import Chosen, RecordHeads
from ragami.notation.kinds import Text
from ragami.notation.misread import words_of
from ragami.notation.protocol import Notation
from ragami.notation.score_sheet import ScoreSheet

WORDS: Final = words_of(TABLES["head"])
HEADS: Final = RecordHeads(
    "tournament",
    WORDS,
    {key: Text(rest=True) for key in WORDS}
    | {"options": Chosen(EXPECTED["option"], Options.__struct_fields__)},
    usual={"title": None, "plays": None, "options": {}},
    needed="seed",
)
NOTATION: Final[Notation] = ScoreSheet(FORMS, HEADS, {})
