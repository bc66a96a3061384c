"""Hidden hands: what every unknown card can still be, and whether any deal explains the log.

See `ragami.game.hidden_information.Deduction`. `deals` counts and knows nothing of the game;
`onlooker` tells it what one who looks on sees. Both are imported on first use, as most logs hide
nothing (law 10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ragami.findings import Finding
    from ragami.game.hidden_information import Hands
    from ragami.games.ragami.deduction.onlooker import Onlooker
    from ragami.games.ragami.state import State
    from ragami.language import Language


def looks_on(state: State) -> bool:
    """Return True if the cards of the game are hidden."""
    return state.hidden


class Contradictions:
    """Looks for what no deal explains, while the log goes on.

    What was seen is not looked at again, as long as it stands.
    """

    def __init__(self) -> None:
        self._onlooker: Onlooker | None = None

    def first(self, state: State, standing: Iterable[tuple[int, object]]) -> Iterator[Finding]:
        """Yield the first event that no deal of the unknown cards explains."""
        from ragami.games.ragami.deduction.onlooker import Onlooker, revealed  # noqa: PLC0415

        events = list(standing)
        seqs = revealed(events)
        onlooker, self._onlooker = self._onlooker, None
        if onlooker is None or not onlooker.goes_on(events, seqs):
            onlooker = Onlooker(None, seqs)
        places = onlooker.look_on(events)
        self._onlooker = onlooker
        if places and places.finding:
            yield places.finding


def hands(standing: Iterable[tuple[int, object]], viewer: str | None = None) -> Hands:
    """Return what `viewer` can know of every hand (None: what the log knows)."""
    from ragami.games.ragami.deduction import onlooker  # noqa: PLC0415

    return onlooker.hands(standing, viewer)


def tell_hands(hands: Hands, state: State, language: Language) -> dict[str, list[str]]:
    from ragami.games.ragami import words  # noqa: PLC0415

    return words.tell_hands(hands, state, language)


contradictions = Contradictions
