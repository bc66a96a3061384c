"""The audit: what a referee asks besides what the rules say."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click import BadParameter
from click.testing import CliRunner

from ragami.game import game_named
from ragami.game.capabilities import BOT
from ragami.judge.report import report
from ragami.language import LANGUAGES
from ragami.referee.audit import audit, described, every_code, sarif
from ragami_cli.main import invoke
from ragami_cli.output import Output, paragraph
from tests.trials.merge import log

GAME = game_named("ragami")
GAMES = Path(__file__).parents[2] / "examples"
Events = list[tuple[str, Any]]


@pytest.fixture(scope="module")
def game() -> Events:
    return list(GAME.need(BOT).play(3, 11))


def undone_after(game: Events, n: int, back: int, **envelope: Any) -> bytes:
    """The first `n` events, and an undo of the last `back` of them."""
    record = {"seq": n + 1, "type": "undone", "v": 1, "at": None, "by": None}
    record |= envelope | {"data": {"to": n - back, "reason": "a slip"}}
    return log(game[:n], Random(1)) + json.dumps(record).encode() + b"\n"


def ends_with(game: Events, *types: str) -> int:
    """How many events there are up to the first place where these types stand in a row."""
    names = [type_ for type_, _data in game]
    return next(
        n for n in range(len(types), len(names)) if tuple(names[n - len(types) : n]) == types
    )


def codes(log: bytes, free: Any = "own") -> list[str]:
    return [
        one.code
        for one in audit("x", log, free).findings
        if one.code in ("takeback", "undone-chance")
    ]


def test_everything_that_verify_says_is_in_it() -> None:
    for path in sorted(GAMES.glob("*.jsonl")):
        content = path.read_bytes()
        said = audit(path.name, content).findings
        assert [one for one in said if one in report(path.name, content).findings] == report(
            path.name, content
        ).findings


def test_taking_back_ones_own_decision_is_nobodys_affair(game: Events) -> None:
    n = ends_with(game, "turn_ended", "ragami_moved")
    assert codes(undone_after(game, n, 1)) == []
    assert codes(undone_after(game, n, 1), "nothing") == ["takeback"]


def test_an_undo_across_another_player_is_a_takeback(game: Events) -> None:
    n = ends_with(game, "saint_set", "saint_set")
    log = undone_after(game, n, 2, by="ana")
    [finding] = [one for one in audit("x", log).findings if one.code == "takeback"]
    assert finding.severity == "notice"
    assert finding.facts["players"] == [game[n - 2][1].player, game[n - 1][1].player]
    assert finding.facts["by"] == "ana"
    assert finding.facts["to_ask"] == "players"


@pytest.mark.parametrize(
    ("type_", "shown"),
    [("action_dice_set", "roll"), ("cards_drawn", "card"), ("demons_seeded", "chip")],
)
def test_an_undo_across_chance_is_for_the_referee(game: Events, type_: str, shown: str) -> None:
    n = ends_with(game, type_)
    log = undone_after(game, n, 1)
    [finding] = [one for one in audit("x", log).findings if one.code == "undone-chance"]
    assert finding.severity == "warning"
    assert finding.facts["crossed"] == [shown]
    assert finding.facts["to_ask"] == "referee"
    assert finding.facts["reason"] == "a slip"
    assert codes(log, "all") == []


def test_an_undo_that_was_taken_back_is_none(game: Events) -> None:
    n = ends_with(game, "action_dice_set")
    redone = {"seq": n + 2, "type": "redone", "v": 1, "at": None, "by": None, "data": {}}
    assert codes(undone_after(game, n, 1) + json.dumps(redone).encode() + b"\n") == []


def test_an_undo_across_a_reveal_is_for_the_referee() -> None:
    game = list(GAME.need(BOT).play(3, 11, hidden=True))
    n = next(k for k, (_t, data) in enumerate(game, 1) if getattr(data, "kept", 0) is None)
    lines = log(game[: n + 1], Random(1))
    reveal = {"player": game[n - 1][1].player, "seq": n, "card": 1}
    after = [("revealed", reveal), ("undone", {"to": n, "reason": None})]
    for seq, (name, value) in enumerate(after, n + 2):
        record = {"seq": seq, "type": name, "v": 1, "at": None, "by": None, "data": value}
        lines += json.dumps(record).encode() + b"\n"
    [finding] = [one for one in audit("x", lines).findings if one.code == "undone-chance"]
    assert "reveal" in finding.facts["crossed"]


def test_records_out_of_time_order_are_named(game: Events) -> None:
    lines = log(game[:5], Random(1)).splitlines()
    record = json.loads(lines[3]) | {"at": "2020-01-01T00:00:00Z"}
    lines[3] = json.dumps(record).encode()
    [finding] = [
        one for one in audit("x", b"\n".join(lines) + b"\n").findings if one.code == "time-order"
    ]
    assert (finding.seq, finding.line) == (4, 4)
    assert finding.facts["at"] == "2020-01-01T00:00:00Z"


def test_records_of_the_same_second_are_in_order(game: Events) -> None:
    lines = [json.loads(line) for line in log(game[:9], Random(1)).splitlines()]
    at = {"at": "2026-11-20T19:00:00Z"}
    same = b"".join(json.dumps(record | at).encode() + b"\n" for record in lines)
    assert "time-order" not in [one.code for one in audit("x", same).findings]


def test_a_finished_game_without_a_seal_is_named_and_a_sealed_one_is_not(game: Events) -> None:
    whole = log(game, Random(1))
    assert "unsealed" in [one.code for one in audit("x", whole).findings]
    seal = {"size": len(game), "root": "r", "note": "n"}
    record = {"seq": len(game) + 1, "type": "sealed", "v": 1, "at": None, "by": None, "data": seal}
    sealed = whole + json.dumps(record).encode() + b"\n"
    assert "unsealed" not in [one.code for one in audit("x", sealed).findings]
    unfinished = log(game[:-1], Random(1))
    assert "unsealed" not in [one.code for one in audit("x", unfinished).findings]


def test_a_record_that_nobody_knows_seals_nothing(game: Events) -> None:
    strange = {"seq": len(game) + 1, "type": "drummed", "v": 1, "at": None, "by": None, "data": {}}
    whole = log(game, Random(1)) + json.dumps(strange).encode() + b"\n"
    assert "unsealed" in [one.code for one in audit("x", whole).findings]


def test_everything_goes_on_after_an_illegal_event(game: Events) -> None:
    ends = [n for n, (type_, _data) in enumerate(game) if type_ == "turn_ended"]
    holed = [event for n, event in enumerate(game) if n not in (ends[2], ends[9])]
    log_ = log(holed, Random(1))
    first = [one for one in audit("x", log_).findings if one.code == "illegal-event"]
    every = [
        one for one in audit("x", log_, everything=True).findings if one.code == "illegal-event"
    ]
    assert len(first) == 1
    assert len(every) > 1
    assert every[0].seq == first[0].seq


def test_sarif_has_every_finding_with_its_place() -> None:
    path = GAMES / "illegal.jsonl"
    audited = audit(str(path), path.read_bytes())
    document = sarif([audited], "es")
    [run] = document["runs"]
    assert document["version"] == "2.1.0"
    assert [result["message"]["text"] for result in run["results"]] == [
        one.es for one in audited.findings
    ]
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    assert [place["region"]["startLine"] for place in places] == [
        one.line for one in audited.findings
    ]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {
        one.code for one in audited.findings
    }


def test_every_code_is_described_to_tools() -> None:
    for language in LANGUAGES:
        subjects = [described(code, language) for code in every_code()]
        assert all(text and not text.startswith("subject/") for text in subjects)
    assert described("grown-log", "es") == "Un acta que siguió"
    path = GAMES / "illegal.jsonl"
    [run] = sarif([audit(str(path), path.read_bytes())], "en")["runs"]
    told = {rule["id"]: rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"]}
    assert told["illegal-event"] == "An event that breaks a rule"
    assert run["language"] == "en"


def test_an_undo_of_ones_own_is_not_said_to_be_of_several_players(game: Events) -> None:
    n = ends_with(game, "ragami_moved", "turn_ended")
    log = undone_after(game, n, 1)
    [own] = [one for one in audit("x", log, "nothing").findings if one.code == "takeback"]
    assert "of one player alone" in own.en
    assert "more than one" not in own.en


def run(*arguments: object) -> tuple[int, str, str]:
    runner = CliRunner()
    with runner.isolation() as (out, err, _output):
        code = invoke([str(argument) for argument in arguments], "en")
        return code, out.getvalue().decode(), err.getvalue().decode()


def test_the_command_filters_and_sorts() -> None:
    code, out, _err = run("audit", "--json", "--sort", "severity", GAMES / "illegal.jsonl")
    severities = [json.loads(line)["severity"] for line in out.splitlines()]
    assert code == 1
    assert severities == sorted(severities, key=["error", "warning", "notice"].index)
    _code, out, _err = run("audit", "--json", "--severity", "error", GAMES / "illegal.jsonl")
    assert {json.loads(line)["severity"] for line in out.splitlines()} == {"error"}


def test_a_table_has_a_row_for_each_finding() -> None:
    log = GAMES / "illegal.jsonl"
    _code, lines, _err = run("audit", "--json", "--all", log)
    code, out, _err = run("audit", "--table", "--all", log)
    head, *rows = out.splitlines()
    assert code == 1
    assert head.split() == ["Log", "Record", "Severity", "Code", "Finding"]
    *findings, as_if = lines.splitlines()
    assert len(rows) == len(findings)
    assert "if_it_all_stood" in as_if
    assert all(row.startswith(str(log)) for row in rows)


def test_a_label_in_another_language_does_not_run_into_the_text() -> None:
    output = pickle.loads(pickle.dumps(Output("es")))  # it speaks Spanish from here on
    try:
        assert paragraph("warning", "x", output) == "  advertencia x"
    finally:
        pickle.loads(pickle.dumps(Output("en")))


def test_a_mistyped_code_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadParameter, match="illegal-event"):
        run("audit", "--code", "ilegal-event", GAMES)


def test_a_log_that_is_not_there_does_not_stop_the_others(tmp_path: Path) -> None:
    code, out, err = run("audit", tmp_path / "none.jsonl", GAMES / "four-players.jsonl", "--json")
    assert code == 3
    assert str(tmp_path / "none.jsonl") in err
    assert "four-players" in out
