"""Where several rules are broken, which is the verdict; and the order of costs."""

from __future__ import annotations

from typing import Any

import pytest

from ragami.games.ragami import shipped
from tests.rules.kit import CARD_5, CARD_8, CARD_11, Table, card_9, conflicts_on
from tests.rules.logs import setting_up

BY_9 = {
    "via": card_9("saint", None),
    "saint": "blue",
    "to": 9,
    "demon": {"from": None, "to": 1},
}

# --- schema, phase, active player, limits of the turn --------------------------------------


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("saint_set", {"square": 1}),
        ("virtue_set", {"block": "Q1"}),
        ("starting_card_kept", {"discarded": [1]}),
        ("action_dice_set", {}),
        ("virtue_step", {"vp": 1}),
        ("ragami_moved", {"to": "Q2"}),
        ("saint_and_demon_moved", {"saint": "blue", "to": 1, "via": "draw"}),
        ("cards_drawn", {"rejected": []}),
        ("conflict_tried", {"via": "draw"}),
        ("cubes_gathered", {}),
        ("cubes_converted", {"vp": 1}),
        ("passed", {}),
    ],
)
def test_schema_before_phase(event: str, data: dict[str, Any]) -> None:
    """A player without a seat is malformed, whatever else is wrong."""
    for play in (setting_up("demons_seeded", "YGB"), Table("YGB"), Table("YGB").step_5()):
        play.refuse(event, player="purple", **data, rule="R-LOG-01")


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("virtue_set", {"block": "Q77"}),
        ("ragami_set", {"ragami": "yellow", "block": "Q77"}),
        ("ragami_moved", {"to": "Q77"}),
        ("conflict_tried", {"withdraw_to": "Q77"}),
        ("virtue_die_moved", {"block": "Q77"}),
        ("ragami_displaced", {"ragami": "yellow", "block": "Q77"}),
        ("virtue_step", {"block": "Q77"}),
    ],
)
def test_a_block_of_another_board_is_malformed(event: str, data: dict[str, Any]) -> None:
    for play in (setting_up("demons_seeded"), Table(), Table().turn_of("green"), Table().step_5()):
        play.refuse(event, **data, rule="R-LOG-01")


def test_phase_before_active_player() -> None:
    table = Table().step_5()
    table.refuse("ragami_moved", player="purple", to="Q2", rule="R-PREP-16")


def test_active_player_before_the_limits_of_the_turn() -> None:
    table = Table().do("ragami_moved", to="Q2").dice(saint=0, draw=0, conflict=0)
    table.refuse("ragami_moved", player="green", to=1, rule="R-TURN-02")
    table.refuse("ragami_moved", to=1, rule="R-TURN-07")


def test_active_player_before_the_cards() -> None:
    Table().refuse("cubes_gathered", player="green", rule="R-TURN-02")


# --- limits, possession, geometry, action, invariants --------------------------------------


def test_limits_before_possession() -> None:
    table = Table().ragamis(yellow=20).conflicts({20: 1})
    table.dice(saint=2, draw=2, conflict=0)
    table.refuse("conflict_tried", cubes=9, rule="R-DIE-04")
    table.do("ragami_moved", to=20).dice(saint=2, draw=1, conflict=2)
    table.refuse("conflict_tried", cubes=9, rule="R-TURN-07")


def test_possession_before_geometry() -> None:
    table = Table().ragamis(yellow=1)
    table.refuse("ragami_moved", via=CARD_5, to=30, rule="R-CARD-03")
    table.refuse("saints_moved", saints=[{"saint": "blue", "to": 30}], rule="R-CARD-03")
    table.refuse("ragamis_swapped", with_="yellow", rule="R-CARD-03")
    table.hand("yellow", 9)
    table.refuse("ragami_moved", via=card_9("saint", "saint"), to=30, rule="R-C09-4")


def test_distance_before_what_stands_there() -> None:
    table = Table().ragamis(yellow=1, green=30, blue=30)
    table.refuse("ragami_moved", to=30, rule="R-MOVE-01")
    table = Table().ragamis(yellow=1).saints(blue=30)
    table.refuse("saint_and_demon_moved", saint="blue", to=1, rule="R-SAINT-06")


