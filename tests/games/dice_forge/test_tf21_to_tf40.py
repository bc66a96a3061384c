"""The scenarios TF21 to TF40 of the rules file, one test or several each, by their ids."""

# ruff: noqa: N802 (tests are named after the scenarios)

from __future__ import annotations

from typing import Any

import pytest

from ragami.games.dice_forge.rules.ending import final
from tests.games.dice_forge.kit import B, G, K, O, Table, entry


def test_TF21_satyrs() -> None:
    table = Table()
    table.own(O, moon=3, gold=0, cerberus=1)
    table.feat(O, "satyrs")
    assert table.due() == ("dice_rolled", [G, B], "satyrs")
    assert table.rule("turn_ended", player=O) == "R-F-CARD-05"
    before = table.reserves(G), table.reserves(B)
    table.roll(green_1="2s", green_2="x3")
    assert (table.reserves(G), table.reserves(B)) == before
    assert table.due() == ("faces_applied", [O], "satyrs")
    for wrong in ("green.1", "orange.1"):
        assert table.not_apply(O, entry("green.1"), entry(wrong)) == ("R-F-BLESS-09", None)
    assert table.not_apply(O, entry("green.1")) == ("R-F-BLESS-09", None)
    good = [entry("green.2"), entry("green.1")]
    assert table.not_apply(O, *good, again=good) == ("R-F-CARD-08", None)
    table.apply(O, *good)
    assert table.reserves(O) == (0, 6, 0, 0)


def test_TF21_satyrs_of_two() -> None:
    table = Table(2)
    table.own(O, moon=3)
    table.feat(O, "satyrs")
    assert table.rule("dice_rolled", rolls={"green.1": 1}) == "R-F-BLESS-07"
    table.roll(green_1="1s")
    table.apply(O, entry("green.1"), entry("green.2"))
    assert table[O].sun == 1


def test_TF22_boar() -> None:
    table = Table(place_satyrs="boar")
    table.own(O, moon=3)
    table.feat(O, "boar")
    assert table.rule("boar_sent", player=O, colour="red", bearer=O) == "R-F-CARD-06"
    assert table.rule("boar_sent", player=G, colour="red", bearer=B) == "R-F-CARD-06"
    table.play("boar_sent", player=O, colour="red", bearer=B)
    assert table.due() == ("face_forged", [B], "boar")
    assert table.not_face(G, "boar-red>1.2") == "R-F-CARD-06"
    table.face(B, "boar-red>1.2")
    assert table[O].boars == ["red"]
    table.step()
    table.play("dice_rolled", rolls={"blue.1": 2} | dict.fromkeys(
        ("orange.1", "orange.2", "green.1", "green.2", "blue.2"), 1))  # fmt: skip
    assert table.due() == ("faces_applied", [B], "step")
    table.apply(B, entry("blue.1", choice="sun"), entry("blue.2"))
    assert table[B].sun == 1
    assert table.due() == ("boar_paid", [O], "boar")
    assert table.rule("boar_paid", player=B, gains=["sun"]) == "R-F-BOAR-02"
    assert table.rule("turn_ended", player=O) == "R-F-BOAR-02"
    table.play("boar_paid", player=O, gains=["glory"])
    assert table[O].glory == 3
    table.own(O, moon=3)
    table.feat(O, "boar")
    assert table.rule("boar_sent", player=O, colour="red", bearer=B) == "R-F-CARD-06"
    table.play("boar_sent", player=O, colour="blue", bearer=B)
    assert table.not_face(B, "boar-blue>1.2") == "R-F-FORGE-03"
    assert table.not_face(B, "boar-blue>1.boar-red") == "R-F-FORGE-03"


