"""Scenarios, each by its number: witch hunt, Inquisition, end, seed."""

# ruff: noqa: N802 (tests are named after the scenarios and rules)

from __future__ import annotations

from typing import Any

from ragami.games.deal_with_the_devil.state import Accusation, Built, Guess
from tests.games.deal_with_the_devil.table import (
    E1,
    SEATS,
    Table,
    souls,
)


def votes(*named: str) -> dict[str, Any]:
    return {"votes": dict(zip(SEATS, named, strict=True))}


def test_TD49_witch_hunt() -> None:
    for named, questioned in (
        (("yellow", "yellow", "none", "red"), ["yellow"]),
        (("yellow", "red", "yellow", "red"), ["red", "yellow"]),
    ):
        t = Table().at("witch_hunt/vote", 2).do("votes_cast", **votes(*named))
        assert (t.s.questioned, t.s.at) == (questioned, "witch_hunt/charge")
        assert t.rule("charge_answered", player="blue", answer="guilty") == "R-D-WITCH-02"
    t = Table().at("witch_hunt/vote", 2)
    assert t.rule("votes_cast", **votes("red", "none", "none", "none")) == "R-D-COMP-03"
    t.do("votes_cast", **votes("blue", "green", "yellow", "red"))
    assert (t.s.round, t.s.at) == (3, "cards/draw")


def charged(mortal: int, cultist: int, *, known: bool = True) -> Table:
    t = Table().at("witch_hunt/charge", 2)
    t.s.questioned = ["yellow"]
    t["yellow"].souls = souls(mortal, cultist) if known else None
    return t


def test_TD50_charge() -> None:
    innocent = {"player": "yellow", "answer": "innocent"}
    assert charged(2, 0).rule("charge_answered", **innocent) == "R-D-WITCH-03"
    t = charged(2, 1).do("charge_answered", **innocent)
    assert t["yellow"].angel == 1
    assert charged(0, 0, known=False).rule("charge_answered", **innocent) is None
    t = charged(3, 0).do("charge_answered", player="yellow", answer="guilty")
    assert (t["yellow"].reputation, t["yellow"].demon, t["yellow"].confessed) == (7, 1, True)
    t.at("witch_hunt/vote", 3)
    assert t.rule("votes_cast", **votes("yellow", "none", "none", "red")) == "R-D-WITCH-05"
    t.do("votes_cast", **votes("none", "red", "none", "red"))
    assert t.s.questioned == ["red"]


def test_TD51_wings_for_money() -> None:
    t = Table().at("inquisition/prepare", 3).has("red", coins=11)
    assert t.rule("wings_bought", player="red", count=3) == "R-D-BANK-03"
    t.do("wings_bought", player="red", count=2)
    assert (t["red"].angel, (t["red"].goods or {})["coins"]) == (2, 1)
    t.s.inquisition.accusing = [Accusation("red", "cultist")]
    for step, rule in (
        ("ritual", "R-D-RIT-01"),
        ("turn", "R-D-RIT-05"),
        ("accuse", "R-D-GUESS-05"),
        ("face", "R-D-FACE-01"),
    ):
        t.at(f"inquisition/{step}", 3)
        assert t.ruling("wings_bought", player="red", count=1) == (rule, "A-D-INQ-01")


def ritual(round_: int = 3, **options: Any) -> Table:
    t = Table(**options).at("inquisition/prepare" if round_ == 3 else "inquisition/ritual", round_)
    for colour in SEATS:
        t.has(colour, coins=20)
    t["yellow"].souls, t["red"].souls = souls(4, 2), souls(0, 0)
    return t


def coins(n: int, **goods: int) -> dict[str, Any]:
    return {"goods": {"coins": n, **goods} if n else goods}


def marked(mortal: int, cultist: int) -> dict[str, Any]:
    return {"souls": souls(mortal, cultist)}


