"""Odd logs in an archive, and damaged databases: each is reported, and the others are counted."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from ragami.analytics.worker_pool import results_at
from ragami.errors import RagamiError
from ragami.game import game_named
from ragami.privacy.names import Name, cleared
from ragami.sources.places import LogPlace, Source
from ragami.store import open_store
from ragami.store.sqlite import SqliteStore
from tests.archive.games import logs
from tests.cli.conftest import Ragami
from tests.scale import often

DIGITS: Final = b"9" * 5000
"""More than Python takes for an integer unasked (4,300)."""


def odd_logs() -> dict[str, bytes]:
    """Logs in which something is odd in the sixth line, or at the end."""
    lines = logs(1)[0].splitlines(keepends=True)

    def with_sixth(line: bytes) -> bytes:
        return b"".join((*lines[:5], line, *lines[6:]))

    frame = b'{"seq":6,"type":"passed","v":1,"at":null,"by":null,"data":%s}\n'
    return {
        "a-good": logs(1)[0],
        "empty-last-line": logs(1)[0] + b"\n",
        "two-empty-last-lines": logs(1)[0] + b"\n\n",
        "half-a-surrogate-type": with_sixth(b'{"seq":6,"type":"\\ud800"}\n'),
        "half-a-surrogate": with_sixth(frame % b'{"player":"\\udfff"}'),
        "long-integer": with_sixth(frame % b'{"player":%s}' % DIGITS),
        "no-utf-8": with_sixth(b"\xff\xfe\n"),
        "very-deep": with_sixth(frame % (b"[" * 10**5 + b"]" * 10**5)),
        "z-good": logs(2)[1],
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "odd"
    place.mkdir()
    for name, log in odd_logs().items():
        (place / f"{name}.jsonl").write_bytes(log)
    return place


def test_an_archive_with_odd_logs_becomes_tables(
    ragami: Ragami, folder: Path, tmp_path: Path
) -> None:
    said = ragami("export", str(folder), "--to", "parquet", "-o", str(tmp_path / "tables"))
    assert said.code == 0, said
    asked = ragami("stats", str(tmp_path / "tables"), "--json")
    assert asked.code == 0


@pytest.mark.parametrize("command", ["verify", "audit", "dice"])
def test_every_command_on_an_archive_gets_through(
    ragami: Ragami, folder: Path, command: str
) -> None:
    said = ragami(command, "--json", str(folder))
    assert said.code in (0, 1), said
    if command == "verify":
        told = {Path(one["file"]).stem: one["ok"] for one in said.lines}
        assert [name for name, ok in told.items() if ok] == ["a-good", "z-good"]
        assert set(told) == set(odd_logs())


def test_a_defect_of_our_own_is_said_in_its_place() -> None:
    def task(source: Source) -> int:
        if source.name == "b":
            raise ZeroDivisionError("of ours")
        return 1

    place = LogPlace(("a",), lambda: [Source(name, bytes) for name in "abc"])
    done = results_at(task, place)
    assert [name for name, _result in done.results] == ["a", "b", "c"]
    first, wrong, last = (result for _name, result in done.results)
    assert (first, last) == (1, 1)
    assert isinstance(wrong, RagamiError)
    assert (wrong.code, wrong.exit_code) == ("defect", 70)


# --- damaged databases --------------------------------------------------------------------


@pytest.fixture
def path(ragami: Ragami, tmp_path: Path) -> Path:
    """A database of a game, its log ahead put into it."""
    log = tmp_path / "game.jsonl"
    log.write_bytes(logs(1)[0])
    assert ragami("import", str(log)).code == 0
    place = tmp_path / "games.db"
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return place


def damage(path: Path, before: bytes, after: bytes) -> None:
    assert len(before) == len(after)
    content = path.read_bytes()
    assert before in content
    path.write_bytes(content.replace(before, after))


COMMANDS: Final = {
    "withdraw": ["withdraw", "Zoe", "--yes"],
    "games": ["games"],
    "show": ["show", "game"],
    "record": ["record", "game", "note: x"],
    "verify": ["verify", "--all-games"],
    "export": ["export", "game", "--to", "csv", "-o", os.devnull],
}


@pytest.mark.parametrize("what", COMMANDS)
@pytest.mark.parametrize("after", [b'"seq"\x807,', b'"seq"+7,'][: often(1, 2)])
def test_a_damaged_record_is_no_defect_of_ours(
    ragami: Ragami, path: Path, what: str, after: bytes
) -> None:
    damage(path, b'"seq":7,', after)
    assert ragami(*COMMANDS[what]).code in (0, 1, 3, 5, 7)


@pytest.mark.parametrize("what", COMMANDS)
def test_a_damaged_schema_is_a_damaged_database(ragami: Ragami, path: Path, what: str) -> None:
    damage(path, b"CREATE TABLE event (", b"CREATE TABLE ev\x80nt (")
    said = ragami(*COMMANDS[what], "--json")
    assert said.lines[-1]["error"]["code"] == "database-damaged"
    assert said.code == 7


def test_what_is_not_there_any_more_is_said(path: Path) -> None:
    with open_store(path) as store:
        assert isinstance(store, SqliteStore)
        store._execute("PRAGMA ignore_check_constraints = ON")
        store._execute("PRAGMA writable_schema = ON")
        store._execute("UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL CHECK', 'CHECK')")
        store._execute("PRAGMA writable_schema = RESET")
        store._execute("DROP TRIGGER event_is_final")
        store._execute("UPDATE event SET body = NULL WHERE seq IN (1, 5)")
        for read in (lambda: store.read("game"), store.games):
            with pytest.raises(RagamiError) as caught:
                read()
            assert caught.value.code == "database-damaged"


def test_a_name_in_a_line_that_cannot_be_read_is_left_and_said() -> None:
    game = game_named("ragami")
    for line in (b'{"seq":3,"by":"Ana", broken', b'{"seq":3,"by":"Ana","data":%s}' % DIGITS):
        assert cleared(line, Name("Ana"), game) == (None, ("?",))
        assert cleared(line, Name("Zoe"), game) == (None, ())


def test_the_line_of_a_private_game_that_was_damaged_stays_what_it_is(
    ragami: Ragami, tmp_path: Path
) -> None:
    opening = ["--player", "yellow:Ana", "--player", "green:Bea"]
    options = ["--option", "neutral_colour=blue"]
    assert ragami("new", "secret", "--private", *opening, *options).code == 0
    place = tmp_path / "games.db"
    with closing(sqlite3.connect(place)) as connection, connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    damage(place, b'"title":null', b'"title":\x80ull')
    for command in (["verify", "secret"], ["show", "secret"], ["games"]):
        assert ragami(*command).code in (0, 1, 3, 7)
