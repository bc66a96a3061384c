"""`ragami import`: byte for byte, judged first, all of a log or nothing, again without harm."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ragami.store import open_store
from tests.cli.conftest import Ragami
from tests.samples.samples import Sample, samples

LEGAL = samples("legal")[0]
ILLEGAL = samples("illegal")[0]


def games(path: Path) -> dict[str, bytes]:
    with open_store(path / "games.db") as store:
        return {
            entry.name: b"".join(line + b"\n" for line in store.read(entry.name))
            for entry in store.games()
        }


@pytest.mark.parametrize("sample", samples("legal"), ids=lambda sample: sample.name)
def test_the_bytes_are_those_of_the_file(ragami: Ragami, tmp_path: Path, sample: Sample) -> None:
    said = ragami("import", "--json", str(sample.path))
    assert said.code == 0
    records = len(sample.log.splitlines())
    assert said.lines == [
        {
            "file": str(sample.path),
            "game": sample.name,
            "records": records,
            "there_already": False,
        }
    ]
    assert games(tmp_path) == {sample.name: sample.log}


def test_the_result_is_kept_beside_the_game(ragami: Ragami, tmp_path: Path) -> None:
    assert ragami("import", str(LEGAL.path)).code == 0
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        ((winner,),) = database.execute("SELECT result ->> '$.winners[0]' FROM games")
    assert winner == LEGAL.expected["final"]["winners"][0]


@pytest.mark.parametrize("sample", samples("illegal"), ids=lambda sample: sample.name)
def test_a_log_with_an_error_is_refused(ragami: Ragami, tmp_path: Path, sample: Sample) -> None:
    said = ragami("import", "--json", str(sample.path))
    assert said.code == 5
    facts = said.lines[0]["error"]["facts"]
    assert said.lines[0]["error"]["code"] == "log-refused"
    assert facts["line"] == sample.expected["line"]
    assert facts["rule"] in {sample.expected["rule"], *sample.expected["alternatives"]}
    assert games(tmp_path) == {}


def test_a_refusal_says_what_is_wrong(ragami: Ragami) -> None:
    said = ragami("import", str(ILLEGAL.path))
    assert said.err.startswith("Record 40: Purple acts, but it is Green's turn.")
    assert f"{ILLEGAL.path} is not imported: line 40 breaks R-TURN-02." in said.err


def test_again_is_no_harm(ragami: Ragami, tmp_path: Path) -> None:
    assert ragami("import", str(LEGAL.path)).code == 0
    again = ragami("import", str(LEGAL.path))
    assert (again.code, again.out) == (0, "'legal-1' is there already.\n")
    assert games(tmp_path) == {"legal-1": LEGAL.log}


def test_a_game_that_has_gone_on_is_there_already(ragami: Ragami, tmp_path: Path) -> None:
    early = tmp_path / "legal-1.jsonl"
    early.write_bytes(LEGAL.up_to(50))
    assert ragami("import", str(LEGAL.path)).code == 0
    assert ragami("import", "--json", str(early)).lines[0]["there_already"] is True
    assert games(tmp_path) == {"legal-1": LEGAL.log}


def test_another_game_of_the_same_name_is_a_conflict(ragami: Ragami, tmp_path: Path) -> None:
    assert ragami("import", str(LEGAL.path), "--name", "final").code == 0
    said = ragami("import", "--json", str(samples("legal")[1].path), "--name", "final")
    assert said.code == 4
    assert said.lines[0]["error"]["code"] == "other-game-of-this-name"
    assert said.lines[0]["error"]["facts"] == {"game": "final", "found": 135}
    assert games(tmp_path) == {"final": LEGAL.log}


def test_of_several_files_each_stands_for_itself(ragami: Ragami, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(ILLEGAL.log)
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(LEGAL.log))
    said = ragami("import", "--json", str(folder), str(folder / "none.jsonl"))
    assert said.code == 5
    codes = [line["error"]["code"] if "error" in line else line["game"] for line in said.lines]
    assert codes == ["log-refused", "b", "file-not-found"]
    assert games(tmp_path) == {"b": LEGAL.log}


def test_stdin_is_called_as_its_title_says(ragami: Ragami, tmp_path: Path) -> None:
    titled = next(one for one in samples("legal") if b'"title":"' in one.log.splitlines()[0])
    assert ragami("import", "-", stdin=titled.log).code == 0
    (name,) = games(tmp_path)
    assert f'"title":"{name}"'.encode() in titled.log
    said = ragami("import", "-", "--json", stdin=LEGAL.log)
    assert (said.code, said.lines[0]["error"]["code"]) == (2, "name-needed")
    assert ragami("import", "-", "--name", "other", stdin=LEGAL.log).code == 0


def test_a_name_is_for_one_log(ragami: Ragami) -> None:
    paths = [str(sample.path) for sample in samples("legal")]
    assert ragami("import", "--name", "x", *paths).code == 2


def test_a_name_that_no_game_can_have_is_wrong_usage(ragami: Ragami, tmp_path: Path) -> None:
    said = ragami("import", "--json", str(LEGAL.path), "--name", "a/b")
    assert (said.code, said.lines[0]["error"]["code"]) == (2, "bad-game-name")
    assert games(tmp_path) == {}


def test_what_is_not_known_is_imported_as_it_stands(ragami: Ragami, tmp_path: Path) -> None:
    line = b'{"seq":51,"type":"weather","v":1,"at":null,"by":null,"data":{"sky":7}}\n'
    path = tmp_path / "odd.jsonl"
    path.write_bytes(LEGAL.up_to(50) + line)
    assert ragami("import", str(path)).code == 0
    assert games(tmp_path)["odd"].endswith(line)
    alone = line.replace(b"51", b"1")
    assert ragami("import", "-", "--name", "only", stdin=alone).code == 5  # it opens no game
    assert ragami("import", "-", "--name", "only", "--as-is", stdin=alone).code == 1
    assert games(tmp_path)["only"] == alone
    assert ragami("import", "-", "--as-is", stdin=alone).code == 2


def test_a_game_of_the_database_is_no_file(ragami: Ragami) -> None:
    assert ragami("import", str(LEGAL.path), "--name", "final").code == 0
    said = ragami("import", "--json", "final")
    assert (said.code, said.lines[0]["error"]["code"]) == (3, "file-not-found")


@pytest.mark.parametrize(
    "first",
    [
        b'{"seq":1,',
        b"\xff\xfe",
        b"[" * 100_000,
        b"{}",
        b'{"data":7}',
        b'{"data":{"title":7}}',
        b'{"seq":1,"type":"game_opened","v":1,"at":null,"by":null,"data":{"title":"\\ud800"}}',
    ],
)
def test_what_begins_with_no_record_1_is_refused_on_stdin_as_in_a_file(
    ragami: Ragami, tmp_path: Path, first: bytes
) -> None:
    (tmp_path / "bad.jsonl").write_bytes(first)
    for name, stdin in ((str(tmp_path / "bad.jsonl"), b""), ("-", first)):
        said = ragami("import", name, stdin=stdin)
        assert said.code == 5, said
        assert "line 1 breaks R-LOG-01" in said.err
    said = ragami("import", "-", "--as-is", "--json", stdin=first)
    assert (said.code, said.lines[0]["error"]["code"]) == (2, "name-needed")
    assert games(tmp_path) == {}


def test_a_database_without_a_game_holds_no_log(ragami: Ragami, tmp_path: Path) -> None:
    ragami("import", str(LEGAL.path), "--name", "x", "--db", str(tmp_path / "other.db"))
    empty = tmp_path / "empty.db"
    with open_store(str(empty)):
        pass
    for command in (("export", "--to", "csv"), ("log",), ("show",), ("slip",), ("report",)):
        name, *more = command
        said = ragami(name, str(empty), *more, "--json")
        assert (said.code, said.lines[0]["error"]["code"]) == (3, "no-games"), said


@pytest.mark.parametrize("at", [3, 60])
def test_an_empty_line_is_not_dropped_from_what_is_kept_as_it_is(
    ragami: Ragami, tmp_path: Path, at: int
) -> None:
    lines = LEGAL.up_to(60).splitlines(keepends=True)
    (tmp_path / "gap.jsonl").write_bytes(b"".join([*lines[:at], b"\n", *lines[at:]]))
    said = ragami("import", str(tmp_path / "gap.jsonl"), "--as-is")
    assert said.code == 2 and f"record {at + 1} of 'gap' is not one line" in said.err, said
    assert games(tmp_path) == {}
    assert ragami("import", str(tmp_path / "gap.jsonl"), "--salvage").code == 1
    assert games(tmp_path)["gap"] == b"".join(lines[:at])