def test_TD52_bribes() -> None:
    t = ritual()
    t["yellow"].souls = souls(0, 0)
    t.do("ritual_opened", **t.ritual(mortal_1=coins(3), mortal_2=coins(4)))
    assert (t.s.inquisition.gone, t.s.inquisition.bribes) == (["A"], 2)
    t.at("inquisition/ritual", 5).do("ritual_opened", **t.ritual(cultist=coins(8)))
    assert (t.s.inquisition.gone, t.s.inquisition.bribes) == (["A", "B", "C"], 0)
    t = ritual()
    t.do("ritual_opened", **t.ritual(mortal_1=coins(15), devil=marked(0, 2)))
    assert t.s.inquisition.gone == ["A", "B", "C"]
    t = ritual(bribe_resources=True).has("red", marble=1, wood=1)
    goods = t.ritual(cultist=coins(0, marble=1, wood=1), devil=marked(0, 2))
    t.do("ritual_opened", **goods)
    assert t.s.inquisition.bribes == 3
    assert ritual().rule("ritual_opened", **goods) == "R-D-OPT-03"
    with_indulgence = t.ritual(cultist=coins(0, indulgences=1), devil=marked(0, 2))
    t = ritual(bribe_resources=True)
    assert t.rule("ritual_opened", **with_indulgence) == "R-D-OPT-03"
    poor = t.ritual(cultist=coins(21), devil=marked(0, 2))
    assert t.rule("ritual_opened", **poor) == "R-D-BANK-03"


def test_TD53_ritual_round_3() -> None:
    t = ritual()
    t["yellow"].souls = souls(2, 1)
    t.do("ritual_opened", **t.ritual(devil=marked(2, 1)))
    goods = t["yellow"].goods or {}
    assert [goods[g] for g in ("marble", "glass", "wood", "stone", "wheat")] == [1, 1, 1, 1, 0]
    assert goods["coins"] == 22
    assert t.s.inquisition.turning == [1, 2]
    assert (t["red"].goods or {})["wheat"] == 1
    assert (t["red"].goods or {})["coins"] == 21
    turned = {"slot": 2, "inquisitor": "vandal"}
    assert t.rule("inquisitor_turned", **turned) == "R-D-RIT-05"
    assert t.rule("inquisition_faced", **t.faces("red")) == "R-D-RIT-05"
    assert t.rule("inquisitor_turned", slot=1, inquisitor="guest") == "R-D-SETUP-05"
    t.do("inquisitor_turned", slot=1, inquisitor="vandal")
    assert t.rule("inquisitor_turned", slot=2, inquisitor="vandal") == "R-D-SETUP-05"
    t = ritual()
    t["yellow"].souls = souls(0, 2)
    t.do("ritual_opened", **t.ritual(devil=marked(0, 2)))
    assert (t["red"].goods or {})["coins"] == 24
    t = ritual()
    t["yellow"].souls = souls(0, 0)
    t.do("ritual_opened", **t.ritual())
    assert {g: n for g, n in (t["yellow"].goods or {}).items() if n} == {
        "marble": 1,
        "glass": 1,
        "coins": 20,
    }
    t = ritual()
    assert t.rule("ritual_opened", **t.ritual(devil=marked(2, 1))) == "R-D-RIT-02"
    assert t.rule("ritual_opened", **t.ritual(mortal_1=marked(1, 0))) == "R-D-RIT-01"
    assert t.rule("ritual_opened", **t.ritual(devil=marked(5, 2))) == "R-D-RIT-01"
    assert t.rule("ritual_opened", **t.ritual(devil=marked(7, 2))) == "R-D-COMP-05"


def guesses(devil: str | None = None, cultist: str | None = None) -> dict[str, Any]:
    made = {"devil": devil, "cultist": cultist}
    return {"guesses": {of: named for of, named in made.items() if named}}


def guessing(**chests: Any) -> Table:
    t = ritual()
    t["yellow"].souls = souls(0, 0)
    return t.do("ritual_opened", **t.ritual(**chests))


def test_TD54_guesses_that_differ() -> None:
    t = guessing(mortal_1=guesses("yellow"), mortal_2=guesses("red"), cultist=guesses("green"))
    assert (t.s.inquisition.fixed, t.s.inquisition.accusing) == ([], [])
    t.at("inquisition/ritual", 5)
    assert t.rule("ritual_opened", **t.ritual(mortal_1=guesses("yellow"))) is None


