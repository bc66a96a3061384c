"""Every error of ours can be pickled: it comes from a worker as it was raised there."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

import ragami
from ragami.code import LargeCode, NoCode
from ragami.code.coding import TooLarge
from ragami.errors import RagamiError, WrongArgument
from ragami.game import GameDoesNotLoad, GameFails, MissingCapability, UnknownGame, game_named
from ragami.game.capabilities import CHANCE, SETUP
from ragami.game.choices.tree import NotOffered
from ragami.game.rulebook import UnknownRule
from ragami.sources.sheets import UnreadableSheet
from ragami.store import Conflict


def stopped_by(event: Any) -> RagamiError:
    with ragami.open(":memory:", game="ragami") as game:
        game.new({"yellow": "Ana", "green": "Bea", "blue": "Carl"})
        with pytest.raises(RagamiError) as wrong:
            game.record(event)
    return wrong.value


def refused() -> RagamiError:
    return stopped_by(("turn_ended", {"player": "green"}))


def misspelled() -> RagamiError:
    return stopped_by("Y dance")


def misread_option() -> RagamiError:
    setup = game_named("scores").need(SETUP)
    with pytest.raises(RagamiError) as wrong:
        setup.data(None, [("p1", "Ana")], {"categories": "bid 5"}, {})
    return wrong.value


def not_loading() -> RagamiError:
    return GameDoesNotLoad("bad", "bad", "bad", "ImportError: no")


ERRORS: dict[str, Callable[[], RagamiError]] = {
    "RagamiError": lambda: RagamiError("file-not-found", path="x"),
    "MissingCapability": lambda: MissingCapability("kalah", CHANCE),
    "UnknownGame": lambda: UnknownGame("chess"),
    "GameDoesNotLoad": not_loading,
    "GameFails": lambda: GameFails("bad", "bad", "rolled", "KeyError: no"),
    "Conflict": lambda: Conflict("friday", 3, 4),
    "Misspelled": misspelled,
    "UnreadableSheet": lambda: UnreadableSheet("x.txt", ()),
    "Refused": refused,
    "NotOffered": lambda: NotOffered(("pit",), 7),
    "WrongArgument": lambda: WrongArgument("no-such-name", argument="to", found="x", there="csv"),
    "UnknownRule": lambda: UnknownRule("R-NO", ()),
    "OptionMisread": misread_option,
    "NoCode": lambda: NoCode("text", limit=4096),
    "LargeCode": lambda: LargeCode(TooLarge("records", 65_536)),
}


def every_error(of: type[Any] = RagamiError) -> set[type[Any]]:
    return {of}.union(*map(every_error, of.__subclasses__()))


def test_none_is_left_out() -> None:
    """Those of a command stay in it."""
    ours = {error.__name__ for error in every_error() if error.__module__.startswith("ragami.")}
    assert ours <= set(ERRORS)


@pytest.mark.parametrize("name", ERRORS)
def test_it_comes_back_as_it_was(name: str) -> None:
    error = ERRORS[name]()
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (again.code, again.facts, again.args) == (error.code, error.facts, error.args)
    assert (str(again), again.exit_code) == (str(error), error.exit_code)


def test_a_game_comes_back_as_itself() -> None:
    game = game_named("ragami")
    assert pickle.loads(pickle.dumps(game)) is game
