"""Every game that was ever kept still reads as it did when it was kept."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.golden import __main__ as command
from tests.golden import golden
from tests.golden.golden import GAMES, expectation, games, read, write

LIMIT = 450_000  # bytes of all golden games

each = pytest.mark.parametrize("game", games(), ids=lambda game: game.name.partition(".")[0])
# Each card that is completed later has all judged again; `devil-walled-told` has it, too.
LONG = ("devil-walled-app-completed.jsonl.gz", "devil-walled-completed.jsonl.gz")


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[pytest.mark.trial] * (game.name in LONG)) for game in games()],
    ids=lambda game: game.name.partition(".")[0],
)
def test_a_golden_game_reads_as_ever(game: Path) -> None:
    expected, now = json.loads(expectation(game).read_bytes()), read(game)
    assert now["log"] == expected["log"], "the log itself was changed"
    wrong = [
        seq
        for seq, (was, is_) in enumerate(zip(expected["states"], now["states"], strict=True), 1)
        if was != is_
    ]
    assert not wrong, f"the state is another one after record {wrong[0]}, and {len(wrong)} in all"
    assert now == expected


@each
def test_a_golden_game_is_whole(game: Path) -> None:
    expected = json.loads(expectation(game).read_bytes())
    assert expected["ok"] and expected["final"]["ended"]
    assert len(expected["states"]) == expected["records"]


def test_no_game_lacks_its_meaning_and_none_is_lost() -> None:
    assert len(games()) >= 12
    assert {path.name for path in GAMES.iterdir()} == {
        name for game in games() for name in (game.name, expectation(game).name)
    }
    assert sum(path.stat().st_size for path in GAMES.iterdir()) < LIMIT


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two golden games in a folder of the test's own, one of them new."""
    old, new = games()[-2:]  # of two players, and short
    for path in (old, expectation(old), new):
        shutil.copy(path, tmp_path)
    monkeypatch.setattr(golden, "GAMES", tmp_path)
    return tmp_path


def test_only_new_games_are_written_down(copies: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = golden.games()
    before = expectation(old).read_bytes()
    assert command.main() == 0
    assert expectation(old).read_bytes() == before
    assert expectation(new).read_text() == write(read(new))
    assert capsys.readouterr().out == f"{expectation(new).name}: written\n"
    assert command.main() == 0
    assert capsys.readouterr().out == ""
    assert len(list(copies.iterdir())) == 4


@pytest.mark.usefixtures("copies")
def test_what_an_old_game_means_is_never_written_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    old = golden.games()[0]
    other = write(read(old) | {"records": 0})
    expectation(old).write_text(other)
    assert command.main() == 1
    assert expectation(old).read_text() == other
    assert "left as it is" in capsys.readouterr().out
