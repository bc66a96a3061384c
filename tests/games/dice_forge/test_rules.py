"""Every rule that a record can break is broken here, by its id, and said in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ragami.findings import Breach
from ragami.games.dice_forge.catalogue import RULEBOOK
from ragami.games.dice_forge.words import PROBLEMS
from tests.games.dice_forge.harness import Data
from tests.games.dice_forge.kit import B, G, O, Table, entry, forge, opened

Wrong = list[Breach]
ROLL: Data = {"rolls": {"orange.1": 1, "orange.2": 1}}
END: Data = {"player": O}
BROKEN: dict[str, Callable[[], Wrong]] = {}


def breaks(rule: str) -> Callable[[Callable[[], Wrong]], Callable[[], Wrong]]:
    def keep(case: Callable[[], Wrong]) -> Callable[[], Wrong]:
        BROKEN[rule] = case
        return case

    return keep


def offer(table: Table, *faces: str) -> Wrong:
    return table.wrong("offering_made", player=O, faces=[forge(face) for face in faces])


def apply(table: Table, player: str, *entries: Data, again: Any = None) -> Wrong:
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


breaks("R-F-LOG-01")(lambda: Table().wrong("turn_ended", player="black"))
breaks("R-F-SETUP-03")(lambda: Table().wrong("feat_performed", player=O, feat="bear"))
breaks("R-F-TURN-01")(lambda: Table().wrong("turn_ended", player=G))
breaks("R-F-TURN-02")(lambda: Table().wrong("dice_rolled", **ROLL))
breaks("R-F-OFFER-02")(lambda: offer(Table(), "1m>1.1", "1m>1.2"))
breaks("R-F-OFFER-03")(lambda: offer(Table(), "x3>1.1"))
breaks("R-F-OFFER-04")(lambda: offer(Table(), "6g>1.1"))
breaks("R-F-FORGE-02")(lambda: offer(Table(), "1m>1.2p"))
breaks("R-F-FEAT-03")(lambda: Table().wrong("feat_performed", player=O, feat="hind"))
breaks("R-F-CARD-05")(lambda: performed("satyrs").wrong("turn_ended", **END))
breaks("R-F-CARD-06")(
    lambda: performed("boar", place_satyrs="boar").wrong(
        "boar_sent", player=O, colour="red", bearer=O
    )
)
breaks("R-F-CARD-09")(lambda: performed("helmet").wrong("turn_ended", **END))
breaks("R-F-CARD-10")(lambda: performed("cancer").wrong("turn_ended", **END))
breaks("R-F-CARD-14")(lambda: performed("sphinx").wrong("turn_ended", **END))
breaks("R-F-CARD-16")(lambda: performed("mirror").wrong("turn_ended", **END))
breaks("R-F-CARD-19")(lambda: performed("minotaur").wrong("turn_ended", **END))
breaks("R-F-CARD-20")(
    lambda: performed("shield", place_minotaur="shield").wrong(
        "face_forged", player=O, **forge("x3>1.1")
    )
)
breaks("R-F-CARD-22")(lambda: performed("ship", place_owl="ship").wrong("turn_ended", **END))


@breaks("R-F-SETUP-01")
def colour_twice() -> Wrong:
    data = opened(2)
    data["players"][1]["colour"] = O
    table = Table()
    table.state.opened = False
    return table.wrong("game_opened", **data)


@breaks("R-F-SETUP-06")
def wrong_pools() -> Wrong:
    return Table(2, free=False).wrong("faces_removed", pools={"4": ["6g", "2g+1m"]})


@breaks("R-F-EXTRA-01")
def no_sun_for_a_second_action() -> Wrong:
    table = Table()
    table.state.actions = 1
    return offer(table, "1m>1.1")


@breaks("R-F-EXTRA-02")
def third_action() -> Wrong:
    table = Table()
    table.own(O, sun=6).gold = 12
    table.state.actions = 2
    return offer(table, "1m>1.1")


@breaks("R-F-BLESS-01")
def before_the_blessings() -> Wrong:
    table = Table()
    table.step()
    return table.wrong("turn_ended", **END)


@breaks("R-F-BLESS-02")
def before_the_second_blessing() -> Wrong:
    table = Table(2)
    table.step()
    table.roll()
    return table.wrong("turn_ended", **END)


def hind() -> Table:
    table = Table()
    table.pile(O, "hind")
    table.reinforce(O, "hind")
    return table


breaks("R-F-BLESS-04")(lambda: hind().wrong("dice_rolled", **ROLL))
breaks("R-F-BLESS-07")(lambda: hind().wrong("dice_rolled", rolls={"orange.1": "4p"}))
breaks("R-F-REINF-04")(lambda: hind().wrong("turn_ended", **END))
breaks("R-F-BLESS-05")(lambda: apply(rolled(green_1="3g/2p"), B, entry("blue.1"), entry("blue.2")))
breaks("R-F-BLESS-09")(lambda: apply(rolled(orange_1="3g/2p"), O, entry("orange.1")))
breaks("R-F-FACE-02")(
    lambda: apply(rolled(orange_1="3g/2p"), O, entry("orange.1"), entry("orange.2"))
)
breaks("R-F-MIRROR-02")(
    lambda: apply(
        rolled(orange_1="mirror"), O, entry("orange.1", copy="orange.2"), entry("orange.2")
    )
)
breaks("R-F-MIRROR-03")(
    lambda: apply(rolled(orange_1="mirror"), O, entry("orange.1"), entry("orange.2"))
)
breaks("R-F-SHIP-02")(
    lambda: apply(rolled(orange_1="ship"), O, entry("orange.1", ship="4p>1.1"), entry("orange.2"))
)
breaks("R-F-HAMMER-03")(
    lambda: apply(rolled(orange_1="ship"), O, entry("orange.1"), entry("orange.2", hammer=1))
)
breaks("R-F-CARD-08")(
    lambda: apply(rolled(orange_1="ship"), O, entry("orange.1"), entry("orange.2"), again=[])
)


def boar(**faces: str) -> Table:
    table = Table()
    table.state.boars["red"] = O
    table.step()
    table.roll(blue_1="boar-red", **faces)
    return table


breaks("R-F-BOAR-01")(lambda: apply(boar(), B, entry("blue.1"), entry("blue.2")))


@breaks("R-F-BOAR-02")
def two_gains_for_one_boar() -> Wrong:
    table = boar()
    table.apply(B, entry("blue.1", choice="sun"), entry("blue.2"))
    return table.wrong("boar_paid", player=O, gains=["sun", "moon"])


@breaks("R-F-REINF-02")
def reinforcement_after_an_action() -> Wrong:
    table = Table()
    table.pile(O, "hind")
    table.state.actions = 1
    return table.wrong("reinforced", player=O, feat="hind", gain=None, hammer=0)


breaks("R-F-REINF-03")(
    lambda: Table().wrong("reinforced", player=O, feat="hind", gain=None, hammer=0)
)


@breaks("R-F-FORGE-03")
def a_boar_is_forged_over() -> Wrong:
    table = Table()
    table.die("orange.1").slots[0] = "boar-red"
    return offer(table, "1m>1.1")


@breaks("R-F-FEAT-02")
def empty_stack() -> Wrong:
    table = Table()
    table.own(O, moon=6)
    table.state.stacks["hind"] = 0
    return table.wrong("feat_performed", player=O, feat="hind")


@breaks("R-F-OUST-02")
def the_ousted_has_not_rolled() -> Wrong:
    table = Table()
    table.own(G, portal=1)
    table.own(O, moon=1)
    table.feat(O, "chest")
    return table.wrong("turn_ended", **END)


@breaks("R-F-END-01")
def after_the_end() -> Wrong:
    table = Table()
    table.state.phase = "over"
    table.state.active = None
    return table.wrong("turn_ended", **END)


@breaks("R-F-CARD-11")
def gold_of_sentinel_into_glory() -> Wrong:
    table = performed("sentinel", place_cancer="sentinel")
    table.roll(orange_1="1s")
    return apply(table, O, entry("orange.1"), entry("orange.2", gold=1))


@breaks("R-F-CARD-15")
def too_much_gold_of_cyclops_into_glory() -> Wrong:
    table = performed("cyclops", place_sphinx="cyclops")
    table.minor("orange.1", "3g")
    return apply(table, O, entry("orange.1", gold=4))


breaks("R-F-CARD-18")(lambda: Table().wrong("triton_spent", player=O, gain="sun", hammer=0))


@breaks("R-F-CARD-23")
def the_gold_of_the_spirits_has_not_been_split() -> Wrong:
    table = Table()
    table.hammer(O)
    table.own(O, sun=1)
    table.feat(O, "spirits")
    return table.wrong("turn_ended", **END)


@pytest.mark.parametrize("rule", sorted(BROKEN))
def test_a_record_breaks(rule: str) -> None:
    wrong = BROKEN[rule]()
    assert wrong[0].rule == rule
    for template in PROBLEMS[wrong[0].facts["problem"]]:
        assert template.format(**wrong[0].facts)


def test_every_rule_is_broken_here_or_says_why_no_record_can() -> None:
    unbreakable = {rule.id for rule in RULEBOOK.rules().values() if rule.unbreakable}
    every = {rule for rule in RULEBOOK.rules() if rule.startswith("R-")}
    assert BROKEN.keys() == every - unbreakable
