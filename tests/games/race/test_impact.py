"""What other options would have made of a stranger's game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ragami.analytics.tables import rows
from ragami.errors import RagamiError
from ragami.game import game_named
from ragami.game.capabilities import SETUP
from ragami.referee.impact import impact
from tests.cli.conftest import Ragami

PLAYERS = [{"colour": "red", "name": "Ana"}, {"colour": "blue", "name": "Bea"}]
OPENED = {"game": "race", "rules": 1, "title": None, "players": PLAYERS, "goal": 20}
BETS = [("bet_placed", {"player": who, "on": "red"}) for who in ("red", "blue")]
ROLLS = [("rolled", {"player": "red" if n % 2 == 0 else "blue", "face": 5}) for n in range(7)]


def log(*events: tuple[str, Any]) -> bytes:
    lines = (
        {"seq": seq, "type": type_, "v": 1, "at": None, "by": None, "data": data}
        for seq, (type_, data) in enumerate(events, 1)
    )
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


RACE = log(("game_opened", OPENED), *BETS, *ROLLS)


def test_a_game_that_would_go_on_has_no_winner_yet() -> None:
    found = impact("x", RACE, {}, {"goal": 30})
    assert found.before.final and found.after.final is None
    assert (found.differs, found.first) == (["score", "winner"], 10)


def test_a_game_that_would_be_over_earlier_becomes_illegal() -> None:
    found = impact("x", RACE, {}, {"goal": 10})
    assert (found.differs, found.first) == (["legality"], 6)  # nobody is due after record 6
    assert found.after.error and found.after.error.rule == "R-RACE-04"


def test_the_same_options_change_nothing() -> None:
    assert impact("x", RACE, {"goal": 20}, {}).differs == []


def test_an_unfinished_game_has_points() -> None:
    found = impact("x", RACE[: RACE.rindex(b'{"seq"')], {}, {"goal": 30})
    assert found.differs == []


def test_what_a_package_does_not_do_is_not_said_to_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    setup = type(game_named("race").need(SETUP))
    monkeypatch.setattr(setup, "under", lambda _self, opened, _chosen: opened)
    with pytest.raises(RagamiError) as wrong:
        impact("x", RACE, {}, {"goal": 10})
    assert (wrong.value.code, wrong.value.exit_code) == ("options-not-taken", 2)
    assert "goal=10" in str(wrong.value)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (log(*ROLLS), "opens-no-game"),
        (b"{\n", "opens-no-game"),
        (RACE.replace(b'"race"', b'"chess"', 1), "game-not-installed"),
        (RACE.replace(b'"goal": 20', b'"goal": 99', 1), "opens-no-game"),
    ],
)
def test_where_nothing_was_agreed_nothing_is_compared(content: bytes, code: str) -> None:
    with pytest.raises(RagamiError) as wrong:
        impact("x", content, {}, {"goal": 10})
    assert wrong.value.code == code


def test_the_command_says_it(ragami: Ragami, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.jsonl").write_bytes(RACE)
    done = ragami("impact", str(tmp_path), "--option", "goal=10")
    assert (done.code, done.err) == (0, "2 games, 2 differ.\n")
    assert "legality; from record 6 on" in done.out


def test_an_option_that_is_not_there_is_said_once(ragami: Ragami, tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.jsonl").write_bytes(RACE)
    done = ragami("impact", str(tmp_path), "--option", "laps=10")
    assert (done.code, done.err.count("There is no 'laps'")) == (2, 1)
    assert "differ" not in done.err


def test_its_options_are_in_the_tables() -> None:
    table = rows("a", RACE)["options"].splitlines()
    assert [json.loads(line) for line in table] == [{"game": "a", "option": "goal", "value": "20"}]
