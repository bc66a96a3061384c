"""No command folds a log anew for each value that it tells: events played are counted, no seconds.

The log of the examples has 331 events and then 214 values told after the game. A fold with what is
told takes three goes through the events: as they were written, with what was told, and once more to
see that nothing else follows from that.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from ragami.game import game_named
from ragami.judge.moments import Log, in_runs, told_moments
from ragami.judge.replay import Replay
from ragami_cli.__main__ import run
from tests.cli.conftest import Ragami

WALLED: Final = Path("examples/deal-with-the-devil/walled-completed.jsonl").resolve()
EVENTS: Final = 331
RULING: Final = ("R-D-CARD-04", "--reason", "agreed")

# By command: how often each event is played, on an average.
GOES: Final[dict[tuple[str, ...], int]] = {
    ("verify", str(WALLED)): 3,
    ("audit", str(WALLED)): 3,
    ("import", str(WALLED)): 3,
    ("show", "w"): 3,
    ("legal", "w"): 3,
    ("games",): 3,
    ("dice", "w"): 3,
    ("season", "w"): 3,
    ("log", "w"): 4,
    ("log", "w", "--json"): 4,
    ("replay", "w"): 4,
    ("report", "w"): 4,
    ("stats", "w"): 4,
    ("note", "w", "rain"): 4,
    ("record", "w", "note rain"): 4,
    ("penalty", "w", "red", "conduct", "--authority", "Eva"): 4,
    ("rule", "w", *RULING): 4,
    ("undo", "w"): 9,
    ("sheet", "w"): 10,
    ("diff", str(WALLED), "w"): 12,
    ("log", "w", "--as", "red"): 16,
    ("replay", "w", "--as", "public"): 12,
    ("export", "w", "--to", "html", "--as", "red"): 25,
    ("export", "w", "--to", "jsonl"): 3,
    ("export", "w", "--to", "json"): 6,
    ("export", "w", "--to", "svg"): 6,
    ("export", "w", "--to", "csv"): 7,
    ("export", "w", "--to", "sheet"): 7,
    ("export", "w", "--to", "html"): 11,
}


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


@pytest.mark.parametrize("command", GOES, ids=" ".join)
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
