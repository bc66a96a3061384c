"""The catalogue and the words: complete, in both languages, and about what the code says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from ragami.game.choices.questions import Questions
from ragami.games.dice_forge import words
from ragami.games.dice_forge.components import EFFECTS
from ragami.games.dice_forge.events import COLOURS, VALUES
from ragami.games.dice_forge.game import GAME
from ragami.games.dice_forge.rules.due import RULABLE
from ragami.games.dice_forge.words import RULEBOOK
from ragami.log.unredacted import log_of
from ragami.narration import tell_log
from tests.games.dice_forge.kit import Table
from tests.games.versions import version_of
from tests.page.browser import EXAMPLES

PACKAGE = Path(words.__file__).parent
SOURCES = {path.name: path.read_text() for path in PACKAGE.rglob("*.py")}


def codes_in_the_source() -> set[str]:
    text = "".join(SOURCES[name] for name in SOURCES if name != "words.py")
    found = set(re.findall(r'{"problem": "([a-z-]+)"', text))
    for line in re.findall(r'problem ?= ?([^\n,)]*"[^\n]*)', text):
        found |= set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', line.split(", found")[0]))
    return found


def test_every_problem_has_words_and_no_other() -> None:
    used = codes_in_the_source()
    assert used <= words.PROBLEMS.keys(), "put them into the table `problem` of words.jsonl"
    assert used >= words.PROBLEMS.keys(), "`problem` of words.jsonl has some that nothing says"


def test_what_a_ruling_may_let_stand_is_a_problem_that_there_is() -> None:
    assert set().union(*RULABLE.values()) <= words.PROBLEMS.keys()
    assert RULABLE.keys() <= RULEBOOK.rules().keys()


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_event_feat_colour_and_option_has_words() -> None:
    assert {code.partition("/")[0] for code in words.EVENTS} == GAME.events.keys()
    for code, said in words.EVENTS.items():
        type_ = code.partition("/")[0]
        assert _fields(said[0]) <= set(GAME.events[type_].struct.__struct_fields__)
    assert words.FEATS.keys() == set(EFFECTS)
    assert words.VALUES.keys() >= set(COLOURS)
    known = {name for option, values in VALUES.items() for name in (option, *values)}
    assert words.OPTIONS.keys() == known | {"place"}


def test_the_catalogue_has_every_rule_that_the_code_speaks_of() -> None:
    text = "".join(SOURCES.values())
    named = set(re.findall(r"\b[RA]-F-[A-Z]+-\d\d\b", text))
    named |= {f"R-F-CARD-{number:02}" for number in range(1, 25)}
    assert named <= RULEBOOK.rules().keys()


def test_every_rule_is_broken_by_a_test_or_says_why_no_record_can() -> None:
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    broken = set(re.findall(r'== \(?(?:\d+, )?"(R-F-[A-Z]+-\d\d)"', tests))
    rules = RULEBOOK.rules().values()
    assert broken == {rule.id for rule in rules if rule.id[0] == "R" and not rule.unbreakable}


def test_there_are_95_rules_and_48_rulings() -> None:
    rules = RULEBOOK.rules()
    assert (sum(id_.startswith("R-") for id_ in rules), len(rules)) == (95, 95 + 48)


def test_every_option_has_the_ruling_that_it_turns_round() -> None:
    turning = [rule for rule in RULEBOOK.rules().values() if rule.option]
    assert {rule.option for rule in turning} == VALUES.keys()
    assert all(rule.id.startswith("A-") for rule in turning)


def last_told(lines: list[bytes], type_: str, data: dict[str, Any]) -> str:
    """What is told of one more record."""
    v = version_of(GAME.codec, type_)
    record = {"seq": len(lines) + 1, "type": type_, "v": v, "at": None, "by": None, "data": data}
    log = log_of([*lines, json.dumps(record).encode()])
    return tell_log(GAME, GAME.words.narrator("en"), log)[-1].text


@pytest.mark.parametrize("seq", [7, 50])
def test_a_roll_is_told_by_its_faces_also_where_it_is_corrected_or_undone(seq: int) -> None:
    """The slots that are recorded say nothing to who sits at the table."""
    lines = (EXAMPLES / "dice-forge/three-players.jsonl").read_bytes().splitlines()[:60]
    rolls = json.loads(lines[seq - 1])["data"]["rolls"]
    reads = {"type": "dice_rolled", "v": 1, "data": {"rolls": dict.fromkeys(rolls, 1)}}
    corrected = {"seq": seq, **reads, "reason": None, "authority": None}
    assert "Blue 1 gold, 1 gold" in last_told(lines, "corrected", corrected)
    undone = last_told(lines[:seq], "undone", {"to": seq - 1, "reason": None})
    assert re.search("The dice fall: Green 1 [a-z]+, 1 [a-z]+;", undone), undone


def test_faces_that_are_chosen_together_can_be_told_apart() -> None:
    """In "6 gold and 1 gold or 1 sun" nobody saw where the first face ended."""
    [form] = Questions(GAME, Table(2, free=False).state).forms("faces_removed")
    assert form.all
    labels = {value.label.en for question in form.all for value in question.values}
    assert "6 gold and (1 gold or 1 sun or 1 moon)" in labels, labels


def test_a_roll_after_the_game_broke_off_is_told_in_the_order_of_the_seats() -> None:
    lines = (EXAMPLES / "dice-forge/three-players.jsonl").read_bytes().splitlines()[:2]
    rolls = dict.fromkeys(("black.1", "blue.1", "green.1"), "1g")
    wrong = {"seq": 3, "type": "turn_ended", "v": 1, "at": None, "by": None}
    lines.append(json.dumps(wrong | {"data": {"player": "green"}}).encode())
    lines.append(json.dumps(wrong | {"seq": 4, "data": {"player": "green"}}).encode())
    seats = [one["colour"] for one in json.loads(lines[0])["data"]["players"]]
    told = last_told(lines, "dice_rolled", {"rolls": rolls})
    assert sorted(seats, key=lambda seat: told.index(seat.capitalize())) == seats, told
