"""Law 10: a command imports what it needs, and what is heavy only when it is needed."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from ragami.game import game_named

EXAMPLE: Final = Path(__file__).parents[2] / "examples" / "four-players.jsonl"
# Of our own dependencies and of the standard library: what takes long to import.
HEAVY: Final = frozenset(
    {
        *(
            "asyncio",
            "concurrent",
            "multiprocessing",
            "sqlite3",
            "unittest",
            "xml",
            "email",
            "http",
        ),
        *("cryptography", "dask", "distributed", "duckdb", "fsspec", "jinja2", "numpy", "pandas"),
        *(
            "pip",
            "prompt_toolkit",
            "psycopg",
            "pyarrow",
            "pygments",
            "resvg_py",
            "rich",
            "segno",
            "setuptools",
        ),
        *("anyio", "h11", "httpx", "starlette", "uvicorn"),
        *("sqlite_utils", "textual", "tornado", "yaml", "zstandard"),
    }
)


@cache
def modules_after(*arguments: str) -> frozenset[str]:
    """The modules that are there when a command is done."""
    script = (
        "import sys\n"
        "from ragami_cli.__main__ import run\n"
        f"run({list(arguments)!r})\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    return frozenset(done.stderr.splitlines()[-1].split())


def imported_by(*arguments: str) -> set[str]:
    """The top-level packages that a command has imported when it is done."""
    return {name.partition(".")[0] for name in modules_after(*arguments)}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--lang", "es", "--help"),
        ("verify", "--help"),
        ("verify", str(EXAMPLE)),
        ("verify", "--json", str(EXAMPLE)),
    ],
    ids=" ".join,
)
def test_nothing_heavy_is_imported(arguments: tuple[str, ...]) -> None:
    assert imported_by(*arguments) & HEAVY == set()


def test_a_new_game_loads_no_other_game(tmp_path: Path) -> None:
    """`new --game ragami` is the first thing that somebody types."""
    players = ("-p", "yellow:Ana", "-p", "green:Bea", "-p", "blue:Carl")
    database = str(tmp_path / "games.db")
    modules = modules_after("new", "friday", "--game", "ragami", *players, "--db", database)
    games = {name.split(".")[2] for name in modules if name.startswith("ragami.games.")}
    assert games == {"ragami"}


def test_a_verdict_on_a_file_loads_no_lines_and_no_pictures() -> None:
    modules = modules_after("verify", str(EXAMPLE))
    rooms = ("ragami.notation", "ragami.sheet", "ragami.draw", "ragami.table")
    assert [name for name in modules if name.startswith(rooms)] == []


def test_what_is_heavy_would_be_seen(tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    assert imported_by("import", str(EXAMPLE), "--db", database) >= {"sqlite3", "sqlite_utils"}


def test_annotations_of_what_is_decoded_are_not_text() -> None:
    """Every command that reads a record would compile each of them; it took 15 ms."""
    codec = game_named("ragami").codec
    for name in codec.types:
        for struct in (codec.record_class(name), codec.types[name].struct):
            for kind in struct.__mro__[:-1]:
                said = vars(kind).get("__annotations__", {})
                assert not [name for name, one in said.items() if isinstance(one, str)], kind


def test_a_log_without_seals_links_or_secrets_needs_nobody_who_looks_at_them() -> None:
    imported = modules_after("verify", str(EXAMPLE))
    assert "ragami.games.ragami.words" in imported
    unused = {"ragami.proof.note", "ragami.games.ragami.narration", "hashlib"}
    assert imported & {*unused, "ragami.games.ragami.deduction.onlooker"} == set()
