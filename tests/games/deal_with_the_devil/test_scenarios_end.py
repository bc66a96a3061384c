"""Scenarios, each by its number: the final count, the walls, the seed, undo."""

# ruff: noqa: N802 (tests are named after the scenarios and rules)

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ragami.games.deal_with_the_devil import filling
from ragami.games.deal_with_the_devil.components import GOODS
from ragami.games.deal_with_the_devil.rules.ending import final
from ragami.games.deal_with_the_devil.rules.judge import EVENTS
from ragami.games.deal_with_the_devil.state import State
from tests.games.deal_with_the_devil.logs import error_of, replayed
from tests.games.deal_with_the_devil.table import E1, NOBODY, SEATS, SEED, Table, opening, souls
from tests.games.deal_with_the_devil.test_scenarios_cards_and_deals import deals_with


def ended(**goods: int) -> Table:
    t = Table()
    t.s.shown = True
    for colour in SEATS:
        t[colour].goods = None
        t.has(colour)
        t[colour].souls = souls(0, 0)
    t.has("blue", **goods)
    return t.at("over", 5)


def counted(t: Table, colour: str = "blue") -> dict[str, Any]:
    result = final(t.s)
    assert result is not None
    found: dict[str, Any] = result["players"][colour]
    return found


@pytest.mark.parametrize(("role", "total"), [("mortal_1", 19), ("devil", 15)])
def test_TD66_final_count(role: str, total: int) -> None:
    t = ended(marble=1, glass=1, wood=3, stone=2, coins=4)
    one = t["blue"]
    one.role, one.points, one.debt, one.major = role, -2, 5, ["major_1", "major_2"]  # type: ignore[assignment]
    one.angel, one.demon, one.indulgences, one.souls = 1, 2, 1, souls(1, 1)
    one.courtiers |= {"rural": "hired", "alchemist": "hired"}
    t.stands("blue", "archbishop", "x513", "x104")
    found = counted(t)
    assert [found[k] for k in ("buildings", "debt", "demon", "souls")] == [15, -3, -2, -1]
    assert [found[k] for k in ("indulgences", "courtiers", "valuables")] == [2, 2, 2]
    assert (found["fives"], found["fifths"], found["route"]) == (1, 4, 0)
    assert found["total"] == total


def test_TD67_trade_route() -> None:
    t = ended(wheat=4, wood=3, coins=3)
    assert counted(t)["fives"] == 2
    t.stands("blue", "trade_route")
    found = counted(t)
    assert (found["route"], found["fives"], found["fifths"]) == (4, 1, 1)


def test_TD68_ties() -> None:
    def winners(blue: int, green: int) -> Any:
        t = ended(coins=blue).has("green", coins=green)
        result = final(t.s)
        assert result is not None
        return result["winners"]

    assert winners(4, 3) == ["blue"]
    assert winners(4, 4) == ["blue", "green"]


def test_TD69_walls() -> None:
    wall = {"player": "red", "goods": {}, "souls": souls(0, 2)}
    open_ = Table().at("over", 5)
    assert open_.rule("wall_opened", **wall) == "R-D-END-01"
    t = Table(NOBODY, open_=False).at("inquisition/face", 5)
    t.s.inquisition.gone = ["A", "B", "C"]
    for colour in SEATS:
        t.do("inquisition_faced", **t.faces(colour))
    assert t.s.at == "walls/open"
    t.do("wall_opened", **wall)
    assert t.rule("wall_opened", **wall) == "R-D-END-01"
    more = {"player": "blue", "goods": {}, "souls": souls(0, 1)}
    assert t.rule("wall_opened", **more) == "R-D-COMP-05"
    for colour in ("blue", "green"):
        t.do("wall_opened", player=colour, goods={}, souls=souls(3, 0))
    assert t.rule("wall_opened", player="yellow", goods={}, souls=souls(0, 0)) is None
    t["green"].souls = souls(2, 0)
    assert t.rule("wall_opened", player="yellow", goods={}, souls=souls(0, 0)) == "R-D-COMP-05"
    exact = Table(open_=False, ledger=True).at("walls/open", 5)
    assert exact.rule("wall_opened", **wall) == "R-D-END-01"
    listed = {"player": "red", "goods": {"indulgences": 1}, "souls": souls(0, 2)}
    assert exact.rule("wall_opened", **listed) == "R-D-LOG-01"


