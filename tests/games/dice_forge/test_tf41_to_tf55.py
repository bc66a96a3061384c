"""The scenarios TF41 to TF55 of the rules file, one test or several each, by their ids."""

# ruff: noqa: N802 (tests are named after the scenarios)

from __future__ import annotations

import pytest

from ragami.games.dice_forge import state
from tests.games.dice_forge.kit import B, G, K, O, Table, entry

REMOVED = {"4": ["6g", "2g+1m"], "12": ["4p", "2m+2p"]}


def test_TF41_mirror_of_a_ship() -> None:
    for other, ship, left in (("1s", "4g>1.3", 5), ("x3", "2m>1.3", 6), ("1s", None, 6)):
        table = Table()
        table.own(O, gold=6)
        table.up(green_1="ship")
        table.pile(O, "hind")
        table.step()
        table.state.stack[-1] = type(table.state.stack[-1])(
            "R-F-CARD-10", "divine", (O,), "cancer", ("orange.1", "orange.2")
        )
        table.roll(orange_1="mirror", orange_2=other)
        table.apply(O, entry("orange.1", copy="green.1", ship=ship), entry("orange.2"))
        assert table[O].gold == left


def test_TF42_mirror_against_mirror() -> None:
    for chosen in ("through", "opponents"):
        table = Table(mirror_of_mirror=chosen)
        table.step()
        table.roll(orange_1="mirror", orange_2="2s", green_1="mirror", blue_2="1m")
        own = entry("orange.1", copy="orange.2"), entry("orange.2")
        mirror = entry("orange.1", copy="green.1"), entry("orange.2")
        nothing = entry("orange.1"), entry("orange.2")
        assert table.not_apply(O, *mirror) == ("R-F-MIRROR-02", None)
        assert table.not_apply(O, *nothing) == ("R-F-MIRROR-03", None)
        itself = entry("orange.1", copy="orange.1"), entry("orange.2")
        assert table.not_apply(O, *itself) == ("R-F-MIRROR-02", None)
        if chosen == "through":
            table.apply(O, *own)
            assert table[O].sun == 4
        else:
            assert table.not_apply(O, *own) == ("R-F-MIRROR-02", "A-F-MIRROR-02")
        table.step()
        table.roll(orange_1="mirror", orange_2="2s")
        assert table.not_apply(O, *own) == ("R-F-MIRROR-02", None)


def test_TF42_null_is_right_where_only_own_dice_could_be_named() -> None:
    for chosen in ("through", "opponents"):
        table = Table(2, mirror_of_mirror=chosen)
        table.step()
        table.roll(orange_1="mirror", orange_2="2s", green_1="mirror", green_2="mirror")
        nothing = entry("orange.1"), entry("orange.2")
        if chosen == "through":
            assert table.not_apply(O, *nothing) == ("R-F-MIRROR-03", "A-F-MIRROR-02")
        else:
            table.apply(O, *nothing)
            assert table[O].sun == 2


@pytest.mark.parametrize("another", [False, True], ids=["alone", "another-mirror"])
def test_R_F_MIRROR_02_the_die_of_the_entry_shows_no_mirror(another: bool) -> None:
    """With Satyrs it is an opponent's; only another mirror lets one's own dice be named."""
    table = Table()
    table.own(O, moon=3)
    table.up(orange_1="2s")
    table.feat(O, "satyrs")
    table.roll(green_1="mirror", green_2="1m", **({"blue_1": "mirror"} if another else {}))
    entries = entry("green.1", copy="orange.1"), entry("green.2")
    if another:
        table.apply(O, *entries)
        assert table[O].sun == 2
    else:
        assert table.not_apply(O, *entries) == ("R-F-MIRROR-02", None)


def test_R_F_MIRROR_02_the_die_of_the_entry_cannot_be_named_when_forged_over() -> None:
    table = Table()
    table.own(O, cerberus=1, gold=1)
    table.step()
    table.roll(orange_1="mirror", orange_2="ship", green_1="mirror", green_2="1m")
    first = [entry("orange.1", copy="green.2"), entry("orange.2", ship="4g>1.1")]
    slot = table.die("orange.1").up
    first[1]["ship"]["slot"] = slot
    again = [entry("orange.1", copy="orange.1"), entry("orange.2")]
    assert table.not_apply(O, *first, again=again) == ("R-F-MIRROR-02", None)
    again[0]["copy"] = "green.2"
    table.apply(O, *first, again=again)
    assert table[O].moon == 2


