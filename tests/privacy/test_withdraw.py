"""A name that is withdrawn is nowhere any more, and every seal of before still holds."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from ragami.errors import RagamiError
from ragami.store import Conflict, Withdrawal, open_store, schema
from ragami.store.memory import MemoryStore
from tests.cli.conftest import Ragami
from tests.privacy.kit import GAME, NAME, base, bytes_of, holds, log_with_name, ok
from tests.scale import SEED


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sealed game, as the first test has made it."""
    return tmp_path_factory.mktemp("sealed") / "kept"


@pytest.fixture
def sealed(ragami: Ragami, tmp_path: Path, kept: Path) -> list[bytes]:
    """A sealed game full of the name; gives its lines."""
    if kept.exists():
        copytree(kept, tmp_path, dirs_exist_ok=True)
    else:
        seals(ragami, tmp_path)
        copytree(tmp_path, kept)
    with open_store() as store:
        return store.read("final")


def seals(ragami: Ragami, tmp_path: Path) -> None:
    ok(ragami, "key", "new", "ana")
    (tmp_path / "final.jsonl").write_text(log_with_name())
    ok(ragami, "import", str(tmp_path / "final.jsonl"))
    ok(ragami, "note", "final", f"{NAME} was late, and zenobia  QUUXENBY said sorry", "--by", "bo")
    ok(ragami, "undo", "final", "--steps", "1", "--reason", f"asked by {NAME}", "--key", NAME)
    ok(ragami, "redo", "final", "--by", "carl")
    ok(ragami, "rule", "final", "R-MOVE-01", "--yes", "--authority", NAME, "--reason", "so")
    first = GAME.log.splitlines()[0]
    data = json.loads(first)["data"]
    data["players"][0]["name"] = NAME
    change = json.dumps({"type": "game_opened", "data": data})
    ok(ragami, "correct", "final", "1", change, "--yes")
    ok(ragami, "seal", "final")


def test_nothing_of_it_stays_in_the_file(
    ragami: Ragami, tmp_path: Path, sealed: list[bytes]
) -> None:
    assert holds(bytes_of(tmp_path))
    with open_store() as other:  # so that the log ahead and its index are there to be looked into
        other.read("final")
        ok(ragami, "withdraw", NAME, "--yes")
        assert {path.name for path in tmp_path.glob("games.db*")} >= {"games.db-wal"}
        assert not holds(bytes_of(tmp_path))
    assert not holds(bytes_of(tmp_path))
    assert len(sealed) > len(GAME.log.splitlines())


def test_every_seal_and_proof_of_before_still_holds(
    ragami: Ragami, tmp_path: Path, sealed: list[bytes]
) -> None:
    proofs = [tmp_path / name for name in ("1.tlog-proof", "whole.leaves")]
    ok(ragami, "prove", "final", "--seq", "1", "-o", str(proofs[0]))
    ok(ragami, "prove", "final", "--leaves", "-o", str(proofs[1]))
    before = ragami("verify", "final", "--json").lines[0]
    final = ok(ragami, "withdraw", NAME, "--yes", "--json")
    said = ragami("verify", "final", "--json")
    after = said.lines[0]
    assert said.code == 0
    codes = [[one["code"] for one in report["findings"]] for report in (before, after)]
    assert sorted(codes[1]) == sorted([*codes[0], "withheld-record"])
    records = json.loads(final)["records"]
    told = next(one for one in after["findings"] if one["code"] == "withheld-record")
    assert told["facts"] == {"records": len(records), "of": len(sealed), "first": 1}
    assert told["severity"] == "warning"
    assert "81 of 237 records are withheld" in told["en"]
    assert "81 de 237 anotaciones" in told["es"]
    headline = ok(ragami, "verify", "final").splitlines()[0]
    assert "81 of 237 withheld" in headline
    assert after["final"] == before["final"]
    log = tmp_path / "after.jsonl"
    ok(ragami, "export", "final", "-o", str(log))
    ok(ragami, "check-proof", str(proofs[1]), "--log", str(log))
    ok(ragami, "check-proof", str(proofs[0]))
    assert "withheld" in ragami("prove", "final", "--seq", "1").err
    ok(ragami, "prove", "final", "--seq", "5", "-o", str(tmp_path / "new"))
    ok(ragami, "check-proof", str(tmp_path / "new"))
    ok(ragami, "seal", "final")
    assert ragami("verify", "final").code == 0
    assert len(sealed) > len(records) > 70