def test_the_saint_before_the_demon() -> None:
    table = Table().saints(blue=19).demons({19: 1})
    demon = {"from": 19, "to": 1}
    table.refuse("saint_and_demon_moved", saint="blue", to=1, demon=demon, rule="R-SAINT-06")


def test_where_pieces_go_before_whether_a_demon_is_there() -> None:
    table = Table().ragamis(yellow=20).saints(blue=19).demons({19: 5, 20: 1}).hand("yellow", 2)
    for there in (None, {"from": None, "to": 1}, {"from": 3, "to": 4}):
        for to, rule in ((1, "R-SAINT-06"), (19, "R-SAINT-07"), (20, "R-SAINT-03")):
            move = {"saint": "blue", "to": to, "demon": there}
            table.refuse("saint_and_demon_moved", **move, rule=rule)
    for to, rule in ((30, "R-DEMON-02"), (3, "R-DEMON-03"), (4, "R-INV-02")):
        move = {"saint": "blue", "to": 18, "demon": {"from": 3, "to": to}}
        table.refuse("saint_and_demon_moved", **move, rule=rule)
    table.refuse("demons_moved", demons=[{"from": 3, "to": 30}], rule="R-C02-1")
    both = [{"from": 3, "to": 4}, {"from": 20, "to": 21}]
    table.refuse("demons_moved", demons=both, rule="R-C02-2")


def test_where_the_ragami_stands_before_what_is_paid_with() -> None:
    table = Table().ragamis(yellow="Q5").conflicts({20: 3}).virtue(yellow=("Q1", 2))
    table.cubes(yellow=3).hand("yellow", 13, 14)
    table.refuse("conflict_tried", virtue=2, cards=[13, 14], rule="R-CONF-01")
    table.ragamis(yellow=20)
    table.refuse("conflict_tried", virtue=2, cards=[13, 14], rule="R-CONF-09")
    table.virtue(yellow=("Q5", 2))
    table.refuse("conflict_tried", virtue=2, cards=[13, 14], rule="R-CONF-24")


def test_numbers_before_chips() -> None:
    table = Table().conflicts({1: 1}).everybody_passes()
    table.refuse("conflicts_drawn", conflicts=conflicts_on(1), rule="R-PREP-10")
    setting_up("conflicts_seeded").refuse(
        "conflicts_seeded", conflicts=conflicts_on(1, 1), rule="R-SETUP-04"
    )


def test_numbers_before_copies() -> None:
    table = Table().used(4, 4)
    table.refuse("cards_drawn", rejected=[4], kept=[3], rule="R-DRAW-02")


def test_all_cards_before_all_costs() -> None:
    table = Table().ragamis(yellow=20).conflicts({20: 1}).hand("yellow", 8)
    table.refuse("conflict_tried", via=CARD_8, cards=[13], rule="R-CARD-03")
    via = card_9("conflict", None)
    table = Table().ragamis(yellow=20).conflicts({20: 1}).hand("yellow", 9)
    table.refuse("conflict_tried", via=via, cards=[13], rule="R-CARD-03")
    table = Table().hand("yellow", 9, 1, 2, 3)
    via = card_9("draw", "draw")
    table.refuse("cards_drawn", via=via, discarded=4, rule="R-CARD-03")
    table.refuse("cards_drawn", via=via, discarded=3, rule="R-C09-4")


@pytest.mark.parametrize("hand", [(), (8,), (8, 11)])
def test_the_card_to_discard_before_whether_one_is_due(hand: tuple[int, ...]) -> None:
    table = Table().hand("yellow", *hand)
    table.refuse("cards_drawn", discarded=4, rule="R-CARD-03")
    if 11 in hand:
        drawn = {"via": CARD_11, "rejected": [1], "kept": [2, 3]}
        table.refuse("cards_drawn", **drawn, discarded=11, rule="R-CARD-03")


