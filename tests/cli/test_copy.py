"""`ragami copy`, and a database on a server wherever a database is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ragami.errors import CONFLICT, FOUND_WRONG, NOT_FOUND, STORAGE, USAGE
from tests.cli.conftest import Process, Ragami
from tests.postgres import Server

PLAYERS = ("-p", "yellow:Ana", "-p", "green:Eva", "-p", "blue:Lola")
EXAMPLE = str(Path(__file__).parents[2] / "examples" / "four-players.jsonl")


@pytest.fixture
def club(ragami: Ragami, tmp_path: Path) -> str:
    """A database with two games."""
    place = str(tmp_path / "club.db")
    assert ragami("import", EXAMPLE, "--db", place).code == 0
    assert ragami("import", EXAMPLE, "--db", place, "--name", "again, Sam").code == 0
    return place


def test_over_and_back_byte_for_byte(
    ragami: Ragami, club: str, database: str, tmp_path: Path
) -> None:
    back = str(tmp_path / "back.db")
    over = ragami("copy", club, database)
    assert (over.code, over.err) == (0, "")
    assert over.out.splitlines() == ["2 games copied.", "582 records were written."]
    assert ragami("copy", database, back).code == 0
    for place in (database, back):
        exported = ragami("export", "four-players", "--db", place, "--to", "jsonl")
        assert exported.out == Path(EXAMPLE).read_text("utf-8")
    assert ragami("games", "--db", database, "--json") == ragami("games", "--db", club, "--json")
    again = ragami("copy", club, database, "--json")
    assert again.lines == [
        {"game": "again, Sam", "records": 291, "there_already": 291},
        {"game": "four-players", "records": 291, "there_already": 291},
    ]


def test_one_game_that_is_refused_does_not_keep_the_others(
    ragami: Ragami, club: str, database: str
) -> None:
    ragami("new", "four-players", "--db", database, *PLAYERS)
    said = ragami("copy", club, database)
    assert said.code == CONFLICT
    assert "four-players" in said.err
    assert said.out.splitlines()[0] == "1 game copied."


def test_what_cannot_be_copied(ragami: Ragami, club: str, database: str, tmp_path: Path) -> None:
    assert ragami("copy", str(tmp_path / "none.db"), database).code == NOT_FOUND
    assert ragami("copy", database, club).code == NOT_FOUND, "there are no games of ours in it"
    assert ragami("copy", club, str(tmp_path / "none" / "x.db")).code == STORAGE
    assert ragami("copy", club).code == USAGE


@pytest.mark.parametrize("private", [(), ("--private",)], ids=["open", "private"])
def test_a_game_is_written_down_on_a_server(
    ragami: Ragami, database: str, monkeypatch: pytest.MonkeyPatch, private: tuple[str, ...]
) -> None:
    monkeypatch.setenv("RAGAMI_DB", database)
    assert ragami("games").out == ""
    assert ragami("new", "friday", *PLAYERS, *private).code == 0
    assert ragami("note", "friday", "rain").code == 0
    told = ragami("log", "friday")
    assert "rain" in told.out
    assert ragami("verify", "friday").code == 0
    assert ragami("show", "friday", "--json").lines == ragami("show", "friday", "--json").lines
    assert ragami("games", "--json").lines[0]["records"] == len(
        ragami("export", "friday", "--to", "jsonl").lines
    )
    assert ragami("withdraw", "Lola", "--yes").code == 0
    assert "Lola" not in ragami("export", "friday", "--to", "jsonl").out


def test_all_the_logs_on_a_server_by_its_address(
    ragami: Ragami, club: str, database: str, tmp_path: Path
) -> None:
    ragami("copy", club, database)
    judged = ragami("verify", database)
    assert judged.code == 0
    assert ragami("verify", f"{database}#again, Sam").code == 0
    assert ragami("verify", f"{database}#nobody").code in {NOT_FOUND, FOUND_WRONG}
    other = str(tmp_path / "other.db")
    assert ragami("import", database, "--db", other).code == 0
    names = [line["name"] for line in ragami("games", "--db", other, "--json").lines]
    assert names == ["again, Sam", "four-players"]


def test_what_is_wrong_with_a_server_is_said_without_the_password(
    ragami: Ragami, server: Server
) -> None:
    for address in (
        "postgresql://ana:geheim@127.0.0.1:1/club",
        "postgresql://127.0.0.1:1/club?user=ana&password=geheim",
        server.address("postgres", "nobody", "geheim"),
    ):
        said = ragami("games", "--db", address)
        assert said.code == STORAGE
        assert said.out == ""
        assert "geheim" not in said.err
        assert "postgresql://" in said.err
        assert ragami("verify", address).code == STORAGE


def test_without_the_extra_it_is_said_which(process: Process, tmp_path: Path) -> None:
    (tmp_path / "psycopg").mkdir()
    (tmp_path / "psycopg" / "__init__.py").write_text("raise ModuleNotFoundError(name='psycopg')")
    path = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    said = process("games", "--db", "postgresql:///x", PYTHONPATH=path)
    assert said.code == USAGE
    assert "pip install ragami[pg]" in said.err