def test_nothing_is_taken_out_where_nobody_says_yes(
    ragami: Ragami, tmp_path: Path, sealed: list[bytes]
) -> None:
    for more in ((), ("--json",)):
        said = ragami("withdraw", NAME, *more)
        assert said.code == 2
        assert "--yes" in said.err
        assert ("final: " in said.err) is (more == ())
    with open_store() as store:
        assert store.read("final") == sealed
    assert holds(bytes_of(tmp_path))


def test_no_export_after_that_has_it(ragami: Ragami, tmp_path: Path, sealed: list[bytes]) -> None:
    ok(ragami, "withdraw", NAME.lower(), "--yes")
    viewers = ((), ("--as", "public"), ("--as", "yellow"), ("--as", "referee"))
    for form in ("jsonl", "sheet", "json", "csv", "svg", "html"):
        for viewer in viewers[: None if SEED or form == "jsonl" else 1]:
            out = tmp_path / f"out.{form}"
            ok(ragami, "export", "final", "--to", form, *viewer, "-o", str(out))
            assert not holds(out.read_bytes()), (form, viewer)
    for command in ("show", "log", "games", "verify", "report", "legal"):
        said = ragami(command, *([] if command == "games" else ["final"]))
        assert not holds((said.out + said.err).encode()), command
    assert sealed


def test_the_log_that_is_exported_can_be_imported_and_its_seals_hold(
    ragami: Ragami, tmp_path: Path, sealed: list[bytes]
) -> None:
    ok(ragami, "withdraw", NAME, "--yes")
    log = tmp_path / "again.jsonl"
    ok(ragami, "export", "final", "-o", str(log))
    ok(ragami, "import", str(log))
    with open_store() as store:
        assert store.read("again") == store.read("final") != sealed
    for asked in (str(log), "again"):
        (report,) = ragami("verify", asked, "--json").lines
        assert report["ok"]
        assert report["final"] == GAME.expected["final"]


def test_what_was_changed_besides_is_still_found(
    ragami: Ragami, tmp_path: Path, sealed: list[bytes]
) -> None:
    ok(ragami, "withdraw", NAME, "--yes")
    log = tmp_path / "again.jsonl"
    ok(ragami, "export", "final", "-o", str(log))
    lines = log.read_bytes().splitlines()
    at = next(n for n, line in enumerate(lines) if n > 30 and b"withheld" not in line)
    lines[at] = lines[at].replace(b'"by": "', b'"by": "x', 1)
    log.write_bytes(b"\n".join(lines) + b"\n")
    assert ragami("verify", str(log)).code == 6
    leaf = json.loads(lines[0])["data"]["leaf"]
    lines[at] = lines[at].replace(b'"by": "x', b'"by": "', 1)
    lines[0] = lines[0].replace(leaf.encode(), leaf[::-1].encode())
    log.write_bytes(b"\n".join(lines) + b"\n")
    assert ragami("verify", str(log)).code == 6
    assert sealed


def test_a_second_name_is_withdrawn_from_the_same_record(
    ragami: Ragami, tmp_path: Path, sealed: list[bytes]
) -> None:
    other = json.loads(sealed[0])["data"]["players"][1]["name"]
    ok(ragami, "withdraw", NAME, "--yes")
    ok(ragami, "withdraw", other, "--yes")
    assert not holds(bytes_of(tmp_path), (f'"name":"{other.lower()}"',))
    assert ragami("verify", "final").code == 0
    with open_store() as store:
        first = json.loads(store.read("final")[0])["data"]["data"]
    assert [one["name"] for one in first["players"][:2]] == [
        one["colour"] for one in first["players"][:2]
    ]


