"""Every event's check and apply, by its struct; and what a ruling may let stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ragami.findings import Breaches
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.dice_rolled import apply_dice_rolled, check_dice_rolled
from ragami.games.dice_forge.faces_applied import apply_faces_applied, check_faces_applied
from ragami.games.dice_forge.feats import (
    apply_boar_paid,
    apply_boar_sent,
    apply_face_forged,
    apply_feat_performed,
    apply_gold_split,
    check_boar_paid,
    check_boar_sent,
    check_face_forged,
    check_feat_performed,
    check_gold_split,
)
from ragami.games.dice_forge.setup import (
    apply_faces_removed,
    apply_game_opened,
    apply_turn_ended,
    check_faces_removed,
    check_game_opened,
    check_turn_ended,
)
from ragami.games.dice_forge.turn import (
    apply_offering_made,
    apply_reinforced,
    apply_triton_spent,
    check_offering_made,
    check_reinforced,
    check_triton_spent,
)

Check = Callable[[Any, Any], Breaches]
Apply = Callable[[Any, Any, int], None]

JUDGES: Final[Mapping[type[ev.Event], tuple[Check, Apply]]] = {
    ev.GameOpened: (check_game_opened, apply_game_opened),
    ev.FacesRemoved: (check_faces_removed, apply_faces_removed),
    ev.DiceRolled: (check_dice_rolled, apply_dice_rolled),
    ev.FacesApplied: (check_faces_applied, apply_faces_applied),
    ev.BoarPaid: (check_boar_paid, apply_boar_paid),
    ev.Reinforced: (check_reinforced, apply_reinforced),
    ev.OfferingMade: (check_offering_made, apply_offering_made),
    ev.FeatPerformed: (check_feat_performed, apply_feat_performed),
    ev.FaceForged: (check_face_forged, apply_face_forged),
    ev.BoarSent: (check_boar_sent, apply_boar_sent),
    ev.GoldSplit: (check_gold_split, apply_gold_split),
    ev.TritonSpent: (check_triton_spent, apply_triton_spent),
    ev.TurnEnded: (check_turn_ended, apply_turn_ended),
}
