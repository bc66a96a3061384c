"""Two accounts of a game made one: what one of them leaves open is the other's.

A seat's account of open hands says that they are walled, for it does not tell the others' secrets
(`visibility`). With the whole beside it they are open; and so they are where all accounts together
leave nothing open, the last inquisitor was faced, and nobody had a wall to open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import structs

from ragami.game.defaults.reconciliation import DefaultReconciliation
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.visibility import WALLS, nulls, walled


class Joining(DefaultReconciliation):
    """See `ragami.game.capabilities.Reconciliation`."""

    def join(self, first: object, second: object) -> Any | None:
        for open_, hidden in ((first, second), (second, first)):
            if isinstance(open_, ev.GameOpened) and walled(open_) == hidden:
                return open_
        return super().join(first, second)

    def opening(self, events: Sequence[Any], state: State) -> Any:
        opened: ev.GameOpened = events[0]
        hidden = not opened.options.ledger or any(map(nulls, events))
        if state.at != WALLS or state.walls or hidden:
            return opened
        # What hands that are open need not promise (section 4).
        options = structs.replace(opened.options, hands="open_hands", ledger=False)
        return structs.replace(opened, options=options)


JOINING: Final = Joining()
