"""What a game offers is what its capabilities ask for.

A definition names most of its parts by their modules, which mypy does not follow: here it does.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import pytest

from ragami.game import capabilities as can
from ragami.game import game_named
from ragami.game.capabilities import Capability
from ragami.game.registry import SHIPPED
from ragami.games.deal_with_the_devil import accounts as devil_accounts
from ragami.games.deal_with_the_devil import bot as devil_bot
from ragami.games.deal_with_the_devil import choices as devil_choices
from ragami.games.deal_with_the_devil import drawing as devil_drawing
from ragami.games.deal_with_the_devil import forms as devil_forms
from ragami.games.deal_with_the_devil import guide as devil_guide
from ragami.games.deal_with_the_devil import inspection as devil_inspection
from ragami.games.deal_with_the_devil import labels as devil_labels
from ragami.games.deal_with_the_devil import pieces as devil_pieces
from ragami.games.deal_with_the_devil import state as devil_state
from ragami.games.deal_with_the_devil import statistics as devil_statistics
from ragami.games.deal_with_the_devil.distribution import app as devil_app
from ragami.games.dice_forge import accounts as dice_forge_accounts
from ragami.games.dice_forge import bot as dice_forge_bot
from ragami.games.dice_forge import chance as dice_forge_chance
from ragami.games.dice_forge import choices as dice_forge_choices
from ragami.games.dice_forge import drawing as dice_forge_drawing
from ragami.games.dice_forge import forms as dice_forge_forms
from ragami.games.dice_forge import guide as dice_forge_guide
from ragami.games.dice_forge import inspection as dice_forge_inspection
from ragami.games.dice_forge import labels as dice_forge_labels
from ragami.games.dice_forge import opening as dice_forge_opening
from ragami.games.dice_forge import state as dice_forge_state
from ragami.games.dice_forge import statistics as dice_forge_statistics
from ragami.games.ragami import accounts as ragami_accounts
from ragami.games.ragami import bot as ragami_bot
from ragami.games.ragami import chance as ragami_chance
from ragami.games.ragami import changes as ragami_changes
from ragami.games.ragami import choices as ragami_choices
from ragami.games.ragami import deduction as ragami_deduction
from ragami.games.ragami import drawing as ragami_drawing
from ragami.games.ragami import forms as ragami_forms
from ragami.games.ragami import guide as ragami_guide
from ragami.games.ragami import inspection as ragami_inspection
from ragami.games.ragami import labels as ragami_labels
from ragami.games.ragami import opening as ragami_opening
from ragami.games.ragami import state as ragami_state
from ragami.games.ragami import statistics as ragami_statistics
from ragami.games.ragami import view as ragami_view
from ragami.games.scores import choices as scores_choices
from ragami.games.scores import drawing as scores_drawing
from ragami.games.scores import forms as scores_forms
from ragami.games.scores import guide as scores_guide
from ragami.games.tournament import bot as tournament_bot
from ragami.games.tournament import choices as tournament_choices
from ragami.games.tournament import drawing as tournament_drawing
from ragami.games.tournament import entered_results as tournament_entered_results
from ragami.games.tournament import forms as tournament_forms
from ragami.games.tournament import guide as tournament_guide
from ragami.games.tournament import organizing as tournament_organizing
from ragami.games.tournament import state as tournament_state
from ragami.games.tournament import statistics as tournament_statistics
from ragami.games.tournament import verifying as tournament_verifying

Loaded = TypeVar("Loaded")
Offer = tuple[Capability[Any], object]


def offered(capability: Capability[Loaded], part: Loaded | None) -> Offer:
    return capability, part


OFFERED: Final[dict[str, list[Offer]]] = {
    "ragami": [
        offered(can.BOT, ragami_bot),
        offered(can.BOX, ragami_opening.BOX),
        offered(can.CHANCE, ragami_chance),
        offered(can.CHOICES, ragami_choices),
        offered(can.COMPONENTS, ragami_inspection.COMPONENTS),
        offered(can.DEDUCTION, ragami_deduction),
        offered(can.GAINS, ragami_changes),
        offered(can.GUIDANCE, ragami_guide),
        offered(can.LABELS, ragami_labels.LABELS),
        offered(can.LUCK, ragami_chance.LUCK),
        offered(can.NOTATION, ragami_forms.NOTATION),
        offered(can.PANELS, ragami_drawing),
        offered(can.RECONCILIATION, ragami_accounts.RECONCILIATION),
        offered(can.SETUP, ragami_opening.SETUP),
        offered(can.SNAPSHOTS, ragami_state),
        offered(can.STATISTICS, ragami_statistics.STATISTICS),
        offered(can.VISIBILITY, ragami_view.VISIBILITY),
    ],
    "deal-with-the-devil": [
        offered(can.APP, devil_app),
        offered(can.BOT, devil_bot),
        offered(can.CHOICES, devil_choices),
        offered(can.COMPONENTS, devil_inspection.COMPONENTS),
        offered(can.GAINS, devil_statistics),
        offered(can.GUIDANCE, devil_guide),
        offered(can.LABELS, devil_labels.LABELS),
        offered(can.NOTATION, devil_forms.NOTATION),
        offered(can.PANELS, devil_drawing),
        offered(can.PIECES, devil_pieces.PIECES),
        offered(can.RECONCILIATION, devil_accounts.RECONCILIATION),
        offered(can.SNAPSHOTS, devil_state.SNAPSHOTS),
        offered(can.STATISTICS, devil_statistics.STATISTICS),
    ],
    "dice-forge": [
        offered(can.BOT, dice_forge_bot),
        offered(can.CHANCE, dice_forge_chance),
        offered(can.CHOICES, dice_forge_choices),
        offered(can.COMPONENTS, dice_forge_inspection.COMPONENTS),
        offered(can.GAINS, dice_forge_statistics),
        offered(can.GUIDANCE, dice_forge_guide),
        offered(can.LABELS, dice_forge_labels.LABELS),
        offered(can.LUCK, dice_forge_chance.LUCK),
        offered(can.NOTATION, dice_forge_forms.NOTATION),
        offered(can.PANELS, dice_forge_drawing),
        offered(can.RECONCILIATION, dice_forge_accounts.RECONCILIATION),
        offered(can.SETUP, dice_forge_opening.SETUP),
        offered(can.SNAPSHOTS, dice_forge_state.SNAPSHOTS),
        offered(can.STATISTICS, dice_forge_statistics.STATISTICS),
    ],
    "tournament": [
        offered(can.BOT, tournament_bot),
        offered(can.CHOICES, tournament_choices),
        offered(can.DRAWING, tournament_drawing),
        offered(can.GAINS, tournament_drawing),
        offered(can.GATHERING, tournament_organizing),
        offered(can.GUIDANCE, tournament_guide),
        offered(can.LINKS, tournament_verifying),
        offered(can.LABELS, tournament_entered_results.LABELS),
        offered(can.NOTATION, tournament_forms.NOTATION),
        offered(can.PAGE, tournament_drawing),
        offered(can.SNAPSHOTS, tournament_state.SNAPSHOTS),
        offered(can.STATISTICS, tournament_statistics.STATISTICS),
    ],
    "scores": [
        offered(can.CHOICES, scores_choices),
        offered(can.GUIDANCE, scores_guide),
        offered(can.LABELS, scores_forms.LABELS),
        offered(can.NOTATION, scores_forms.NOTATION),
        offered(can.PANELS, scores_drawing),
    ],
}


@pytest.mark.parametrize("name", SHIPPED)
def test_what_a_game_names_is_read_by_mypy(name: str) -> None:
    game = game_named(name)
    named = {one: game.get(one) for one, part in game.offers.items() if isinstance(part, str)}
    assert dict(OFFERED[name]) == named
