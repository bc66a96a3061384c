"""Options that mean one thing everywhere, and what the shell completes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

import click
import pytest

from ragami.language import LANGUAGES
from ragami_cli.main import topics
from tests.cli.conftest import Ragami
from tests.cli.played import FIRST_MOVE, event, play, stored

MOVE = event("ragami_moved", player="green", via="draw", ragami="green", to=9)
WHEN = "2026-11-20T19:04:31Z"


def commands(group: click.Group | None = None) -> Iterator[click.Command]:
    """Every command, and those below it."""
    stand_ins = [each for topic in topics().values() for each in topic]
    for command in group.commands.values() if group else [each.load() for each in stand_ins]:
        yield command
        if isinstance(command, click.Group):
            yield from commands(command)


MEANINGS = {
    "--at": {"SEQ"},
    "--time": {"TIME"},
    "--out": {"FILE", "FOLDER", "FILE|FOLDER", "FOLDER|FILE|-"},
}


def test_an_option_means_one_thing_in_every_command() -> None:
    for command in commands():
        for param in command.params:
            for name in {*param.opts} & MEANINGS.keys():
                assert param.metavar in MEANINGS[name], (command.name, name)
            if "--to" in param.opts:
                assert isinstance(param.type, click.Choice), command.name
            assert ("-o" in param.opts) == ("--out" in param.opts), command.name


def test_no_option_has_a_former_name_in_the_help(ragami: Ragami) -> None:
    assert "--to " not in ragami("simulate", "--help").out
    assert "-o, --option" not in ragami("new", "--help").out


@pytest.mark.parametrize("asked", [["--at", "20"], ["--at", "20", "--time", WHEN]])
def test_undo_takes_a_record_with_at(ragami: Ragami, asked: list[str]) -> None:
    play(ragami, FIRST_MOVE)
    said = ragami("undo", "final", *asked)
    assert (said.code, said.err) == (0, "")
    undone = stored(ragami)[-1]
    assert undone["data"]["to"] == 20
    assert (undone["at"] == WHEN) == (WHEN in asked)


@pytest.mark.parametrize(
    "words",
    [
        ("record", "final", MOVE, "--at", WHEN),
        ("undo", "final", "--to", "20"),
        ("new", "three", "-o", "pass_policy=reenter"),
        ("merge", "a.jsonl", "b.jsonl", "--to", "merged"),
    ],
)
def test_names_of_0_1_are_wrong_usage(ragami: Ragami, words: tuple[str, ...]) -> None:
    play(ragami, FIRST_MOVE - 1)
    before = stored(ragami)
    said = ragami(*words)
    assert said.code == 2
    assert "No such option" in said.err
    assert stored(ragami) == before


def test_what_stands_behind_dashes_is_no_option(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("note", "final", "--", "--at", "noon")
    assert (said.code, said.err) == (0, "")
    assert "--at noon" in said.out


# --- completion ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("show", "final", "--as", "p"), {"purple", "public"}),
        (("show", "final", "--as", ""), {"yellow", "green", "blue", "purple", "public", "referee"}),
        (("penalty", "final", "g"), {"green"}),
        (("record", "final", "mo"), {"move"}),
        (("new", "-p", "gr"), {"green:"}),
        (("new", "--game", "dice-forge", "-p", "o"), {"orange:"}),
        (("new", "--option", "pass"), {"pass_policy=final", "pass_policy=reenter"}),
        (("rules", "r-move-0"), {f"R-MOVE-0{n}" for n in range(1, 10)}),
        (("rule", "final", "R-END-1"), {"R-END-10"}),
        (("penalty", "final", "green", "s"), {"slow-play"}),
        (("penalty", "final", "--rule", "R-VP-07"), {"R-VP-07"}),
        (("schema", "saint_a"), {"saint_and_demon_moved"}),
        (("stats", "--question", "ca"), {"cards"}),
    ],
)
def test_the_shell_completes_what_there_is(
    ragami: Ragami, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], expected: set[str]
) -> None:
    play(ragami, FIRST_MOVE - 1)
    monkeypatch.setenv("_RAGAMI_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(["ragami", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    said = ragami()
    assert {item.partition(",")[2] for item in said.out.splitlines()} == expected


# --- said at once --------------------------------------------------------------------------


def test_a_language_alone_asks_for_the_help(ragami: Ragami) -> None:
    assert ragami("--lang", "es") == ragami("--lang", "es", "--help")
    assert ragami("--lang", "es").out.startswith("Uso: ragami")


def test_a_colour_that_is_given_twice_is_named(ragami: Ragami) -> None:
    said = ragami("new", "final", "-p", "yellow:Ana", "-p", "yellow:Bea")
    assert said.code == 2
    assert "'yellow' is given to 2 players" in said.err


def test_nobody_is_left_out_of_a_pad_that_has_no_column_for_them(ragami: Ragami) -> None:
    """Thirteen: the last one was dropped without a word. Names are told once, without their ids."""
    said = ragami("new", "full", "--game", "scores", *(f"-pN{n}" for n in range(13)))
    assert (said.code, "Scores is for 12 players at most." in said.err) == (2, True)
    said = ragami("new", "two", "--game", "scores", "-p", "Ana", "-p", "Bea")
    assert "Opened two: Ana, Bea." in said.out + said.err


@pytest.mark.parametrize(
    ("players", "code", "told"),
    [
        (["Ana", "Bea María"], 0, "Ana (Orange), Bea María (Green)"),
        (["Ana", "Orange"], 5, "Orange is listed twice"),
        (["azul:Ana", "Bea"], 2, "There is no 'azul'."),
        (["ornge"], 2, "Did you mean 'orange'?"),
        ([*"ABCDE"], 2, "Dice Forge is for 4 players at most."),
        (["Ana"], 5, "Record 1: there have to be at least 2 players (R-F-LOG-01)."),
    ],
)
def test_a_name_alone_has_the_next_colour(
    ragami: Ragami, players: list[str], code: int, told: str
) -> None:
    given = [part for player in players for part in ("-p", player)]
    said = ragami("new", "final", "--game", "dice-forge", *given)
    assert (said.code, told in said.out + said.err) == (code, True)


def test_a_colour_is_said_in_the_language_of_the_command(ragami: Ragami) -> None:
    said = ragami(
        "--lang", "es", "new", "final", "-p", "azul:Ana", "-p", "yellow:Bea", "-p", "verde"
    )
    assert said.out.startswith("Se ha abierto final: Ana (Azul), Bea (Amarillo), verde (Verde).")


def test_a_seal_without_a_key_says_how_to_make_one(ragami: Ragami) -> None:
    play(ragami, FIRST_MOVE - 1)
    said = ragami("seal", "final")
    assert said.code == 3
    assert "ragami key new NAME" in said.err


MISUSED: Final = (
    "verfy",  # each is raised at another place: click's own words, a place to fill, ours, an error
    "show --at x open",
    "undo",
    "undo open a b",
    "verify --lang fr",
    "verify --withheld x log.jsonl",
    "new --game race",
    "tournament enter open --option x",
    "tournament --lang",
)


SPOKEN: Final = """
import sys
from ragami_cli.__main__ import run
for words in sys.argv[2:]:
    run(["--lang", sys.argv[1], "--json", *words.split()])
"""


def test_wrong_usage_is_told_in_both_languages_whichever_is_spoken() -> None:
    english, spanish = (
        [json.loads(line)["error"] for line in told.splitlines()]
        for language in LANGUAGES
        if (told := subprocess.check_output([sys.executable, "-c", SPOKEN, language, *MISUSED]))
    )
    assert {error["code"] for error in english} == {"wrong-usage"}
    assert [error["en"] for error in english] == [error["en"] for error in spanish]
    assert [error["es"] for error in english] == [error["es"] for error in spanish]
    assert english[2]["en"] == "The command was not understood: Missing argument 'GAME'."
    assert english[2]["es"] == "No se entendió la orden: Falta el argumento 'PARTIDA'."
    assert all(error["en"].partition(": ")[2] not in error["es"] for error in english)
