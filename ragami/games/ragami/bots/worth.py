"""The values that bots give to cards and conflicts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ragami.games.ragami.bots.table import Table

# How gladly a card is kept; chance adds up to 4.
LIKED: Final = (0, 5, 4, 4, 6, 6, 5, 6, 7, 7, 6, 6, 5, 7, 7, 6)


def dearest_first(t: Table, cards: Iterable[int]) -> list[int]:
    """Cards in the order in which a bot would keep them today."""
    random = t.chance.random
    return sorted(cards, key=lambda card: LIKED[card] + 4 * random(), reverse=True)