def test_TD55_two_agree_true() -> None:
    t = guessing(
        mortal_1=guesses("yellow", "red"), mortal_2=guesses("yellow"), cultist=guesses("blue")
    )
    assert t.rule("accusation_answered", player="red", of="devil", true=True) == "R-D-GUESS-04"
    before = [(t[c].goods or {})["coins"] for c in ("blue", "green", "red")]
    t.do("accusation_answered", player="yellow", of="devil", true=True)
    assert t["yellow"].reputation == 4
    assert [(t[c].goods or {})["coins"] for c in ("blue", "green", "red")] == [
        before[0] + 2,
        before[1] + 2,
        before[2],
    ]
    assert t.rule("inquisitor_turned", slot=1, inquisitor="vandal") == "R-D-GUESS-04"
    assert t.rule("wings_bought", player="red", count=1) == "R-D-GUESS-04"
    t.do("inquisitor_turned", slot=3, inquisitor="vandal")
    assert t.s.at == "inquisition/face"
    assert len(t.s.inquisition.fixed) == 4
    t.at("inquisition/ritual", 5)
    for role, chest, rule in (
        ("cultist", guesses("yellow"), "R-D-GUESS-06"),
        ("mortal_1", guesses(cultist="green"), "R-D-GUESS-03"),
        ("mortal_2", guesses(cultist="yellow"), "R-D-GUESS-03"),
        ("mortal_2", guesses(cultist="red"), None),
    ):
        assert t.rule("ritual_opened", **t.ritual(**{role: chest})) == rule
    points = [t[c].points for c in SEATS]
    t.do("ritual_opened", **t.ritual(mortal_2=guesses(cultist="red")))
    assert [t[c].points - n for c, n in zip(SEATS, points, strict=True)] == [0, 4, 4, 1]


def test_TD56_two_agree_untrue() -> None:
    t = guessing(mortal_1=guesses("red"), mortal_2=guesses("red"))
    assert t.rule("accusation_answered", player="red", of="devil", true=True) == "R-D-GUESS-04"
    t.do("accusation_answered", player="red", of="devil", true=False)
    assert (t["red"].reputation, t.s.inquisition.found["devil"]) == (8, "none")
    assert len(t.s.inquisition.fixed) == 2
    t.at("inquisition/ritual", 5).do("ritual_opened", **t.ritual())
    assert t["yellow"].points == 2


def test_TD57_cultist_found() -> None:
    t = guessing(mortal_1=guesses(cultist="red"), mortal_2=guesses(cultist="red"))
    untrue = {"player": "red", "of": "cultist", "true": False}
    assert t.rule("accusation_answered", **untrue) == "R-D-GUESS-05"
    other = {"player": "red", "of": "devil", "true": False}
    assert t.rule("accusation_answered", **other) == "R-D-GUESS-05"
    t.do("accusation_answered", player="red", of="cultist", true=True)
    assert t["red"].reputation == 5
    assert [(t[c].goods or {})["coins"] for c in ("blue", "green")] == [22, 22]
    t = ritual()
    for chest in ({"cultist": guesses(cultist="blue")}, {"devil": guesses("blue")}):
        assert t.rule("ritual_opened", **t.ritual(**chest)) == "R-D-COMP-04"
    twice = t.ritual(mortal_1=guesses("red", "red"))
    assert t.rule("ritual_opened", **twice) == "R-D-GUESS-01"
    own = t.ritual(mortal_1=guesses("blue"))
    assert t.rule("ritual_opened", **own) == "R-D-COMP-03"


def test_TD58_tokens_are_not_returned() -> None:
    t = ritual(5)
    t.s.inquisition.fixed = [Guess("mortal_1", "devil", "red"), Guess("mortal_2", "devil", "red")]
    again = t.ritual(mortal_1=guesses("green"))
    assert t.rule("ritual_opened", **again) == "R-D-GUESS-03"


