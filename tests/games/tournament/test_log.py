"""The form of records, what a ruling may name, and facts in another order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert
from msgspec.structs import replace

from ragami.game.capabilities import CHANCE, VISIBILITY
from ragami.games.tournament.bot import play
from ragami.games.tournament.game import GAME
from ragami.games.tournament.rules.judge import EVENTS
from ragami.games.tournament.rules.standings import standings
from ragami.games.tournament.words import RULEBOOK
from tests.games.tournament.hall import Hall, eight


@pytest.mark.parametrize("entrant", ["", "-a", "a b", "a\n", "Á", "a" * 33])
def test_ids_of_entrants(entrant: str) -> None:
    assert Hall().add("entered", entrant=entrant, name="X", club=None) == "R-T-LOG-01"


@pytest.mark.parametrize(("name", "club"), [("", None), ("X", ""), (None, None), ("X", 1)])
def test_names_and_clubs(name: object, club: object) -> None:
    assert Hall().add("entered", entrant="x", name=name, club=club) == "R-T-LOG-01"


def four() -> Hall:
    hall = Hall(4)
    assert hall.pair("ABCD") is None
    return hall


@pytest.mark.parametrize(
    "changed",
    [
        {"tables": [{"table": 1, "seats": ["a", "b", "c", "d", "e"]}]},
        {"tables": [{"table": 0, "seats": ["a", "b"]}]},
        {"tables": [{"table": 1, "seats": ["a", "b"], "name": "x"}]},
        {"byes": None},
        {"cost": -1},
        {"cost": 2**53 + 1},
        {"pairer": "swiss-2"},
        {"pairer": ""},
        {"seed": ""},
        {"seed": "x" * 65},
        {"seed": "ñ"},
        {"round": "1"},
        {"round": None},
        {"more": 1},
    ],
)
def test_a_malformed_pairing(changed: dict[str, Any]) -> None:
    assert Hall(4).pair("ABCD", **{"cost": 0, **changed}) == "R-T-LOG-01"


@pytest.mark.parametrize(
    "changed",
    [
        {"results": [{"entrant": "ana", "place": 1, "score": 1}]},
        {"results": [{"entrant": f"e{at}", "place": 1, "score": 1} for at in range(5)]},
        {"results": [{"entrant": "ana", "place": 0, "score": 1}] * 2},
        {"results": [{"entrant": "ana", "place": 1, "score": 1_000_001}] * 2},
        {"results": [{"entrant": "ana", "place": 1}] * 2},
        {"from": "memory"},
        {"table": 0},
    ],
)
def test_a_malformed_result(changed: dict[str, Any]) -> None:
    assert four().result(1, "1 2 3 4", **changed) == "R-T-LOG-01"


@pytest.mark.parametrize(
    "changed",
    [
        {"origin": "0" * 31},
        {"origin": "A" * 32},
        {"size": 0},
        {"root": "A" * 44},
        {"root": "A" * 42 + "B="},
        {"log": ""},
        {"players": {"yellow": "ana"}},
        {"players": ["ana", "bea", "caro", "dani"]},
    ],
)
def test_a_malformed_link(changed: dict[str, Any]) -> None:
    assert four().link(1, **changed) == "R-T-LOG-01"


def test_what_is_signed_says_why_and_by_whom() -> None:
    for missing in ("reason", "authority"):
        assert four().warn("A", **{missing: ""}) == "R-T-LOG-01"
        assert four().override("ABDC", **{missing: None}) == "R-T-LOG-01"
        assert eight().fix(1, 1, "2 1 3 4", **{missing: ""}) == "R-T-LOG-01"
    assert eight().end("") == "R-T-LOG-01"
    assert four().warn("A", round=0) == "R-T-LOG-01"
    assert four().warn("A", penalty="stern-look") == "R-T-LOG-01"


def test_a_malformed_record_can_be_taken_back() -> None:
    hall = four()
    assert hall.result(1, "1 2 3 5") == "R-T-LOG-01"
    assert hall.add("undone", to=hall.seq - 1, reason="typing") is None
    assert hall.result(1, "1 2 3 4") is None


def test_what_is_shown_and_what_can_be_withdrawn() -> None:
    shown = {
        type_: GAME.need(CHANCE).disclosed(convert(data, EVENTS[type_]))
        for seed in range(9)
        for type_, data in play(9, seed)
    }
    assert {type_ for type_, what in shown.items() if what == ("pairing",)} == {
        *("round_paired", "pairing_overridden", "final_cut")
    }
    assert shown["game_opened"] == ("seed",)
    named = dict.fromkeys(("entered", "entered_late"), ("name", "club"))
    assert GAME.need(VISIBILITY).wording.items() >= named.items()


@given(order=st.permutations([1, 2, 3]), corrected=st.booleans())
def test_the_standings_are_the_same_from_any_order_of_the_same_facts(
    order: list[int], corrected: bool
) -> None:
    halls = []
    for tables in ([1, 2, 3], order):
        hall = Hall(11)
        hall.pair("ABCD EFGH IJK")
        for table in tables:
            last = "4 3 1 1" if table < 3 else "3 2 1"
            if corrected:
                assert hall.result(table, "1 2 2 4" if table < 3 else "1 1 3") is None
                assert hall.fix(1, table, last) is None
            else:
                assert hall.result(table, last) is None
        halls.append([replace(one, rests_on=[]) for one in standings(hall.state)])
    assert halls[0] == halls[1]


def test_what_a_ruling_may_name() -> None:
    named = {id_ for id_ in RULEBOOK.rules() if RULEBOOK.may_be_waived(id_)}
    assert named == {
        *("R-T-ENTR-03", "R-T-ROUND-02", "R-T-SEED-01", "R-T-SHAPE-01"),
        *("R-T-CUT-02", "R-T-CUT-03", "R-T-CUT-05"),
    }
    for id_ in RULEBOOK.rules():
        hall = eight()
        refused = hall.add("ruled", rule=id_, reason=None, authority=None)
        assert refused == (None if id_ in named else "R-T-LOG-01")
