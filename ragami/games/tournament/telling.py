"""How a tournament is told, from the tables of `words`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from ragami.game.definition import GameDefinition
from ragami.game.words import Templates
from ragami.games.tournament import words as tables
from ragami.language import Language
from ragami.messages import listed


def points(twelfths: int) -> str:
    """Twelfths as points: `5`, `3 1/2`."""
    whole, rest = divmod(abs(twelfths), 12)
    part = f"{Fraction(rest, 12)}" if rest else ""
    sign = "-" if twelfths < 0 else ""
    return sign + (" ".join((*([str(whole)] if whole else []), part)) if part else str(whole))


class Telling(Templates):
    """See `ragami.game.words.Words`: facts are told as the tables of a tournament tell them."""

    def filled(self, code: str, facts: Mapping[str, Any], language: Language) -> str | None:
        template = tables.template(code, facts, language)
        if template is None:
            return None
        return template.format_map(tables.facts_said(facts, language)).rstrip(".")

    def change(self, amount: int) -> str:
        return f"{'+' if amount > 0 else ''}{points(amount)}"

    def result(self, final: Mapping[str, Any], language: Language) -> str:
        """Who won, and the first places with their points."""
        players = final["players"]
        placed = [name for name, one in players.items() if one["place"] is not None]
        placed.sort(key=lambda name: int(players[name]["place"]))
        first = ", ".join(
            f"{players[name]['place']}. {name} {points(players[name]['points12'])}"
            for name in placed[:MOST]
        )
        winners = listed(final["winners"], language)
        return tables.value("wins", language).format(winners=winners, first=first)


MOST: Final = 4


def _game() -> GameDefinition:
    from ragami.games.tournament.game import GAME  # noqa: PLC0415 (it is newer than its words)

    return GAME


WORDS: Final = Telling(_game, {"en": tables.codes("en"), "es": tables.codes("es")})
