"""The end of section 4.6: undo, redo, correction, what is malformed and what is not known."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.rules.kit import ABSENT
from tests.rules.logs import Log, game_opened, setup
from tests.rules.oracle import snapshot

SETUP = len(setup())
# A round of legal events after the setup, in which much happens.
ROUND: list[tuple[str, dict[str, Any]]] = [
    ("ragami_moved", {"player": "yellow", "ragami": "yellow", "to": 12}),
    ("turn_ended", {"player": "yellow"}),
    ("saint_and_demon_moved", {"player": "green", "saint": "blue", "to": 12}),
    ("ragami_moved", {"player": "green", "via": "draw", "ragami": "green", "to": 15}),
    ("cubes_converted", {"player": "green", "vp": 1}),
]
LEGAL = ROUND[:3]


def game(*more: tuple[str, dict[str, Any]]) -> Log:
    return Log([*setup(), *more])


def moved(to: int | str, player: str = "yellow") -> tuple[str, dict[str, Any]]:
    return "ragami_moved", {"player": player, "ragami": player, "to": to}


def same_position(one: Log, other: Log) -> bool:
    return bool(snapshot(one.accepted().state) == snapshot(other.accepted().state))


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


@pytest.mark.parametrize("event", ["passed", "malformed"])
def test_R_LOG_01_no_redo_after_a_game_event(event: str) -> None:
    log = game(LEGAL[0])
    log.undo(SETUP)
    if event == "passed":
        log.add("passed", player="yellow")
    else:
        log.undo(log.add("passed") - 1)
        log.redo()
    here = log.redo()
    log.refused(here if event == "passed" else SETUP + 3, rule="R-LOG-01")


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


def test_R_LOG_01_no_correction_makes_a_game_event_a_record_of_the_log() -> None:
    log = game(moved(12))
    log.correct(SETUP + 1, "noted", {"text": "nothing happened"})
    log.refused(SETUP + 1, rule="R-LOG-01")


# --- malformed records ---------------------------------------------------------------------


def test_a_malformed_game_event_can_be_undone() -> None:
    log = game()
    bad = log.add("passed", player="red")
    log.refused(bad, rule="R-LOG-01")
    log.undo(SETUP)
    log.add("passed", player="yellow")
    assert same_position(log, game(("passed", {"player": "yellow"})))


def test_a_malformed_game_event_can_be_corrected() -> None:
    log = game()
    bad = log.add("passed", player="red")
    log.correct(bad, "passed", {"player": "yellow"})
    assert same_position(log, game(("passed", {"player": "yellow"})))


MALFORMED_OF_THE_LOG: list[tuple[str, Any]] = [
    ("undone", {"to": 0, "reason": None}),
    ("undone", {"to": 3}),
    ("redone", {"seq": 3}),
    ("corrected", {"seq": 3, "type": None, "v": None, "data": None, "reason": None}),
    ("ruled", {"rule": "R-MOVE-01"}),
    ("revealed", {"player": "yellow", "seq": 6, "card": 16}),
    ("asserted", {"points": {"yellow": 1}}),
    ("asserted", {"vp": {"red": 1}}),
    ("asserted", {"conflicts": {"31": 1}}),
    ("noted", {}),
    ("sealed", {"size": 0, "root": "", "note": ""}),
]


@pytest.mark.parametrize(("type_", "data"), MALFORMED_OF_THE_LOG)
def test_R_LOG_01_a_malformed_record_of_the_log_cannot_be_taken_back(type_: str, data: Any) -> None:
    log = game(moved(12))
    bad = log.add_exactly(type_, data)
    log.refused(bad, rule="R-LOG-01")
    log.undo(SETUP)
    log.refused(bad, rule="R-LOG-01")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nonsense",
        b"[]",
        b'{"seq":SEQ}',
        b'{"seq":SEQ,"type":"passed","v":1,"at":null,"data":{"player":"yellow"}}',
        b'{"seq":SEQ,"type":"passed","v":0,"at":null,"by":null,"data":{"player":"yellow"}}',
        b'{"seq":SEQ,"type":"passed","v":1,"at":null,"by":null,"data":{"player":"yellow"},"x":1}',
        b'{"seq":SEQ,"seq":SEQ,"type":"passed","v":1,"at":null,"by":null,"data":{"player":"yellow"}}',
        b'{"seq":SEQ,"type":"passed","v":1.0,"at":null,"by":null,"data":{"player":"yellow"}}',
        b'{"seq":SEQ,"type":"passed","v":1,"at":"noon","by":null,"data":{"player":"yellow"}}',
    ],
)
def test_R_LOG_01_a_line_that_is_no_record(line: bytes) -> None:
    log = game()
    log.lines.append(line.replace(b"SEQ", str(SETUP + 1).encode()))
    error = log.replay().error
    assert error is not None
    assert (error.rule, error.line, error.code) == ("R-LOG-01", SETUP + 1, "malformed-record")
    assert error.seq == (SETUP + 1 if b"SEQ" in line else None)


@pytest.mark.parametrize("claimed", [SETUP, SETUP + 2, 1])
def test_R_LOG_01_numbers_without_gaps(claimed: int) -> None:
    log = game()
    log.add_exactly("passed", {"player": "yellow"}, seq=claimed)
    error = log.replay().error
    assert error is not None
    assert (error.rule, error.seq, error.line) == ("R-LOG-01", claimed, SETUP + 1)


@pytest.mark.parametrize("claimed", ["12", None, True, ABSENT])
def test_R_LOG_01_a_seq_that_is_no_integer(claimed: Any) -> None:
    log = game()
    log.add_exactly("passed", {"player": "yellow"}, seq=claimed)
    error = log.replay().error
    assert error is not None
    assert (error.rule, error.seq, error.line) == ("R-LOG-01", None, SETUP + 1)


@pytest.mark.parametrize(
    ("first", "data"),
    [("noted", {"text": "hello"}), ("asserted", {}), ("passed", {"player": "yellow"})],
)
def test_R_LOG_01_record_1_is_game_opened(first: str, data: dict[str, Any]) -> None:
    log = Log([(first, data), *setup()])
    log.refused(1, rule="R-LOG-01")


# --- what is not known ---------------------------------------------------------------------


@pytest.mark.parametrize(("type_", "version"), [("weather_seen", 1), ("passed", 2), ("noted", 9)])
def test_a_type_or_version_that_is_not_known_is_kept_and_counts_nothing(
    type_: str, version: int
) -> None:
    log = game()
    here = log.add(type_, version=version, player="yellow", sky={"colour": 1})
    assert log.codes() == [("unknown-record", here)]
    assert same_position(log, game())
    log.add("passed", player="yellow")
    assert log.accepted().state.active == "green"


# --- assertions, reveals, notes ------------------------------------------------------------


def test_an_assertion_that_agrees_says_nothing() -> None:
    log = game()
    view = log.view()
    log.add(
        "asserted",
        vp={"yellow": 0},
        cubes={"green": 0},
        resolved={"purple": 0},
        hands={"yellow": 1},
        dice=view["dice"],
        conflicts=view["conflicts"],
        demons=view["demons"],
    )
    assert log.codes() == []


@pytest.mark.parametrize(
    ("said", "difference"),
    [
        ({"vp": {"yellow": 1, "green": 0}}, {"vp": {"yellow": {"log": 0, "table": 1}}}),
        ({"hands": {"blue": 3}}, {"hands": {"blue": {"log": 1, "table": 3}}}),
        ({"dice": {"draw": 2}}, {"dice": {"draw": {"log": 3, "table": 2}}}),
        (
            {"demons": {"19": 1, "21": 2, "24": 1}},
            {"demons": {"21": {"log": 1, "table": 2}, "26": {"log": 1, "table": 0}}},
        ),
        (
            {"conflicts": {"12": 2, "18": 2, "20": 3, "28": 4, "23": 6, "29": 6, "1": 1}},
            {"conflicts": {"1": {"log": 0, "table": 1}, "23": {"log": 5, "table": 6}}},
        ),
    ],
)
def test_an_assertion_that_differs_is_a_finding_and_no_change(
    said: dict[str, Any], difference: dict[str, Any]
) -> None:
    log = game()
    here = log.add("asserted", **said)
    finding = next(one for one in log.replay().findings() if one.seq == here)
    assert (finding.code, finding.severity) == ("asserted-difference", "warning")
    assert finding.facts == difference
    assert same_position(log, game())


def test_an_assertion_is_judged_when_it_is_met_and_not_again() -> None:
    log = game(moved(19))  # the Demon there is purified
    right = log.add("asserted", vp={"yellow": 1})
    wrong = log.add("asserted", vp={"yellow": 0})
    log.correct(SETUP + 1, *moved(12))
    assert log.view()["players"]["yellow"]["vp"] == 0
    assert log.codes() == [("asserted-difference", wrong)]
    assert right < wrong


def hidden() -> Log:
    """A game in which nobody knows what yellow has kept."""
    records = setup()
    kept = next(data for type_, data in records if type_ == "starting_card_kept")
    return Log(
        [(type_, data | {"kept": None} if data is kept else data) for type_, data in records]
    )


def yellow_kept() -> int:
    return [type_ for type_, _ in setup()].index("starting_card_kept") + 1


def test_a_revealed_card_is_known_from_then_on() -> None:
    log = hidden()
    log.add("revealed", player="yellow", seq=yellow_kept(), card=5)
    assert log.view()["players"]["yellow"]["hand"] == [5]
    gathered = log.add("cubes_gathered", player="yellow")
    log.refused(gathered, rule="R-CARD-03")


@pytest.mark.parametrize(
    "wrong",
    [
        {"seq": 1},
        {"player": "green"},
        {"card": 2},
        {"seq": yellow_kept() + 1},
    ],
    ids=["record", "player", "copies", "other player's record"],
)
def test_a_reveal_that_fits_no_slot_is_a_finding_and_no_change(wrong: dict[str, Any]) -> None:
    # With these cards 2 in the used zone there cannot be another.
    log = hidden()
    log.correct(
        yellow_kept(), "starting_card_kept", {"discarded": [2, 2], "player": "yellow", "kept": None}
    )
    here = log.add("revealed", **{"player": "yellow", "seq": yellow_kept(), "card": 5} | wrong)
    assert [seq for _, seq in log.codes()] == [here]
    assert log.view()["players"]["yellow"]["hand"] == [None]
    log.accepted()


def test_a_reveal_of_a_card_that_has_been_played() -> None:
    log = hidden()
    log.add("cubes_gathered", player="yellow")
    here = log.add("revealed", player="yellow", seq=yellow_kept(), card=4)
    assert [seq for _, seq in log.codes()] == [here]


def test_a_reveal_outlives_an_undo_and_takes_effect_where_it_stands() -> None:
    log = hidden()
    log.add("cubes_gathered", player="yellow")
    log.undo(SETUP)
    log.add("revealed", player="yellow", seq=yellow_kept(), card=5)
    log.add("noted", text="it was a 5")
    log.undo(SETUP)
    assert log.view()["players"]["yellow"]["hand"] == [5]
    log.redo()
    log.redo()
    assert log.view()["players"]["yellow"]["hand"] == []


def test_notes_and_seals_change_nothing() -> None:
    log = game()
    log.add("noted", text="¡hola!")
    log.add("sealed", size=SETUP, root="abc", note="signed")
    assert same_position(log, game())


# --- reading -------------------------------------------------------------------------------


def test_the_way_a_log_is_written_makes_no_difference() -> None:
    """Blanks in the JSON send every line the slow way."""
    log, slow = game(*LEGAL), game(*LEGAL)
    slow.lines = [json.dumps(json.loads(line), indent=None).encode() for line in slow.lines]
    assert slow.lines != log.lines
    assert same_position(slow, log)
