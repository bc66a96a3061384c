"""What commands say of a game that they have never seen, and of what it has not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from ragami.game import game_named
from ragami.judge.replay import Replay
from ragami.table.listing import Listed
from ragami.table.replies import game_listed
from tests.cli.conftest import Ragami


def test_that_nothing_is_counted_is_said(friday: Ragami) -> None:
    done = friday("stats", "f.jsonl")
    assert (done.code, done.out) == (0, "") and "nothing is counted" in done.err


def test_a_bet_that_is_hidden_stays_hidden(friday: Ragami) -> None:
    for arguments in (("show", "friday", "--json"), ("log", "friday"), ("export", "friday")):
        said = friday(*arguments, "--as", "blue")
        assert '"on":"red"' not in said.out and '"bet":"red"' not in said.out
        assert "bets on red" not in said.out


def test_what_is_revealed_fills_its_place(friday: Ragami) -> None:
    told = friday("reveal", "friday", "--seq", "3", "--place", "on", "--value", "red")
    assert told.code == 0, told
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
    for command in ("seal", "log", "show"):
        assert friday(command, "chess").code == 0, command
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
