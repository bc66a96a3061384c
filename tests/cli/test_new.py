"""`ragami new` opens a game, from flags or from answers."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragami.game import game_named
from ragami.game.capabilities import SETUP
from ragami.games.ragami import shipped
from ragami_cli.__main__ import run
from tests.cli.conftest import Ragami, Said
from tests.cli.played import event, stored

THREE = ("-p", "yellow:Ana", "-p", "green:Bea", "-p", "blue:Carl")
TWO = ("-p", "yellow:Ana", "-p", "green:Bea")
SETTINGS = game_named("ragami").need(SETUP).settings()


def opened(ragami: Ragami, name: str = "final") -> dict[str, Any]:
    """The data of record 1."""
    first = stored(ragami, name)[0]
    assert (first["seq"], first["type"], first["v"]) == (1, "game_opened", 1)
    return dict(first["data"])


def expect_no_game(ragami: Ragami) -> None:
    assert not Path(os.environ["RAGAMI_DB"]).exists()


# From flags


def test_three_players_with_everything_as_usual(ragami: Ragami) -> None:
    said = ragami("new", "final", "--game", "ragami", *THREE, "--by", "ana")
    assert (said.code, said.err) == (0, "")
    assert "final" in said.out
    assert "Ana (Yellow), Bea (Green), Carl (Blue)" in said.out
    assert "ragami legal final" in said.out
    assert opened(ragami) == {
        "game": "ragami",
        "rules": 1,
        "title": None,
        "players": [
            {"colour": "yellow", "name": "Ana"},
            {"colour": "green", "name": "Bea"},
            {"colour": "blue", "name": "Carl"},
        ],
        "options": {one.name: one.usual for one in SETTINGS if one.usual is not None},
        "components": {"board": "city-1", "deck": "deck-1", "dice": "dice-1"},
        "neutral_colour": None,
    }
    assert stored(ragami)[0]["by"] == "ana"


def test_what_was_opened_can_be_played(ragami: Ragami) -> None:
    assert ragami("new", "final", *THREE).code == 0
    squares = [{"square": square, "die": 1} for square in range(1, 7)]
    assert ragami("record", "final", event("conflicts_seeded", conflicts=squares)).code == 0
    assert ragami("verify", "final").code == 0


def test_with_json_it_is_acknowledged(ragami: Ragami) -> None:
    assert ragami("new", "final", *THREE, "--json").lines == [
        {"game": "final", "first": 1, "last": 1, "repeated": False, "findings": []}
    ]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_value_of_every_option_can_be_agreed(ragami: Ragami, setting: Any) -> None:
    for value in setting.values:
        if setting.name == "neutral_colour" and value in ("yellow", "green"):
            continue
        chosen = {"neutral_colour": "blue", setting.name: json.dumps(value).strip('"')}
        if chosen.get("neutral_ragami") == "false":
            del chosen["neutral_colour"]
        options = [f"--option={name}={each}" for name, each in chosen.items()]
        name = str(value)
        assert ragami("new", name, *TWO, *options).code == 0
        data = opened(ragami, name)
        assert (data | data["options"])[setting.name] == value


def test_two_players_have_to_say_the_colour_that_stands_beside_them(ragami: Ragami) -> None:
    said = ragami("new", "final", *TWO)
    assert said.code == 2
    assert "--option neutral_colour=blue · --option neutral_colour=purple" in said.err
    expect_no_game(ragami)
    assert ragami("new", "final", *TWO, "--option", "neutral_ragami=false").code == 0
    assert opened(ragami)["neutral_colour"] is None


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["-p", "yelow:Ana", "-p", "green:Bea"], "Did you mean 'yellow'?"),
        (["-p", "red:Ana", "-p", "green:Bea"], "yellow, green, blue, purple"),
        ([*THREE, "--option", "pas_policy=final"], "Did you mean 'pass_policy'?"),
        ([*THREE, "--option", "pass_policy=reentr"], "Did you mean 'reenter'?"),
        ([*THREE, "--option", "pass_policy"], "pass_policy=reenter"),
        ([*THREE, "--option", "power_die=maybe"], "true, false"),
        ([], "--player yellow:Ana"),
        (["-p", "yellow:\udcff", "-p", "green:Bea"], "UTF-8"),
        ([*THREE, "--title", "\udcff"], "UTF-8"),
    ],
)
def test_mistyped_words_are_wrong_usage_with_a_suggestion(
    ragami: Ragami, given: list[str], told: str
) -> None:
    said = ragami("new", "final", *given)
    assert said.code == 2
    assert told in said.err
    expect_no_game(ragami)


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        (["-p", "yellow:Ana", "-p", "yellow:Bea", "-p", "blue:Carl"], "R-SETUP-08"),
        (["-p", "yellow:Ana"], "R-LOG-01"),
        ([*THREE, "-p", "purple:Dan", "-p", "yellow:Eva"], "R-LOG-01"),
        ([*THREE, "--option", "neutral_colour=purple"], "R-LOG-01"),
        ([*TWO, "--option", "neutral_colour=green"], "R-LOG-01"),
    ],
)
def test_what_the_rules_refuse_makes_no_game_and_no_database(
    ragami: Ragami, given: list[str], rule: str
) -> None:
    said = ragami("new", "final", *given, "--json")
    assert said.code == 5
    finding, error = said.lines
    assert (finding["rule"], error["error"]["code"]) == (rule, "refused")
    expect_no_game(ragami)


# Names


def test_a_game_without_a_name_is_called_after_its_title_or_numbered(ragami: Ragami) -> None:
    for title in ([], [], ["--title", "Friday's  FINAL!"], ["--title", "Friday's final"]):
        assert ragami("new", *THREE, *title).code == 0
    assert ragami("new", *THREE, "--title", "Año / Ω").code == 0
    assert {game["name"]: game["title"] for game in ragami("games", "--json").lines} == {
        "game-1": None,
        "game-2": None,
        "fridays-final": "Friday's  FINAL!",
        "fridays-final-2": "Friday's final",
        "año-ω": "Año / Ω",
    }


def test_a_name_that_is_taken_is_a_conflict(ragami: Ragami) -> None:
    assert ragami("new", "final", *THREE).code == 0
    said = ragami("new", "final", *TWO, "--option", "neutral_colour=blue", "--json")
    assert said.code == 4
    assert said.lines[-1]["error"]["code"] == "game-exists"
    assert len(opened(ragami)["players"]) == 3


@pytest.mark.parametrize("name", ["", " x", ".x", "a/b", "x" * 61, "\udcff"])
def test_a_name_that_no_game_can_have_is_wrong_usage(ragami: Ragami, name: str) -> None:
    assert ragami("new", name, *THREE).code == 2


# Components


Write = Callable[[str], str]


@pytest.fixture
def file(tmp_path: Path) -> Write:
    def write(content: str) -> str:
        path = tmp_path / "component.json"
        path.write_bytes(content.encode(errors="surrogateescape"))
        return str(path)

    return write


def board(**changes: Any) -> str:
    plain = json.loads(shipped.read("city-1.json"))
    return json.dumps(plain | {"name": "our city", "verified": True} | changes, indent=2)


def test_components_of_a_table_s_own_stand_in_the_record(ragami: Ragami, file: Write) -> None:
    assert ragami("new", "final", *THREE, "--board", file(board()), "--dice", "dice-1").code == 0
    components = opened(ragami)["components"]
    assert components["board"]["name"] == "our city"
    assert components["board"]["street"] == json.loads(board())["street"]
    assert (components["deck"], components["dice"]) == ("deck-1", "dice-1")


def test_a_board_unlike_the_printed_one_is_remarked_on(ragami: Ragami, file: Write) -> None:
    plain = json.loads(board())
    plain["block_squares"]["Q5"].remove(20)
    said = ragami("new", "final", *THREE, "--board", file(json.dumps(plain)))
    assert said.code == 0
    assert "12, 14, 15, 18, 19" in said.err


@pytest.mark.parametrize("kind", ["board", "deck", "dice"])
def test_what_neither_ships_nor_is_a_file_is_not_found(ragami: Ragami, kind: str) -> None:
    said = ragami("new", "final", *THREE, f"--{kind}", "nothing", "--json")
    assert said.code == 3
    error = said.lines[-1]["error"]
    assert error["code"] == "component-not-found"
    assert error["facts"]["known"].endswith("-1")
    expect_no_game(ragami)


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        ('{\n  "name": "x",\n  oops\n}', 3, 3),
        ("", 1, 1),
        ('{"name": "\udcff"}', 1, 11),
        ("{\n\n\udcff", 3, 1),
        ('{"name": "x"', 1, 13),
    ],
)
def test_a_file_that_is_no_json_is_named_with_the_place(
    ragami: Ragami, file: Write, content: str, line: int, column: int
) -> None:
    said = ragami("new", "final", *THREE, "--board", file(content), "--json")
    assert said.code == 2
    facts = said.lines[-1]["error"]["facts"]
    assert (facts["line"], facts["column"]) == (line, column)
    expect_no_game(ragami)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{}", "name"),
        ("[]", ""),
        ("null", ""),
        ('"city-2"', "city-2"),
        (board(street={}), ""),
        (board(more=1), "more"),
        (board(verified=0.5), "0.5"),
        (board(street={"1": [2], "2": []}), ""),
        ('{"name": "a", "name": "b"}', "name"),
        ('{"name": ' + "9" * 5000 + "}", ""),
        ("[" * 100_000, ""),
    ],
)
def test_a_file_that_is_no_board_is_refused(
    ragami: Ragami, file: Write, content: str, told: str
) -> None:
    said = ragami("new", "final", *THREE, "--board", file(content))
    assert said.code in {2, 5}
    assert told in said.err
    assert "Traceback" not in said.err
    expect_no_game(ragami)


def test_a_folder_or_a_device_is_no_component(ragami: Ragami, tmp_path: Path) -> None:
    for path in (str(tmp_path), "/dev/null"):
        assert ragami("new", "final", *THREE, "--deck", path).code in {2, 7}
    expect_no_game(ragami)


# Options explained


def test_every_option_is_explained(ragami: Ragami) -> None:
    said = ragami("new", "--list-options")
    assert said.code == 0
    for setting in SETTINGS:
        assert f"\n{setting.name} = " in f"\n{said.out}"
        assert setting.meaning["en"][0] in " ".join(said.out.split())
    spanish = ragami("new", "--list-options", "--lang", "es")
    assert SETTINGS[0].meaning["es"][0] in " ".join(spanish.out.split())
    listed = ragami("new", "--list-options", "--json").lines
    assert [each["name"] for each in listed] == [each.name for each in SETTINGS]
    assert listed[0] == {
        "name": "pass_policy",
        "values": ["final", "reenter"],
        "usual": "final",
        "meaning": SETTINGS[0].meaning,
    }
    expect_no_game(ragami)


# Questions


Answer = Callable[..., Said]


@pytest.fixture
def answer(
    ragami: Ragami, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Answer:
    """Run a command line whose questions are answered, each by a line, as if on a terminal."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def run_here(*arguments: str, answers: list[str]) -> Said:
        monkeypatch.setattr(sys, "stdin", Terminal("".join(f"{line}\n" for line in answers)))
        code = run(arguments)
        return Said(code, *capsys.readouterr())

    return run_here


