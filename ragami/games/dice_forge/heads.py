"""The heads of a sheet of Dice Forge: title, players, options and components make record 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ragami.games.dice_forge.components import SHIPPED
from ragami.games.dice_forge.forms import FORMS, SEATS
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language
from ragami.notation.heads import SetHeads
from ragami.notation.line import Line, bare_or_quoted, text_in
from ragami.notation.misread import words_of
from ragami.notation.protocol import Notation
from ragami.notation.score_sheet import ScoreSheet

WORDS: Final = words_of(TABLES["head"])


def _options(line: Line) -> dict[str, str]:
    """`mirror_sees=rolled place_hind=bear`: what is not the default. The rules judge them."""
    options: dict[str, str] = {}
    while token := line.peek():
        name, sign, value = token.partition("=")
        if not sign or not value or name in options:
            raise line.stop("mirror_sees=rolled", "place_hind=bear")
        options[text_in(name) or name] = text_in(value) or value
        line.take()
    return options


def _chosen(options: Mapping[str, str], _language: Language) -> Iterator[str]:
    return (f"{bare_or_quoted(k)}={bare_or_quoted(v)}" for k, v in options.items())


HEADS: Final = SetHeads(
    "dice-forge", WORDS, SEATS, SHIPPED, readers={"options": _options}, chosen=_chosen
)
NOTATION: Final[Notation] = ScoreSheet(FORMS, HEADS, SEATS)
