"""Scenarios, each by its number: setting up, cards, bank, deals."""

# ruff: noqa: N802 (tests are named after the scenarios and rules)

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ragami.games.deal_with_the_devil.rules.judge import EVENTS
from ragami.games.deal_with_the_devil.rules.rounds import begin_round
from ragami.games.deal_with_the_devil.state import holding
from ragami.games.deal_with_the_devil.view import view
from tests.games.deal_with_the_devil.logs import error_of, replayed
from tests.games.deal_with_the_devil.table import E1, NOBODY, SEATS, Table, opening

DRAWN = {
    "red": "vineyard x102 rectory x104",
    "blue": "x105 fort x107 x108",
    "green": "x109 x110 x111 x112",
    "yellow": "x113 x114 x115 x116",
}
EVENT = {"red": "a4", "blue": "hiring", "green": "a5", "yellow": "forest"}
SECOND = {
    "red": "stable x202 x203 x204",
    "blue": "bank harbour x207 x208",
    "green": "bell_tower catacombs x211 x212",
    "yellow": "x213 x214 x215 x216",
}
NOTHING_ASKED: Any = {}


def drawn(**options: Any) -> Table:
    t = Table(**options)
    for colour in SEATS:
        t.do("cards_drawn", **t.draws(colour, DRAWN[colour], EVENT[colour]))
    return t


def offered(t: Table, asks: Any = NOTHING_ASKED) -> Table:
    for colour in SEATS:
        t.do("offer_made", **t.offers(colour, asks.get(colour, {})))
    return t


def goods(t: Table, colour: str) -> dict[str, int]:
    return {good: n for good, n in (t[colour].goods or {}).items() if n}


def test_TD01_start() -> None:
    t = Table()
    assert goods(t, "red") == {"marble": 1, "glass": 2, "stone": 1, "wheat": 1, "coins": 3}
    assert t["red"].souls == {"mortal": 0, "cultist": 2}
    assert t["blue"].souls == t["green"].souls == {"mortal": 3, "cultist": 0}
    assert goods(t, "blue") == {"marble": 1, "wood": 1, "wheat": 1, "coins": 2}
    assert t["yellow"].souls == {"mortal": 0, "cultist": 0}
    assert t["yellow"].goods is not None
    assert t["yellow"].goods["coins"] == 10
    assert (t["red"].reputation, t["red"].interest, t.s.at) == (8, 0, "cards/draw")
    t = Table(None)
    assert t.rule("characters_dealt", roles=E1 | {"red": "devil"}) == "R-D-DIST-13"


def produced(seat: int, levels: list[int]) -> dict[str, int]:
    t = Table()
    colour = SEATS[seat - 1]
    t[colour].levels = levels
    t[colour].goods = holding()
    t.s.round = 0
    begin_round(t.s)
    return goods(t, colour)


def test_TD02_production() -> None:
    assert produced(1, [1, 1, 1, 1]) == {"glass": 1, "wheat": 1, "stone": 1, "coins": 2}


def test_TD03_improved_spaces() -> None:
    assert produced(1, [1, 2, 2, 1]) == {"glass": 1, "wheat": 2, "stone": 1, "coins": 4}
    assert produced(2, [2, 2, 1, 2]) == {"marble": 2, "wheat": 1, "wood": 2, "coins": 3}


def test_TD04_round_1_cards() -> None:
    t = Table()
    assert t.rule("cards_drawn", **t.draws("red", DRAWN["red"], "a4")) is None
    two_of_a = t.draws("red", "vineyard x105 rectory x104", "a4")
    assert t.rule("cards_drawn", **two_of_a) == "R-D-CARD-01"
    assert t.rule("cards_drawn", **t.draws("red", DRAWN["red"], "a4", "x105")) == "R-D-CARD-02"
    later = t.draws("red", "stable x102 rectory x104", "a4")
    assert t.rule("cards_drawn", **later) == "R-D-CARD-03"
    assert t.rule("cards_drawn", **t.draws("red", DRAWN["red"], "b4")) == "R-D-CARD-04"
    t.do("cards_drawn", **t.draws("blue", DRAWN["blue"], "hiring"))
    of_blue = t.draws("red", "x105 x102 rectory x104", "a4")
    assert t.rule("cards_drawn", **of_blue) == "R-D-CARD-08"
    assert t.rule("cards_drawn", **t.draws("red", DRAWN["red"], "hiring")) == "R-D-CARD-08"
    assert t.rule("cards_drawn", **t.draws("blue", DRAWN["red"], "a4")) == "R-D-CARD-03"


