"""The scenarios TF56 to TF66 of the rules file, one test or several each, by their ids."""

# ruff: noqa: N802 (tests are named after the scenarios)

from __future__ import annotations

import pytest

from ragami import verify
from ragami.games.dice_forge import accounts
from ragami.games.dice_forge.events import Asserted
from ragami.games.dice_forge.state import State
from ragami.games.dice_forge.view import view
from tests.games.dice_forge.harness import CODEC, Data, Fold, line
from tests.games.dice_forge.kit import B, G, O, Table, entry, forge, opened
from tests.games.versions import version_of

# --- whole logs ----------------------------------------------------------------------------


def played(*records: tuple[str, Data], players: int = 3, **options: str) -> Fold:
    """A log of these records after an opening."""
    everything = [("game_opened", opened(players, **options)), *records]
    fold = Fold()
    for seq, (type_, data) in enumerate(everything, 1):
        fold.take_all([CODEC.read_line(line(seq, type_, data), seq)])
    return fold


def rolled(**faces: int | str) -> tuple[str, Data]:
    refs = {f"{seat}.{die}": 1 for seat in (O, G, B) for die in (1, 2)}
    return "dice_rolled", {"rolls": refs | {k.replace("_", "."): v for k, v in faces.items()}}


def offered(*faces: str) -> tuple[str, Data]:
    return "offering_made", {"player": O, "faces": [forge(face) for face in faces]}


def applied(player: str, *entries: Data) -> tuple[str, Data]:
    return "faces_applied", {"player": player, "faces": list(entries), "again": None}


def undone(to: int) -> tuple[str, Data]:
    return "undone", {"to": to, "reason": None}


def corrected(seq: int, type_: str | None, data: Data | None) -> tuple[str, Data]:
    head: Data = {"seq": seq, "type": type_, "v": type_ and version_of(CODEC, type_)}
    return "corrected", {**head, "data": data, "reason": None, "authority": None}


def ruled(rule: str) -> tuple[str, Data]:
    return "ruled", {"rule": rule, "reason": None, "authority": None}


def ended(player: str = O) -> tuple[str, Data]:
    return "turn_ended", {"player": player}


def verdict(fold: Fold) -> tuple[int | None, str | None]:
    assert fold.verdict is not None
    return fold.verdict.seq, fold.verdict.rule


def test_TF56_undo_and_correction() -> None:
    chest = ("feat_performed", {"player": G, "feat": "chest"})
    records = [rolled(), offered("3g>1.1"), ended(), rolled(green_2=5), chest]
    fold = played(*records)
    assert fold.verdict is None
    assert fold.state.players[G].limits == (16, 9, 9)
    _, other = rolled(green_2=1)
    fold = played(*records, corrected(5, "dice_rolled", other), ended(B))
    assert verdict(fold) == (6, "R-F-FEAT-03")
    fold = played(*records, undone(4), rolled(green_2=6))
    assert fold.verdict is None
    assert fold.state.players[G].glory == 2
    assert fold.state.stacks["chest"] == 3


def test_TF57_ruled() -> None:
    twice = offered("3g>1.1", "3g>1.2")
    fold = played(rolled(), ruled("R-F-OFFER-02"), twice)
    assert fold.verdict is None
    (breach,) = [one for one in fold.findings() if one.code == "ruled-breach"]
    assert (breach.seq, breach.rule) == (4, "R-F-OFFER-02")
    assert fold.state.sanctuary["3g"] == 2
    assert verdict(played(rolled(), ruled("R-F-OFFER-04"))) == (3, "R-F-LOG-01")


def test_TF58_reports() -> None:
    fold = played(rolled(), offered("1m>1.1"))
    notice, unfinished = fold.findings()
    assert (notice.code, notice.rule, notice.ruling) == (
        "unverified-components", None, "A-F-DATA-01",
    )  # fmt: skip
    assert (notice.seq, notice.line) == (1, 1)
    assert notice.facts == {"temple": "temple-1", "feats": "feats-1", "dice": "forge-dice-1"}
    assert unfinished.code == "unfinished"
    fold = played(rolled(), offered("1m>1.1"), ("asserted", {"up": {"orange.1": "4g"}}))
    (differs,) = [one for one in fold.findings() if one.code == "asserted-difference"]
    assert differs.facts == {"up": {"orange.1": {"log": "1m", "table": "4g"}}}
    shown = {"player": O, "seq": 2, "card": None}
    assert verdict(played(rolled(), ("revealed", shown))) == (3, "R-F-LOG-01")
    for wrong in ({"gold": {"black": 1}}, {"up": {"black.1": "1g"}}, {"feats": {"zeus": 1}}):
        assert verdict(played(rolled(), ("asserted", wrong))) == (3, "R-F-LOG-01")


