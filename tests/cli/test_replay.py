"""`ragami replay`: told when piped, walked through on a terminal, by keys or by itself."""

from __future__ import annotations

import asyncio
import re
import signal
import termios
import time
from collections.abc import Awaitable, Callable
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ragami.game import game_named
from ragami.narration import Line, tell_log
from ragami_cli.companion.replay import CHANGES, ReplayScreen, Scenes, Walk
from ragami_cli.output import Output
from tests.cli.conftest import Ragami
from tests.companion.settling import settling
from tests.companion.terminal import CONTROL, INTERRUPT, on_terminal
from tests.companion.test_app import shown
from tests.samples.samples import samples

__all__ = ["settling"]

LEGAL = samples("legal")[0]
REFEREED = samples("legal")[5]
SECONDS = 20


# --- told ----------------------------------------------------------------------------------


def test_piped_it_tells_every_record_with_the_score(ragami: Ragami) -> None:
    said = ragami("replay", str(LEGAL.path))
    assert said.code == 0
    numbers = [int(n) for n in re.findall(r"^ *(\d+)  ", said.out, re.MULTILINE)]
    assert numbers == list(range(1, 136))
    assert "[Yellow 41, Green 23]" in said.out
    assert ragami("replay", str(LEGAL.path), "--play", "0.1") == said
    assert ragami("replay", str(LEGAL.path), "--json").lines[-1]["scores"] == {
        "yellow": 41,
        "green": 23,
    }


def test_what_was_undone_is_told_as_such(ragami: Ragami) -> None:
    said = ragami("replay", str(REFEREED.path))
    assert "(struck out by" in said.out


def test_a_game_of_the_database_is_replayed_by_its_name(ragami: Ragami) -> None:
    assert ragami("import", str(LEGAL.path), "--name", "final").code == 0
    assert ragami("replay", "final").out == ragami("replay", str(LEGAL.path)).out
    assert ragami("replay", "finale").code == 3


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "x", "1000"])
def test_an_impossible_pace_is_wrong_usage(ragami: Ragami, seconds: str) -> None:
    assert ragami("replay", str(LEGAL.path), "--play", seconds).code == 2


# --- walked through ------------------------------------------------------------------------


def walk_of(log: bytes) -> Walk:
    return Walk(lines_of(log))


@cache
def lines_of(log: bytes) -> list[Line]:
    game = game_named("ragami")
    return tell_log(game, game.words.narrator("en"), log)


def test_a_walk_ends_at_both_ends() -> None:
    walk = walk_of(LEGAL.log)
    changes = (partial(walk.to_change, of) for of in CHANGES.values())
    moves: list[Callable[[int], None]] = [walk.step, *changes]
    walk.step(-1)
    assert walk.at == 1
    walk.step(1)
    assert walk.at == 2
    for to, by, end in ((1000, 1, 135), (-5, -1, 1)):
        walk.go(to)
        assert (walk.at, walk.ended) == (end, by > 0)
        for move in moves:
            move(by)
            assert walk.at == end


@pytest.mark.parametrize("log", [LEGAL.log, REFEREED.log])
@pytest.mark.parametrize("key", CHANGES)
def test_a_change_is_gone_to_where_it_begins_and_no_other_is_passed(log: bytes, key: str) -> None:
    of, walk = CHANGES[key], walk_of(log)
    pairs = enumerate(pairwise(walk.lines), 2)
    begins = [number for number, (before, here) in pairs if of(here) != of(before)]
    last = len(walk.lines)
    within = [number for number in begins if number != last]
    for by, end, stops in ((1, last, within), (-1, 1, within[::-1])):
        seen = []
        while walk.at != end:
            walk.to_change(of, by)
            seen.append(walk.at)
        assert seen == [*stops, end]


# --- on the screen ---------------------------------------------------------------------------


Deed = Callable[[ReplayScreen, Pilot[int]], Awaitable[None]]


def replaying(
    deed: Deed, at: int = 1, size: tuple[int, int] = (100, 50), pace: float | None = None
) -> None:
    async def run() -> None:
        lines = walk_of(LEGAL.log).lines
        scenes, output = Scenes(game_named("ragami"), LEGAL.log, None), Output("en")
        app = ReplayScreen(scenes, "final", Walk(lines, at), output, pace)
        app._unicode = True  # the tests' own output is no terminal
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await deed(app, pilot)
            app.action_leave(0)
        assert app.problem is None

    asyncio.run(run())


async def is_shown(app: ReplayScreen, pilot: Pilot[int], pane: str, text: str) -> None:
    """Wait until one of the panes shows a text."""
    until = time.monotonic() + SECONDS
    while text not in f"{shown(app, pane)} ":
        assert time.monotonic() < until, shown(app, pane)
        await pilot.pause(0.01)


def test_keys_lead_forward_and_back() -> None:
    async def deed(app: ReplayScreen, pilot: Pilot[int]) -> None:
        for keys, place in (
            (["right"], 2),
            (["n"], 3),
            (["left"], 2),
            (["p"], 1),
            (["g", "5", "7", "enter"], 57),
            (["end"], 135),
            (["home"], 1),
        ):
            await pilot.press(*keys)
            await is_shown(app, pilot, "title", f" {place}/135 ")
        for forward, back in ("rR", "tT", "sS"):
            await pilot.press(forward, forward)
            there = app.walk.at
            await pilot.press(forward, back)
            assert app.walk.at == there > 1
        await pilot.press("q")

    replaying(deed)