def second_round() -> Table:
    t = drawn()
    for colour in SEATS:
        del t[colour].hand[3]
        t[colour].events = []
    return t.at("cards/draw", 2)


def test_TD05_round_2_cards() -> None:
    t = second_round()
    nothing = t.draws("red", SECOND["red"], "a6")
    assert t.ruling("cards_drawn", **nothing) == ("R-D-CARD-02", "A-D-CARD-01")
    assert t.rule("cards_drawn", **t.draws("red", SECOND["red"], "a6", "fort")) == "R-D-CARD-02"
    for colour, event in zip(SEATS, ("a6", "a7", "a8", "popular_work"), strict=True):
        kept = DRAWN[colour].split()[0]
        t.do("cards_drawn", **t.draws(colour, SECOND[colour], event, kept))
    assert t.s.at == "cards/pass"
    wrong = {"player": "red", "cards": ["vineyard", "x202"]}
    assert t.rule("buildings_passed", **wrong) == "R-D-CARD-05"
    twice = {"player": "red", "cards": ["x202", "x202"]}
    assert t.rule("buildings_passed", **twice) == "R-D-CARD-05"
    for colour in SEATS:
        t.do("buildings_passed", player=colour, cards=SECOND[colour].split()[:2])
    assert t["blue"].hand == ["x105", "x207", "x208", "stable", "x202"]
    assert t.s.at == "cards/last"


def test_TD05_the_other_way_in_round_3() -> None:
    t = second_round().at("cards/pass", 3)
    thirds = [f"x3{n:02}" for n in (2, 3, 4, 6, 7, 8, 11, 12)]
    for i, colour in enumerate(SEATS):
        t[colour].hand, t[colour].kept = [None, *thirds[2 * i : 2 * i + 2], None, None], 1
        t.do("buildings_passed", player=colour, cards=thirds[2 * i : 2 * i + 2])
    assert t["yellow"].hand == [None, None, None, "x302", "x303"]


def test_TD06_bank() -> None:
    t = Table().has("red", coins=2, marble=1, wheat=1)
    wrong = {"player": "red", "sells": {}, "buys": {"glass": 1}}
    assert t.rule("bank_traded", **wrong) == "R-D-BANK-03"
    missing = {"player": "red", "sells": {"wood": 1}, "buys": {}}
    assert t.rule("bank_traded", **missing) == "R-D-BANK-03"
    t.do("bank_traded", player="red", sells={"marble": 1, "wheat": 1}, buys={"stone": 1})
    assert goods(t, "red") == {"stone": 1, "coins": 2}


def test_TD07_loan() -> None:
    t = Table().has("red", coins=0, stone=1, wood=1)
    t["red"].debt = 3
    t.do("loan_taken", player="red", coins=5)
    assert (t["red"].debt, goods(t, "red")["coins"]) == (8, 5)
    t.do("bank_traded", player="red", sells={}, buys={"glass": 1})
    t.s.round = 2
    t.planned("red", "build:x208").steps("red", "build:x208", {"courtier": "rural"})
    assert t["red"].standing("x208")
    assert t.rule("loan_taken", player="red", coins=3) == "R-D-LOAN-01"


def test_TD08_repaying() -> None:
    t = drawn()
    for colour in SEATS:
        t[colour].debt = 2
        t.has(colour, coins=9)
    assert t.rule("debt_paid", player="red", coins=3) == "R-D-LOAN-02"
    t.do("debt_paid", player="red", coins=1)
    assert Table().at("cards/draw").rule("debt_paid", player="red", coins=1) == "R-D-LOAN-02"
    t.do("offer_made", **t.offers("red", {}))
    for step in ("deals/offer", "actions/plan", "actions/act", "witch_hunt/vote"):
        assert t.at(step).rule("debt_paid", player="blue", coins=1) == "R-D-LOAN-02"
    assert t.at("inquisition/face", 3).rule("debt_paid", player="blue", coins=1) is None
    assert t.at("cards/draw").rule("debt_paid", player="blue", coins=1) is None
    t.has("blue", coins=0)
    assert t.rule("debt_paid", player="blue", coins=1) == "R-D-BANK-03"