def test_TD59_ritual_round_5() -> None:
    t = ritual(5)
    t.do("ritual_opened", **t.ritual(devil=marked(3, 1)))
    assert (t["yellow"].points, t.s.inquisition.turning) == (6, [1, 2])
    assert t.rule("inquisition_faced", **t.faces("red")) == "R-D-RIT-09"
    assert (t["red"].goods or {})["wheat"] == 0
    t = ritual(5)
    t.s.inquisition.up = {"1": "vandal", "2": "orator", "3": None}
    t.do("ritual_opened", **t.ritual(devil=marked(4, 1)))
    assert (t["yellow"].points, t.s.inquisition.turning) == (12, [3])
    t = Table().at("inquisition/prepare", 5)
    assert t.rule("ritual_opened", **t.ritual()) == "R-D-RIT-08"
    assert t.rule("roles_shown", roles=E1 | {"red": "devil"}) == "R-D-DIST-13"
    wrong = {"red": "devil", "blue": "mortal_1", "green": "mortal_2", "yellow": "cultist"}
    assert t.rule("roles_shown", roles=wrong) == "R-D-RIT-08"
    t.do("roles_shown", roles=E1)
    assert t.rule("votes_cast", **votes("none", "none", "none", "none")) == "R-D-RIT-01"


def facing(round_: int = 5, *up: str, guests: int = 0) -> Table:
    t = Table().at("inquisition/face", round_)
    for slot, one in enumerate(up, 1):
        t.s.inquisition.up[str(slot)] = one
    t["blue"].guests = guests
    t["blue"].souls = souls(3, 0)
    return t.has("blue")


def test_TD60_facing() -> None:
    t = facing(5, "orator", "squanderer", guests=1)
    t.s.inquisition.gone = ["A", "B"]
    t["blue"].indulgences = 1
    three = {"convinced": ["commoner", "orator", "squanderer"]}
    assert t.rule("inquisition_faced", **t.faces("blue", 5)) == "R-D-FACE-03"
    one = {"convinced": ["commoner"]}
    assert t.rule("inquisition_faced", **t.faces("blue", 2, **one)) == "R-D-FACE-02"
    gone = {"convinced": ["fundamentalist"]}
    assert t.rule("inquisition_faced", **t.faces("blue", 1, **gone)) == "R-D-FACE-01"
    guests = {"convinced": ["guest", "guest"]}
    found = t.ruling("inquisition_faced", **t.faces("blue", 2, **guests))
    assert found == ("R-D-FACE-01", "A-D-FACE-02")
    t["blue"].souls = souls(1, 0)
    assert t.rule("inquisition_faced", **t.faces("blue", 2, 1, **three)) == "R-D-FACE-02"
    t["blue"].souls = souls(3, 0)
    assert t.rule("inquisition_faced", **t.faces("blue", 1, 2, **three)) == "R-D-FACE-02"
    t.do("inquisition_faced", **t.faces("blue", 2, 1, **three))
    assert (t["blue"].points, t["blue"].indulgences, t["blue"].souls) == (-4, 0, souls(3, 0))
    assert t.rule("inquisition_faced", **t.faces("blue")) == "R-D-FACE-01"


def test_TD61_round_3() -> None:
    t = facing(3, guests=1)
    keeps = {"ascetic": {"given": {}, "kept": 0}}
    b = {"convinced": ["fundamentalist"], "choices": keeps}
    assert t.rule("inquisition_faced", **t.faces("blue", 1, **b)) == "R-D-FACE-01"
    for colour in SEATS:
        t.has(colour).do("inquisition_faced", **t.faces(colour, choices=keeps))
    assert (t["blue"].points, t["blue"].guests) == (-4, 0)
    assert (t.s.round, t.s.at) == (4, "cards/draw")


