"""Every event's check and apply, by its struct; and what a ruling may let stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ragami.findings import Breaches
from ragami.games.dice_forge import dice_rolled, faces_applied, feats, setup, turn
from ragami.games.dice_forge import events as ev

Check = Callable[[Any, Any], Breaches]
Apply = Callable[[Any, Any, int], None]

JUDGES: Final[Mapping[type[ev.Event], tuple[Check, Apply]]] = {
    ev.GameOpened: (setup.check_game_opened, setup.apply_game_opened),
    ev.FacesRemoved: (setup.check_faces_removed, setup.apply_faces_removed),
    ev.DiceRolled: (dice_rolled.check_dice_rolled, dice_rolled.apply_dice_rolled),
    ev.FacesApplied: (faces_applied.check_faces_applied, faces_applied.apply_faces_applied),
    ev.BoarPaid: (feats.check_boar_paid, feats.apply_boar_paid),
    ev.Reinforced: (turn.check_reinforced, turn.apply_reinforced),
    ev.OfferingMade: (turn.check_offering_made, turn.apply_offering_made),
    ev.FeatPerformed: (feats.check_feat_performed, feats.apply_feat_performed),
    ev.FaceForged: (feats.check_face_forged, feats.apply_face_forged),
    ev.BoarSent: (feats.check_boar_sent, feats.apply_boar_sent),
    ev.GoldSplit: (feats.check_gold_split, feats.apply_gold_split),
    ev.TritonSpent: (turn.check_triton_spent, turn.apply_triton_spent),
    ev.TurnEnded: (setup.check_turn_ended, setup.apply_turn_ended),
}
