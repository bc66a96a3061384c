"""Ten thousand taps of forty phones at twenty tables, while everything around them fails.

The line is cut, loses three pieces in ten, stalls, goes deaf and drips 2 kB a second; the server
is killed at random, its clock jumps with every record, and its disk is full again and again. The
claims: no tap is lost, none is there twice; the first answer comes a second after the network is
back; a server with a hundred tables is there again within a second.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from tests.server.faults import Disk, Finger, once_each, small_disk
from tests.server.kit import Phone, opened
from tests.server.proxy import Proxy
from tests.trials.hall import work

TABLES: Final = 20
TAPS: Final = int(os.environ.get("FAULTS_TAPS", "10000"))
SEATS: Final = ("red", "blue")
SOURCE: Final = Path(__file__).parents[2]
RACE: Final = SOURCE / "tests" / "games" / "race"
SOON: Final = 1.0
# `ragami serve` with a clock that jumps about: hours, days and years, to and fro.
SERVE: Final = """
import datetime, random, sys
import ragami.server.keeper as keeper
class Jumping(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        by = datetime.timedelta(seconds=random.choice([0, -3600, 86400 * 400, -86400 * 9000]))
        return datetime.datetime.now(tz) + by
keeper.datetime = Jumping
from ragami.server import connections
connections.MOST_OF_ONE = 1000  # all phones of this trial are one machine
from ragami_cli.__main__ import main
sys.exit(main())
"""


class Server:
    """The server as a process at a port of its own: killed, and started again."""

    def __init__(self, database: Path) -> None:
        self.database = database
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port: int = probe.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.restarts: list[float] = []
        self.said = self.start()

    def start(self) -> Any:
        """Start it; keeps how long it took until it said where it is."""
        began = time.monotonic()
        paths = os.pathsep.join(map(str, (RACE, SOURCE, SOURCE / "cli")))
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVE, "--json", "--db", str(self.database), "serve",
             "--port", str(self.port)],
            env={**os.environ, "PYTHONPATH": paths},
            stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert self._process.stdout
        said = json.loads(self._process.stdout.readline())
        httpx.get(f"{self.base}/v1/tables", trust_env=False, timeout=30).raise_for_status()
        self.restarts.append(time.monotonic() - began)
        return said

    def worked(self) -> float:
        """The seconds of a processor that it has had."""
        return work(self._process.pid)

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()


def main() -> int:
    """Prints what was met with and what it took; gives 1 where a claim does not hold."""
    sys.path.insert(0, str(RACE))
    with (
        tempfile.TemporaryDirectory() as folder,
        small_disk(Path(folder) / "small", "64m") as disk,
    ):
        database = disk.path / "hall.db"
        for number in range(TABLES):
            opened(database, f"t{number}")
        server = Server(database)
        try:
            with Proxy(server.base) as proxy:
                tapping = fingers(server, proxy)
                back, full = everything(server, proxy, disk, tapping)
                for one in tapping:
                    one.join()
        finally:
            server.kill()
            disk.free()
        lost, doubled = once_each(database, tapping)
    restart, worked = started_again()
    met = sum((one.met for one in tapping[1:]), tapping[0].met)
    done = sum(one.done for one in tapping)
    print(f"{done} taps at {TABLES} tables, load {os.getloadavg()[0]:.1f}: "
          f"{lost} lost, {doubled} doubled")  # fmt: skip
    print(f"what the phones met with: {dict(met)}")
    kills = len(server.restarts) - 1
    print(f"what struck the line: {dict(proxy.struck)}; {kills} kills, {full} times full")
    back.sort()
    middle = back[len(back) // 2]
    soon = [
        judged("an answer after the line was back, the median", middle),
        judged("an answer after the line was back, the longest", back[-1]),
        judged("a server with 100 tables, from nothing to all of them told", restart),
    ]
    print(
        f"of the last one {worked:.2f} s were work of its own: the rest it waited for a processor"
    )
    struck = all(proxy.struck[kind] for kind in ("cut", "lost", "stalled", "deaf", "slow"))
    right = done >= TAPS and not lost and not doubled and struck and met["507"] and met["409"]
    return 0 if right and all(soon) and len(server.restarts) > 1 else 1


def judged(what: str, seconds: float) -> bool:
    """Say what was wanted and what was found."""
    met = seconds <= SOON
    print(f"{what}: {seconds:.2f} s; wanted {SOON:g} at most: {'met' if met else 'NOT met'}")
    return met


def fingers(server: Server, proxy: Proxy) -> list[Finger]:
    """The phones, each at its seat; they begin to tap."""
    made = []
    referee = Phone(server.base)
    joined = referee.post("/v1/join", {"code": server.said["hall_key"]})
    referee.token = joined.json()["token"]
    for number in range(TABLES):
        for seat in SEATS:
            table = f"t{number}"
            time.sleep(0.11)  # no faster than a device may ask
            wanted = {"name": seat, "role": "seat", "table": table, "seats": [seat]}
            token = referee.post("/v1/tokens", wanted).json()["token"]
            taps = -(-TAPS // (TABLES * len(SEATS)))
            made.append(Finger(proxy.base, token, table, f"{table}.{seat}", taps))
    referee.close()
    for one in made:
        one.start()
    return made


def everything(
    server: Server, proxy: Proxy, disk: Disk, tapping: Sequence[Finger]
) -> tuple[list[float], int]:
    """One fault after the other, until all taps are done.

    Gives how long the first answer took after each, and how often the disk was full.
    """
    rng, back, count = Random(14), list[float](), Counter[str]()
    kinds = ["cut", "lost", "stalled", "deaf", "slow", "kill", "full"]
    while any(one.is_alive() for one in tapping):
        kind = rng.choice(kinds)
        count[kind] += 1
        match kind:
            case "cut":
                proxy.cut()
            case "lost":
                proxy.loss = 0.3
            case "stalled":
                proxy.stalled = True
            case "deaf":
                proxy.deaf = True
            case "slow":
                proxy.rate = 2_000
            case "kill":
                server.kill()
                server.start()
            case _:
                disk.fill()
        time.sleep(rng.uniform(0.2, 1.0))
        disk.free()
        proxy.mend()
        back.append(answered(proxy))
        time.sleep(rng.uniform(0.2, 1.0))
    return back, count["full"]


def answered(proxy: Proxy) -> float:
    """How long it takes until there is an answer through the line."""
    began, place = time.monotonic(), urlsplit(proxy.base).netloc
    while True:
        line = HTTPConnection(place, timeout=2)  # a client of httpx takes longer to make than this
        try:
            line.request("GET", "/v1/health")
            if line.getresponse().status == 200:
                return time.monotonic() - began
        except (OSError, HTTPException):
            time.sleep(0.05)
        finally:
            line.close()


def started_again() -> tuple[float, float]:
    """A server is killed that has a hundred tables; how long until it has told all of them.

    Gives the seconds by the clock, and those of a processor.
    """
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "hall.db"
        for number in range(100):
            opened(database, f"t{number}")
        server = Server(database)
        server.kill()
        server.start()
        worked = server.worked()
        server.kill()
        return server.restarts[-1], worked
