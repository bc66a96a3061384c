"""Every way in which the judge refuses an event: a position, and the event that is wrong in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import convert, to_builtins

from ragami.findings import Breach
from ragami.games.ragami import shipped
from ragami.games.ragami.components import BoardFile
from tests.rules.kit import (
    CARD_5,
    CARD_8,
    CARD_11,
    Play,
    Table,
    card_9,
    conflicts_on,
    custom_deck,
    rolled,
)
from tests.rules.logs import game_opened, set_up, setting_up
from tests.rules.test_movement import on_the_ring

Refusal = tuple[Play, str, dict[str, Any]]


def refusals() -> Iterator[Refusal]:
    """Position, type and data of events that are refused."""
    yield from _openings()
    yield from _setting_up()
    yield from _out_of_order()
    yield from _turns()
    yield from _ragami_moves()
    yield from _saints_and_demons()
    yield from _draws()
    yield from _attempts()
    yield from _cards()
    yield from _preparing()


def breaches(refusal: Refusal) -> list[Breach]:
    """All that is wrong with an event, the verdict first."""
    play, type_, data = refusal
    event = play.read(type_, data)
    return [event] if isinstance(event, Breach) else play.judge(event)


def _openings() -> Iterator[Refusal]:
    for neutral in ("yellow", "blue"):
        yield Play(), "game_opened", game_opened("YGB", neutral_colour=neutral)
    yield Play(), "game_opened", game_opened("YG", neutral_colour=None, options={"power_die": True})
    yield Play(), "game_opened", game_opened("YYG")
    names = {"board": "city-9", "deck": "deck-1", "dice": "dice-1"}
    yield Play(), "game_opened", game_opened(components=names)
    for what, file in broken_components():
        parts = {"board": "city-1", "deck": "deck-1", "dice": "dice-1", what: file}
        yield Play(), "game_opened", game_opened(components=parts)


def broken_components() -> Iterator[tuple[str, dict[str, Any]]]:
    """Boards, decks and dice, each with another problem."""
    lacking = (_no_square, _no_name, _no_squares)
    for change in (*lacking, _own_neighbour, _place_twice, _one_way, _half_told, _in_pieces):
        board = to_builtins(shipped.board("city-1").file)
        board = {key: _copy(part) for key, part in board.items()}
        change(board)
        yield "board", board
    deck = to_builtins(shipped.deck("deck-1"))
    yield "deck", deck | {"copies": dict.fromkeys(range(1, 15), 3)}
    yield "deck", deck | {"copies": dict.fromkeys(range(1, 16), 3)}
    dice = to_builtins(shipped.dice("dice-1"))
    yield "dice", dice | {"action": [1] * 6}
    yield "dice", dice | {"action": [0, 1, 2, 3, 4, 5]}


def _copy(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    return {str(key): list(value) for key, value in part.items()}


def _no_square(board: dict[str, Any]) -> None:
    del board["street"]["30"]


def _own_neighbour(board: dict[str, Any]) -> None:
    board["street"]["1"].append(1)


def _place_twice(board: dict[str, Any]) -> None:
    board["street"]["1"].append(board["street"]["1"][0])


def _one_way(board: dict[str, Any]) -> None:
    board["street"]["1"].append(30)


def _half_told(board: dict[str, Any]) -> None:
    board["block_blocks"]["Q10"] = []


def _no_name(board: dict[str, Any]) -> None:
    board["block_squares"][""] = board["block_blocks"][""] = []


def _out_of_reach() -> BoardFile:
    """A board with a block that touches nothing."""
    board = to_builtins(shipped.board("city-1").file)
    for part in ("block_squares", "block_blocks"):
        board[part]["Isle"] = []
    return convert(board, BoardFile, str_keys=True)


def _no_squares(board: dict[str, Any]) -> None:
    board["block_squares"]["Q1"] = []


def _in_pieces(board: dict[str, Any]) -> None:
    for square, near in board["street"].items():
        board["street"][square] = [other for other in near if 30 not in (other, int(square))]


def _setting_up() -> Iterator[Refusal]:
    four = conflicts_on(1, 2, 3, 4)
    yield setting_up("conflicts_seeded"), "conflicts_seeded", {"conflicts": four}
    yield setting_up("demons_seeded"), "demons_seeded", {"squares": [1, 12]}
    for seats in ("YGB", "YG"):
        play = setting_up("neutral_saints_seeded", seats)
        yield play, "neutral_saints_seeded", {"saints": [{"saint": "yellow", "square": 2}]}
    keep = {"player": "yellow", "discarded": [1, 2], "kept": None}
    play = setting_up("starting_card_kept")
    yield play, "starting_card_kept", keep | {"discarded": [1, 2, 3]}
    yield (
        setting_up("starting_card_kept").do("starting_card_kept", **keep),
        "starting_card_kept",
        keep,
    )
    yield (
        setting_up("ragami_set").do("ragami_set", ragami="blue", block="Q5"),
        "ragami_set",
        {
            "ragami": "purple",
            "block": "Q5",
        },
    )
    for dice in (rolled([2, 3, 6], [2, 3, 6]), rolled([1, 1, 4], [1, 5, 4])):
        yield setting_up("action_dice_set"), "action_dice_set", dice
    yield setting_up("action_dice_set"), "action_dice_set", rolled([2, 3, 4], [3, 3, 4], 1, 2, 3)
    card_15 = keep | {"discarded": [15, 1]}
    yield setting_up("starting_card_kept", "YG"), "starting_card_kept", card_15
    play = setting_up("starting_card_kept", options={"power_die": False})
    yield play, "starting_card_kept", keep | {"discarded": [6, 1]}
    yield setting_up("virtue_set"), "virtue_set", {"player": "green", "block": "Nowhere"}
    yield setting_up("first_player_drawn", "YGB"), "first_player_drawn", {"player": "purple"}


def _out_of_order() -> Iterator[Refusal]:
    """Every step of the setup and the preparation, an event that belongs elsewhere."""
    for type_ in ("conflicts_seeded", "demons_seeded", "first_player_drawn", "starting_card_kept"):
        yield setting_up(type_), "passed", {"player": "yellow"}
    for type_ in ("saint_set", "virtue_set", "ragami_set", "action_dice_set"):
        yield setting_up(type_), "passed", {"player": "yellow"}
        yield setting_up(type_, "YG"), "passed", {"player": "yellow"}
    yield Play(), "passed", {"player": "yellow"}
    for seats in ("YGB", "YG"):
        yield setting_up("neutral_saints_seeded", seats), "passed", {"player": "yellow"}
    yield setting_up("saint_set"), "saint_set", {"player": "green", "square": 4}
    yield set_up(), "saint_set", {"player": "green", "square": 4}
    blown_up = Table().conflicts({12: 6}).ragamis(yellow=12).everybody_passes()
    yield blown_up, "passed", {"player": "yellow"}
    yield Table().everybody_passes(), "passed", {"player": "yellow"}
    yield Table().step_5(), "passed", {"player": "yellow"}
    yield Table().vp(yellow=30).everybody_passes(), "passed", {"player": "yellow"}
    yield Table().pool(0).everybody_passes(), "passed", {"player": "yellow"}


def _turns() -> Iterator[Refusal]:
    yield Table(), "ragami_moved", {"player": "green", "to": 2}
    yield Table("YG"), "ragami_moved", {"player": "purple", "to": 2}
    yield Table().do("ragami_moved", to=2), "ragami_moved", {"via": "saint", "to": 3}
    yield Table().passed("green"), "ragami_moved", {"player": "green", "to": 2}
    yield Table().do("ragami_moved", to=2), "passed", {}
    yield Table(), "turn_ended", {}
    yield Table().cubes(yellow=2).do("cubes_converted", vp=1), "turn_ended", {}
    yield Table().cubes(green=2), "cubes_converted", {"player": "green", "vp": 1}
    yield Table().dice(saint=1, draw=0, conflict=2), "ragami_moved", {"to": 2}
    yield Table().dice(saint=0, draw=0, conflict=0), "ragami_moved", {"to": 2}
    yield Table(), "cards_drawn", {"via": "saint"}
    yield Table().cubes(yellow=1), "cubes_converted", {"vp": 2}
    yield Table().virtue(yellow=("Q1", 2)), "virtue_converted", {"vp": 1}


def _ragami_moves() -> Iterator[Refusal]:
    yield Table().ragamis(yellow=1), "ragami_moved", {"to": 30}
    yield Table().ragamis(yellow=14).saints(yellow=15), "ragami_moved", {"to": 15}
    yield Table().ragamis(yellow=14).forbidden(15), "ragami_moved", {"to": 15}
    yield Table(movement_check="endpoints_only").forbidden(15), "ragami_moved", {"to": 15}
    yield on_the_ring(yellow=10).forbidden(12), "ragami_moved", {"to": 13}
    yield Table().ragamis(yellow=14, green=15, blue=15), "ragami_moved", {"to": 15}
    yield Table(), "ragami_moved", {"ragami": "blue", "to": 2}
    yield Table("YG", neutral="blue"), "ragami_moved", {"ragami": "neutral", "to": 2}
    yield Table("YG"), "ragami_moved", {"ragami": "neutral", "to": 2}
    yield Table(board=_out_of_reach()), "ragami_moved", {"to": "Isle"}
    yield Table(), "ragami_moved", {"to": "Nowhere"}


def _saints_and_demons() -> Iterator[Refusal]:
    move = {"saint": "blue", "to": 12}
    table = Table().saints(blue=1)
    yield table, "saint_and_demon_moved", {"saint": "blue", "to": 30}
    yield table, "saint_and_demon_moved", {"saint": "blue", "to": 1}
    yield Table().ragamis(yellow=12), "saint_and_demon_moved", move
    yield Table().ragamis(blue=12), "saint_and_demon_moved", move
    yield Table(), "saint_and_demon_moved", move | {"demon": None}
    table = Table().demons({18: 6})
    yield table, "saint_and_demon_moved", move
    yield table, "saint_and_demon_moved", move | {"demon": {"from": 18, "to": 1}}
    yield table, "saint_and_demon_moved", move | {"demon": {"from": 18, "to": 18}}
    yield table, "saint_and_demon_moved", move | {"demon": {"from": 19, "to": 18}}
    table = Table().hand("yellow", 1, 2).demons({18: 1, 20: 2}).saints(blue=1).ragamis(yellow=20)
    to_12 = {"saint": "blue", "to": 10}
    yield table, "saints_moved", {"saints": [to_12, to_12]}
    yield table, "saints_moved", {"saints": [{"saint": "blue", "to": 30}]}
    yield table, "saints_moved", {"saints": [{"saint": "green", "to": 20}]}
    yield table, "demons_moved", {"demons": [{"from": 18, "to": 1}]}
    yield table, "demons_moved", {"demons": [{"from": 20, "to": 21}]}
    yield table, "demons_moved", {"demons": [{"from": 18, "to": 13}, {"from": 13, "to": 11}]}
    yield table, "demons_moved", {"demons": [{"from": 18, "to": 13}, {"from": 18, "to": 11}]}


def _draws() -> Iterator[Refusal]:
    yield Table(), "cards_drawn", {"rejected": [1], "kept": [2, 3]}
    yield Table().hand("yellow", 1, 2, None), "cards_drawn", {}
    yield Table().hand("yellow", 1, 2), "cards_drawn", {"discarded": 1}
    yield Table().hand("yellow", 1, 2, 3), "cards_drawn", {"discarded": 7}
    yield Table().hand("yellow", 11), "cards_drawn", {"via": CARD_11}
    yield (
        Table().hand("yellow", 11, 1, 2),
        "cards_drawn",
        {"via": CARD_11, "rejected": [5], "kept": [6, 7]},
    )
    alone = Table(card11_other_cards="exactly_one").hand("yellow", 11)
    yield alone, "cards_drawn", {"via": CARD_11, "rejected": [5], "kept": [6, 7]}
    yield Table().used(1, 1), "cards_drawn", {}
    empty = Table(deck=custom_deck(copies=None))
    empty.state.deck_left = 2
    yield empty, "cards_drawn", {}


def _attempts() -> Iterator[Refusal]:
    def at_20(**options: Any) -> Table:
        table = Table(**options).conflicts({20: 3}).demons({20: 1}).ragamis(yellow=20)
        return table.cubes(yellow=2).saints(blue=20).virtue(yellow=("Q5", 2))

    yield Table(), "conflict_tried", {"power_rolls": [0], "withdraw_to": "Q1"}
    yield at_20(), "conflict_tried", {"cubes": 3, "virtue": 1}
    yield at_20(), "conflict_tried", {"cubes": 1, "virtue": 3}
    yield at_20().virtue(yellow=("Q1", 2)), "conflict_tried", {"cubes": 2, "virtue": 1}
    yield at_20(), "conflict_tried", {"cubes": 2, "power_rolls": [5]}
    yield at_20(), "conflict_tried", {"cubes": 2, "power_rolls": [0], "withdraw_to": "Q4"}
    yield at_20(), "conflict_tried", {"cubes": 2, "power_rolls": [0]}
    yield at_20(), "conflict_tried", {"cubes": 2, "virtue": 1, "withdraw_to": "Q5"}
    yield at_20(), "conflict_tried", {"cubes": 1}
    bare = Table().conflicts({20: 3}).ragamis(yellow=20)
    yield bare, "conflict_tried", {}
    yield (
        at_20(hopeless_attempt="forbid"),
        "conflict_tried",
        {
            "power_rolls": [0],
            "withdraw_to": "Q5",
        },
    )
    yield at_20(power_die=False), "conflict_tried", {"power_rolls": [2], "cubes": 2}
    rich = at_20().hand("yellow", 13, 14, 6)
    yield rich, "conflict_tried", {"cards": [13, 14]}
    yield rich, "conflict_tried", {"cards": [6], "power_rolls": [1], "cubes": 2}
    yield at_20().hand("yellow", 14).cubes(yellow=1), "conflict_tried", {"cards": [14]}
    yield at_20().hand("yellow", 13).cubes(yellow=0), "conflict_tried", {"cards": [13], "virtue": 1}
    yield at_20(seats="YG"), "conflict_tried", {"cards": [15]}
    poor = at_20().cubes(yellow=0).hand("yellow", 8, 9)
    yield poor, "conflict_tried", {"via": CARD_8, "virtue": 2, "power_rolls": [2]}
    nine = {"via": card_9("conflict", "saint"), "virtue": 2, "power_rolls": [2]}
    yield poor, "conflict_tried", nine
    yield at_20(), "conflict_tried", {"cubes": 2, "power_rolls": [0], "withdraw_to": "Nowhere"}


def _cards() -> Iterator[Refusal]:
    table = Table().hand("yellow", 3, 7, 9).cubes(yellow=1).ragamis(yellow=20, green="Q1")
    yield table, "ragamis_swapped", {"with_": "yellow"}
    yield Table().hand("yellow", 3).cubes(yellow=1), "ragamis_swapped", {"with_": "green"}
    yield Table().hand("yellow", 3).ragamis(green=2), "ragamis_swapped", {"with_": "green"}
    yield Table("YG").hand("yellow", 3), "ragamis_swapped", {"with_": "blue"}
    met = Table().hand("yellow", 3).cubes(yellow=1).ragamis(green=20).saints(yellow=20)
    yield met, "ragamis_swapped", {"with_": "green"}
    yield Table(), "ragami_moved", {"via": CARD_5, "to": 2}
    yield Table().just_drawn("yellow", 5, None), "ragami_moved", {"via": CARD_5, "to": 2}
    yield table, "conflict_die_turned", {"square": 5, "change": 1}
    turning = Table().hand("yellow", 7).conflicts({20: 5})
    yield turning, "conflict_die_turned", {"square": 20, "change": 3}
    yield turning, "conflict_die_turned", {"square": 20, "change": 2}
    yield table, "ragami_moved", {"via": card_9("draw", None), "to": 19}
    spent = Table().hand("yellow", 9).cubes(yellow=1).dice(saint=0, draw=1, conflict=1)
    yield spent, "ragami_moved", {"via": card_9("draw", "saint"), "to": 2}
    yield Table().hand("yellow", 10).vp(green=3), "last_player_raised", {}
    yield Table().hand("yellow", 12), "virtue_die_moved", {"block": "Q1"}
    yield Table().hand("yellow", 12).virtue(yellow=("Q1", 3)), "virtue_die_moved", {"block": "Q1"}
    icons = Table(deck=custom_deck(white_cube=(4, 5))).hand("yellow", 6)
    yield icons, "card_traded", {"card": 6}
    yield Table(power_die=False).hand("yellow", None), "card_traded", {"card": 6}
    yield Table("YG").hand("yellow", None), "card_traded", {"card": 15}


def _preparing() -> Iterator[Refusal]:
    blown_up = Table().conflicts({12: 6}).ragamis(yellow=12).everybody_passes()
    yield blown_up, "ragami_displaced", {"ragami": "yellow", "block": "Q9"}
    drawing = Table().conflicts({12: 2}).pool(2).everybody_passes()
    yield drawing, "conflicts_drawn", {"conflicts": conflicts_on(1)}
    yield drawing, "conflicts_drawn", {"conflicts": conflicts_on(1, 2, 3, 4, 5, 6)}
    yield drawing, "conflicts_drawn", {"conflicts": conflicts_on(1, 12)}
    step = Table().virtue(yellow=("Q1", 2), green=("Q2", 6)).step_5()
    yield step, "virtue_step", {"player": "yellow", "vp": 3}
    yield step, "virtue_step", {"player": "yellow", "block": "Q1"}
    later = Table().virtue(yellow=("Q1", 2), green=("Q2", 6)).step_5()
    later.do("virtue_step", player="yellow", vp=1)
    yield later, "virtue_step", {"player": "green", "vp": 1}
    for dice in (
        rolled([6, 3, 4], [6, 3, 4]),
        rolled([1, 3, 4], [1, 3, 4], 5),
        rolled([2, 3, 4], [5, 3, 4]),
        rolled([1, 3, 4], [2, 3, 4]),
    ):
        yield Table().step_5(), "action_dice_set", {"player": "yellow", **dice}
    yield Table().step_5(), "action_dice_set", {"player": "blue"}
