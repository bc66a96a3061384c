"""Every command of `ragami` on Deal with the Devil: it works, or says what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ragami.games.deal_with_the_devil.bots.play import play
from ragami_cli.main import topics
from tests.cli.conftest import Ragami
from tests.games.deal_with_the_devil.logs import log_of
from tests.games.deal_with_the_devil.table import SEATS

GAME = "deal-with-the-devil"
PLAYERS = [part for c in SEATS for part in ("--player", f"{c}:{c.upper()}")]
ASKS = '{"type": "request_shown", "data": {"player": "red", "card": "none"}}'

WORKS: dict[str, list[Sequence[str]]] = {
    "new": [
        ("new", "spring", "--game", GAME, *PLAYERS),
        ("new", "--game", GAME, "--list-options"),
        ("new", "--game", GAME, "--list-options", "--lang", "es"),
    ],
    "record": [("record", "friday", ASKS)],
    "undo": [("undo", "friday")],
    "redo": [("undo", "friday"), ("redo", "friday")],
    "rule": [("rule", "friday", "R-D-ACT-12", "--reason", "agreed")],
    "reveal": [
        ("reveal", "friday", "--seq", "6", "--place", "event", "--value", "a5"),
    ],
    "note": [("note", "friday", "rain")],
    "games": [("games",), ("games", "--json")],
    "show": [("show", "friday"), ("show", "friday", "--json", "--as", "red"), ("show", "f.jsonl")],
    "log": [("log", "friday"), ("log", "friday", "--json"), ("log", "friday", "--lang", "es")],
    "legal": [("legal", "friday"), ("legal", "friday", "--json")],
    "replay": [("replay", "friday")],
    "sheet": [("sheet", "friday"), ("sheet", "--game", GAME), ("sheet", "f.jsonl", "--lang", "es")],
    "verify": [("verify", "friday"), ("verify", "--json", "f.jsonl")],
    "receipts": [("verify", "f.jsonl", "--receipts", "judged"), ("receipts", "judged")],
    "export": [
        ("export", "friday", "--to", form)
        for form in ("jsonl", "json", "csv", "sheet", "html", "svg")
    ],
    "import": [("import", "f.jsonl")],
    "backup": [("backup", "copy.db")],
    "simulate": [("simulate", "--game", GAME, "--players", "4", "--games", "2", "--out", "made")],
    "stats": [("stats", "f.jsonl"), ("stats", "f.jsonl", "--question", "roles", "--lang", "es")],
    "season": [("season", "f.jsonl", "--lang", "es"), ("season", "f.jsonl", "--json")],
    "whatif": [("whatif", "undo", "friday")],
    "penalty": [("penalty",), ("penalty", "friday", "red", "conduct", "--authority", "Eva")],
    "report": [("report", "friday"), ("report", "friday", "--lang", "es")],
    "audit": [("audit", "friday"), ("audit", "friday", "--json")],
    "dice": [("dice", "friday")],
    "board": [("board", "friday")],
    "diff": [("diff", "friday@30", "friday@40"), ("diff", "friday", "f.jsonl")],
    "merge": [("merge", "f.jsonl", "g.jsonl")],
    "assert": [("assert", "friday", "debt.red=0")],
    "impact": [("impact", "friday", "--option", "lenient=true")],
    "withdraw": [("withdraw", "Ada", "--yes")],
    "key": [("key", "new", "eva"), ("key", "show")],
    "seal": [("key", "new", "eva"), ("seal", "friday")],
    "slip": [("key", "new", "eva"), ("seal", "friday"), ("slip", "friday")],
    "rules": [("rules", "--game", GAME), ("rules", "R-D-DEAL-12"), ("rules", "A-D-ACT-02")],
    "schema": [("schema", "--game", GAME), ("schema", "--game", GAME, "offer_made")],
}
LACKS: dict[str, tuple[Sequence[str], str]] = {
    "show": (("show", "friday", "--hands"), "deduction"),
}
# Exit 1 says that there is something to find.
FINDS = {"diff", "assert", "record"}
# The app has tests of its own, as have terminals, proofs, servers and keys of others.
ELSEWHERE = {
    "game",
    "serve",
    "tournament",
    "table",
    "chests",
    "copy",
    "correct",
    "cosign",
    "prove",
    "check-proof",
}


@pytest.fixture
def friday(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ragami:
    """A game that goes on in the database, and accounts of it in files."""
    monkeypatch.chdir(tmp_path)
    log = list(play(4, 3, {"hands": "walled"}))
    Path("f.jsonl").write_bytes(log_of(log))
    Path("g.jsonl").write_bytes(log_of(play(4, 3, {"hands": "walled"}, hidden=True)))
    Path("friday.jsonl").write_bytes(log_of(log[:60]))
    assert ragami("import", "friday.jsonl").code == 0
    return ragami


def test_every_command_is_here() -> None:
    known = {command.name for group in topics().values() for command in group}
    assert known <= set(WORKS) | set(LACKS) | ELSEWHERE


@pytest.mark.parametrize("command", WORKS)
def test_it_works(friday: Ragami, command: str) -> None:
    for arguments in WORKS[command]:
        done = friday(*arguments)
        assert done.code in ((0, 1) if command in FINDS else (0,)), (arguments, done)
        assert "Traceback" not in done.err
        assert "defect" not in done.err


@pytest.mark.parametrize("command", LACKS)
def test_it_says_what_the_game_has_not(friday: Ragami, command: str) -> None:
    arguments, what = LACKS[command]
    done = friday(*arguments)
    assert done.code == 2
    assert what in done.err
