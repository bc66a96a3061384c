"""Every event's check and apply, by its struct; and which rules a ruling may waive."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ragami.findings import Breaches
from ragami.games.ragami import events as ev
from ragami.games.ragami.action_dice import apply_action_dice_set, check_action_dice_set
from ragami.games.ragami.cards import (
    apply_card_traded,
    apply_conflict_die_turned,
    apply_cubes_gathered,
    apply_last_player_raised,
    apply_ragamis_swapped,
    apply_virtue_die_moved,
    check_card_traded,
    check_conflict_die_turned,
    check_cubes_gathered,
    check_last_player_raised,
    check_ragamis_swapped,
    check_virtue_die_moved,
)
from ragami.games.ragami.conflict import apply_conflict_tried, check_conflict_tried
from ragami.games.ragami.drawing import apply_cards_drawn, check_cards_drawn
from ragami.games.ragami.due import PREPARATION_RULE, SETUP_RULE
from ragami.games.ragami.movement import apply_ragami_moved, check_ragami_moved
from ragami.games.ragami.points import (
    apply_cubes_converted,
    apply_virtue_converted,
    check_cubes_converted,
    check_virtue_converted,
)
from ragami.games.ragami.preparation import (
    apply_conflicts_drawn,
    apply_ragami_displaced,
    apply_virtue_step,
    check_conflicts_drawn,
    check_ragami_displaced,
    check_virtue_step,
)
from ragami.games.ragami.saints_demons import (
    apply_demons_moved,
    apply_saint_and_demon_moved,
    apply_saints_moved,
    check_demons_moved,
    check_saint_and_demon_moved,
    check_saints_moved,
)
from ragami.games.ragami.setup import (
    apply_conflicts_seeded,
    apply_demons_seeded,
    apply_first_player_drawn,
    apply_game_opened,
    apply_neutral_saints_seeded,
    apply_ragami_set,
    apply_saint_set,
    apply_starting_card_kept,
    apply_virtue_set,
    check_conflicts_seeded,
    check_demons_seeded,
    check_first_player_drawn,
    check_game_opened,
    check_neutral_saints_seeded,
    check_ragami_set,
    check_saint_set,
    check_starting_card_kept,
    check_virtue_set,
)
from ragami.games.ragami.turn import (
    apply_passed,
    apply_turn_ended,
    check_passed,
    check_turn_ended,
)

Check = Callable[[Any, Any], Breaches]
Apply = Callable[[Any, Any, int], None]

JUDGES: Final[Mapping[type[ev.Event], tuple[Check, Apply]]] = {
    ev.GameOpened: (check_game_opened, apply_game_opened),
    ev.ConflictsSeeded: (check_conflicts_seeded, apply_conflicts_seeded),
    ev.DemonsSeeded: (check_demons_seeded, apply_demons_seeded),
    ev.NeutralSaintsSeeded: (check_neutral_saints_seeded, apply_neutral_saints_seeded),
    ev.FirstPlayerDrawn: (check_first_player_drawn, apply_first_player_drawn),
    ev.StartingCardKept: (check_starting_card_kept, apply_starting_card_kept),
    ev.SaintSet: (check_saint_set, apply_saint_set),
    ev.VirtueSet: (check_virtue_set, apply_virtue_set),
    ev.RagamiSet: (check_ragami_set, apply_ragami_set),
    ev.ActionDiceSet: (check_action_dice_set, apply_action_dice_set),
    ev.RagamiMoved: (check_ragami_moved, apply_ragami_moved),
    ev.SaintAndDemonMoved: (check_saint_and_demon_moved, apply_saint_and_demon_moved),
    ev.CardsDrawn: (check_cards_drawn, apply_cards_drawn),
    ev.ConflictTried: (check_conflict_tried, apply_conflict_tried),
    ev.SaintsMoved: (check_saints_moved, apply_saints_moved),
    ev.DemonsMoved: (check_demons_moved, apply_demons_moved),
    ev.RagamisSwapped: (check_ragamis_swapped, apply_ragamis_swapped),
    ev.CubesGathered: (check_cubes_gathered, apply_cubes_gathered),
    ev.ConflictDieTurned: (check_conflict_die_turned, apply_conflict_die_turned),
    ev.LastPlayerRaised: (check_last_player_raised, apply_last_player_raised),
    ev.VirtueDieMoved: (check_virtue_die_moved, apply_virtue_die_moved),
    ev.CardTraded: (check_card_traded, apply_card_traded),
    ev.CubesConverted: (check_cubes_converted, apply_cubes_converted),
    ev.VirtueConverted: (check_virtue_converted, apply_virtue_converted),
    ev.TurnEnded: (check_turn_ended, apply_turn_ended),
    ev.Passed: (check_passed, apply_passed),
    ev.RagamiDisplaced: (check_ragami_displaced, apply_ragami_displaced),
    ev.ConflictsDrawn: (check_conflicts_drawn, apply_conflicts_drawn),
    ev.VirtueStep: (check_virtue_step, apply_virtue_step),
}

# The verdicts on an event that is not due, and those whose breach would leave a number below 0
# or a piece nowhere, stand whatever a referee says (section 4.6).
NOT_DUE: Final = frozenset(
    {
        *SETUP_RULE.values(),
        *PREPARATION_RULE.values(),
        *("R-SET3-01", "R-SET2-01", "R-SET2-04", "R-TURN-09", "R-END-02", "R-END-03"),
        *("R-TURN-02", "R-TURN-08"),
    }
)
LEADS_NOWHERE: Final = frozenset(
    {
        *("R-CARD-03", "R-CONF-17", "R-CONF-25"),
        *("R-DIE-04", "R-DEMON-04", "R-CONF-01", "R-CONF-05", "R-CONF-09", "R-CONF-10"),
        *("R-C03-2", "R-C07-1", "R-C07-2", "R-C08-2", "R-C09-3", "R-C09-4", "R-C12-1"),
        *("R-C13-2", "R-C14-2", "R-VP-01", "R-VP-05", "R-PREP-12"),
        *(f"R-INV-{number:02}" for number in range(1, 10)),
    }
)
NEVER_WAIVED: Final = NOT_DUE | LEADS_NOWHERE
