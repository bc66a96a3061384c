"""`ragami replay`: told when piped, walked through on a terminal, by keys or by itself."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ragami.game import game_named
from ragami.narration import Line, tell_log
from ragami_cli.replay_screen import ENTER, LEAVE, Walk
from tests.cli.conftest import Ragami
from tests.samples.samples import samples

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
    game = game_named("ragami")
    return Walk(tell_log(game, game.words.narrator("en"), log))


def key(line: Line) -> tuple[int, int]:
    return line.round, line.turn


def test_a_walk_ends_at_both_ends() -> None:
    walk = walk_of(LEGAL.log)
    walk.step(-1)
    assert walk.at == 1
    walk.step(1)
    assert walk.at == 2
    walk.go(1000)
    assert (walk.at, walk.ended) == (135, True)
    for move in (walk.step, walk.to_round, walk.to_turn, walk.to_score):
        move(1)
        assert walk.at == 135
    walk.go(-5)
    for move in (walk.step, walk.to_round, walk.to_turn, walk.to_score):
        move(-1)
        assert walk.at == 1


@pytest.mark.parametrize("log", [LEGAL.log, REFEREED.log])
def test_rounds_and_turns_are_entered_where_they_begin(log: bytes) -> None:
    for name in ("round", "turn"):
        walk = walk_of(log)
        stops = []
        while not walk.ended:
            getattr(walk, f"to_{name}")(1)
            stops.append(walk.at)
        *begins, _end = stops
        for at in begins:
            here, before = walk.lines[at - 1], walk.lines[at - 2]
            assert (here.round if name == "round" else key(here)) != (
                before.round if name == "round" else key(before)
            )
        back = []
        while walk.at > 1:
            getattr(walk, f"to_{name}")(-1)
            back.append(walk.at)
        assert back == [*reversed(begins), 1]


def test_the_next_change_of_the_score_is_just_that() -> None:
    walk = walk_of(LEGAL.log)
    changes = [
        number
        for number in range(2, 136)
        if walk.lines[number - 1].scores != walk.lines[number - 2].scores
    ]
    seen = []
    for _ in changes:
        walk.to_score(1)
        seen.append(walk.at)
    assert seen == changes
    walk.to_score(-1)
    assert walk.at == changes[-2]


# --- on a terminal -------------------------------------------------------------------------


class Terminal:
    """A terminal with the command running on it; `shown` is all that it has written."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self.master = master
        self.process = process
        self.shown = ""

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def wait_for(self, text: str) -> str:
        """What is written until `text` is."""
        until = time.monotonic() + SECONDS
        before = len(self.shown)
        while text not in self.shown[before:]:
            assert time.monotonic() < until, self.shown[before:]
            ready, _, _ = select.select([self.master], [], [], 0.1)
            if ready:
                self.shown += self._read()
        return self.shown[before:]

    def _read(self) -> str:
        try:
            return os.read(self.master, 65536).decode(errors="replace")
        except OSError:  # the other end is closed
            return ""

    def resize(self, columns: int, rows: int) -> None:
        set_size(self.master, columns, rows)

    def end(self) -> int:
        """Read to the end; the exit code."""
        while self.process.poll() is None:
            ready, _, _ = select.select([self.master], [], [], 0.05)
            if ready:
                self.shown += self._read()
        while select.select([self.master], [], [], 0)[0] and (read := self._read()):
            self.shown += read
        return self.process.returncode


def set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


@contextmanager
def replaying(
    *options: str, path: Path = LEGAL.path, columns: int = 100, rows: int = 50
) -> Iterator[Terminal]:
    master, slave = pty.openpty()
    set_size(slave, columns, rows)
    before = termios.tcgetattr(slave)
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": "xterm"}
    process = subprocess.Popen(
        [sys.executable, "-m", "ragami_cli", "replay", str(path), *options],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment,
        start_new_session=True,
    )
    try:
        yield Terminal(master, process)
        assert termios.tcgetattr(slave) == before, "the terminal is not as it was"
    finally:
        process.kill()
        process.wait()
        os.close(slave)
        os.close(master)


