"""What another implementation of the contract expects of its logs is what this one says."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ragami.game import game_named
from ragami.game.registry import SHIPPED
from ragami.judge.replay import Replay
from ragami.judge.report import Report, replay_log, report
from ragami.log.record import Record
from tests.samples.samples import COPIES, FOLDER, Sample, compared, samples, states_of


def name(sample: Sample) -> str:
    return f"{sample.game}-{sample.name}"


LEGAL = [
    *(sample for game in SHIPPED for sample in samples("legal", game)),
    *samples("linked", "tournament"),
]
ILLEGAL = [sample for game in SHIPPED for sample in samples("illegal", game)]
each_legal = pytest.mark.parametrize("sample", LEGAL, ids=name)
each_illegal = pytest.mark.parametrize("sample", ILLEGAL, ids=name)
each_of_ragami = pytest.mark.parametrize("sample", samples("legal"), ids=name)

# Under which key is expected where each of these is found.
FOUND = {
    "asserted-difference": "asserted_differences",
    "chance-repeated-differently": "chance_repeated_differently",
    "unfit-reveal": "reveals_that_do_not_fit",
    "unknown-record": "unknown_records",
}


@cache
def reported(sample_path: Path) -> Report:
    return report(sample_path.stem, sample_path.read_bytes())


def seqs(said: Report, code: str) -> list[int | None]:
    return [finding.seq for finding in said.findings if finding.code == code]


# --- legal ---------------------------------------------------------------------------------


@each_legal
def test_a_legal_log_has_its_result(sample: Sample) -> None:
    said, expected = reported(sample.path), sample.expected
    assert said.ok and expected["verdict"] == "legal"
    assert said.records == expected["records"] == len(sample.log.splitlines())
    assert said.final == expected["final"]
    assert (seqs(said, "unfinished") == []) == (expected["final"] is not None)


@each_legal
def test_what_is_found_in_a_legal_log(sample: Sample) -> None:
    said, expected = reported(sample.path), sample.expected
    assert {finding.severity for finding in said.findings} <= {"notice", "warning"}
    for code, key in FOUND.items():
        if key in expected:
            assert seqs(said, code) == expected[key], code
    breaches = [
        finding.seq
        if sample.game == "deal-with-the-devil"
        else {"seq": finding.seq, "rule": finding.rule}
        for finding in said.findings
        if finding.code == "ruled-breach"
    ]
    assert breaches == expected.get("ruled_breaches", breaches)
    for code, key in (("not-judged", "not_judged"), ("seed-not-opened", "seed_not_opened")):
        assert bool(seqs(said, code)) == expected.get(key, False), code
    if "inline_components" in expected:
        assert seqs(said, "unverified-components") or expected["inline_components"]


@each_legal
def test_the_positions_of_a_legal_log(sample: Sample) -> None:
    states = dict(states_of(sample))
    assert states or sample.name.startswith("linked")
    game = game_named(sample.game)
    replay = Replay(game)
    reads, at = game.codec.read_log(sample.log), 0
    for seq, expected in sorted(states.items()):
        replay.take_all(reads[at:seq])
        assert replay.seq == seq
        at, shown = seq, compared(sample, game.view(replay.state, seq))
        assert shown == expected
        if sample.game == "dice-forge":
            assert json.dumps(shown) == json.dumps(expected)  # the order of keys, too


@each_of_ragami
def test_an_object_by_square_is_in_numeric_order(sample: Sample) -> None:
    for seq, _ in states_of(sample):
        shown = replay_log(sample.up_to(seq))
        view = shown.game.view(shown.state, seq)
        for what in ("conflicts", "demons"):
            assert list(view[what]) == sorted(view[what], key=int)


@each_of_ragami
def test_the_last_points_of_a_legal_log(sample: Sample) -> None:
    replay = replay_log(sample.log)
    before = _before_the_end(sample)
    after = replay.game.view(replay.state, replay.seq)["players"]
    final = replay.final
    assert final is not None
    ranks = {colour: (p["vp"], p["resolved"]) for colour, p in final["players"].items()}
    for colour, expected in sample.expected["scoring"].items():
        gained = after[colour]["vp"] - before[colour]["vp"] - final["players"][colour]["bonus"]
        by_cubes = (before[colour]["cubes"] - after[colour]["cubes"]) // 2
        assert by_cubes == expected["cubes_exchanged_for_vp"]
        assert gained - by_cubes == expected["virtue_converted"]
        better = [rank for rank in ranks.values() if rank > ranks[colour]]
        assert 1 + len(better) == expected["place"]
        assert (colour in final["winners"]) == (expected["place"] == 1)


def _before_the_end(sample: Sample) -> dict[str, Any]:
    """The players before the record with which the game ended."""
    replay = Replay(game_named("ragami"), game_named("ragami").codec)
    players: dict[str, Any] = {}
    for read in replay.codec.read_log(sample.log):
        view = replay.game.view(replay.state, replay.seq)
        replay.take(read)
        if replay.final is not None:
            return players or view["players"]
    raise AssertionError("the game does not end")


# --- illegal -------------------------------------------------------------------------------


@each_illegal
def test_an_illegal_log_has_its_verdict(sample: Sample) -> None:
    said, expected = report(sample.name, sample.log), sample.expected
    assert not said.ok and expected["verdict"] == "illegal"
    assert said.final is None
    (error,) = [finding for finding in said.findings if finding.severity == "error"]
    assert (error.seq, error.line) == (expected["seq"], expected["line"])
    assert error.rule in {expected["rule"], *expected["alternatives"]}
    if error.rule == expected["rule"]:
        assert error.ruling == expected["ruling"]
    assert error.facts.get("known_by") == expected.get("known_by")
    assert json.loads(sample.log.splitlines()[expected["line"] - 1])["type"] == expected["type"]
    assert error.en and error.es and error.en != error.es


@pytest.mark.parametrize(
    "sample", [one for one in ILLEGAL if not one.expected.get("known_by")], ids=name
)
def test_the_good_part_of_an_illegal_log_stays(sample: Sample) -> None:
    """The state is that before the first wrong record, and without it nothing is wrong.

    Where a later record tells what shows the error, it tells of the state before it, too.
    """
    seq, game = sample.expected["seq"], game_named(sample.game)
    good = Replay(game).take_all(game.codec.read_log(sample.log)[: seq - 1])
    assert good.error is None
    broken = replay_log(sample.log)
    assert broken.seq == len(sample.log.splitlines())
    assert game.view(broken.state, seq) == game.view(good.state, seq)


@each_illegal
def test_an_illegal_log_is_read_on_if_all_is_asked_for(sample: Sample) -> None:
    game = game_named(sample.game)
    replay = Replay(game, continue_after_errors=True).take_all(game.codec.read_log(sample.log))
    errors = [finding for finding in replay.findings() if finding.severity == "error"]
    assert errors[0].seq == sample.expected["seq"]
    assert replay.seq == len(sample.log.splitlines())


# --- both ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sample", samples("legal") + samples("illegal"), ids=name)
def test_what_the_log_is_said_to_contain(sample: Sample) -> None:
    reads = game_named("ragami").codec.read_log(sample.log)
    opened = reads[0]
    if not isinstance(opened, Record):
        assert sample.expected["seq"] == 1
        return
    assert len(opened.data.players) == sample.expected["player_count"]
    components = opened.data.components
    inline = [
        what for what in ("board", "deck", "dice") if not isinstance(getattr(components, what), str)
    ]
    assert inline == sample.expected["inline_components"]
    for option, value in sample.expected["options"].items():
        assert getattr(opened.data.options, option) == value


def test_the_copies_are_what_came_with_the_contract() -> None:
    came = {path.name: path.read_bytes() for path in FOLDER.glob("*.json*")}
    assert came == {path.name: path.read_bytes() for path in COPIES.glob("*.json*")}
