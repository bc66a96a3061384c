"""The examples of the help: what a game says in them is so in that game."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from ragami.game import game_named
from ragami.game.capabilities import EXAMPLES
from ragami.game.registry import SHIPPED
from ragami_cli.main import topics
from ragami_cli.options import in_words_of_a_game
from tests.cli.conftest import Ragami
from tests.cli.played import FIRST_MOVE, play

SAID = game_named(next(iter(SHIPPED))).need(EXAMPLES)


def examples(command: click.Command) -> Iterator[str]:
    yield from (line for line, _purpose in getattr(command, "examples", ()))
    for inner in getattr(command, "commands", {}).values():
        yield from examples(inner)


def test_no_example_asks_for_what_no_game_says_and_none_is_left_over() -> None:
    lines = [line for topic in topics().values() for one in topic for line in examples(one.load())]
    assert {name for line in lines for name in re.findall(r"{(.*?)}", line)} == SAID.keys()


def test_the_help_shows_the_example_in_the_words_of_the_game(ragami: Ragami) -> None:
    shown = ragami("legal", "--help").out
    assert f"ragami legal final --type {SAID['type']}" in shown
    assert "{" not in shown.partition("Examples:")[2]


@pytest.mark.parametrize(
    "line",
    [
        "ragami legal final --type {type}",
        "ragami schema --game ragami {type}",
        "ragami rules {rule}",
        "ragami rules --json --game ragami {rule} {ruling}",
        "ragami rules --game ragami --search {word}",
        "ragami rule final {rule} --reason 'nobody saw it' --authority Carl",
        "ragami record final '{dice}'",
        "ragami simulate --game ragami --option {option}",
        "ragami impact final --against {usual} --option {option}",
    ],
)
def test_an_example_runs(ragami: Ragami, line: str) -> None:
    play(ragami, FIRST_MOVE - 1)
    _name, *words = shlex.split(in_words_of_a_game(line))
    said = ragami(*words)
    assert said.code == 0, said.err
    assert said.out or said.err


@pytest.mark.parametrize("shown", ["{shown}", "'{shown_json}'"])
def test_an_example_of_what_the_table_shows_is_compared(ragami: Ragami, shown: str) -> None:
    play(ragami, FIRST_MOVE)
    said = ragami("assert", "final", *shlex.split(in_words_of_a_game(shown)))
    assert said.code == 1
    assert "Yellow 12" in said.out


@pytest.mark.parametrize("event", [SAID["line"], SAID["event"]])
def test_an_example_of_an_event_is_read(ragami: Ragami, event: str) -> None:
    """Whether it may be written at this moment, the rules say."""
    play(ragami, FIRST_MOVE - 1)
    said = ragami("record", "final", event, "--json")
    assert said.code == 0 or said.lines[0]["code"] == "illegal-event"
