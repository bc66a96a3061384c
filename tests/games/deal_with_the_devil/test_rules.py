"""Every rule that a record can break, broken by the test of its id."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pkgutil import get_data
from typing import Any

import pytest

from ragami.games.deal_with_the_devil.catalogue import RULEBOOK
from ragami.games.deal_with_the_devil.events import EVENTS
from ragami.games.deal_with_the_devil.judge import JUDGES, WAIVABLE
from ragami.games.deal_with_the_devil.sets import Faulty, cards
from ragami.games.deal_with_the_devil.state import Accusation, Guess, State
from ragami.games.deal_with_the_devil.table import remarks
from tests.games.deal_with_the_devil.logs import error_of, replayed
from tests.games.deal_with_the_devil.table import (
    E1,
    NOBODY,
    SEATS,
    SEED,
    Table,
    builds,
    opening,
    souls,
)
from tests.games.deal_with_the_devil.test_scenarios_cards_and_deals import (
    DRAWN,
    deals_with,
    drawn,
    observed,
    offered,
)

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


def sent(step: str, pass_: int, chests: str, round_: int = 1) -> str | None:
    t = at(step, round_)
    if step == "deals/send_2":
        t.s.deal.chests = [NOBODY]
    return t.rule("offers_sent", **t.sent(pass_, chests))


def ritual(round_: int = 3, **chests: Any) -> str | None:
    t = at("inquisition/prepare" if round_ == 3 else "inquisition/ritual", round_)
    t.s.inquisition.found["devil"] = "yellow" if round_ == 5 else "none"
    t.s.inquisition.fixed = [Guess("mortal_1", "cultist", "green")]
    return t.rule("ritual_opened", **t.ritual(**chests))


def resolved(step: str, *choices: Any, done: bool = True, round_: int = 1, debt: int = 0) -> Any:
    t = at("actions/act", round_).planned("red", step, event="forest")
    t["red"].debt = debt
    return t.rule("step_resolved", **t.step("red", step, *choices, done=done))


def planned(**parts: Any) -> str | None:
    t = at("actions/plan")
    t["red"].events, t["red"].hand = ["a4"], ["fort", "x102", "x104"]
    return t.rule("plan_shown", **t.plan("red", **parts))


def claimed(id_: str, space: int | None, *courtiers: str) -> str | None:
    t = at("actions/act").planned("red").stands("red", "x102", "x104", "vineyard")
    t["red"].courtiers["rural"] = "hired"
    data = {"player": "red", "achievement": id_, "space": space, "courtiers": list(courtiers)}
    return t.rule("achievement_claimed", **data)


def faced(shown: int = 0, **more: Any) -> str | None:
    t = at("inquisition/face", 3)
    return t.rule("inquisition_faced", **t.faces("blue", shown, **more))


def told(seq: int, place: str, value: Any) -> str | None:
    said = {"player": None, "seq": seq, "place": place, "value": value}
    wrong = error_of(replayed([*observed(), ("revealed", said)]))
    return wrong.rule if wrong else None


def stable(done: bool, courtier: str = "x104") -> str | None:
    t = at("actions/act", 2).planned("red", "build:stable").stands("red", "x110")
    t.has("red", wood=1, wheat=1)
    return t.rule(
        "step_resolved", **t.step("red", "build:stable", {"building": courtier, "done": done})
    )


def seeded(**data: Any) -> str | None:
    t = at("inquisition/prepare", 5).do("roles_shown", roles=E1)
    return t.rule("seed_opened", **data)


def accused(of: str) -> str | None:
    t = at("inquisition/accuse", 3)
    t.s.inquisition.accusing = [Accusation("yellow" if of == "devil" else "red", of)]  # type: ignore[arg-type]
    return t.rule("accusation_answered", player="blue", of=of, true=False)


def turned(round_: int, slot: int, inquisitor: str, *, after: bool = False) -> str | None:
    t = at("inquisition/turn", round_)
    t.s.inquisition.turning, t.s.inquisition.accused = [3], after
    return t.rule("inquisitor_turned", slot=slot, inquisitor=inquisitor)


def twice_drawn() -> str | None:
    t = Table().do("cards_drawn", **Table().draws("red", DRAWN["red"], "a4"))
    return t.rule("cards_drawn", **t.draws("blue", DRAWN["red"], "a5"))


def exchanged() -> str | None:
    t = offered(drawn(), {"yellow": {"souls": 1}}).do("offers_sent", **Table().sent(1, "2DC1"))
    t.do("offer_answered", **t.answers("blue", True, 1))
    for colour in ("red", "green", "yellow"):
        t.do("offer_answered", **t.answers(colour, False))
    t.do("offers_sent", **t.sent(2, "DC12"))
    return t.rule("offer_answered", **t.answers("red", True, 0, 1))


def paid_what_is_not_there() -> str | None:
    t = offered(drawn(), {"yellow": {"souls": 1}}).do("offers_sent", **Table().sent(1, "2DC1"))
    return t.rule("offer_answered", **t.answers("blue", True, 0, 1))


def same_chest() -> str | None:
    t = at("deals/send_2")
    t.s.deal.chests = [t.sent(1, "2DC1")["chests"]]
    return t.rule("offers_sent", **t.sent(2, "2CD1"))


def third_time() -> str | None:
    t = at("deals/send_1", 5)
    t["blue"].devil_first = 2
    return t.rule("offers_sent", **t.sent(1, "2DC1"))


def other_routing() -> str | None:
    roles = E1 | {"red": "mortal_1", "blue": "cultist"}
    t = Table(roles).at("inquisition/prepare", 5).do("roles_shown", roles=roles)
    return t.rule("seed_opened", seed=SEED)


def five_tokens() -> str | None:
    t = at("actions/plan", 2).stands("red", "x110")
    t["red"].events, t["red"].hand = ["a4"], ["x102", "x104"]
    more = {"uses": ["x110"], "builds": builds("x104!", "x102"), "hire": True}
    return t.rule("plan_shown", **t.plan("red", **more))


def nobody_to_hire() -> str | None:
    t = at("actions/act").planned("red", "hire")
    t["red"].courtiers |= dict.fromkeys(("rural", "urban", "religious"), "hired")
    return t.rule("step_resolved", **t.step("red", "hire", {"courtier": "rural"}))


def built(id_: str, *choices: Any, **goods: int) -> str | None:
    t = at("actions/act", 3).planned("red", f"build:{id_}").has("red", **goods)
    return t.rule("step_resolved", **t.step("red", f"build:{id_}", *choices))


def free_courtier(choice: Any) -> str | None:
    return built("x111", choice, stone=1, wheat=1)


def claimed_again() -> str | None:
    t = at("actions/act").planned("red").stands("red", "x102", "x104", "vineyard")
    t["red"].minor["minor_1"] = "dropped"
    data = {"player": "red", "achievement": "minor_1", "space": 1, "courtiers": []}
    return t.rule("achievement_claimed", **data)


def charged() -> str | None:
    t = at("witch_hunt/charge", 2)
    t.s.questioned = ["red"]
    return t.rule("charge_answered", player="red", answer="innocent")


def voted_for_a_confessor() -> str | None:
    t = at("witch_hunt/vote", 3)
    t["green"].confessed = True
    return t.rule("votes_cast", votes=dict.fromkeys(SEATS, "none") | {"red": "green"})


def marked_kept_back() -> str | None:
    t = at("inquisition/prepare", 3)
    t["yellow"].souls = souls(0, 1)
    return t.rule("ritual_opened", **t.ritual())


BROKEN: dict[str, Broken] = {
    "R-D-COMP-01": lambda: opened(players=[{"colour": "red", "name": "x"}] * 4),
    "R-D-COMP-03": lambda: at("witch_hunt/vote", 2).rule(
        "votes_cast", votes=dict.fromkeys(SEATS, "red")
    ),
    "R-D-COMP-04": lambda: ritual(devil={"guesses": {"devil": "red"}}),
    "R-D-COMP-05": lambda: ritual(devil={"souls": souls(7, 2)}),
    "R-D-SETUP-01": lambda: Table(None).rule("chests_returned"),
    "R-D-SETUP-05": lambda: turned(3, 3, "ascetic"),
    "R-D-ROUND-04": lambda: Table(None).rule("loan_taken", player="red", coins=1),
    "R-D-CARD-01": lambda: Table().rule(
        "cards_drawn", **Table().draws("red", "x105 vineyard rectory x104", "a4")
    ),
    "R-D-CARD-02": lambda: Table().rule(
        "cards_drawn", **Table().draws("red", DRAWN["red"], "a4", "fort")
    ),
    "R-D-CARD-03": lambda: Table().rule(
        "cards_drawn", **Table().draws("red", "vineyard x102 rectory bank", "a4")
    ),
    "R-D-CARD-04": lambda: Table().rule(
        "cards_drawn", **Table().draws("red", DRAWN["red"], "recession")
    ),
    "R-D-CARD-05": lambda: at("cards/pass", 2).rule(
        "buildings_passed", player="red", cards=["bank", "x202"]
    ),
    "R-D-CARD-08": twice_drawn,
    "R-D-BANK-03": lambda: at("cards/last").rule(
        "bank_traded", player="red", sells={}, buys={"wood": 1}
    ),
    "R-D-LOAN-01": lambda: at("cards/last").rule("loan_taken", player="red", coins=11),
    "R-D-LOAN-02": lambda: at("cards/last").rule("debt_paid", player="red", coins=1),
    "R-D-DEAL-01": lambda: at("deals/offer").rule("chests_returned"),
    "R-D-DEAL-02": lambda: at("deals/offer").rule(
        "offer_made", player="blue", offer={"goods": {}, "asks": {"coins": 8}}
    ),
    "R-D-DEAL-03": lambda: at("deals/offer").rule(
        "offer_made", player="yellow", offer={"goods": {}, "asks": {"coins": 2}}
    ),
    "R-D-DEAL-04": lambda: at("deals/offer").rule(
        "offer_made", player="red", offer={"goods": {}, "asks": {"coins": 7}}
    ),
    "R-D-DEAL-06": lambda: at("deals/offer").rule(
        "offer_made", player="red", offer={"goods": {"wood": 1}, "asks": {"coins": 3}}
    ),
    "R-D-DEAL-08": lambda: sent("deals/send_1", 2, "2DC1"),
    "R-D-DEAL-09": lambda: at("deals/answer_1").rule("chests_returned"),
    "R-D-DEAL-11": lambda: at("deals/send_2").rule("chests_returned"),
    "R-D-DEAL-12": exchanged,
    "R-D-DEAL-13": paid_what_is_not_there,
    "R-D-DEAL-14": lambda: at("deals/return").rule("plan_shown", **Table().plan("red")),
    "R-D-DIST-01": lambda: sent("deals/send_1", 1, "22C1"),
    "R-D-DIST-02": lambda: sent("deals/send_1", 1, "CD21"),
    "R-D-DIST-03": same_chest,
    "R-D-DIST-04": lambda: sent("deals/send_1", 1, "DC12"),
    "R-D-DIST-05": third_time,
    "R-D-DIST-06": lambda: sent("deals/send_2", 2, "D21C"),
    "R-D-DIST-09": lambda: Table(None, distribution="recorded").rule(
        "word_given", player="red", word="x"
    ),
    "R-D-DIST-10": lambda: at("inquisition/face", 3).rule("seed_opened", seed=SEED),
    "R-D-DIST-11": lambda: seeded(seed="01" * 32),
    "R-D-DIST-12": other_routing,
    "R-D-DIST-13": lambda: Table(None).rule(
        "characters_dealt", roles=dict.fromkeys(SEATS, "devil")
    ),
    "R-D-ACT-01": lambda: at("actions/plan").rule("chests_returned"),
    "R-D-ACT-02": lambda: planned(discarded=["a5"]),
    "R-D-ACT-04": five_tokens,
    "R-D-ACT-05": lambda: resolved("wheat", {"paid": 1}),
    "R-D-ACT-06": lambda: planned(builds=builds("rectory")),
    "R-D-ACT-07": lambda: planned(uses=["x104"]),
    "R-D-ACT-08": lambda: planned(builds=builds("fort!")),
    "R-D-ACT-09": lambda: (
        at("actions/act")
        .planned("red", "hire")
        .rule("step_resolved", **Table().step("red", "left"))
    ),
    "R-D-ACT-10": lambda: resolved("left", done=False),
    "R-D-ACT-11": nobody_to_hire,
    "R-D-ACT-12": lambda: resolved("right"),
    "R-D-BUILD-04": lambda: stable(True, "x104"),
    "R-D-BUILD-05": lambda: free_courtier({"courtier": "alchemist"}),
    "R-D-BUILD-06": lambda: built("fort", stone=2, wood=1),
    "R-D-BUILD-08": lambda: built("dam", stone=2, wood=2),
    "R-D-COUR-01": lambda: resolved("hire", {"courtier": "alchemist"}),
    "R-D-COUR-02": lambda: claimed("minor_2", 1, "urban"),
    "R-D-ACH-01": lambda: claimed("minor_2", 1),
    "R-D-ACH-04": lambda: claimed("minor_1", 1, "rural"),
    "R-D-ACH-06": lambda: claimed("minor_1", None),
    "R-D-ACH-08": claimed_again,
    "R-D-WITCH-01": lambda: at("witch_hunt/vote", 2).rule("chests_returned"),
    "R-D-WITCH-02": lambda: at("witch_hunt/charge", 2).rule(
        "charge_answered", player="red", answer="guilty"
    ),
    "R-D-WITCH-03": charged,
    "R-D-WITCH-05": voted_for_a_confessor,
    "R-D-RIT-01": lambda: ritual(mortal_1={"souls": souls(1, 0)}),
    "R-D-RIT-02": marked_kept_back,
    "R-D-RIT-05": lambda: turned(3, 1, "vandal"),
    "R-D-RIT-08": lambda: at("inquisition/prepare", 5).rule("ritual_opened", **Table().ritual()),
    "R-D-RIT-09": lambda: turned(5, 1, "vandal"),
    "R-D-GUESS-01": lambda: ritual(mortal_2={"guesses": {"devil": "red", "cultist": "red"}}),
    "R-D-GUESS-03": lambda: ritual(mortal_1={"guesses": {"devil": "green"}}),
    "R-D-GUESS-04": lambda: accused("devil"),
    "R-D-GUESS-05": lambda: accused("cultist"),
    "R-D-GUESS-06": lambda: ritual(5, mortal_2={"guesses": {"devil": "yellow"}}),
    "R-D-FACE-01": lambda: faced(1, convinced=["guest"]),
    "R-D-FACE-02": lambda: faced(1),
    "R-D-FACE-03": lambda: faced(2),
    "R-D-FACE-04": faced,
    "R-D-END-01": lambda: at("over", 5).rule("chests_returned"),
    "R-D-OPT-02": lambda: at("deals/offer").rule(
        "offer_made", player="blue", offer={"goods": {"indulgences": 1}, "asks": {"coins": 2}}
    ),
    "R-D-OPT-03": lambda: ritual(mortal_1={"goods": {"wood": 1}}),
    "R-D-OPT-04": lambda: Table(None).rule(
        "wishes_given", player="red", wishes={"mortal": 0, "cultist": 0, "devil": 0}
    ),
    "R-D-LOG-01": lambda: at("cards/draw").rule("request_shown", player="red", card="nothing"),
    "R-D-SET-01": lambda: opened(components={"cards": {}}),
    "R-D-KNOW-01": lambda: Table(None).rule("characters_dealt", roles=NOBODY),
    "R-D-KNOW-05": lambda: told(4, "drawn[9]", "x102"),
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
    assert set(BROKEN) >= WAIVABLE


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