def test_TF23_cerberus() -> None:
    table = Table()
    table.own(G, cerberus=1, gold=0)
    table.step()
    table.roll(green_1="1g/1s/1m", green_2="2m")
    first = [entry("green.1", choice="gold"), entry("green.2")]
    table.apply(G, *first, again=[entry("green.1", choice="sun"), entry("green.2")])
    assert table.reserves(G) == (1, 1, 4, 0)
    assert table[G].cerberus == 0
    table.step()
    table.roll(green_1="1g/1s/1m", green_2="2m")
    assert table.not_apply(G, *first, again=first) == ("R-F-CARD-08", None)
    table.own(G, cerberus=1)
    table.step()
    table.roll(green_1="1g", green_2="2m")
    assert table.due() == ("faces_applied", [G], "step")
    table.apply(G, entry("green.1"), entry("green.2"))
    assert table[G].cerberus == 1
    table.own(O, sun=3)
    table.feat(O, "minotaur")
    table.roll(green_1="1g/1s/1m")
    assert table.not_apply(G, *first, again=first) == ("R-F-CARD-08", None)


def test_TF24_helmet() -> None:
    table = Table()
    table.own(O, moon=5)
    table.feat(O, "helmet")
    assert table.rule("turn_ended", player=O) == "R-F-CARD-09"
    assert table.not_face(O, "mirror>1.5") == "R-F-CARD-09"
    table.face(O, "x3>1.5")
    assert (table.state.garden["x3"], table.die("orange.1").up) == (3, 5)


def test_TF25_cancer_with_a_ship() -> None:
    table = Table()
    table.own(O, moon=6, gold=0)
    table.feat(O, "cancer")
    assert table.rule("turn_ended", player=O) == "R-F-CARD-10"
    table.roll(orange_1="ship", orange_2="4g")
    ship = entry("orange.1", ship="2m>1.6")
    assert table.not_apply(O, ship, entry("orange.2")) == ("R-F-SHIP-02", None)
    table.apply(O, entry("orange.2"), ship)
    assert (table[O].gold, table.die("orange.1").slots[5]) == (0, "2m")
    assert table.due() == ("dice_rolled", [O], "divine")
    table.roll()
    assert table.due() is None


def test_TF26_sentinel() -> None:
    for conversion in ("each", "all"):
        table = Table(place_cancer="sentinel", conversion=conversion)
        table.own(O, moon=6)
        table.feat(O, "sentinel")
        table.roll(orange_1="2s", orange_2="1m")
        good = entry("orange.1", sun=1), entry("orange.2", moon=1)
        wrong = entry("orange.1", gold=1), entry("orange.2")
        assert table.not_apply(O, *wrong) == ("R-F-CARD-11", None)
        if conversion == "all":
            assert table.not_apply(O, *good) == ("R-F-CARD-11", "A-F-CARD-04")
            continue
        table.apply(O, *good)
        assert table.reserves(O) == (3, 1, 0, 4)
        table.roll()
        assert table.due() is None


def test_TF27_hydra() -> None:
    table = Table()
    table.own(O, sun=5, moon=4)
    assert table.rule("feat_performed", player=O, feat="hydra") == "R-F-FEAT-03"
    table.own(O, moon=5)
    table.feat(O, "hydra")
    assert table.reserves(O) == (3, 0, 0, 0)
    table.state.phase = "over"
    result = final(table.state)
    assert result is not None
    assert result["players"][O] == {"glory": 26, "track": 0, "cards": 26}


def test_TF28_typhon() -> None:
    table = Table(place_hydra="typhon", place_satyrs="boar")
    table.own(O, sun=5, moon=5, removed=["1g"] * 7)
    table.feat(O, "typhon")
    assert table[O].glory == 7
    table.own(G, moon=3)
    table.play("turn_ended", player=O)
    table.roll()
    table.feat(G, "boar")
    table.play("boar_sent", player=G, colour="red", bearer=O)
    table.face(O, "boar-red>1.1")
    assert len(table[O].removed) == 8
    table.state.phase = "over"
    result = final(table.state)
    assert result is not None
    assert result["players"][O]["cards"] == 16


