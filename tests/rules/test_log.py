"""Undo, redo and correction."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rules.kit import USUAL, Play
from tests.rules.logs import SETUP, Event, Log, game, game_opened, moved, same_position, setup
from tests.rules.oracle import snapshot

LEGAL: list[Event] = [
    moved(12),
    ("turn_ended", {"player": "yellow"}),
    ("saint_and_demon_moved", {"player": "green", "saint": "blue", "to": 12}),
]


# --- undo ----------------------------------------------------------------------------------


@pytest.mark.parametrize("to", range(1, SETUP + 3))
def test_an_undo_brings_back_every_position(to: int) -> None:
    records = [*setup(), *LEGAL]
    log = Log(records)
    log.undo(to)
    assert same_position(log, Log(records[:to]))


def test_an_undo_strikes_nothing_but_game_events() -> None:
    log = game(LEGAL[0])
    log.add("noted", text="a pause")
    log.add("asserted", vp={"yellow": 0})
    log.undo(SETUP)
    log.add("passed", player="yellow")
    assert log.view()["passed"] == ["yellow"]
    assert log.codes() == []


def test_an_undo_that_strikes_nothing_is_possible() -> None:
    log = game(LEGAL[0])
    log.undo(SETUP + 1)
    log.add("noted", text="nothing was undone")
    log.undo(SETUP + 1)
    assert same_position(log, game(LEGAL[0]))


@pytest.mark.parametrize("later", [0, 1, 100])
def test_R_LOG_01_an_undo_to_itself_or_later(later: int) -> None:
    log = game()
    here = log.undo(SETUP + 1 + later)
    log.refused(here, rule="R-LOG-01")
    log.undo(SETUP)
    log.refused(here, rule="R-LOG-01")


def test_an_illegal_event_is_undone_and_the_game_goes_on() -> None:
    log = game(moved(30))
    log.refused(SETUP + 1, rule="R-MOVE-01")
    log.undo(SETUP)
    assert same_position(log, game())
    log.add("passed", player="yellow")
    assert log.accepted().state.active == "green"


def test_after_the_first_illegal_event_nothing_is_judged_and_the_state_stays() -> None:
    log = game(moved(30), ("passed", {"player": "blue"}))
    log.add("asserted", vp={"yellow": 9})
    log.add("ragami_moved", player="yellow", ragami="yellow", to=12)
    log.refused(SETUP + 1, rule="R-MOVE-01")
    assert log.codes() == [("illegal-event", SETUP + 1)]
    replay = log.replay()
    assert snapshot(replay.state) == snapshot(game().replay().state)
    assert replay.final is None


def test_an_undo_takes_back_only_what_comes_after_the_illegal_event() -> None:
    log = game(moved(30), ("passed", {"player": "yellow"}))
    log.undo(SETUP + 1)
    log.refused(SETUP + 1, rule="R-MOVE-01")


def test_a_log_says_that_it_is_unfinished_where_nothing_is_wrong_with_it() -> None:
    codes = [one.code for one in game().replay().findings()]
    assert "unfinished" in codes
    assert game().replay().final is None
    broken = [one.code for one in game(moved(30)).replay().findings()]
    assert "unfinished" not in broken


def test_what_would_be_wrong_next_is_asked_of_the_position_after_the_undo() -> None:
    log = game(moved(12), ("turn_ended", {"player": "yellow"}))
    log.undo(SETUP + 1)
    event = Play().read("ragami_moved", {"player": "yellow", "to": "Q1"})
    assert [one.rule for one in log.replay().would_be_wrong(event)] == ["R-TURN-07"]
    log.rule("R-TURN-07")
    assert log.replay().would_be_wrong(event) == []


# --- redo ----------------------------------------------------------------------------------


def test_redo_takes_back_the_undo() -> None:
    log = game(*LEGAL)
    log.undo(SETUP)
    log.redo()
    assert same_position(log, game(*LEGAL))


def test_several_undos_are_redone_one_after_the_other() -> None:
    log = game(*LEGAL)
    log.undo(SETUP + 2)
    log.undo(SETUP + 1)
    log.undo(SETUP)
    for events in (1, 2, 3):
        log.redo()
        assert same_position(log, game(*LEGAL[:events]))
    assert log.redo()
    log.refused(len(log.lines), rule="R-LOG-01")


def test_an_undo_that_struck_nothing_is_redone_too() -> None:
    log = game(LEGAL[0])
    log.undo(SETUP)
    log.undo(SETUP)
    log.redo()
    assert same_position(log, game())
    log.redo()
    assert same_position(log, game(LEGAL[0]))


def test_R_LOG_01_nothing_to_redo() -> None:
    log = game()
    log.refused(log.redo(), rule="R-LOG-01")


def test_R_LOG_01_no_redo_after_a_game_event() -> None:
    log = game(LEGAL[0])
    log.undo(SETUP)
    log.add("passed", player="yellow")
    log.refused(log.redo(), rule="R-LOG-01")


@pytest.mark.parametrize(("player", "rule"), [("red", "R-LOG-01"), ("green", "R-TURN-02")])
def test_a_malformed_or_illegal_event_ends_what_can_be_redone(player: str, rule: str) -> None:
    log = game(LEGAL[0])
    log.undo(SETUP)
    wrong = log.add("passed", player=player)
    log.undo(SETUP)
    log.redo()
    log.refused(wrong, rule=rule)
    assert log.view()["players"]["yellow"]["ragami"] == "Q1"


def test_notes_assertions_and_records_not_known_stand_between_undo_and_redo() -> None:
    log = game(LEGAL[0])
    log.undo(SETUP)
    log.add("noted", text="or not?")
    log.add("asserted", vp={})
    log.add("weather_seen", sky="blue")
    log.redo()
    assert same_position(log, game(LEGAL[0]))


def test_an_undo_after_a_redo() -> None:
    log = game(*LEGAL)
    log.undo(SETUP)
    log.redo()
    log.undo(SETUP + 1)
    assert same_position(log, game(LEGAL[0]))


# --- correction ----------------------------------------------------------------------------


def test_a_corrected_event_reads_as_the_new_one() -> None:
    log = game(moved(10), LEGAL[1])
    log.correct(SETUP + 1, *moved(12))
    assert same_position(log, game(moved(12), LEGAL[1]))


def test_a_correction_may_mend_the_illegal_event() -> None:
    log = game(moved(30), LEGAL[1])
    log.correct(SETUP + 1, *moved(12))
    assert same_position(log, game(moved(12), LEGAL[1]))


def test_a_correction_may_make_a_later_event_illegal() -> None:
    log = game(*LEGAL)
    log.correct(SETUP + 1, "passed", {"player": "yellow"})
    log.refused(SETUP + 2, rule="R-TURN-08")


def test_the_latest_correction_counts() -> None:
    log = game(moved(10))
    log.strike(SETUP + 1)
    log.correct(SETUP + 1, *moved(11))
    log.correct(SETUP + 1, *moved(12))
    assert same_position(log, game(moved(12)))


def test_a_struck_out_event_may_be_corrected_and_reads_so_when_it_is_redone() -> None:
    log = game(moved(10))
    log.undo(SETUP)
    log.correct(SETUP + 1, *moved(12))
    assert same_position(log, game())
    log.redo()
    assert same_position(log, game(moved(12)))


def test_an_undone_event_struck_by_a_correction_stays_out_after_the_redo() -> None:
    log = game(moved(10))
    log.undo(SETUP)
    log.strike(SETUP + 1)
    log.redo()
    assert same_position(log, game())


def test_an_event_of_the_setup_is_corrected() -> None:
    log = Log([*setup("YGB"), moved(12)])
    kept = {"player": "yellow", "discarded": [1, 2], "kept": 10}
    log.correct(6, "starting_card_kept", kept)
    assert log.accepted().state.players["yellow"].hand[0].card == 10


def test_record_1_may_read_otherwise() -> None:
    log = game(moved(12))
    log.correct(1, "game_opened", game_opened(title="Corrected"))
    log.accepted()
    log.correct(1, "game_opened", game_opened("YGB"))
    log.refused(4, rule="R-SET3-01")


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("conflicts_seeded", {"conflicts": []}),
        ("demons_seeded", {"squares": [1]}),
        ("starting_card_kept", {"player": "yellow", "discarded": [1], "kept": None}),
        ("cards_drawn", USUAL["cards_drawn"] | {"player": "yellow", "rejected": []}),
        ("conflict_tried", USUAL["conflict_tried"] | {"player": "yellow", "via": "draw"}),
        ("passed", {"player": "yellow"}),
        ("noted", {"text": "it never began"}),
        ("weather_seen", {}),
    ],
)
def test_R_LOG_01_record_1_reads_as_no_other_type(type_: str, data: dict[str, Any]) -> None:
    log = game(moved(12))
    log.correct(1, type_, data)
    log.refused(1, rule="R-LOG-01")
    log.correct(1, "game_opened", game_opened())
    log.accepted()


@pytest.mark.parametrize(
    ("type_", "data"),
    [
        ("conflicts_seeded", {"conflicts": []}),
        ("demons_seeded", {"squares": [1]}),
        ("starting_card_kept", {"player": "yellow", "discarded": [1], "kept": None}),
    ],
)
def test_R_LOG_01_no_other_type_opens_a_log(type_: str, data: dict[str, Any]) -> None:
    Log([(type_, data)]).refused(1, rule="R-LOG-01")


@pytest.mark.parametrize("named", ["note", "itself", "later", "unknown", "undo", "revealed"])
def test_R_LOG_01_a_correction_names_a_game_event(named: str) -> None:
    log = game(moved(12))
    seq = {
        "note": log.add("noted", text=""),
        "unknown": log.add("weather_seen", sky="blue"),
        "undo": log.undo(SETUP + 1),
        "revealed": log.add("revealed", player="yellow", seq=6, card=5),
        "itself": SETUP + 6,
        "later": SETUP + 7,
    }[named]
    assert len(log.lines) == SETUP + 5
    log.refused(log.correct(seq, *moved(10)), rule="R-LOG-01")


@pytest.mark.parametrize("type_", ["", " passed", "pasó", "passed\n", "a-b"])
def test_R_LOG_01_a_correction_writes_its_type_plainly(type_: str) -> None:
    """As every record does; what is written otherwise is no type that is not known."""
    log = game(moved(12))
    log.refused(log.correct(SETUP + 1, type_, {}), rule="R-LOG-01")


def test_R_LOG_01_a_correction_escapes_no_letter_of_its_type() -> None:
    log = game(moved(12))
    log.correct(SETUP + 1, "passed", {"player": "yellow"})
    assert verdict_of(log) is None
    log.lines[-1] = log.lines[-1].replace(b'"passed"', b'"pass\\u0065d"')
    assert verdict_of(log) == ("malformed-record", "R-LOG-01", SETUP + 2)


def verdict_of(log: Log) -> tuple[str, str | None, int | None] | None:
    error = log.replay().error
    return (error.code, error.rule, error.seq) if error else None


def test_R_LOG_01_a_note_before_an_event_is_not_that_event() -> None:
    log = game()
    note = log.add("noted", text="")
    type_, data = moved(12)
    log.add(type_, **data)
    log.refused(log.correct(note, *moved(10)), rule="R-LOG-01")


@pytest.mark.parametrize(
    "half",
    [
        {"type": None, "v": None, "data": {"player": "yellow"}},
        {"type": None, "v": 1, "data": None},
        {"type": "passed", "v": None, "data": {"player": "yellow"}},
    ],
)
def test_R_LOG_01_half_a_correction(half: dict[str, Any]) -> None:
    log = game(moved(12))
    whole = {"seq": SETUP + 1, "reason": None, "authority": None, **half}
    log.refused(log.add_exactly("corrected", whole), rule="R-LOG-01")


@pytest.mark.parametrize(
    "data",
    [{}, {"player": "red"}, {"player": "yellow", "extra": 1}, [], 1, None],
    ids=["nothing", "colour", "key", "list", "number", "null"],
)
def test_R_LOG_01_malformed_data_is_judged_where_the_correction_points(data: Any) -> None:
    log = game(moved(12), LEGAL[1])
    log.correct(SETUP + 1, "passed", data)
    error = log.refused(SETUP + 1, rule="R-LOG-01")
    assert error.code == "malformed-record"
    log.correct(SETUP + 1, *moved(12))
    assert same_position(log, game(moved(12), LEGAL[1]))


def test_a_correction_to_what_is_not_known_is_kept_and_counts_nothing() -> None:
    for type_, version in (("weather_seen", 1), ("passed", 2)):
        log = game(moved(12))
        log.correct(SETUP + 1, type_, {"player": "yellow"}, version=version)
        assert same_position(log, game())
        assert [code for code, _ in log.codes()] == ["unknown-record"]


@pytest.mark.parametrize("data", [[], 1, None], ids=["list", "number", "null"])
@pytest.mark.parametrize(("type_", "version"), [("weather_seen", 1), ("passed", 2)])
def test_R_LOG_01_a_correction_to_what_is_not_known_brings_an_object(
    type_: str, version: int, data: Any
) -> None:
    log = game(moved(12), LEGAL[1])
    log.correct(SETUP + 1, type_, data, version=version)
    error = log.refused(SETUP + 1, rule="R-LOG-01")
    assert error.code == "malformed-record"
    log.correct(SETUP + 1, *moved(12))
    assert same_position(log, game(moved(12), LEGAL[1]))


@pytest.mark.parametrize("version", [1, 9])
def test_R_LOG_01_no_correction_makes_a_game_event_a_record_of_the_log(version: int) -> None:
    log = game(moved(12))
    log.correct(SETUP + 1, "noted", {"text": "nothing happened"}, version=version)
    log.refused(SETUP + 1, rule="R-LOG-01")


# --- reading -------------------------------------------------------------------------------


def test_the_way_a_log_is_written_makes_no_difference() -> None:
    """Blanks in the JSON send every line the slow way."""
    log, slow = game(*LEGAL), game(*LEGAL)
    slow.lines = [json.dumps(json.loads(line), indent=None).encode() for line in slow.lines]
    assert slow.lines != log.lines
    assert same_position(slow, log)