def test_a_game_that_is_called_after_somebody_gets_another_name(
    ragami: Ragami, tmp_path: Path
) -> None:
    for name in ("zenobia-quuxenby", "zenobia quuxenby, again", "other"):
        ok(ragami, "record", name, "--atomic", "--key", f"by {NAME}", stdin=GAME.up_to(20))
    said = ragami("withdraw", NAME, "--yes", "--json")
    assert [(one["game"], one["renamed"]) for one in said.lines] == [
        ("other", False),
        ("game-1", True),
        ("game-2", True),
    ]
    assert not holds(bytes_of(tmp_path))
    with open_store() as store:
        assert list(store.names()) == ["game-1", "game-2", "other"]
        assert len(store.read("game-1")) == len(store.read("other")) == 20


def test_where_it_has_to_stay_is_told(ragami: Ragami, tmp_path: Path) -> None:
    ok(ragami, "key", "new", "Zenobia")
    ok(ragami, "record", "final", "--atomic", stdin=GAME.up_to(20))
    ok(ragami, "seal", "final", "--by", "Zenobia")
    said = ragami("withdraw", "zenobia", "--yes", "--json")
    assert said.code == 1
    assert said.lines[0]["left"] == [{"seq": 21, "place": "data.note"}]
    assert said.lines[0]["records"] == [21]
    assert ragami("verify", "final").code == 0
    assert "record 21 (data.note)" in ragami("withdraw", "zenobia", "--yes").err


def test_a_name_that_is_nowhere(ragami: Ragami) -> None:
    ok(ragami, "new", "final", "-p", "yellow:Ana", "-p", "green:Bea", "-p", "blue:Anabel")
    said = ragami("withdraw", "Anna", "--yes")
    assert said.code == 3 and "Ana" in said.err
    assert ragami("withdraw", " . ", "--yes").code == 2
    assert ragami("withdraw", "Ana", "--yes").code == 0
    assert "Anabel" in ok(ragami, "show", "final")
    said = ragami("withdraw", "yellow", "--yes")  # so Ana is called now: by the seat
    assert said.code == 3 and "Nearest" not in said.err


WITHHOLD = """
UPDATE event SET body = json_object(
    'type', 'withheld', 'v', 1, 'seq', 1, 'at', json_extract(body, '$.at'), 'by', NULL,
    'data', json_object('leaf', 'L', 'type', json_extract(body, '$.type'), 'v', 1, 'data', 'x')
) WHERE seq = 1
"""
CHANGES = [
    WITHHOLD.replace("'L'", "'M'"),
    WITHHOLD.replace("'withheld'", "'noted'"),
    WITHHOLD.replace("'v', 1, 'seq', 1", "'v', 2, 'seq', 1"),
    WITHHOLD.replace("'v', 1, 'seq', 1", "'v', 1, 'seq', 2"),
    WITHHOLD.replace("json_extract(body, '$.at')", "'then'"),
    WITHHOLD.replace("json_extract(body, '$.type')", "'noted'"),
    WITHHOLD.replace("'v', 1, 'data'", "'v', 2, 'data'"),
    WITHHOLD.replace("SET", "SET game = 'h',"),
    WITHHOLD.replace("SET", "SET seq = 7,"),
    "UPDATE event SET game = 'h'",
    "UPDATE event SET body = '{}'",
    "UPDATE event SET body = NULL",
    "UPDATE command SET key = 'h'",
]