def test_TF29_sphinx() -> None:
    table = Table()
    table.own(O, sun=6, gold=0)
    table.feat(O, "sphinx")
    for slot in (5, 6):
        table.play("dice_rolled", rolls={"orange.2": slot})
    assert table.rule("dice_rolled", rolls={"orange.1": 1}) == "R-F-CARD-14"
    assert table.rule("dice_rolled", rolls={"orange.1": 1, "orange.2": 1}) == "R-F-BLESS-04"
    table.play("dice_rolled", rolls={"orange.2": 1})
    assert table.rule("turn_ended", player=O) == "R-F-CARD-14"
    table.play("dice_rolled", rolls={"orange.2": 1})
    assert (table.reserves(O), table.due()) == ((2, 0, 1, 2), None)


def test_TF30_cyclops() -> None:
    table = Table(place_sphinx="cyclops")
    table.own(O, sun=6, gold=0)
    table.hammer(O)
    table.feat(O, "cyclops")
    table.minor("orange.1", "4g")
    assert table.not_apply(O, entry("orange.1", gold=3, hammer=2)) == ("R-F-HAMMER-03", None)
    assert table.not_apply(O, entry("orange.1", gold=5)) == ("R-F-CARD-15", None)
    table.apply(O, entry("orange.1", gold=2, hammer=1))
    assert (table.reserves(O), table[O].steps) == ((1, 0, 0, 2), 1)
    assert table.rule("dice_rolled", rolls={"orange.2": 1}) == "R-F-CARD-15"


def test_TF31_mirror_of_the_abyss() -> None:
    table = Table()
    table.own(O, sun=5)
    table.feat(O, "mirror")
    assert table.not_face(O, "x3>2.4") == "R-F-CARD-16"
    table.face(O, "mirror>2.4")
    table.step()
    table.roll(orange_2="mirror", green_1="3g")
    gold = table[O].gold
    table.apply(O, entry("orange.2", copy="green.1"), entry("orange.1"))
    assert table[O].gold == gold + 4


def test_TF32_gorgon() -> None:
    table = Table()
    table.own(O, sun=4)
    table.feat(O, "gorgon")
    assert table.due() is None
    table.state.phase = "over"
    result = final(table.state)
    assert result is not None
    assert result["players"][O]["glory"] == 14


def triton(table: Table, player: str, gain: str = "moon", hammer: int = 0) -> Any:
    return table.no("triton_spent", player=player, gain=gain, hammer=hammer)


@pytest.mark.parametrize("when", ["own_moments", "actions"])
def test_TF33_triton(when: str) -> None:
    table = Table(place_gorgon="triton", triton_when=when)
    table.own(O, triton=2)
    table.step()
    if when == "own_moments":
        table.play("triton_spent", player=O, gain="moon", hammer=0)
        assert (table[O].moon, table[O].triton) == (2, 1)
    else:
        assert triton(table, O) == ("R-F-CARD-18", "A-F-CARD-03")
    table.roll(orange_1="1g/1s/1m", green_1="1g/1s/1m")
    if when == "own_moments":
        table.play("triton_spent", player=O, gain="sun", hammer=0)
    else:
        assert triton(table, O) == ("R-F-CARD-18", "A-F-CARD-03")
    table.apply(O, entry("orange.1", choice="gold"), entry("orange.2"))
    table.own(O, triton=1)
    assert triton(table, O) == ("R-F-CARD-18", None)  # green's decision is due
    table.apply(G, entry("green.1", choice="gold"), entry("green.2"))
    assert triton(table, G) == ("R-F-TURN-01", None)
    table.play("triton_spent", player=O, gain="sun", hammer=0)
    assert triton(table, O) == ("R-F-CARD-18", None)


def test_TF33_triton_while_somebody_ousted_rolls_and_on_the_hammer() -> None:
    table = Table(place_gorgon="triton")
    table.own(G, portal=3)
    table.own(O, moon=4, triton=1)
    table.hammer(O, 1, 12)
    table.feat(O, "ferryman")
    assert triton(table, O) == ("R-F-CARD-18", None)
    table.roll()
    assert triton(table, O, "gold", 7) == ("R-F-HAMMER-03", None)
    assert triton(table, O, "sun", 1) == ("R-F-HAMMER-03", None)
    table.play("triton_spent", player=O, gain="gold", hammer=6)
    assert (table[O].glory, table[O].steps, table[O].gold) == (10, 18, 3)


