"""R-LOG-01: what is no record of the contract, for every type of event."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ragami.game import game_named
from ragami.games.ragami import shipped
from ragami.games.ragami.rules.judge import EVENTS
from ragami.log.record import Bad
from tests.rules.kit import ABSENT, USUAL, Play, Table, conflicts_on, custom_deck
from tests.rules.logs import game_opened, setting_up, setup

Data = dict[str, Any]

# Every type of event, as the contract has it.
EXAMPLES: dict[str, Data] = {
    **dict(setup("YGB")),
    "ragami_moved": {"player": "yellow", "via": "draw", "ragami": "yellow", "to": 3},
    "saint_and_demon_moved": {
        "player": "yellow",
        "via": "saint",
        "saint": "blue",
        "to": 3,
        "demon": {"from": None, "to": 4},
    },
    "cards_drawn": {"player": "yellow", **USUAL["cards_drawn"]},
    "conflict_tried": {"player": "yellow", **USUAL["conflict_tried"]},
    "saints_moved": {"player": "yellow", "saints": [{"saint": "blue", "to": 3}]},
    "demons_moved": {"player": "yellow", "demons": [{"from": 3, "to": 4}]},
    "ragamis_swapped": {"player": "yellow", "with": "green"},
    "cubes_gathered": {"player": "yellow"},
    "conflict_die_turned": {"player": "yellow", "square": 3, "change": 1},
    "last_player_raised": {"player": "yellow"},
    "virtue_die_moved": {"player": "yellow", "block": "Q1"},
    "card_traded": {"player": "yellow", "card": 3},
    "cubes_converted": {"player": "yellow", "vp": 1},
    "virtue_converted": {"player": "yellow", "vp": 1},
    "turn_ended": {"player": "yellow"},
    "passed": {"player": "yellow"},
    "ragami_displaced": {"ragami": "yellow", "block": "Q1"},
    "conflicts_drawn": {"conflicts": conflicts_on(1)},
    "virtue_step": {"player": "yellow", "vp": 1, "block": None},
}
FIELDS = [(type_, field) for type_, data in EXAMPLES.items() for field in data]


def is_malformed(type_: str, data: Data) -> None:
    """The event is no event of the contract; with the example's data it would be one."""
    Play().refuse(type_, **data, rule="R-LOG-01")


def test_there_is_an_example_of_every_type() -> None:
    assert set(EXAMPLES) == set(EVENTS)


@pytest.mark.parametrize("type_", EXAMPLES)
def test_the_examples_are_well_formed(type_: str) -> None:
    event = Play().read(type_, EXAMPLES[type_])
    assert isinstance(event, EVENTS[type_])


@pytest.mark.parametrize(("type_", "field"), FIELDS)
def test_no_field_may_be_missing(type_: str, field: str) -> None:
    is_malformed(type_, EXAMPLES[type_] | {field: ABSENT})


@pytest.mark.parametrize(("type_", "field"), FIELDS)
def test_no_field_may_be_of_another_sort(type_: str, field: str) -> None:
    for value in (True, 1.5, {"odd": 1}):
        is_malformed(type_, EXAMPLES[type_] | {field: value})


@pytest.mark.parametrize("type_", EXAMPLES)
def test_no_key_may_be_unknown(type_: str) -> None:
    is_malformed(type_, EXAMPLES[type_] | {"extra": 1})


MAY_BE_NULL = {
    ("game_opened", "title"),
    ("game_opened", "neutral_colour"),
    ("starting_card_kept", "kept"),
    ("saint_and_demon_moved", "demon"),
    ("cards_drawn", "discarded"),
    ("conflict_tried", "withdraw_to"),
    ("virtue_step", "block"),
}


@pytest.mark.parametrize(("type_", "field"), [each for each in FIELDS if each not in MAY_BE_NULL])
def test_nothing_else_may_be_null(type_: str, field: str) -> None:
    is_malformed(type_, EXAMPLES[type_] | {field: None})


@pytest.mark.parametrize(
    ("type_", "wrong"),
    [
        ("conflicts_seeded", {"conflicts": conflicts_on(1, die=7)}),
        ("conflicts_seeded", {"conflicts": conflicts_on(1, die=0)}),
        ("conflicts_seeded", {"conflicts": conflicts_on(31)}),
        ("conflicts_seeded", {"conflicts": [{"square": 1, "die": 2, "chip": 1}]}),
        ("conflicts_drawn", {"conflicts": conflicts_on(1, die=7)}),
        ("demons_seeded", {"squares": [1, 2, 3, 0]}),
        ("neutral_saints_seeded", {"saints": [{"saint": "neutral", "square": 1}]}),
        ("first_player_drawn", {"player": "red"}),
        ("starting_card_kept", {"discarded": [0, 1]}),
        ("starting_card_kept", {"discarded": [1, None]}),
        ("starting_card_kept", {"kept": 16}),
        ("saint_set", {"square": 31}),
        ("saint_set", {"square": "Q1"}),
        ("virtue_set", {"block": ""}),
        ("virtue_set", {"block": 1}),
        ("ragami_set", {"ragami": "white"}),
        ("action_dice_set", {"rolls": [1, 2]}),
        ("action_dice_set", {"rolls": [1, 2, 3, 4]}),
        ("action_dice_set", {"spaces": {"saint": 2, "draw": 3}}),
        ("action_dice_set", {"demons": [31]}),
        ("ragami_moved", {"to": 0}),
        ("ragami_moved", {"to": ""}),
        ("ragami_moved", {"via": "move"}),
        ("ragami_moved", {"via": {"card": 9, "space": "draw"}}),
        ("ragami_moved", {"via": {"card": 9, "space": "move", "lower": None}}),
        ("ragami_moved", {"via": {"card": 5, "space": "draw"}}),
        ("ragami_moved", {"via": {"card": 8}}),
        ("ragami_moved", {"via": {}}),
        ("saint_and_demon_moved", {"saint": "neutral"}),
        ("saint_and_demon_moved", {"demon": {"to": 4}}),
        ("saint_and_demon_moved", {"demon": {"from": None}}),
        ("cards_drawn", {"via": {"card": 5}}),
        ("cards_drawn", {"rejected": [1, None]}),
        ("cards_drawn", {"kept": [16]}),
        ("conflict_tried", {"via": {"card": 11}}),
        ("conflict_tried", {"cubes": -1}),
        ("conflict_tried", {"virtue": -1}),
        ("conflict_tried", {"cards": [8]}),
        ("conflict_tried", {"withdraw_to": 12}),
        ("demons_moved", {"demons": [{"from": None, "to": 4}]}),
        ("ragamis_swapped", {"with": "neutral"}),
        ("conflict_die_turned", {"square": 0}),
        ("card_traded", {"card": 0}),
        ("cubes_converted", {"vp": 0}),
        ("virtue_step", {"vp": -1}),
        ("virtue_step", {"vp": 0, "block": None}),
        ("saint_and_demon_moved", {"via": {"space": "saint", "lower": None}}),
        ("saint_and_demon_moved", {"via": {"card": 8}}),
    ],
)
def test_a_value_out_of_its_range(type_: str, wrong: Data) -> None:
    is_malformed(type_, EXAMPLES[type_] | wrong)


