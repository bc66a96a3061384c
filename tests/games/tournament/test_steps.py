"""Which steps the desk offers, and when."""

from __future__ import annotations

from ragami.game.choices.choice import Choice, Several
from ragami.games.tournament.steps import steps, ways
from tests.games.tournament.hall import Hall, names


def offered(hall: Hall) -> set[str]:
    return {choice.type for choice in steps(hall.state)}


def step(hall: Hall, type_: str) -> Choice:
    return next(choice for choice in steps(hall.state) if choice.type == type_)


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


def test_a_correction_knows_the_result_that_stands() -> None:
    """Places come with it only where the scores do not give them."""
    hall = Hall(4)
    hall.pair("ABCD")
    hall.result(1, "2 1 3 4", (30, 31, 20, 10))

    def standing() -> list[tuple[object, object]]:
        return [
            (row["score"], row["place"]) for row in step(hall, "correct").open["results"].standing
        ]

    assert standing() == [(30, None), (31, None), (20, None), (10, None)]
    hall.fix(1, 1, "2 1 3 4", (31, 31, 20, 10))
    assert standing() == [(31, 2), (31, 1), (20, 3), (10, 4)]
    hall.fix(1, 1, "1 2 3 4", (None,) * 4)
    assert [place for _score, place in standing()] == [1, 2, 3, 4]


def test_who_has_entered_late_may_come_into_the_round() -> None:
    hall = Hall(4)
    hall.pair("ABCD")
    hall.late("E")
    assert step(hall, "mend").open["come"] == Several(0, 1, ["eva"])


def test_people_are_offered_by_name_wherever_they_sit() -> None:
    hall = Hall(3)
    hall.add("entered", entrant="zz", name="Álvaro", club=None)
    by_name = ["zz", "ana", "bea", "caro"]
    assert step(hall, "drop").open["entrant"] == by_name
    tables = [{"table": 1, "seats": ["caro", "bea", "zz", "ana"]}]
    assert hall.pair("ABC", tables=tables) is None
    assert step(hall, "noshow").open["entrant"] == by_name
    assert step(hall, "swap").open["two"] == Several(2, 2, [*by_name])
    assert step(hall, "mend").open["gone"] == Several(0, 4, [*by_name])
    assert (
        step(hall, "penalty").open["entrant"] == step(hall, "game_loss").open["entrant"] == by_name
    )


def test_a_round_is_asked_for_only_where_a_game_is_lost() -> None:
    hall = Hall(4)
    assert "game_loss" not in offered(hall)
    hall.pair("ABCD")
    assert "round" not in step(hall, "penalty").open
    assert step(hall, "game_loss").open["round"] == [1]
    said = {"entrant": "ana", "round": 1, "reason": "slow", "authority": "Eva"}
    ((_type, data),) = ways(hall.state, "game_loss", said, "en")[0].events
    assert hall.add("penalty_given", **data) is None


def test_before_round_1_who_has_come_is_checked_in() -> None:
    hall = Hall(4)
    assert "check_in" in offered(hall) and "here" not in offered(hall)
    (way,) = ways(hall.state, "check_in", {}, "en")
    assert way.says[0].startswith("Nobody counts as here (4)")
    for type_, data in way.events:
        assert hall.add(type_, **data) is None
    assert not {"check_in", "return", "drop", "pair"} & offered(hall)
    assert step(hall, "here").open["come"] == Several(1, 4, ["ana", "bea", "caro", "dani"])
    (way,) = ways(hall.state, "here", {"come": ["bea", "dani"]}, "en")
    assert way.says == ("Here now: Bea, Dani. Here: 2; not yet: 2.",)
    for type_, data in way.events:
        assert hall.add(type_, **data) is None
    assert hall.state.who_is_in() == ["bea", "dani"]


def test_a_drop_says_what_follows() -> None:
    hall = Hall(4)
    hall.pair("ABCD")
    (way,) = ways(hall.state, "drop", {"entrant": "ana", "reason": None}, "en")
    assert way.says[0] == "Ana is out, and not paired any more."
    assert len(way.says) == 2  # and sits at a table of the open round


def test_the_seats_of_the_final_are_asked_for_one_after_the_other() -> None:
    hall = Hall(4, rounds=1, cut=4).play("ABCD")
    assert step(hall, "final").open["seats"] == Several(4, 4, names("ABCD"), ordered=True)
    (way,) = ways(hall.state, "final", {"seats": names("CADB")}, "en")
    assert way.events[0][1]["seats"] == names("CADB")
    by_rank = Hall(4, rounds=1, cut=4, final_seats="rank").play("ABCD")
    assert step(by_rank, "final").open["seats"] == [names("ABCD")]


def test_the_end_tells_who_won_the_final() -> None:
    hall = Hall(4, rounds=1, cut=2)
    hall.play("ABCD")
    hall.cut("AB")
    hall.result(1, "2 1")
    (way,) = ways(hall.state, "end", {}, "en")
    assert way.says == ("Final ranking: 1. Bea, 2. Ana, 3. Caro, 4. Dani.",)