def test_with_nothing_said_everything_is_asked_and_return_is_an_answer(
    ragami: Ragami, answer: Answer
) -> None:
    players = "yellow Ana, green Bea, blue Carl, purple Dan"
    said = answer("new", answers=["ragami", "", players, *[""] * 3])
    assert said.code == 0
    assert said.out.startswith("Opened game-1: ")
    data = opened(ragami, "game-1")
    assert [seat["colour"] for seat in data["players"]] == ["yellow", "green", "blue", "purple"]
    assert data["title"] is None
    assert data["components"]["board"] == "city-1"
    assert "not the printed map" in " ".join(said.err.split())


def test_answers_count_and_wrong_ones_are_asked_again(ragami: Ragami, answer: Answer) -> None:
    answers = ["Final", "gren Ana", "green Ana", "green Bea", "purple Bea", ""]
    options = ["pass_policy=again", "pass_policy=reenter", "", "yellow", "", ""]
    said = answer("new", "--game", "ragami", answers=[*answers, *options])
    assert said.code == 0, said
    assert "There is no 'gren'. Did you mean 'green'?" in said.err
    assert "Choose from: final, reenter." in said.err
    data = opened(ragami, "final")
    assert data["players"] == [
        {"colour": "green", "name": "Ana"},
        {"colour": "purple", "name": "Bea"},
    ]
    assert data["title"] == "Final"
    assert data["options"]["pass_policy"] == "reenter"
    assert data["neutral_colour"] == "yellow"


def test_only_what_is_still_open_is_asked(ragami: Ragami, answer: Answer) -> None:
    said = answer("new", "final", "--game", "ragami", *TWO, answers=["purple"])
    assert said.code == 0
    assert "clockwise" not in said.err
    assert opened(ragami)["neutral_colour"] == "purple"


def test_who_goes_away_amid_the_questions_leaves_nothing(ragami: Ragami, answer: Answer) -> None:
    assert answer("new", "--game", "ragami", answers=["", "green Ana"]).code == 130
    expect_no_game(ragami)


PROGRAM = (sys.executable, "-m", "ragami_cli")


def test_on_a_real_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"\nAna\nBea\nCarl\n\n\n\n\n")  # the last two: board and cards
    done = subprocess.run(
        [*PROGRAM, "new", "--game", "ragami", "--db", str(tmp_path / "games.db")],
        stdin=theirs,
        capture_output=True,
        encoding="utf-8",
        env={
            **{name: os.environ[name] for name in ("PYTHONPATH",) if name in os.environ},
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm",
            "RAGAMI_COMPONENTS": str(tmp_path),
        },
        timeout=60,
        check=False,
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 0, done.stderr
    assert "Ana (Yellow), Bea (Green), Carl (Blue)" in done.stdout
