"""The scenarios TF01 to TF20 of the rules file, one test or several each, by their ids."""

# ruff: noqa: N802 (tests are named after the scenarios)

from __future__ import annotations

import pytest

from tests.games.dice_forge.kit import B, G, K, O, Table, entry, forge, opened

REMOVED = {"4": ["6g", "2g+1m"], "12": ["4p", "2m+2p"]}


def test_TF01_opening_four() -> None:
    view = Table(4, free=False).fold.view()
    assert [view["players"][seat]["gold"] for seat in (O, G, B, K)] == [3, 2, 1, 0]
    assert (view["round"], view["phase"], view["active"]) == (1, "blessing", O)
    assert view["blessings_left"] == 1
    assert view["due"] == {"type": "dice_rolled", "players": [O, G, B, K], "why": "step"}
    assert set(view["feats"].values()) == {4} and len(view["feats"]) == 15
    assert (sum(view["sanctuary"].values()), sum(view["garden"].values())) == (40, 20)
    dice = [die for player in view["players"].values() for die in player["dice"]]
    assert all(die[what] is None for die in dice for what in ("up", "face", "rolled"))


def test_TF02_three_and_two() -> None:
    begun = Table()
    begun.state.opened = False
    twice = opened(2)
    twice["players"][1]["colour"] = O
    assert begun.rule("game_opened", **twice) == "R-F-SETUP-01"
    three = Table(3, free=False)
    assert [three[seat].gold for seat in (O, G, B)] == [3, 2, 1]
    assert set(three.state.stacks.values()) == {3}
    assert three.state.table.rounds == 10
    assert three.rule("faces_removed", pools=REMOVED) == "R-F-BLESS-01"
    two = Table(2, free=False)
    assert (two.state.phase, two.due()) == ("setup", ("faces_removed", [], "setup"))
    for wrong in (REMOVED | {"4": ["6g", "6g"]}, REMOVED | {"2a": ["3g", "3g"]}):
        assert two.rule("faces_removed", pools=wrong) == "R-F-SETUP-06"
    two.play("faces_removed", pools=REMOVED)
    pools = two.state.table.temple.sanctuary
    assert all(sum(two.state.sanctuary[face] for face in pool.faces) == 2 for pool in pools)
    assert set(two.state.stacks.values()) == {2}
    assert (two[O].gold, two[G].gold, two.state.blessings_left) == (3, 2, 2)


def test_TF03_a_closed_roll() -> None:
    table = Table(3, free=False)
    rolls = {f"{O}.1": 1, f"{O}.2": 5, f"{G}.1": 6, f"{G}.2": 6, f"{B}.1": 1, f"{B}.2": 1}
    table.play("dice_rolled", rolls=rolls)
    assert table.reserves(O) == (4, 0, 1, 0)
    assert table.reserves(G) == (2, 1, 0, 2)
    assert table.reserves(B) == (3, 0, 0, 0)
    assert (table.state.phase, table.due()) == ("actions", None)
    assert table.not_apply(O, entry("orange.1"), entry("orange.2")) == ("R-F-TURN-02", None)


def test_TF04_slots_and_faces() -> None:
    table = Table(2, free=False)
    table.play("faces_removed", pools=REMOVED)
    rolls = {"orange.1": 1, "orange.2": 1, "green.1": 1, "green.2": 1}
    assert table.rule("dice_rolled", rolls=rolls | {"orange.1": 7}) == "R-F-LOG-01"
    assert table.rule("dice_rolled", rolls=rolls | {"orange.1": "4g"}) == "R-F-BLESS-07"
    assert table.rule("dice_rolled", rolls={"orange.1": 1}) == "R-F-BLESS-07"
    assert table.rule("dice_rolled", rolls={}) == "R-F-BLESS-07"
    assert table.rule("dice_rolled", rolls=rolls | {"purple.1": 1}) == "R-F-LOG-01"
    assert table.rule("dice_rolled", rolls=rolls | {"blue.1": 1}) == "R-F-LOG-01"
    table.play("dice_rolled", rolls=rolls | {"orange.1": "1s", "green.1": "1g"})
    assert (table.die("orange.1").up, table.die("orange.1").face) == (6, "1s")
    assert (table.die("green.1").up, table.die("green.1").face) == (None, "1g")