def test_TD09_offer() -> None:
    t = drawn()
    for colour in SEATS:
        t.has(colour, stone=2, coins=3)

    def offer(colour: str, **asks: int) -> str | None:
        return t.rule("offer_made", **t.offers(colour, asks, stone=2))

    assert offer("red", coins=4) is None
    assert offer("red", coins=7) == offer("red", souls=2) == "R-D-DEAL-04"
    assert offer("red", souls=1) is None
    assert offer("yellow", coins=4) == offer("yellow", souls=3) == "R-D-DEAL-03"
    assert offer("yellow", souls=2) is None
    for asks in ({"coins": 8}, {"coins": 1}, {"souls": 1}):
        assert offer("blue", **asks) == offer("green", **asks) == "R-D-DEAL-02"
    t = Table(NOBODY, open_=False).at("cards/last")
    assert offer("red", coins=8) == "R-D-DEAL-02"
    assert offer("red", souls=3) == "R-D-DEAL-03"
    assert offer("red", coins=7) is None


def test_who_has_made_no_offer_still_has_to() -> None:
    t = Table().at("cards/last")
    assert view(t.s, 0)["due"] == list(SEATS)
    t.do("offer_made", **t.offers("blue", {}))
    assert view(t.s, 0)["step"] == "offer"
    assert view(t.s, 0)["due"] == ["red", "green", "yellow"]


def test_TD10_offers_of_mortals() -> None:
    t = drawn().has("blue", wood=1, glass=1, stone=1, wheat=1)
    for price, those in ((2, {"wood": 1}), (4, {"glass": 1}), (5, {"stone": 1, "wheat": 1})):
        assert t.rule("offer_made", **t.offers("blue", {"coins": price}, **those)) is None
    assert t.rule("offer_made", **t.offers("blue", {"coins": 4}, marble=1)) == "R-D-DEAL-06"


def test_TD11_empty_chest() -> None:
    t = drawn()
    wrong = t.offers("blue", {}, marble=1)
    assert t.ruling("offer_made", **wrong) == ("R-D-DEAL-01", "A-D-DEAL-03")
    offered(t).do("offers_sent", **t.sent(1, "2DC1"))
    accepting = t.answers("blue", True)
    assert t.ruling("offer_answered", **accepting) == ("R-D-DEAL-09", "A-D-DEAL-01")
    assert t.rule("offer_made", **t.offers("blue", {})) == "R-D-DEAL-09"


def test_TD12_two_passes() -> None:
    t = drawn()
    t.do("offer_made", **t.offers("yellow", {"souls": 1}, marble=1))
    for colour in ("red", "blue", "green"):
        t.do("offer_made", **t.offers(colour, {}))
    t.do("offers_sent", **t.sent(1, "2DC1"))
    t.do("offer_answered", **t.answers("blue", True, 1))
    for colour in ("red", "green", "yellow"):
        t.do("offer_answered", **t.answers(colour, False))
    found = t.breaches("offers_sent", **t.sent(2, "D21C"))
    assert [one.rule for one in found] == ["R-D-DIST-06"]
    t.do("offers_sent", **t.sent(2, "DC12"))
    assert t.rule("offer_answered", **t.answers("red", True, 0, 1)) == "R-D-DEAL-12"
    for colour in SEATS:
        t.do("offer_answered", **t.answers(colour, False))
    t.do("chests_returned")
    assert t["yellow"].souls == {"mortal": 1, "cultist": 0}
    assert t["blue"].souls == {"mortal": 2, "cultist": 0}
    assert goods(t, "blue")["marble"] == 2


