"""What bots do outside of turns: setting up, and preparing a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from msgspec import convert

from ragami.games.ragami.action_dice import RED
from ragami.games.ragami.bots.table import Table
from ragami.games.ragami.components import SQUARES
from ragami.games.ragami.events import (
    COLOURS,
    ActionDiceSet,
    ActionSpaces,
    Colour,
    Components,
    Conflict,
    ConflictsDrawn,
    ConflictsSeeded,
    DemonsSeeded,
    Event,
    FirstPlayerDrawn,
    GameOpened,
    NeutralSaintsSeeded,
    Ragami,
    RagamiDisplaced,
    RagamiSet,
    SaintPlace,
    SaintSet,
    Seat,
    StartingCardKept,
    VirtueSet,
    VirtueStep,
)
from ragami.games.ragami.offers.due import option_values
from ragami.games.ragami.options import Options
from ragami.games.ragami.points import VIRTUE_PER_VP
from ragami.games.ragami.preparation import conflicts_to_draw
from ragami.games.ragami.setup import SEEDED_DEMONS
from ragami.games.ragami.state import CONFLICT_DICE
from ragami.games.ragami.bots.worth import dearest

NAMES: Final = ("ana", "bea", "eva", "gil", "iago", "lola", "nuno", "rui", "teo", "uxía")
TITLES: Final = ("Lisboa", "Martes", "Noche de ángeles", "Semifinal", "Final")
SHIPPED: Final = Components("city-1", "deck-1", "dice-1")
