"""A log in which much is told afterwards: judged anew at each reveal, and quickly (R-D-KNOW-03)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.game import GAME
from ragami.judge.filling import fold_events
from ragami.judge.replay import Replay
from ragami.log.record import Record
from tests.scale import often

SAMPLES: Final = Path(__file__).parent / "samples"
TOLD: Final = often(3, 1)
"""Of what is told after the game, one value in so many."""

EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "deal-with-the-devil"


def reads(name: str, every: int) -> list[Any]:
    """The records of an example; of the values told later one in so many."""
    lines = (EXAMPLES / f"{name}.jsonl").read_bytes().splitlines()
    told = [line for line in lines if b'"type":"revealed"' in line]
    kept = [line for line in lines if line not in told] + told[::every]
    numbered = (re.sub(rb'^{"seq":\d+', b'{"seq":%d' % n, line) for n, line in enumerate(kept, 1))
    return GAME.codec.read_log(b"".join(line + b"\n" for line in numbered))


def exactly(replay: Replay) -> Any:
    """The state by the three folds of R-D-KNOW-02."""
    assert replay.filled is not None
    return fold_events(replay, replay.filled.fill(replay, replay.history.standing()))


@pytest.mark.parametrize(
    "name", [pytest.param("walled-completed", marks=pytest.mark.trial), "app-with-openings"]
)
def test_record_by_record_it_stands_as_the_three_folds_have_it_and_costs_less(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reveal costs less than one fold of the whole."""
    plays = Counter[str]()
    judge = Replay._judge

    def counted(replay: Replay, seq: int, data: Any) -> bool:
        plays["judged"] += 1
        return judge(replay, seq, data)

    monkeypatch.setattr(Replay, "_judge", counted)
    completed, replay, judged = reads(name, TOLD), Replay(GAME), 0
    for number, read in enumerate(completed):
        plays.clear()
        replay.take(read)
        judged += plays["judged"]
        if number % often(401, 23) == 0 or isinstance(read.data, ev.RolesShown | ev.SeedOpened):
            assert replay.state == exactly(replay), read.seq
    assert replay.error is None
    assert replay.state == exactly(replay)
    told = sum(isinstance(one, Record) and isinstance(one.data, ev.Revealed) for one in completed)
    assert told > often(60, 200) or name != "walled-completed"
    assert judged < 0.75 * max(told, 2) * len(list(replay.history.standing()))


def test_r_d_know_01_what_open_hands_left_open_is_not_mended_by_what_is_told_later() -> None:
    log = (SAMPLES / "legal-1.jsonl").read_bytes()
    dealt = b'"roles":{"red":"mortal_2"'
    assert log.count(dealt) == 2, "roles are dealt, and shown at the end"
    replay = Replay(GAME)
    replay.take_all(GAME.codec.read_log(log.replace(dealt, b'"roles":{"red":null', 1)))
    assert replay.error is not None
    assert (replay.error.seq, replay.error.rule) == (2, "R-D-KNOW-01")
