"""The form of records, what a ruling may name, and facts in another order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ragami.games.tournament.catalogue import rules
from ragami.games.tournament.judge import may_be_waived
from ragami.games.tournament.standings import standings
from tests.games.tournament.hall import Hall, eight


@pytest.mark.parametrize("entrant", ["", "-a", "a b", "a\n", "Á", "a" * 33])
def test_ids_of_entrants(entrant: str) -> None:
    assert Hall().add("entered", entrant=entrant, name="X", club=None) == "R-T-LOG-01"


@pytest.mark.parametrize(("name", "club"), [("", None), ("X", ""), (None, None), ("X", 1)])
def test_names_and_clubs(name: object, club: object) -> None:
    assert Hall().add("entered", entrant="x", name=name, club=club) == "R-T-LOG-01"


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
    named = {id_ for id_ in rules() if may_be_waived(id_)}
    assert named == {
        *("R-T-ENTR-03", "R-T-ROUND-02", "R-T-SEED-01", "R-T-SHAPE-01"),
        *("R-T-CUT-02", "R-T-CUT-03", "R-T-CUT-05"),
    }
    for id_ in rules():
        hall = eight()
        refused = hall.add("ruled", rule=id_, reason=None, authority=None)
        assert refused == (None if id_ in named else "R-T-LOG-01")
