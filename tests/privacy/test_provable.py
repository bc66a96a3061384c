"""A clear log that is published without its cards, and its seals still say something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ragami.store import open_store
from tests.cli.conftest import Ragami
from tests.privacy.kit import GAME, ok


@pytest.fixture
def sealed(ragami: Ragami, tmp_path: Path) -> list[bytes]:
    """A sealed game with every card in the clear; gives its lines."""
    ok(ragami, "key", "new", "ana")
    (tmp_path / "final.jsonl").write_bytes(GAME.log)
    ok(ragami, "import", str(tmp_path / "final.jsonl"))
    ok(ragami, "seal", "final")
    with open_store() as store:
        return store.read("final")


def test_its_seals_hold_where_the_hashes_are_left(
    ragami: Ragami, tmp_path: Path, sealed: list[bytes]
) -> None:
    log = tmp_path / "public.jsonl"
    said = ragami("export", "final", "--as", "public", "--provable", "-o", str(log))
    assert said.code == 0
    assert "tries all cards" in said.err
    lines = log.read_bytes().splitlines()
    secret = [n for n, line in enumerate(sealed) if b'"kept"' in line]
    assert [n for n, line in enumerate(lines) if line != sealed[n]] == secret != []
    for n in secret:
        kept = json.loads(lines[n])["data"]["data"]["kept"]
        assert kept is None or set(kept) == {None}
    report = ragami("verify", str(log), "--json")
    assert report.code == 0
    told = [one for one in report.lines[0]["findings"] if one["code"] == "withheld-record"]
    assert [one["facts"]["records"] for one in told] == [len(secret)]
    assert report.lines[0]["final"] == GAME.expected["final"]
    proof = tmp_path / "2.tlog-proof"
    ok(ragami, "prove", "final", "--seq", "2", "-o", str(proof))
    ok(ragami, "check-proof", str(proof), "--log", str(log))
    lines[5] = lines[5].replace(b'"by"', b'"BY"')
    lines[1] = lines[1].replace(b'"die":', b'"die": ')
    log.write_bytes(b"\n".join(lines) + b"\n")
    assert ragami("verify", str(log)).code == 6


def test_without_them_one_is_told_that_the_seals_do_not_fit(
    ragami: Ragami, tmp_path: Path, sealed: list[bytes]
) -> None:
    log = tmp_path / "public.jsonl"
    said = ragami("export", "final", "--as", "public", "-o", str(log))
    assert "--provable" in said.err
    assert b"withheld" not in log.read_bytes()
    assert ragami("verify", str(log)).code == 6
    assert ragami("export", "final", "-o", str(log)).err == ""
    assert log.read_bytes().splitlines() == sealed


@pytest.mark.parametrize("wrong", [["--to", "csv", "--as", "public"], []])
def test_it_is_for_logs_that_somebody_sees(ragami: Ragami, wrong: list[str]) -> None:
    ok(ragami, "record", "final", "--atomic", stdin=GAME.up_to(20))
    said = ragami("export", "final", "--provable", *wrong)
    assert said.code == 2
    assert "--provable" in said.err
