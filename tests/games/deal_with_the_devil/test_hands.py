"""What nobody told: slots of hands and what cannot be in them, accounts (R-D-KNOW-06)."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any, Final

import pytest

from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.state import Plan
from tests.games.deal_with_the_devil.logs import error_of, replayed
from tests.games.deal_with_the_devil.table import E1, NOBODY, SEATS, Table, builds, opening, souls


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


# --- an event of the other letter, by a ruling ---------------------------------------------------

RULED: Final[Any] = ("ruled", {"rule": "R-D-CARD-04", "reason": None, "authority": "the table"})


def drawing(event: str | None) -> Any:
    return ("cards_drawn", Table(NOBODY, open_=False).draws("red", "? ? ? ?", event))


def begun(*first: Any) -> list[Any]:
    """A walled log in which only the draw of red is told, to the plan of red with an event B."""
    t = Table(NOBODY, open_=False)
    log: list[Any] = [("game_opened", opening()), ("distribution_sealed", {"digest": t.s.digest})]
    log += [("characters_dealt", {"roles": NOBODY}), *first]
    log += [("cards_drawn", t.draws(colour, "? ? ? ?", None)) for colour in SEATS[1:]]
    log += [("offer_made", {"player": colour, "offer": None}) for colour in SEATS]
    for pass_ in (1, 2):
        log.append(("offers_sent", t.sent(pass_, "????")))
        log += [("offer_answered", {"player": colour, "answer": None}) for colour in SEATS]
    plan = t.plan("red", event=[{"card": "b4", "side": "left"}])
    return [*log, ("chests_returned", {}), ("plan_shown", plan)]


def wrong_in(log: list[Any]) -> tuple[int | None, str | None] | None:
    found = error_of(replayed(log))
    return (found.seq, found.rule) if found else None


def test_a_ruling_lets_an_event_B_be_drawn_and_played() -> None:
    assert wrong_in(begun(drawing("b4"))) == (4, "R-D-CARD-04")
    assert wrong_in(begun(RULED, drawing("b4"))) is None
    log = begun(drawing(None))
    assert wrong_in(log) == (len(log), "R-D-ACT-02")


def test_a_ruled_draw_that_is_corrected_keeps_its_ruling() -> None:
    """Nobody tells any more which event it is; it may still be of either letter."""
    type_, data = drawing(None)
    mended = {"seq": 5, "type": type_, "v": 1, "data": data, "reason": None, "authority": None}
    assert wrong_in(begun(RULED, drawing("b4"), ("corrected", mended))) is None
    assert wrong_in(begun(RULED, drawing("a4"), ("corrected", mended))) is None


def test_a_ruled_draw_that_is_taken_back_takes_its_ruling_with_it() -> None:
    undone = ("undone", {"to": 4, "reason": None})
    log = begun(RULED, drawing("b4"), undone, drawing(None))
    assert wrong_in(log) == (len(log), "R-D-ACT-02")
    assert wrong_in(begun(RULED, drawing("b4"), undone, drawing("b4"))) == (7, "R-D-CARD-04")
    assert wrong_in(begun(RULED, drawing("b4"), undone, ("redone", {}))) is None


# --- accounts ------------------------------------------------------------------------------------


NO_OFFER: Final = ev.Offer({}, ev.Asks())
NO_ANSWER: Final = ev.Answer(False, ev.Souls(0, 0))
PASSES: Final[Any] = (
    ("mortal_2", "devil", "cultist", "mortal_1"),
    ("devil", "cultist", "mortal_1", "mortal_2"),
)


@pytest.mark.parametrize(("open_", "ledger"), [(True, False), (False, True), (False, False)])
def test_R_D_KNOW_06_accounts_start_where_the_role_is_known(open_: bool, ledger: bool) -> None:
    t = Table(None, open_=open_, ledger=ledger)
    assert all(t[colour].goods is t[colour].souls is None for colour in SEATS)
    t.do("characters_dealt", roles=E1 if open_ else E1 | {"yellow": None})
    assert t["red"].souls == souls(0, 2)
    assert (t["red"].goods is None) is not (open_ or ledger)
    assert open_ or t["yellow"].goods is t["yellow"].souls is None


def test_R_D_KNOW_06_the_first_unknown_effect_counts_until_the_walls_are_opened() -> None:
    t = Table(open_=False, ledger=True)
    for colour in SEATS:
        t.do("cards_drawn", **t.draws(colour, "? ? ? ?", None))
    accounts = {colour: (t[colour].goods, t[colour].souls) for colour in SEATS}
    assert None not in accounts["red"]
    t.do("offer_made", player="red", offer=None)
    assert (t["red"].goods, t["red"].souls) == (None, accounts["red"][1])
    for colour in SEATS[1:]:
        t.do("offer_made", **t.offers(colour, {}))
        assert (t[colour].goods, t[colour].souls) == accounts[colour]
    for pass_, chests in ((1, "2DC1"), (2, "DC12")):
        t.do("offers_sent", **t.sent(pass_, chests))
        for colour in SEATS:
            t.do("offer_answered", **t.answers(colour, False))
    t.do("chests_returned")  # all of it is known, and of red's chest that nobody took it
    assert t["red"].goods is None
    t.s.shown = True
    red = t.at("walls/open", 5)["red"]
    t.do("wall_opened", player="red", goods={"wood": 2}, souls=souls(1, 1))
    assert red.goods and red.goods["wood"] == 2
    assert red.souls == souls(1, 1)


@pytest.mark.parametrize(
    ("answer", "goods_are_known", "souls_left"),
    [
        (None, False, None),
        ({"accept": True, "souls": souls(1, 0)}, False, souls(2, 0)),
        ({"accept": False, "souls": souls(0, 0)}, True, souls(3, 0)),
    ],
)
@pytest.mark.parametrize("chest", ["cultist", None])
def test_R_D_KNOW_06_what_an_answer_to_an_offer_that_nobody_told_leaves_known(
    answer: Any, goods_are_known: bool, souls_left: Any, chest: Any
) -> None:
    t = Table(open_=False, ledger=True).at("deals/answer_1")
    t.s.deal.offers["red"] = None
    t.s.deal.chests.append(dict.fromkeys(SEATS) | {"blue": chest})
    t.do("offer_answered", player="blue", answer=answer)
    assert (t["blue"].goods is not None) is goods_are_known
    assert t["blue"].souls == souls_left


@pytest.mark.parametrize("missing", ["the offer", "an answer"])
def test_R_D_KNOW_06_what_the_return_of_the_chests_leaves_known(missing: str) -> None:
    """Souls come in for the cultist and the devil alone; a mortal's stay known."""
    t = Table(open_=False, ledger=True).at("deals/return")
    for colour in SEATS:
        t.s.deal.offers[colour] = None if missing == "the offer" else NO_OFFER
    t.s.deal.chests = [dict(zip(SEATS, code, strict=True)) for code in PASSES]
    t.s.deal.answers = [dict.fromkeys(SEATS, NO_ANSWER) for _ in PASSES]
    if missing == "an answer":
        t.s.deal.answers[1] = dict.fromkeys(SEATS)
    t.do("chests_returned")
    for colour in SEATS:
        assert t[colour].goods is None
        assert (t[colour].souls is not None) is t[colour].is_mortal


def test_R_D_KNOW_06_known_offers_and_answers_bring_the_goods_back() -> None:
    t = Table(open_=False, ledger=True).at("deals/return")
    before = [(t[colour].goods, t[colour].souls) for colour in SEATS]
    t.s.deal.offers = dict.fromkeys(SEATS, NO_OFFER)
    t.s.deal.chests = [dict(zip(SEATS, code, strict=True)) for code in PASSES]
    t.s.deal.answers = [dict.fromkeys(SEATS, NO_ANSWER) for _ in PASSES]
    t.do("chests_returned")
    assert [(t[colour].goods, t[colour].souls) for colour in SEATS] == before