def test_TF05_offering() -> None:
    table = Table()
    table.own(O, gold=4)
    table.offer(O, "3g>1.1", "1m>1.2")
    assert table[O].gold == 0
    assert table.die("orange.1").slots == ["3g", "1m", "1g", "1g", "1g", "1s"]
    assert table.die("orange.1").up == 2
    assert table[O].removed == ["1g", "1g"]
    assert table.state.bought == ["3g", "1m"]
    assert (table.state.sanctuary["3g"], table.state.sanctuary["1m"]) == (3, 3)


def test_TF06_same_face_twice_in_one_offering() -> None:
    table = Table()
    table.own(O, gold=8)
    assert table.not_offer(O, "4g>1.1", "4g>1.2") == ("R-F-OFFER-02", None)


def test_TF07_offering_what_fails() -> None:
    table = Table()
    table.own(O, gold=3)
    assert table.not_offer(O, "4g>1.1", "3g>1.2") == ("R-F-OFFER-04", None)
    table.state.sanctuary["6g"] = 0
    table.own(O, gold=12)
    for face in ("6g", "x3", "5g"):
        assert table.not_offer(O, f"{face}>1.1") == ("R-F-OFFER-03", None)
    table.own(O, gold=1)
    assert table.not_offer(O, "4g>1.1", "6g>1.2") == ("R-F-OFFER-03", None)
    table.own(O, gold=4)
    assert table.not_offer(O, "3g>1.2p") == ("R-F-FORGE-02", None)
    assert table.rule("offering_made", player=O, faces=[]) == "R-F-LOG-01"
    table.offer(O, "3g>1.1", "1m>1.1")
    assert table[O].removed == ["1g", "3g"]


def test_TF08_two_offerings_in_a_turn() -> None:
    for ruling in ("turn", "offering"):
        table = Table(distinct_faces=ruling)
        table.own(O, gold=12, sun=2)
        table.offer(O, "4g>1.1")
        if ruling == "turn":
            assert table.not_offer(O, "4g>1.2") == ("R-F-OFFER-02", "A-F-OFFER-01")
        else:
            table.offer(O, "4g>1.2")
            assert table[O].sun == 0
    table.step(O)
    table.roll()
    table.offer(O, "4g>1.3")


def test_TF09_the_full_turn_of_the_sheet() -> None:
    table = Table()
    table.own(O, gold=9, sun=1, moon=3, portal=None)
    table.pile(O, "hind", "owl", "owl")
    table[G].piles[0].append("helmet")
    table.own(G, portal=3)
    table.reinforce(O, "hind")
    table.play("dice_rolled", rolls={"orange.2": 5})
    table.reinforce(O, "owl", "sun")
    table.reinforce(O, "owl", "moon")
    table.offer(O, "4g>1.1", "1s>2.1", "1m>2.2")
    table.feat(O, "ferryman")
    table.play("dice_rolled", rolls={"green.1": 1, "green.2": 1})
    table.play("turn_ended", player=O)
    assert table.reserves(O) == (1, 0, 1, 0)
    assert (table.die("orange.1").face, table.die("orange.2").face) == ("4g", "1m")
    assert (table[O].portal, table[G].portal) == (3, None)
    assert table[O].piles[0][-1] == "ferryman"
    assert table.due() == ("dice_rolled", [G, B, O], "step")


def test_TF10_additional_action() -> None:
    table = Table()
    table.state.actions = 1
    table.own(O, gold=12, sun=1)
    assert table.not_offer(O, "4g>1.1") == ("R-F-EXTRA-01", None)
    assert table.rule("feat_performed", player=O, feat="owl") == "R-F-EXTRA-01"
    table.own(O, sun=3)
    assert table.rule("feat_performed", player=O, feat="owl") == "R-F-FEAT-03"
    table.own(O, sun=4)
    table.feat(O, "owl")
    assert table[O].sun == 0
    assert table.not_offer(O, "4g>1.1") == ("R-F-EXTRA-02", None)
    table.own(O, sun=5)
    assert table.rule("feat_performed", player=O, feat="owl") == "R-F-EXTRA-02"


