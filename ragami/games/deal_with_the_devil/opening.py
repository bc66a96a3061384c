"""Record 1: what is agreed before it, and what it says where two accounts of a game are merged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from ragami.game.defaults.reconciliation import DefaultReconciliation
from ragami.game.setup import Opening
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.components import SHIPPED
from ragami.games.deal_with_the_devil.events import COLOURS, GameOpened
from ragami.games.deal_with_the_devil.options import Options
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.visibility import WALLS, nulls, walled
from ragami.games.deal_with_the_devil.words import OPTIONS
from ragami.language import LANGUAGES


class Setup(Opening):
    """Four seats, the nine options, and a set of cards."""

    game = "deal-with-the-devil"
    seats = COLOURS
    least = 4
    components: Mapping[str, tuple[str, ...]] = {"cards": SHIPPED}
    record = GameOpened
    usual = Options()

    def meaning(self, option: str) -> Mapping[str, list[str]]:
        """Return the description of an option, and of its values where they need one."""
        return {
            language: [
                f"{name.split('=')[1]}: {description.text(language)}"
                if "=" in name
                else description.text(language)
                for name, description in OPTIONS.items()
                if name.split("=")[0] == option
            ]
            for language in LANGUAGES
        }


SETUP: Final = Setup()


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
