"""Rules that no scenario breaks, what may be waived, and sets of cards that nobody can play."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pkgutil import get_data
from typing import Any

import pytest
from msgspec import ValidationError

from ragami.games.deal_with_the_devil.accounts import remarks
from ragami.games.deal_with_the_devil.choices import choices
from ragami.games.deal_with_the_devil.rules.judge import EVENTS, JUDGES, WAIVABLE
from ragami.games.deal_with_the_devil.rules.sets import Faulty, cards
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.words import RULEBOOK
from tests.games.deal_with_the_devil.logs import error_of, replayed
from tests.games.deal_with_the_devil.table import NOBODY, REMEMBERED, SEATS, Table, builds, opening
from tests.games.deal_with_the_devil.test_scenarios_cards_and_deals import deals_with
from tests.rules.remembered import remembered

Broken = Callable[[], str | None]


def at(step: str, round_: int = 1, **options: Any) -> Table:
    t = Table(**options).at(step, round_)
    for colour in SEATS:
        t.has(colour)
    return t


def opened(**changed: Any) -> str | None:
    t = Table.__new__(Table)
    t.s, t.seq = State(), 0
    return t.rule("game_opened", **(opening() | changed))


def second_slot_first() -> str | None:
    t = at("inquisition/turn", 5)
    t.s.inquisition.turning = [3]
    return t.rule("inquisitor_turned", slot=1, inquisitor="vandal")


def third_time() -> str | None:
    t = at("deals/send_1", 5)
    t["blue"].devil_first = 2
    return t.rule("offers_sent", **t.sent(1, "2DC1"))


# Rules that no scenario breaks in this way: what is due comes before whatever else is wrong.
BROKEN: dict[str, Broken] = {
    "R-D-COMP-01": lambda: opened(players=[{"colour": "red", "name": "x"}] * 4),
    "R-D-SETUP-01": lambda: Table(None).rule("chests_returned"),
    "R-D-ROUND-04": lambda: Table(None).rule("loan_taken", player="red", coins=1),
    "R-D-DEAL-01": lambda: at("deals/offer").rule("chests_returned"),
    "R-D-DEAL-11": lambda: at("deals/send_2").rule("chests_returned"),
    "R-D-DEAL-14": lambda: at("deals/return").rule("plan_shown", **Table().plan("red")),
    "R-D-DIST-04": lambda: at("deals/send_1").rule("offers_sent", **Table().sent(1, "DC12")),
    "R-D-DIST-05": third_time,
    "R-D-ACT-01": lambda: at("actions/plan").rule("chests_returned"),
    "R-D-WITCH-01": lambda: at("witch_hunt/vote", 2).rule("chests_returned"),
    "R-D-RIT-09": second_slot_first,
    "R-D-OPT-04": lambda: Table(None).rule(
        "wishes_given", player="red", wishes={"mortal": 0, "cultist": 0, "devil": 0}
    ),
}


@pytest.mark.parametrize("id_", BROKEN)
def test_broken(id_: str) -> None:
    assert BROKEN[id_]() == id_


def test_R_D_DIST_08_a_pass_done_again_is_the_same() -> None:
    log = deals_with(second="????", again="????", distribution="recorded")
    log[0] = ("game_opened", opening(distribution="recorded"))
    log[1] = ("characters_dealt", {"roles": NOBODY})
    sends = [i for i, (type_, _) in enumerate(log) if type_ == "offers_sent"]
    log[sends[1]][1]["chests"] = NOBODY | {"red": "devil"}
    log[sends[2]][1]["chests"] = NOBODY | {"red": "mortal_1"}
    level = replayed(log)
    assert error_of(level) is None
    warnings = [one for one in level.findings() if one.severity == "warning"]
    assert [(one.code, one.rule) for one in warnings] == [
        ("chance-repeated-differently", "R-D-DIST-08")
    ]
    assert warnings[0].facts == {"before": sends[1] + 1, "round": 1, "pass": 2}
    assert warnings[0].seq == warnings[0].line == sends[2] + 1


# --- what may be waived, and what is carried out then ---------------------------------------


def test_only_fourteen_rules_may_be_waived() -> None:
    assert len(WAIVABLE) == 14
    assert RULEBOOK.may_be_waived("R-D-ACT-12")
    assert not RULEBOOK.may_be_waived("R-D-BANK-03")
    assert {rule for (rule, *_), *_ in remembered(REMEMBERED).values()} >= WAIVABLE


def test_a_ruling_lets_a_right_side_stand_without_its_courtier() -> None:
    t = at("actions/act").planned("red", "right", event="forest")
    t.force("step_resolved", **t.step("red", "right"))
    assert (t["red"].courtiers["rural"], t["red"].reputation) == ("two", 11)


# --- faulty sets -----------------------------------------------------------------------------


@cache
def shipped() -> dict[str, Any]:
    text = get_data("ragami.games.deal_with_the_devil", "data/devil-cards-1.json")
    assert text
    found: dict[str, Any] = json.loads(text)
    return found


def building(id_: str, **changed: Any) -> Callable[[Any], Any]:
    def change(file: Any) -> None:
        next(one for one in file["buildings"] if one["id"] == id_).update(changed)

    return change


def effect(when: str, *do: Any, if_: Any = ()) -> dict[str, Any]:
    return {"effects": [{"when": when, "order": 0, "if": list(if_), "do": list(do)}]}


def setting(*path: Any, to: Any) -> Callable[[Any], Any]:
    def change(file: Any) -> None:
        for key in path[:-1]:
            file = file[key]
        if to is None:
            del file[path[-1]]
        else:
            file[path[-1]] = to

    return change


COURTIER = {"op": "courtier"}
LOWEST = {"is": "lowest", "n": 1}
FAULTS: dict[str, Callable[[Any], Any]] = {
    "a key too many": setting("colour", to=1),
    "a missing key": setting("track", to=None),
    "negative goods": building("fort", cost={"stone": -1}),
    "79 buildings": setting("buildings", 79, to=None),
    "17 of a round": building("x516", round=4),
    "17 of round 1": building("x516", round=1),
    "5 of a pile": building("vineyard", pile="B"),
    "a pile in round 2": building("bank", pile="A"),
    "an id twice": building("bank", id="fort"),
    "19 events": setting("events", 19, to=None),
    "9 of letter A": setting("events", 8, "letter", to="A"),
    "7 inquisitors": setting("inquisitors", "vandal", to=None),
    "two of slot A": setting("inquisitors", "commoner", "slot", to="A"),
    "5 guests": setting("inquisitors", "guest", "copies", to=5),
    "another penalty of guests": setting("inquisitors", "guest", "penalty", to={"code": "vandal"}),
    "11 requests": setting("requests", 11, to=None),
    "3 ready ones": setting("requests", 0, "shows", to="wood"),
    "a code that is not there": building("fort", **effect("build", {"op": "dance"})),
    "a start on the knot": setting("track", "start", to=7),
    "other demon spaces": setting("track", "demon", to=[0, 1, 3]),
    "no wings at the top": setting("track", "angel", to=13),
    "a drift across the knot": setting("track", "drift", 6, to=2),
    "a drift away from it": setting("track", "drift", 8, to=1),
    "a drift on it": setting("track", "drift", 7, to=1),
    "a seat without a round": setting("production", "seats", "1", "3", to=None),
    "a space twice": setting("production", "seats", "1", "1", 1, "spaces", to=[4]),
    "a basic on two": setting("production", "seats", "1", "1", 0, "resource", to="wood"),
    "science for nothing": building("x114", cost={"stone": 1}),
    "a payment at once": building("fort", **effect("build", {"op": "pay", "goods": {"wood": 1}})),
    "a courtier each round": building("fort", **effect("production", COURTIER)),
    "an alchemist of a building": building("fort", **effect("build", {"op": "alchemist"})),
    "a choice inside per": building(
        "fort", **effect("build", {"op": "per", "of": "debt", "do": [COURTIER]})
    ),
    "an action with a condition": building("x104", **effect("action", if_=[LOWEST])),
    "a left side with a condition": setting("events", 0, "left", "if", to=[LOWEST]),
    "no interest at once": building("fort", **effect("build", {"op": "no_interest", "at_most": 1})),
    "something else always": building("fort", **effect("always", {"op": "points", "by": 1})),
    "two trade routes": building("fort", **effect("final", {"op": "score_basics", "by": 1})),
    "a need of science": setting("achievements", "minor_1", "needs", to={"science": 3}),
    "a minor of four": setting("achievements", "minor_1", "needs", to={"rural": 4}),
    "an alchemist for a minor": setting(
        "achievements", "minor_1", "reward", to=[{"op": "alchemist"}]
    ),
    "points in round 3": setting("ritual", "tables", "3", 0, "points", to=1),
    "a cover on an event": setting("events", 0, "left", "do", to=[{"op": "cover"}]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_R_D_SET_01_a_faulty_set(fault: str) -> None:
    file = copy.deepcopy(shipped())
    FAULTS[fault](file)
    with pytest.raises(Faulty) as wrong:
        cards(file)
    assert wrong.value.facts["problem"]
    t = Table.__new__(Table)
    t.s, t.seq = State(), 0
    data = opening() | {"components": {"cards": file}}
    assert t.rule("game_opened", **data) == "R-D-SET-01"


def test_the_set_that_ships_is_in_order() -> None:
    assert cards(copy.deepcopy(shipped())).file.name == "devil-cards-1"
    assert opened(components={"cards": "devil-cards-2"}) == "R-D-LOG-01"


def test_every_event_has_its_judge() -> None:
    assert set(JUDGES) == set(EVENTS.values())


def test_a_set_that_is_not_verified_is_said() -> None:
    codes = [one.code for one in remarks(Table().s)]
    assert codes == ["unverified-components", "seed-without-words"]
    file = copy.deepcopy(shipped()) | {"verified": True}
    t = Table.__new__(Table)
    t.s, t.seq = State(), 0
    t.do("game_opened", **(opening() | {"components": {"cards": file}}))
    assert list(remarks(t.s)) == []


def test_what_a_refusal_found_can_be_written_down() -> None:
    """Also where a choice has other keys than the one that is looked for."""
    t = at("inquisition/face", 3).stands("red", "x102", "x104")
    t.s.inquisition.up["1"] = "vandal"
    t.s.inquisition.gone = ["A"]
    wrong = t.breaches("inquisition_faced", **t.faces("red", choices={"vandal": {"given": {}}}))
    assert [one.facts["found"] for one in wrong] == [None]


def test_R_D_ACT_06_and_07_a_plan_builds_and_uses_two_buildings_at_most() -> None:
    t = at("actions/plan", 2).stands("red", "x104", "x110", "x204")
    t["red"].hand = ["fort", "vineyard", "stable"]
    t["red"].events = []
    three = builds("fort", "vineyard", "stable")
    for parts in ({"builds": three}, {"uses": ["x104", "x110", "x204"]}):
        with pytest.raises(ValidationError, match="of length <= 2"):
            t.rule("plan_shown", **t.plan("red", **parts))
    plan = next(choice.open for choice in choices(t.s) if choice.type == "plan_shown")
    assert (plan["uses"].most, plan["builds"].most) == (2, 2)