def test_TF11_empty_stack() -> None:
    table = Table()
    table.own(O, moon=6)
    table.state.stacks["hammer"] = 0
    assert table.rule("feat_performed", player=O, feat="hammer") == "R-F-FEAT-02"


def test_TF12_sets() -> None:
    for chosen, other in (("hind", "bear"), ("bear", "hind")):
        table = Table(place_hind=chosen)
        table.own(O, moon=6)
        assert table.rule("feat_performed", player=O, feat=other) == "R-F-SETUP-03"
        assert table.rule("feat_performed", player=O, feat="zeus") == "R-F-LOG-01"
        table.feat(O, chosen)


def test_TF13_ousting() -> None:
    table = Table()
    table.own(G, portal=3)
    table.own(O, moon=4)
    table.feat(O, "ferryman")
    assert (table[O].portal, table[G].portal, table.state.stacks["ferryman"]) == (3, None, 3)
    assert table.due() == ("dice_rolled", [G], "ousted")
    assert table.rule("turn_ended", player=O) == "R-F-OUST-02"
    assert table.rule("dice_rolled", rolls={"orange.1": 1, "orange.2": 1}) == "R-F-BLESS-07"
    table.play("dice_rolled", rolls={"green.1": 6, "green.2": 1})
    assert table.reserves(G) == (3, 1, 0, 0)
    assert table.state.stacks["ferryman"] == 2
    assert table[O].piles[0] == ["ferryman"]


def test_TF14_already_there() -> None:
    table = Table()
    table.own(O, portal=3, moon=6, sun=6)
    table.feat(O, "helmet")
    assert table.due() == ("face_forged", [O], "helmet")
    table.face(O, "x3>1.1")
    table.own(O, sun=6, moon=6)
    table.state.actions = 0
    table.feat(O, "cancer")
    assert table.due() == ("dice_rolled", [O], "divine")
    assert table[O].portal == 4


def test_TF15_bear() -> None:
    table = Table(place_hind="bear")
    table.own(G, portal=3, bears=2)
    table.own(O, bears=1, moon=4)
    table.feat(O, "ferryman")
    assert (table[O].glory, table[G].glory) == (3, 6)
    assert table.due() == ("dice_rolled", [G], "ousted")
    table = Table(place_hind="bear")
    table.own(G, portal=2)
    table.own(O, moon=4)
    table.feat(O, "bear")
    table.roll()
    assert (table[O].bears, table[O].glory, table[G].glory) == (1, 0, 0)


@pytest.mark.parametrize(
    ("cards", "steps", "glory", "left"), [(1, 14, 10, (1, 17)), (2, 29, 15, (1, 2))]
)
def test_TF16_hammer(cards: int, steps: int, glory: int, left: tuple[int, int]) -> None:
    table = Table()
    table.hammer(O, cards, steps)
    table.step()
    table.roll(orange_1="3g", orange_2="1m")
    table.apply(O, entry("orange.1", hammer=3), entry("orange.2"))
    assert (table[O].glory, len(table[O].hammers), table[O].steps) == (glory, *left)


def test_TF16_hammer_stops_at_the_end_of_the_side() -> None:
    table = Table(hammer_overrun="stop")
    table.hammer(O, 1, 14)
    table.step()
    table.roll(orange_1="3g", orange_2="1m")
    wrong = (entry("orange.1", hammer=3), entry("orange.2"))
    assert table.not_apply(O, *wrong) == ("R-F-HAMMER-03", "A-F-HAMMER-01")
    beyond = (entry("orange.1", hammer=4), entry("orange.2"))
    assert table.not_apply(O, *beyond) == ("R-F-HAMMER-03", None)
    table.apply(O, entry("orange.1", hammer=1), entry("orange.2"))
    assert (table[O].steps, table[O].glory) == (15, 10)


