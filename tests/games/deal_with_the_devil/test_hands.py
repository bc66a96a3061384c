"""Hands of which nobody told all: slots that are null, and what cannot be in them (5.3)."""

from __future__ import annotations

from ragami.games.deal_with_the_devil.state import Plan
from tests.games.deal_with_the_devil.table import NOBODY, SEATS, Table, builds, souls


def observed_hand(round_: int = 3, *hand: str | None) -> Table:
    t = Table(NOBODY, open_=False).at("actions/plan", round_)
    t["red"].hand, t["red"].events = list(hand or [None] * 5), [None]
    return t


def built_from(t: Table, *names: str) -> str | None:
    return t.rule("plan_shown", **t.plan("red", builds=builds(*names)))


def test_a_building_may_be_in_a_slot_that_nobody_told() -> None:
    assert built_from(observed_hand(), "x302", "fort") is None
    assert built_from(observed_hand(3, None, "x102"), "x302", "fort") == "R-D-ACT-06"
    assert built_from(observed_hand(3, "x102", "fort"), "x302") == "R-D-ACT-06"
    assert built_from(observed_hand(), "x401") == "R-D-ACT-06"


def test_a_building_that_is_elsewhere_is_in_no_slot() -> None:
    t = observed_hand().stands("blue", "x302")
    assert built_from(t, "x302") == "R-D-ACT-06"
    t = observed_hand()
    t.s.gone.add("x302")
    assert built_from(t, "x302") == "R-D-ACT-06"
    t = observed_hand()
    t["green"].hand = ["x302"]
    assert built_from(t, "x302") == "R-D-ACT-06"
    t = observed_hand()
    t["green"].plan = Plan([], None, ["x302"])
    assert built_from(t, "x302") == "R-D-ACT-06"
    t = observed_hand()
    t.s.passing["green"] = ["x302", None]
    assert built_from(t, "x302") == "R-D-ACT-06"


def played(t: Table, card: str) -> str | None:
    return t.rule("plan_shown", **t.plan("red", event=[{"card": card, "side": "left"}]))


def test_an_event_that_is_elsewhere_is_in_no_slot() -> None:
    assert played(observed_hand(), "b4") is None
    assert played(observed_hand(2), "b4") == "R-D-ACT-02"
    t = observed_hand()
    t.s.gone.add("b4")
    assert played(t, "b4") == "R-D-ACT-02"
    t = observed_hand()
    t["green"].events = ["b4"]
    assert played(t, "b4") == "R-D-ACT-02"


def test_a_discarded_event_that_nobody_told_leaves_null_slots() -> None:
    t = observed_hand()
    t["red"].events = ["b4", "b5"]
    t.do("plan_shown", **t.plan("red", discarded=[None]))
    assert t["red"].events == [None]


def test_a_pair_that_nobody_told_leaves_null_slots_of_this_round() -> None:
    t = Table(NOBODY, open_=False).at("cards/pass", 2)
    t["red"].hand, t["red"].kept = ["fort", "stable", "bank", None, None], 1
    assert t.rule("buildings_passed", player="red", cards=["x202", "x203"]) is None
    assert t.rule("buildings_passed", player="red", cards=["fort", None]) == "R-D-CARD-05"
    t["blue"].hand = ["x202"]
    assert t.rule("buildings_passed", player="red", cards=["x202", None]) == "R-D-CARD-05"
    t.do("buildings_passed", player="red", cards=["stable", None])
    assert t["red"].hand == ["fort", None, None]
    t["green"].hand, t["green"].kept = [None, "x204", None, None, None], 1
    t.do("buildings_passed", player="green", cards=["x204", "x207"])
    assert t["green"].hand == [None, None, None]


def test_what_is_kept_of_an_unknown_hand() -> None:
    t = observed_hand(2).at("cards/draw", 2)
    assert t.rule("cards_drawn", **t.draws("red", "? ? ? ?", None, "fort")) is None
    assert t.rule("cards_drawn", **t.draws("red", "? ? ? ?", None, "bank")) == "R-D-CARD-02"
    t.stands("blue", "fort")
    assert t.rule("cards_drawn", **t.draws("red", "? ? ? ?", None, "fort")) == "R-D-CARD-02"
    t.do("cards_drawn", **t.draws("red", "? ? ? ?", None, None))
    assert (t["red"].hand, t["red"].kept) == ([None] * 5, 1)


# --- chests of which nobody told whose they are ---------------------------------------------


def test_an_unknown_chest_is_none_that_was_accepted() -> None:
    t = Table(NOBODY, open_=False, trade_indulgences=True).at("deals/offer")
    for colour in SEATS:
        t.do("offer_made", **t.offers(colour, {}))
    for pass_ in (1, 2):
        t.do("offers_sent", **t.sent(pass_, "????"))
        t.do("offer_answered", **t.answers("red", True))
        for colour in ("blue", "green", "yellow"):
            t.do("offer_answered", **t.answers(colour, False))
    assert [t[colour].indulgences for colour in SEATS] == [None, 0, 0, 0]
    t.do("chests_returned")
    assert [t[colour].indulgences for colour in SEATS] == [None] * 4


def test_what_was_traded_in_secret_is_not_known_until_the_walls_are_open() -> None:
    t = Table(open_=False, ledger=True, trade_indulgences=True).at("deals/offer")
    t.do("offer_made", player="blue", offer=None)
    assert (t["blue"].goods, t["blue"].indulgences) == (None, None)
    t["blue"].angel = 2
    t.at("witch_hunt/charge", 2).s.questioned = ["blue"]
    t.do("charge_answered", player="blue", answer="innocent")
    assert (t["blue"].angel, t["blue"].indulgences) == (0, None)
    t.at("walls/open", 5)
    t.do("wall_opened", player="blue", goods={"indulgences": 2}, souls=souls(3, 0))
    assert t["blue"].indulgences == 2


def test_without_accounts_only_what_costs_nothing_has_to_be_done() -> None:
    t = Table(open_=False).planned("red", "left", "hire", event="forest")
    skipped = t.step("red", "left", done=False)
    assert t.ruling("step_resolved", **skipped) == ("R-D-ACT-10", "A-D-ACT-02")
    t.steps("red", "left")
    assert t.rule("step_resolved", **t.step("red", "hire", done=False)) is None
    t.steps("red", "hire", {"courtier": "rural"})
    assert t["red"].goods is None


def test_without_accounts_any_wheat_may_have_been_paid() -> None:
    t = Table(open_=False).planned("red", "wheat")
    assert t["red"].plan is not None
    t["red"].plan.tokens = 4
    for n in range(3):
        done = n == 2
        assert t.rule("step_resolved", **t.step("red", "wheat", {"paid": n}, done=done)) is None
