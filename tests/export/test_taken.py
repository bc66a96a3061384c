"""What is taken out for somebody: nothing of what he may not see, in whatever record it stands."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ragami.export.excerpt import Excerpt
from ragami.export.formats import document, jsonl, table
from ragami.judge.report import replay_log
from tests.samples.samples import Sample, samples

LEGAL = samples("legal")[4]  # four players, all cards known
KEPT = next(
    number
    for number, line in enumerate(LEGAL.log.splitlines(), 1)
    if json.loads(line)["type"] == "starting_card_kept"
)
each_legal = pytest.mark.parametrize("sample", samples("legal"), ids=lambda sample: sample.name)


def record(seq: int, type_: str, data: Any, version: int = 1) -> bytes:
    plain = {"seq": seq, "type": type_, "v": version, "at": None, "by": "ana", "data": data}
    return json.dumps(plain).encode()


def kept_by() -> tuple[str, dict[str, Any]]:
    """Who kept the first card of the sample, and the data of that record."""
    data = json.loads(LEGAL.log.splitlines()[KEPT - 1])["data"]
    return data["player"], data


def taken(log: bytes, viewer: str | None) -> list[bytes]:
    return Excerpt("game", log, viewer, "en").lines


@each_legal
def test_only_lines_with_something_to_hide_are_written_anew(sample: Sample) -> None:
    stored = sample.log.splitlines()
    for before, after in zip(stored, taken(sample.log, "public"), strict=True):
        if before != after:
            was, now = json.loads(before), json.loads(after)
            assert was.keys() == now.keys()
            assert {key for key in was if was[key] != now[key]} == {"data"}
            assert list(was) == list(now)
    assert taken(sample.log, None) == stored
    assert taken(sample.log, "referee") == stored


@each_legal
def test_whoever_looks_sees_the_same_state_in_what_he_is_given(sample: Sample) -> None:
    replay = replay_log(sample.log)
    for viewer in ("public", *replay.state.seats):
        given = replay_log(jsonl(Excerpt("game", sample.log, viewer, "en")))
        assert given.error is None
        views = [one.game.view(one.state, one.seq, viewer) for one in (replay, given)]
        assert views[0] == views[1]


def test_a_corrected_card_is_hidden_too() -> None:
    player, data = kept_by()
    other = next(colour for colour in ("yellow", "green") if colour != player)
    corrected = {"seq": KEPT, "type": "starting_card_kept", "v": 1, "data": data}
    last = KEPT + 1
    line = record(last, "corrected", {**corrected, "reason": None, "authority": None})
    log = LEGAL.up_to(KEPT) + line + b"\n"
    assert replay_log(log).error is None
    (own,) = taken(log, player)[KEPT:]
    assert own == line
    (seen,) = taken(log, other)[KEPT:]
    assert json.loads(seen)["data"]["data"] == {**data, "kept": None}
    assert json.loads(seen)["data"]["seq"] == KEPT


def test_a_correction_without_an_event_stays_as_it_is() -> None:
    nothing = {"seq": 2, "type": None, "v": None, "data": None, "reason": "x", "authority": None}
    line = record(3, "corrected", nothing)
    assert taken(LEGAL.up_to(2) + line + b"\n", "public")[2] == line


UNREADABLE = [
    record(3, "weather", {"kept": 7}),
    record(3, "starting_card_kept", {"player": "green", "kept": 7}, version=2),
    record(3, "starting_card_kept", {"player": "green", "kept": 7}),
    record(4, "passed", {"kept": 7}),
    b'{"kept":7}',
    b'{"seq":3,"kept":7',
    b"[7]",
    b"7",
    b"\xff7",
]


@pytest.mark.parametrize("line", UNREADABLE)
def test_of_what_is_not_understood_only_the_frame_is_left(line: bytes) -> None:
    log = LEGAL.up_to(2) + line + b"\n"
    (seen,) = taken(log, "public")[2:]
    plain = json.loads(seen)
    assert plain["data"] == {}
    if b"seq" not in line:
        assert plain["type"] == "unreadable"
    for made in (document, table):
        assert b'kept":7' not in made(Excerpt("game", log, "public", "en")).replace(b'""', b'"')


@pytest.mark.parametrize(
    "inside",
    [
        {"type": "weather", "v": 1, "data": {"kept": 7}},
        {"type": "starting_card_kept", "v": 9, "data": {"kept": 7}},
        {"type": "starting_card_kept", "v": 1, "data": {"kept": 7}},
        {"type": "starting_card_kept", "v": 1, "data": 7},
    ],
)
def test_of_a_correction_that_is_not_understood_nothing_is_told(inside: dict[str, Any]) -> None:
    line = record(3, "corrected", {"seq": 2, **inside, "reason": None, "authority": None})
    (seen,) = taken(LEGAL.up_to(2) + line + b"\n", "public")[2:]
    assert json.loads(seen)["data"]["data"] == {}


def test_what_a_finding_tells_of_a_hand_is_hidden() -> None:
    for sample in samples("illegal"):
        made = json.loads(document(Excerpt("game", sample.log, "public", "en")))
        for finding in made["findings"]:
            assert set(finding["facts"].get("hand", [])) <= {None}
