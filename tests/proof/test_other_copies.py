"""Copies of a log that is sealed: files, working copies, forks under another name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragami.proof.checking import check_log
from ragami.proof.forks import Branches, branch_of
from tests.cli.conftest import Ragami, Said
from tests.cli.played import lines, play, stored
from tests.proof.kit import RING, note_of, played, seal_line

LINES = list(played(1))


@pytest.fixture
def ana(ragami: Ragami) -> str:
    return ragami("key", "new", "ana").out.strip()


def on_seals(said: Said) -> list[tuple[str, str, int | None, Any]]:
    """What was said of the seals of one log, and of which other game."""
    of_rules = ("unverified-components", "incomplete", "unfinished")
    return [
        (one["code"], one["severity"], one["seq"], one["facts"].get("other"))
        for one in said.lines[0]["findings"]
        if one["code"] not in of_rules
    ]


def export(ragami: Ragami, name: str, path: Path) -> str:
    assert ragami("export", name, "-o", str(path)).code == 0
    return str(path)


# --- a fork by record 1 ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["friday.example/log", None])
def test_the_same_history_sealed_otherwise_under_any_name_is_a_fork(name: str | None) -> None:
    other = [*LINES[:39], LINES[39].replace(b'"bo"', b'"bx"')]
    fork = [*other, seal_line(other, note_of(other, origin=name))]
    for first, second in ((LINES, fork), (fork, LINES)):
        with Branches() as before:
            found = []
            for log in (first, second):
                checked = check_log(log, RING)
                assert checked.broken is None
                branch = branch_of(checked.leaves, checked.heads)
                assert branch
                found += before.hold("x", branch)
        assert [(one.code, one.seq) for one in found] == [("forked-log", 40)]


# --- files -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("ana")
def test_a_file_that_is_an_earlier_state_of_a_game_is_a_notice(
    ragami: Ragami, tmp_path: Path
) -> None:
    play(ragami, 30)
    ragami("seal", "final")
    before = export(ragami, "final", tmp_path / "before.jsonl")
    ragami("note", "final", "more")
    ragami("seal", "final")
    said = ragami("verify", "--json", before)
    assert said.code == 0
    assert on_seals(said) == [("earlier-state", "notice", None, "final")]
    assert "{" not in said.lines[0]["findings"][0]["en"] + said.lines[0]["findings"][0]["es"]
    for command in ("report", "audit", "slip", "prove --seq 5"):
        name, *more = command.split()
        assert ragami(name, before, *more).code == 0, command
    said = ragami("verify", before, str(tmp_path))
    assert said.code == 0
    assert "an earlier state of 'final'" in said.out.splitlines()[0]
    # As a game of the name it is the one that was sealed: a database that was put back.
    (tmp_path / "older").mkdir()
    old = f"--db={tmp_path / 'older' / 'games.db'}"
    assert ragami(old, "import", before, "--name", "final").code == 0
    assert ragami(old, "verify", "final").code == 6
    assert ragami(old, "seal", "final").code == 6
    assert ragami("verify", str(tmp_path / "older" / "games.db")).code == 6


@pytest.mark.usefixtures("ana")
def test_a_log_that_was_corrected_in_a_copy_is_no_broken_proof(
    ragami: Ragami, tmp_path: Path
) -> None:
    file = tmp_path / "theirs.jsonl"
    file.write_bytes(b"".join(line.encode() + b"\n" for line in lines()[:40]))
    assert ragami("import", str(file), "--name", "a").code == 0
    ragami("note", "a", "looked into")
    assert ragami("seal", "a").code == 0
    said = ragami("verify", "--json", str(file))
    assert (said.code, on_seals(said)) == (0, [("earlier-state", "notice", None, "a")])
    assert ragami("import", str(file), "--name", "b").code == 0
    ragami("note", "b", "looked into otherwise")
    said = ragami("verify", "--json", "b")
    assert (said.code, on_seals(said)) == (0, [("other-continuation", "notice", 41, "a")])
    assert "another continuation of 'a'" in ragami("verify", "--all-games").out
    said = ragami("seal", "b")
    assert said.code == 5
    assert "'b' is another copy of 'a'" in said.err
    assert "--copy" in said.err
    theirs = export(ragami, "b", tmp_path / "b.jsonl")
    assert ragami("import", theirs, "--name", "c", "--copy").code == 0
    assert ragami("seal", "c").code == 0
    for name in ("a", "b", "c", theirs, str(file)):
        assert ragami("verify", name).code == 0
    assert ragami("verify", "--all-games", theirs).code == 0
    assert on_seals(ragami("verify", "--json", "c")) == []


@pytest.mark.usefixtures("ana")
def test_a_game_that_was_sealed_and_changed_is_no_copy_of_itself(
    ragami: Ragami, tmp_path: Path
) -> None:
    """Nor when the true one stands beside it under another name, nor when it is gone."""
    play(ragami, 40)
    ragami("seal", "final")
    whole = export(ragami, "final", tmp_path / "whole.jsonl")
    changed = tmp_path / "changed.jsonl"
    body = Path(whole).read_bytes().splitlines(keepends=True)[:30]
    changed.write_bytes(b"".join(body))
    db = tmp_path / "games.db"
    for file in tmp_path.glob("games.db*"):
        file.unlink()
    assert ragami("import", str(changed), "--name", "final").code == 0
    assert ragami("import", str(changed), "--name", "x").code == 0
    assert ragami("verify", "final").code == 6
    assert ragami("verify", "x").code == 6  # what was sealed is not here
    assert ragami("seal", "x").code == 6
    assert ragami("import", whole, "--name", "y").code == 0
    assert ragami("verify", "final").code == 6
    assert ragami("verify", "y").code == 0
    assert db.exists()


@pytest.mark.usefixtures("ana")
def test_of_a_file_that_was_tampered_with_the_record_is_named(
    ragami: Ragami, tmp_path: Path
) -> None:
    play(ragami, 40)
    ragami("seal", "final")
    ragami("note", "final", "more")
    ragami("seal", "final")
    file = Path(export(ragami, "final", tmp_path / "file.jsonl"))
    body = file.read_bytes().splitlines(keepends=True)
    for at in (5, 20, 30):
        other = body[at].replace(b'"by":"', b'"by":"x', 1)
        assert other != body[at]
        file.write_bytes(b"".join([*body[:at], other, *body[at + 1 :]]))
        said = ragami("verify", "--json", str(file))
        assert said.code == 6
        assert ("broken-proof", "error", at + 1, None) in on_seals(said)
        file.write_bytes(b"".join([*body[:at], *body[at + 1 :]]))
        said = ragami("verify", "--json", str(file))
        assert said.code == 6
        assert ("broken-proof", "error", at + 1, None) in on_seals(said)


@pytest.mark.usefixtures("ana")
def test_a_name_that_is_withdrawn_leaves_the_memory_of_its_game(ragami: Ragami, keys: Path) -> None:
    play(ragami, 30, "Zoe's game")
    ragami("seal", "Zoe's game")
    assert b"Zoe" in b"".join(file.read_bytes() for file in (keys / "seen").iterdir())
    ragami("withdraw", "Zoe", "--yes")
    (file,) = (keys / "seen").iterdir()
    assert b"Zoe" not in file.read_bytes()
    assert b'"game-1"' in file.read_bytes()
    assert ragami("verify", "game-1").code == 0


# --- a log of its own --------------------------------------------------------------------------


@pytest.mark.usefixtures("ana")
def test_a_copy_is_a_log_of_its_own(ragami: Ragami, tmp_path: Path) -> None:
    play(ragami, 30)
    ragami("seal", "final")
    file = export(ragami, "final", tmp_path / "final.jsonl")
    for name in ("x", "y"):
        assert ragami("import", file, "--name", name, "--copy").code == 0
    first, one, other = (stored(ragami, name) for name in ("final", "x", "y"))
    assert len({record["by"] for record in (first[0], one[0], other[0])}) == 3
    assert one[0] == first[0] | {"by": one[0]["by"]}
    assert one[0]["by"].startswith("copy ")
    seal = {"type": "noted", "v": 1, "data": {"text": "sealed"}}
    assert one[1:] == [r | seal if r["type"] == "sealed" else r for r in first[1:]]
    assert one[1:] == other[1:]
    assert [r["type"] for r in first].count("sealed") == 2
    assert on_seals(ragami("verify", "--json", "x")) == []
    assert ragami("seal", "x").code == 0
    assert ragami("verify", "--all-games", file).code == 0
    assert ragami("import", file, "--name", "x", "--copy").code == 4


def test_a_private_game_is_copied_with_what_it_keeps(ragami: Ragami, tmp_path: Path) -> None:
    players = ("-p", "yellow:Ana", "-p", "green:Bea", "-p", "blue:Carl")
    assert ragami("new", "p", "--game", "ragami", "--private", *players).code == 0
    whole = str(tmp_path / "whole.jsonl")
    assert ragami("export", "p", "--as", "referee", "-o", whole).code == 0
    assert ragami("import", whole, "--name", "q", "--copy").code == 0
    assert [r["data"] for r in stored(ragami, "q")] == [r["data"] for r in stored(ragami, "p")]
    assert stored(ragami, "q")[0]["by"].startswith("copy ")
    assert "Bea" in ragami("log", "q").out
    assert ragami("verify", "q").code == 0


def test_of_what_opens_no_game_no_copy_is_made(ragami: Ragami, tmp_path: Path) -> None:
    file = tmp_path / "none.jsonl"
    file.write_bytes(b'{"seq":1}\n')
    said = ragami("import", str(file), "--as-is", "--copy")
    assert said.code == 1
    assert "without --copy" in said.err


# --- signed to its end -------------------------------------------------------------------------


@pytest.mark.usefixtures("ana")
def test_what_is_withheld_nobody_has_sealed(ragami: Ragami, tmp_path: Path) -> None:
    play(ragami, 30)
    ragami("seal", "final")
    whole = export(ragami, "final", tmp_path / "whole.jsonl")
    part = str(tmp_path / "part.jsonl")
    ragami("export", "final", "--as", "public", "--provable", "-o", part)
    body = Path(part).read_bytes().splitlines()
    share = sum(json.loads(line)["type"] == "withheld" for line in body)
    assert ragami("verify", whole, "--signed-by", "ana").code == 0
    said = ragami("verify", "--json", part, "--signed-by", "ana")
    assert said.code == 6
    (found,) = [one for one in said.lines[0]["findings"] if one["severity"] == "error"]
    assert (found["code"], found["facts"]["withheld"]) == ("not-signed-by", share)
    assert f"{share} of the " in found["en"] and "{" not in found["en"] + found["es"]
    assert ragami("verify", part, "--signed-by", "ana", "--withheld").code == 0
    assert ragami("verify", part, "--withheld").code == 2
    for more in ((), ("--processes", "2")):
        said = ragami("verify", whole, part, *more)
        assert said.code == 0
        assert f"{share} of 32 withheld" in said.out.splitlines()[1]
        assert "of 32 withheld" not in said.out.splitlines()[0]
