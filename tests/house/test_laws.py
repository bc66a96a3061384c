"""The laws of the house that no linter knows, and the promises of its files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ragami.errors import KINDS

ROOT = Path(__file__).parents[2]

# A word of one game, where it can be told from everyday English.
WORDS_OF_A_GAME = r"(?i)\b(saints?|demons?|virtue|ragami_moved|conflict_tried|cubes?)\b"


@cache
def ours() -> dict[str, str]:
    """Every text file of the project, by its path. Not asked of git: a copy may have none."""
    tops = ("ragami", "cli", "tests", "examples", "schemas", "docs", ".ci")
    paths = [path for path in ROOT.iterdir() if path.suffix in {".md", ".toml"}]
    paths += [ROOT / "Makefile", *(path for top in tops for path in (ROOT / top).rglob("*"))]
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for path in paths
        if path.is_file() and path.suffix not in {".pyc", ".mo", ".gz", ".db", ".png"}
    }


def modules() -> Iterator[tuple[str, str]]:
    return ((name, text) for name, text in ours().items() if name.endswith(".py"))


def lines_with(pattern: str, files: Iterator[tuple[str, str]]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in files
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]


def test_only_games_know_the_words_of_a_game() -> None:
    outside = (
        (name, text)
        for name, text in modules()
        if name.startswith("ragami/") and not name.startswith("ragami/games/")
    )
    assert lines_with(WORDS_OF_A_GAME, outside) == []


def functions(text: str) -> Iterator[tuple[str, int]]:
    """The functions of a module, with how many lines each has."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def test_files_and_functions_stay_short() -> None:
    assert [name for name, text in modules() if text.count("\n") >= 500] == []
    long = [(file, *of) for file, text in modules() for of in functions(text) if of[1] > 50]
    assert long == []


def test_nothing_is_left_to_do() -> None:
    marks = "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented" + "Error"))
    assert lines_with(rf"\b({marks})\b", modules()) == []


def test_no_test_is_skipped() -> None:
    """But those that need a PostgreSQL server, where there is none; and that is said loudly."""
    ways = "|".join(("skip", "skipif", "xfail", "import" + "orskip"))
    tests = ((name, text) for name, text in modules() if name.startswith("tests/"))
    skips = lines_with(rf"pytest\.(mark\.)?({ways})\b", tests)
    assert [skip.partition(": ")[2] for skip in skips] == ["pytest." + "skip(postgres.MISSING)"]


def test_no_file_names_a_place_of_one_machine() -> None:
    places = "|".join("/" + place + "/" for place in ("ro" + "ot", "wo" + "rk", "ho" + "me"))
    assert lines_with(f"({places})", iter(ours().items())) == []


@pytest.mark.parametrize("top", ["ragami", "cli/ragami_cli"])
def test_every_folder_of_modules_is_a_package(top: str) -> None:
    """A folder without `__init__.py` would be seen by neither the import contracts nor mypyc."""
    folders = {path.parent for path in (ROOT / top).rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_every_trouble_is_raised_somewhere() -> None:
    said = "".join(
        text
        for name, text in modules()
        if name.startswith(("ragami/", "cli/")) and "trouble.py" not in name
    )
    assert [code for code in KINDS if f'"{code}"' not in said] == []


def test_every_trouble_says_what_to_do_in_whole_sentences() -> None:
    for code, kind in KINDS.items():
        assert kind.exit_code in {1, 2, 3, 4, 5, 6, 7, 70, 130}, code
        for text in (kind.says, kind.remedy):
            assert not text or text.endswith((".", "?", "}")), code
