"""What a ruling lets stand and what it does not reach, and the order of checks."""

from __future__ import annotations

from typing import Any

import pytest

from ragami.findings import Breach
from ragami.games.dice_forge.rules.reserves import strike
from tests.games.dice_forge.harness import Data
from tests.games.dice_forge.kit import G, O, Table, entry, forge


def offer(table: Table, *faces: str) -> list[Breach]:
    return table.wrong("offering_made", player=O, faces=[forge(face) for face in faces])


def apply(table: Table, player: str, *entries: Data, again: Any = None) -> list[Breach]:
    return table.wrong("faces_applied", player=player, faces=list(entries), again=again)


def rolled(**faces: str) -> Table:
    table = Table()
    table.step()
    table.roll(**faces)
    return table


def performed(feat: str, **options: str) -> Table:
    """O has just performed a feat."""
    table = Table(3, free=True, **options)
    table.own(O, sun=6, moon=6, gold=0)
    table.feat(O, feat)
    return table


def ruled(table: Table, rule: str) -> None:
    table.play("ruled", rule=rule, reason=None, authority=None)


def let_stand(table: Table) -> list[str | None]:
    return [one.rule for one in table.fold.findings() if one.code == "ruled-breach"]


def test_ruled_a_boar_face_is_forged_over_and_its_card_keeps_its_owner() -> None:
    table = Table()
    table.state.boars["red"] = G
    table.die("orange.1").slots[:2] = ["boar-red", "boar-red"]
    table.own(O, gold=12)
    ruled(table, "R-F-FORGE-03")
    table.offer(O, "1m>1.1", "3g>1.boar-red")
    assert table[O].removed == ["boar-red", "boar-red"]
    assert table.state.boars == {"red": G}
    assert let_stand(table) == ["R-F-FORGE-03"]


def test_ruled_the_own_die_is_copied_but_not_the_entrys() -> None:
    table = rolled(orange_1="mirror", orange_2="4g", green_1="mirror")
    table.die("green.1").face = "1g"
    ruled(table, "R-F-MIRROR-02")
    own = entry("orange.1", copy="orange.2"), entry("orange.2")
    assert apply(table, O, entry("orange.1", copy="orange.1"), entry("orange.2"))
    gold = table[O].gold
    table.apply(O, *own)
    assert table[O].gold == min(gold + 8, 12)
    other = rolled(orange_1="mirror", orange_2="4g")
    ruled(other, "R-F-MIRROR-02")
    faces = [entry("orange.1", copy="orange.1"), entry("orange.2")]
    verdict = other.ends("faces_applied", player=O, faces=faces, again=None)
    assert verdict.rule == "R-F-MIRROR-02"


def test_ruled_the_hammer_goes_beyond_its_side_as_far_as_carry_would() -> None:
    for hammer, stands in ((3, True), (4, False)):
        table = Table(hammer_overrun="stop")
        table.hammer(O, 1, 14)
        table.step()
        table.roll(orange_1="3g", orange_2="1m")
        ruled(table, "R-F-HAMMER-03")
        faces = [entry("orange.1", hammer=hammer), entry("orange.2")]
        if stands:
            table.apply(O, *faces)
            assert table[O].steps == 17
        else:
            verdict = table.ends("faces_applied", player=O, faces=faces, again=None)
            assert verdict.rule == "R-F-HAMMER-03"


def test_ruled_part_of_the_gold_of_cyclops_where_all_was_agreed() -> None:
    table = performed("cyclops", place_sphinx="cyclops", conversion="all")
    table.minor("orange.1", "4g")
    assert table.not_apply(O, entry("orange.1", gold=2)) == ("R-F-CARD-15", "A-F-CARD-04")
    ruled(table, "R-F-CARD-15")
    table.apply(O, entry("orange.1", gold=2))
    assert (table[O].gold, table[O].glory) == (2, 2)
    assert let_stand(table) == ["R-F-CARD-15"]