# --- record 1 ------------------------------------------------------------------------------

SEAT = {"colour": "yellow", "name": "Y"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"rules": 2},
        {"players": [SEAT]},
        {
            "players": [SEAT | {"colour": each} for each in ("yellow", "green", "blue", "purple")]
            * 2
        },
        {"players": [{"colour": "yellow"}, SEAT | {"colour": "green"}]},
        {"players": [SEAT, {"colour": "red", "name": "R"}]},
        {"neutral_colour": "neutral"},
        {"components": {"board": "city-1", "deck": "deck-1"}},
    ],
)
def test_record_1(wrong: Data) -> None:
    is_malformed("game_opened", EXAMPLES["game_opened"] | wrong)


def components(**changes: Any) -> Data:
    return game_opened("YGB", components=game_opened()["components"] | changes)


@pytest.mark.parametrize("what", ["board", "deck", "dice"])
def test_components_that_do_not_ship(what: str) -> None:
    Play().refuse("game_opened", **components(**{what: "city-2"}), rule="R-LOG-01")


def a_board(**changes: Any) -> Data:
    board: Data = msgspec.to_builtins(shipped.board("city-1").file, str_keys=True)
    return board | changes


def a_deck(**changes: Any) -> Data:
    deck: Data = msgspec.to_builtins(custom_deck(**changes), str_keys=True)
    return deck


def without(relation: str, one: str, other: Any) -> Data:
    """The board that ships, with one direction of a relation gone."""
    board = a_board()
    related = dict(board[relation])
    related[one] = [each for each in related[one] if each != other]
    return board | {relation: related}


def twice(relation: str, one: str) -> Data:
    """The board that ships, with the first neighbour of a place named twice."""
    board = a_board()
    neighbours = list(board[relation][one])
    return board | {relation: board[relation] | {one: [*neighbours, neighbours[0]]}}


@pytest.mark.parametrize(
    ("what", "broken"),
    [
        ("board", without("street", "1", 2)),
        ("board", without("block_blocks", "Q1", "Q2")),
        ("board", a_board(block_squares={}, block_blocks={})),
        ("deck", a_deck(copies={1: 33})),
        (
            "deck",
            msgspec.to_builtins(custom_deck(copies=dict.fromkeys(range(1, 16), 2)), str_keys=True),
        ),
        ("dice", {"name": "d", "verified": True, "action": [1, 2, 3], "power": [0, 1, 2]}),
        ("board", twice("street", "1")),
        ("board", twice("block_squares", "Q1")),
        ("board", twice("block_blocks", "Q1")),
    ],
)
def test_components_that_nobody_can_play_with(what: str, broken: Data) -> None:
    Play().refuse("game_opened", **components(**{what: broken}), rule="R-LOG-01")


def test_components_of_the_tables_own() -> None:
    own = a_board(name="ours", verified=True, layout=None)
    deck = a_deck(white_cube=(1,))
    play = Play().do("game_opened", **components(board=own, deck=deck))
    assert play.state.board.file.name == "ours"


# --- what depends on the table -------------------------------------------------------------


def test_R_LOG_01_the_first_event_is_game_opened_and_no_other_is() -> None:
    for type_, data in EXAMPLES.items():
        if type_ != "game_opened":
            Play().refuse(type_, **data, rule="R-LOG-01")
    again = game_opened("YGB")
    setting_up("conflicts_seeded", "YGB").refuse("game_opened", **again, rule="R-SETUP-04")
    Table().refuse("game_opened", **again, rule="R-TURN-09")
    Table().step_5().refuse("game_opened", **again, rule="R-PREP-16")
    Table().pool(0).everybody_passes().refuse("game_opened", **again, rule="R-END-03")


@pytest.mark.parametrize("data", [b"[]", b"null", b"1", b'"x"'])
def test_R_LOG_01_the_data_of_an_unknown_record_is_an_object_all_the_same(data: bytes) -> None:
    line = b'{"seq":1,"type":"dice_blessed","v":1,"at":null,"by":null,"data":%s}' % data
    read = game_named("ragami").codec.read_line(line, 1)
    assert isinstance(read, Bad)
    assert read.breach.facts == {"problem": "not-an-object", "where": "$.data"}
