"""What other options would have made of a game, and where the two part."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import ragami
from ragami.errors import RagamiError
from ragami.game import game_named
from ragami.game.capabilities import BOT
from ragami.games.deal_with_the_devil.bot import play
from ragami.judge.report import replay_log
from ragami.referee.impact import impact
from ragami_cli.main import invoke
from tests.games.deal_with_the_devil.logs import log_of
from tests.scale import often
from tests.trials.merge import log

GAME = game_named("ragami")
GAMES = often(12, 30)


def game(players: int, seed: int, **chosen: Any) -> bytes:
    return log(list(GAME.need(BOT).play(players, seed, chosen)), Random(1))


@pytest.fixture(scope="module")
def league() -> list[bytes]:
    return [game(2 + seed % 3, seed) for seed in range(GAMES)]


def with_options(log: bytes, **chosen: Any) -> bytes:
    """The log as if its record 1 named other options: what the impact has to be equal to."""
    first, _feed, rest = log.partition(b"\n")
    record = json.loads(first)
    record["data"]["options"] |= chosen
    return json.dumps(record).encode() + b"\n" + rest


@pytest.mark.parametrize(
    "chosen",
    [
        {"pass_policy": "reenter"},
        {"bonus_ranking": "standard"},
        {"final_growth_and_conversion": True},
        {"power_die": False},
    ],
)
def test_the_verdict_is_that_of_a_log_which_names_the_options(
    league: list[bytes], chosen: dict[str, Any]
) -> None:
    differing = 0
    for played in league:
        found = impact("x", played, {}, chosen)
        before, after = replay_log(played), replay_log(with_options(played, **chosen))
        assert found.before.final == before.final
        assert found.after.final == after.final
        error = found.after.error
        assert (error and error.seq) == (after.error and after.error.seq)
        assert bool(found.differs) == (before.final != after.final or before.error != after.error)
        assert (found.first is None) == (not found.differs)
        differing += bool(found.differs)
    assert differing


def test_the_first_record_that_differs_is_where_it_becomes_illegal(league: list[bytes]) -> None:
    for played in league:
        found = impact("x", played, {}, {"pass_policy": "reenter"})
        if found.after.error:
            assert found.first is not None
            assert found.after.error.seq is not None
            assert found.first <= found.after.error.seq
            return
    pytest.fail("no game that becomes illegal")


def test_the_same_options_change_nothing(league: list[bytes]) -> None:
    for played in league[:5]:
        found = impact("x", played, {"power_die": True}, {"power_die": True})
        assert found.differs == []
        assert found.first is None


def test_a_bonus_by_another_ranking_differs_at_the_end_only() -> None:
    for seed in range(60):
        played = game(4, seed)
        found = impact("x", played, {}, {"bonus_ranking": "standard"})
        if found.differs:
            ends = replay_log(played).seq
            assert "legality" not in found.differs
            assert found.first == ends
            return
    pytest.fail("no game with a tie in the ranking")


def test_options_are_those_of_the_game_that_a_log_is_of(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(game(2, 1))
    devil = log_of(play(4, 5, {"hands": "open_hands"}))
    (tmp_path / "b.jsonl").write_bytes(devil)
    runner = CliRunner()
    with runner.isolation() as (out, _err, _output):
        arguments = ["impact", str(tmp_path), "--json", "--option", "lenient=true"]
        code = invoke(arguments, "en")
        refused, judged = [json.loads(line) for line in out.getvalue().decode().splitlines()]
    assert code == 2
    assert (Path(refused["file"]).name, refused["error"]["code"]) == ("a.jsonl", "other-options")
    assert Path(judged["file"]).name == "b.jsonl"
    assert judged["differs"] == impact("x", devil, {}, {"lenient": True}).differs


def test_the_command_lists_the_games_that_differ(tmp_path: Path, league: list[bytes]) -> None:
    for n, played in enumerate(league):
        (tmp_path / f"{n:02}.jsonl").write_bytes(played)
    runner = CliRunner()
    with runner.isolation() as (out, _err, _output):
        arguments = ["impact", str(tmp_path), "--json", "--option", "pass_policy=reenter"]
        arguments += ["--game", "ragami"]  # as it was called in 0.2.0
        code = invoke(arguments, "en")
        told = [json.loads(line) for line in out.getvalue().decode().splitlines()]
    assert code == 0
    assert [Path(one["file"]).name for one in told] == [f"{n:02}.jsonl" for n in range(GAMES)]
    assert [one["differs"] != [] for one in told] == [
        impact("x", played, {}, {"pass_policy": "reenter"}).differs != [] for played in league
    ]


def test_options_that_cannot_be_together_are_an_error() -> None:
    """Wishes count only where a seed decides (R-D-LOG-01)."""
    played = ragami.simulate("deal-with-the-devil", 4, seed=7, options={"distribution": "recorded"})
    with pytest.raises(RagamiError) as wrong:
        impact("x", played.content, {}, {"wishes": True})
    assert wrong.value.code == "options-apart"
    assert "wishes=True" in str(wrong.value)