def test_TF43_two_mirrors_on_own_dice() -> None:
    table = Table()
    table.own(O, gold=0)
    table.step()
    table.roll(orange_1="mirror", orange_2="mirror", green_1="4g", green_2="x3")
    one = state.SNAPSHOTS.pack(table.state)
    table.apply(O, entry("orange.1", copy="green.1"), entry("orange.2", copy="green.1"))
    assert table[O].gold == 8
    table.fold.state = state.SNAPSHOTS.unpack(one, table.state)
    table.apply(O, entry("orange.1", copy="green.1"), entry("orange.2", copy="green.2"))
    assert table[O].gold == 12
    table = Table(2)
    table.step()
    mirrors = dict.fromkeys(("orange_1", "orange_2", "green_1", "green_2"), "mirror")
    table.roll(**mirrors)
    named = entry("orange.1", copy="green.1"), entry("orange.2")
    assert table.not_apply(O, *named) == ("R-F-MIRROR-02", None)
    table.apply(O, entry("orange.1"), entry("orange.2"))
    assert table.reserves(O) == (3, 0, 0, 0)


def test_TF44_mirror_of_a_shield_and_of_a_boar() -> None:
    table = Table(place_satyrs="boar")
    table.step()
    table.roll(orange_1="mirror", orange_2="1s", green_1="shield-red")
    table.apply(O, entry("orange.1", copy="green.1"), entry("orange.2"))
    assert (table[O].sun, table[O].glory) == (1, 5)
    table.state.boars["red"] = O
    table.step()
    table.roll(orange_1="mirror", green_1="boar-red")
    table.apply(O, entry("orange.1", copy="green.1", choice="moon"), entry("orange.2"))
    assert table[O].moon == 1
    assert table.due() == ("boar_paid", [O], "boar")


def test_TF45_two_shields() -> None:
    table = Table()
    table.step()
    table.roll(orange_1="shield-red", orange_2="mirror", green_1="mirror")
    table.apply(O, entry("orange.1"), entry("orange.2", copy="orange.1"))
    assert (table[O].sun, table[O].glory) == (2, 5)


def test_TF46_boar_and_x3() -> None:
    for option in ("three", "one"):
        table = Table(place_satyrs="boar", boar_with_x3=option)
        table.state.boars["red"] = O
        table.step()
        table.roll(blue_1="boar-red", blue_2="x3")
        wrong = entry("blue.1", choice="gold"), entry("blue.2")
        assert table.not_apply(B, *wrong) == ("R-F-BOAR-01", None)
        table.apply(B, entry("blue.1", choice="moon"), entry("blue.2"))
        assert table[B].moon == 3
        three, one = ["glory", "glory", "sun"], ["sun"]
        good, bad = (three, one) if option == "three" else (one, three)
        assert table.no("boar_paid", player=O, gains=bad) == ("R-F-BOAR-02", "A-F-BOAR-02")
        assert table.rule("boar_paid", player=O, gains=[]) == "R-F-BOAR-02"
        table.play("boar_paid", player=O, gains=good)
        assert (table[O].sun, table[O].glory) == (1, 6 if option == "three" else 0)


def test_TF46_boar_and_x3_under_the_minotaur() -> None:
    table = Table(place_satyrs="boar")
    table.state.boars["red"] = O
    table.own(B, moon=5)
    table.own(O, sun=3)
    table.feat(O, "minotaur")
    table.roll(blue_1="boar-red", blue_2="x3")
    table.apply(B, entry("blue.1", choice="moon"), entry("blue.2"))
    assert table[B].moon == 2
    table.play("boar_paid", player=O, gains=["glory"] * 3)
    assert table[O].glory == 9


def test_TF47_order_with_overflow() -> None:
    for order, gold in (((1, 0), 11), ((0, 1), 12)):
        table = Table()
        table.own(O, gold=11)
        table.step()
        table.roll(orange_1="ship", orange_2="3g")
        faces = [entry("orange.1", ship="4g>1.3"), entry("orange.2")]
        table.apply(O, *(faces[at] for at in order))
        assert table[O].gold == gold


def test_TF48_rolled_face_replaced() -> None:
    table = Table()
    table.own(O, gold=0)
    table.die("orange.2").slots[2] = "4g"
    table.step()
    table.roll(orange_1="ship", orange_2="4g")
    table.apply(O, entry("orange.1", ship="1m>2.3"), entry("orange.2"))
    die = table.die("orange.2")
    assert (table[O].gold, die.up, die.face, die.rolled) == (4, 3, "1m", "4g")


