"""Keys that come in bursts, on a real terminal: the same is written as if they came one by one."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from ragami.store import open_store
from ragami_cli.companion.session import TableTalk
from tests.companion.terminal import ENTER, LEAVE, REDO, UNDO, at_the_table
from tests.scale import often, seeds

LEFT: Final = "\x1b[D"
RIGHT: Final = "\x1b[C"
HOME: Final = "\x1b[H"
END: Final = "\x1b[F"
BACKSPACE: Final = "\x7f"
DELETE: Final = "\x1b[3~"
PAGE_UP: Final = "\x1b[5~"
HELP: Final = "\x1bOP"
LETTERS: Final = "abcdefxyz0123456789"
EDITING: Final = (LEFT, RIGHT, HOME, END, BACKSPACE, DELETE)
LINES: Final = often(1, 30)


class Slowly:
    """A line typed key by key, and what of it is written: the model of the companion's input."""

    def __init__(self) -> None:
        self.text = ""
        self.at = 0
        self.undone = 0
        self.written: list[str] = []

    def press(self, key: str) -> None:
        match key:
            case "\r":
                self.written.append(self.text.removeprefix("note: "))
                self.text, self.at = "", 0
            case "\x1a":
                self.written.append("undone")
                self.undone += 1
                self.at = len(self.text)  # what is typed stays, and is gone on with
            case "\x19":
                self.written += ["redone"] if self.undone else []
                self.undone -= 1 if self.undone else 0
                self.at = len(self.text)
            case _:
                self._edit(key)

    def _edit(self, key: str) -> None:
        text, at = self.text, self.at
        match key:
            case "\x1b[D":
                self.at = max(0, at - 1)
            case "\x1b[C":
                self.at = min(len(text), at + 1)
            case "\x1b[H":
                self.at = 0
            case "\x1b[F":
                self.at = len(text)
            case "\x7f":
                self.text, self.at = text[: max(0, at - 1)] + text[at:], max(0, at - 1)
            case "\x1b[3~":
                self.text = text[:at] + text[at + 1 :]
            case letter if letter in LETTERS or letter in "note: ":
                self.text, self.at = text[:at] + letter + text[at:], at + 1


def keys_of(chance: random.Random) -> Iterator[str]:
    """Some notes, each typed and mended at random, with looks at the help and undos between."""
    for _ in range(LINES):
        for _ in range(chance.randrange(3, 30)):
            kind = chance.random()
            if kind < 0.55:
                yield chance.choice(LETTERS)
            elif kind < 0.95:
                yield chance.choice(EDITING)
            else:
                yield chance.choice((PAGE_UP, HELP, UNDO, REDO))
        yield HOME
        yield from "note: n"  # so that it is never empty
        yield ENTER


def in_bursts(keys: list[str], chance: random.Random) -> Iterator[str]:
    """The keys in pieces, from one alone to very many."""
    while keys:
        size = chance.choice((1, 2, 3, 8, 40, 400))
        yield "".join(keys[:size])
        keys = keys[size:]


def told(path: Path, before: int) -> list[str]:
    """What was written after some record, as `Slowly` has it."""
    with open_store(path) as store:
        records = [json.loads(line) for line in store.read("friday")[before:]]
    return [r["data"]["text"] if r["type"] == "noted" else r["type"] for r in records]


@pytest.mark.parametrize("seed", seeds(1, 20))
def test_any_keys_in_any_bursts_give_what_they_give_slowly(
    begun: TableTalk, path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    keys = list(keys_of(chance))
    slowly = Slowly()
    for key in keys:
        slowly.press(key)
    before = begun.records
    with at_the_table(path, "friday") as table:
        table.wait_for("Yellow▸")
        for burst in in_bursts(keys, chance):
            table.press(burst)
            time.sleep(chance.choice((0, 0, 0.002, 0.03)))
            table.read(0)
        table.press(LEAVE)
        assert table.end() == 0
    assert told(path, before) == slowly.written


@pytest.mark.trial
def test_a_slip_that_is_mended_in_the_same_burst_is_mended(begun: TableTalk, path: Path) -> None:
    before = begun.records
    with at_the_table(path, "friday") as table:
        table.wait_for("Yellow▸")
        table.press(f"mo 15{BACKSPACE}4 d:draw{HOME}Y {END}{ENTER}")
        table.press(f"note: 15{BACKSPACE}4{ENTER}{LEAVE}")
        assert table.end() == 0
    with open_store(path) as store:
        moved, noted = [json.loads(line) for line in store.read("friday")[before:]]
    assert moved["data"]["to"] == 14
    assert noted["data"] == {"text": "14"}
