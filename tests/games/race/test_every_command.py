"""Every command of `ragami` on a game that it has never seen: it works, or says what is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ragami.game import game_named
from ragami.judge.replay import Replay
from ragami.table.listing import Listed
from ragami.table.replies import game_listed
from ragami_cli.main import topics
from tests.cli.conftest import Ragami, Said
from tests.games.race.conftest import PLAYERS

# Words of the games that come with ragami: a stranger's table never hears them.
FOREIGN = re.compile(r"\b(Saints?|Demons?|Virtue|Ragami move|Conflict|cubes?|VP|feats?|chests?)\b")

WORKS: dict[str, list[Sequence[str]]] = {
    "new": [
        ("new", "sprint", "--game", "race", *PLAYERS),
        ("new", "--game", "race", "--list-options"),
    ],
    "record": [("record", "friday", "rolled player=blue face=3")],
    "undo": [("undo", "friday")],
    "redo": [("undo", "friday"), ("redo", "friday")],
    "correct": [("correct", "friday", "4", "--strike")],
    "rule": [("rule", "friday", "R-RACE-04", "--reason", "agreed")],
    "reveal": [("reveal", "friday", "--seq", "3", "--place", "on", "--value", "blue")],
    "note": [("note", "friday", "rain")],
    "games": [("games",), ("games", "--json")],
    "show": [("show", "friday"), ("show", "friday", "--json", "--as", "red"), ("show", "f.jsonl")],
    "log": [("log", "friday"), ("log", "friday", "--json"), ("log", "friday", "--lang", "es")],
    "legal": [("legal", "friday"), ("legal", "friday", "--json")],
    "replay": [("replay", "friday")],
    "sheet": [("sheet", "friday"), ("sheet", "--game", "race")],
    "verify": [("verify", "friday"), ("verify", "--json", "f.jsonl")],
    "receipts": [("verify", "f.jsonl", "--receipts", "judged"), ("receipts", "judged")],
    "export": [
        ("export", "friday", "--to", form)
        for form in ("jsonl", "json", "csv", "sheet", "html", "svg")
    ],
    "import": [("import", "f.jsonl")],
    "simulate": [("simulate", "--game", "race", "--games", "3", "--out", "races")],
    "board": [("board", "friday")],
    "stats": [("stats", "f.jsonl")],
    "season": [("season", "f.jsonl"), ("season", "f.jsonl", "--json")],
    "whatif": [("whatif", "undo", "friday")],
    "penalty": [("penalty",), ("penalty", "friday", "red", "conduct", "--authority", "Eva")],
    "report": [("report", "friday"), ("report", "friday", "--lang", "es")],
    "audit": [("audit", "friday"), ("audit", "friday", "--json")],
    "diff": [("diff", "friday@3", "friday@4"), ("diff", "friday", "f.jsonl")],
    "backup": [("backup", "kept.db")],
    "copy": [("copy", "games.db", "copied.db")],
    "merge": [("merge", "f.jsonl", "g.jsonl")],
    "impact": [("impact", "friday", "--option", "goal=10")],
    "withdraw": [("withdraw", "Ana", "--yes")],
    "key": [("key", "new", "eva"), ("key", "show")],
    "seal": [("key", "new", "eva"), ("seal", "friday")],
    "cosign": [
        ("key", "new", "eva"),
        ("seal", "friday"),
        ("key", "new", "lou"),
        ("cosign", "friday", "--signer", "lou"),
    ],
    "prove": [("key", "new", "eva"), ("seal", "friday"), ("prove", "friday", "--seq", "2")],
    "slip": [("key", "new", "eva"), ("seal", "friday"), ("slip", "friday")],
    "rules": [("rules", "--game", "race"), ("rules", "R-RACE-04"), ("rules", "--games")],
    "schema": [("schema", "--game", "race"), ("schema", "--game", "race", "rolled")],
}
LACKS: dict[str, tuple[Sequence[str], str]] = {
    "assert": (("assert", "friday", "field.red=4"), "assertions"),
    "dice": (("dice", "friday"), "dice"),
    "show": (("show", "friday", "--hands"), "deduction"),
    "whatif": (("whatif", "correct", "friday", "4", "--strike", "--same-luck"), "luck"),
}
# What says with exit code 1 that there is something to find.
FINDS = {"diff"}
# What is not run here: a terminal (tests/companion), a proof in a file (tests/proof), a server
# (tests/server), and what is only for tournaments.
ELSEWHERE = {"chests", "table", "check-proof", "serve", "tournament", "game"}


def test_every_command_is_here() -> None:
    known = {command.name for group in topics().values() for command in group}
    assert known <= set(WORKS) | set(LACKS) | ELSEWHERE


def well(done: Said, *exits: int) -> None:
    assert done.code in (exits or (0,)), done
    assert "Traceback" not in done.err
    assert not FOREIGN.search(done.out + done.err), FOREIGN.search(done.out + done.err)


@pytest.mark.parametrize("command", WORKS)
def test_it_works(friday: Ragami, command: str) -> None:
    for arguments in WORKS[command]:
        well(friday(*arguments), *((0, 1) if command in FINDS else ()))


@pytest.mark.parametrize("command", LACKS)
def test_it_says_what_the_game_has_not(friday: Ragami, command: str) -> None:
    arguments, what = LACKS[command]
    done = friday(*arguments)
    well(done, 2)
    assert "race" in done.err and what in done.err, done.err


def test_that_nothing_is_counted_is_said(friday: Ragami) -> None:
    done = friday("stats", "f.jsonl")
    assert (done.code, done.out) == (0, "") and "nothing is counted" in done.err


def test_a_bet_that_is_hidden_stays_hidden(friday: Ragami) -> None:
    for arguments in (("show", "friday", "--json"), ("log", "friday"), ("export", "friday")):
        said = friday(*arguments, "--as", "blue")
        assert '"on":"red"' not in said.out and '"bet":"red"' not in said.out
        assert "bets on red" not in said.out


def test_what_is_revealed_fills_its_place(friday: Ragami) -> None:
    well(friday("reveal", "friday", "--seq", "3", "--place", "on", "--value", "red"))
    seen = json.loads(friday("show", "friday", "--json").out)
    assert seen["players"]["blue"]["bet"] == "red"
    again = friday("reveal", "friday", "--seq", "3", "--place", "on", "--value", "blue")
    assert again.code == 5 and "R-RACE-LOG-01" in again.err


def test_a_log_of_a_game_that_is_not_installed(friday: Ragami) -> None:
    log = Path("f.jsonl").read_text("utf-8").replace('"race"', '"chess"')
    Path("chess.jsonl").write_text(log, "utf-8")
    report = json.loads(friday("verify", "--json", "chess.jsonl").out)
    codes = [one["code"] for one in report["findings"]]
    assert codes == ["unknown-game"] and report["ok"] and report["final"] is None
    assert friday("export", "chess.jsonl", "--to", "jsonl").out == log
    assert friday("import", "chess.jsonl").code == 0
    assert friday("key", "new", "eva").code == 0
    well(friday("seal", "chess"))
    well(friday("log", "chess"))
    well(friday("show", "chess"))
    assert friday("record", "chess", "rolled player=red face=1").code in (2, 3, 5)


def test_a_view_need_not_say_where_the_game_is() -> None:
    """What `games --json` says of it, the position of the game says as well."""
    race = game_named("race")
    silent = replace(race, view=lambda _state, seq, _viewer=None: {"seq": seq})
    told = game_listed(Listed("friday", None, {}, Replay(silent), None))
    assert (told.phase, told.round, told.active) == ("setup", 0, None)


def test_what_a_game_does_not_offer_is_said_once_for_many_logs(friday: Ragami) -> None:
    for processes in ("1", "2"):
        done = friday("dice", "f.jsonl", "g.jsonl", "--processes", processes)
        assert (done.code, done.err.count("offers no dice to test")) == (2, 1), done.err
    assert "no ofrece dados que probar" in friday("--lang", "es", "dice", "f.jsonl").err
