"""The companion as a process on a real terminal: keys in, records on the disk."""

from __future__ import annotations

import json
import re
import signal
import termios
import time
from pathlib import Path

import pytest

from ragami.store import open_store
from ragami_cli.companion.session import TableTalk
from tests.companion.terminal import (
    EMPTY,
    ENTER,
    INTERRUPT,
    LEAVE,
    REDO,
    UNDO,
    at_the_table,
)
from tests.patience import patience


def types(path: Path, name: str = "friday") -> list[str]:
    with open_store(path) as store:
        return [json.loads(line)["type"] for line in store.read(name)]


def test_what_was_shown_survives_kill_9_and_it_goes_on_there(begun: TableTalk, path: Path) -> None:
    """Ctrl-C leaves with 130, and the terminal as it was."""
    with at_the_table(path, "friday") as table:
        table.wait_for("Yellow▸")
        table.press("mo 14 d:d" + ENTER)
        table.wait_for("Yellow moves the Ragami to 14 (die on Draw: 5→4)")
        table.press("cub")  # half a line is typed when the light goes out
        table.process.send_signal(signal.SIGKILL)
        assert table.end() == -signal.SIGKILL
    assert types(path)[-1] == "ragami_moved"
    with at_the_table(path, "friday") as table:
        before = termios.tcgetattr(table.master)
        table.wait_for("the Action die is used")
        table.press("e" + ENTER)
        table.wait_for("Green▸")
        table.press(INTERRUPT)
        assert table.end() == 130
        assert termios.tcgetattr(table.master) == before
    assert types(path)[-2:] == ["ragami_moved", "turn_ended"]


@pytest.mark.trial
def test_keys_in_one_burst_are_taken_in_their_order(begun: TableTalk, path: Path) -> None:
    before = len(types(path))
    with at_the_table(path, "friday") as table:
        table.wait_for("Yellow▸")
        table.press(f"mo 14 d:d{ENTER}e{ENTER}pa{ENTER}{ENTER}{UNDO}{REDO}note: tea{ENTER}{LEAVE}")
        assert table.end() == 0
    assert types(path)[before:] == [
        "ragami_moved",
        "turn_ended",
        "passed",
        "undone",
        "redone",
        "noted",
    ]


def pasted(text: str) -> str:
    return f"\x1b[200~{text}\x1b[201~"


@pytest.mark.trial
def test_what_is_pasted_is_written_after_an_enter_that_means_it(
    begun: TableTalk, path: Path
) -> None:
    before = len(types(path))
    with at_the_table(path, "friday") as table:
        table.wait_for("Yellow▸")
        table.press(pasted("mo 14 d:d\r\ne\r\n"))
        table.wait_for("2 lines are pasted")
        assert len(types(path)) == before
        table.press(ENTER)
        table.wait_for("All 2 pasted lines are written")
        assert types(path)[before:] == ["ragami_moved", "turn_ended"]
        # The keys after an Enter that writes what was pasted wait for it.
        notes = pasted("\r\n".join(f"note: {number}" for number in range(20)))
        table.press(f"{notes}{ENTER}note: after{ENTER}{LEAVE}")
        assert table.end() == 0
    with open_store(path) as store:
        written = [json.loads(line)["data"] for line in store.read("friday")[before + 2 :]]
    assert [data["text"] for data in written] == [*map(str, range(20)), "after"]


# The second one ends what is pasted where it steers the terminal: the last line of it is typed, is
# seen, and is what the Enter means.
@pytest.mark.parametrize(
    ("junk", "meant"),
    [
        ("\x07\x00\x9b2J\t\ufeff", []),
        ("\x1b]0;gone\x07\r\ne\r\n", ["ragami_moved"]),
        ("x" * 9999, []),
    ],
)
@pytest.mark.trial
def test_pasted_junk_writes_nothing_and_can_be_emptied(
    begun: TableTalk, path: Path, junk: str, meant: list[str]
) -> None:
    before = len(types(path))
    with at_the_table(path, "friday") as table:
        table.wait_for("Yellow▸")
        started = len(table.shown)
        table.press(pasted(f"{junk}mo 14 d:d"))
        table.settle(0.3)
        assert len(types(path)) == before
        table.press(ENTER)
        table.until(lambda: types(path)[before:] == meant)
        table.settle(0.3)
        assert types(path)[before:] == meant
        assert not set("\x00\x07\x9b") & set(table.shown[started:])
        table.press(EMPTY + "note: tea" + ENTER)
        table.until(lambda: len(types(path)) > before + len(meant))
        table.press(LEAVE)
        assert table.end() == 0
    assert types(path)[before:] == [*meant, "noted"]


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.trial
def test_when_the_system_ends_it_the_terminal_is_left_as_it_was(
    begun: TableTalk, path: Path, ending: signal.Signals
) -> None:
    with at_the_table(path, "friday") as table:
        before = termios.tcgetattr(table.master)
        table.wait_for("Yellow▸")
        table.press("mo 14 d:d" + ENTER)
        table.wait_for("die on Draw: 5→4")
        table.process.send_signal(ending)
        assert table.end() == 130
        assert termios.tcgetattr(table.master) == before
        assert "\x1b[?1049l" in table.shown  # the screen that was there before is back
    assert types(path)[-1] == "ragami_moved"


