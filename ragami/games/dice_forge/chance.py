"""Chance in the events, what a record discloses, and replays with the same luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ragami.decoded import type_of
from ragami.game.chance import Deal, Roll
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.narration import die
from ragami.games.dice_forge.rules.feats import boars_left
from ragami.games.dice_forge.state import RollDice, State
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language

SIDES: Final = (1, 2, 3, 4, 5, 6)


def rolls(event: object) -> Iterator[Roll]:
    """Yield the rolls of an event: which slot of which die came up.

    A die keeps its sides all game; the faces on them change. Where only the face was recorded, the
    side is unknown (A-F-LOG-02).
    """
    if isinstance(event, ev.DiceRolled):
        for ref, up in event.rolls.items():
            side = up if isinstance(up, int) else None
            yield Roll(ref, 0, side, ref.partition(".")[0], numbered=False)


def disclosed(event: object) -> list[str]:
    """Return the chance that an event reveals (`roll`, `face`, `card`); empty for a decision."""
    match event:
        case ev.DiceRolled():
            return ["roll"]
        case ev.FacesRemoved():
            return ["face"]
        case ev.BoarSent():
            return ["card"]
    return []


def faces(s: State) -> Mapping[str, tuple[int, ...]]:
    """Return the sides of every die that plays: its slots, all equally likely."""
    return dict.fromkeys(s.table.refs, SIDES)


# --- the same luck again -----------------------------------------------------------------


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
        """Yield an event without its Cerberus token, or with another colour of boar."""
        match event:
            case ev.FacesApplied() if event.again is not None:
                yield replace(event, again=None)
            case ev.BoarSent():
                for boar in boars_left(state):
                    yield replace(event, colour=boar.removeprefix("boar-"))

    def forced(self, state: State, deal: Deal) -> Any:
        """Roll the dice that are due, unless a player chooses which."""
        task = state.top
        if not isinstance(task, RollDice) or (task.why == "minor" and len(task.dice) > 1):
            return None
        return _rolled(task.dice, deal)

    def may_be_left_out(self, state: State, event: Any) -> bool:
        """Tell whether an event is optional, or answers a roll or card that did not come."""
        free = ev.Reinforced | ev.OfferingMade | ev.FeatPerformed | ev.TritonSpent
        if isinstance(event, free):
            return True
        top = state.top
        due = "" if top is None else top.awaits
        return not isinstance(event, ev.TurnEnded) and due != type_of(event)

    def name(self, source: str, language: Language) -> str:
        return NAMES[source].text(language) if source in NAMES else die(source, language)


def _rolled(dice: Sequence[Any], deal: Deal) -> ev.DiceRolled:
    return ev.DiceRolled({ref: deal(ref, 1)[0] for ref in dice})


LUCK: Final = Luck()