def test_TF33_triton_before_the_faces_are_removed() -> None:
    table = Table(2, free=False)
    assert triton(table, O) == ("R-F-SETUP-06", None)


def test_TF33_triton_in_any_order() -> None:
    table = Table(place_gorgon="triton", decision_order="any_order")
    table.own(G, triton=1)
    table.step(G)
    table.roll(orange_1="1g/1s/1m", green_1="1g/1s/1m")
    table.play("triton_spent", player=G, gain="moon", hammer=0)
    table.apply(G, entry("green.1", choice="gold"), entry("green.2"))
    assert triton(table, G) == ("R-F-CARD-18", None)


def test_TF34_minotaur() -> None:
    table = Table(4)
    table.own(O, sun=3)
    table.own(G, gold=2, glory=1).piles[0].append("ferryman")
    table.own(B, sun=4)
    table.own(K, gold=5)
    table.feat(O, "minotaur")
    assert table.due() == ("dice_rolled", [G, B, K], "minotaur")
    assert table.rule("turn_ended", player=O) == "R-F-CARD-19"
    faces = {"green_1": "3g", "green_2": "2p", "blue_1": "x3", "blue_2": "2s"}
    table.roll(**faces, black_1="1g/1s/1m", black_2="ship")
    assert (table[G].gold, table[G].glory, table[B].sun) == (0, 0, 0)
    assert table.due() == ("faces_applied", [K], "minotaur")
    buys = entry("black.1", choice="sun"), entry("black.2", ship="1m>1.1")
    assert table.not_apply(K, *buys) == ("R-F-SHIP-02", None)
    hammers = entry("black.1", choice="gold", hammer=1), entry("black.2")
    assert table.not_apply(K, *hammers) == ("R-F-HAMMER-03", None)
    converts = entry("black.1", choice="gold", gold=1), entry("black.2")
    assert table.not_apply(K, *converts) == ("R-F-CARD-15", None)
    table.apply(K, entry("black.1", choice="sun"), entry("black.2"))
    assert table.reserves(K) == (5, 0, 0, 0)
    table.state.phase = "over"
    result = final(table.state)
    assert result is not None
    assert result["players"][G] == {"glory": 12, "track": 0, "cards": 12}


def test_TF35_shield_is_forged() -> None:
    table = Table(place_minotaur="shield")
    table.own(O, sun=6)
    table.state.garden["shield-blue"] = 0
    table.feat(O, "shield")
    assert table.not_face(O, "shield-blue>1.1") == "R-F-CARD-20"
    assert table.not_face(O, "x3>1.1") == "R-F-CARD-20"
    table.face(O, "shield-red>1.1")


@pytest.mark.parametrize(
    ("one", "two", "choice", "gained"),
    [
        ("shield-yellow", "4g", None, (4, 0, 0, 5)),
        ("shield-yellow", "1s", None, (3, 1, 0, 0)),
        ("shield-yellow", "x3", None, (9, 0, 0, 0)),
        ("shield-red", "1g/1s/1m", "sun", (0, 1, 0, 5)),
        ("shield-red", "1g/1s/1m", "gold", (1, 2, 0, 0)),
        ("shield-green", "2m+2p", None, (0, 0, 2, 7)),
        ("shield-blue", "ship", None, (0, 0, 2, 0)),
        ("shield-red", "shield-blue", None, (0, 2, 2, 0)),
        ("x3", "2g+1m", None, (6, 0, 3, 0)),
        ("x3", "x3", None, (0, 0, 0, 0)),
        ("x3", "3g/2p", "gold", (9, 0, 0, 0)),
        ("x3", "3g/2p", "glory", (0, 0, 0, 6)),
        ("x3", "1g+1s+1m+1p", None, (3, 3, 3, 3)),
    ],
)
def test_TF35_TF38_and_TF45_shields_and_x3(
    one: str, two: str, choice: str | None, gained: tuple[int, int, int, int]
) -> None:
    for first, second in ((one, two), (two, one)):
        table = Table()
        table.own(O, gold=0)
        table.step()
        table.roll(orange_1=first, orange_2=second)
        if "/" in one + two or "ship" in (one, two):
            chosen = {first: choice if "/" in first else None}
            chosen[second] = choice if "/" in second else None
            faces = [entry(f"{O}.{at}", choice=chosen[f]) for at, f in ((1, first), (2, second))]
            assert table.due() == ("faces_applied", [O], "step")
            table.apply(O, *faces)
        assert table.due() is None
        assert table.reserves(O) == gained


