"""The two checks that stand before a comparison: they let the right one pass, and only that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ragami.game import game_named
from ragami.judge.replay import Replay
from tests.bench import compiled
from tests.bench.games import simulated
from tests.bench.same_rules import EVERY, Disagreement, Game, Node, records_of

GAMES = [records_of(log) for log in simulated(2)]


class Port(Node):
    """Answers as a port would that has our rules, and perhaps one mistake."""

    def __init__(self, mistake: Callable[[Any], None]) -> None:
        self.mistake = mistake

    def ask(self, *request: Any) -> Any:
        what, *given = request
        answer = views(GAMES) if what == "views" else tries(GAMES, *given)
        self.mistake(answer)
        return answer


def views(games: list[list[Any]]) -> Any:
    game, codec = game_named("ragami"), game_named("ragami").codec
    all_views = []
    for records in games:
        replay = Replay(game, codec)
        seen = []
        for record in records:
            replay.take(record)
            seen.append(msgspec.to_builtins(game.view(replay.state, replay.seq), str_keys=True))
        all_views.append(seen)
    return all_views


def tries(games: list[list[Any]], foreign: list[list[Any]]) -> Any:
    """By trial: a foreign event is legal when the game goes on after it."""
    game, codec = game_named("ragami"), game_named("ragami").codec
    verdicts = []
    for records, some in zip(games, foreign, strict=True):
        replay = Replay(game, codec)
        moments = []
        for record in records:
            replay.take(record)
            if not record.seq % EVERY:
                moments.append([not replay.would_be_wrong(data) for _, data in some])
        verdicts.append(moments)
    return verdicts


def nothing(answer: Any) -> None:
    """No mistake."""


def another_phase(answer: Any) -> None:
    answer[1][-1]["phase"] = "setup"


def another_verdict(answer: Any) -> None:
    answer[1][-1][0] = not answer[1][-1][0]


def test_a_port_that_plays_as_we_do_agrees() -> None:
    games: list[Game] = [*GAMES]
    Port(nothing).agree_on_states(games)
    Port(nothing).agree_on_foreign_events(games)


def test_one_other_state_is_a_disagreement() -> None:
    with pytest.raises(Disagreement, match=f"game 1 after record {len(GAMES[1])}"):
        Port(another_phase).agree_on_states([*GAMES])


def test_one_other_verdict_is_a_disagreement() -> None:
    last = len(GAMES[1]) - len(GAMES[1]) % EVERY
    with pytest.raises(Disagreement, match=f"game 1, what is legal after record {last}"):
        Port(another_verdict).agree_on_foreign_events([*GAMES])


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source, and what was compiled of the same."""
    environment = tmp_path / "build" / "compiled"
    for folder in (tmp_path, environment / "lib/python3.11/site-packages"):
        (folder / "ragami" / "judge").mkdir(parents=True)
        (folder / "ragami" / "judge" / "replay.py").write_text("ONE = 1\n")
    (environment / "bin").mkdir()
    (environment / "bin" / "python").touch()
    monkeypatch.setattr(compiled, "ROOT", tmp_path)
    monkeypatch.setattr(compiled, "PYTHON", environment / "bin" / "python")
    return tmp_path


def test_what_was_compiled_of_this_source_is_taken(tree: Path) -> None:
    assert compiled.absent() is None


def test_what_was_compiled_of_other_source_is_missing(tree: Path) -> None:
    (tree / "ragami" / "judge" / "replay.py").write_text("ONE = 2\n")
    assert (
        compiled.absent()
        == "compiled of another ragami/judge/replay.py: `make compiled` does it anew"
    )


def test_what_was_not_compiled_is_missing(tree: Path) -> None:
    compiled.PYTHON.unlink()
    assert compiled.absent() == "not compiled: `make compiled` does it"