def test_TD13_own_chest_same_chest() -> None:
    t = offered(drawn())
    assert t.rule("offers_sent", **t.sent(1, "CD12")) == "R-D-DIST-02"
    assert t.rule("offers_sent", **t.sent(1, "22C1")) == "R-D-DIST-01"
    assert t.rule("offers_sent", **t.sent(2, "2DC1")) == "R-D-DEAL-08"
    t.do("offers_sent", **t.sent(1, "2DC1"))
    for colour in SEATS:
        t.do("offer_answered", **t.answers(colour, False))
    assert t.rule("offers_sent", **t.sent(2, "1DC2")) == "R-D-DIST-03"
    assert t.rule("offers_sent", **t.sent(1, "DC12")) == "R-D-DEAL-11"
    t = Table(open_=False).at("deals/send_1")
    assert t.rule("offers_sent", **t.sent(1, "?D??")) is None
    t = Table(open_=False).at("deals/send_2", 3)
    t.s.deal.chests = [t.sent(1, "????")["chests"]]
    # The cultist's first chest of round 3 is not known: nothing is concluded from the second.
    assert t.rule("offers_sent", **t.sent(2, "D???")) is None


def test_TD14_wrong_payment() -> None:
    t = drawn()
    asks = {"red": {"coins": 4}, "yellow": {"souls": 1}}
    offered(t, asks).do("offers_sent", **t.sent(1, "2DC1"))
    t.has("green", coins=0)
    wrong = t.answers("green", True, 1)
    assert t.ruling("offer_answered", **wrong) == ("R-D-DEAL-09", "A-D-DEAL-04")
    assert t.rule("offer_answered", **t.answers("blue", True)) == "R-D-DEAL-09"
    assert t.rule("offer_answered", **t.answers("blue", True, 0, 1)) == "R-D-DEAL-13"
    assert t.rule("offer_answered", **t.answers("blue", False, 1)) == "R-D-DEAL-09"
    assert t.rule("offer_answered", **t.answers("green", True)) == "R-D-BANK-03"
    t.do("loan_taken", player="green", coins=4)
    t.do("offer_answered", **t.answers("green", True))
    assert t.rule("offer_answered", **t.answers("green", True)) == "R-D-DEAL-09"


def deals_with(*, second: str, again: str, distribution: str = "seed") -> list[Any]:
    """A log with both passes of round 1, an undo to the first one, and all once more."""
    t = Table()
    log: list[Any] = [("game_opened", opening(hands="open_hands", distribution=distribution))]
    if distribution == "seed":
        log.append(("distribution_sealed", {"digest": t.s.digest}))
    log.append(("characters_dealt", {"roles": E1}))
    log += [("cards_drawn", t.draws(c, DRAWN[c], EVENT[c])) for c in SEATS]
    log += [("offer_made", t.offers(c, {})) for c in SEATS]
    log.append(("offers_sent", t.sent(1, "2DC1")))
    first = len(log)
    log += [("offer_answered", t.answers(c, False)) for c in SEATS]
    log.append(("offers_sent", t.sent(2, second)))
    log += [("offer_answered", t.answers(c, False)) for c in SEATS]
    log += [("chests_returned", {}), ("undone", {"to": first, "reason": None})]
    log += [("offer_answered", t.answers(c, False)) for c in SEATS]
    log.append(("offers_sent", t.sent(2, again)))
    return log


def test_TD15_back() -> None:
    same = replayed(deals_with(second="DC12", again="DC12"))
    assert error_of(same) is None
    assert not [one for one in same.findings() if one.severity == "warning"]
    log = deals_with(second="DC12", again="1C2D", distribution="recorded")
    # The cultist has to have the devil's chest: another routing that is legal is one not told.
    other = replayed(log)
    assert error_of(other) is not None
    log[0][1]["options"]["hands"] = "walled"
    log[2 - 1] = ("characters_dealt", {"roles": NOBODY})
    other = replayed(log)
    assert error_of(other) is None
    assert [(one.code, one.rule) for one in other.findings() if one.severity == "warning"] == [
        ("chance-repeated-differently", "R-D-DIST-08")
    ]
    # Where a seed decides, its opening is what proves the passes (R-D-DIST-12).
    log = deals_with(second="DC12", again="1C2D")
    log[0][1]["options"]["hands"] = "walled"
    log[2] = ("characters_dealt", {"roles": NOBODY})
    sealed = replayed(log)
    assert error_of(sealed) is None
    assert [one.code for one in sealed.findings() if one.severity == "warning"] == []


