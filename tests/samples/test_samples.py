"""What another implementation of the contract expects of its logs is what this one says."""

from __future__ import annotations

from typing import Any

import pytest

from ragami.game import game_named
from ragami.judge.replay import Replay
from ragami.judge.report import Report, replay_log, report
from ragami.log.record import Record
from tests.samples.samples import (
    COPIES,
    FOLDER,
    Sample,
    samples,
    states_of,
    with_hands_sorted,
)

each_legal = pytest.mark.parametrize("sample", samples("legal"), ids=lambda sample: sample.name)
each_illegal = pytest.mark.parametrize("sample", samples("illegal"), ids=lambda sample: sample.name)
each = pytest.mark.parametrize(
    "sample", samples("legal") + samples("illegal"), ids=lambda sample: sample.name
)


def seqs(said: Report, code: str) -> list[int | None]:
    return [finding.seq for finding in said.findings if finding.code == code]


# --- legal ---------------------------------------------------------------------------------


@each_legal
def test_a_legal_log_has_its_result(sample: Sample) -> None:
    said = report(sample.name, sample.log)
    assert said.ok and sample.expected["verdict"] == "legal"
    assert said.records == sample.expected["records"] == len(sample.log.splitlines())
    assert said.final == sample.expected["final"]
    assert seqs(said, "unfinished") == []


@each_legal
def test_the_positions_of_a_legal_log(sample: Sample) -> None:
    states = states_of(sample)
    assert states
    for seq, expected in states:
        replay = replay_log(sample.up_to(seq))
        shown = replay.game.view(replay.state, seq)
        assert with_hands_sorted(shown) == expected


@each_legal
def test_an_object_by_square_is_in_numeric_order(sample: Sample) -> None:
    for seq, _ in states_of(sample):
        shown = replay_log(sample.up_to(seq))
        view = shown.game.view(shown.state, seq)
        for what in ("conflicts", "demons"):
            assert list(view[what]) == sorted(view[what], key=int)


@each_legal
def test_differences_and_reveals_that_do_not_fit(sample: Sample) -> None:
    said = report(sample.name, sample.log)
    assert seqs(said, "asserted-difference") == sample.expected["asserted_differences"]
    assert seqs(said, "unfit-reveal") == sample.expected["reveals_that_do_not_fit"]


@each_legal
def test_nothing_in_a_legal_log_is_an_error(sample: Sample) -> None:
    said = report(sample.name, sample.log)
    assert {finding.severity for finding in said.findings} <= {"notice", "warning"}
    shipped = not set(sample.expected["inline_components"])
    assert bool(seqs(said, "unverified-components")) >= shipped


@each_legal
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
    said = report(sample.name, sample.log)
    assert not said.ok and sample.expected["verdict"] == "illegal"
    assert said.final is None
    (error,) = [finding for finding in said.findings if finding.severity == "error"]
    assert (error.seq, error.line) == (sample.expected["seq"], sample.expected["line"])
    assert error.rule in {sample.expected["rule"], *sample.expected["alternatives"]}
    if error.rule == sample.expected["rule"]:
        assert error.ruling == sample.expected["ruling"]
    assert error.en and error.es and error.en != error.es


@each_illegal
def test_the_good_part_of_an_illegal_log_stays(sample: Sample) -> None:
    """The state is that before the first wrong record, and without it nothing is wrong."""
    seq = sample.expected["seq"]
    good = Replay(game_named("ragami"), game_named("ragami").codec)
    good.take_all(game_named("ragami").codec.read_log(sample.log)[: seq - 1])
    assert good.error is None
    broken = replay_log(sample.log)
    assert broken.seq == len(sample.log.splitlines())
    view = broken.game.view
    assert view(broken.state, seq) == view(good.state, seq)


# --- both ----------------------------------------------------------------------------------


@each
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
