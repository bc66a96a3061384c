"""What comes after an error may be nonsense: it is told, compared and exported all the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ragami.game import game_named
from ragami.game.capabilities import CHANCE
from ragami.game.registry import SHIPPED
from ragami.language import LANGUAGES
from ragami.referee.audit import CROSSED
from tests.cli.conftest import Ragami

EXAMPLES = Path(__file__).parents[2] / "examples"
Change = Callable[[list[Any]], None]


def read(name: str) -> list[Any]:
    return [json.loads(line) for line in (EXAMPLES / name).read_text("utf-8").splitlines()]


def written(lines: list[Any], path: Path) -> str:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return str(path)


def of_type(lines: list[Any], type_: str) -> Any:
    return next(line["data"] for line in lines if line["type"] == type_)


def stranger_has_a_result(lines: list[Any]) -> None:
    of_type(lines, "result_recorded")["results"][0]["entrant"] = "nobody"


def place_that_there_is_not(lines: list[Any]) -> None:
    """The fourth of three."""
    results = (line["data"] for line in lines if line["type"] == "result_recorded")
    small = next(one["results"] for one in results if len(one["results"]) == 3)
    small[0]["place"] = 4


@pytest.mark.parametrize("change", [stranger_has_a_result, place_that_there_is_not])
@pytest.mark.parametrize("command", ["whatif undo", "report", "merge"])
def test_a_tournament_with_nonsense_in_it(
    ragami: Ragami, tmp_path: Path, change: Change, command: str
) -> None:
    lines = read("tournament.jsonl")
    whole = written(lines, tmp_path / "whole.jsonl")
    change(lines)
    changed = written(lines, tmp_path / "changed.jsonl")
    assert ragami("verify", changed).code == 1
    files = [changed, whole] if command == "merge" else [changed]
    assert ragami(*command.split(), *files).code in (0, 1)


def test_a_step_that_there_is_not_stands_in_a_sheet_as_a_record(
    ragami: Ragami, tmp_path: Path
) -> None:
    lines = read("deal-with-the-devil.jsonl")
    of_type(lines, "step_resolved")["step"] = "fly"
    said = ragami("export", written(lines, tmp_path / "changed.jsonl"), "--to", "sheet")
    assert said.code == 0
    assert "record {" in said.out
    assert '"step":"fly"' in said.out.replace(" ", "")


@pytest.mark.parametrize("name", [name for name in SHIPPED if game_named(name).get(CHANCE)])
def test_what_an_undo_has_crossed_has_words(name: str) -> None:
    game = game_named(name)
    shown = {
        what
        for path in (EXAMPLES / "tournament.jsonl", *EXAMPLES.rglob("*players.jsonl"),
                     *EXAMPLES.glob("deal-with-the-devil*.jsonl"))
        if f'"game":"{name}"' in path.read_text("utf-8")[:300].replace(" ", "")
        for read in game.codec.read_log(path.read_bytes())
        for what in game.need(CHANCE).disclosed(getattr(read, "data", None))
    }  # fmt: skip
    assert shown
    for what in shown - CROSSED.keys():
        for language in LANGUAGES:
            assert game.words.word(f"disclosed/{what}", language) != f"disclosed/{what}"
