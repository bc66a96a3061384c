"""Every event's check and apply, by its struct."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ragami.decoded import type_name
from ragami.findings import Breaches
from ragami.games.ragami import events as ev
from ragami.games.ragami.rules import (
    action_dice,
    cards,
    conflict,
    movement,
    points,
    preparation,
    saints_demons,
    setup,
    turn,
)
from ragami.games.ragami.rules import drawing_cards as drawing

Check = Callable[[Any, Any], Breaches]
Apply = Callable[[Any, Any, int], None]

JUDGES: Final[Mapping[type[ev.Event], tuple[Check, Apply]]] = {
    ev.GameOpened: (setup.check_game_opened, setup.apply_game_opened),
    ev.ConflictsSeeded: (setup.check_conflicts_seeded, setup.apply_conflicts_seeded),
    ev.DemonsSeeded: (setup.check_demons_seeded, setup.apply_demons_seeded),
    ev.NeutralSaintsSeeded: (setup.check_neutral_saints_seeded, setup.apply_neutral_saints_seeded),
    ev.FirstPlayerDrawn: (setup.check_first_player_drawn, setup.apply_first_player_drawn),
    ev.StartingCardKept: (setup.check_starting_card_kept, setup.apply_starting_card_kept),
    ev.SaintSet: (setup.check_saint_set, setup.apply_saint_set),
    ev.VirtueSet: (setup.check_virtue_set, setup.apply_virtue_set),
    ev.RagamiSet: (setup.check_ragami_set, setup.apply_ragami_set),
    ev.ActionDiceSet: (action_dice.check_action_dice_set, action_dice.apply_action_dice_set),
    ev.RagamiMoved: (movement.check_ragami_moved, movement.apply_ragami_moved),
    ev.SaintAndDemonMoved: (
        saints_demons.check_saint_and_demon_moved,
        saints_demons.apply_saint_and_demon_moved,
    ),
    ev.CardsDrawn: (drawing.check_cards_drawn, drawing.apply_cards_drawn),
    ev.ConflictTried: (conflict.check_conflict_tried, conflict.apply_conflict_tried),
    ev.SaintsMoved: (saints_demons.check_saints_moved, saints_demons.apply_saints_moved),
    ev.DemonsMoved: (saints_demons.check_demons_moved, saints_demons.apply_demons_moved),
    ev.RagamisSwapped: (cards.check_ragamis_swapped, cards.apply_ragamis_swapped),
    ev.CubesGathered: (cards.check_cubes_gathered, cards.apply_cubes_gathered),
    ev.ConflictDieTurned: (cards.check_conflict_die_turned, cards.apply_conflict_die_turned),
    ev.LastPlayerRaised: (cards.check_last_player_raised, cards.apply_last_player_raised),
    ev.VirtueDieMoved: (cards.check_virtue_die_moved, cards.apply_virtue_die_moved),
    ev.CardTraded: (cards.check_card_traded, cards.apply_card_traded),
    ev.CubesConverted: (points.check_cubes_converted, points.apply_cubes_converted),
    ev.VirtueConverted: (points.check_virtue_converted, points.apply_virtue_converted),
    ev.TurnEnded: (turn.check_turn_ended, turn.apply_turn_ended),
    ev.Passed: (turn.check_passed, turn.apply_passed),
    ev.RagamiDisplaced: (preparation.check_ragami_displaced, preparation.apply_ragami_displaced),
    ev.ConflictsDrawn: (preparation.check_conflicts_drawn, preparation.apply_conflicts_drawn),
    ev.VirtueStep: (preparation.check_virtue_step, preparation.apply_virtue_step),
}

EVENTS: Final = {type_name(struct): struct for struct in JUDGES}
