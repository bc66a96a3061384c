"""Chance and decision taken apart, for playing a game again with the same luck (section 9).

Chance is what the dice show, which faces two players take out, and the colour of a boar card; the
die of a minor blessing is a decision. The same luck are the same slots, die by die in the order in
which it was rolled. See `ragami.game.unknowns.Luck`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ragami.game.unknowns import Deal
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.feats import boars_left
from ragami.games.dice_forge.narration import die
from ragami.games.dice_forge.state import RollDice, State
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language

FACES: Final = "faces"
BOARS: Final = "boars"
NAMES: Final = TABLES["luck"]


class Luck:
    """The chance in Dice Forge's events, for replays with the same luck."""

    def drawn(self, event: object) -> Mapping[str, Sequence[Any]]:
        match event:
            case ev.DiceRolled():
                return {ref: [up] for ref, up in event.rolls.items()}
            case ev.FacesRemoved():
                return {FACES: [event.pools]}
            case ev.BoarSent():
                return {BOARS: [event.colour]}
        return {}

    def dealt(self, state: State, event: object, deal: Deal) -> Any:
        match event:
            case ev.DiceRolled():
                return _rolled(tuple(event.rolls), deal)
            case ev.FacesRemoved():
                return ev.FacesRemoved(deal(FACES, 1)[0])
            case ev.BoarSent():
                return replace(event, colour=deal(BOARS, 1)[0])
        return event

    def otherwise(self, state: State, event: object) -> Iterator[Any]:
        """A token that is not there is not given up; a colour that is gone is another one."""
        match event:
            case ev.FacesApplied() if event.again is not None:
                yield replace(event, again=None)
            case ev.BoarSent():
                for boar in boars_left(state):
                    yield replace(event, colour=boar.removeprefix("boar-"))

    def forced(self, state: State, deal: Deal) -> Any:
        """Dice that are due and that nobody chooses."""
        task = state.top
        if not isinstance(task, RollDice) or (task.why == "minor" and len(task.dice) > 1):
            return None
        return _rolled(task.dice, deal)

    def may_be_left_out(self, state: State, event: Any) -> bool:
        """Return True for optional events, and for answers to a roll or card that did not come."""
        free = ev.Reinforced | ev.OfferingMade | ev.FeatPerformed | ev.TritonSpent
        if isinstance(event, free):
            return True
        top = state.top
        due = "" if top is None else top.awaits
        return not isinstance(event, ev.TurnEnded) and due != ev.TYPE_OF[type(event)]

    def name(self, source: str, language: Language) -> str:
        return NAMES[source].text(language) if source in NAMES else die(source, language)


def _rolled(dice: Sequence[Any], deal: Deal) -> ev.DiceRolled:
    return ev.DiceRolled({ref: deal(ref, 1)[0] for ref in dice})


LUCK: Final = Luck()
