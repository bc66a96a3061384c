"""Dice Forge (2017, base game), rules version 1: the one object that the program sees."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import Both
from ragami.game import GameDefinition
from ragami.game import capabilities as can
from ragami.game.definition import types_by_name
from ragami.game.state import Ranking
from ragami.games.dice_forge import accounts, view
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.components import LOG_RULE
from ragami.games.dice_forge.rules import (
    ending,
    faces_applied,
    feats,
    forging,
    setup,
    throws,
    turn,
)
from ragami.games.dice_forge.rules.due import check_due, lets_stand
from ragami.games.dice_forge.state import State

EVENTS: Final = types_by_name(
    {
        ev.GameOpened: (setup.check_game_opened, setup.apply_game_opened),
        ev.FacesRemoved: (setup.check_faces_removed, setup.apply_faces_removed),
        ev.DiceRolled: (throws.check_dice_rolled, throws.apply_dice_rolled),
        ev.FacesApplied: (faces_applied.check_faces_applied, faces_applied.apply_faces_applied),
        ev.BoarPaid: (feats.check_boar_paid, feats.apply_boar_paid),
        ev.Reinforced: (turn.check_reinforced, turn.apply_reinforced),
        ev.OfferingMade: (forging.check_offering_made, forging.apply_offering_made),
        ev.FeatPerformed: (feats.check_feat_performed, feats.apply_feat_performed),
        ev.FaceForged: (feats.check_face_forged, feats.apply_face_forged),
        ev.BoarSent: (feats.check_boar_sent, feats.apply_boar_sent),
        ev.GoldSplit: (feats.check_gold_split, feats.apply_gold_split),
        ev.TritonSpent: (turn.check_triton_spent, turn.apply_triton_spent),
        ev.TurnEnded: (check_due, turn.apply_turn_ended),
    }
)

GAME: Final[GameDefinition[State]] = GameDefinition(
    name="dice-forge",
    title=Both("Dice Forge", "Dice Forge"),
    chance=True,
    simultaneous=True,
    events=EVENTS,
    new_state=State,
    position=ending.position,
    final=ending.final,
    seating=ending.seating,
    view=view.view,
    words_at="ragami.games.dice_forge.narration:WORDS",
    rulebook_at="ragami.games.dice_forge.words:RULEBOOK",
    remarks=accounts.remarks,
    lets_stand=lets_stand,
    log_rule=LOG_RULE,
    rounds=10,
    offers={
        can.ASSERTIONS: accounts.ASSERTIONS,
        can.BOT: "ragami.games.dice_forge.bot",
        can.CHANCE: "ragami.games.dice_forge.chance",
        can.CHOICES: "ragami.games.dice_forge.choices",
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
        can.RANKING: Ranking(("glory",), winners_first=False),
        can.RECONCILIATION: "ragami.games.dice_forge.accounts:RECONCILIATION",
        can.SETUP: "ragami.games.dice_forge.opening:SETUP",
        can.SNAPSHOTS: "ragami.games.dice_forge.state:SNAPSHOTS",
        can.STATISTICS: "ragami.games.dice_forge.statistics:STATISTICS",
    },
)
