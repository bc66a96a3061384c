"""What is offered is what `check` accepts."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec import convert

from ragami.decoded import type_of
from ragami.game.choices.choice import Choice, Several
from ragami.game.choices.narrowing import narrowing
from ragami.games.dice_forge.choices import choices as legal
from ragami.games.dice_forge.game import GAME
from ragami.games.dice_forge.state import State
from tests.games.dice_forge.kit import B, G, O, Table, entry
from tests.games.dice_forge.test_games import events
from tests.narrowing.walking import by_faces, plain
from tests.scale import seeds

FEW = 12


def accepts(s: State, type_: str, data: Any) -> bool:
    event = convert(data, GAME.events[type_].struct)
    return not GAME.judges[type(event)][0](s, event)


def fits(offered: Any, value: Any) -> bool:
    """Is this one of the values that an open field offers?"""
    if isinstance(offered, Several):
        return (
            isinstance(value, (list, tuple))
            and offered.least <= len(value) <= offered.most
            and all(any(_same(one, each) for one in offered.of) for each in value)
        )
    return any(_same(one, value) for one in offered)


def _same(offered: Any, value: Any) -> bool:
    if not (isinstance(offered, dict) and isinstance(value, dict)):
        return bool(offered == (list(value) if isinstance(value, tuple) else value))
    return offered.keys() == value.keys() and all(
        value[name] in inside if isinstance(inside, list) else value[name] == inside
        for name, inside in offered.items()
    )


def covers(choice: Choice, type_: str, data: dict[str, Any]) -> bool:
    if type_ == choice.type == "faces_removed":
        (offered,) = choice.open["pools"]
        return all(sorted(two) in map(sorted, offered[at]) for at, two in data["pools"].items())
    if choice.type != type_ or choice.data.keys() | choice.open.keys() != data.keys():
        return False
    return all(data[name] == value for name, value in choice.data.items()) and all(
        fits(values, data[name]) for name, values in choice.open.items()
    )


@pytest.mark.parametrize("seed", seeds(1, 200))
def test_every_choice_is_accepted_and_every_accepted_event_is_offered(seed: int) -> None:
    game = list(events(seed))
    s = State()
    for seq, event in enumerate(game, 1):
        if s.opened:
            offered = legal(s)
            for choice in offered:
                _check_sound(s, choice, seed)
            for other in game[max(0, seq - 12) : seq + 12]:
                type_ = type_of(other)
                if type_ != "game_opened" and GAME.judges[type(other)][0](s, other) == []:
                    data = by_faces(s, type_, plain(other))
                    assert any(covers(one, type_, data) for one in offered), (
                        f"`choices.py` does not offer {type_} {data}, which the rules allow"
                    )
        GAME.judges[type(event)][1](s, event, seq)
    assert legal(s) == []


def _check_sound(s: State, choice: Choice, seed: int) -> None:
    narrowed = narrowing(GAME, s, choice)
    assert narrowed.draw(Random(seed)) is not None, choice
    if not choice.joint:
        some = list(islice(narrowed.whole(), FEW))
        assert all(accepts(s, choice.type, data) for data in some), (choice, some)


def test_every_value_of_an_open_throw_is_part_of_a_legal_record() -> None:
    table = Table()
    table.hammer(O, 1, 13)
    table.own(O, gold=1)
    table.up(green_1="x3", blue_1="mirror", green_2="3g/2p")
    table.pile(O, "hind")
    table.step()
    faces = {"green_1": "x3", "blue_1": "mirror", "green_2": "3g/2p"}
    table.roll(orange_1="mirror", orange_2="shield-yellow", **faces)
    (choice,) = [one for one in legal(table.state) if one.type == "faces_applied"]
    accepted = list(narrowing(GAME, table.state, choice).events())
    for offered in choice.open["faces"].of:
        for name, values in offered.items():
            if name != "of":
                for value in values:
                    assert any(
                        one[name] == value and one["of"] == offered["of"]
                        for data in accepted
                        for one in data["faces"]
                    ), (name, value)


def test_a_triton_is_offered_when_the_table_agreed_that_it_may_be_used() -> None:
    for when, offered in (("own_moments", True), ("actions", False)):
        table = Table(place_gorgon="triton", triton_when=when)
        table.own(O, triton=1)
        assert "triton_spent" in [one.type for one in legal(table.state)]
        table.step()
        assert ("triton_spent" in [one.type for one in legal(table.state)]) == offered


def test_as_many_gains_are_offered_for_a_boar_as_the_table_agreed_on() -> None:
    for option, number in (("three", 3), ("one", 1)):
        table = Table(place_satyrs="boar", boar_with_x3=option)
        table.state.boars["red"] = O
        table.step()
        table.roll(blue_1="boar-red", blue_2="x3")
        table.apply(B, entry("blue.1", choice="moon"), entry("blue.2"))
        (choice,) = legal(table.state)
        assert (choice.open["gains"].least, choice.open["gains"].most) == (number, number)


@pytest.mark.parametrize(
    ("other", "gold", "dearest"), [("4g", 0, 6), ("1s", 0, 2), ("3g/2p", 1, 6), ("4g", 11, 12)]
)
def test_a_ship_is_offered_what_the_other_die_may_pay_for(
    other: str, gold: int, dearest: int
) -> None:
    table = Table()
    table.own(O, gold=gold)
    table.step()
    table.roll(orange_1="ship", orange_2=other)
    (choice,) = legal(table.state)
    assert choice.joint
    ship, _ = choice.open["faces"].of
    cost = table.state.table.prices.cost
    assert {cost[each["face"]] for each in ship["ship"] if each} == {
        price for price in cost.values() if price <= dearest
    }


def test_no_more_is_offered_for_the_hammer_than_its_side_where_it_stops() -> None:
    for overrun, most in (("carry", 3), ("stop", 1)):
        table = Table(hammer_overrun=overrun)
        table.hammer(O, 1, 14)
        table.own(O, sun=1)
        table.feat(O, "spirits")
        (choice,) = legal(table.state)
        assert choice.open == {"hammer": list(range(most + 1))}


def test_nothing_is_offered_before_the_opening_and_only_the_due_after_it() -> None:
    assert legal(State()) == []
    table = Table()
    assert [one.type for one in legal(table.state)][-1] == "turn_ended"
    table.own(O, triton=1)
    assert [one.data["player"] for one in legal(table.state) if "triton" in one.type] == [O, O]
    table.own(G, portal=3)
    table.own(O, moon=4)
    table.feat(O, "ferryman")
    assert [one.type for one in legal(table.state)] == ["dice_rolled"]
    assert B in table.state.players


def test_the_face_that_a_die_has_most_often_is_offered_first() -> None:
    (choice,) = legal(Table(free=False).state)
    (rolls,) = choice.open["rolls"]
    assert [faces for ref, faces in rolls.items() if ref.startswith(O)] == [
        ["1g", "1s"],
        ["1g", "1m", "2p"],
    ]