@pytest.fixture
def raw(ragami: Ragami, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of somebody else to a game of twenty records."""
    ok(ragami, "record", "final", "--atomic", "--key", "k", stdin=GAME.up_to(20))
    with closing(sqlite3.connect(base(tmp_path), isolation_level=None)) as raw:
        yield raw


@pytest.mark.parametrize("noted", [False, True])
@pytest.mark.parametrize("statement", CHANGES)
def test_the_database_lets_words_be_withheld_in_one_form_only(
    raw: sqlite3.Connection, statement: str, noted: bool
) -> None:
    if noted:
        raw.execute("INSERT INTO withdrawal (leaf, at) VALUES ('L', 'now')")
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(statement)


def test_withheld_words_stay_withheld_and_noted(raw: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(WITHHOLD)
    raw.execute("INSERT INTO withdrawal (leaf, at) VALUES ('L', 'now'), ('M', 'now')")
    raw.execute(WITHHOLD)
    for statement in (
        "UPDATE event SET body = json_set(body, '$.data.leaf', 'M') WHERE seq = 1",
        "UPDATE event SET body = json_set(body, '$.data.type', 'noted') WHERE seq = 1",
        "DELETE FROM withdrawal",
        "UPDATE withdrawal SET at = ''",
        "INSERT OR REPLACE INTO withdrawal SELECT * FROM withdrawal",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(statement)


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_line_that_has_become_another_one_is_a_conflict(tmp_path: Path, kind: str) -> None:
    line = b'{"seq":%d,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"x"}}'
    after = b'{"seq":%d,"type":"withheld","v":1,"at":null,"by":null,"data":{"leaf":"l",'
    after += b'"type":"noted","v":1,"data":{}}}'
    with MemoryStore() if kind == "memory" else open_store(tmp_path / "a.db") as store:
        store.append("g", 0, [line % 1, line % 2])
        changes = {1: (line % 1, after % 1), 2: (line % 3, after % 2)}
        with pytest.raises(Conflict):
            store.withdraw([Withdrawal("g", changes)], "now")
        assert store.read("g") == [line % 1, line % 2]
        store.withdraw([Withdrawal("g", {1: changes[1]}, name="h")], "now")
        assert store.read("h") == [after % 1, line % 2]
        assert store.head("g") == 0


def test_whoever_reads_meanwhile_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragami.store.sqlite.BUSY_SECONDS", 0.1)
    with open_store(tmp_path / "a.db") as store:
        store.append("g", 0, [b'{"text":"x"}'])
        with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as raw:
            raw.execute("BEGIN")
            raw.execute("SELECT * FROM event").fetchall()
            store._connection.execute("PRAGMA busy_timeout = 100")  # type: ignore[attr-defined]
            with pytest.raises(RagamiError) as caught:
                store.withdraw([Withdrawal("g", name="h")], "now")
            assert caught.value.code == "old-bytes-left"
            assert list(store.names()) == ["h"]
        store.withdraw((), "now")


def test_a_database_of_before_is_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "STEPS", schema.STEPS[:1])
    with closing(schema.connect(tmp_path / "a.db", create=True)) as raw:
        lines = GAME.up_to(20).decode().splitlines()
        raw.executemany("INSERT INTO event VALUES ('g', ?, ?)", enumerate(lines, 1))
        games = raw.execute("SELECT * FROM games").fetchall()
        events = raw.execute("SELECT * FROM events").fetchall()
    monkeypatch.undo()
    with open_store(tmp_path / "a.db") as store:
        assert store.read("g") == [line.encode() for line in lines]
        assert store.secrets("g") == []
    with closing(sqlite3.connect(tmp_path / "a.db")) as raw:
        assert raw.execute("SELECT * FROM games").fetchall() == games
        assert raw.execute("SELECT * FROM events").fetchall() == events


def test_the_views_show_what_is_left(ragami: Ragami, tmp_path: Path, sealed: list[bytes]) -> None:
    def rows() -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(base(tmp_path))) as raw:
            of_game = raw.execute("SELECT kind, title, players, result IS NULL FROM games")
            of_event = raw.execute("SELECT type, v, at, player FROM events ORDER BY seq")
            return [*of_game.fetchall(), *of_event.fetchall()]

    before = rows()
    ok(ragami, "withdraw", NAME, "--yes")
    after = rows()
    assert after[1:] == before[1:]
    kind, title, players, no_result = after[0]
    assert (kind, title, no_result) == ("ragami", "The revenge of –", before[0][3])
    assert str(players).startswith(
        f'["{json.loads(GAME.log.splitlines()[0])["data"]["players"][0]["colour"]}"'
    )
    assert len(sealed) == len(after) - 1