# Events that break one rule of their own, played from a slot that nobody knows: by then the deck
# has no copy of the card left.
@pytest.mark.parametrize(
    ("card", "event", "data", "verdict"),
    [
        (1, "saints_moved", {"saints": [{"saint": "blue", "to": 30}]}, "R-C01-1"),
        (2, "demons_moved", {"demons": [{"from": 19, "to": 30}]}, "R-C02-1"),
        (3, "ragamis_swapped", {"with_": "green"}, "R-C03-2"),
        (5, "ragami_moved", {"via": CARD_5, "to": 30}, "R-MOVE-01"),
        (7, "conflict_die_turned", {"square": 20, "change": 6}, "R-C07-1"),
        (8, "conflict_tried", {"via": CARD_8}, "R-C08-2"),
        (9, "ragami_moved", {"via": card_9("draw", None), "to": "Q2"}, "R-C09-4"),
        (9, "saint_and_demon_moved", BY_9, "R-C09-4"),
        (10, "last_player_raised", {}, "R-C10-4"),
        (11, "cards_drawn", {"via": CARD_11, "rejected": [1, 2], "kept": [3]}, "R-C11-1"),
        (12, "virtue_die_moved", {"block": "Q1"}, "R-C12-1"),
        (13, "conflict_tried", {"cards": [13], "cubes": 1}, "R-C13-2"),
    ],
)
def test_copies_last_of_all(card: int, event: str, data: dict[str, Any], verdict: str) -> None:
    """They compare after the event."""
    copies = shipped.deck("deck-1").copies
    assert copies
    table = Table().ragamis(yellow=1).conflicts({20: 1}).demons({19: 1})
    table.hand("yellow", None).used(*[card] * copies[card])
    rules = table.breaches(event, **data)
    assert rules[0] == verdict
    assert rules[-1] == "R-INV-05"


def test_what_the_number_of_players_takes_out_before_the_active_player() -> None:
    table = Table("YG").hand("green", None)
    table.refuse("card_traded", player="green", card=15, rule="R-SET2-05")
    drawn = {"rejected": [1, 15], "kept": [2]}
    table.refuse("cards_drawn", player="green", **drawn, rule="R-SET2-05")
    table = Table(power_die=False)
    table.refuse("card_traded", player="green", card=6, rule="R-OPT-01")
    table.step_5().refuse("card_traded", player="green", card=6, rule="R-OPT-01")


# --- costs ---------------------------------------------------------------------------------


def everything(cubes: int) -> Table:
    """Card 8, cards 13 and 14 and 1 cube make 1 + 1 + 2 + 1."""
    table = Table().ragamis(yellow=20).conflicts({20: 1}).hand("yellow", 8, 13, 14)
    return table.cubes(yellow=cubes)


@pytest.mark.parametrize(
    ("cubes", "order", "verdict"),
    [
        (0, [13, 14], "R-C08-2"),
        (1, [13, 14], "R-C13-2"),
        (2, [13, 14], "R-C14-2"),
        (3, [13, 14], "R-C14-2"),
        (4, [13, 14], "R-CONF-05"),
        (0, [14, 13], "R-C08-2"),
        (1, [14, 13], "R-C14-2"),
        (2, [14, 13], "R-C14-2"),
        (3, [14, 13], "R-C13-2"),
        (4, [14, 13], "R-CONF-05"),
        (5, [14, 13], "R-CONF-24"),
    ],
)
def test_costs_are_judged_card_8_then_the_cards_as_listed_then_cubes(
    cubes: int, order: list[int], verdict: str
) -> None:
    table = everything(cubes)
    table.refuse("conflict_tried", via=CARD_8, cards=order, cubes=1, rule=verdict)


@pytest.mark.parametrize(
    ("cubes", "verdict"), [(0, "R-C09-4"), (1, "R-C13-2"), (2, "R-CONF-05"), (3, None)]
)
def test_card_9_comes_first_too(cubes: int, verdict: str | None) -> None:
    table = Table().ragamis(yellow=20).conflicts({20: 1}).hand("yellow", 9, 13)
    table.cubes(yellow=cubes)
    data: dict[str, Any] = {"via": card_9("conflict", "saint"), "cards": [13], "cubes": 1}
    if verdict:
        table.refuse("conflict_tried", **data, rule=verdict)
    else:
        table.do("conflict_tried", **data)
        assert table.player("yellow")["cubes"] == 0
