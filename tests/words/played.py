"""Legal events of every type, each in a position in which something comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.rules.kit import CARD_5, CARD_8, CARD_11, Play, Table, card_9, conflicts_on, rolled
from tests.rules.logs import setting_up

Event = tuple[Play, str, dict[str, Any]]


def events() -> Iterator[Event]:
    """Position, type and data of events that are legal."""
    yield from _setting_up()
    yield from _moves()
    yield from _draws()
    yield from _attempts()
    yield from _cards()
    yield from _exchanges()
    yield from _ends_of_rounds()
    yield from _preparing()


def _setting_up() -> Iterator[Event]:
    chips = {"conflicts": conflicts_on(1, 2, 3, 4, 5, 6)}
    yield setting_up("conflicts_seeded"), "conflicts_seeded", chips
    yield setting_up("demons_seeded"), "demons_seeded", {"squares": [1, 5, 9, 11]}
    saints = [{"saint": "blue", "square": 1}, {"saint": "purple", "square": 2}]
    yield setting_up("neutral_saints_seeded", "YG"), "neutral_saints_seeded", {"saints": saints}
    yield setting_up("first_player_drawn"), "first_player_drawn", {"player": "green"}
    for kept in (3, None):
        cards = {"player": "blue", "kept": kept}
        yield setting_up("starting_card_kept"), "starting_card_kept", cards
    yield setting_up("saint_set"), "saint_set", {"player": "yellow", "square": 12}
    yield setting_up("virtue_set"), "virtue_set", {"player": "green", "block": "Q5"}
    yield setting_up("ragami_set"), "ragami_set", {"ragami": "blue", "block": "Q5"}
    for dice in (rolled([1, 5, 1], [5, 4, 3], 23, 1), rolled([2, 3, 1], [2, 3, 5], 7)):
        yield setting_up("action_dice_set"), "action_dice_set", dice


def _moves() -> Iterator[Event]:
    yield Table().demons({2: 2}), "ragami_moved", {"to": 2}
    yield Table(), "ragami_moved", {"via": "conflict", "to": "Q2"}
    two = Table("YG", neutral="blue").hand("yellow", 5)
    yield two, "ragami_moved", {"via": CARD_5, "ragami": "neutral", "to": "Q2"}
    nine = Table().hand("yellow", None).cubes(yellow=1)
    yield nine, "ragami_moved", {"via": card_9("saint", "conflict"), "to": 2}
    spent = Table().hand("yellow", 9).cubes(yellow=1).dice(saint=0, draw=0, conflict=0)
    yield spent, "ragami_moved", {"via": card_9("saint", None), "to": 2}
    move = {"saint": "blue", "to": 12}
    table = Table().conflicts({12: 2}).demons({18: 1})
    yield table, "saint_and_demon_moved", move | {"demon": {"from": 18, "to": 13}}
    yield Table(), "saint_and_demon_moved", move


def _draws() -> Iterator[Event]:
    rejected = {"rejected": [4, 10]}
    yield Table(), "cards_drawn", rejected | {"kept": [7]}
    full = Table().hand("yellow", 1, None, None)
    yield full, "cards_drawn", rejected | {"discarded": 1, "kept": [None]}
    two = {"via": CARD_11, "rejected": [4], "kept": [7, None]}
    yield Table().hand("yellow", 11), "cards_drawn", two
    run_out = Table().used(*range(1, 16), *range(1, 16), 13)
    yield run_out, "cards_drawn", rejected | {"kept": [7]}


def attempt(**options: Any) -> Table:
    """Yellow at a conflict of 3 with a Demon on 20."""
    table = Table(**options).conflicts({20: 3}).demons({20: 1}).ragamis(yellow=20)
    return table.cubes(yellow=4).virtue(yellow=("Q5", 3))


def _attempts() -> Iterator[Event]:
    helped = attempt().ragamis(blue=20).saints(green=20)
    yield helped, "conflict_tried", {"cubes": 1}
    yield attempt().ragamis(blue=20).saints(green=20, purple=20), "conflict_tried", {}
    every_way = {"via": CARD_8, "cubes": 1, "virtue": 3, "cards": [13, 6], "power_rolls": [2, 1]}
    rich = attempt().hand("yellow", 8, 13, 6).resolved(yellow=2)
    yield rich, "conflict_tried", every_way
    failing = {"cards": [13], "virtue": 1, "power_rolls": [0], "withdraw_to": "Q5"}
    yield attempt().hand("yellow", 13), "conflict_tried", failing
    dear = attempt(refund_power_card_cost=False).hand("yellow", 13)
    yield dear, "conflict_tried", failing
    neutral = attempt(seats="YG", neutral="blue", neutral_helper_cubes="resolver")
    yield neutral.ragamis(neutral=20), "conflict_tried", {"cubes": 2}


def _cards() -> Iterator[Event]:
    one = {"saints": [{"saint": "blue", "to": 12}, {"saint": "green", "to": 11}]}
    yield Table().hand("yellow", 1).conflicts({12: 2}), "saints_moved", one
    two = {"demons": [{"from": 18, "to": 13}, {"from": 18, "to": 12}]}
    yield Table().hand("yellow", 2).conflicts({18: 2}).demons({18: 2}), "demons_moved", two
    three = Table().hand("yellow", 3).cubes(yellow=1).ragamis(blue=20)
    yield three, "ragamis_swapped", {"with_": "blue"}
    yield Table().hand("yellow", 4), "cubes_gathered", {}
    seven = Table().hand("yellow", 7).conflicts({20: 5})
    yield seven, "conflict_die_turned", {"square": 20, "change": -2}
    ten = Table().hand("yellow", 10).vp(yellow=9, green=3, blue=5, purple=3)
    yield ten, "last_player_raised", {}
    twelve = Table().hand("yellow", 12).virtue(yellow=("Q1", 3))
    yield twelve, "virtue_die_moved", {"block": "Q9"}
    yield Table().hand("yellow", None), "card_traded", {"card": 4}


def _exchanges() -> Iterator[Event]:
    yield Table().cubes(yellow=5), "cubes_converted", {"vp": 2}
    yield Table().virtue(yellow=("Q1", 6)), "virtue_converted", {"vp": 1}
    yield Table().virtue(yellow=("Q1", 6)), "virtue_converted", {"vp": 2}


def _ends_of_rounds() -> Iterator[Event]:
    yield Table().do("ragami_moved", to=2), "turn_ended", {}
    yield Table(), "passed", {}
    last = Table("YG").passed("green")
    yield last.conflicts({12: 6, 20: 2}).virtue(green=("Q1", 1)), "passed", {}
    last = Table("YG").passed("green").conflicts({12: 6, 20: 6})
    yield last, "passed", {}
    last = Table("YG").passed("green").vp(yellow=30, green=12).cubes(yellow=2)
    yield last, "passed", {}
    yield Table("YG").passed("green").pool(0), "passed", {}
    yield Table("YG").passed("green").pool(0).vp(yellow=31).resolved(yellow=1), "passed", {}


def _preparing() -> Iterator[Event]:
    blown_up = Table().conflicts({12: 6}).ragamis(yellow=12).virtue(blue=("Q5", 1))
    leaves = {"ragami": "yellow", "block": "Q5"}
    yield blown_up.everybody_passes(), "ragami_displaced", leaves
    chips = {"conflicts": [{"square": 1, "die": 3}, {"square": 2, "die": 5}]}
    yield Table().pool(2).everybody_passes(), "conflicts_drawn", chips
    at_once = Table("YG", chips_out_in_preparation="end_now").pool(2).everybody_passes()
    yield at_once, "conflicts_drawn", chips

    def step_5() -> Table:
        return Table().virtue(green=("Q2", 5)).step_5()

    yield step_5(), "virtue_step", {"player": "green", "vp": 2, "block": "Q7"}
    yield step_5(), "virtue_step", {"player": "green", "vp": 1}
    yield step_5(), "virtue_step", {"player": "green", "block": "Q7"}
    yield step_5(), "action_dice_set", {"player": "yellow"}