def test_TF16_hammer_is_finished() -> None:
    table = Table()
    table.hammer(O, 1, 28)
    table.own(O, gold=12)
    table.step()
    table.roll(orange_1="3g", orange_2="1s")
    assert table.not_apply(O, entry("orange.1", hammer=3), entry("orange.2"))[0] == "R-F-HAMMER-03"
    wrong = (entry("orange.1"), entry("orange.2", hammer=1))
    assert table.not_apply(O, *wrong) == ("R-F-HAMMER-03", None)
    table.own(O, steps=29)
    table.apply(O, entry("orange.1", hammer=1), entry("orange.2"))
    assert (table[O].hammers, table[O].steps, table[O].piles[0]) == ([], 0, ["hammer"])
    assert table.reserves(O) == (12, 1, 0, 15)


def test_TF16_hammer_takes_gold_for_which_there_is_no_room() -> None:
    table = Table()
    table.hammer(O)
    table.own(O, gold=12)
    table.step()
    table.roll(orange_1="3g", orange_2="1m")
    table.apply(O, entry("orange.1", hammer=3), entry("orange.2"))
    assert (table[O].gold, table[O].steps) == (12, 3)


def test_TF17_reserves_and_chest() -> None:
    table = Table()
    table.own(O, gold=11, sun=5, glory=99)
    table.step()
    table.roll(orange_1="4g", orange_2="2s")
    assert table.reserves(O) == (12, 6, 0, 99)
    table.step()
    table.roll(orange_1="3p")
    assert table[O].glory == 102
    table.own(O, moon=2, sun=6)
    table.feat(O, "chest")
    assert table[O].limits == (16, 9, 9)
    table.feat(O, "chest")
    assert table[O].limits == (20, 12, 12)


def test_TF18_hind() -> None:
    table = Table()
    table.pile(O, "hind")
    table.own(O, gold=12)
    table.reinforce(O, "hind")
    assert table.due() == ("dice_rolled", [O], "minor")
    assert table.rule("dice_rolled", rolls={"orange.1": 1, "orange.2": 1}) == "R-F-BLESS-04"
    assert table.rule("dice_rolled", rolls={"green.1": 1}) == "R-F-BLESS-07"
    assert table.not_offer(O, "4g>1.1") == ("R-F-REINF-04", None)
    table.play("dice_rolled", rolls={"orange.2": 6})
    assert table[O].glory == 2
    table.state.used.clear()
    table.reinforce(O, "hind")
    before = table.reserves(O)
    table.minor("orange.1", "x3")
    assert (table.reserves(O), table.due()) == (before, None)


def test_TF19_owl() -> None:
    table = Table()
    table.pile(O, "owl", "owl")
    assert table.not_reinforce(O, "owl") == "R-F-REINF-04"
    assert table.not_reinforce(O, "owl", "glory") == "R-F-LOG-01"
    assert table.not_reinforce(G, "owl", "sun") == "R-F-TURN-01"
    table.hammer(O)
    gold = table[O].gold
    table.reinforce(O, "owl", "gold", 1)
    assert (table[O].gold, table[O].steps) == (gold, 1)
    table.reinforce(O, "owl", "sun")
    assert table.not_reinforce(O, "owl", "sun") == "R-F-REINF-03"
    table.state.actions = 1
    assert table.not_reinforce(O, "owl", "sun") == "R-F-REINF-02"


def test_TF20_elder() -> None:
    table = Table()
    table.pile(O, "elder")
    table.own(O, gold=2)
    assert table.not_reinforce(O, "elder") == "R-F-REINF-04"
    table.own(O, gold=3)
    table.reinforce(O, "elder")
    assert table.reserves(O) == (0, 0, 0, 4)
    table.own(O, sun=1, gold=3)
    table.feat(O, "elder")
    assert table.not_reinforce(O, "elder") == "R-F-REINF-02"


def test_forge_reads_slots_and_faces() -> None:
    assert forge("4g>1.3") == {"face": "4g", "die": 1, "slot": 3}
    assert forge("1s>2.1g") == {"face": "1s", "die": 2, "slot": "1g"}
