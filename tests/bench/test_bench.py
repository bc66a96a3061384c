from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, process_time
from xml.etree import ElementTree as ET

import msgspec
import pytest

from ragami.judge.report import replay_log, report
from tests.bench.games import simulated
from tests.bench.growing import annotated, retried
from tests.bench.machine import Busy
from tests.bench.measuring import (
    Curve,
    Figure,
    Goal,
    Missing,
    Side,
    Spread,
    compared,
    in_turns,
    of_children,
    present,
    race,
)
from tests.bench.telling import Run, tables, write

ONE = Spread(1, 1, 1)


@pytest.fixture(autouse=True)
def settled() -> None:
    """What other tests have left is not looked through for garbage at every pass."""
    gc.freeze()


def taking(*seconds: float) -> Callable[[], float]:
    """Work that says how long it took, from the warming up on."""
    times: Iterator[float] = iter(seconds)
    return lambda: next(times)


def test_another_side_begins_at_every_pass_and_the_warming_up_does_not_count() -> None:
    began: list[str] = []

    def work(name: str) -> float:
        began.append(name)
        return 1.0

    sides = [Side(name, "things", 10, lambda name=name: work(name)) for name in "abc"]  # type: ignore[misc]
    rates = in_turns(sides, 3)
    assert "".join(began) == "abcabcbcacab"
    assert rates == {"a": [10, 10, 10], "b": [10, 10, 10], "c": [10, 10, 10]}


def test_what_is_quick_is_done_as_often_as_a_pass_needs() -> None:
    calls = 0

    def work() -> float:
        nonlocal calls
        calls += 1
        return 0.05

    rates = in_turns([Side("quick", "things", 1, work)], 2)
    assert calls == 1 + 2 * 4
    assert rates["quick"] == pytest.approx([20, 20])


def test_a_ratio_is_made_of_the_two_speeds_of_one_pass() -> None:
    """A machine that becomes slower and slower does not change it."""
    ours = Side("ours", "events", 100, taking(9, 1, 2, 4))
    theirs = Side("theirs", "moves", 50, taking(9, 2, 4, 8))
    (row,) = race("fold", ours, [theirs], 3, {"theirs": Goal(3, 5)})
    assert row.ratio == Spread(4, 4, 4)
    assert row.our_rate == Spread(50, 37.5, 75)
    assert (row.gate, row.aim, row.verdict) == (3, 5, "gate")


@pytest.mark.parametrize(
    ("ratio", "longer", "verdict"),
    [
        (2.0, False, "aim"),
        (1.5, False, "gate"),
        (0.9, False, "missed"),
        (2.0, True, "missed"),
        (0.9, True, "aim"),
    ],
)
def test_a_goal_is_to_be_exceeded_and_of_times_to_be_kept_under(
    ratio: float, longer: bool, verdict: str
) -> None:
    goal = Goal(1.2, 0.95) if longer else Goal(1.2, 2.0)
    rates = {"ours": [1 / ratio if longer else ratio], "theirs": [1.0]}
    ours, theirs = Side("ours", "", 1, taking()), Side("theirs", "", 1, taking())
    (row,) = compared("x", ours, [theirs], rates, {"theirs": goal}, longer=longer)
    assert row.ratio.median == pytest.approx(ratio)
    assert row.verdict == verdict


def test_who_is_not_installed_is_named_and_the_others_are_there() -> None:
    def absent() -> Side:
        raise ModuleNotFoundError("No module named 'some'", name="some")

    side = Side("there", "things", 1, taking())
    there, missing = present("fold", {"there": lambda: side, "absent": absent})
    assert there == [side]
    assert missing == [Missing("fold", "absent", "not installed: some")]


def a_run() -> Run:
    ours, theirs = Side("ours", "events", 2, taking(1, 1)), Side("b<c", "moves", 1, taking(1, 1))
    rows = race("fold", ours, [theirs], 1, {"b<c": Goal(8, 12)})
    figure = Figure("a game", 73.84, "KiB")
    curve = Curve("length", "Longer & longer", "records", "µs", {"x": [(100, 2.5), (1000, 2.0)]})
    gone = Missing("fold", "catan", "not installed")
    return Run({"processor": "one"}, {"node": "20"}, 1, 0.5, 1.5, [*rows, figure, curve, gone])


def test_the_page_has_the_gates_beside_the_ratios_and_names_who_is_missing(tmp_path: Path) -> None:
    write(a_run(), tmp_path)
    page = (tmp_path / "bench.md").read_text("utf-8")
    assert "| fold | b<c | **2** | 2 – 2 | 8 | 12 | **missed** | 2 events | 1 moves |" in page
    assert "Gates reached: 0 of 1. Aims reached: 0 of 1. Missed: fold ÷ b<c." in page
    assert "others used 1.5 cores of the machine meanwhile: **it was not quiet**" in page
    assert "- fold ÷ catan: not installed" in page
    assert "| a game | 73.8 KiB |" in page


def test_a_run_of_one_comparison_says_nothing_of_the_others() -> None:
    run = a_run()
    run.results = [Figure("a game", 73.84, "KiB")]
    run.others_used = None
    told = tables(run)
    assert "## Memory" in told
    assert "## Beside others" not in told
    assert "quiet" not in told


def test_what_a_child_spends_is_counted_and_not_its_sleep() -> None:
    before = of_children()
    run = "import time; time.sleep(0.5); end = time.process_time() + 0.1\n"
    run += "while time.process_time() < end: pass"
    subprocess.run([sys.executable, "-S", "-c", run], check=True)
    assert 0.1 < of_children() - before < 0.5


def test_own_work_is_not_somebody_elses() -> None:
    busy = Busy()
    end = process_time() + 0.3
    while process_time() < end:
        pass
    ours = 0.3 / (monotonic() - busy.begun)
    others = busy.cores()
    assert others is None or 0 <= others <= (os.cpu_count() or 1) - ours + 0.2


def test_the_figures_come_back_from_the_json_and_the_pictures_are_well_formed(
    tmp_path: Path,
) -> None:
    run = a_run()
    write(run, tmp_path)
    assert msgspec.json.decode((tmp_path / "bench/results.json").read_bytes(), type=Run) == run
    pictures = sorted((tmp_path / "bench").glob("*.svg"))
    assert [path.stem for path in pictures] == ["length", "ratios"]
    for path in pictures:
        assert ET.parse(path).getroot().tag.endswith("svg")


@pytest.mark.parametrize("make", [annotated, retried])
@pytest.mark.parametrize("length", [100, pytest.param(1_000, marks=pytest.mark.trial)])
def test_long_logs_are_in_order(make: Callable[[bytes, int], bytes], length: int) -> None:
    log = make(max(simulated(6), key=len), length)
    assert report("log", log).records == length
    assert replay_log(log).error is None