def test_TF35_shield_alone_at_the_limit_and_under_the_minotaur() -> None:
    table = Table()
    table.pile(O, "hind")
    table.own(O, gold=0)
    table.reinforce(O, "hind")
    table.minor("orange.1", "shield-yellow")
    assert table[O].gold == 3
    table.own(O, moon=6)
    table.step()
    table.roll(orange_1="shield-blue", orange_2="2m")
    assert (table[O].moon, table[O].glory) == (6, 5)
    table.own(G, gold=10, glory=10)
    table.own(O, sun=3)
    table.feat(O, "minotaur")
    table.roll(green_1="shield-yellow", green_2="4g")
    assert (table[G].gold, table[G].glory) == (6, 5)


def test_TF35_shield_and_a_ship_with_its_purchase() -> None:
    table = Table()
    table.own(O, gold=1)
    table.step()
    table.roll(orange_1="shield-blue", orange_2="ship")
    table.apply(O, entry("orange.1"), entry("orange.2", ship="4g>1.2"))
    assert (table[O].moon, table[O].gold) == (2, 0)


def test_TF36_celestial_ship() -> None:
    for ship, gold in (("4g>1.2", 1), ("1m>1.2", 2), (None, 2)):
        table = Table(place_owl="ship")
        table.own(O, sun=2, gold=2)
        table.feat(O, "ship")
        assert table.rule("turn_ended", player=O) == "R-F-CARD-22"
        table.face(O, "ship>1.1")
        table.pile(O, "hind")
        table.state.actions = 0
        table.reinforce(O, "hind")
        table.minor("orange.1", "ship")
        table.apply(O, entry("orange.1", ship=ship))
        assert table[O].gold == gold


def test_TF37_wild_spirits() -> None:
    table = Table()
    table.own(O, sun=2, gold=0)
    table.feat(O, "spirits")
    assert (table.reserves(O), table.due()) == ((3, 1, 3, 0), None)
    table.hammer(O)
    table.own(O, sun=3)
    table.feat(O, "spirits")
    assert table.due() == ("gold_split", [O], "spirits")
    assert table.rule("gold_split", player=O, hammer=4) == "R-F-HAMMER-03"
    assert table.rule("gold_split", player=G, hammer=1) == "R-F-CARD-23"
    assert table.rule("turn_ended", player=O) == "R-F-CARD-23"
    table.play("gold_split", player=O, hammer=2)
    assert (table.reserves(O), table[O].steps) == ((4, 0, 6, 0), 2)


def test_TF39_x3_and_ship() -> None:
    for face, price in (("2m", 0), ("4p", 6)):
        for order in ((1, 2), (2, 1)):
            table = Table()
            table.own(O, gold=6)
            table.step()
            table.roll(orange_1="x3", orange_2="ship")
            buys = {1: entry("orange.1"), 2: entry("orange.2", ship=f"{face}>1.3")}
            table.apply(O, *(buys[at] for at in order))
            assert table[O].gold == 6 - price


def test_TF40_x3_and_mirror() -> None:
    table = Table()
    table.step()
    table.roll(orange_1="x3", orange_2="mirror", green_1="2s")
    table.apply(O, entry("orange.1"), entry("orange.2", copy="green.1"))
    assert table[O].sun == 6
    for order in ((0, 1), (1, 0)):
        table = Table()
        table.own(O, gold=0)
        table.step()
        table.roll(orange_1="mirror", orange_2="4g", green_1="x3")
        faces = [entry("orange.1", copy="green.1"), entry("orange.2")]
        table.apply(O, *(faces[at] for at in order))
        assert table[O].gold == 12
