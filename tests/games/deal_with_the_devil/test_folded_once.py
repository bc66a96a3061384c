"""No command folds a log anew for each value that it tells: events played are counted, no seconds.

The log of the examples has 331 events and then 214 values told after the game. A whole log in order
is folded once, with all that its later records tell.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from ragami.api import simulate
from ragami.game import game_named
from ragami.games.deal_with_the_devil import events as ev
from ragami.judge.moments import Log, in_runs, told_moments
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami_cli.__main__ import run
from tests.cli.conftest import Ragami
from tests.games.deal_with_the_devil.logs import replayed
from tests.games.deal_with_the_devil.simulated import game
from tests.games.deal_with_the_devil.veil import Keeper, reveals, veiled
from tests.scale import often

WALLED: Final = Path("examples/deal-with-the-devil/walled-completed.jsonl").resolve()
EVENTS: Final = 331
RULING: Final = ("R-D-CARD-04", "--reason", "agreed")

# By command: how often each event is played, on an average.
GOES: Final[dict[tuple[str, ...], int]] = {
    ("verify", str(WALLED)): 1,
    ("audit", str(WALLED)): 1,
    ("import", str(WALLED)): 1,
    ("show", "w"): 1,
    ("legal", "w"): 1,
    ("games",): 1,
    ("dice", "w"): 1,
    ("season", "w"): 1,
    ("log", "w"): 4,
    ("log", "w", "--json"): 4,
    ("replay", "w"): 4,
    ("report", "w"): 4,
    ("stats", "w"): 2,
    ("note", "w", "rain"): 4,
    ("record", "w", "note rain"): 4,
    ("penalty", "w", "red", "conduct", "--authority", "Eva"): 4,
    ("rule", "w", *RULING): 4,
    ("undo", "w"): 9,
    ("sheet", "w"): 6,
    ("diff", str(WALLED), "w"): 4,
    ("log", "w", "--as", "red"): 15,
    ("replay", "w", "--as", "public"): 11,
    ("export", "w", "--to", "html", "--as", "red"): 23,
    ("export", "w", "--to", "jsonl"): 1,
    ("export", "w", "--to", "json"): 2,
    ("export", "w", "--to", "svg"): 2,
    ("export", "w", "--to", "csv"): 5,
    ("export", "w", "--to", "sheet"): 5,
    ("export", "w", "--to", "html"): 7,
}


LIKE_OTHERS: Final = {
    ("log", "w", "--json"),
    ("audit", str(WALLED)),
    ("legal", "w"),
    ("games",),
    ("season", "w"),
    ("log", "w", "--as", "red"),
    ("export", "w", "--to", "csv"),
    ("export", "w", "--to", "svg"),
    ("record", "w", "note rain"),
    ("penalty", "w", "red", "conduct", "--authority", "Eva"),
    ("rule", "w", *RULING),
    ("replay", "w", "--as", "public"),
    ("export", "w", "--to", "json"),
    ("export", "w", "--to", "html"),
}
"""Commands that go the way of another one: the trial tries them."""


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The records of all events that are played, in every fold."""
    game, seqs = game_named("deal-with-the-devil"), list[int]()

    def counting(check: Any, apply: Any) -> Any:
        def applied(state: Any, event: Any, seq: int) -> None:
            seqs.append(seq)
            apply(state, event, seq)

        return check, applied

    judges = {struct: counting(*each) for struct, each in game.judges.items()}
    monkeypatch.setitem(game.__dict__, "judges", judges)
    return seqs


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the log as the game `w`."""
    path = tmp_path_factory.mktemp("imported") / "games.db"
    assert run(("import", str(WALLED), "--name", "w", "--db", str(path))) == 0
    return path


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=pytest.mark.trial if command in LIKE_OTHERS else ())
        for command in GOES
    ],
    ids=" ".join,
)
def test_a_command_folds_a_few_times(
    ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: list[int],
    command: Sequence[str], imported: Path,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    shutil.copy(imported, tmp_path / "games.db")
    assert ragami(*command).code in (0, 1)
    assert len(played) <= GOES[tuple(command)] * EVENTS, len(played) / EVENTS


def test_values_told_one_after_the_other_have_one_moment(played: list[int]) -> None:
    log = Log(WALLED.read_bytes())
    replay = Replay(log.game)
    moments = [(now.seq, now.record) for now in told_moments(replay, in_runs(replay, log.records))]
    assert [record for _seq, record in moments] == [None, *log.records]
    assert [seq for seq, _record in moments] == [*range(EVENTS + 1), *[len(log)] * 214]
    assert len(played) <= 4 * EVENTS


@pytest.mark.parametrize("keeper", ["app", "observer"])
@pytest.mark.parametrize("distribution", ["seed", "recorded"])
def test_a_whole_log_with_reveals_is_played_once(
    played: list[int], keeper: Keeper, distribution: str
) -> None:
    log = game(1, hands="walled", distribution=distribution)
    records = [*veiled(log, keeper), *reveals(log, keeper)]
    played.clear()
    replay = replayed(records)
    assert replay.error is None
    assert replay.filled
    assert len(replay.filled.told) == len(records) - len(log)
    assert played == [*range(1, len(log) + 1)]


@pytest.mark.parametrize("seed", range(often(2, 6)))
def test_what_tells_nothing_new_is_played_once(seed: int, played: list[int]) -> None:
    log = simulate("deal-with-the-devil", 4, seed=seed).content
    played.clear()
    replay = replay_log(log)
    assert any(isinstance(event, ev.RolesShown) for _seq, event in replay.history.standing())
    assert replay.error is None
    assert played == [*range(1, log.count(b"\n") + 1)]
