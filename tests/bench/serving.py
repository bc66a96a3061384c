"""The service beside what it stands on: a write over HTTP, fifty who watch, and its start.

- over HTTP: `POST …/events` on one connection, the server a process of its own; in process:
  `Recording.write` of the same events into the same kind of file
- fifty: from the first byte of a POST until the slowest of fifty streams has the moment, beside
  that with one stream
- start: from the command to the first 200, beside an interpreter that does nothing
"""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlsplit

from ragami.store.sqlite import SqliteStore
from ragami.table.recording import Draft, Recording
from tests.bench.games import lines, simulated
from tests.bench.measuring import Effort, Goal, Result, Side, compared, in_turns

SOURCE: Final = Path(__file__).parents[2]
WRITES: Final = 60
HTTP: Final = "one event over HTTP"
INSIDE: Final = "one event in process"
FIFTY: Final = "an event to 50 screens"
ONE: Final = "an event to one screen"
FIRST: Final = "ragami serve to its first answer"
NOTHING: Final = "python -c pass"
BODY: Final = json.dumps({"type": "noted", "data": {"text": "a tap"}}).encode()


def measure(effort: Effort) -> Iterator[Result]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(Serving(folder))
        sides = [writing(server), inside(folder, stack)]
        rates = in_turns(sides, effort.passes)
        yield from compared(HTTP, sides[0], sides[1:], rates, {INSIDE: Goal(None, 0.35)})
        screens = [watching(server, 50, stack), watching(server, 1, stack)]
        rates = in_turns(screens, effort.passes)
        goals = {ONE: Goal(15, 10)}
        yield from compared(FIFTY, screens[0], screens[1:], rates, goals, longer=True)
    with tempfile.TemporaryDirectory() as name:
        starts = [starting(Path(name)), nothing()]
        rates = in_turns(starts, effort.passes)
        yield from compared(
            FIRST, starts[0], starts[1:], rates, {NOTHING: Goal(30, 10)}, longer=True
        )


class Serving:
    """`ragami serve` as a process, with two tables of simulated games."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "served.db"
        (log,) = simulated(1)
        with SqliteStore(self.database) as store:
            for table in ("writes", "watched", "watched alone"):
                store.append(table, 0, lines(log)[:60])
        self.process = run_serve(self.database)
        assert self.process.stdout
        self.said = json.loads(self.process.stdout.readline())
        self.place = urlsplit(self.said["addresses"][0]).netloc
        joined = self.ask("POST", "/v1/join", {"code": self.said["hall_key"]})
        self.token = joined["token"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.process.terminate()
        self.process.communicate(timeout=10)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        line = http.client.HTTPConnection(self.place)
        headers = {"Content-Type": "application/json"}
        line.request(method, path, json.dumps(body), headers)
        told = json.loads(line.getresponse().read())
        line.close()
        return told

    def write(self, line: http.client.HTTPConnection, table: str, after: int) -> None:
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self.token}",
            "If-Match": f'"{after}"',
        }
        while True:
            line.request("POST", f"/v1/tables/{table}/events", BODY, headers)
            answer = line.getresponse()
            answer.read()
            if answer.status == 201:
                return
            assert answer.status == 429, answer.status
            time.sleep(0.01)


def run_serve(database: Path) -> subprocess.Popen[str]:
    """The command, with no limits that a benchmark would meet."""
    program = (
        "import sys\n"
        "from ragami.server import connections, door\n"
        "door.POSTS_A_SECOND = 100_000\n"
        "connections.MOST_OF_ONE = 1000\n"
        "from ragami_cli.__main__ import main\n"
        f"sys.argv[1:] = ['--json', '--db', {str(database)!r}, 'serve', '--port', '0']\n"
        "main()\n"
    )
    paths = os.pathsep.join(map(str, (SOURCE, SOURCE / "cli")))
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env={**compiling(), "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
    )


def compiling() -> dict[str, str]:
    """The environment of a user, whose Python keeps what it has compiled."""
    return {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def writing(server: Serving) -> Side:
    """Events one after the other, on one connection."""
    line = http.client.HTTPConnection(server.place)
    seqs = count(60)

    def work() -> None:
        for _ in range(WRITES):
            server.write(line, "writes", next(seqs))

    return Side(HTTP, "events", WRITES, work)


def inside(folder: Path, stack: ExitStack) -> Side:
    """The same without a network."""
    store = stack.enter_context(SqliteStore(folder / "inside.db"))
    (log,) = simulated(1)
    store.append("writes", 0, lines(log)[:60])
    recording = Recording(store, "writes")

    def work() -> None:
        for _ in range(WRITES):
            recording.catch_up()
            recording.write(
                [Draft("noted", b'{"text":"a tap"}', "2026-11-20T19:00:00Z", "referee")]
            )

    return Side(INSIDE, "events", WRITES, work)


def watching(server: Serving, number: int, stack: ExitStack) -> Side:
    """From a POST to the last of so many streams."""
    table = "watched" if number > 1 else "watched%20alone"
    line = http.client.HTTPConnection(server.place)
    streams = []
    for _ in range(number):
        stream = http.client.HTTPConnection(server.place)
        stack.callback(stream.close)
        stream.request("GET", f"/v1/tables/{table}/stream")
        answer = stream.getresponse()
        while answer.readline() != b"event: head\n":
            pass
        streams.append(answer)
    seqs = count(60)

    def work() -> float:
        begun = time.perf_counter()
        server.write(line, table, next(seqs))
        for one in streams:
            while one.readline() != b"event: moment\n":
                pass
        return time.perf_counter() - begun

    return Side(FIFTY if number > 1 else ONE, "events", 1, work)


def starting(folder: Path) -> Side:
    """Until the first answer; the address is printed when it can come."""

    def work() -> float:
        begun = time.perf_counter()
        process = run_serve(folder / "games.db")
        assert process.stdout
        place = urlsplit(json.loads(process.stdout.readline())["addresses"][0]).netloc
        line = http.client.HTTPConnection(place)
        line.request("GET", "/v1/health")
        assert line.getresponse().status == 200
        taken = time.perf_counter() - begun
        line.close()
        process.terminate()
        process.communicate(timeout=10)
        return taken

    return Side(FIRST, "starts", 1, work)


def nothing() -> Side:
    """What every program of Python's costs."""

    def work() -> float:
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        return time.perf_counter() - begun

    return Side(NOTHING, "starts", 1, work)
