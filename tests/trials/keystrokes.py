"""A whole recorded game entered through the companion on a real terminal: keys an event.

What is pressed is what a person presses who knows the sheet: words cut short where they stay
clear, what can be derived left out, Tab where it is shorter, Enter, and a second Enter where the
companion asks for it. The claim: at most 12 key strokes an event, and the log is the game's.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from ragami import sheet
from ragami.game import game_named
from ragami.game.capabilities import BOT, GUIDANCE
from ragami.judge.replay import Replay
from ragami.log.record import Read
from ragami.store import open_store
from ragami.table.recording import Draft
from tests.companion.terminal import ENTER, LEAVE, Terminal, at_the_table

MOST: Final = 12
SEED: Final = 3


def played(seed: int) -> list[tuple[str, Any]]:
    """A game of four by the usual options."""
    return list(game_named("ragami").need(BOT).play(4, seed, {}))


def read_of(seq: int, type_: str, data: Any) -> Read:
    """The record that an event is."""
    line = {"seq": seq, "type": type_, "v": 1, "at": None, "by": None, "data": data}
    return game_named("ragami").codec.read_line(msgspec.json.encode(line), seq)


def shortest(replay: Replay, read: Read) -> str:
    """The line of an event, as short as it can be typed so that it says the same."""
    line = sheet.write_line(replay, read, "en")
    meant = sheet.read_line(replay, line)
    assert isinstance(meant, Draft), line

    def same(tokens: list[str]) -> bool:
        said = sheet.read_line(replay, " ".join(tokens))
        return isinstance(said, Draft) and (said.type, said.data) == (meant.type, meant.data)

    tokens = line.split(" ")
    for at in reversed(range(len(tokens))):
        if same(tokens[:at] + tokens[at + 1 :]):
            del tokens[at]
            continue
        for shorter in cut(tokens[at]):
            if same([*tokens[:at], shorter, *tokens[at + 1 :]]):
                tokens[at] = shorter
                break
    return " ".join(tokens)


def cut(token: str) -> Iterator[str]:
    """A token cut short, the shortest first; within `saint:3` the word is cut."""
    word, colon, rest = token.partition(":")
    if colon and word not in ("d", "c"):
        yield rest  # in the order of the spaces the words may be left out
    for end in range(1, len(token)):
        yield token[:end]


def opening(data: Any) -> list[str]:
    """The answers that open a game with these players."""
    seats = [(seat["colour"], seat["name"]) for seat in msgspec.to_builtins(data)["players"]]
    return ["new", "", *(f"{colour[0]} {name}" for colour, name in seats), *[""] * 4]


def main() -> int:
    events = played(SEED)
    replay = Replay(game_named("ragami"), game_named("ragami").codec)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        with at_the_table(path) as table, open_store(path) as store:
            table.wait_for("no open game")
            pressed = _press(table, *opening(events[0][1]))
            full = pressed
            table.until(lambda: store.head("game-1") == 1)
            replay.take(read_of(1, *events[0]))
            for seq, (type_, data) in enumerate(events[1:], 2):
                read = read_of(seq, type_, data)
                asked = (
                    game_named("ragami").need(GUIDANCE).warning(replay.state, data, "en")
                    is not None
                )
                pressed += _press(table, shortest(replay, read), *[""] * asked)
                full += len(sheet.write_line(replay, read, "en")) + 1 + asked
                table.until(lambda seq=seq: store.head("game-1") == seq)  # type: ignore[misc]
                replay.take(read)
            table.press(LEAVE)
            assert table.end() == 0
            kept = [json.loads(line) for line in store.read("game-1")]
    meant = [(type_, json.loads(msgspec.json.encode(data))) for type_, data in events]
    same = [(one["type"], one["data"]) for one in kept][1:] == meant[1:]
    each = pressed / len(events)
    print(f"{len(events)} events, {pressed} keys: {each:.1f} an event (limit {MOST})")
    print(f"without cutting words short: {full / len(events):.1f}; the log is the game's: {same}")
    return 0 if same and each <= MOST else 1


def _press(table: Terminal, *lines: str) -> int:
    """Type lines, each with Enter; gives the number of keys."""
    keys = "".join(line + ENTER for line in lines)
    table.press(keys)
    return len(keys)
