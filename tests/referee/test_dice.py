"""The tests of the dice: what they count, and that they are the tests that they claim to be."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import exp
from pathlib import Path

import msgspec
import pytest

import ragami as library
from ragami.game import game_named
from ragami.judge.replay import Replay
from ragami.referee.dice import (
    ALARM,
    ENOUGH,
    DieTally,
    Fallen,
    chi_square_tail,
    count,
    fallen,
    served,
    verdict_on,
)

GAME = game_named("ragami")
CODEC = game_named("ragami").codec
EXAMPLES = Path(__file__).parents[2] / "examples"
ACTION = (1, 1, 2, 3, 4, 5)


def dice_in(log: bytes) -> dict[tuple[str, str], DieTally]:
    dice: dict[tuple[str, str], DieTally] = {}
    count(fallen(Replay(GAME, CODEC), CODEC.read_log(log)), dice)
    return dice


def of_kind(log: bytes, kind: str) -> dict[str, list[int]]:
    return {name: list(die.counts.values()) for (name, k), die in dice_in(log).items() if k == kind}


def with_record(log: bytes, after: int, type_: str, data: object) -> bytes:
    """The log with one more record after `after`, all later ones numbered again."""
    records = [json.loads(line) for line in log.splitlines()]
    records.insert(after, {"type": type_, "v": 1, "at": None, "by": None, "data": data})
    records = [{"seq": 0} | record | {"seq": seq} for seq, record in enumerate(records, 1)]
    return b"\n".join(msgspec.json.encode(record) for record in records) + b"\n"


@pytest.fixture(scope="module")
def log() -> bytes:
    return (EXAMPLES / "four-players.jsonl").read_bytes()


def rolls_written(log: bytes) -> Iterable[list[int]]:
    for line in log.splitlines():
        record = json.loads(line)
        if record["type"] == "action_dice_set":
            yield record["data"]["rolls"]


def test_every_roll_of_the_log_is_counted_once(log: bytes) -> None:
    faces = [face for rolls in rolls_written(log) for face in rolls]
    [(_, counts)] = of_kind(log, "action").items()
    assert counts == [faces.count(face) for face in (1, 2, 3, 4, 5)]


def test_conflict_dice_are_counted_all_together_in_setup_and_preparations(log: bytes) -> None:
    """Nobody writes down which of them lies where."""
    records = map(json.loads, log.splitlines())
    faces = [
        conflict["die"]
        for record in records
        if record["type"] in ("conflicts_seeded", "conflicts_drawn")
        for conflict in record["data"]["conflicts"]
    ]
    assert len(faces) > 8
    [counts] = of_kind(log, "conflict").values()
    assert counts == [faces.count(face) for face in range(1, 7)]


def test_named_dice_are_told_apart(log: bytes) -> None:
    named = {"kind": "action", "names": ["red", "white", "black"]}
    dice = of_kind(with_record(log, 1, "dice_named", named), "action")
    columns = zip(*rolls_written(log), strict=True)
    assert list(dice) == ["red", "white", "black"]
    assert list(dice.values()) == [[col.count(f) for f in (1, 2, 3, 4, 5)] for col in columns]


def test_what_was_undone_fell_as_well(log: bytes) -> None:
    first = next(n for n, line in enumerate(log.splitlines(), 1) if b'"action_dice_set"' in line)
    undone = b"".join(line + b"\n" for line in log.splitlines()[:first])
    undone = with_record(undone, first, "undone", {"to": first - 1, "reason": None})
    [(_, counts)] = of_kind(undone, "action").items()
    assert sum(counts) == 3


def test_a_corrected_roll_counts_as_it_reads_now(log: bytes) -> None:
    first = next(n for n, line in enumerate(log.splitlines(), 1) if b'"action_dice_set"' in line)
    head = log.splitlines()[:first]
    record = json.loads(head[-1])
    was, now = record["data"]["rolls"], [4, 4, 4]
    spaces = {"saint": 4, "draw": 4, "conflict": 4}
    data = record["data"] | {"rolls": now, "spaces": spaces, "demons": []}
    assert was != now
    correction = {"seq": first, "type": "action_dice_set", "v": 1, "data": data}
    correction |= {"reason": None, "authority": None}
    mended = with_record(b"\n".join(head) + b"\n", first, "corrected", correction)
    [(_, counts)] = of_kind(mended, "action").items()
    assert counts == [0, 0, 0, 3, 0]


def test_nothing_counts_from_an_illegal_record_on(log: bytes) -> None:
    lines = log.splitlines()
    first = next(n for n, line in enumerate(lines) if b'"action_dice_set"' in line)
    cut = b"\n".join([*lines[: first - 1], *lines[first:]])
    broken = b"".join(
        msgspec.json.encode(json.loads(line) | {"seq": seq}) + b"\n"
        for seq, line in enumerate(cut.splitlines(), 1)
    )
    assert of_kind(broken, "action") == {}


def test_the_evidence_is_an_e_process() -> None:
    """Of all ways in which a true die can fall, the evidence is 1 on average, whenever one looks.

    Counted over every sequence of five rolls, each with its chance.
    """
    chance = {face: Fraction(ACTION.count(face), 6) for face in set(ACTION)}
    for length in (1, 3, 5):
        mean = 0.0
        for faces in product(chance, repeat=length):
            die = DieTally("one", "action", ACTION)
            weight = Fraction(1)
            for face in faces:
                die.roll(face)
                weight *= chance[face]
            mean += float(weight) * exp(die.evidence)
        assert mean == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (9.487729, 4, 0.05), (15.08627, 5, 0.01)],
)
def test_the_tail_of_chi_square_is_that_of_the_tables(
    statistic: float, freedom: int, p: float
) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(p, rel=1e-5)


def test_a_die_that_always_falls_alike_is_found_and_stays_found() -> None:
    die = DieTally("one", "action", ACTION)
    for _ in range(60):
        die.roll(5)
    assert die.alarm is not None
    assert die.alarm < 40
    for _ in range(200):
        for face in ACTION:
            die.roll(face)
    said = verdict_on(die)
    assert said.evidence < ALARM <= said.most
    assert said.verdict == "suspicious"


def test_few_rolls_say_nothing() -> None:
    die = DieTally("one", "action", ACTION)
    for face in ACTION:
        die.roll(face)
    said = verdict_on(die)
    assert said.verdict == "too-few"
    assert said.chi_square is None
    assert said.faces == {"1": 2, "2": 1, "3": 1, "4": 1, "5": 1}


def fell(faces: tuple[int, ...], counts: Iterable[int]) -> DieTally:
    """A die after each of its faces has fallen so often."""
    die = DieTally("one", "of wood", faces)
    for face, times in zip(sorted(set(faces)), counts, strict=True):
        for _ in range(times):
            die.roll(face)
    return die


def test_chi_square_is_that_of_the_worked_examples() -> None:
    textbook = verdict_on(fell((1, 2, 3, 4, 5, 6), (5, 8, 9, 8, 10, 20)))
    assert textbook.chi_square == 13.4
    assert textbook.p_value == pytest.approx(0.0199, abs=1e-4)
    two_ones = verdict_on(fell(ACTION, (14, 9, 6, 10, 3)))  # expected 14, 7, 7, 7, 7
    assert two_ones.chi_square == pytest.approx((4 + 1 + 9 + 16) / 7, abs=1e-4)
    assert two_ones.expected == {"1": 14, "2": 7, "3": 7, "4": 7, "5": 7}


def test_chi_square_waits_until_every_face_is_expected_five_times() -> None:
    assert fell((1, 2, 3, 4, 5, 6), (9, 4, 4, 4, 4, 4)).chi_square() is None
    assert fell((1, 2, 3, 4, 5, 6), (10, 4, 4, 4, 4, 4)).chi_square() is not None
    assert fell((3, 3, 3), (90,)).chi_square() is None  # a die with one face tells nothing


def test_nothing_is_found_only_after_enough_rolls() -> None:
    even = fell((1, 2, 3, 4, 5, 6), (0,) * 6)
    for n in range(ENOUGH):
        assert even.verdict == "too-few"
        even.roll(1 + n % 6)
    assert even.verdict == "nothing-found"


def test_the_dice_serve_players_by_name_over_all_games(log: bytes) -> None:
    rolls = list(fallen(Replay(GAME, CODEC), CODEC.read_log(log)))
    told, unknown = served([*rolls, *rolls])
    assert unknown == 2 * sum(roll.kind == "conflict" for roll in rolls)
    written: dict[str, list[int]] = {}
    for line in log.splitlines():
        record = json.loads(line)
        if record["type"] == "action_dice_set":
            written.setdefault(record["data"]["player"], []).extend(record["data"]["rolls"])
    names = {
        one["colour"]: one["name"] for one in json.loads(log.splitlines()[0])["data"]["players"]
    }
    found = {one.player: one for one in told if one.tested.kind == "action"}
    assert set(found) == {names[seat] for seat in written}
    for seat, faces in written.items():
        entry = found[names[seat]]
        assert entry.tested.rolls == 2 * len(faces)
        assert entry.mean == pytest.approx(sum(faces) / len(faces), abs=1e-4)
        assert entry.expected_mean == pytest.approx(sum(ACTION) / 6, abs=1e-4)


def test_spellings_with_other_capitals_are_one_player() -> None:
    rolls = [Fallen("d", "d", (1, 2), 1, name) for name in ("Ana", " ana", "Bo", None)]
    told, unknown = served(rolls)
    assert [(one.player, one.tested.rolls) for one in told] == [("Ana", 2), ("Bo", 1)]
    assert (unknown, told[0].mean, told[0].expected_mean) == (1, 1.0, 1.5)


def test_faces_that_are_places_have_no_mean() -> None:
    game = game_named("dice-forge")
    log = bytes(library.simulate("dice-forge", 2, seed=1))
    rolls = list(fallen(Replay(game, game.codec), game.codec.read_log(log)))
    told, unknown = served(rolls)
    assert (unknown, {one.mean for one in told}) == (0, {None})
    assert {one.tested.kind for one in told} == {roll.kind for roll in rolls}
    assert len(told) == 4


def test_a_player_whom_chance_does_not_explain_is_suspicious() -> None:
    told, _unknown = served([Fallen("d", "d", (1, 2, 3, 4, 5, 6), 6, "Ana")] * 200)
    assert told[0].tested.verdict == "suspicious"
