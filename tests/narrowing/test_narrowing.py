"""Narrowing offers what some legal event has: compared with all events, on choices of its own."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragami.decoded import Data
from ragami.findings import Breaches, breach
from ragami.game.choices.choice import Choice, Several, Written
from ragami.game.choices.narrowing import BUDGET, Help, Narrowing
from ragami.game.choices.tree import FEW, INSIDE, STOP, NotOffered
from tests.narrowing.walking import answered, begins, plain, text_of

VALUES = st.lists(
    st.sampled_from(["a", "b", 1, 2, None, True]), min_size=1, max_size=4, unique=True
)
OBJECTS = st.fixed_dictionaries({"x": st.integers(0, 2), "y": VALUES})


@st.composite
def lists(draw: st.DrawFn) -> Several:
    of = draw(st.one_of(VALUES, st.lists(OBJECTS, min_size=1, max_size=3)))
    repeat = draw(st.booleans())
    most = draw(st.integers(0, 2 if repeat else min(2, len(of))))
    return Several(draw(st.integers(0, most)), most, of, repeat, draw(st.booleans()))


FIELDS = st.dictionaries(
    st.sampled_from("fgh"), st.one_of(VALUES, st.lists(OBJECTS, max_size=3, min_size=1), lists()),
    min_size=1, max_size=3,
)  # fmt: skip


def closed(value: Any) -> list[Any]:
    """The values without lists in them that one of them may become."""
    if not isinstance(value, dict):
        return [value]
    inside = [one if isinstance(one, list) else [one] for one in value.values()]
    return [dict(zip(value, taken, strict=True)) for taken in product(*inside)]


def all_of(values: Any) -> list[Any]:
    """All values of an open field; of a list in every order."""
    if not isinstance(values, Several):
        return [one for value in values for one in closed(value)]
    choose = combinations_with_replacement if values.repeat else combinations
    found = []
    for number in range(values.least, values.most + 1):
        for chosen in choose(values.of, number):
            for taken in product(*map(closed, chosen)):
                found += [list(order) for order in permutations(taken)]
    return found


def all_events(choice: Choice) -> list[Data]:
    every = product(*map(all_of, choice.open.values()))
    return [choice.data | dict(zip(choice.open, one, strict=True)) for one in every]


def judge(choice: Choice, seed: int, share: float) -> dict[str, bool]:
    """Which events are legal, at random; where the order of a list says nothing, in all orders."""
    rng = Random(seed)
    legal: dict[str, bool] = {}
    for event in all_events(choice):
        same = tuple(
            sorted(map(text_of, event[name]))
            if isinstance(values, Several) and not values.ordered
            else text_of(event[name])
            for name, values in choice.open.items()
        )
        legal.setdefault(text_of(same), rng.random() < share)
        legal[text_of(event)] = legal[text_of(same)]
    return legal


@given(fields=FIELDS, seed=st.integers(0, 9), share=st.sampled_from([0.02, 0.2, 0.7]))
def test_a_value_is_offered_if_a_legal_event_has_it(
    fields: dict[str, Any], seed: int, share: float
) -> None:
    choice = Choice("tried", {"who": "red"}, fields, joint=True)
    legal = judge(choice, seed, share)
    events = [one for one in map(plain, all_events(choice)) if legal[text_of(one)]]
    narrowing = Narrowing(
        choice, lambda data: [] if legal[text_of(data)] else [breach("R-1")], Help()
    )
    todo: list[Data] = [{}]
    asked = 0
    while todo and asked < 200:
        filled = todo.pop()
        question = narrowing.options(filled)
        if question is None:
            assert not filled or plain(narrowing.filled(filled)) in events
            continue
        asked += 1
        answers = [*question.values, *([...] if question.may_stop else [])]
        after = [answered(question.filled, question.path, one) for one in answers]
        assert question.sure
        for one in after:
            assert any(begins(one, event) for event in events), one
            assert any(begins(filled, event) for event in events)
        for off in question.off:
            one = answered(question.filled, question.path, off.value)
            assert not any(begins(one, event) for event in events), one
            assert off.breach is not None
        todo += after


@given(fields=FIELDS, seed=st.integers(0, 9), share=st.sampled_from([0.02, 0.2, 0.7]))
def test_what_is_drawn_and_listed_is_what_is_legal(
    fields: dict[str, Any], seed: int, share: float
) -> None:
    choice = Choice("tried", {}, fields, joint=True)
    legal = judge(choice, seed, share)

    def check(data: Data) -> Breaches:
        return [] if legal[text_of(data)] else [breach("R-1")]

    events = {text_of(one) for one in map(plain, all_events(choice)) if legal[text_of(one)]}
    listed = {text_of(one) for one in Narrowing(choice, check, Help()).events()}
    assert listed <= events
    assert bool(listed) == bool(events)
    drawn = Narrowing(choice, check, Help()).draw(Random(seed))
    assert text_of(drawn) in events if events else drawn is None


def of_numbers(**fields: Any) -> Choice:
    return Choice("tried", {}, fields, joint=True)


def test_a_sum_is_narrowed_to_what_makes_it() -> None:
    choice = of_numbers(one=[1, 2, 3], two=[1, 2, 3])
    narrowing = Narrowing(
        choice, lambda data: [] if data["one"] + data["two"] == 3 else [breach("R-SUM")], Help()
    )
    question = narrowing.options({})
    assert question is not None
    assert (question.path, question.values) == (("one",), [1, 2])
    assert [(off.value, off.breach and off.breach.rule) for off in question.off] == [(3, "R-SUM")]
    question = narrowing.options({"one": 2})
    assert question is not None
    assert (question.path, question.values, question.filled) == (("two",), [1], {"one": 2})
    assert narrowing.options({"one": 2, "two": 1}) is None


def test_what_nobody_can_answer_otherwise_is_not_asked() -> None:
    choice = of_numbers(one=[7], pairs=Several(1, 1, [{"x": 1, "y": [2, 3]}]))
    question = Narrowing(choice, lambda _data: [], Help()).options({})
    assert question is not None
    assert question.path == ("pairs", 0, "y")
    assert question.filled == {"one": 7, "pairs": [{"x": 1}]}


def test_a_list_ends_where_it_is_said_to_be_complete() -> None:
    choice = of_numbers(some=Several(1, 3, ["a", "b", "c"]))
    narrowing = Narrowing(choice, lambda data: [breach("R-B")] * ("b" in data["some"]), Help())
    question = narrowing.options({"some": ["a"]})
    assert question is not None
    assert (question.may_stop, question.values) == (True, ["c"])
    assert narrowing.options({"some": ("a",)}) is None
    assert narrowing.filled({"some": ("a",)}) == {"some": ["a"]}
    with pytest.raises(NotOffered):
        narrowing.options({"some": ()})
    with pytest.raises(NotOffered):
        narrowing.options({"some": ["d"]})


def test_an_object_beside_other_values_is_asked_for_key_by_key_where_there_are_many() -> None:
    few = [None, *({"x": n} for n in range(FEW))]
    question = Narrowing(of_numbers(ship=few), lambda _data: [], Help()).options({})
    assert question is not None
    assert question.values == few
    many = [None, *({"x": n, "y": 1} for n in range(FEW + 1))]
    narrowing = Narrowing(of_numbers(ship=many), lambda _data: [], Help())
    question = narrowing.options({})
    assert question is not None
    assert question.values == [None, INSIDE]
    question = narrowing.options({"ship": {}})
    assert question is not None
    assert (question.path, len(question.values)) == (("ship", "x"), FEW + 1)
    assert narrowing.filled({"ship": {"x": 3}}) == {"ship": {"x": 3, "y": 1}}


def test_a_search_that_is_cut_leaves_the_value_unsure() -> None:
    """Only one of a million events is legal, and nothing leads there."""
    values = list(range(100))
    right = {"one": 3, "two": 77, "three": 42}
    choice = of_numbers(one=values, two=values, three=values)
    narrowing = Narrowing(choice, lambda data: [] if data == right else [breach("R-1")], Help())
    question = narrowing.options({})
    assert question is not None
    assert not question.sure
    assert 3 in question.values
    assert narrowing.checks <= BUDGET + len(values)


def test_what_a_game_knows_spares_checks() -> None:
    """A list of which every beginning is legal; data that no legal event begins with."""
    choice = of_numbers(some=Several(1, 6, list(range(12))))

    def check(data: Data) -> Breaches:
        return [breach("R-DEAR")] * (sum(data["some"]) > 12)

    def fits(_state: Any, data: Data) -> bool:
        return sum(data["some"]) <= 12

    plainly = Narrowing(choice, check, Help())
    question = plainly.options({"some": [11]})
    assert question is not None
    assert (len(question.values), question.sure) == (11, False)
    for help_ in (Help(grows=frozenset({"some"})), Help(fits=fits)):
        helped = Narrowing(choice, check, help_)
        question = helped.options({"some": [11]})
        assert question is not None
        assert (question.values, question.may_stop, question.sure) == ([0, 1], True, True)
        assert [off.breach and off.breach.rule for off in question.off] == ["R-DEAR"] * 9
        assert helped.checks < plainly.checks / 20


def test_the_fields_are_asked_in_the_order_that_is_wanted() -> None:
    choice = of_numbers(one=[1, 2], two=[1, 2])
    question = Narrowing(choice, lambda _data: [], Help(order=("two",))).options({})
    assert question is not None
    assert question.path == ("two",)


def test_what_is_written_is_asked_for_and_never_made_up() -> None:
    fields = {"who": ["a", "b"], "why": Written("text"), "goods": Written("goods")}
    choice = Choice("tried", {}, fields, joint=True)
    narrowing = Narrowing(choice, lambda data: [breach("R-1")] * (data["who"] == "b"), Help())
    question = narrowing.options({})
    assert question is not None
    assert (question.values, question.sure) == (["a", "b"], False)
    question = narrowing.options({"who": "b", "why": "because"})
    assert question is not None
    assert (question.path, question.written) == (("goods",), Written("goods"))
    question = narrowing.options({"goods": {"wood": 2}, "why": "because"})
    assert question is not None
    assert question.path == ("who",)
    filled = {"who": "b", "why": "because", "goods": {"wood": 2}}
    assert narrowing.filled(filled) == filled


def test_a_text_that_may_be_anything_hinders_no_search() -> None:
    fields = {"who": ["a", "b"], "why": Written("text"), "remark": Written("text", optional=True)}
    choice = Choice("tried", {}, fields)
    narrowing = Narrowing(choice, lambda data: [breach("R-1")] * (data["who"] == "b"), Help())
    question = narrowing.options({})
    assert question is not None
    assert (question.values, question.sure) == (["a"], True)


def test_weights_say_what_is_drawn() -> None:
    choice = of_numbers(one=[1, 2, 3], some=Several(0, 3, ["a", "b"], repeat=True))

    def weight(path: Any, value: Any, filled: Data) -> float | None:
        if path == ("one",):
            return float(value == 3)
        if path[0] == "some":
            assert filled["one"] == 3
            return 0.0 if value in ("b", STOP) else None
        return None

    narrowing = Narrowing(choice, lambda _data: [], Help())
    drawn = [narrowing.draw(Random(seed), weight) for seed in range(20)]
    assert drawn == [{"one": 3, "some": ["a", "a", "a"]}] * 20


def test_without_weights_a_list_is_as_likely_to_be_long_as_short() -> None:
    choice = of_numbers(some=Several(0, 2, ["a", "b", "c", "d"], repeat=True))
    narrowing = Narrowing(choice, lambda _data: [], Help())
    rng = Random(1)
    sizes = [len(drawn["some"]) for _ in range(3000) if (drawn := narrowing.draw(rng))]
    for size in range(3):
        assert 900 < sizes.count(size) < 1100


def test_of_a_field_that_has_no_value_nothing_is_drawn() -> None:
    narrowing = Narrowing(Choice("tried", {}, {"pit": []}), lambda _data: [], Help())
    assert narrowing.draw(Random(1)) is None
    assert list(narrowing.events()) == []