def test_keys_lead_forward_and_back() -> None:
    with replaying() as terminal:
        terminal.wait_for(" 1/135")
        for keys, place in (
            ("\x1b[C", 2),
            ("n", 3),
            ("\x1b[D", 2),
            ("p", 1),
            ("g57\r", 57),
            ("\x1b[F", 135),
            ("\x1b[H", 1),
        ):
            terminal.press(keys)
            terminal.wait_for(f" {place}/135")
        terminal.press("r")
        terminal.wait_for("Round 1")
        terminal.press("q")
        assert terminal.end() == 0
        assert terminal.shown.startswith(ENTER)
        assert terminal.shown.rstrip().endswith(LEAVE)


def test_it_shows_the_board_and_the_words() -> None:
    with replaying("--at", "57") as terminal:
        shown = terminal.wait_for("pace")
        assert all(f"[{square}" in shown for square in range(1, 31))
        assert "record 57" in shown
        assert re.search(r"57  \w+", shown)
        terminal.press("q")
        assert terminal.end() == 0


def test_a_jump_can_be_thought_better_of() -> None:
    with replaying() as terminal:
        terminal.wait_for("pace")
        terminal.press("g99")
        terminal.wait_for("Go to record: 99")
        terminal.press("\x7f")
        terminal.wait_for("Go to record: 9\x1b")
        terminal.press("\x1b")
        terminal.wait_for(" 1/135")
        terminal.press("q")
        assert terminal.end() == 0


def test_it_plays_by_itself_until_the_end() -> None:
    with replaying("--play", "0.05", "--at", "130") as terminal:
        terminal.wait_for(" 132/135 ▶")
        terminal.wait_for(" 135/135\x1b")
        terminal.press("q")
        assert terminal.end() == 0


def test_the_space_bar_starts_and_stops() -> None:
    with replaying() as terminal:
        terminal.wait_for(" 1/135")
        terminal.press("++ ")
        terminal.press(" ")
        terminal.wait_for(" 3/135 ▶")
        terminal.press(" ")
        shown = terminal.wait_for("135\x1b")
        place = re.findall(r" (\d+)/135", shown)[-1]
        time.sleep(0.8)
        terminal.press("n")
        terminal.wait_for(f" {int(place) + 1}/135")
        terminal.press("q")
        assert terminal.end() == 0


@pytest.mark.parametrize(("columns", "rows"), [(60, 16), (20, 5), (1, 1)])
def test_a_small_terminal_gets_what_fits(columns: int, rows: int) -> None:
    with replaying() as terminal:
        terminal.wait_for("pace")
        terminal.resize(columns, rows)
        shown = terminal.wait_for("\x1b[J")
        assert shown.count("\r\n") == rows - 1
        terminal.press("\x1b[C\x1b[6~\x1b[5~\x1b[Bg3\r")
        terminal.wait_for("\x1b[J")
        terminal.press("q")
        assert terminal.end() == 0


def test_an_interrupt_leaves_the_terminal_as_it_was() -> None:
    with replaying() as terminal:
        terminal.wait_for("pace")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
        assert LEAVE in terminal.shown


def test_what_a_name_would_do_to_the_terminal_is_not_done(tmp_path: Path) -> None:
    path = tmp_path / "\x1b]0;title\x07.jsonl"
    path.write_bytes(LEGAL.log)
    with replaying(path=path) as terminal:
        assert "\x1b]0;" not in terminal.wait_for("pace")
        assert r"\x1b]0;title\x07" in terminal.shown
        terminal.press("q")
        assert terminal.end() == 0


def test_what_a_viewer_may_not_see_is_not_shown(ragami: Ragami) -> None:
    public = ragami("replay", str(LEGAL.path), "--as", "public")
    assert public.out == ragami("log", str(LEGAL.path), "--as", "public").out
    assert "keeps a hidden card" in public.out
    with replaying("--as", "public", "--at", "30") as terminal:
        hands = re.findall(r"[–Q]\S* +([\d?–][\d? –]*)\x1b\[K", terminal.wait_for("pace"))
        assert hands
        assert not any(character.isdigit() for hand in hands for character in hand)
        terminal.press("q")
        assert terminal.end() == 0