def test_TD16_souls_in_the_second_pass() -> None:
    t = drawn()
    offered(t, {"yellow": {"souls": 1}}).do("offers_sent", **t.sent(1, "2DC1"))
    t.do("offer_answered", **t.answers("blue", True, 1))
    for colour in ("red", "green", "yellow"):
        t.do("offer_answered", **t.answers(colour, False))
    t.do("offers_sent", **t.sent(2, "DC12"))
    assert t.rule("offer_answered", **t.answers("red", True, 0, 1)) == "R-D-DEAL-12"


def test_TD17_devil_sells_back() -> None:
    t = drawn().at("deals/offer", 4)
    t["yellow"].souls = {"mortal": 0, "cultist": 1}
    t["red"].souls = {"mortal": 1, "cultist": 1}
    t.s.special = False
    offered(t, {"red": {"souls": 1}, "yellow": {"souls": 1}})
    t.do("offers_sent", **t.sent(1, "1DC2"))
    for colour in SEATS:
        t.do("offer_answered", **t.answers(colour, False))
    t.do("offers_sent", **t.sent(2, "D21C"))
    t.do("offer_answered", **t.answers("yellow", True, 0, 1))
    t.do("offer_answered", **t.answers("red", True, 1, 0))
    for colour in ("blue", "green"):
        t.do("offer_answered", **t.answers(colour, False))
    t.do("chests_returned")
    assert t["red"].souls == {"mortal": 0, "cultist": 2}
    assert t["yellow"].souls == {"mortal": 1, "cultist": 0}


def test_TD18_indulgence_in_an_offer() -> None:
    t = drawn()
    data = t.offers("blue", {"coins": 3}, indulgences=1)
    assert t.rule("offer_made", **data) == "R-D-OPT-02"
    t = drawn(trade_indulgences=True)
    assert t.rule("offer_made", **data) == "R-D-DEAL-06"
    t["blue"].indulgences = 1
    t.do("offer_made", **data)
    assert t["blue"].indulgences == 0
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(
            {"player": "blue", "answer": {"accept": True, "souls": {"indulgences": 1}}},
            type=EVENTS["offer_answered"],
        )


def souls_of(t: Table, colour: str) -> dict[str, int] | None:
    return t[colour].souls


def unknown_deals(t: Table) -> Table:
    for colour in SEATS:
        t.do("offer_made", player=colour, offer=None)
    for pass_ in (1, 2):
        t.do("offers_sent", **t.sent(pass_, "????"))
        for colour in SEATS:
            t.do("offer_answered", player=colour, answer=None)
    return t.do("chests_returned")


def test_TD19_walled() -> None:
    t = Table(NOBODY, open_=False)
    for colour in SEATS:
        t.do("cards_drawn", **t.draws(colour, "? ? ? ?", None))
    before = t.s.unjudged
    t.do("offer_made", player="red", offer=None)
    assert t.s.unjudged == before + 3  # the offer, the role and the goods
    t.at("cards/last")
    unknown_deals(t)
    assert t["red"].goods is t["red"].souls is None
    t = Table(None)
    assert t.rule("characters_dealt", roles=NOBODY) == "R-D-KNOW-01"
    t = Table()
    assert t.rule("cards_drawn", **t.draws("red", "? ? ? ?", None)) == "R-D-KNOW-01"
    t.at("cards/pass", 2)
    assert t.rule("buildings_passed", player="red", cards=[None, None]) == "R-D-KNOW-01"
    t.at("deals/offer")
    assert t.rule("offer_made", player="red", offer=None) == "R-D-KNOW-01"
    t.at("deals/send_1")
    assert t.rule("offers_sent", **t.sent(1, "????")) == "R-D-KNOW-01"
    t.at("deals/answer_1")
    assert t.rule("offer_answered", player="red", answer=None) == "R-D-KNOW-01"
    t.at("actions/plan")
    assert t.rule("plan_shown", **t.plan("red", discarded=[None])) == "R-D-KNOW-01"


def observed() -> list[Any]:
    t = Table(NOBODY, open_=False)
    log: list[Any] = [("game_opened", opening())]
    log.append(("distribution_sealed", {"digest": t.s.digest}))
    log.append(("characters_dealt", {"roles": NOBODY}))
    log += [("cards_drawn", t.draws(c, "? ? ? ?", None)) for c in SEATS]
    return [*log, *(("offer_made", {"player": c, "offer": None}) for c in SEATS)]


