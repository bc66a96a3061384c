"""R-LOG-01 for whole lines, what is not known, assertions and cards that are revealed."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import json
from typing import Any

import pytest

from ragami.game import game_named
from ragami.judge.report import replay_log
from ragami.log.record import BEYOND_THE_CONTRACT
from ragami.log.unredacted import JOINED
from tests.rules.kit import ABSENT
from tests.rules.logs import SETUP, Log, game, moved, same_position, setup

# --- malformed records ---------------------------------------------------------------------


# Game events that say who and when, and then something that the contract forbids.
BAD_DATA = {
    "a colour": b'{"player":"red"}',
    "a key": b'{"player":"yellow","extra":1}',
    "a key twice": b'{"player":"yellow","player":"yellow"}',
    "a float": b'{"player":1.0}',
    "a number too large": b'{"player":99999999999999999999}',
    "a list": b"[]",
    "null": b"null",
}
BAD_ENVELOPES = {
    "no by": b'{"seq":SEQ,"type":"passed","v":1,"at":null,"data":DATA}',
    "v 0": b'{"seq":SEQ,"type":"passed","v":0,"at":null,"by":null,"data":DATA}',
    "v 1.0": b'{"seq":SEQ,"type":"passed","v":1.0,"at":null,"by":null,"data":DATA}',
    "at noon": b'{"seq":SEQ,"type":"passed","v":1,"at":"noon","by":null,"data":DATA}',
    "a field": b'{"seq":SEQ,"type":"passed","v":1,"at":null,"by":null,"data":DATA,"x":1}',
    "v 9 of a list": b'{"seq":SEQ,"type":"passed","v":9,"at":null,"by":null,"data":[]}',
    "a long number": b'{"seq":SEQ,"type":"passed","v":1,"at":null,"by":%s,"data":DATA}'
    % (b"9" * 5000),
    "by twice": b'{"seq":SEQ,"by":null,"type":"passed","v":1,"at":null,"by":null,"data":DATA}',
}
PASSED = b'{"seq":SEQ,"type":"passed","v":1,"at":null,"by":null,"data":DATA}'
BAD_EVENTS = {name: PASSED.replace(b"DATA", data) for name, data in BAD_DATA.items()} | {
    name: line.replace(b"DATA", b'{"player":"yellow"}') for name, line in BAD_ENVELOPES.items()
}


def with_line(line: bytes) -> Log:
    """The game and one line more, `SEQ` in it the number that is due."""
    log = game()
    log.lines.append(line.replace(b"SEQ", str(SETUP + 1).encode()))
    return log


@pytest.mark.parametrize("bad", BAD_EVENTS)
def test_R_LOG_01_a_malformed_game_event_is_found_in_its_place(bad: str) -> None:
    """`seq` is what the record says if that is an integer."""
    error = with_line(BAD_EVENTS[bad]).refused(SETUP + 1, rule="R-LOG-01")
    assert (error.code, error.line) == ("malformed-record", SETUP + 1)


LEAP_SECONDS = ["2016-12-31T23:59:60Z", "2015-06-30T23:59:60.5Z", "1990-12-31t23:59:60+00:00"]
NO_SECONDS = [
    *("2016-12-30T23:59:60Z", "2016-12-31T22:59:60Z", "2016-12-31T23:59:61Z"),
    *("2016-12-31T23:59:60", "2016-02-30T23:59:60Z", "2016-12-31T23:59:60+01:00"),
]
AT = b'{"seq":SEQ,"type":"passed","v":1,"at":"WHEN","by":null,"data":{"player":"yellow"}}'


@pytest.mark.parametrize("at", LEAP_SECONDS)
def test_a_leap_second_is_a_time(at: str) -> None:
    """RFC 3339, section 5.7: the 60th second of the last minute of a month in UTC."""
    log = with_line(AT.replace(b"WHEN", at.encode()))
    assert same_position(log, game(("passed", {"player": "yellow"})))


@pytest.mark.parametrize("at", NO_SECONDS)
def test_R_LOG_01_no_other_sixtieth_second_is(at: str) -> None:
    with_line(AT.replace(b"WHEN", at.encode())).refused(SETUP + 1, rule="R-LOG-01")


@pytest.mark.parametrize("bad", BAD_EVENTS)
def test_a_malformed_game_event_can_be_undone(bad: str) -> None:
    log = with_line(BAD_EVENTS[bad])
    log.undo(SETUP)
    log.add("passed", player="yellow")
    assert same_position(log, game(("passed", {"player": "yellow"})))


@pytest.mark.parametrize("bad", BAD_EVENTS)
def test_a_malformed_game_event_can_be_corrected(bad: str) -> None:
    log = with_line(BAD_EVENTS[bad])
    log.correct(SETUP + 1, "passed", {"player": "yellow"})
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


NO_JSON = [
    b"\xef\xbb\xbf" + PASSED.replace(b"DATA", b'{"player":"yellow"}'),
    PASSED.replace(b"DATA", b'{"player":NaN}'),
    PASSED.replace(b"DATA", b'{"player":-Infinity}'),
]


@pytest.mark.parametrize("line", NO_JSON, ids=["byte order mark", "NaN", "Infinity"])
def test_R_LOG_01_what_is_no_json_cannot_be_taken_back(line: bytes) -> None:
    """RFC 8259 knows neither, and a log is in UTF-8 without a byte order mark."""
    log = with_line(line)
    log.undo(SETUP)
    error = log.replay().error
    assert error is not None
    assert (error.rule, error.seq, error.line) == ("R-LOG-01", None, SETUP + 1)


@pytest.mark.parametrize("line", [b"", b"nonsense", b"[]", b"null", b'{"seq":', b"\xff\xfe"])
def test_R_LOG_01_a_line_that_says_nothing(line: bytes) -> None:
    error = with_line(line).replay().error
    assert error is not None
    assert (error.rule, error.code) == ("R-LOG-01", "malformed-record")
    assert (error.seq, error.line) == (None, SETUP + 1)


def test_R_LOG_01_a_line_that_says_only_its_number() -> None:
    log = with_line(b'{"seq":SEQ}')
    log.refused(SETUP + 1, rule="R-LOG-01")
    log.undo(SETUP)
    log.refused(SETUP + 1, rule="R-LOG-01")


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


@pytest.mark.parametrize("game", ["ragami", "tournament", "chess"])
@pytest.mark.parametrize("first", ["noted", "passed", "entered", "weather_seen"])
def test_R_LOG_01_what_opens_nothing_tells_no_game(first: str, game: str) -> None:
    """The contract: without `game_opened` no game is told, whatever the data say."""
    data = {"game": game, "rules": 1, "title": None}
    line = {"seq": 1, "type": first, "v": 1, "at": None, "by": None, "data": data}
    error = replay_log(json.dumps(line, separators=(",", ":")).encode() + b"\n").error
    assert error is not None
    assert (error.rule, error.seq) == ("R-LOG-01", 1)


def test_R_LOG_01_what_is_no_utf_8_is_no_json_and_tells_no_game() -> None:
    data = b'{"game":"tournament","rules":1,"title":"\xff","plays":null,"seed":"x","options":{}}'
    line = b'{"seq":1,"type":"game_opened","v":1,"at":null,"by":null,"data":%b}\n' % data
    error = replay_log(line).error
    assert error is not None
    assert (error.rule, error.line) == ("R-LOG-01", 1)


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


@pytest.mark.parametrize("name", sorted({*BEYOND_THE_CONTRACT, JOINED}))
def test_a_name_of_ours_with_another_shape_is_a_record_of_somebody_elses(
    name: str,
) -> None:
    log = game()
    here = log.add(name, chair="the green one")
    log.add("noted", text="and the game goes on")
    assert log.codes() == [("unknown-record", here)]


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
    """A game in which nobody knows what yellow has kept; both cards 2 are in the used zone."""
    log = Log(setup())
    unknown = {"player": "yellow", "discarded": [2, 2], "kept": None}
    log.correct(yellow_kept(), "starting_card_kept", unknown)
    return log


def test_a_difference_that_a_later_record_puts_right_is_closed() -> None:
    """By a correction or an undo before it, or by an assertion that agrees in the same things."""
    log = game(moved(12))
    here = log.add("asserted", dice={"draw": 3}, vp={"yellow": 0})
    assert "put_right_by" not in differing(log, here)
    mended = log.strike(SETUP + 1)
    assert differing(log, here)["put_right_by"] == mended
    log = game(moved(12))
    here = log.add("asserted", vp={"yellow": 1})
    log.add("asserted", vp={"green": 0})
    assert "put_right_by" not in differing(log, here)
    again = log.add("asserted", vp={"yellow": 0, "green": 0})
    assert differing(log, here)["put_right_by"] == again
    finding = next(one for one in log.replay().findings() if one.seq == here)
    assert f"record {again} put it right" in game_named("ragami").words.say(finding, "en")


def differing(log: Log, here: int) -> dict[str, Any]:
    return next(one.facts for one in log.replay().findings() if one.seq == here)


def yellow_kept() -> int:
    return [type_ for type_, _ in setup()].index("starting_card_kept") + 1


def test_a_revealed_card_is_known_from_then_on() -> None:
    log = hidden()
    log.add("revealed", player="yellow", seq=yellow_kept(), card=5)
    assert log.view()["players"]["yellow"]["hand"] == [5]
    gathered = log.add("cubes_gathered", player="yellow")
    log.refused(gathered, rule="R-CARD-03")


WRONG_REVEALS: dict[str, dict[str, Any]] = {
    "no such card": {"seq": 1},
    "other player": {"player": "green"},
    "other player's record": {"seq": yellow_kept() + 1},
    "both copies are used": {"card": 2},
}


@pytest.mark.parametrize("wrong", WRONG_REVEALS)
def test_a_reveal_that_fits_no_slot_is_a_finding_and_no_change(wrong: str) -> None:
    log = hidden()
    right: dict[str, Any] = {"player": "yellow", "seq": yellow_kept(), "card": 5}
    here = log.add_exactly("revealed", right | WRONG_REVEALS[wrong])
    assert [seq for _, seq in log.codes()] == [here]
    assert log.view()["players"]["yellow"]["hand"] == [None]
    log.accepted()


def test_R_LOG_01_a_reveal_by_a_colour_without_a_seat() -> None:
    log = Log(setup("YGB"))
    here = log.add("revealed", player="purple", seq=6, card=5)
    error = log.refused(here, rule="R-LOG-01")
    assert error.severity == "error"
    log.undo(3)
    log.refused(here, rule="R-LOG-01")


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
