"""The same rules in boardgame.io: a port in `boardgame/`, run by node on the same games.

Before anything is timed the two must agree: on the whole state after every event of every game,
and on whether events of other games would be legal at moments of this one.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

import ragami
from ragami.game import game_named
from ragami.judge.replay import Replay
from ragami.log.record import Record
from tests.bench.games import simulated
from tests.bench.measuring import Effort, Goal, Missing, Result, Side, race

WHAT: Final = "validated fold"
THEIRS: Final = "boardgame.io, the same rules"
GOALS: Final = {THEIRS: Goal(40, 80)}
PORT: Final = Path(__file__).parent / "boardgame"
BUILD: Final = Path(__file__).parents[2] / "build" / "bench"
DATA: Final = Path(ragami.__file__).parent / "games" / "ragami" / "data"
FOREIGN: Final = 60
EVERY: Final = 10

Game = Sequence[Record]


class Disagreement(Exception):
    """The port plays another game than we do: nothing can be said of its speed."""


def measure(effort: Effort) -> Iterator[Result]:
    """Agree first, then run in turns; node measures its own time."""
    why = installed()
    if why:
        yield Missing(WHAT, THEIRS, why)
        return
    codec, game = game_named("ragami").codec, game_named("ragami")
    games = [records_of(log) for log in simulated(effort.games)]
    events = sum(map(len, games))

    def fold() -> None:
        for records in games:
            assert Replay(game, codec).take_all(records).final

    with port(games) as node:
        node.agree_on_states(games)
        node.agree_on_foreign_events(games)
        ours = Side(WHAT, "events", events, fold)
        theirs = Side(THEIRS, "moves", events, lambda: float(node.ask("replay")["seconds"]))
        yield from race(WHAT, ours, [theirs], effort.passes, GOALS)


def installed() -> str | None:
    """Install the package into the build folder. Gives what stands in the way, if anything."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "needs node and npm"
    wanted = (PORT / "package.json").read_text("utf-8")
    stamp = BUILD / "installed.json"
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return None
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "package.json").write_text(wanted, "utf-8")
    install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
    if subprocess.run(install, cwd=BUILD, check=False).returncode:
        return "npm could not install it"
    stamp.write_text(wanted, "utf-8")
    return None


def records_of(log: bytes) -> list[Record]:
    records = game_named("ragami").codec.read_log(log)
    return [record for record in records if isinstance(record, Record)]


def move(record: Record) -> tuple[str, Any]:
    """A record as the port takes it."""
    return record.type, record.data


@contextmanager
def port(games: Sequence[Game]) -> Iterator[Node]:
    """Node with the port and the games in its memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.json"
        path.write_bytes(msgspec.json.encode([[*map(move, records)] for records in games]))
        command = ["node", str(PORT / "replay.js"), str(DATA), str(path)]
        modules = {"NODE_PATH": str(BUILD / "node_modules"), "NODE_ENV": "production"}
        process = subprocess.Popen(
            command, env=os.environ | modules, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        with process:
            yield Node(process)


class Node:
    """The port at work: a line asks, a line answers."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def ask(self, *request: Any) -> Any:
        """Send a request and wait for what comes of it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(msgspec.json.encode(request) + b"\n")
        self.process.stdin.flush()
        return msgspec.json.decode(self.process.stdout.readline())

    def agree_on_states(self, games: Sequence[Game]) -> None:
        """The state after every event of every game, in the shape of `show --json`."""
        game, codec = game_named("ragami"), game_named("ragami").codec
        for number, (records, theirs) in enumerate(zip(games, self.ask("views"), strict=True)):
            replay = Replay(game, codec)
            for record, their_view in zip(records, theirs, strict=True):
                replay.take(record)
                ours = msgspec.to_builtins(game.view(replay.state, replay.seq), str_keys=True)
                if ours != their_view:
                    raise Disagreement(f"game {number} after record {record.seq}")

    def agree_on_foreign_events(self, games: Sequence[Game]) -> None:
        """Whether events from anywhere would be legal, at every tenth moment of every game."""
        chance = random.Random(1)
        game, codec = game_named("ragami"), game_named("ragami").codec
        anywhere = [record for records in games for record in records]
        foreign = [chance.sample(anywhere, FOREIGN) for _ in games]
        answers = self.ask("tries", [[*map(move, some)] for some in foreign])
        for number, (records, some, verdicts) in enumerate(
            zip(games, foreign, answers, strict=True)
        ):
            replay = Replay(game, codec)
            moments = iter(verdicts)
            for record in records:
                replay.take(record)
                if record.seq % EVERY:
                    continue
                ours = [not replay.would_be_wrong(one.data) for one in some]
                if ours != next(moments):
                    raise Disagreement(f"game {number}, what is legal after record {record.seq}")