def test_TD70_seed() -> None:
    t = Table().at("inquisition/face", 3)
    assert t.rule("seed_opened", seed=SEED) == "R-D-DIST-10"
    t.at("inquisition/prepare", 5).do("roles_shown", roles=E1)
    assert t.rule("seed_opened", seed="01" * 32) == "R-D-DIST-11"
    t.do("seed_opened", seed=SEED)
    assert t.rule("seed_opened", seed=SEED) == "R-D-DIST-10"
    other = {"red": "devil", "blue": "mortal_1", "green": "mortal_2", "yellow": "cultist"}
    t = Table(other).at("inquisition/prepare", 5).do("roles_shown", roles=other)
    found = t.breaches("seed_opened", seed=SEED)[0]
    assert (found.rule, found.facts["record"]) == ("R-D-DIST-12", 3)


def test_TD70_the_seed_fills_what_an_observer_left_out() -> None:
    state = State()
    log = deals_with(second="????", again="????")[:-6]
    for _, data in log:
        if "chests" in data:
            data["chests"] = NOBODY
    log[0] = ("game_opened", opening())
    log[2] = ("characters_dealt", {"roles": NOBODY})
    level = replayed(log)
    assert error_of(level) is None
    assert state.seed is None
    # The table opens roles and seed at once, as if it were the end of round 5.
    level.state.set_step("inquisition/prepare")
    level.state.round = 5
    for type_, data in (("roles_shown", {"roles": E1}), ("seed_opened", {"seed": SEED})):
        event = msgspec.convert(data, type=level.game.events[type_].struct)
        assert level.would_be_wrong(event) == []
        level.game.judges[type(event)][1](level.state, event, 99)
    told = filling.from_seed(level.state)
    t = Table()
    assert [{c: told[seq][f"chests.{c}"] for c in SEATS} for seq in sorted(told)] == [
        t.sent(1, "2DC1")["chests"],
        t.sent(2, "DC12")["chests"],
    ]


def test_TD71_word() -> None:
    t = Table(None)
    early = Table.__new__(Table)
    early.s, early.seq = State(), 0
    early.do("game_opened", **opening())
    assert early.rule("word_given", player="red", word="pan") == "R-D-DIST-09"
    t.do("word_given", player="red", word="pan")
    assert t.rule("word_given", player="red", word="sal") == "R-D-DIST-09"
    t = Table(None, distribution="recorded")
    assert t.rule("word_given", player="red", word="pan") == "R-D-DIST-09"


def test_TD72_jesters() -> None:
    assert "jesters" not in GOODS
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(
            {"player": "red", "offer": {"goods": {"jesters": 1}, "asks": {}}},
            type=EVENTS["offer_made"],
        )
    assert Table(jesters=True).rule("loan_taken", player="red", coins=1) is None


def test_TD73_faq_on_characters_and_offers() -> None:
    t = Table().at("deals/offer")
    assert [c for c in SEATS if (t[c].souls or {})["cultist"]] == ["red"]
    assert t.rule("offer_made", **t.offers("blue", {"souls": 1})) == "R-D-DEAL-02"
    assert t.rule("offer_made", **t.offers("yellow", {"coins": 3}, wood=1)) == "R-D-DEAL-03"
    assert t.rule("offer_made", **t.offers("blue", {"coins": 7})) is None
    assert t.rule("offer_made", **t.offers("red", {"coins": 7})) == "R-D-DEAL-04"
    assert set(EVENTS["votes_cast"].__struct_fields__) == {"votes"}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(
            {"player": "blue", "offer": {"goods": {"souls": 1}, "asks": {}}},
            type=EVENTS["offer_made"],
        )


def test_TD75_undo() -> None:
    log = deals_with(second="DC12", again="DC12")[:-5]
    undone = ("undone", {"to": 11, "reason": None})
    whole = replayed(log[:-1]).state
    back = replayed([*log[:-1], undone]).state
    again = replayed([*log[:-1], undone, ("redone", {})]).state
    assert back != whole
    assert again == whole
