"""A hall of a hundred tables, six screens at each and a desk, five events a second.

How long until the last screen of a table has it, and the desk; what it takes of a core, and what a
table costs in memory. Then so many screens that the server is full: who comes next reads why, and
the desk is let in.

The claims: all 600 streams and the desk are served by `ragami serve` as it is; p99 from the tap to
the last screen is at most ten times one append with its flush, at most 15 % of a core, at most
1 MiB a table. On a machine where others work as well only the work of the processor and the memory
say something; the others are printed.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Final
from urllib.parse import urlsplit

from ragami.server.connections import MOST, MOST_OF_ONE
from ragami.store.sqlite import SqliteStore
from ragami.table.recording import Draft, Recording
from tests.bench.games import lines, simulated
from tests.bench.serving import BODY
from tests.trials.schema import serving

TABLES: Final = 100
SCREENS: Final = 6
EVENTS: Final = 100
A_SECOND: Final = 5
MOST_OF_A_CORE: Final = 0.15
MOST_MIB: Final = 1.0
TIMES_AN_APPEND: Final = 10
FROM_ONE: Final = 50
TICKS: Final = os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Runs the hall, and prints what it took."""
    with tempfile.TemporaryDirectory() as name:
        database = Path(name) / "hall.db"
        (log,) = simulated(1)
        with SqliteStore(database) as store:
            for table in range(TABLES):
                store.append(f"t{table}", 0, lines(log)[:120])
            append = one_append(store)
        process, said = serving(database)
        try:
            return asyncio.run(hall(process, said, append))
        finally:
            process.terminate()
            process.communicate(timeout=10)


def one_append(store: SqliteStore) -> float:
    """What one append takes here, flush and all."""
    recording = Recording(store, "t0")
    taken = []
    for _ in range(30):
        begun = time.perf_counter()
        recording.write([Draft("noted", b'{"text":"a tap"}')])
        taken.append(time.perf_counter() - begun)
    return median(taken)


async def hall(process: subprocess.Popen[str], said: dict[str, Any], append: float) -> int:
    """All the screens, and the taps."""
    place = urlsplit(said["addresses"][0]).netloc
    token = joined(place, said["hall_key"])
    before = memory(process.pid)
    seen: dict[str, asyncio.Queue[float]] = {f"t{n}": asyncio.Queue() for n in range(TABLES)}
    ready = asyncio.Semaphore(0)
    paths = [(table, f"/v1/tables/{table}/stream") for table in seen for _ in range(SCREENS)]
    screens = [
        asyncio.ensure_future(screen(place, path, seen[table], ready, n))
        for n, (table, path) in enumerate(paths)
    ]
    for _ in screens:
        await ready.acquire()
    told: asyncio.Queue[float] = asyncio.Queue()
    desk = screen(place, "/v1/hall/stream", told, ready, 0, token)
    screens.append(asyncio.ensure_future(desk))
    await ready.acquire()
    grown = (memory(process.pid) - before) / TABLES
    spent, begun = work(process.pid), time.perf_counter()
    taken = [await tapped(place, token, f"t{1 + n % (TABLES - 1)}", 120 + n // (TABLES - 1), seen)
             for n in range(EVENTS)]  # fmt: skip
    core = (work(process.pid) - spent) / (time.perf_counter() - begun)
    heard = told.qsize()
    full = await filled(place, token, len(screens))
    for one in screens:
        one.cancel()
    await asyncio.gather(*screens, return_exceptions=True)
    taken.sort()
    p99 = taken[int(len(taken) * 0.99) - 1]
    print(
        f"{TABLES} tables, {len(screens)} screens, {EVENTS} events; load {os.getloadavg()[0]:.1f}"
    )
    print(f"tap to last screen: median {median(taken) * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms")
    print(f"one append here: {append * 1e3:.2f} ms; p99 is {p99 / append:.1f} times that")
    print(f"{core:.1%} of a core; {grown:.2f} MiB a table; the desk heard of {heard} changes")
    print(full or "the server full: who comes reads 503 and why, the desk is let in")
    return 0 if core <= MOST_OF_A_CORE and grown <= MOST_MIB and heard and not full else 1


async def filled(place: str, token: str, there: int) -> str | None:
    """Fill the server up; say what is wrong then, if anything is."""
    held = [await connected(place, n) for n in range(there, MOST + MOST_OF_ONE)]
    refused = await answer(place, "/v1/tables/t1/moment", SCREENS * TABLES)
    desk = await answer(place, "/v1/hall", SCREENS * TABLES, token)
    for _reader, writer in held:
        writer.close()
    right = refused.startswith(b"HTTP/1.1 503") and b"connections as it may have" in refused
    if right and desk.startswith(b"HTTP/1.1 200"):
        return None
    return f"the server full: {refused[:300]!r}, the desk {desk[:60]!r}"


async def connected(place: str, n: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from one of the addresses of this machine, as many from each as may be."""
    host, _, port = place.partition(":")
    come_from = (f"127.0.1.{1 + n // FROM_ONE}", 0)
    return await asyncio.open_connection(host, int(port), limit=2**20, local_addr=come_from)


async def answer(place: str, path: str, n: int, token: str = "") -> bytes:
    """What comes back for a GET."""
    reader, writer = await connected(place, n)
    writer.write(head_of(place, path, token) + b"Connection: close\r\n\r\n")
    told = await reader.read()
    writer.close()
    return told


def head_of(place: str, path: str, token: str) -> bytes:
    """The head of a GET, but for its end."""
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    return f"GET {path} HTTP/1.1\r\nHost: {place}\r\n{bearer}".encode()


def joined(place: str, key: str) -> str:
    line = http.client.HTTPConnection(place)
    body = json.dumps({"code": key})
    line.request("POST", "/v1/join", body, {"Content-Type": "application/json"})
    token: str = json.loads(line.getresponse().read())["token"]
    return token


async def screen(
    place: str,
    path: str,
    seen: asyncio.Queue[float],
    ready: asyncio.Semaphore,
    n: int,
    token: str = "",
) -> None:
    """One stream: says when a moment came, or of the desk a table."""
    reader, writer = await connected(place, n)
    writer.write(head_of(place, path, token) + b"\r\n")
    begun = False
    try:
        while line := await reader.readline():
            if line in (b"event: head\n", b"event: hall\n") and not begun:
                begun = True
                ready.release()
            elif line in (b"event: moment\n", b"event: table\n"):
                seen.put_nowait(time.perf_counter())
    finally:
        writer.close()


async def tapped(
    place: str, token: str, table: str, after: int, seen: dict[str, asyncio.Queue[float]]
) -> float:
    """One event, at its time; how long until the last screen of the table had it."""
    await asyncio.sleep(1 / A_SECOND)
    host, _, port = place.partition(":")
    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection(host, int(port))
    head = (
        f"POST /v1/tables/{table}/events HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n"
        f'Authorization: Bearer {token}\r\nIf-Match: "{after}"\r\n'
        f"Content-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n"
    )
    writer.write(head.encode() + BODY)
    status = await reader.readline()
    assert b" 201 " in status, status
    writer.close()
    return max([await seen[table].get() for _ in range(SCREENS)]) - begun


def work(pid: int) -> float:
    """The seconds of a processor that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> float:
    """What a process has in memory, in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0
