"""The heads of a sheet: title, players, options and the set of cards make record 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ragami.games.deal_with_the_devil.forms import FORMS
from ragami.games.deal_with_the_devil.kinds import SEATS
from ragami.games.deal_with_the_devil.opening import SETUP
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.language import LANGUAGES
from ragami.notation.heads import SetHeads, not_usual, said
from ragami.notation.line import Line, word_in
from ragami.notation.misread import Word, words_of
from ragami.notation.protocol import Notation
from ragami.notation.score_sheet import ScoreSheet

WORDS: Final = words_of(TABLES["head"])
BOOLEANS: Final = {Word("yes", "sí"): True, Word("no", "no"): False}


class Heads(SetHeads):
    """Heads, or record 1 in one line, as sheets had it before there were any."""

    def read_opening(self, rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, object]:
        if heads or "=" not in rules.peek():
            return super().read_opening(rules, heads)
        from ragami.game.defaults.plain import plain_fields  # noqa: PLC0415 (old sheets alone)
        from ragami.games.deal_with_the_devil.events import GameOpened  # noqa: PLC0415 (law 10)

        return {"game": SETUP.game, **plain_fields(rules, GameOpened)}


def _options(line: Line) -> dict[str, object]:
    """`hands=open_hands wishes=yes`: what is not the default."""
    ways = {
        Word(*(f"{setting.name}={said(value, BOOLEANS, language)}" for language in LANGUAGES)): (
            setting.name,
            value,
        )
        for setting in SETUP.settings()
        for value in setting.values
    }
    options: dict[str, object] = {}
    while token := line.peek():
        way = word_in(token, ways, whole=True)
        if way is None or way[0] in options:
            raise line.stop(*(word for word, (name, _value) in ways.items() if name not in options))
        options[way[0]] = way[1]
        line.take()
    return options


HEADS: Final = Heads(
    SETUP.game,
    WORDS,
    SEATS,
    SETUP.components,
    readers={"options": _options},
    chosen=not_usual(BOOLEANS),
)
NOTATION: Final[Notation] = ScoreSheet(FORMS, HEADS, SEATS)