def test_TD20_reveal() -> None:
    def told(seq: int, place: str, value: Any) -> Any:
        return ("revealed", {"player": "red", "seq": seq, "place": place, "value": value})

    seven = {"goods": {}, "asks": {"coins": 7}}
    log = [*observed(), told(8, "offer", seven), told(3, "roles.red", "cultist")]
    wrong = error_of(replayed(log))
    assert wrong is not None
    assert (wrong.seq, wrong.rule, wrong.facts.get("known_by")) == (8, "R-D-DEAL-04", 13)
    six = {"goods": {}, "asks": {"coins": 6}}
    for bad in (
        told(4, "drawn[9]", "x102"),
        told(4, "drawn[0]", "x999"),
        told(4, "drawn[0]", None),
        told(4, "event", "x102"),
        told(8, "offer", six),
        told(12, "offer", six),
        told(99, "offer", six),
        told(9, "offer", {"goods": {}}),
    ):
        wrong = error_of(replayed([*observed(), told(8, "offer", seven), bad]))
        assert wrong is not None
        assert (wrong.seq, wrong.rule) == (13, "R-D-KNOW-05")
    nine = {"player": "red", "offer": {"goods": {}, "asks": {"coins": 9}}}
    corrected = {"seq": 8, "type": "offer_made", "v": 1, "data": nine}
    mended = ("corrected", corrected | {"reason": None, "authority": None})
    wrong = error_of(replayed([*observed(), mended]))
    assert wrong is not None
    assert (wrong.seq, wrong.rule, wrong.facts.get("known_by")) == (8, "R-D-DEAL-02", 12)
    again = replayed([*observed(), told(8, "offer", seven), told(8, "offer", seven)])
    assert error_of(again) is None


def test_TD21_accounts() -> None:
    t = Table(open_=False)
    for colour in SEATS:
        t.do("cards_drawn", **t.draws(colour, "? ? ? ?", None))
    for colour in SEATS:
        t.do("offer_made", player=colour, offer=None)
    t.do("offers_sent", **t.sent(1, "2DC1"))
    assert souls_of(t, "blue") == {"mortal": 3, "cultist": 0}
    t.do("offer_answered", player="blue", answer=None)
    assert souls_of(t, "blue") is None
    t.do("offer_answered", **t.answers("green", False))
    for colour in ("red", "yellow"):
        t.do("offer_answered", **t.answers(colour, False))
    t.do("offers_sent", **t.sent(2, "DC12"))
    for colour in SEATS:
        t.do("offer_answered", **t.answers(colour, False))
    assert t["red"].souls == {"mortal": 0, "cultist": 2}
    t.do("chests_returned")
    assert t["green"].souls == {"mortal": 3, "cultist": 0}
    assert t["red"].souls is None


def test_TD22_three_known_roles() -> None:
    t = Table(E1 | {"yellow": None}, open_=False).at("deals/offer")
    assert t["yellow"].role is None
    assert t.rule("offer_made", **t.offers("yellow", {"coins": 7})) is None
    assert t.rule("offer_made", **t.offers("yellow", {"souls": 2})) is None


def test_TD77_full_round_of_an_observer() -> None:
    t = Table(NOBODY, open_=False).at("cards/draw", 2)
    for colour in SEATS:
        t[colour].hand, t[colour].events = [None] * 3, [None]
    for colour in SEATS:
        t.do("cards_drawn", **t.draws(colour, "? ? ? ?", None, None))
    for colour in SEATS:
        t.do("buildings_passed", player=colour, cards=[None, None])
    assert view(t.s, 0)["players"]["red"]["hand"] == [None] * 5
    unknown_deals(t)
    t.do("plan_shown", **t.plan("red", discarded=[None], hire=True))
    for colour in ("blue", "green", "yellow"):
        t.do("plan_shown", **t.plan(colour, discarded=[None]))
    t.steps("red", "hire", {"courtier": "rural"})
    for colour in SEATS:
        t.do("actions_ended", player=colour)
    t.do("votes_cast", votes=dict.fromkeys(SEATS, "none"))
    assert (t.s.round, t.s.at) == (3, "cards/draw")