def test_TD62_collector() -> None:
    t = facing(5, "collector")
    t.s.inquisition.gone = ["A", "B", "C"]
    t["blue"].debt, t["blue"].demon = 9, 2
    convinced = t.faces("blue", 1, convinced=["guest"])
    assert t.rule("inquisition_faced", **convinced) is None
    t.do("inquisition_faced", **t.faces("blue"))
    assert (t["blue"].debt, t["blue"].points, t["blue"].guests) == (10, -2 - 5 - 4, 1)


def test_TD63_orator_commoner_fundamentalist() -> None:
    def lost(id_: str, t: Table) -> int:
        t.s.inquisition.gone = ["A", "B", "C"]
        if id_ in t.s.table.letters.values():
            t.s.inquisition.gone = [
                x for x, one in t.s.table.letters.items() if one != id_ and x is not None
            ]
        t.do("inquisition_faced", **t.faces("blue"))
        return t["blue"].points

    assert lost("orator", facing(5, "orator").reputations(8, 9, 8, 8)) == -2
    assert lost("orator", facing(5, "orator").reputations(9, 9, 8, 8)) == -4
    five = facing().stands("blue", "fort", "x102", "x104", "x107", "x108")
    assert lost("commoner", five) == -2
    t = facing()
    t["blue"].minor["minor_1"], t["blue"].major = 1, ["major_1"]
    assert lost("fundamentalist", t) == -2


def replying(t: Table, **choices: Any) -> str | None:
    return t.rule("inquisition_faced", **t.faces("blue", choices=choices))


def test_TD64_squanderer_ascetic() -> None:
    t = facing(5, "squanderer").has("blue", marble=1, wood=1)
    t.s.inquisition.gone = ["A", "B", "C"]
    assert replying(t, squanderer={"given": {"wood": 1}}) == "R-D-FACE-04"
    assert replying(t, squanderer={"given": {"glass": 1}}) == "R-D-FACE-04"
    assert replying(t) == "R-D-FACE-04"
    given = {"squanderer": {"given": {"marble": 1}}}
    more = given | {"ascetic": {"given": {}, "kept": 0}}
    assert replying(t, **more) == "R-D-FACE-04"
    t.do("inquisition_faced", **t.faces("blue", choices=given))
    assert (t["blue"].points, (t["blue"].goods or {})["marble"]) == (0, 0)
    t = facing(3).has("blue", marble=2, glass=1)
    wrong = {"given": {"marble": 1}, "kept": 1}
    assert replying(t, ascetic=wrong) == "R-D-FACE-04"
    right = {"ascetic": {"given": {"marble": 1}, "kept": 2}}
    t.do("inquisition_faced", **t.faces("blue", choices=right))
    assert t["blue"].points == -4


def test_TD65_vandal() -> None:
    def with_points(*names: str) -> Table:
        t = facing(5, "vandal").stands("blue", *names)
        t.s.inquisition.gone = ["A", "B", "C"]
        return t

    tied = with_points("archbishop", "university", "x113")
    assert replying(tied, vandal={"building": "x113"}) == "R-D-FACE-04"
    assert replying(tied) == "R-D-FACE-04"
    assert replying(tied, vandal={"building": "archbishop"}) is None
    assert replying(tied, vandal={"building": "university"}) is None
    second = with_points("archbishop", "x113", "x114")
    assert replying(second, vandal={"building": "archbishop"}) == "R-D-FACE-04"
    second.do("inquisition_faced", **second.faces("blue", choices={"vandal": {"building": "x114"}}))
    assert [one.building for one in second["blue"].built] == ["archbishop", "x113"]
    alone = with_points("archbishop")
    assert replying(alone, vandal={"building": "archbishop"}) == "R-D-FACE-04"
    assert replying(alone) is None


def test_TD74_destroyed_and_achieved() -> None:
    t = facing(5, "vandal").stands("blue", "x109", "x110", "x111", "x112", "rectory")
    t.s.inquisition.gone = ["A", "B", "C"]
    t["blue"].major = ["major_3"]
    best = {"vandal": {"building": "rectory"}}
    t.do("inquisition_faced", **t.faces("blue", choices=best))
    assert t["blue"].major == ["major_3"]
    assert t["blue"].built[-1] == Built("x112", 1)
