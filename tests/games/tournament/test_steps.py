"""Which steps the desk offers, and when."""

from __future__ import annotations

from ragami.game.choices.choice import Several
from ragami.games.tournament.steps import steps
from tests.games.tournament.hall import Hall


def offered(hall: Hall) -> set[str]:
    return {choice.type for choice in steps(hall.state)}


def test_a_round_is_paired_as_long_as_one_is_planned() -> None:
    hall = Hall(4, rounds=2)
    assert "pair" in offered(hall) and "swap" not in offered(hall)
    hall.pair("ABCD")
    assert {"result", "noshow", "mend", "swap", "enter"} <= offered(hall)
    assert not {"pair", "close", "end"} & offered(hall)
    hall.result(1, "1 2 3 4")
    assert "close" in offered(hall) and not {"noshow", "swap", "mend"} & offered(hall)
    hall.close()
    assert {"pair", "end", "correct"} <= offered(hall)
    hall.play("ABCD")
    assert "pair" not in offered(hall) and "end" in offered(hall)


def test_who_has_entered_late_may_come_into_the_round() -> None:
    hall = Hall(4)
    hall.pair("ABCD")
    hall.late("E")
    mend = next(choice for choice in steps(hall.state) if choice.type == "mend")
    assert mend.open["come"] == Several(0, 1, ["eva"])
