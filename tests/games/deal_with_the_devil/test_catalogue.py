"""The catalogue and the words: complete, in both languages, and true to what the judge says."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import structs

import ragami.games.deal_with_the_devil as package
from ragami.findings import Finding
from ragami.game import game_named
from ragami.game.capabilities import SETUP
from ragami.games.deal_with_the_devil import words
from ragami.games.deal_with_the_devil.components import GOODS
from ragami.games.deal_with_the_devil.events import COLOURS, ROLES, Options
from ragami.games.deal_with_the_devil.narration import WORDS
from ragami.games.deal_with_the_devil.rules.due import DUE
from ragami.games.deal_with_the_devil.rules.judge import EVENTS, WAIVABLE
from ragami.games.deal_with_the_devil.words import RULEBOOK
from tests.games.deal_with_the_devil.table import REMEMBERED
from tests.rules.remembered import remembered

# What the verdicts were that the tests of the rules and the scenarios met.
MET = {rule for (rule, *_), *_ in remembered(REMEMBERED).values()}
# By tests of their own: these are findings over several records.
OVER_RECORDS = {"R-D-DIST-08", "R-D-KNOW-05"}


def test_there_are_185_rules_and_94_rulings() -> None:
    ids = list(RULEBOOK.rules())
    assert sum(id_.startswith("R-D-") for id_ in ids) == 185
    assert sum(id_.startswith("A-D-") for id_ in ids) == 94


def test_every_rule_is_broken_by_a_test_or_cannot_be() -> None:
    breakable = {
        id_ for id_, one in RULEBOOK.rules().items() if id_[0] == "R" and one.unbreakable is None
    }
    assert breakable == MET | OVER_RECORDS


def test_what_the_judge_says_is_in_the_catalogue() -> None:
    code = "".join(path.read_text() for path in Path(package.__path__[0]).glob("*.py"))
    said = set(re.findall(r'"([RA]-D-[A-Z]+-\d\d)"', code))
    assert said <= set(RULEBOOK.rules())
    assert {id_ for id_ in said if id_[0] == "R"} - {"R-D-KNOW-04"} <= MET | OVER_RECORDS
    assert set(RULEBOOK.rules()) >= WAIVABLE


def test_options_and_sources_are_those_that_there_are() -> None:
    for one in RULEBOOK.rules().values():
        assert one.option is None or one.option in Options.__struct_fields__
        assert all(re.fullmatch(r"S\d+(-\d+)?", source) for source in one.sources)


def test_there_is_a_word_for_everything() -> None:
    told = {code.partition("/")[0] for code in words.EVENTS}
    assert told == set(words.TYPES) == {*EVENTS, "revealed", "asserted"}
    assert set(words.STEPS) == set(DUE)
    assert {*COLOURS, *ROLES, *GOODS} <= set(words.VALUES)
    names = {name.split("=")[0] for name in words.OPTIONS}
    assert names == set(structs.asdict(Options()))


def test_who_sets_up_a_game_reads_what_each_value_of_an_option_means() -> None:
    hands = game_named("deal-with-the-devil").need(SETUP).settings()[0]
    assert hands.meaning["en"] == [
        "what the record knows of hands and walls",
        "walled: secrets may be unknown",
        "open_hands: everything is recorded",
    ]


def test_what_a_finding_compares_is_said_in_words_of_the_language() -> None:
    found = [one for told in remembered(REMEMBERED).values() for one in told]
    names = {
        name
        for rule, _ruling, facts in found
        for name in facts
        if rule != "R-D-SET-01"  # its problems have a sentence each
    } - {"problem"}
    assert names | {one.chapter for one in RULEBOOK.rules().values()} <= set(WORDS.texts["es"])
    problems = {facts.get("problem") for _rule, _ruling, facts in found} - {None, "shape"}
    assert problems <= set(words.FINDINGS)
    said = WORDS.say(Finding("illegal-event", rule="R-D-DEAL-02", seq=8, line=8, facts=PRICE), "es")
    told = "Anotación 8: el primer mortal puede pedir 2–7, y pide 8 monedas (R-D-DEAL-02)."
    assert said.startswith(told)


PRICE = {"role": "mortal_1", "found": {"coins": 8}, "needs": [2, 7]}