@pytest.mark.parametrize(
    "wrong", [{"gold": {O: -1}}, {"sanctuary": {"1m": -1}}, {"feats": {"hammer": -1}}]
)
def test_r_f_log_01_nothing_that_is_asserted_is_negative(wrong: Data) -> None:
    """8.2 has negative numbers among the malformed, and none of any record is excepted."""
    assert verdict(played(rolled(), ("asserted", wrong))) == (3, "R-F-LOG-01")


@pytest.mark.parametrize("name", ["1g/1s+1m", "9" * 5000 + "g"])
def test_r_f_log_01_a_value_that_is_nearly_a_face_is_said_as_it_stands(name: str) -> None:
    (error,) = verify(line(1, "game_opened", opened(3, conversion=name))).findings
    assert error.rule == "R-F-LOG-01"
    assert name[:20] in error.en


def test_TF58_an_assertion_compares_what_it_names_and_no_more() -> None:
    agrees = {
        "gold": {"orange": 5},
        "sun": {"green": 0},
        "moon": {},
        "glory": {"blue": 0},
        "sanctuary": {"6g": 1, "5g": 0},
        "garden": {"x3": 4, "1p": 0},
        "feats": {"hind": 3, "bear": 0},
        "dice": {"orange.1": ["1s", "1g", "1g", "1g", "1g", "1g"]},
        "portals": {"orange": None},
    }
    fold = played(rolled(), ("asserted", agrees))
    assert [one.code for one in fold.findings()] == ["unverified-components", "unfinished"]
    differs: Data = {"gold": {"orange": 4}, "portals": {"green": 3}, "feats": {"bear": 1}}
    fold = played(rolled(), ("asserted", differs))
    facts = next(one.facts for one in fold.findings() if one.code == "asserted-difference")
    assert facts == {
        "gold": {"orange": {"log": 5, "table": 4}},
        "portals": {"green": {"log": None, "table": 3}},
        "feats": {"bear": {"log": 0, "table": 1}},
    }


def test_TF58_before_the_opening_there_is_nothing_to_compare() -> None:
    assert accounts.differences(State(), Asserted()) == {}
    assert accounts.unfit(State(), Asserted()) is None
    assert list(accounts.remarks(State())) == []
    assert view(State(), 0)["players"] == {}


def test_TF59_nothing_to_do() -> None:
    assert played(rolled(), ended()).verdict is None


TF60 = (
    (rolled(green_1=6, green_2=5, blue_1=2, blue_2=6), "5,0,0,0 2,1,1,0 2,0,0,2"),
    (offered("3g>1.1", "1m>1.2"), "1,0,0,0 2,1,1,0 2,0,0,2"),
    (ended(), "1,0,0,0 2,1,1,0 2,0,0,2"),
    (rolled(orange_2=2, blue_1=6, blue_2=5), "5,0,0,0 4,1,1,0 2,1,1,2"),
    (("feat_performed", {"player": G, "feat": "chest"}), "5,0,0,0 4,1,0,0 2,1,1,2"),
    (ended(G), "5,0,0,0 4,1,0,0 2,1,1,2"),
    (rolled(orange_1=6), "6,1,0,0 6,1,0,0 4,1,1,2"),
    (("feat_performed", {"player": B, "feat": "hammer"}), "6,1,0,0 6,1,0,0 4,1,0,2"),
    (("dice_rolled", {"rolls": {"green.1": 1, "green.2": 5}}), "6,1,0,0 7,1,1,0 4,1,0,2"),
    (ended(B), "6,1,0,0 7,1,1,0 4,1,0,2"),
    (rolled(), "10,1,0,0 9,1,1,0 4,1,0,2"),
    (applied(B, entry("blue.1", hammer=1), entry("blue.2", hammer=1)), "10,1,0,0 9,1,1,0 4,1,0,2"),
    (offered("4g>2.1", "1s>2.2"), "4,1,0,0 9,1,1,0 4,1,0,2"),
)


def test_TF60_four_turns_three_players() -> None:
    for number, (_, reserves) in enumerate(TF60, 1):
        fold = played(*(record for record, _ in TF60[:number]))
        assert fold.verdict is None
        held = [(p.gold, p.sun, p.moon, p.glory) for p in fold.state.players.values()]
        assert " ".join(",".join(map(str, each)) for each in held) == reserves
    assert (fold.state.round, fold.state.active) == (2, O)
    assert fold.state.players[G].limits == (16, 9, 9)
    assert (fold.state.players[B].hammers, fold.state.players[B].steps) == (["hammer"], 2)
    assert (fold.state.players[B].portal, fold.state.players[G].portal) == (1, None)