def test_ctrl_c_ends_the_dialogue_too(begun: TableTalk, path: Path) -> None:
    with at_the_table(path, "friday", "--plain") as table:
        table.wait_for("[Round 1, turn of Yellow]")
        table.press("mo 14 d:d" + ENTER + "pas")
        table.wait_for("die on Draw: 5→4")
        table.press(INTERRUPT)
        assert table.end() == 130
    assert types(path)[-1] == "ragami_moved"


@pytest.mark.trial
def test_the_second_companion_sees_it_within_a_second(begun: TableTalk, path: Path) -> None:
    with at_the_table(path, "friday") as one, at_the_table(path, "friday") as two:
        one.wait_for("Yellow▸")
        two.wait_for("Yellow▸")
        two.settle(0.2)
        one.press("mo 14 d:d" + ENTER)
        one.until(lambda: types(path)[-1] == "ragami_moved")
        written = time.monotonic()
        two.wait_for("die on Draw: 5→4")
        assert time.monotonic() - written < 1 * patience()


def test_without_colour_and_unicode_there_is_only_ascii(begun: TableTalk, path: Path) -> None:
    poor = {"NO_COLOR": "1", "PYTHONIOENCODING": "latin-1"}
    with at_the_table(path, "friday", columns=80, rows=24, **poor) as table:
        table.wait_for("Yellow>")
        table.press("mo 14 d:d" + ENTER)
        table.wait_for("(die on Draw: 5->4)")
        table.press("\x1bOQ" + "\x1bOP")
        table.settle(0.3)
        table.press(LEAVE)
        assert table.end() == 0
        assert table.shown.isascii()


@pytest.mark.trial
def test_without_colour_there_is_none(begun: TableTalk, path: Path) -> None:
    with at_the_table(path, "friday", NO_COLOR="1", COLORTERM="truecolor") as table:
        table.wait_for("Yellow▸")
        table.press("mvoe 14 d:draw" + ENTER)
        table.wait_for("Did you mean")
        table.press(LEAVE)
        table.end()
    painted = re.findall(r"[34]8;2;(\d+);(\d+);(\d+)", table.shown)
    assert painted
    assert all(red == green == blue for red, green, blue in painted)


@pytest.mark.trial
def test_it_bears_every_size(begun: TableTalk, path: Path) -> None:
    with at_the_table(path, "friday") as table:
        table.wait_for("Yellow▸")
        for columns, rows in ((20, 5), (1, 1), (300, 100), (80, 24), (39, 11)):
            table.resize(columns, rows)
            table.settle(0.15)
        table.press("mo 14 d:d" + ENTER)
        table.until(lambda: types(path)[-1] == "ragami_moved")
        table.settle(0.8)  # nothing blinks: a cursor that did would be at it for ever
        table.press(LEAVE)
        assert table.end() == 0


def test_a_game_is_opened_by_questions_and_found_again(path: Path) -> None:
    """When the terminal is closed, it ends, and nothing is lost."""
    with at_the_table(path, "--game", "ragami") as table:
        table.wait_for("There is no open game")
        table.press(f"new{ENTER}Friday's final{ENTER}")
        table.wait_for("Player 1")
        table.press(f"yellow Ana{ENTER}gr\t Bo{ENTER}{ENTER}{ENTER}{ENTER}")
        table.wait_for("not the printed map")
        table.press(f"{ENTER}{ENTER}")
        table.wait_for("Setup, step 1 of")
        table.press(LEAVE)
        assert table.end() == 0
    with open_store(path) as store:
        (entry,) = store.games()
        opened = json.loads(entry.first)["data"]
    assert entry.name == "fridays-final"
    assert opened["players"] == [
        {"colour": "yellow", "name": "Ana"},
        {"colour": "green", "name": "Bo"},
    ]
    with at_the_table(path, "--game", "ragami") as table:
        table.wait_for("fridays-final")
        table.press(f"1{ENTER}")
        table.wait_for("Setup, step 1 of")
        table.press(f"note: tea{ENTER}")
        table.wait_for("tea")
        table.until(lambda: types(path, "fridays-final") == ["game_opened", "noted"])
        table.hang_up()
        assert table.process.wait(5) != 0
    assert types(path, "fridays-final") == ["game_opened", "noted"]


def test_a_terminal_that_cannot_be_steered_gets_the_dialogue(begun: TableTalk, path: Path) -> None:
    with at_the_table(path, "friday", TERM="dumb") as table:
        table.wait_for("[Round 1, turn of Yellow]")
        table.press("pass" + ENTER)
        table.wait_for("A pass is final")
        table.press(ENTER)
        table.wait_for("[Round 1, turn of Green]")
        table.press("quit" + ENTER)
        assert table.end() == 0
    assert types(path)[-1] == "passed"