def test_ruled_a_triton_at_any_moment_but_never_without_a_token() -> None:
    for token in (1, 0):
        table = Table(triton_when="actions")
        table.own(O, triton=token, moon=0)
        table.step()
        ruled(table, "R-F-CARD-18")
        data = {"player": O, "gain": "moon", "hammer": 0}
        if token:
            table.play("triton_spent", **data)
            assert table[O].moon == 2
        else:
            assert table.ends("triton_spent", **data).rule == "R-F-CARD-18"


def test_ruled_a_reinforcement_after_an_action() -> None:
    table = Table()
    table.pile(O, "owl")
    table.state.actions = 1
    ruled(table, "R-F-REINF-02")
    table.reinforce(O, "owl", "sun")
    assert table.state.used == ["owl"]


@pytest.mark.parametrize("rule", ["R-F-OFFER-04", "R-F-TURN-01", "R-F-LOG-01", "R-OFFER-02", ""])
def test_what_no_ruling_may_name(rule: str) -> None:
    verdict = Table().ends("ruled", rule=rule, reason=None, authority=None)
    assert verdict.rule == "R-F-LOG-01"


# --- the order of checks -------------------------------------------------------------


def rules_of(wrong: list[Breach]) -> list[str]:
    return list(dict.fromkeys(one.rule for one in wrong))


def test_form_comes_before_what_is_due_and_that_before_the_player() -> None:
    table = Table()
    table.step()
    assert rules_of(table.wrong("feat_performed", player=G, feat="zeus")) == ["R-F-LOG-01"]
    assert rules_of(table.wrong("feat_performed", player=G, feat="hind")) == ["R-F-BLESS-01"]


def test_an_offering_says_everything_that_is_wrong_in_order() -> None:
    table = Table()
    table.own(O, gold=0)
    table.state.actions = 1
    table.state.sanctuary["6g"] = 0
    assert rules_of(offer(table, "6g>1.1", "1m>1.1", "1m>1.2p")) == [
        "R-F-OFFER-03",
        "R-F-OFFER-02",
        "R-F-EXTRA-01",
    ]
    assert rules_of(offer(table, "1m>1.1", "1m>1.2p")) == [
        "R-F-OFFER-02",
        "R-F-EXTRA-01",
        "R-F-OFFER-04",
        "R-F-FORGE-02",
    ]


def test_an_entry_is_judged_dice_copies_choices_and_then_one_by_one() -> None:
    table = Table()
    table.own(O, cerberus=1)
    table.step()
    table.roll(orange_1="mirror", orange_2="3g/2p")
    wrong = entry("orange.1", copy="orange.2", hammer=9), entry("orange.2", choice="sun")
    assert rules_of(apply(table, O, wrong[0])) == ["R-F-BLESS-09"]
    assert rules_of(apply(table, O, *wrong))[0] == "R-F-MIRROR-02"
    better = entry("orange.1", copy="green.1", hammer=9), wrong[1]
    assert rules_of(apply(table, O, *better)) == ["R-F-FACE-02"]
    best = better[0], entry("orange.2", choice="gold")
    assert rules_of(apply(table, O, *best)) == ["R-F-HAMMER-03"]
    good = entry("orange.1", copy="green.1"), best[1]
    assert rules_of(apply(table, O, *good, again=[*best])) == ["R-F-HAMMER-03"]
    assert rules_of(apply(table, O, *good, again=[*good])) == []


def test_a_reinforcement_is_judged_by_moment_card_gain_and_hammer() -> None:
    table = Table()
    table.state.actions = 1
    data = {"player": O, "feat": "owl", "gain": None, "hammer": 1}
    assert rules_of(table.wrong("reinforced", **data)) == [
        "R-F-REINF-02",
        "R-F-REINF-03",
        "R-F-REINF-04",
        "R-F-HAMMER-03",
    ]


def test_what_is_far_too_much_is_still_carried_out_in_no_time() -> None:
    table = Table()
    table.hammer(O, 2, 14)
    strike(table[O], 50)
    assert (table[O].hammers, table[O].steps, table[O].glory) == ([], 4, 10 + 15 + 10 + 15)
    with pytest.raises(IndexError):
        strike(table[O], 2**53)