def test_in_80_columns_the_keys_are_one_line_and_say_how_to_play() -> None:
    async def deed(app: ReplayScreen, pilot: Pilot[int]) -> None:
        await is_shown(app, pilot, "keys", "quit")
        keys = shown(app, "keys")
        assert "\n" not in keys
        assert "space play" in keys
        assert keys.strip().endswith("s/S score")

    replaying(deed, size=(80, 24))


def test_it_shows_the_board_and_the_words() -> None:
    async def deed(app: ReplayScreen, pilot: Pilot[int]) -> None:
        await is_shown(app, pilot, "keys", "pace")
        board = shown(app, "board")
        assert all(f"[{square}" in board for square in range(1, 31))
        assert "Round 2, Green to act" in board
        assert re.search(r"57  \w+", shown(app, "told"))
        assert re.match(r"Round \d · \w+ \d", shown(app, "told"))  # also where the board is cut
        await pilot.press("down", "pagedown", "pageup")

    replaying(deed, at=57)


def test_a_jump_can_be_thought_better_of() -> None:
    async def deed(app: ReplayScreen, pilot: Pilot[int]) -> None:
        await pilot.press("g", "9", "9")
        await is_shown(app, pilot, "keys", "Go to record: 99")
        await pilot.press("backspace")
        await is_shown(app, pilot, "keys", "Go to record: 9 ")
        await pilot.press("escape")
        await is_shown(app, pilot, "title", " 1/135")
        assert app.is_running

    replaying(deed)


def test_it_plays_by_itself_until_the_end() -> None:
    async def deed(app: ReplayScreen, pilot: Pilot[int]) -> None:
        await is_shown(app, pilot, "title", "/135 ▶")
        while app.pace:
            await pilot.pause(0.01)
        assert shown(app, "title").rstrip().endswith(" 135/135")

    replaying(deed, at=130, pace=0.2)


def test_the_space_bar_starts_and_stops() -> None:
    async def deed(app: ReplayScreen, pilot: Pilot[int]) -> None:
        await pilot.press("+", "+", "space")
        assert app.pace is None
        await pilot.press("space")
        await is_shown(app, pilot, "title", " 3/135 ▶")
        await pilot.press("space")
        place = app.walk.at
        await pilot.pause(0.5)
        assert app.walk.at == place
        assert f" {place}/135 " in f"{shown(app, 'title')} "

    replaying(deed)


@pytest.mark.parametrize(("columns", "rows"), [(60, 16), (1, 1)])
def test_a_small_terminal_gets_what_fits(columns: int, rows: int) -> None:
    async def deed(app: ReplayScreen, pilot: Pilot[int]) -> None:
        await pilot.resize_terminal(columns, rows)
        await pilot.press("right", "pagedown", "pageup", "down", "g", "3", "enter")
        await pilot.pause()
        assert app.walk.at == 3
        until = time.monotonic() + SECONDS
        while len(shown(app, "title")) > columns:  # a busy machine lays it out a moment later
            assert time.monotonic() < until, shown(app, "title")
            await pilot.pause(0.01)

    replaying(deed)


@pytest.mark.parametrize("from_outside", [False, pytest.param(True, marks=pytest.mark.trial)])
def test_a_terminal_is_left_as_it_was(tmp_path: Path, *, from_outside: bool) -> None:
    path = tmp_path / "\x1b]0;title\x07.jsonl"
    path.write_bytes(LEGAL.log)
    with on_terminal("replay", str(path)) as terminal:
        before = termios.tcgetattr(terminal.master)
        terminal.wait_for("pace")
        assert termios.tcgetattr(terminal.master) != before
        terminal.press("\x1b[C")
        terminal.until(lambda: "2/135" in CONTROL.sub("", terminal.shown))
        assert "\x1b]0;" not in terminal.shown
        assert r"\x1b]0;title\x07" in terminal.shown
        if from_outside:
            terminal.process.send_signal(signal.SIGINT)
        else:
            terminal.press(INTERRUPT)
        assert terminal.end() == 130
        assert termios.tcgetattr(terminal.master) == before
        assert "\x1b[?1049l" in terminal.shown  # the screen that was there before is back


def test_what_a_viewer_may_not_see_is_not_shown(ragami: Ragami) -> None:
    public = ragami("replay", str(LEGAL.path), "--as", "public")
    assert public.out == ragami("log", str(LEGAL.path), "--as", "public").out
    assert "keeps a hidden card" in public.out
    with on_terminal("replay", str(LEGAL.path), "--as", "public", "--at", "30") as terminal:
        terminal.wait_for("pace")
        hands = re.findall(r"[–Q]\S* +([\d?–][\d? –]*)", CONTROL.sub("", terminal.shown))
        assert hands
        assert not any(character.isdigit() for hand in hands for character in hand)
        terminal.press("q")
        assert terminal.end() == 0