def test_TF49_two_ships_one_face() -> None:
    for order in ("turn_order", "any_order"):
        table = Table(decision_order=order)
        table.own(G, gold=2)
        table.own(B, gold=2)
        table.step()
        table.roll(green_1="ship", green_2="1m", blue_1="ship", blue_2="1m")
        buys = {seat: (entry(f"{seat}.1", ship="1s+1p>2.1"), entry(f"{seat}.2")) for seat in (G, B)}
        first, second = (G, B) if order == "turn_order" else (B, G)
        if order == "turn_order":
            assert table.due() == ("faces_applied", [G], "step")
            assert table.not_apply(B, *buys[B]) == ("R-F-BLESS-05", "A-F-BLESS-02")
        else:
            assert table.due() == ("faces_applied", [G, B], "step")
        nobody = entry("orange.1"), entry("orange.2")
        assert table.not_apply(O, *nobody) == ("R-F-BLESS-05", None)
        table.apply(first, *buys[first])
        assert table.not_apply(second, *buys[second]) == ("R-F-OFFER-03", None)


def test_TF50_mirror_after_a_ship() -> None:
    for sees in ("up", "rolled"):
        table = Table(mirror_sees=sees)
        table.own(O, gold=1)
        table.own(G, gold=0)
        table.step()
        table.roll(orange_1="ship", green_1="mirror", green_2="1m")
        table.apply(O, entry("orange.1", ship="4g>1.2"), entry("orange.2"))
        copies = entry("green.1", copy="orange.1"), entry("green.2")
        table.apply(G, *copies)
        assert table[G].gold == (4 if sees == "up" else 0)


def test_TF51_two_oustings_in_a_turn() -> None:
    table = Table()
    table.own(G, portal=3, gold=0)
    table.own(B, portal=5)
    table.own(O, moon=5, sun=6)
    table.feat(O, "helmet")
    table.roll(green_1="ship", green_2="1m")
    assert table.due() == ("faces_applied", [G], "ousted")
    assert table.not_face(O, "x3>1.1") == "R-F-BLESS-05"
    table.apply(G, entry("green.1", ship="1m>1.1"), entry("green.2"))
    table.face(O, "x3>1.1")
    table.feat(O, "gorgon")
    assert (table[O].sun, table.due()) == (0, ("dice_rolled", [B], "ousted"))
    table.roll()
    assert table[O].piles[0] == ["helmet", "gorgon"]


def test_TF52_two_players() -> None:
    table = Table(2, free=False)
    table.play("faces_removed", pools=REMOVED)
    table.roll()
    assert table.not_offer(O, "3g>1.1") == ("R-F-BLESS-02", None)
    table.roll(orange_1="1g/1s/1m")
    assert table.rule("turn_ended", player=O) == "R-F-BLESS-05"
    table.apply(O, entry("orange.1", choice="gold"), entry("orange.2"))
    table.play("turn_ended", player=O)
    assert table.state.blessings_left == 2
    start = Table(2, free=False, two_player_blessings="round_start")
    start.play("faces_removed", pools=REMOVED)
    start.roll(orange_1="1g/1s/1m")
    assert start.rule("dice_rolled", rolls={"orange.1": 1}) == "R-F-BLESS-05"
    start.apply(O, entry("orange.1", choice="gold"), entry("orange.2"))
    start.roll()
    start.play("turn_ended", player=O)
    start.roll()
    assert start.due() is None
    assert start.no("dice_rolled", rolls={"green.1": 1}) == ("R-F-TURN-02", "A-F-BLESS-01")


def test_TF53_wrong_player_wrong_step() -> None:
    table = Table()
    assert table.rule("turn_ended", player=G) == "R-F-TURN-01"
    assert table.not_face(O, "x3>1.1") == "R-F-TURN-02"
    table.step()
    assert table.not_offer(O, "4g>1.1") == ("R-F-BLESS-01", None)


@pytest.mark.parametrize(("players", "rounds"), [(4, 9), (3, 10)])
def test_TF54_the_end(players: int, rounds: int) -> None:
    table = Table(players)
    seats = (O, G, B, K)[:players]
    table.state.round = rounds
    for seat in seats:
        table.step(seat)
        table.roll()
        table.play("turn_ended", player=seat)
    assert (table.state.phase, table.state.round) == ("over", rounds)
    for type_, data in (
        ("turn_ended", {"player": O}),
        ("dice_rolled", {"rolls": {"orange.1": 1}}),
        ("triton_spent", {"player": G, "gain": "sun", "hammer": 0}),
    ):
        assert table.rule(type_, **data) == "R-F-END-01"
    table.own(O, glory=41).piles[0].extend(["hydra", "gorgon", "satyrs"])
    result = table.fold.final
    assert result is not None
    assert result["players"][O] == {"glory": 87, "track": 41, "cards": 46}


def test_TF55_tie() -> None:
    table = Table()
    for seat, glory in ((O, 87), (G, 87), (B, 80)):
        table.own(seat, glory=glory)
    table.hammer(G)
    table.own(G, gold=9)
    table.state.phase = "over"
    result = table.fold.final
    assert result is not None
    assert result["winners"] == ["orange", "green"]
    assert result["players"][G] == {"glory": 87, "track": 87, "cards": 0}
