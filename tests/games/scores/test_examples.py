"""The evenings are what their sheets say; docs/scores.md does what it promises."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Final

import pytest

from ragami.game.opening import option_values
from ragami.games.scores.events import Options
from ragami.games.scores.words import TABLES
from ragami.judge.report import replay_log
from ragami.sheet import Misread, logs_in
from ragami.sheet.writing import write_sheet
from tests.cli.conftest import Ragami
from tests.games.scores.examples import SHEETS, log_of

PAGE: Final = (Path(__file__).parents[3] / "docs" / "scores.md").read_text("utf-8")
COMMANDS: Final = re.findall(r"^    ragami (.+)$", PAGE, re.MULTILINE)
SHEET: Final = re.findall(r"^    (?!ragami)(\w+:? .+)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.stem)
def test_the_log_of_an_evening_is_current_and_played_to_its_end(sheet: Path) -> None:
    log = log_of(sheet)
    assert sheet.with_suffix(".jsonl").read_bytes() == log, "make examples"
    replay = replay_log(log)
    assert replay.error is None
    assert replay.final is not None


def test_the_commands_of_the_page_keep_a_pad(ragami: Ragami) -> None:
    assert len(COMMANDS) == 4
    *_, shown = [ragami(*shlex.split(command)) for command in COMMANDS]
    assert shown.code == 0, shown.err
    assert all(name in shown.out for name in ("Ana", "Bea", "Caro"))


def test_the_sheet_of_the_page_is_read(ragami: Ragami, tmp_path: Path) -> None:
    sheet = tmp_path / "wonders.ragami"
    sheet.write_text("\n".join(SHEET), "utf-8")
    assert ragami("import", str(sheet), "--name", "wonders").code == 0
    assert "Ana" in ragami("show", "wonders").out


def test_a_number_without_its_category_is_told_what_it_needs(
    ragami: Ragami, tmp_path: Path
) -> None:
    """R-S-CAT-01."""
    sheet = tmp_path / "wonders.ragami"
    sheet.write_text("\n".join([*(line for line in SHEET if ":" in line), "row 12 7"]), "utf-8")
    refused = ragami("import", str(sheet), "--name", "wonders")
    assert refused.code == 5
    assert "a number is for a category here: military, coins and science" in refused.err


def test_what_is_counted_is_counted_by_the_game_that_is_played(ragami: Ragami) -> None:
    logs = [str(sheet.with_suffix(".jsonl")) for sheet in SHEETS]
    people, length = ragami("stats", "--json", *logs).lines
    rows = {(row["plays"], row["name"]): row for row in people["rows"]}
    assert rows["Rummy", "Bea"]["wins"] == rows["Chess", "Ana"]["wins"] == 1
    assert rows["7 Wonders", "Marta"] == {
        "plays": "7 Wonders",
        "name": "Marta",
        "games": 1,
        "wins": 0,
        "share": 0,
        "points": 29,
    }
    assert [row["games"] for row in length["rows"]] == [1, 1, 1]


def test_an_archive_has_a_table_of_each_event(ragami: Ragami, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    for sheet in SHEETS:
        (logs / f"{sheet.stem}.jsonl").write_bytes(sheet.with_suffix(".jsonl").read_bytes())
    assert ragami("export", str(logs), "--to", "parquet", "-o", str(tmp_path / "P")).code == 0
    assert (tmp_path / "P" / "scores_scored.parquet").is_file()
    (people, *_length) = ragami("stats", "--json", str(tmp_path / "P")).lines
    assert len(people["rows"]) == 9


def test_teams_and_categories_are_agreed_on_like_anything_else(ragami: Ragami) -> None:
    """As the heads of a sheet have them."""
    new = ("new", "mus", "--game", "scores", "-p", "Ana", "-p", "Bea", "--option")
    wrong = ragami(*new, "categories=Tricks 0..13, points sum")
    assert wrong.code == 2
    assert "categories" in wrong.err and "expected a number of points" in wrong.err
    assert ragami("--lang", "es", *new, "teams=us").err.startswith("No se puede leer")
    chosen = ("categories=Tricks 0..13, coins x0", "--option", "teams=us Us ana, them T bea")
    assert ragami(*new, *chosen, "--option", "ties=coins, tricks").code == 0
    assert ragami("record", "mus", "row tricks 3 10").code == 0
    (view,) = ragami("show", "mus", "--json").lines
    assert view["sides"]["us"]["categories"] == {"tricks": 3, "coins": 0}
    sheet = ragami("export", "mus", "--to", "sheet").out
    assert "options: ties=coins,tricks" in sheet
    assert 'categories: tricks "Tricks" 0..13, coins "Coins" x0' in sheet


@pytest.mark.parametrize(
    ("head", "column"),
    [
        ("players: ana Ana, bea Bea 7", 27),
        ("teams: us Us", 14),
        ("categories: bid Bid x0, points sum", 36),
        ("categories: bid Bid 5", 21),
        ("options: best", 10),
    ],
)
def test_a_wrong_head_is_told_where_it_is_wrong(head: str, column: int) -> None:
    players = "" if head.startswith("players") else "players: ana, bea\n"
    (misread, *_rest) = logs_in(f"game: scores 1\n{players}{head}\n".encode())
    assert isinstance(misread, Misread)
    assert (misread.line, misread.column) == (3 if players else 2, column)


@pytest.mark.parametrize(
    "options",
    [
        "gana=menos meta=300 empieza=siguiente desempate=bazas",
        "best=low target=300 dealer=deals ties=bazas",
        "best=menos GANA=low",
    ],
)
def test_options_are_read_in_either_language(options: str) -> None:
    heads = f"juego: scores\njugadores: ana, bea\napartados: bazas, oros\nopciones: {options}\n"
    (game,) = logs_in(heads.encode())
    if options.count("=") == 2:  # the same option twice
        assert isinstance(game, Misread)
        return
    assert not isinstance(game, Misread), game
    chosen = json.loads(game.log)["data"]["options"]
    assert chosen == {"best": "low", "target": 300, "dealer": "deals", "ties": ["bazas"]}
    written = "opciones: gana=menos meta=300 empieza=siguiente desempate=bazas"
    assert written in write_sheet(game.log, "es")


def test_every_option_has_its_words() -> None:
    values = option_values(Options).items()
    words = {each for _option, some in values for each in some if isinstance(each, str) and each}
    named = {f"{option}={each}" for option, some in values for each in some if each in words}
    assert set(TABLES["option-word"]) == named | {option for option, _some in values}


@pytest.mark.parametrize(
    "heads",
    [
        "players: Ana, Bea\ncategories: coins sum 3, science\n",
        "jugadores: Ana, Bea\napartados: coins suma 3, science\n",
    ],
)
def test_the_sum_of_a_category_is_read_in_both_languages(heads: str) -> None:
    (game,) = logs_in(f"game: scores 1\n{heads}".encode())
    assert not isinstance(game, Misread), game
    categories = json.loads(game.log)["data"]["categories"]
    assert [each["sum"] for each in categories] == [3, None]


def test_what_counts_is_no_name_of_a_category() -> None:
    heads = "game: scores 1\nplayers: Ana, Bea\ncategories: Bid x0, tricks 0..13\n"
    (game,) = logs_in(heads.encode())
    assert not isinstance(game, Misread), game
    data = json.loads(game.log)["data"]
    assert [player["id"] for player in data["players"]] == ["ana", "bea"]
    assert [(each["name"], each["times"]) for each in data["categories"]] == [
        ("Bid", 0),
        ("Tricks", 1),
    ]
