"""What a program misspells, or gives as another type, is said in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ragami
from ragami import RagamiError

LOG = (Path(__file__).parents[2] / "examples" / "four-players.jsonl").read_bytes()
PEOPLE: Any = {"yellow": "Ana", "green": "Bea", "blue": "Carl"}
Call = Callable[[Any], object]


def opened(**how: Any) -> object:
    with ragami.open(":memory:", "new", game="ragami") as game:
        return game.new(PEOPLE, **how)


WRONG: dict[str, tuple[Call, str]] = {
    "log": (lambda _: ragami.read(None), "'log' has to be str | bytes | PathLike, and is NoneType"),  # type: ignore[arg-type]
    "replayed": (lambda _: list(ragami.replay(3)), "'log' has to be"),  # type: ignore[arg-type]
    "receipts": (lambda _: ragami.verify(LOG, receipts="r"), "has to be Receipts, and is str"),  # type: ignore[arg-type]
    "paths": (lambda _: list(ragami.verify_all([3])), "'paths' has to be"),  # type: ignore[list-item]
    "format": (lambda _: ragami.export(LOG, "cvs"), "'to' cannot be 'cvs'. There is: jsonl"),
    "of-format": (lambda _: ragami.export(LOG, "png", widht=3), "'widht'. There is: width"),
    "width": (lambda _: ragami.export(LOG, "png", width="3"), "'width' has to be int"),
    "language": (lambda _: ragami.export(LOG, "csv", language="fr"), "There is: en, es"),  # type: ignore[arg-type]
    "players": (lambda _: ragami.simulate("dice-forge", "3"), "'players' has to be int"),  # type: ignore[arg-type]
    "bots-option": (
        lambda _: ragami.simulate("ragami", 3, options={"pas_policy": 1}),
        "'options' cannot be 'pas_policy'. There is: pass_policy",
    ),
    "bots-value": (
        lambda _: ragami.simulate("ragami", 3, options={"pass_policy": "no"}),
        r"'options['pass_policy']' cannot be 'no'",
    ),
    "database": (lambda _: ragami.open(4, game="ragami"), "'database' has to be str"),  # type: ignore[arg-type]
    "name": (lambda _: ragami.open(":memory:", 4, game="ragami"), "'name' has to be"),  # type: ignore[arg-type]
    "option": (lambda _: opened(options={"pas_policy": 1}), "There is: pass_policy"),
    "component": (lambda _: opened(components={"bord": "x"}), "There is: board, deck, dice"),
    "event": (lambda game: game.record(5), "'event' has to be str | Struct | tuple | list"),
    "parts": (lambda game: game.record(("a", {}, 3)), "has to be (type, data), and is tuple of 3"),
    "when": (lambda game: game.record("pass", at="yesterday"), "'at' has to be datetime | None"),
    "steps": (lambda game: game.undo("a"), "'steps' has to be int, and is str"),
    "seat": (lambda game: game.house(4), "'seats' has to be str"),
    "type": (lambda game: game.choices("seeded"), "'of_type' cannot be 'seeded'"),
    "guide": (lambda game: game.guide("fr"), "There is: en, es"),
    "answer": (lambda game: game.choices()[0].event({"x": 1}), "x: 1 is none of the values"),
    "answers": (lambda game: game.choices()[0].event(None), "'filled' has to be Mapping"),
    "chance": (lambda game: game.choices()[0].draw(3), "'rng' has to be Random, and is int"),
    "picture": (lambda game: game.now.text(width="8"), "'width' has to be int"),
    "proof": (lambda _: ragami.check_proof(4), "'proof' has to be str | bytes"),  # type: ignore[arg-type]
    "record": (lambda _: ragami.prove(LOG, seq="x"), "'seq' has to be int | None"),  # type: ignore[arg-type]
    "coded": (lambda _: ragami.code.encode(4), "'log' has to be Log | bytes, and is int"),  # type: ignore[arg-type]
    "code": (lambda _: ragami.code.decode("x"), "'code' has to be bytes, and is str"),  # type: ignore[arg-type]
    "link": (lambda _: ragami.code.link("x"), "'code' has to be bytes, and is str"),  # type: ignore[arg-type]
    "text": (lambda _: ragami.code.read(b"x"), "'text' has to be str, and is bytes"),  # type: ignore[arg-type]
    "sealed": (lambda _: ragami.seal(ragami.read(LOG)), "has to be TableGame, and is Log"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_it_is_said_in_one_sentence(name: str) -> None:
    call, sentence = WRONG[name]
    with ragami.open(":memory:", "friday", game="ragami") as game:
        game.new(PEOPLE)
        with pytest.raises(RagamiError, match=re.escape(sentence)) as wrong:
            call(game)
        assert isinstance(wrong.value, ValueError)
        assert wrong.value.exit_code == 2
        assert len(game.log) == 1


def test_a_misspelt_name_of_the_module_has_its_nearest() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'reed'. Nearest to it: read$"):
        ragami.reed  # noqa: B018 (it raises)
    assert not hasattr(ragami, "__reed__")


def test_a_rule_that_is_not_there_has_its_nearest() -> None:
    rulebook = ragami.games()["ragami"].rulebook
    with pytest.raises(RagamiError, match=r"no rule 'R-MOVE-4'. Nearest to it: R-MOVE-04") as wrong:
        rulebook.rule("R-MOVE-4")
    assert isinstance(wrong.value, KeyError)
    assert wrong.value.exit_code == 3


UNKNOWN: Any = {"gane": "ragami"}


@pytest.mark.parametrize("call", [lambda c: c.draw(), lambda _: ragami.open(":memory:", **UNKNOWN)])
def test_a_call_of_another_form_is_pythons_own_error(call: Call) -> None:
    with ragami.open(":memory:", "friday", game="ragami") as game:
        game.new(PEOPLE)
        with pytest.raises(TypeError, match=r"argument") as wrong:
            call(game.choices()[0])
    assert not isinstance(wrong.value, RagamiError)


def test_codes_need_no_import_of_their_own() -> None:
    vars(ragami).pop("code", None)
    assert ragami.code.link(ragami.code.encode(LOG)).startswith("ragami:")


def test_an_option_of_record_1_that_is_no_question_is_taken() -> None:
    with ragami.open(":memory:", "pad", game="scores") as pad:
        with pytest.raises(RagamiError, match="no category of the pad"):
            pad.new({"ana": "Ana"}, options={"ties": ["vp"]})
        choice = pad.new({"ana": "Ana"}, options={"rounds": 3}).choices("scored")[0]
        assert choice.draw(Random(1))


def test_an_option_that_is_a_list_is_given_as_in_record_1() -> None:
    gold = {"id": "gold", "name": "Gold", "times": 2, "min": None, "max": None, "sum": None}
    with ragami.open(":memory:", "pad", game="scores") as pad:
        opened = pad.new({"ana": "Ana"}, options={"categories": [gold], "ties": ["gold"]})
        assert list(opened.state.categories) == ["gold"]
        assert opened.state.options.ties == ("gold",)
