"""`ragami undo|redo|correct|rule|reveal|assert|note` add records that are no event of the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ragami
from tests.cli.played import FIRST_MOVE, HIDDEN_CARDS, event, play, records, stored

MOVE = event("ragami_moved", player="green", via="draw", ragami="green", to=9)
ONTO_SAINT = event("ragami_moved", player="green", via="draw", ragami="green", to=21)


def state(ragami: Ragami, at: int | None = None) -> dict[str, Any]:
    """The state of the game, without its seq."""
    moment = [] if at is None else ["--at", str(at)]
    (shown,) = ragami("show", "final", "--json", *moment).lines
    return {key: value for key, value in shown.items() if key != "seq"}


# Undo and redo


@pytest.mark.parametrize(
    ("how", "to"), [([], 29), (["--steps", "3"], 27), (["--at", "22"], 22), (["--at", "1"], 1)]
)
def test_an_undo_strikes_out_and_a_redo_takes_it_back(
    ragami: Ragami, how: list[str], to: int
) -> None:
    play(ragami, 30)
    now = state(ragami)
    said = ragami("undo", "final", *how, "--reason", "oops", "--by", "ana")
    assert (said.code, said.err) == (0, "")
    assert "oops" in said.out
    last = stored(ragami)[-1]
    assert (last["type"], last["by"]) == ("undone", "ana")
    assert last["data"] == {"to": to, "reason": "oops"}
    assert state(ragami) == state(ragami, at=to)
    assert ragami("redo", "final").code == 0
    assert state(ragami) == now
    assert records(ragami) == 32


def test_steps_count_only_what_still_counts(ragami: Ragami) -> None:
    play(ragami, 30)
    assert ragami("undo", "final").code == 0
    assert ragami("note", "final", "a remark").code == 0
    assert ragami("undo", "final", "--steps", "2").code == 0
    assert stored(ragami)[-1]["data"]["to"] == 27
    assert state(ragami) == state(ragami, at=27)


def test_an_undo_after_a_correction_writes_it_back_and_says_so(ragami: Ragami) -> None:
    play(ragami, 22)
    now = state(ragami)
    assert ragami("correct", "final", "22", event("passed", player="green")).code == 0
    corrected = state(ragami)
    assert corrected != now
    said = ragami("undo", "final", "--reason", "it was right")
    assert said.code == 0
    assert "The correction of record 22 is taken back; it reads again: Green" in said.out
    last = stored(ragami)[-1]
    assert (last["type"], last["data"]["reason"]) == ("corrected", "it was right")
    assert state(ragami) == now
    assert ragami("redo", "final").code == 0
    assert state(ragami) == corrected
    assert ragami("undo", "final", "--steps", "1").code == 0  # events, whatever came since
    assert stored(ragami)[-1]["data"]["to"] == 21


def test_a_correction_that_changes_nothing_is_refused(ragami: Ragami) -> None:
    play(ragami, 22)
    to_green = event("passed", player="green")
    assert ragami("correct", "final", "22", to_green).code == 0
    said = ragami("correct", "final", "22", to_green, "--json")
    assert said.code == 5
    assert said.lines[0]["error"]["code"] == "nothing-to-correct"
    assert records(ragami) == 23


def test_an_undo_of_more_than_there_is_is_refused(ragami: Ragami) -> None:
    play(ragami, 10)
    said = ragami("undo", "final", "--steps", "10", "--json")
    assert said.code == 5
    assert said.lines[0]["error"]["code"] == "nothing-to-undo"
    assert said.lines[0]["error"]["facts"] == {"game": "final", "found": 9, "wanted": 10}
    assert records(ragami) == 10
    assert ragami("undo", "final", "--at", "99").code == 5
    assert ragami("undo", "final", "--at", "3", "--steps", "1").code == 2
    assert records(ragami) == 10


def test_a_redo_without_an_undo_is_refused(ragami: Ragami) -> None:
    play(ragami, 30)
    assert ragami("undo", "final").code == 0
    assert ragami("record", "final", event("turn_ended", player="blue")).code == 0
    said = ragami("redo", "final")
    assert said.code == 5
    assert "no undo to take back" in said.err
    assert records(ragami) == 32


# Corrections and rulings


def test_a_correction_reads_from_now_on(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE + 1)
    to_14 = event("ragami_moved", player="green", via="saint", ragami="green", to=14)
    said = ragami("correct", "final", "22", to_14, "--reason", "slip", "--authority", "Carl")
    assert (said.code, said.err) == (0, "")
    assert stored(ragami)[-1]["data"] == {
        "seq": 22,
        "type": "ragami_moved",
        "v": 1,
        "data": {"player": "green", "via": "saint", "ragami": "green", "to": 14},
        "reason": "slip",
        "authority": "Carl",
    }
    assert state(ragami)["players"]["green"]["ragami"] == 14


def test_what_has_become_illegal_is_told(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE + 10)
    said = ragami("correct", "final", "22", "--strike", "--json")
    assert said.code == 1
    (answer,) = said.lines
    assert (answer["first"], answer["repeated"]) == (33, False)
    (finding,) = answer["findings"]
    assert (finding["code"], finding["seq"]) == ("illegal-event", 23)
    assert stored(ragami)[-1]["data"]["type"] is None
    assert ragami("correct", "final", "22", MOVE).code == 0


def test_an_undo_after_a_correction_can_make_a_later_event_illegal_no_more(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE + 10)
    assert ragami("correct", "final", "22", "--strike").code == 1
    said = ragami("undo", "final", "--at", "21")
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["22", event("ragami_moved", player="green")], "via"),
        (["22", event("ragami_mved")], "Did you mean 'ragami_moved'"),
        (["22", "{"], "no JSON"),
        (["900", MOVE], "900"),
        (["1", "--strike"], "record 1"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(
    ragami: Ragami, given: list[str], told: str
) -> None:
    play(ragami, FIRST_MOVE)
    said = ragami("correct", "final", *given)
    assert said.code == 5
    assert told in said.err
    assert records(ragami) == FIRST_MOVE


@pytest.mark.parametrize(
    "given", [["22"], ["22", MOVE, "--strike"], ["0", "--strike"], ["x", MOVE]]
)
def test_half_a_correction_is_wrong_usage(ragami: Ragami, given: list[str]) -> None:
    play(ragami, FIRST_MOVE)
    assert ragami("correct", "final", *given).code == 2
    assert records(ragami) == FIRST_MOVE


def test_a_ruling_lets_the_next_event_stand(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    assert ragami("record", "final", ONTO_SAINT).code == 5
    said = ragami("rule", "final", "r-move-04", "--authority", "Carl")
    assert (said.code, said.err) == (0, "")
    assert stored(ragami)[-1]["data"] == {
        "rule": "R-MOVE-04", "reason": None, "authority": "Carl"
    }  # fmt: skip
    assert ragami("record", "final", ONTO_SAINT).code == 0
    assert state(ragami)["players"]["green"]["ragami"] == 21


def test_a_rule_that_there_is_not_is_not_found_and_one_that_holds_always_is_refused(
    ragami: Ragami,
) -> None:
    play(ragami, 5)
    unknown = ragami("rule", "final", "R-MVE-04")
    assert unknown.code == 3
    assert "R-MOVE-04" in unknown.err
    assert ragami("rule", "final", "R-TURN-02").code == 5
    assert records(ragami) == 5


# What the table shows


def test_a_reveal_names_the_oldest_unknown_card_unless_told_otherwise(ragami: Ragami) -> None:
    play(ragami, 24, sample=HIDDEN_CARDS)
    hand = state(ragami)["players"]["purple"]["hand"]
    assert hand == [None, None]
    assert ragami("reveal", "final", "purple", "9").code == 0
    assert stored(ragami)[-1]["data"] == {"player": "purple", "seq": 24, "card": 9}
    assert ragami("reveal", "final", "Purple", "10", "--seq", "24").code == 0
    assert state(ragami)["players"]["purple"]["hand"] == [9, 10]
    said = ragami("reveal", "final", "purple", "1", "--json")
    assert said.code == 5
    assert said.lines[0]["error"]["code"] == "nothing-hidden"
    assert records(ragami) == 26


def test_a_reveal_that_does_not_fit_is_refused(ragami: Ragami) -> None:
    play(ragami, 24, sample=HIDDEN_CARDS)
    said = ragami("reveal", "final", "purple", "9", "--seq", "3")
    assert said.code == 5
    assert "Record 25: Purple cannot show card 9" in said.err
    shown = event("revealed", player="purple", seq=3, card=9)
    assert ragami("record", "final", shown).code == 5
    assert records(ragami) == 24


def test_in_a_log_of_others_it_is_a_warning(ragami: Ragami, tmp_path: Path) -> None:
    shown = {"player": "purple", "seq": 3, "card": 9}
    wrong = {"seq": 25, "type": "revealed", "v": 1, "at": None, "by": None, "data": shown}
    log = tmp_path / "theirs.jsonl"
    log.write_bytes(HIDDEN_CARDS.up_to(24) + json.dumps(wrong).encode() + b"\n")
    assert ragami("import", str(log)).code == 0
    report = ragami("verify", "theirs", "--json").lines[0]
    codes = {one["code"]: one["severity"] for one in report["findings"]}
    assert report["ok"] and codes["unfit-reveal"] == "warning"
    # What was found before is no news, and refuses nothing.
    assert ragami("note", "theirs", "so be it").code == 0


@pytest.mark.parametrize("given", [["red", "9"], ["purple", "nine"], ["purple"]])
def test_a_reveal_of_nobody_or_nothing_is_wrong_usage(ragami: Ragami, given: list[str]) -> None:
    play(ragami, 24, sample=HIDDEN_CARDS)
    assert ragami("reveal", "final", *given).code == 2
    assert records(ragami) == 24


def test_an_assertion_that_agrees(ragami: Ragami) -> None:
    play(ragami, 30)
    said = ragami("assert", "final", "vp.green=0", "cubes.green=0", "dice.saint=1")
    assert (said.code, said.err) == (0, "")
    assert "agree" in said.out
    assert stored(ragami)[-1]["data"] == {
        "vp": {"green": 0}, "cubes": {"green": 0}, "dice": {"saint": 1}
    }  # fmt: skip


def test_an_assertion_that_does_not_agree_is_kept_and_told(ragami: Ragami) -> None:
    play(ragami, 30)
    said = ragami("assert", "final", '{"vp": {"green": 7}}', "demons={}", "--json")
    assert said.code == 1
    (finding,) = said.lines[0]["findings"]
    assert finding["code"] == "asserted-difference"
    assert finding["facts"]["vp"] == {"green": {"log": 0, "table": 7}}
    assert "demons" in finding["facts"]
    assert records(ragami) == 31


@pytest.mark.parametrize(
    ("shown", "code"),
    [
        (["vp.green"], 2),
        (["vp..green=1"], 2),
        (["=1"], 2),
        (["vp.green=many"], 2),
        (["vp.green=1", "vp.green=2"], 2),
        (["vp=1", "vp.green=2"], 2),
        (["{"], 2),
        (["[" * 100_000], 2),
        (["vpp.green=1"], 5),
        (["vp.red=1"], 5),
        (["vp.green=1.5"], 5),
        (["vp.green=NaN"], 5),
        (["conflicts.31=1"], 5),
    ],
)
def test_what_is_no_assertion_is_refused(ragami: Ragami, shown: list[str], code: int) -> None:
    play(ragami, 5)
    said = ragami("assert", "final", *shown)
    assert said.code == code, said
    assert records(ragami) == 5


def test_a_note_is_kept_as_it_is(ragami: Ragami) -> None:
    play(ragami, 5)
    assert ragami("note", "final", "Ana's", "tea \N{HOT BEVERAGE} \x1b[2J").code == 0
    assert stored(ragami)[-1]["data"] == {"text": "Ana's tea \N{HOT BEVERAGE} \x1b[2J"}
    assert "\x1b" not in ragami("log", "final").out
    assert ragami("note", "final", "\udcff").code == 2
    assert ragami("note", "final").code == 2
    assert records(ragami) == 6


# All of them


COMMANDS = {
    "undo": ["undo", "final"],
    "redo": ["redo", "final"],
    "correct": ["correct", "final", "22", "--strike"],
    "rule": ["rule", "final", "R-MOVE-04"],
    "reveal": ["reveal", "final", "purple", "9", "--seq", "24"],
    "assert": ["assert", "final", "vp.green=0"],
    "note": ["note", "final", "hello"],
}
each_command = pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)


@each_command
def test_a_game_that_is_not_there_is_not_found(ragami: Ragami, command: list[str]) -> None:
    said = ragami(*command)
    assert (said.code, said.out) == (3, "")
    play(ragami, 3, name="finale")
    said = ragami(*command, "--json")
    assert said.code == 3
    error = said.lines[0]["error"]
    assert (error["code"], error["facts"]["nearest"]) == ("game-not-found", "finale")


@each_command
def test_a_key_and_an_expected_record_count(ragami: Ragami, command: list[str]) -> None:
    play(ragami, FIRST_MOVE + 3, sample=HIDDEN_CARDS)
    assert ragami("undo", "final").code == 0
    assert ragami(*command, "--expect", "25").code == 4
    first = ragami(*command, "--expect", "26", "--key", "once", "--json")
    again = ragami(*command, "--expect", "26", "--key", "once", "--json")
    assert first.lines[0]["repeated"] is False
    assert again.code == 0
    assert again.lines[0] == first.lines[0] | {"repeated": True, "findings": []}
    assert records(ragami) == 27


@each_command
def test_when_and_by_whom_is_kept(ragami: Ragami, command: list[str]) -> None:
    play(ragami, FIRST_MOVE + 3, sample=HIDDEN_CARDS)
    assert ragami("undo", "final").code == 0
    ragami(*command, "--time", "2026-11-20T19:04:31Z", "--by", "Ana")
    last = stored(ragami)[-1]
    assert (last["seq"], last["at"], last["by"]) == (27, "2026-11-20T19:04:31Z", "Ana")


def test_the_log_of_a_whole_evening_is_still_a_good_one(ragami: Ragami) -> None:
    def run(*arguments: str, code: int = 0) -> None:
        said = ragami(*arguments)
        assert said.code == code, said

    assert ragami("record", "final", stdin=HIDDEN_CARDS.up_to(24).decode()).code == 0
    run("undo", "final", "--steps", "2")
    run("redo", "final")
    run("reveal", "final", "purple", "9")
    run("note", "final", "tea")
    run("assert", "final", "vp.green=5", code=1)
    (report,) = ragami("verify", "final", "--json").lines
    assert report["ok"]
    assert report["records"] == 29
    assert [one["code"] for one in report["findings"] if one["severity"] == "warning"] == [
        "asserted-difference"
    ]
    assert json.loads(ragami("show", "final", "--json").out)["phase"] == "turns"