def test_TF61_choices_first() -> None:
    table = Table()
    table.hammer(O)
    table.step()
    table.roll(orange_1="shield-yellow", orange_2="1g/1s/1m")

    def twice(hammer: int, choice: str) -> list[Data]:
        return [entry("orange.1", hammer=hammer), entry("orange.2", choice=choice)]

    assert table.not_apply(O, *twice(4, "glory")) == ("R-F-FACE-02", None)
    assert table.not_apply(O, *twice(4, "sun")) == ("R-F-HAMMER-03", None)
    assert table.not_apply(O, *twice(1, "gold")) == ("R-F-HAMMER-03", None)
    table.apply(O, *twice(3, "sun"))
    assert table[O].steps == 3


def test_TF62_one_copy_left() -> None:
    table = Table()
    table.own(O, gold=12)
    assert table.not_offer(O, "6g>1.1", "6g>1.2") == ("R-F-OFFER-02", None)
    table.play("ruled", **ruled("R-F-OFFER-02")[1])
    faces = [forge("6g>1.1"), forge("6g>1.2")]
    assert table.ends("offering_made", player=O, faces=faces).rule == "R-F-OFFER-03"


def test_TF63_one_check_a_field() -> None:
    table = Table(place_cancer="sentinel", conversion="all")
    table.own(O, moon=6, gold=0)
    table.feat(O, "sentinel")
    table.roll(orange_1="1g+1s+1m+1p", orange_2="x3")

    def to_glory(sun: int, moon: int) -> list[Data]:
        return [entry("orange.1", sun=sun, moon=moon), entry("orange.2")]

    assert table.not_apply(O, *to_glory(1, 9)) == ("R-F-CARD-11", None)
    assert table.not_apply(O, *to_glory(1, 3)) == ("R-F-CARD-11", "A-F-CARD-04")
    table.apply(O, *to_glory(3, 0))
    assert table.reserves(O) == (3, 0, 3, 9)


def test_TF64_what_a_ruling_does_not_reach() -> None:
    table = Table()
    table.own(O, sun=6)
    table.feat(O, "sphinx")
    table.play("dice_rolled", rolls={"orange.2": 5})
    table.play("ruled", **ruled("R-F-CARD-14")[1])
    assert table.rule("turn_ended", player=O) == "R-F-CARD-14"
    table.play("dice_rolled", rolls={"orange.1": 1})
    assert table.rule("dice_rolled", rolls={"orange.1": 1}) == "R-F-CARD-14"
    ends = Table()
    ends.own(O, sun=6)
    ends.feat(O, "sphinx")
    ends.play("ruled", **ruled("R-F-CARD-14")[1])
    assert ends.ends("turn_ended", player=O).rule == "R-F-CARD-14"
    owl = Table()
    owl.pile(O, "owl")
    owl.reinforce(O, "owl", "sun")
    owl.play("ruled", **ruled("R-F-REINF-03")[1])
    owl.reinforce(O, "owl", "sun")
    owl.play("ruled", **ruled("R-F-REINF-03")[1])
    facts = {"player": O, "feat": "hind", "gain": None, "hammer": 0}
    assert owl.ends("reinforced", **facts).rule == "R-F-REINF-03"


def test_TF65_two_players_second_turn_of_the_round() -> None:
    table = Table(2)
    table.step()
    table.roll()
    assert table.no("turn_ended", player=O) == ("R-F-BLESS-02", None)
    table.roll()
    table.play("turn_ended", player=O)
    table.roll()
    assert table.no("turn_ended", player=G) == ("R-F-BLESS-02", "A-F-BLESS-01")
    assert table.not_face(G, "x3>1.1") == "R-F-BLESS-02"
    start = Table(2, two_player_blessings="round_start")
    start.step(G)
    start.roll()
    assert start.no("dice_rolled", rolls={}) == ("R-F-TURN-02", "A-F-BLESS-01")
    start.own(G, gold=4)
    start.offer(G, "3g>1.1")
    assert start.no("dice_rolled", rolls={}) == ("R-F-TURN-02", None)


def test_TF66_other_types() -> None:
    fold = played(rolled(), ("saint_set", {"player": "yellow", "square": 3}), ended())
    assert fold.verdict is None
    assert [one.seq for one in fold.findings() if one.code == "unknown-record"] == [3]
    again = ("game_opened", opened(3))
    assert verdict(played(rolled(), again)) == (3, "R-F-LOG-01")
    assert played(rolled(), again, undone(2)).verdict is None
    assert verdict(played(rolled(), corrected(1, None, None))) == (3, "R-F-LOG-01")
    _, other = ended()
    assert verdict(played(rolled(), corrected(1, "turn_ended", other))) == (1, "R-F-LOG-01")
