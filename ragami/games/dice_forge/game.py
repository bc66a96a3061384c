"""Dice Forge (2017, base game), rules version 1: the one object that the program sees."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import Both
from ragami.game import EventType, GameDefinition
from ragami.game import capabilities as can
from ragami.games.dice_forge import assertions, ending, rulings, view
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.components import LOG_RULE
from ragami.games.dice_forge.judge import JUDGES
from ragami.games.dice_forge.state import State

GAME: Final = GameDefinition(
    name="dice-forge",
    title=Both("Dice Forge", "Dice Forge"),
    chance=True,
    simultaneous=True,
    events={name: EventType(struct, *JUDGES[struct]) for name, struct in ev.EVENTS.items()},
    new_state=State,
    position=ending.position,
    final=ending.final,
    seating=ending.seating,
    view=view.view,
    words_at="ragami.games.dice_forge.narration:WORDS",
    rulebook_at="ragami.games.dice_forge.catalogue:RULEBOOK",
    remarks=assertions.remarks,
    lets_stand=rulings.lets_stand,
    log_rule=LOG_RULE,
    rounds=10,
    offers={
        can.ASSERTIONS: assertions.ASSERTIONS,
        can.BOT: "ragami.games.dice_forge.bots",
        can.CHANCE: "ragami.games.dice_forge.chance",
        can.CHOICES: "ragami.games.dice_forge.legal",
        can.CODE_MODELS: (
            (2, "ragami.games.dice_forge:data/code-2.json.gz"),
            (5, "ragami.games.dice_forge:data/code-5.json.gz"),
        ),
        can.COMPONENTS: "ragami.games.dice_forge.inspection:COMPONENTS",
        can.GAINS: "ragami.games.dice_forge.statistics",
        can.GUIDANCE: "ragami.games.dice_forge.guide",
        can.LABELS: "ragami.games.dice_forge.labels:LABELS",
        can.LUCK: "ragami.games.dice_forge.chance:LUCK",
        can.NOTATION: "ragami.games.dice_forge.forms:NOTATION",
        can.PANELS: "ragami.games.dice_forge.drawing",
        can.RECONCILIATION: "ragami.games.dice_forge.reconciliation:RECONCILIATION",
        can.SETUP: "ragami.games.dice_forge.opening:SETUP",
        can.SNAPSHOTS: "ragami.games.dice_forge.state:SNAPSHOTS",
        can.STATISTICS: "ragami.games.dice_forge.statistics:STATISTICS",
    },
)
